"""A list of labels with bars and numbers, in groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from paperstui.tui.headline import bar
from paperstui.tui.key import Context
from paperstui.tui.keys import bindings
from paperstui.tui.widgets.grouped import GroupedList

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.binding import BindingType
    from textual.style import Style

_LEAST_BAR = 4
"""Cells below which a bar says nothing and is left out."""
_MOST_BAR = 60
_LEAST_LABEL = 12


@dataclass(frozen=True, slots=True)
class TableRow:
    """A line of a table; the head of a group where it stands for nothing."""

    label: str
    numbers: tuple[str, ...] = ()
    bar: float = 0.0
    """Its length, from 0 to 1."""
    target: object = None
    """What it stands for; None for a head."""


class Table(GroupedList):
    """Shows rows; whoever shows them knows what they stand for."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"table--head", "table--bar"}
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Context.TABLE)]

    def __init__(self, *, id: str) -> None:  # noqa: A002  (Textual's name for it)
        super().__init__(id=id)
        self._rows: Sequence[TableRow] = ()
        self._columns: tuple[str, ...] = ()
        self._empty: list[str] = []
        self._widths: list[int] = []
        """Cells of the numbers, by column."""
        self._longest = 0
        """Cells of the longest label."""
        self._bars = False
        """Whether any row has a bar."""
        self.reshaped: Callable[[], object] | None = None
        """Called when the columns may stand elsewhere."""

    @property
    def count(self) -> int:
        """How many rows there are, heads included."""
        return len(self._rows)

    @property
    def target(self) -> object:
        """What the row under the cursor stands for; None where there is none."""
        return self._rows[self.cursor].target if self._rows else None

    def is_value(self, row: int) -> bool:
        """Whether it stands for something."""
        return self._rows[row].target is not None

    def is_head(self, row: int) -> bool:
        """Whether it is the head of a group."""
        return self._rows[row].target is None

    def show(
        self,
        rows: Sequence[TableRow],
        columns: tuple[str, ...] = (),
        *,
        empty: Sequence[str] = (),
        cursor: int = 0,
    ) -> None:
        """Show rows with the names of the columns of numbers; `empty` without any."""
        self._rows, self._columns, self._empty = rows, columns, list(empty)
        values = [row for row in rows if row.target is not None]
        self._longest = max((cell_len(row.label) for row in values), default=0)
        self._bars = any(row.bar for row in values)
        numbers = [*(row.numbers for row in values), columns]
        width = max(map(len, numbers))
        self._widths = [
            max(cell_len(each[column]) for each in numbers if column < len(each))
            for column in range(width)
        ]
        self.rows_changed(cursor, 0 if not cursor else None)
        self._tell_shape()

    def on_resize(self) -> None:
        """The columns stand elsewhere."""
        super().on_resize()
        self._tell_shape()

    def empty_lines(self) -> list[str]:
        """Why there is nothing."""
        return self._empty

    def heading(self, width: int) -> Content:
        """The names of the columns above their numbers."""
        label, room = self._split(width)
        return Content(f"  {' ' * label}{' ' * room}{self._numbers(self._columns)}")

    def row_lines(self, row: int, width: int, base: Style) -> list[Content]:
        """A head; or pointer, label, bar and numbers."""
        shown = self._rows[row]
        if shown.target is None:
            head = Content(f" {shown.label}").stylize(self._style("table--head"))
            return [head.truncate(width, ellipsis=True)]
        label_width, room = self._split(width)
        label = Content(shown.label).truncate(label_width, ellipsis=True)
        drawn = f" {bar(shown.bar, room - 1)}" if room else ""
        return [
            Content.assemble(
                "▌ " if row == self.cursor else "  ",
                label,
                " " * (label_width - label.cell_length),
                (set_cell_size(drawn, room), self._style("table--bar")),
                (self._numbers(shown.numbers), self._style("line--muted")),
            )
        ]

    def _numbers(self, numbers: Sequence[str]) -> str:
        cells = zip(numbers, self._widths, strict=False)
        return "".join(f"  {number:>{width}}" for number, width in cells)

    def _split(self, width: int) -> tuple[int, int]:
        """Cells of the labels and of the bars."""
        room = width - 2 - sum(self._widths) - 2 * len(self._widths)
        bars = max(_LEAST_BAR + 1, min(room // 4, 12)) if self._bars else 0
        most = max(_LEAST_LABEL, room - bars)
        label = max(1, min(self._longest, most, room))
        bars = min(room - label, _MOST_BAR) if self._bars else 0
        return label, bars if bars > _LEAST_BAR else 0

    def _tell_shape(self) -> None:
        if self.reshaped is not None:
            self.call_after_refresh(self.reshaped)

    def _style(self, name: str) -> Style:
        return self.get_visual_style(name, partial=True)
