"""Authors by name: their papers, co-authors, and who comes again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from paperstui.index import query
from paperstui.index.authors import (
    Attendance,
    Coauthor,
    count_authors,
    identity,
    papers_of,
    profile,
    turnover,
)
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.models import Author, Paper
from paperstui.index.query_text import by_author
from paperstui.index.requests import SearchRequest, Sort
from tests.conftest import (
    ACL_2024,
    ICML_2023,
    ICML_2024,
    paper,
    search_over,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from paperstui.index.facets import Find
    from paperstui.index.library import Library

ANA = Author("Müller", "Ana")
ANA_PLAIN = Author("Muller", "Ana")
ANA_LONG = Author("Müller", "Ana Maria")
BO = Author("Bo")
VAN = Author("Test", "Max", "van der", "Jr.")
QUOTED = Author('O"Neil', "Sean")
HYPHEN = Author("Hu", "Jerry Yao-Chieh")

PAPERS = (
    paper(0, "One", authors=(ANA, BO), venue=ICML_2023),
    paper(1, "Two", authors=(VAN, ANA_PLAIN), venue=ICML_2024),
    paper(2, "Three", authors=(ANA_LONG, QUOTED), venue=ACL_2024),
    paper(3, "Four", authors=(BO, ANA), venue=ACL_2024),
    paper(4, "Five", authors=(Author("Bo", "Li"),), venue=ICML_2024),
    paper(5, "Six", authors=(ANA,), venue=ICML_2024, status="Reject"),
)


@pytest.fixture
def find(tmp_path: Path) -> Iterator[Find]:
    with search_over(PAPERS, WhooshEngine(), tmp_path) as search:
        yield search.find


@pytest.fixture
def papers(make_library: Callable[[Iterable[Paper]], Library]) -> Sequence[Paper]:
    return make_library(PAPERS).papers


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana Müller", "ana MULLER"),
        ("Jerry Yao-Chieh Hu", "Jerry Yao Chieh Hu"),
        ("Sean O'Neil", "Sean O’Neil"),
        ("Michael I. Jordan", "Michael I Jordan"),
        ("Łukasz Kaiser", "Lukasz Kaiser"),
    ],
)
def test_two_spellings_of_one_name_are_one(one: str, other: str) -> None:
    assert identity(one) == identity(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana Müller", "Ana Maria Müller"),
        ("Ana Müller", "A. Müller"),
        ("Bo", "Bo Li"),
        ("!!!", "???"),
    ],
)
def test_other_names_are_others(one: str, other: str) -> None:
    assert identity(one) != identity(other)


@pytest.mark.parametrize(
    ("author", "rows"),
    [
        (ANA, [1, 3, 0]),
        (ANA_LONG, [2]),
        (BO, [3, 0]),
        (VAN, [1]),
        (QUOTED, [2]),
        (HYPHEN, []),
        (Author("!!!"), []),
    ],
)
def test_papers_are_those_of_the_whole_name_newest_first(
    find: Find, papers: Sequence[Paper], author: Author, rows: list[int]
) -> None:
    page = papers_of(find, papers, author.name, SearchRequest())
    assert list(page.rows) == rows
    assert page.partial is False
    if rows:
        assert page.sort is Sort.YEAR
        assert page.request.text == by_author(author.name)


def test_a_request_says_what_counts_but_not_where(
    find: Find, papers: Sequence[Paper]
) -> None:
    narrow = SearchRequest(
        "x", within="three", venues=frozenset(), bookmarked_only=True, sort=Sort.TITLE
    )
    assert list(papers_of(find, papers, "Ana Muller", narrow).rows) == [1, 3, 0]
    refused = replace(narrow, refused=True)
    assert list(papers_of(find, papers, "Ana Muller", refused).rows) == [1, 3, 5, 0]


def test_a_profile_counts_years_venues_and_coauthors(
    find: Find, papers: Sequence[Paper]
) -> None:
    ana = profile(find, papers, "ana muller", SearchRequest())
    assert (ana.asked, ana.name) == ("ana muller", "Ana Muller")
    assert ana.years == {2023: 1, 2024: 2}
    assert list(ana.years) == [2023, 2024]
    assert ana.venues == {"ICML": 2, "ACL": 1}
    assert ana.coauthors == (
        Coauthor("Bo", 2),
        Coauthor("Max van der Test, Jr.", 1),
    )


def test_an_unknown_name_has_an_empty_profile(
    find: Find, papers: Sequence[Paper]
) -> None:
    nobody = profile(find, papers, "No Body", SearchRequest())
    assert nobody.name == "No Body"
    assert (nobody.years, nobody.venues, nobody.coauthors) == ({}, {}, ())
    assert list(nobody.page.rows) == []


@pytest.mark.parametrize(
    "name", ["Bo", "Sean O'Neil", 'Sean "X" Test', "x OR y", "a:b"]
)
def test_the_query_of_a_name_is_one_finished_phrase(name: str) -> None:
    parsed = query.parse(by_author(name))
    assert parsed.diagnostics == ()
    assert type(parsed.root).__name__ == "Phrase"
    assert getattr(parsed.root, "field", "") == "authors"
    assert getattr(parsed.root, "prefix", True) is False


def test_an_author_who_stands_twice_on_a_paper_counts_once() -> None:
    twice = paper(0, "One", authors=(ANA, ANA_PLAIN, BO))
    assert count_authors([twice, paper(1, "Two", authors=(BO,))]) == {
        "ana muller": ("Ana Muller", 1),
        "bo": ("Bo", 2),
    }


def test_authors_return_are_new_or_gone() -> None:
    before = {"a": ("A", 2), "b": ("B", 1), "c": ("C", 1)}
    after = {"b": ("B.", 1), "a": ("A", 1), "e": ("E", 1), "d": ("D", 4)}
    who = turnover(before, after)
    assert who.returning == (Attendance("A", 2, 1), Attendance("B.", 1, 1))
    assert who.new == (Attendance("D", 0, 4), Attendance("E", 0, 1))
    assert who.gone == (Attendance("C", 1, 0),)
    assert who.returning[0].papers == 3


def test_papers_of_thousands_of_authors_are_no_trouble(
    tmp_path: Path, make_library: Callable[[Iterable[Paper]], Library]
) -> None:
    many = tuple(Author(f"Family{number}", "Given") for number in range(3_000))
    crowd = [paper(0, "One", authors=many), paper(1, "Two", authors=many[:2])]
    with search_over(crowd, WhooshEngine(), tmp_path) as search:
        got = profile(
            search.find, make_library(crowd).papers, many[0].name, SearchRequest()
        )
    assert list(got.page.rows) == [0, 1]
    assert len(got.coauthors) == 2_999
    assert got.coauthors[0] == Coauthor("Given Family1", 2)
