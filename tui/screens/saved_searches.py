"""Saved searches: kept in the config file, listed in the sidebar, counted anew."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on, work

from paperstui.index.errors import PaperstuiError
from paperstui.tui import messages, settings
from paperstui.tui.screens.narrowing import NarrowingScreen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paperstui.index.notes import Notes
    from paperstui.index.requests import SearchRequest
    from paperstui.index.search import Search
    from paperstui.tui.services import Services
    from paperstui.tui.shelves import Shelf


class SavedSearchesScreen(NarrowingScreen):
    """A screen with saved searches; each knows how many papers it finds."""

    def __init__(self, services: Services, searches: Mapping[str, str]) -> None:
        super().__init__(services)
        self.searches = searches
        """Name to query."""
        self._found: dict[str, int] = {}
        self._faulty: dict[str, str] = {}
        self._counting = False
        """Whether a worker counts; there is one at most."""
        self._notes: Notes | None = None
        """The notes when all of them were counted."""
        self._count_again: bool | None = None
        """What to count when it is done: True for personal searches only."""

    @property
    def shelf(self) -> Shelf:
        """The row of the sidebar that is chosen."""
        raise NotImplementedError

    def show_searches(self) -> None:
        """Show the names of the saved searches."""
        raise NotImplementedError

    def show_found(self, found: Mapping[str, int], faulty: Mapping[str, str]) -> None:
        """Show how many papers they find, and which cannot be used whole."""
        raise NotImplementedError

    @property
    def settled(self) -> bool:
        """Whether nothing is being counted either."""
        return super().settled and not self._counting

    def fault(self, name: str) -> str:
        """What is wrong with a saved search; empty where nothing is known."""
        return self._faulty.get(name, "")

    def action_save(self) -> None:
        """Save the query, with the saved search it narrows, under a name."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.index.query_text import combined
        from paperstui.tui.screens.save_prompt import SavePrompt

        query = combined(self.shelf.query, self.typed)
        if not query.strip():
            self.tell("There is nothing to save: type a query first.")
            return

        def save(name: str | None) -> None:
            if name is not None:
                told = f"Saved “{name}”: it is in the sidebar, above the bookmarks."
                self._keep(name, query, told)

        self.app.push_screen(SavePrompt(query, self.searches), save)

    def action_remove_search(self) -> None:
        """Forget the saved search that is chosen."""
        shelf = self.shelf
        if shelf.search:
            told = f"Removed “{shelf.search}”; ctrl+s saves it again: {shelf.query}"
            self._keep(shelf.search, None, told)
        else:
            self.tell("Only saved searches can be removed here.")

    @work(thread=True, group="searches", exit_on_error=False)
    def _keep(self, name: str, query: str | None, told: str) -> None:
        try:
            path = self.services.locations.config_file
            searches = settings.keep_search(path, name, query)
        except PaperstuiError as error:
            self.post_message(messages.Notice(str(error), warning=True))
        else:
            self.post_message(messages.SearchesKept(searches, told))

    @on(messages.SearchesKept)
    def _kept(self, event: messages.SearchesKept) -> None:
        self.searches = event.searches
        self.show_searches()
        self.tell(event.told)
        self.recount()

    def recount(self, *, personal: bool = False) -> None:
        """Count what saved searches find; `personal`: those that ask for marks.

        Calls while it counts come to one count after that.
        """
        if self.search is None or not self.searches:
            return
        if self._counting:
            self._count_again = personal and self._count_again is not False
            return
        self._counting = True
        request = self.marked()
        # Any word can be one of a note.
        personal = personal and request.marks.notes is self._notes
        self._notes = request.marks.notes
        self._count(self.search, request, dict(self.searches), personal)

    @work(thread=True, group="counts", exit_on_error=False)
    def _count(
        self,
        search: Search,
        request: SearchRequest,
        searches: Mapping[str, str],
        personal: bool,
    ) -> None:
        from paperstui.index import query, tree

        counts, faulty = {}, {}
        try:
            for name, text in searches.items():
                parsed = query.parse(text)
                if personal and not tree.is_personal(parsed.root):
                    continue
                page = search.find(replace(request, text="", within=text))
                counts[name] = len(page.rows)
                faulty[name] = "; ".join(each.reason for each in parsed.diagnostics)
        except PaperstuiError as error:
            told = f"The saved searches were not counted: {error}"
            self.post_message(messages.Notice(told, warning=True))
        finally:
            self.post_message(messages.SearchesCounted(counts, faulty))

    @on(messages.SearchesCounted)
    def _counted(self, event: messages.SearchesCounted) -> None:
        self._counting = False
        self._found |= event.counts
        self._faulty |= event.faulty
        faulty = {name: reason for name, reason in self._faulty.items() if reason}
        self.show_found(self._found, faulty)
        again, self._count_again = self._count_again, None
        if again is not None:
            self.recount(personal=again)
