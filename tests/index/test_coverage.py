"""What of each venue was seen and kept, and the counts of single venues."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paperstui.index.coverage import Cell, coverage
from paperstui.index.editions import Editions
from paperstui.index.models import Venue, Verdict
from paperstui.index.requests import Marks
from tests.conftest import PAPERS, paper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from paperstui.index.library import Library
    from paperstui.index.models import Paper

    Make = Callable[[Iterable[Paper]], Library]

MARKS = Marks(
    seen=frozenset({0, 1, 3}),
    decided={Verdict.KEEP: frozenset({1, 2}), Verdict.SKIP: frozenset({4})},
)


def test_cells_count_papers_of_a_conference_and_year(library: Library) -> None:
    got = coverage(library, MARKS, refused=False)
    assert got.names == ("ACL", "ICML")
    assert got.years == (2024, 2023)
    assert got.cells == {
        ("ACL", 2024): Cell(1, 0, 1),
        ("ICML", 2024): Cell(2, 2, 1),
        ("ICML", 2023): Cell(2, 1, 0),
    }
    assert got.whole("ICML") == Cell(4, 3, 1)
    assert got.whole("ACL") == Cell(1, 0, 1)


def test_refused_papers_count_where_they_are_listed(make_library: Make) -> None:
    library = make_library(
        [*PAPERS, paper(5, "Six", venue=Venue("UAI", 2022), status="Reject")]
    )
    marks = Marks(seen=frozenset({5}))
    assert ("UAI", 2022) not in coverage(library, marks, refused=False).cells
    got = coverage(library, marks, refused=True)
    assert got.cells["UAI", 2022] == Cell(1, 1, 0)
    assert library.venue_counts([5], refused=False) == {}


def test_papers_without_a_year_come_last(make_library: Make) -> None:
    library = make_library([*PAPERS, paper(5, "Six", venue=Venue("arXiv"))])
    got = coverage(library, Marks(), refused=False)
    assert got.years == (2024, 2023, None)
    assert got.cells["arXiv", None] == Cell(1)


def test_an_empty_library_has_no_cells(make_library: Make) -> None:
    got = coverage(make_library([]), Marks(), refused=False)
    assert (got.names, got.years, got.cells) == ((), (), {})


def test_rows_are_counted_by_venue_in_pieces(make_library: Make) -> None:
    many = [
        paper(n, f"Paper {n}", venue=Venue("V", 2000 + n % 2)) for n in range(1_300)
    ]
    library = make_library(many)
    numbers = {count.venue: count.number for count in library.counts}
    counts = library.venue_counts([*range(0, 1_300, 2), 5_000], refused=False)
    assert counts == {numbers[Venue("V", 2000)]: 650}
    even = list(library.of_venue(numbers[Venue("V", 2000)], refused=False))
    assert [each.id for each in even] == [f"test:{n}" for n in range(0, 1_300, 2)]


def test_an_edition_is_counted_once(library: Library) -> None:
    editions = Editions(library)
    told: list[int] = []
    icml = next(c for c in library.counts if c.venue == Venue("ICML", 2024))
    first = editions.of(icml, told.append, refused=False)
    assert told == [0, 1]
    assert first.terms.papers == 2
    assert first.authors["langwen huang"] == ("Langwen Huang", 1)
    assert editions.of(icml, told.append, refused=False) is first
    assert told == [0, 1]
    assert editions.of(icml, told.append, refused=True) is not first


def test_whoever_waits_for_an_edition_can_leave(library: Library) -> None:
    editions = Editions(library)

    def leave(_: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        editions.of(library.counts[0], leave, refused=False)
    assert editions.of(library.counts[0], lambda _: None, refused=False).authors
