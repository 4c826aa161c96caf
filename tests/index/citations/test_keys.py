"""Citation keys: what they are made of, and that they are unique and stay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperstui.index.citations.keys import base_key
from paperstui.index.models import Author, Paper, Venue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from paperstui.index.library import Library

    MakeLibrary = Callable[[Iterable[Paper]], Library]

ICML = Venue("ICML", 2024)


def paper(title: str, *families: str, native: str = "1", **facts: Any) -> Paper:
    authors = tuple(Author(family, "A.") for family in families)
    return Paper(
        f"test:{native}", title, **{"venue": ICML, "authors": authors, **facts}
    )


def many(count: int, title: str = "Deep Nets") -> list[Paper]:
    return [paper(title, "Test", native=str(number)) for number in range(count)]


TITLES = {
    "DiffDA: a Diffusion model": "diffda",
    "On Computational Limits of Modern Hopfield Models": "computational",
    "The Where and How": "where",
    "Where to Go Next": "where",
    "A Group Symmetric Model": "group",
    "Towards Learning Geometric Eigen-Lengths": "learning",
    "Few-bit Backward": "few",
    "Long‐Run Distributions": "long",
    "Brown's Motion": "browns",
    "Brown’s Motion": "browns",
    "'Quoted' Words": "quoted",
    "SE(3) diffusion model": "se",
    "3D Graph Learning": "3d",
    "99% of Communication Is Not Needed": "communication",
    "DuReader_robust: A Dataset": "dureader",
    "C++ for All": "c",
    "Schrödinger Bridges": "schrodinger",
    r"Schr\"odinger Bridges": "schrodinger",
    "深度学习": "shenduxuexi",
    r"$\ell_1$-Regression": "regression",
    r"T$^2$SQNet: A Model": "tsqnet",
    "$K$-Free Detection": "free",
    "The **Bold** One": "bold",
    "$5 and $10 Bills": "bills",
    "To Be": "to",
    "2001": "2001",
    "$x$": "",
    "…": "",
    "深" * 100: "shen" * 10,
}


@pytest.mark.parametrize(("title", "word"), TITLES.items())
def test_the_first_significant_word_of_the_title_ends_the_key(
    title: str, word: str
) -> None:
    assert base_key(paper(title, "Test")) == f"test2024{word}"


FAMILIES = {
    Author("Tönning-Test", "Jan"): "tonningtest",
    Author("D'Test", "A."): "dtest",
    Author("D’Test", "A."): "dtest",
    Author("De Bortoli", "V."): "debortoli",
    Author("Test", "Max", "von der", "Jr."): "vondertest",
    Author("Großmann"): "grossmann",
    Author("Łukasiewicz"): "lukasiewicz",
    Author("Nguyễn"): "nguyen",
    Author(r"T{\"o}st"): "tost",
    Author("江测试"): "jiangceshi",
    Author("Иванов"): "ivanov",
    Author("Monomir-Test"): "monomirtest",
    Author("The Test Group"): "thetestgroup",
    Author("…"): "icml",
}


@pytest.mark.parametrize(("author", "name"), FAMILIES.items())
def test_the_family_name_of_the_first_author_begins_the_key(
    author: Author, name: str
) -> None:
    several = (author, Author("Zweig", "B."))
    assert base_key(paper("Deep Nets", authors=several)) == f"{name}2024deep"


@pytest.mark.parametrize(
    ("facts", "key"),
    [
        ({}, "icml2024deep"),
        ({"venue": Venue("ICML")}, "icmldeep"),
        ({"venue": Venue("", 2024)}, "anon2024deep"),
        ({"venue": Venue("…")}, "anondeep"),
        ({"venue": Venue("R&D 2")}, "rd2deep"),
        ({"authors": (Author("Test"),), "venue": Venue("ICML")}, "testdeep"),
    ],
)
def test_a_missing_author_or_year_leaves_a_key(facts: dict[str, Any], key: str) -> None:
    assert base_key(paper("Deep Nets", **facts)) == key


def test_the_same_base_gets_suffixes_in_library_order(
    make_library: MakeLibrary,
) -> None:
    papers = many(60)
    keys = make_library(papers)
    made = [keys.key(each).removeprefix("test2024deep") for each in papers]
    assert made[:4] == ["", "b", "c", "d"]
    assert made[24:28] == ["y", "z", "aa", "ab"]
    assert made[52:54] == ["ba", "bb"]


def test_a_suffixed_key_never_is_the_key_of_another_paper(
    make_library: MakeLibrary,
) -> None:
    papers = [*many(2, "Net"), paper("NetB", "Test", native="b"), *many(4, "Net")[2:]]
    keys = make_library(papers)
    assert [keys.key(each) for each in papers] == [
        "test2024net",
        "test2024netb",
        "test2024netbb",
        "test2024netc",
        "test2024netd",
    ]
    before = [paper("NetB", "Test", native="b"), *many(2, "Net")]
    keys = make_library(before)
    assert [keys.key(each) for each in before] == [
        "test2024netb",
        "test2024net",
        "test2024netc",
    ]


def test_more_lists_change_no_key(make_library: MakeLibrary) -> None:
    first, second = many(3), many(40)[3:]
    alone, together = make_library(first), make_library([*first, *second])
    assert [alone.key(each) for each in first] == [together.key(each) for each in first]


def test_a_paper_keeps_its_key_however_it_changes(make_library: MakeLibrary) -> None:
    library = make_library([paper("Deep Nets", "Test")])
    assert library.key(paper("Older Title", "Test")) == "test2024deep"


def test_papers_are_found_by_key(make_library: MakeLibrary) -> None:
    keys = make_library(many(2))
    assert keys.keyed("test2024deepb") == 1
    assert keys.keyed(" Test2024Deep\n") == 0
    assert keys.keyed("test2024") is None
    assert keys.keyed("") is None


words = st.text(st.sampled_from("aBé深'-{}$\\ "), max_size=6)
venues = st.builds(Venue, words, st.none() | st.integers(2023, 2024))
authors = st.lists(st.builds(Author, words, words, words), max_size=2).map(tuple)
papers = st.builds(Paper, st.uuids().map(str), words, venues, authors=authors)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(library=st.lists(papers, max_size=60))
def test_keys_are_plain_and_unique_and_lead_back(
    make_library: MakeLibrary, library: list[Paper]
) -> None:
    keys = make_library(library)
    made = [keys.key(each) for each in library]
    assert all(re.fullmatch("[a-z0-9]+", key) for key in made)
    assert len(set(made)) == len(library)
    assert [keys.keyed(key) for key in made] == list(range(len(library)))
    count = len(library) // 2
    half = make_library(library[:count])
    assert [half.key(each) for each in library[:count]] == made[:count]


@settings(deadline=None)
@given(st.text(), st.text())
def test_any_text_makes_a_plain_key(title: str, family: str) -> None:
    assert re.fullmatch("[a-z0-9]+", base_key(paper(title, family)))
