"""The sidebar, and what of the papers is chosen by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import getters, on

from paperstui.tui.screens.choosing import ChoosingScreen
from paperstui.tui.widgets.lines import LineList
from paperstui.tui.widgets.venue_sidebar import VenueSidebar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paperstui.tui.shelves import Shelf


class ShelvingScreen(ChoosingScreen):
    """A screen with venues, saved searches and bookmarks at its side."""

    sidebar = getters.query_one("#sidebar", VenueSidebar)

    @property
    def shelf(self) -> Shelf:
        """The row of the sidebar that is chosen."""
        return self.sidebar.chosen

    @on(LineList.Moved, "#sidebar")
    def _shelf_chosen(self) -> None:
        self.ask()

    def show_searches(self) -> None:
        """Show the names of the saved searches."""
        self.sidebar.show_searches(self.searches)

    def show_found(self, found: Mapping[str, int], faulty: Mapping[str, str]) -> None:
        """Show how many papers they find, and which cannot be used whole."""
        self.sidebar.show_found(found, faulty)

    def show_venues(self) -> None:
        """Show the venues that the library has now."""
        self.sidebar.show_venues(self.services.library.venues())
