"""Asking the index: as one types, in the background, and only the newest counts."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on, work
from textual.worker import get_current_worker

from paperstui.index.errors import PaperstuiError
from paperstui.index.requests import Query, SearchRequest, Sort
from paperstui.tui import messages
from paperstui.tui.formatting import plural
from paperstui.tui.screens.noting import NotingScreen

if TYPE_CHECKING:
    from paperstui.index.facets import FacetGroup, Find
    from paperstui.index.journal import Journal
    from paperstui.index.requests import ResultPage
    from paperstui.index.search import Search
    from paperstui.tui.services import Services

_READ_AHEAD = 300
"""Papers whose words are read before they are shown."""


class _LeftError(Exception):
    """Nobody waits for the index any more."""


class SearchingScreen(NotingScreen):
    """A screen that shows the answers to requests.

    Each request has a number, and an answer to an earlier one is dropped. One search
    runs at a time; when it is done, the newest request is asked, and those before it
    never are.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.page = services.library.everything(self.marked(), Query("", None))
        """What is listed at the moment."""
        self.around = self.page
        """What the text finds outside the saved search that is listed, too."""
        self.groups: tuple[FacetGroup, ...] = ()
        """The facets of the page, where they were asked for."""
        self.search: Search | None = None
        """None until the index is ready."""
        self._asked = 0
        """Number of the newest request."""
        self._answered = 0
        """Number of the newest request that was answered."""
        self._searched: int | None = None
        """Number of the request whose search runs."""

    @property
    def answered(self) -> bool:
        """Whether the list shows the answer to the newest request."""
        return self._answered == self._asked

    @property
    def settled(self) -> bool:
        """Whether the list shows the answer to what is asked, with the index ready."""
        return self.answered and self.search is not None and super().settled

    def request(self) -> SearchRequest:
        """What is to be asked."""
        raise NotImplementedError

    def show_page(self, page: ResultPage, *, keep: bool) -> None:
        """Show an answer; `keep` leaves the cursor on its paper."""
        raise NotImplementedError

    def show_work(self, what: str) -> None:
        """Show what takes a while, until the next answer."""
        raise NotImplementedError

    def index_ready(self, notices: tuple[str, ...]) -> None:
        """Show that the index is ready."""
        raise NotImplementedError

    def marked(self) -> SearchRequest:
        """A request for everything, with what the person marked."""
        return SearchRequest(marks=self.services.marked.current())

    def ask(self) -> None:
        """Ask what `request` says, at once or when the search that runs is done."""
        self._asked += 1
        self._ask()

    def prepare(self) -> None:
        """Open or build the index, and what else the first screen can do without."""
        # The journal is made here, as threads that want it first might make two.
        self._prepare(self.services.journal)

    @work(thread=True, exclusive=True, group="index", exit_on_error=False)
    def _prepare(self, journal: Journal) -> None:
        """Left in the middle when the app ends or the library changes meanwhile."""
        worker = get_current_worker()

        def progress(done: int, total: int) -> None:
            if worker.is_cancelled:
                raise _LeftError
            if done % 100 == 0:
                self.post_message(messages.IndexProgress(done, total))

        # Drawing the first answer needs them; a key would have to wait.
        from paperstui.index import snippets, trends  # noqa: F401

        notices = journal.load()
        opened = self.services.open_search()
        with suppress(_LeftError):
            notices += opened.prepare(progress)
            if hint := self.services.engine_hint(opened.engine):
                notices += (hint,)
            if not worker.is_cancelled:
                self.post_message(messages.IndexReady(opened, notices))
        library = self.services.library
        for row in library.order[:: len(library) // _READ_AHEAD + 1]:
            if worker.is_cancelled:
                return
            snippets.read_ahead(library.papers[row])

    @on(messages.IndexReady)
    def _ready(self, event: messages.IndexReady) -> None:
        self.search = event.search
        self.index_ready(event.notices)
        if not self.answered:
            self._ask()

    def _ask(self) -> None:
        from paperstui.index import query  # not needed before the first key

        request = self.request()
        parsed = query.parse(request.text)
        library, search, number = self.services.library, self.search, self._asked
        narrowed = bool(request.within or request.hidden or request.like)
        if parsed.root is not None or narrowed or (request.facets and search):
            if search is None and _asked_for(request) != _asked_for(self.page.request):
                self.tell("The index is being built; the search runs right after.")
            elif search is not None:
                self._begin(number, request, search.find)
            return

        def everything(request: SearchRequest) -> ResultPage:
            return library.everything(request, parsed)

        sort = parsed.sort or request.sort or Sort.LIST
        parted = request.venues is not None or request.bookmarked_only
        if sort in (Sort.LIST, Sort.RELEVANCE) and not parted:
            self._finish(_answer(number, request, everything))
            return
        if not library.knows_order(sort):
            self.show_work(f"sorting {plural(len(library), 'paper')}")
        self._begin(number, request, everything)

    def _begin(self, number: int, request: SearchRequest, find: Find) -> None:
        if self._searched is None:
            self._searched = number
            self._find(number, request, find)

    @work(thread=True, group="search", exit_on_error=False)
    def _find(self, number: int, request: SearchRequest, find: Find) -> None:
        try:
            answer = _answer(number, request, find)
        except PaperstuiError as error:
            told = f"The search failed: {error}"
            self.post_message(messages.Notice(told, warning=True))
        else:
            self.post_message(answer)
        finally:
            self.post_message(messages.SearchEnded())

    @on(messages.SearchEnded)
    def _ended(self) -> None:
        ended, self._searched = self._searched, None
        if self._asked not in (ended, self._answered):
            self._ask()

    @on(messages.SearchFinished)
    def _finish(self, answer: messages.SearchFinished) -> None:
        if answer.number != self._asked:
            return  # a newer request is on its way
        self._answered = answer.number
        page = answer.page
        # A new query starts at its best hit; anything else keeps the place.
        before = self.page.request
        keep = page.request.text in ("", before.text)
        keep = keep and page.request.like == before.like
        self.page, self.around, self.groups = page, answer.around, answer.groups
        self.show_page(page, keep=keep)


def _asked_for(request: SearchRequest) -> tuple[object, ...]:
    """What makes a list another one for a person who waits for it."""
    return request.text, request.within, request.like


def _answer(number: int, request: SearchRequest, find: Find) -> messages.SearchFinished:
    """All that a screen shows of a request; may take several searches."""
    page = find(request)
    around = page
    if request.within:
        around = find(replace(request, within="", facets=False))
    if not request.facets:
        return messages.SearchFinished(number, page, around)
    from paperstui.index.facets import groups  # few ask for them

    return messages.SearchFinished(number, page, around, groups(find, page))
