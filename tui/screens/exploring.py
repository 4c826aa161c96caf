"""From the papers to what they have in common: trends, and their authors."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from textual import getters, on

from paperstui.tui import messages
from paperstui.tui.screens.choosing import ChoosingScreen
from paperstui.tui.screens.reader_actions import ReaderScreen
from paperstui.tui.shelves import ALL
from paperstui.tui.widgets.paper_text import AuthorChosen
from paperstui.tui.widgets.results_list import ResultsList
from paperstui.tui.widgets.venue_sidebar import VenueSidebar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paperstui.index.editions import Editions
    from paperstui.index.requests import ResultPage
    from paperstui.tui.screens.full import FullScreen
    from paperstui.tui.screens.pair import Looked
    from paperstui.tui.services import Services


class ExploringScreen(ChoosingScreen, ReaderScreen):
    """A screen over which trends and authors are shown, and that they lead back to."""

    sidebar = getters.query_one("#sidebar", VenueSidebar)
    results = getters.query_one("#results", ResultsList)

    def __init__(self, services: Services, searches: Mapping[str, str]) -> None:
        super().__init__(services, searches)
        self._goal: tuple[str, int] | None = None
        """A query and the row that the cursor is to go to when it is answered."""

    @cached_property
    def looked(self) -> Looked:
        """What was looked at last on the screen of trends."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.pair import Looked

        return Looked()

    @cached_property
    def editions(self) -> Editions:
        """The counts of venues that were compared."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.index.editions import Editions

        return Editions(self.services.library)

    def action_triage(self) -> None:
        """Decide on the papers listed, one by one."""
        if not self.results.count:
            self.tell("There are no papers to decide on.")
            return
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.triage_screen import TriageScreen

        text, shelf = self.page.request.text.strip(), self.shelf.name
        if self.shelf == ALL:
            shelf = "" if text else "all papers"
        self._put_over(TriageScreen(self, " · ".join(filter(None, (shelf, text)))))

    def action_trends(self) -> None:
        """Compare venues and years."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.trends_screen import TrendsScreen

        self._put_over(TrendsScreen(self))

    def action_authors(self) -> None:
        """Show the authors of the paper, or its only one at once."""
        paper = self.paper
        if paper is None or not paper.authors:
            what = "This paper names no authors." if paper else "There is no paper."
            self.tell(what)
            return
        names = list(dict.fromkeys(author.name for author in paper.authors))
        if len(names) == 1:
            self.show_author(names[0])
            return
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.authors_dialog import AuthorsDialog

        def show(name: str | None) -> None:
            if name is not None:
                self.show_author(name)

        self.app.push_screen(AuthorsDialog(self, names), show)

    @on(AuthorChosen)
    def _author_chosen(self, event: AuthorChosen) -> None:
        self.show_author(event.name)

    def show_author(self, name: str) -> None:
        """Show what there is of a name."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.author_screen import AuthorScreen

        self._put_over(AuthorScreen(self, name))

    def show_search(
        self, text: str, *, row: int | None = None, within: bool = False
    ) -> None:
        """Come back with another query, the cursor on a library row if that is given.

        `within` keeps the saved search or the bookmarks that are chosen.
        """
        while self.app.screen is not self:
            self.app.pop_screen()
        if self.shelf.venues is not None or not within:
            self.sidebar.cursor = 0
        self._goal = None if row is None else (text, row)
        self.put_query(text)
        self.to_papers()
        self.following.later()

    def page_shown(self, page: ResultPage) -> None:
        """Go to the paper for which the query was asked."""
        super().page_shown(page)
        if self._goal is not None and page.request.text == self._goal[0]:
            self.results.go_to(self._goal[1])
            self._goal = None

    def library_changed(self) -> None:
        """Papers came or went: whatever covers this screen shows that, too."""
        super().library_changed()
        self._refresh_above()

    @on(messages.IndexReady)
    def _index_is_ready(self) -> None:
        # The search is taken over after this. Not after a refresh: there is none while
        # another screen is above.
        self.call_later(self._refresh_above)

    def _refresh_above(self) -> None:
        above = [screen for screen in self.app.screen_stack if screen is not self]
        if not above:
            return  # as at the start, which needs nothing of this
        from paperstui.tui.screens.full import FullScreen

        for screen in above:
            if isinstance(screen, FullScreen):
                screen.refresh_data()

    def _put_over(self, screen: FullScreen) -> None:
        """Show a screen; an abstract that it covers is not being read."""
        self.following.rest()
        self.app.push_screen(screen, self._uncovered)

    def _uncovered(self, _: None) -> None:
        def follow() -> None:
            if self.is_current:
                self.following.later()

        self.call_after_refresh(follow)
