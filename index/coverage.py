"""How much of a library was seen and kept: conferences by years."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperstui.index.models import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paperstui.index.library import Library
    from paperstui.index.requests import Marks


@dataclass(frozen=True, slots=True)
class Cell:
    """The papers of one conference and year, or of all its years."""

    papers: int = 0
    seen: int = 0
    """Those whose abstracts were read."""
    kept: int = 0
    """Those that the person decided to keep."""

    def __add__(self, other: Cell) -> Cell:
        """Both together."""
        return Cell(
            self.papers + other.papers,
            self.seen + other.seen,
            self.kept + other.kept,
        )


@dataclass(frozen=True, slots=True)
class Coverage:
    """A cell for each conference and year that there is."""

    names: tuple[str, ...]
    """The conferences, by name."""
    years: tuple[int | None, ...]
    """Newest first; None for papers whose year is not known comes last."""
    cells: Mapping[tuple[str, int | None], Cell]
    """By conference and year."""

    def whole(self, name: str) -> Cell:
        """All years of a conference together."""
        mine = (self.cells.get((name, year)) for year in self.years)
        return sum(filter(None, mine), Cell())


def coverage(library: Library, marks: Marks, *, refused: bool) -> Coverage:
    """Count what the library has of each venue and what of it is marked."""
    seen = library.venue_counts(marks.seen, refused=refused)
    kept_rows = marks.decided.get(Verdict.KEEP, frozenset())
    kept = library.venue_counts(kept_rows, refused=refused)
    cells = {}
    for count in library.counts:
        papers = count.papers + count.hidden * refused
        if papers:
            number, venue = count.number, count.venue
            cell = Cell(papers, seen.get(number, 0), kept.get(number, 0))
            cells[venue.name, venue.year] = cell
    years = sorted({year for _, year in cells}, key=lambda year: -(year or 0))
    return Coverage(
        tuple(dict.fromkeys(name for name, _ in cells)), tuple(years), cells
    )
