"""Citation keys: what they are made of, and that they are unique and stay."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperstui.index.citations.key_pattern import DEFAULT, KeyPattern
from paperstui.index.collection import Collection
from paperstui.index.errors import PaperstuiError
from paperstui.index.models import Author, Paper, Venue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from paperstui.index.library import Library

    MakeLibrary = Callable[[Iterable[Paper]], Library]

ICML = Venue("ICML", 2024)
USUAL = KeyPattern(DEFAULT)


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
    assert USUAL.key(paper(title, "Test")) == f"test2024{word}"


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
    assert USUAL.key(paper("Deep Nets", authors=several)) == f"{name}2024deep"


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
    assert USUAL.key(paper("Deep Nets", **facts)) == key


def test_the_same_base_gets_suffixes_in_library_order(
    make_library: MakeLibrary,
) -> None:
    papers = many(60)
    keys = make_library(papers)
    made = [keys.key(each).removeprefix("test2024deep") for each in papers]
    assert made[:4] == ["", "a", "b", "c"]
    assert made[25:29] == ["y", "z", "aa", "ab"]
    assert made[53:55] == ["ba", "bb"]


def test_a_suffixed_key_never_is_the_key_of_another_paper(
    make_library: MakeLibrary,
) -> None:
    papers = [*many(2, "Net"), paper("NetA", "Test", native="a"), *many(4, "Net")[2:]]
    keys = make_library(papers)
    assert [keys.key(each) for each in papers] == [
        "test2024net",
        "test2024neta",
        "test2024netaa",
        "test2024netb",
        "test2024netc",
    ]
    before = [paper("NetA", "Test", native="a"), *many(2, "Net")]
    keys = make_library(before)
    assert [keys.key(each) for each in before] == [
        "test2024neta",
        "test2024net",
        "test2024netb",
    ]


def test_more_lists_change_no_key(make_library: MakeLibrary) -> None:
    first, second = many(3), many(40)[3:]
    alone, together = make_library(first), make_library([*first, *second])
    assert [alone.key(each) for each in first] == [together.key(each) for each in first]


def test_a_paper_keeps_its_key_however_it_changes(make_library: MakeLibrary) -> None:
    library = make_library([paper("Deep Nets", "Test")])
    assert library.key(paper("Older Title", "Test")) == "test2024deep"


PATTERNS = {
    "{auth}{year}{title1}": "vandenoord2024neural",
    "{auth}{year}{title}": "vandenoord2024neuraldiscreterepresentationlearning",
    "{auth|capital}{yy}{title2|capital}": "Vandenoord24NeuralDiscrete",
    "{auth.etal}-{year}-{title1}": "vandenoord-etal-2024-neural",
    "{auths:12}:{venue|upper}": "vandenoordvi:ICML",
    "{auth:3}_{title3:5}": "van_neura",
    "x{yy}": "x24",
}


@pytest.mark.parametrize(("pattern", "key"), PATTERNS.items())
def test_keys_follow_a_pattern(pattern: str, key: str) -> None:
    people = (
        Author("Oord", "Aäron", "van den"),
        Author("Vinyals", "Oriol"),
        Author("Kavukcuoglu", "Koray"),
    )
    made = KeyPattern(pattern).key(
        paper("Neural Discrete Representation Learning", authors=people)
    )
    assert made == key


@pytest.mark.parametrize(
    ("people", "names"),
    [
        (("Hu",), "hu-2024"),
        (("Hu", "Liu"), "hu-liu-2024"),
        (("Hu", "Liu", "Wu"), "hu-etal-2024"),
        ((), "icml-2024"),
    ],
)
def test_names_of_one_or_two_authors_stand_in_full(
    people: tuple[str, ...], names: str
) -> None:
    assert KeyPattern("{auth.etal}-{year}").key(paper("Nets", *people)) == names


def test_one_name_of_an_unknown_number() -> None:
    cut = replace(paper("Nets", "Hu"), et_al=True)
    assert KeyPattern("{auth.etal}-{year}").key(cut) == "hu-etal-2024"


def test_what_is_missing_takes_its_separators_along() -> None:
    pattern = KeyPattern("{year}:{auth}--{title1}_{venue}")
    assert pattern.key(paper("$x$", "Hu", venue=Venue(""))) == "hu"
    assert KeyPattern("{title1}").key(paper("$x$", "Hu")) == "anon"
    many_authors = paper("Nets", *["Longname"] * 3_000)
    assert len(KeyPattern("{auths}{year}").key(many_authors)) == 120


BAD_PATTERNS = {
    "": "position 1: no field such as {auth}: all keys would be one",
    "key": "position 1: no field such as {auth}: all keys would be one",
    "{auth} {year}": "position 7:   cannot be in a key; letters, digits and : _ - can",
    "{auth}{year": "position 7: { cannot be in a key; letters, digits and : _ - can",
    "{auth}é": "position 7: é cannot be in a key; letters, digits and : _ - can",
    "{auth1}": "position 2: auth1 is none of auth, auths, auth.etal, year, yy, title, "
    "title1, venue",
    "{}": "position 2: {} is none of auth, auths, auth.etal, year, yy, title, title1, "
    "venue",
    "{auth|bold}": "position 2: bold is none of lower, upper, capital",
}


@pytest.mark.parametrize(("pattern", "reason"), BAD_PATTERNS.items())
def test_a_bad_pattern_is_told_with_its_position(pattern: str, reason: str) -> None:
    with pytest.raises(PaperstuiError) as error:
        KeyPattern(pattern)
    assert str(error.value) == f"{pattern}, {reason}"


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    made = Collection(tmp_path / "library.db")
    yield made
    made.close()


def put(collection: Collection, place: str, papers: Iterable[Paper]) -> None:
    with collection._change() as begun:
        begun.put_source(place, place, "", {}, papers)
    collection.library.reload()


def test_a_venue_that_returns_has_the_keys_that_it_had(collection: Collection) -> None:
    first = many(3)
    acl = Venue("ACL", 2024)
    second = [
        paper("Deep Nets II", "Test", native=f"s{number}", venue=acl)
        for number in range(3)
    ]
    put(collection, "one", first)
    put(collection, "two", second)
    before = collection.library.keys([*first, *second])
    assert before == [f"test2024deep{end}" for end in ("", *"abcde")]
    collection.remove(ICML)
    assert collection.library.keyed("test2024deep") is None
    assert collection.library.keys(first) == before[:3]
    put(collection, "three", [paper("Deep Nets III", "Test", native="new")])
    put(collection, "one", reversed(first))
    assert collection.library.keys([*first, *second]) == before
    assert collection.library.keyed("test2024deepf") == 6


def test_a_paper_that_returns_by_another_list_has_the_key_that_it_had(
    collection: Collection,
) -> None:
    preprint = paper("Deep Nets", "Test", native="p", venue=Venue("arXiv", 2023))
    published = paper("Deep Nets", "Test", native="i")
    put(collection, "arxiv", [preprint])
    put(collection, "icml", [published])
    assert collection.library.key(preprint) == "test2023deep"
    assert collection.remove(ICML) == 1
    put(collection, "icml", [published, paper("Deep Nets II", "Test", native="j")])
    assert collection.library.key(published) == "test2023deep"
    assert collection.library.keyed("test2023deep") == 1


def test_another_pattern_gives_all_papers_other_keys_in_their_order(
    collection: Collection,
) -> None:
    papers = [
        *many(3),
        paper("Own", "Test", native="own", native_key="DBLP:conf/icml/Test24"),
        paper("Odd", "Test", native="odd", native_key="a key, with comma"),
    ]
    put(collection, "one", papers)
    assert collection.use_keys(DEFAULT, native=False) == 0
    assert collection.use_keys("{venue|upper}", native=True) == 5
    keys = ["ICML", "ICMLa", "ICMLb", "DBLP:conf/icml/Test24", "ICMLc"]
    assert collection.library.keys(papers) == keys
    assert collection.library.keyed("dblp:CONF/icml/test24") == 3
    later = paper("Late", "Test", native="late")
    put(collection, "two", [later])
    assert collection.library.key(later) == "ICMLd"
    assert collection.use_keys(DEFAULT, native=False) == 6
    assert collection.library.key(papers[3]) == "test2024own"


def test_a_pattern_that_is_none_changes_no_key(collection: Collection) -> None:
    put(collection, "one", many(2))
    with pytest.raises(PaperstuiError, match="position 1: no field"):
        collection.use_keys("key", native=False)
    assert collection.library.keys(many(2)) == ["test2024deep", "test2024deepa"]
    assert collection.library.key_scheme() == (DEFAULT, False)


def test_keys_that_differ_in_case_only_are_one_key(collection: Collection) -> None:
    collection.use_keys(DEFAULT, native=True)
    papers = [
        paper("One", "Test", native="1", native_key="Nets"),
        paper("Two", "Test", native="2", native_key="nets"),
    ]
    put(collection, "one", papers)
    assert collection.library.keys(papers) == ["Nets", "netsa"]


def test_papers_are_found_by_key(make_library: MakeLibrary) -> None:
    keys = make_library(many(2))
    assert keys.keyed("test2024deepa") == 1
    assert keys.keyed(" Test2024Deep\n") == 0
    assert keys.keyed("test2024") is None
    assert keys.keyed("") is None


words = st.text(st.sampled_from("aBé深'-{}$\\ "), max_size=6)
venues = st.builds(Venue, words, st.none() | st.integers(2023, 2024))
authors = st.lists(st.builds(Author, words, words, words), max_size=2).map(tuple)
papers = st.builds(Paper, st.uuids().map(str), words, venues, authors=authors)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
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


@given(st.text(), st.text())
def test_any_text_makes_a_plain_key(title: str, family: str) -> None:
    assert re.fullmatch("[a-z0-9]+", USUAL.key(paper(title, family)))
