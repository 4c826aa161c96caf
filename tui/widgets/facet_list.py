"""The values of all facets, with a bar for each count."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual.binding import Binding, BindingType
from textual.content import Content

from paperstui.tui.formatting import READ
from paperstui.tui.headline import bar
from paperstui.tui.widgets.grouped import GroupedList

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.style import Style

    from paperstui.index.facets import FacetGroup, FacetValue

_HEADS = {"year": "Year", "status": "Status", "venue": "Venue", "has": "Has"}


class _Row(NamedTuple):
    group: FacetGroup | None
    """None for the line between two groups."""
    value: FacetValue | None
    """None for the head of the group."""


class FacetList(GroupedList):
    """Groups below each other; the cursor stands on values only."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"facet--head", "facet--bar"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "move(1)", show=False),
        Binding("k,up", "move(-1)", show=False),
        Binding("g,home", "move_to(0)", show=False),
        Binding("G,end", "move_to(-1)", show=False),
        Binding("pagedown,ctrl+d", "move_pages(0.5)", show=False),
        Binding("pageup,ctrl+u", "move_pages(-0.5)", show=False),
        Binding("tab,l,right", "group(1)", show=False),
        Binding("shift+tab,h,left", "group(-1)", show=False),
        Binding("enter,space", "enter", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="facets")
        self._rows: list[_Row] = []
        self._empty: list[str] = []
        self._label_width = 0
        """Cells of the longest value: the bars of all groups begin at one place."""
        self._count_width = 0

    @property
    def count(self) -> int:
        """How many rows there are, heads and gaps included."""
        return len(self._rows)

    @property
    def chosen(self) -> tuple[str, str] | None:
        """Group and value under the cursor."""
        if not self._rows:
            return None
        group, value = self._rows[self.cursor]
        return (group.name, value.value) if group and value else None

    def show(self, groups: Sequence[FacetGroup], empty: str) -> None:
        """Show other counts, with the cursor on its value or else in its group.

        `empty` is said where there are no groups.
        """
        before, place = self.chosen, self.cursor
        self._rows, self._empty = [], [empty]
        for group in groups:
            if self._rows:
                self._rows.append(_Row(None, None))
            self._rows.append(_Row(group, None))
            self._rows += [_Row(group, value) for value in group.values]
        values = [value for group in groups for value in group.values]
        self._label_width = max((cell_len(each.value) for each in values), default=0)
        self._count_width = max((len(f"{each.count:,}") for each in values), default=0)
        self.rows_changed(self._place(before, place))

    def _place(self, before: tuple[str, str] | None, place: int) -> int:
        mine = []
        for row, (group, value) in enumerate(self._rows):
            if before and group and value and group.name == before[0]:
                if value.value == before[1]:
                    return row
                mine.append(row)
        return min(mine, key=lambda row: abs(row - place), default=1)

    def is_value(self, row: int) -> bool:
        """Whether it is neither a head nor a gap."""
        return self._rows[row].value is not None

    def is_head(self, row: int) -> bool:
        """Whether it names a group."""
        group, value = self._rows[row]
        return group is not None and value is None

    def empty_lines(self) -> list[str]:
        """Why there is nothing to choose."""
        return self._empty

    def row_lines(self, row: int, width: int, base: Style) -> list[Content]:
        """A head; or pointer, mark, value, bar and count."""
        group, value = self._rows[row]
        if group is None:
            return [Content("")]
        if value is None:
            return [Content(_HEADS[group.name]).stylize(self._style("facet--head"))]
        most = max(each.count for each in group.values)
        counts = self._count_width
        label_width = max(4, min(self._label_width, width // 2, width - counts - 13))
        bar_width = max(0, width - 3 - label_width - counts - 2)
        label = Content(value.value).truncate(label_width, ellipsis=True)
        return [
            Content.assemble(
                "▌" if row == self.cursor else " ",
                f"{READ} " if value.chosen else "  ",
                label,
                " " * (label_width - label.cell_length + 1),
                (
                    set_cell_size(
                        bar(value.count / max(1, most), bar_width), bar_width
                    ),
                    self._style("facet--bar"),
                ),
                (f" {value.count:>{counts},}", self._style("line--muted")),
            )
        ]

    def _style(self, name: str) -> Style:
        return self.get_visual_style(name, partial=True)
