"""Conferences by years: how many papers, and what of them was seen and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.style import Style

from paperstui.index.coverage import Coverage
from paperstui.tui.formatting import READ
from paperstui.tui.headline import percent
from paperstui.tui.key import Context
from paperstui.tui.keys import bindings
from paperstui.tui.widgets.lines import LineList

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.binding import BindingType
    from textual.events import Click

    from paperstui.index.coverage import Cell

KEPT = "+"
"""Stands before the share of papers that are kept."""
_ALL = "all"
_UNKNOWN = "no year"
_GAP = 1
"""Cells between two columns."""


class Matrix(LineList):
    """Two lines a conference; the cursor has a column, too.

    The first column is all years together. Those that do not fit come when the cursor
    goes there.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"matrix--shares"}
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(Context.TABLE),
        *bindings(Context.COVERAGE),
    ]

    column: reactive[int] = reactive(0, init=False, repaint=False)
    """The column under the cursor, from 0."""

    def __init__(self, *, id: str) -> None:  # noqa: A002  (Textual's name for it)
        super().__init__(id=id)
        self._coverage = Coverage((), (), {})
        self._first = 1
        """The first year's column that is shown; the one of all years always is."""
        self._cell_width = 1
        self._shares = False
        """Whether anything was seen or kept."""
        self.reshaped: Callable[[], object] | None = None
        """Called when the columns stand elsewhere."""

    @property
    def count(self) -> int:
        """How many conferences there are."""
        return len(self._coverage.names)

    @property
    def row_height(self) -> int:
        """Numbers, and below them the shares, where there are any."""
        return 2 if self._shares else 1

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return len(self._coverage.years) + 1

    @property
    def target(self) -> tuple[str, int | None, Cell | None]:
        """Conference, year (None for all) and papers under the cursor.

        There are no papers where the conference has none of that year. There must be a
        conference.
        """
        name = self._coverage.names[self.cursor]
        year = self._coverage.years[self.column - 1] if self.column else None
        return name, year, self._cell(name, self.column)

    def show(self, coverage: Coverage) -> None:
        """Show other counts, the cursor on the conference and year where it was."""
        before = self.target[:2] if self.count else ("", None)
        self._coverage = coverage
        texts = [_texts(cell) for cell in coverage.cells.values()]
        texts += [_texts(coverage.whole(name)) for name in coverage.names]
        self._shares = any(below for _, below in texts)
        labels = [_UNKNOWN if None in coverage.years else "2000"]
        cells = (
            cell_len(text) for text in [*labels, *(t for pair in texts for t in pair)]
        )
        self._cell_width = max(cells) + _GAP + 1
        name, year = before
        row = coverage.names.index(name) if name in coverage.names else 0
        with self.prevent(LineList.Moved):
            self.column = (
                coverage.years.index(year) + 1 if year in coverage.years else 0
            )
        self.rows_changed(row)
        self._follow()

    def action_move_column(self, columns: int) -> None:
        """Move the cursor by some columns."""
        self.column += columns

    def validate_column(self, column: int) -> int:
        """Keep it inside the table."""
        return max(0, min(column, self.columns - 1))

    def watch_column(self) -> None:
        """Keep the column in sight."""
        self._follow()
        self.refresh()
        self.post_message(self.Moved(self, self.cursor))

    def on_resize(self) -> None:
        """Another number of columns fits."""
        super().on_resize()
        self._follow()

    def on_click(self, event: Click) -> None:
        """A click chooses the column, too."""
        offset = event.get_content_offset(self)
        if offset is not None and self.row_at(event) is not None:
            place = offset.x - self._name_width(self.size.width)
            shown = self._shown(self.size.width)
            if place >= 0 and place // self._cell_width < len(shown):
                self.column = shown[place // self._cell_width]
        super().on_click(event)

    def empty_lines(self) -> list[str]:
        """Why there is nothing."""
        return ["There are no papers yet: a adds some."]

    def heading(self, width: int) -> Content:
        """The years."""
        cells = (self._padded(self._year(column)) for column in self._shown(width))
        before = "‹" if self._first > 1 else " "
        more = "›" if self._shown(width)[-1] < self.columns - 1 else ""
        names = " " * (self._name_width(width) - 1)
        return Content(f"{names}{before}{''.join(cells)}{more}")

    def row_lines(self, row: int, width: int, base: Style) -> list[Content]:
        """The conference with its counts, and the shares below them."""
        name = self._coverage.names[row]
        name_width = self._name_width(width)
        label = Content(f" {name}").truncate(name_width - 1, ellipsis=True)
        first: list[Content] = [label, Content(" " * (name_width - label.cell_length))]
        second: list[Content] = [Content(" " * name_width)]
        shares = self.get_visual_style("matrix--shares", partial=True)
        # A style sheet's "reverse" is lost in partial styles of Textual.
        chosen = Style(reverse=True)
        for column in self._shown(width):
            cell = self._cell(name, column)
            here = row == self.cursor and column == self.column
            for line, text in zip((first, second), _texts(cell), strict=True):
                padded = Content(self._padded(text))
                style = chosen if here else shares
                if here or line is second:
                    padded = padded.stylize(style, _GAP)
                line.append(padded)
        lines = [Content.assemble(*first), Content.assemble(*second)]
        return lines[: self.row_height]

    def _cell(self, name: str, column: int) -> Cell | None:
        if not column:
            return self._coverage.whole(name)
        return self._coverage.cells.get((name, self._coverage.years[column - 1]))

    def _year(self, column: int) -> str:
        if not column:
            return _ALL
        year = self._coverage.years[column - 1]
        return _UNKNOWN if year is None else str(year)

    def _padded(self, text: str) -> str:
        return " " * (self._cell_width - cell_len(text)) + text

    def _name_width(self, width: int) -> int:
        longest = max(map(cell_len, self._coverage.names), default=0)
        return max(2, min(longest + 2, width - 2 * self._cell_width - 1))

    def _shown(self, width: int) -> list[int]:
        """The columns that fit: all years together, and then those from the first."""
        last = min(self.columns, self._first + self._room(width))
        return [0, *range(self._first, last)]

    def _room(self, width: int) -> int:
        """How many years fit, with a cell for the sign that there are more."""
        room = width - self._name_width(width) - self._cell_width - 1
        return max(1, room // self._cell_width)

    def _follow(self) -> None:
        """Show the column of the cursor."""
        room = self._room(self.scrollable_content_region.width)
        if self.column:
            self._first = max(self.column - room + 1, min(self._first, self.column))
        self._first = max(1, min(self._first, self.columns - room))
        self.refresh()
        if self.reshaped is not None:
            self.call_after_refresh(self.reshaped)


def _texts(cell: Cell | None) -> tuple[str, str]:
    """The number of papers, and the shares that were seen and kept, where some were."""
    if cell is None:
        return "", ""
    shares = []
    if cell.seen:
        shares.append(f"{READ}{percent(cell.seen / cell.papers)}")
    if cell.kept:
        shares.append(f"{KEPT}{percent(cell.kept / cell.papers)}")
    return f"{cell.papers:,}", " ".join(shares)
