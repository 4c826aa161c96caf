"""What one does in the search box, and what is said about the query in it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from textual import getters, on, work

from paperstui.tui import messages
from paperstui.tui.formatting import partial_matches, similar_papers
from paperstui.tui.key import Context
from paperstui.tui.keys import MOVES, actions
from paperstui.tui.screens.completing import CompletingScreen
from paperstui.tui.widgets.diagnostic_line import DiagnosticLine
from paperstui.tui.widgets.search_bar import SearchBar

if TYPE_CHECKING:
    from paperstui.index.history import QueryHistory, Walk
    from paperstui.index.requests import ResultPage
    from paperstui.tui.services import Services


class SearchBoxScreen(CompletingScreen):
    """A screen whose search box points at errors, remembers and corrects."""

    diagnosis = getters.query_one(DiagnosticLine)

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._walk: Walk | None = None
        """Where among the earlier queries the box is."""
        self._left_with = ""
        """The query with which the box was left, until its answer is there."""
        self._told = ""
        """What was told of the list that is shown."""

    @cached_property
    def _history(self) -> QueryHistory:
        return self.services.open_history()

    def on_mount(self) -> None:
        """Let the line below the box follow it."""
        box = self.search_bar.box
        self.watch(box, "selection", self._box_moved, init=False)
        self.watch(box, "scroll_x", self._box_moved, init=False)

    def on_resize(self) -> None:
        """The box is another width; the dropdown would stand elsewhere."""
        self.action_close_completions()
        self.call_after_refresh(self._box_moved)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """In the search box other keys move the focus than elsewhere."""
        if action in actions(Context.COMPLETIONS):
            return self.typing and self.completing
        if action == "language":
            return self.typing or not parameters
        if action == "submit" and not self.typing:
            return self.pane == "results" and bool(self.correction)
        if action in actions(Context.SEARCH) - actions(Context.ANYWHERE):
            return self.typing and not self.completing
        return not self.typing or action not in MOVES

    def action_search(self) -> None:
        """Put the cursor into the search box."""
        self._left_with = ""
        self.action_pane("results")
        self.take_focus(self.search_bar.box)

    def action_leave(self) -> None:
        """Go from the search box to the papers; the query stays."""
        self.to_papers()

    def to_papers(self) -> None:
        """Go from the search box to the papers, and remember the query."""
        self._left_with = self.search_bar.text
        self.action_pane("results")
        self._remember()

    def action_submit(self) -> None:
        """Take what was meant, where nothing was found, or go to the papers."""
        if self.correction:
            self.search_bar.box.fill(self.correction)
        else:
            self.to_papers()

    def action_earlier(self) -> None:
        """Put the query before into the box."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.index.history import Walk

        text = self.search_bar.text
        if self._walk is None or self._walk.text != text:
            self._walk = Walk(self._history.queries(), text)
            self._tell_notices()
        self.search_bar.box.fill(self._walk.step(-1))

    def action_later(self) -> None:
        """Put the query after into the box; from the newest go to the papers."""
        walk = self._walk
        if walk is None or walk.text != self.search_bar.text or walk.at_draft:
            self.to_papers()
        else:
            self.search_bar.box.fill(walk.step(1))

    def action_language(self, _in_empty_box: bool = False) -> None:
        """Explain what can be typed, with examples that can be run."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.language_dialog import LanguageDialog

        def run(example: str | None) -> None:
            if example is not None:
                self.action_search()
                self.search_bar.box.fill(example)

        self.action_close_completions()
        self.app.push_screen(LanguageDialog(), run)

    def page_shown(self, page: ResultPage) -> None:
        """Tell how the list came about."""
        told = self._told_of(page)
        cut = not self.diagnosis.fits(self.search_bar.content_size.width)
        if cut:
            told = "; ".join(each.reason for each in page.query.diagnostics)
        if told or self._told or page.request.text:
            self.tell(told, warning=cut)
        self._told = told
        self._remember()

    def _told_of(self, page: ResultPage) -> str:
        if page.query.diagnostics and page.query.root is None:
            return "Nothing here can be searched for: all papers are listed."
        return partial_matches(page) if page.partial else similar_papers(page)

    @on(SearchBar.Changed)
    def _typed(self) -> None:
        # Imported when it is first wanted: the start does not need it.
        from paperstui.index import query

        if self.typing:
            self._left_with = ""
        text = self.search_bar.text
        self.diagnosis.show(text, query.parse(text).diagnostics)
        self._box_moved()
        self.ask()

    def _box_moved(self) -> None:
        box = self.search_bar.box
        self.diagnosis.cursor = box.cursor_position
        self.diagnosis.scrolled = int(box.scroll_x)
        self.diagnosis.room = box.size.width
        self.follow_completion()

    @property
    def correction(self) -> str:
        """What was probably meant, where nothing is listed for what was typed."""
        page = self.page
        current = page.request.text == self.search_bar.text
        return page.suggestion if current and not page.rows else ""

    def _remember(self) -> None:
        """Keep the query with which the box was left, once it has found something."""
        page = self.page
        if self._left_with and page.request.text == self._left_with and page.rows:
            self._keep_query(self._left_with)
            self._left_with = ""

    @work(thread=True, group="history", exit_on_error=False)
    def _keep_query(self, text: str) -> None:
        self._history.add(text)
        self._tell_notices()

    def _tell_notices(self) -> None:
        for notice in self._history.take_notices():
            self.post_message(messages.Notice(notice, warning=True))
