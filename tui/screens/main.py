"""The main screen: venues, papers, abstract."""

from __future__ import annotations

import gc
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.containers import Horizontal, Vertical
from textual.content import Content

from paperstui.tui import messages
from paperstui.tui.formatting import SAVED, found_count, plural, readable
from paperstui.tui.keys import Context, bindings
from paperstui.tui.screens.empty import why_empty
from paperstui.tui.screens.library_changes import LOOK_AGAIN, LibraryScreen
from paperstui.tui.screens.search_box import SearchBoxScreen
from paperstui.tui.widgets.abstract_reader import AbstractReader, LinkChosen
from paperstui.tui.widgets.completion_menu import CompletionMenu
from paperstui.tui.widgets.diagnostic_line import DiagnosticLine
from paperstui.tui.widgets.key_bar import KeyBar
from paperstui.tui.widgets.lines import LineList
from paperstui.tui.widgets.results_header import ResultsHeader
from paperstui.tui.widgets.results_list import ResultsList
from paperstui.tui.widgets.search_bar import SearchBar
from paperstui.tui.widgets.small_notice import SmallNotice
from paperstui.tui.widgets.status_line import StatusLine
from paperstui.tui.widgets.venue_sidebar import Shelf, VenueSidebar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.timer import Timer

    from paperstui.index.models import Paper, ResultPage, SearchRequest
    from paperstui.tui.services import Services

READ_AFTER = 2.0
"""Seconds that an abstract is in view before its paper counts as read."""

_READER_AFTER = 0.008
"""Seconds that the list has for its own paint. There is no telling when that is done:
widgets ask for it on their own, after whoever changed them."""
_GARBAGE = 500_000
"""Objects made between two looks for garbage in the midst of work: a paint makes
thousands, and with Python's own 2,000 some looks of several milliseconds would hold up
each of them."""
_SWEPT = 5_000
"""New objects from which they are looked through between two keys: 3 ms at most."""
_SWEEP_AFTER = 0.015
"""Seconds that the reader has for its paint before that."""
_TIDY_AFTER, _TIDY_ALL_AFTER = 1, 30
"""Seconds of rest after which garbage is looked for among what is new, and among all,
which takes as long as a key may take."""


class MainScreen(LibraryScreen, SearchBoxScreen, inherit_bindings=False):
    """Shows; its bases lay out panes, search, narrow, save, bookmark and cite."""

    AUTO_FOCUS = "#results"
    # Not Textual's own as well: its shift+tab would leave the search box.
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(Context.SEARCH),
        *bindings(Context.COMPLETIONS),
        *bindings(Context.ANYWHERE),
    ]
    sidebar = getters.query_one("#sidebar", VenueSidebar)
    header = getters.query_one(ResultsHeader)
    results = getters.query_one("#results", ResultsList)
    reader = getters.query_one("#reader", AbstractReader)
    status = getters.query_one(StatusLine)

    def __init__(self, services: Services, searches: Mapping[str, str]) -> None:
        super().__init__(services, searches)
        self._dwell: Timer | None = None
        self._rested = 0
        """Seconds since another paper was shown."""
        self._narrowed = ""
        """Name of the saved search that the border of the papers tells."""
        self._reader_due = False
        """Whether the reader shows the paper under the cursor with the next paint."""

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        self.choose_layout()
        services = self.services
        with Horizontal(id="panes"):
            yield VenueSidebar(services.library.venues(), self.searches)
            with Vertical(id="papers"):
                yield SearchBar()
                yield CompletionMenu()
                yield DiagnosticLine()
                yield ResultsHeader()
                yield ResultsList(
                    services.library.papers,
                    services.bookmarks,
                    services.reading,
                )
            yield AbstractReader()
        yield StatusLine()
        yield KeyBar()
        yield SmallNotice()

    def on_mount(self) -> None:
        """Show the list at once; the index follows when that is painted."""
        self.sidebar.border_title = "1 Venues"
        self.query_one("#papers").border_title = "2 Papers"
        self.reader.border_title = "3 Abstract"
        self._tidy = self.set_interval(1.0, self._tidy_up)
        self.show_page(self.page, keep=False)
        for notice in self.services.notices:
            self.notify(notice, severity="warning", timeout=15, markup=False)
        self.call_after_refresh(self._painted)
        self.set_interval(LOOK_AGAIN, self.look_again)

    def _painted(self) -> None:
        # Switched off by the command for the start: nothing made so far is garbage.
        gc.freeze()
        gc.set_threshold(_GARBAGE)
        gc.enable()
        self.prepare()

    def _tidy_up(self) -> None:
        self._rested += 1
        if self._rested == _TIDY_AFTER:
            gc.collect(1)
        elif self._rested == _TIDY_ALL_AFTER:
            gc.collect()
            self._tidy.pause()

    # What is asked, and what the answer looks like

    def request(self) -> SearchRequest:
        """The query within the shelf that is chosen."""
        shelf = self.shelf
        return replace(
            self.ordered(),
            text=self.typed,
            within=shelf.query,
            venues=shelf.venues,
            bookmarked_only=shelf.bookmarks,
        )

    @property
    def settled(self) -> bool:
        """Whether the reader shows the paper under the cursor, too."""
        return super().settled and not self._reader_due

    @property
    def typed(self) -> str:
        """The query as typed."""
        return self.search_bar.text

    @property
    def shelf(self) -> Shelf:
        """The row of the sidebar that is chosen."""
        return self.sidebar.chosen

    def put_query(self, text: str) -> None:
        """Ask another query, as if it had been typed."""
        self.search_bar.box.fill(text)

    @on(LineList.Moved, "#sidebar")
    def _shelf_chosen(self) -> None:
        self.ask()

    @on(messages.IndexProgress)
    def _show_progress(self, event: messages.IndexProgress) -> None:
        self.status.state = f"indexing {event.done:,} of {event.total:,}"

    def show_work(self, what: str) -> None:
        """Show what takes a while, where the counts stand otherwise."""
        self.status.state = what

    def index_ready(self, notices: tuple[str, ...]) -> None:
        """Show what was read meanwhile."""
        gc.freeze()  # the index stays
        self._show_marks()
        self.recount()
        self.ask_facets()
        for notice in notices:
            self.status.tell(notice, warning=True)

    def show_page(self, page: ResultPage, *, keep: bool) -> None:
        """List the papers, count the venues, and tell how the list came about."""
        self.sidebar.show_counts(self.around.counts, self.around.bookmarked)
        library = self.services.library
        total = len(library) + (len(library.refused) if page.request.refused else 0)
        self.search_bar.show_count(found_count(page, total))
        self.header.show(page, library.counts)
        self._show_narrowed(page)
        empty = why_empty(page, self.around.matching)
        self.results.show(page, keep=keep, empty=empty)
        self.show_facets()
        self._show_paper_later()
        self._show_state()
        self.page_shown(page)
        fault = self.fault(self.shelf.search)
        if fault:
            self.tell(f"“{readable(self.shelf.search)}”: {fault}", warning=True)

    def _show_narrowed(self, page: ResultPage) -> None:
        """Name the saved search: narrow windows show no sidebar that would say so."""
        name = readable(self.shelf.search) if page.request.within else ""
        if name != self._narrowed:
            self._narrowed = name
            # Draws the whole pane anew.
            shown = Content(f"{SAVED} {name}" if name else "")
            self.query_one("#papers").border_subtitle = shown

    def _show_paper_later(self) -> None:
        """Show the paper under the cursor when the list is painted, and only the last.

        So the list does not wait for it, and a key that is held down moves the cursor
        at its own speed.
        """
        if not self._reader_due:
            self._reader_due = True
            self._rested = 0
            self._tidy.reset()
            self.set_timer(_READER_AFTER, self._show_due)

    def _show_due(self) -> None:
        if self._reader_due:
            self._show_paper()
            self.set_timer(_SWEEP_AFTER, _sweep)

    def _show_paper(self) -> None:
        self._reader_due = False
        paper = self.results.selected
        services = self.services
        self.reader.show(
            paper,
            self.page.query,
            services.library.key(paper) if paper else "",
            bookmarked=paper is not None and paper.id in services.bookmarks,
            read=paper is not None and paper.id in services.reading,
        )
        if self._dwell is not None:
            self._dwell.stop()
        if paper is not None and paper.id not in services.reading:
            self._dwell = self.set_timer(READ_AFTER, partial(self._dwelt, paper))

    def _dwelt(self, paper: Paper) -> None:
        shown = self.results.selected
        if shown and shown.id == paper.id and self.reader.size.height:
            self._mark_read(paper)

    def _mark_read(self, paper: Paper) -> None:
        if paper.id not in self.services.reading:
            self.services.reading.mark_read(paper.id)
            self._marks_changed()

    def _marks_changed(self) -> None:
        self._show_marks()
        self.recount(personal=True)

    def _show_marks(self) -> None:
        self.results.refresh()
        self._show_paper()
        self._show_state()

    def _show_state(self) -> None:
        services = self.services
        engine = self.search.engine if self.search else "preparing"
        papers = plural(len(services.library), "paper")
        self.status.state = f"{engine} · {papers}"

    @on(LineList.Moved, "#results")
    def _paper_moved(self) -> None:
        self._show_paper_later()

    @on(AbstractReader.Stepped)
    def _step(self, event: AbstractReader.Stepped) -> None:
        self.results.action_move(event.papers)

    # Moving between panes

    def pane_entered(self) -> None:
        """Whoever goes to the abstract reads it."""
        paper = self.results.selected
        if self.pane == "reader" and paper is not None:
            self._mark_read(paper)

    def action_back(self) -> None:
        """One level back; never quits."""
        if self.pane != "results":
            self.action_pane("results")
        elif self.search_bar.text:
            self.search_bar.clear()
        elif self.sidebar.cursor:
            self.sidebar.cursor = 0
        else:
            self.status.tell("Nothing to go back from. q quits.")

    @on(LineList.Entered, "#sidebar")
    def _to_results(self) -> None:
        self.action_pane("results")

    @on(LineList.Entered, "#results")
    def _to_reader(self) -> None:
        self.action_pane("reader")

    # What paper actions need

    @property
    def paper(self) -> Paper | None:
        """The paper under the cursor."""
        return self.results.selected

    def tell(self, text: str, *, warning: bool = False) -> None:
        """Say what happened in the status line."""
        self.status.tell(text, warning=warning)

    def bookmark_toggled(self, bookmarked: bool) -> None:
        """Show the mark; the list stays, so that a slip can be put right."""
        count = self.around.bookmarked + (1 if bookmarked else -1)
        self.around = replace(self.around, bookmarked=count)
        self.sidebar.show_counts(self.around.counts, count)
        self._marks_changed()

    def show_searches(self) -> None:
        """Show the names of the saved searches."""
        self.sidebar.show_searches(self.searches)

    def show_found(self, found: Mapping[str, int], faulty: Mapping[str, str]) -> None:
        """Show how many papers they find, and which cannot be used whole."""
        self.sidebar.show_found(found, faulty)

    def show_venues(self) -> None:
        """Show the venues that the library has now."""
        self.sidebar.show_venues(self.services.library.venues())

    def action_bookmarks(self) -> None:
        """Show the bookmarks, or all papers again."""
        self.sidebar.choose_bookmarks()
        self.action_pane("results")

    def action_source(self) -> None:
        """Show the source of the abstract, or its readable form."""
        shown = self.reader.toggle_source()
        self.tell("LaTeX source" if shown else "Readable text")

    def action_match(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) match in the paper."""
        self._show_due()
        if not self.reader.matches:
            searched = self.page.query.root is not None
            self.tell(
                "The search matches nothing in this text."
                if searched
                else "Nothing is searched for."
            )
        elif self.reader.size.height:
            self._to_match(step)
        else:
            self.action_pane("reader")
            self.call_after_refresh(self._to_match, step)

    def _to_match(self, step: int) -> None:
        number = self.reader.to_match(step)
        self.tell(f"match {number} of {self.reader.matches}")

    def action_help(self) -> None:
        """Show the keys."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen())

    @on(LinkChosen)
    def _link_chosen(self, event: LinkChosen) -> None:
        self.action_open(event.link)


def _sweep() -> None:
    """Look for garbage among what the last key left, before much of it gathers."""
    if gc.get_count()[0] >= _SWEPT:
        gc.collect(0)
