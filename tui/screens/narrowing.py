"""Narrowing and ordering what is listed: facets, orders, refused papers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from paperstui.index.models import Verdict
from paperstui.index.requests import Sort
from paperstui.tui.formatting import plural
from paperstui.tui.screens.searching import SearchingScreen

if TYPE_CHECKING:
    from paperstui.index.requests import SearchRequest
    from paperstui.tui.screens.facets_dialog import FacetsDialog

_BUILDING = "The index is being built; more follows."


class NarrowingScreen(SearchingScreen):
    """A screen whose list has an order and facets."""

    shows_refused = False
    """Whether papers that their venues refused are listed, too."""
    chosen_sort: Sort | None = None
    """The order that was chosen, for queries and for the whole list."""
    hides: frozenset[str] = frozenset()
    """What is not listed: "seen", "skipped"."""
    _hidden: tuple[object, frozenset[int]] = (None, frozenset())
    """The rows that are not listed, with what was asked when they were looked up."""
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

    def marked(self) -> SearchRequest:
        """A request with what the person marked and chose to see."""
        return replace(super().marked(), refused=self.shows_refused)

    def ordered(self) -> SearchRequest:
        """The same in the order chosen, with facets where they are shown."""
        facets = self._facets is not None
        return replace(self.marked(), sort=self.chosen_sort, facets=facets)

    @property
    def told_hidden(self) -> str:
        """What is not listed, in words."""
        return f"{' and '.join(sorted(self.hides))} hidden" if self.hides else ""

    def hidden(self, *asked: object) -> frozenset[int]:
        """The rows that are not listed, the same as long as the same is asked.

        So a paper that was just read or decided on stays in view.
        """
        if not self.hides:
            return frozenset()
        if self._hidden[0] != asked:
            marks = self.services.marked.current()
            skipped = marks.decided.get(Verdict.SKIP, frozenset())
            rows = {"seen": marks.seen, "skipped": skipped}
            some = (rows.get(what, frozenset()) for what in self.hides)
            self._hidden = asked, frozenset().union(*some)
        return self._hidden[1]

    def action_hide(self, what: str) -> None:
        """Hide papers that were seen, or skipped; or show them again."""
        self.hides ^= {what}
        self._hidden = None, frozenset()
        self.tell(
            f"{what.capitalize()} papers {'hidden' if what in self.hides else 'shown'}"
        )
        self.ask()

    def action_refused(self) -> None:
        """Show or hide papers that their venues refused."""
        self.shows_refused = not self.shows_refused
        count = plural(len(self.services.library.refused), "refused paper")
        self.tell(f"{count} {'shown' if self.shows_refused else 'hidden'}")
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
            self.chosen_sort = Sort(chosen)
            told = f"Sorted: {ORDERS[self.chosen_sort]}"
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
