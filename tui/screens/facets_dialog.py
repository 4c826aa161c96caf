"""The dialog that narrows a query by year, status, venue, and what papers have."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from paperstui.tui.screens.dialog import Dialog
from paperstui.tui.widgets.facet_list import FacetList
from paperstui.tui.widgets.lines import LineList

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult

    from paperstui.index.facets import FacetGroup


class FacetsDialog(Dialog[None]):
    """Stays open while values are chosen; whoever opened it shows the new counts."""

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012  (declared so by Textual)
        (0, "-narrow"),
        (120, "-wide"),
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "dismiss(None)", show=False),
    ]

    list = getters.query_one(FacetList)

    def __init__(self, choose: Callable[[str, str], None]) -> None:
        """`choose` is called with group and value."""
        super().__init__()
        self._choose = choose
        self._shown: tuple[Sequence[FacetGroup], str] | None = None
        """What to show; the counts may come before the list is there."""

    def compose(self) -> ComposeResult:
        """The values, and below them what is amiss."""
        with Vertical(classes="window") as window:
            window.border_title = "Narrow the list"
            window.border_subtitle = "enter chooses · tab next group · esc closes"
            yield FacetList()
            yield Static(id="note", markup=False)

    def on_mount(self) -> None:
        """Show what has come already."""
        if self._shown is not None:
            self.show(*self._shown)

    def show(self, groups: Sequence[FacetGroup], note: str) -> None:
        """Show the counts of another query; an empty note says nothing."""
        self._shown = groups, note
        if not self.is_running or not self.children:
            return
        self.list.show(groups, "" if note else "There are no papers to narrow.")
        line = self.query_one("#note", Static)
        line.update(note)
        line.display = bool(note)

    @on(LineList.Entered)
    def _entered(self) -> None:
        chosen = self.list.chosen
        if chosen:
            self._choose(*chosen)
