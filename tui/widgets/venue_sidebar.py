"""The sidebar: all papers, each venue, the bookmarks, with counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.content import Content

from paperstui.tui.formatting import BOOKMARKED
from paperstui.tui.keys import Context, bindings
from paperstui.tui.widgets.lines import LineList

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.binding import BindingType
    from textual.style import Style

    from paperstui.index.models import Venue


@dataclass(frozen=True, slots=True)
class Shelf:
    """One row of the sidebar."""

    label: str
    venue: Venue | None = None
    bookmarks: bool = False
    """Whether it stands for the bookmarks."""


class VenueSidebar(LineList):
    """Chooses which papers are searched."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Context.SIDEBAR)]

    def __init__(self, venues: Sequence[Venue]) -> None:
        super().__init__(id="sidebar")
        self.shelves = (
            Shelf("All"),
            *(Shelf(venue.label, venue) for venue in venues),
            Shelf("Bookmarks", bookmarks=True),
        )
        """The rows: all, the venues, the bookmarks."""
        self._counts = [0] * len(self.shelves)

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self.shelves)

    @property
    def chosen(self) -> Shelf:
        """The row under the cursor."""
        return self.shelves[self.cursor]

    def show_counts(self, counts: dict[Venue, int], bookmarked: int) -> None:
        """Show how many papers of each row match the query."""
        self._counts = [
            bookmarked
            if shelf.bookmarks
            else sum(counts.values())
            if shelf.venue is None
            else counts.get(shelf.venue, 0)
            for shelf in self.shelves
        ]
        self.refresh()

    def choose_bookmarks(self) -> None:
        """Put the cursor on the bookmarks, or back on all papers."""
        self.cursor = 0 if self.chosen.bookmarks else self.count - 1

    def row_lines(self, row: int, width: int, base: Style) -> list[Content]:
        """The label, cut to fit, and the count at the right."""
        shelf, count = self.shelves[row], f"{self._counts[row]:,}"
        pointer = "▌" if row == self.cursor else " "
        mark = f"{BOOKMARKED} " if shelf.bookmarks else "  "
        room = max(1, width - len(count) - cell_len(mark) - 3)
        label = Content(shelf.label).truncate(room, ellipsis=True)
        gap = " " * max(1, width - 2 - cell_len(mark) - label.cell_length - len(count))
        muted = self.get_visual_style("line--muted", partial=True)
        line = Content.assemble(pointer, mark, label, gap, (count, muted))
        # A venue without a match fades.
        return [line if self._counts[row] else line.stylize(muted, len(pointer))]
