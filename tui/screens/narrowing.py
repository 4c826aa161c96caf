"""Narrowing and ordering what is listed: facets, orders, refused papers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from paperstui.index.models import Sort
from paperstui.tui.formatting import plural
from paperstui.tui.screens.searching import SearchingScreen

if TYPE_CHECKING:
    from paperstui.index.models import SearchRequest
    from paperstui.tui.screens.facets_dialog import FacetsDialog

_BUILDING = "The index is being built; more follows."


class NarrowingScreen(SearchingScreen):
    """A screen whose list has an order and facets."""

    _refused = False
    """Whether papers that their venues refused are listed, too."""
    _sort: Sort | None = None
    """The order that was chosen, for queries and for the whole list."""
    _facets: FacetsDialog | None = None
    """The dialog, while it is open."""

    @property
    def typed(self) -> str:
        """The query as typed."""
        raise NotImplementedError

    def put_query(self, text: str) -> None:
        """Ask another query, as if it had been typed."""
        raise NotImplementedError

    def recount(self, *, personal: bool = False) -> None:
        """Other papers are listed: count what depends on that."""
        raise NotImplementedError

    @property
    def order(self) -> Sort | None:
        """The order that was chosen."""
        return self._sort

    @property
    def shows_refused(self) -> bool:
        """Whether papers that their venues refused are listed, too."""
        return self._refused

    def take_up(self, order: Sort | None, *, refused: bool) -> None:
        """Choose what was chosen before, without asking anything."""
        self._sort, self._refused = order, refused

    def marked(self) -> SearchRequest:
        """A request with what the person marked and chose to see."""
        return replace(super().marked(), refused=self._refused)

    def ordered(self) -> SearchRequest:
        """The same in the order chosen, with facets where they are shown."""
        facets = self._facets is not None
        return replace(self.marked(), sort=self._sort, facets=facets)

    def action_refused(self) -> None:
        """Show or hide papers that their venues refused."""
        self._refused = not self._refused
        count = plural(len(self.services.library.refused), "refused paper")
        self.tell(f"{count} {'shown' if self._refused else 'hidden'}")
        self.ask()
        self.recount()

    def action_sort(self) -> None:
        """Choose an order, which holds until another is chosen."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.headline import ORDERS
        from paperstui.tui.screens.sort_menu import SortMenu

        asked = self.page.query.sort

        def sort(chosen: str | None) -> None:
            if chosen is None:
                return
            self._sort = Sort(chosen)
            told = f"Sorted: {ORDERS[self._sort]}"
            if asked:
                told = f"{told}, once the query says no sort:{asked} any more"
            self.tell(told)
            self.ask()

        self.app.push_screen(SortMenu(self.page.sort, asked), sort)

    def action_facets(self) -> None:
        """Narrow the query by the values of its facets."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.facets_dialog import FacetsDialog

        def closed(_: None) -> None:
            self._facets = None

        self._facets = FacetsDialog(self._toggle_facet)
        if self.search is None:
            self._facets.show((), _BUILDING)
        self.app.push_screen(self._facets, closed)
        self.ask()

    def ask_facets(self) -> None:
        """Count anew where the dialog is open."""
        if self._facets is not None:
            self.ask()

    def show_facets(self) -> None:
        """Show the counts of what is listed now, where the dialog is open."""
        if self._facets is not None:
            self._facets.show(self.groups, "" if self.search else _BUILDING)

    def _toggle_facet(self, group: str, value: str) -> None:
        from paperstui.index.query_text import toggled

        self.put_query(toggled(self.typed, group, value))
