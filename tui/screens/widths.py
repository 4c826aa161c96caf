"""How wide the panes are, by the person's wish and as far as the window allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paperstui.tui.screens.panes import PaneScreen

SIDEBAR = 24
"""Cells of the sidebar by itself, as in the style sheet."""
STEP = 2
"""Cells that a pane becomes wider or narrower at a time."""
_LEAST_SIDEBAR, _MOST_SIDEBAR = 16, 60
_LEAST = 32
"""Cells that list and reader need to be of use."""


class PaneWidths:
    """Makes panes of a screen wider and narrower; hidden ones take no part."""

    def __init__(self, screen: PaneScreen) -> None:
        self._screen = screen
        self.sidebar = 0
        """Cells of the sidebar; 0 for as many as it has by itself."""
        self.share = 0.0
        """Of the room that list and reader have, the list's; 0 for half of it."""

    def take_up(self, sidebar: int, share: float) -> None:
        """Make the panes as wide as they were."""
        self.sidebar, self.share = sidebar, share
        self.fit()

    def widen(self, steps: int) -> str:
        """Make the focused pane some steps wider, narrower where these are negative.

        Gives what to tell.
        """
        screen = self._screen
        if screen.has_class("-one-pane"):
            return "There is one pane here: nothing to resize."
        before = self._cells()
        if screen.pane == "sidebar":
            self.sidebar = before["sidebar"] + steps * STEP
        elif not before["reader"]:
            self.sidebar = before["sidebar"] - steps * STEP
        else:
            room = before["results"] + before["reader"]
            wanted = before[screen.pane] + steps * STEP
            cells = wanted if screen.pane == "results" else room - wanted
            self.share = cells / room
        after = self._cells()
        # What the window does not allow is not wished for any longer.
        if self.sidebar:
            self.sidebar = after["sidebar"] or self.sidebar
        if after["reader"]:
            room = after["results"] + after["reader"]
            self.share = after["results"] / room if self.share else 0.0
        self.fit()
        width = after[screen.pane]
        if width == before[screen.pane]:
            return f"This pane cannot be {'wider' if steps > 0 else 'narrower'} here."
        return f"This pane: {width} columns"

    def fit(self) -> None:
        """Make the panes as wide as they are wished to be, where there is room."""
        screen = self._screen
        papers, reader = screen.query_one("#papers"), screen.query_one("#reader")
        sidebar, cells = screen.query_one("#sidebar"), self._cells()
        narrow = screen.has_class("-one-pane")
        wished = bool(self.sidebar and cells["sidebar"]) and not narrow
        sidebar.styles.width = cells["sidebar"] if wished else None
        shared = bool(self.share and cells["reader"]) and not narrow
        papers.styles.width = f"{cells['results']}fr" if shared else None
        reader.styles.width = f"{cells['reader']}fr" if shared else None

    def _cells(self) -> dict[str, int]:
        """How many cells each pane gets; 0 where it is hidden."""
        screen = self._screen
        room = screen.app.size.width
        two, at_sidebar = screen.has_class("-two-panes"), screen.pane == "sidebar"
        sidebar = 0
        if not two or at_sidebar:
            others = _LEAST if two else 2 * _LEAST
            most = min(_MOST_SIDEBAR, room - others)
            sidebar = max(_LEAST_SIDEBAR, min(self.sidebar or SIDEBAR, most))
        room -= sidebar
        if two and at_sidebar:
            return {"sidebar": sidebar, "results": room, "reader": 0}
        results = round(room * (self.share or 0.5))
        results = max(_LEAST, min(results, room - _LEAST))
        return {"sidebar": sidebar, "results": results, "reader": room - results}
