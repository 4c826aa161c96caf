"""The orders of a list of papers."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import pytest

from paperstui.index import ordering
from paperstui.index.adding import change
from paperstui.index.library import Library
from paperstui.index.library_file import connect
from paperstui.index.models import Paper, Venue
from paperstui.index.requests import Query, SearchRequest, Sort

if TYPE_CHECKING:
    from collections.abc import Iterator


class Shelf:
    """A library in memory with one list that can change."""

    def __init__(self) -> None:
        self.connection = connect(None).connection
        self.library = Library(self.connection)

    def put(self, *papers: Paper) -> None:
        with change(self.connection) as begun:
            begun.put_source("test:", "test", "", {}, papers)

    def sorted(self, sort: Sort) -> list[int]:
        library = self.library
        return list(library.sorted([*library.refused, *library.order], sort))


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    made = Shelf()
    yield made
    made.library.close()


@pytest.fixture(autouse=True, params=[20_000, 2])
def _pieces(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """All at once, and in pieces as a large library is sorted."""
    monkeypatch.setattr(ordering, "_PIECE", request.param)


def paper(number: int, title: str = "", **facts: Any) -> Paper:
    known: dict[str, Any] = {"venue": Venue("ICML", 2024), **facts}
    return Paper(f"test:{number}", title, **known)


TITLES = [
    "Zebras",
    "“Quoted” attention",
    r"$\alpha$-stable nets",
    "apples",
    "Éclairs of the mind",
    "Apples again",
    r"\emph{Frogs} in {P}onds",
    "Łukasiewicz logic",
    "[RETRACTED] bounds",
    "3D scenes",
    "?!",
    "Über nets",
    "深度学习",
    "Attention -- once more",
    "Attention is all",
]
IN_ORDER = [
    "?!",
    "3D scenes",
    "apples",
    "Apples again",
    "Attention is all",
    "Attention -- once more",
    "Éclairs of the mind",
    r"\emph{Frogs} in {P}onds",
    "Łukasiewicz logic",
    "“Quoted” attention",
    "[RETRACTED] bounds",
    "Über nets",
    "Zebras",
    r"$\alpha$-stable nets",
    "深度学习",
]


def test_titles_are_sorted_as_they_are_read(shelf: Shelf) -> None:
    shelf.put(*[paper(n, title) for n, title in enumerate(TITLES)])
    shelf.library.reload()
    rows = shelf.sorted(Sort.TITLE)
    assert [shelf.library.papers[row].title for row in rows] == IN_ORDER


FACTS = (
    paper(0, "B", venue=Venue("ICML", 2023), citations=0),
    paper(1, "C", venue=Venue("Workshop")),
    paper(2, "A", venue=Venue("ICML", 2024), citations=12, status="Reject"),
    paper(3, "b", venue=Venue("ICML", 2024), citations=12),
    paper(4, "", venue=Venue("ICML", 2023)),
)
ORDERS = [
    (Sort.RELEVANCE, [2, 0, 1, 3, 4]),
    # Refused papers stand at the end of the list.
    (Sort.LIST, [0, 1, 3, 4, 2]),
    (Sort.YEAR, [3, 2, 0, 4, 1]),
    (Sort.TITLE, [4, 2, 0, 3, 1]),
    # Without a citation, and not known to have any.
    (Sort.CITATIONS, [3, 2, 0, 1, 4]),
    (Sort.ADDED, [4, 3, 2, 1, 0]),
    # What is bookmarked is not known here.
    (Sort.BOOKMARKED, [0, 1, 3, 4, 2]),
]


@pytest.mark.parametrize(("sort", "rows"), ORDERS)
def test_each_order(shelf: Shelf, sort: Sort, rows: list[int]) -> None:
    shelf.put(*FACTS)
    shelf.library.reload()
    assert shelf.sorted(sort) == rows


@pytest.mark.parametrize("sort", [sort for sort, _ in ORDERS[1:]])
def test_rows_that_are_not_known_come_last(shelf: Shelf, sort: Sort) -> None:
    shelf.put(*FACTS)
    shelf.library.reload()
    known = shelf.sorted(sort)
    assert list(shelf.library.sorted([99, *reversed(known), 77], sort)) == [
        *known,
        99,
        77,
    ]
    # One that is gone while others with higher rows are here.
    shelf.put(*FACTS[1:])
    shelf.library.reload()
    later = shelf.sorted(sort)
    assert later == [row for row in known if row]
    assert list(shelf.library.sorted([0, *later], sort)) == [*later, 0]


@pytest.mark.parametrize("sort", Sort)
def test_a_library_without_papers_can_be_sorted(shelf: Shelf, sort: Sort) -> None:
    assert list(shelf.library.sorted([], sort)) == []
    assert list(shelf.library.sorted([3, 2], sort)) == [3, 2]


def test_an_order_follows_the_library(shelf: Shelf) -> None:
    shelf.put(paper(0, "A"), paper(1, "B"))
    shelf.library.reload()
    assert shelf.sorted(Sort.TITLE) == [0, 1]
    shelf.put(paper(0, "Z"), paper(1, "B"), paper(2, "C"))
    # Another instance changed it: what is known stays as it was until it is reloaded.
    assert list(shelf.library.sorted([2, 0, 1], Sort.TITLE)) == [0, 1, 2]
    assert shelf.library.reload()
    assert shelf.sorted(Sort.TITLE) == [1, 2, 0]


def test_an_order_is_known_until_the_library_changes(shelf: Shelf) -> None:
    shelf.put(*FACTS)
    shelf.library.reload()
    assert shelf.library.knows_order(Sort.LIST)
    assert not shelf.library.knows_order(Sort.TITLE)
    shelf.sorted(Sort.TITLE)
    assert shelf.library.knows_order(Sort.TITLE)
    assert not shelf.library.knows_order(Sort.YEAR)
    shelf.put(*FACTS[1:])
    shelf.library.reload()
    assert not shelf.library.knows_order(Sort.TITLE)


REQUESTS = [
    (SearchRequest(), Sort.LIST, [0, 1, 3, 4]),
    (SearchRequest(sort=Sort.RELEVANCE), Sort.LIST, [0, 1, 3, 4]),
    (SearchRequest(sort=Sort.ADDED), Sort.ADDED, [4, 3, 1, 0]),
    (SearchRequest(sort=Sort.TITLE, refused=True), Sort.TITLE, [4, 2, 0, 3, 1]),
    (
        SearchRequest(sort=Sort.YEAR, venues=frozenset({Venue("ICML", 2023)})),
        Sort.YEAR,
        [0, 4],
    ),
]


@pytest.mark.parametrize(("request_", "sort", "rows"), REQUESTS)
def test_everything_is_sorted_as_wanted(
    shelf: Shelf, request_: SearchRequest, sort: Sort, rows: list[int]
) -> None:
    shelf.put(*FACTS)
    shelf.library.reload()
    page = shelf.library.everything(request_, Query("", None))
    assert (list(page.rows), page.sort) == (rows, sort)


def test_the_text_says_the_order_before_the_request(shelf: Shelf) -> None:
    shelf.put(*FACTS)
    shelf.library.reload()
    asked = SearchRequest("sort:added", sort=Sort.TITLE)
    page = shelf.library.everything(asked, Query("", None, sort=Sort.ADDED))
    assert (list(page.rows), page.sort) == ([4, 3, 1, 0], Sort.ADDED)


@pytest.mark.parametrize("piece", [2, 20_000])
def test_the_first_of_some_rows(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordering, "_PIECE", piece)
    rows = array("q", [4, 2, 0, 3, 1])
    assert list(ordering.first_of(rows, (3, 9, 4))) == [3, 4, 2, 0, 1]
    assert list(ordering.first_of(rows, ())) == list(rows)
    assert list(ordering.first_of([], (1,))) == []
