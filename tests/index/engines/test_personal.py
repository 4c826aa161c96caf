"""What the person wrote and decided, searched on every engine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from paperstui.index.engines.tantivy import TantivyEngine
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.models import Paper, Venue, Verdict
from paperstui.index.notes import Notes
from paperstui.index.requests import Marks, SearchRequest, Sort
from tests.conftest import search_over

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.requests import ResultPage
    from paperstui.index.search import Search

_TITLES = ("Frogs", "Green frogs", "Toads", "Newts of lakes", "Lakes", "Toads of lakes")
PAPERS = tuple(
    Paper(f"test:{row}", title, Venue("ICML", 2020 + row % 2))
    for row, title in enumerate(_TITLES)
)
MARKS = Marks(
    bookmarked=frozenset({2, 3, 4}),
    noted=frozenset({2, 3, 4}),
    latest=(3, 2, 4),
    decided={Verdict.KEEP: frozenset({0, 1}), Verdict.SKIP: frozenset({4})},
    notes=Notes({2: "Compare with frogs\nof France", 3: "zebra", 4: "frogs here"}),
)


@pytest.fixture(
    params=[WhooshEngine, TantivyEngine], ids=lambda e: e.name, scope="module"
)
def search(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Search]:
    """A search over the corpus."""
    folder = tmp_path_factory.mktemp("index")
    with search_over(PAPERS, request.param(), folder) as search:
        yield search


def ask(search: Search, text: str, within: str = "") -> ResultPage:
    return search.find(SearchRequest(text, within, marks=MARKS, facets=True))


FOUND = [
    # Those that hold a word themselves come first.
    ("frogs ", [0, 1, 2, 4]),
    ("frogs -green ", [0, 2, 4]),
    ("-frogs ", [3, 5]),
    ("-zebra ", [0, 1, 2, 4, 5]),
    ("zeb", [3]),
    # One word in the title, the other in the note.
    ("toads france", [2]),
    ("toads -france ", [5]),
    ("lakes frogs ", [4]),
    ("newts OR france", [3, 2]),
    ('"frogs of france"', [2]),
    ("title:frogs ", [0, 1]),
    ("note:frogs ", [2, 4]),
    ("note:frog", [2, 4]),
    ("note:frogs toads ", [2]),
    ("-note:frogs lakes ", [3, 5]),
    ("note:(zebra OR here)", [3, 4]),
    ('note:"frogs of"', [2]),
    ('note:"of frogs"', []),
    ("note:frogs year:2020", [2, 4]),
    ("has:note -note:frogs ", [3]),
    ("is:kept", [0, 1]),
    ("is:maybe", []),
    ("is:skipped", [4]),
    ("is:undecided", [2, 3, 5]),
    ("-is:undecided", [0, 1, 4]),
    ("frogs is:undecided", [2]),
    ("is:(kept OR skipped) frogs ", [0, 1, 4]),
]


@pytest.mark.parametrize(("text", "rows"), FOUND)
def test_what_is_found(search: Search, text: str, rows: list[int]) -> None:
    page = ask(search, text)
    assert (sorted(page.rows), page.partial) == (sorted(rows), False)
    if " OR " not in text:
        assert list(page.rows) == rows
    assert page.matching == len(rows)
    assert page.bookmarked == len(MARKS.bookmarked & set(rows))


def test_notes_count_in_partial_matches_but_a_note_asked_for_holds(
    search: Search,
) -> None:
    page = ask(search, "zebra france ")
    assert (sorted(page.rows), page.partial) == ([2, 3], True)
    page = ask(search, "zebra france note:zebra ")
    assert (list(page.rows), page.partial) == ([3], True)
    page = ask(search, "zebra france -here ", within="note:frogs ")
    assert (list(page.rows), page.partial) == ([2], True)


def test_a_word_of_a_note_is_no_slip(search: Search) -> None:
    # Put right, zebra would be another word, and the two would find nothing.
    assert ask(search, "newts zebra toats ").suggestion == ""
    assert ask(search, "zebra newst ").suggestion == "zebra newts "


def test_nothing_is_found_in_notes_of_others(search: Search) -> None:
    marks = Marks()
    assert list(search.find(SearchRequest("note:frogs", marks=marks)).rows) == []
    assert list(search.find(SearchRequest("zebra", marks=marks)).rows) == []
    undecided = search.find(SearchRequest("is:undecided", marks=marks))
    assert list(undecided.rows) == [0, 1, 2, 3, 4, 5]


SORTED = [
    ("sort:bookmarked", [3, 2, 4, 0, 1, 5]),
    ("lakes OR toads sort:bookmarked", [3, 2, 4, 5]),
    # Partial matches stay behind the rest.
    ("green frogs toads sort:bookmarked ", [2, 4, 0, 1, 5]),
]


@pytest.mark.parametrize(("text", "rows"), SORTED)
def test_the_last_bookmarked_first(search: Search, text: str, rows: list[int]) -> None:
    page = ask(search, text)
    assert (list(page.rows), page.sort) == (rows, Sort.BOOKMARKED)


def test_only_some_papers(search: Search) -> None:
    request = SearchRequest("frogs ", marks=MARKS, among=frozenset({1, 4, 5}))
    page = search.find(replace(request, facets=True))
    assert list(page.rows) == [1, 4]
    # Counts are of all papers that match, as those of other venues are.
    assert (page.matching, page.bookmarked) == (4, 2)
    assert list(search.find(replace(request, bookmarked_only=True)).rows) == [4]
    assert list(search.find(replace(request, among=frozenset())).rows) == []
