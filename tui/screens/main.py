"""The main screen: venues, papers, abstract."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.containers import Horizontal, Vertical
from textual.content import Content

from paperstui.tui import messages
from paperstui.tui.formatting import SAVED, found_count, plural, readable
from paperstui.tui.key import Context
from paperstui.tui.keys import bindings
from paperstui.tui.screens.empty import why_empty
from paperstui.tui.screens.exploring import ExploringScreen
from paperstui.tui.screens.following import Following
from paperstui.tui.screens.grouping import GroupingScreen
from paperstui.tui.screens.library_changes import LOOK_AGAIN
from paperstui.tui.screens.marking import Marking
from paperstui.tui.screens.remembering import Remembering
from paperstui.tui.screens.similar import SimilarScreen
from paperstui.tui.screens.tidying import Tidying
from paperstui.tui.screens.trail import Trail
from paperstui.tui.widgets.abstract_reader import AbstractReader
from paperstui.tui.widgets.completion_menu import CompletionMenu
from paperstui.tui.widgets.crumbs import Crumbs
from paperstui.tui.widgets.diagnostic_line import DiagnosticLine
from paperstui.tui.widgets.key_bar import KeyBar
from paperstui.tui.widgets.lines import LineList
from paperstui.tui.widgets.results_header import ResultsHeader
from paperstui.tui.widgets.results_list import ResultsList
from paperstui.tui.widgets.search_bar import SearchBar
from paperstui.tui.widgets.small_notice import SmallNotice
from paperstui.tui.widgets.status_line import StatusLine
from paperstui.tui.widgets.venue_sidebar import VenueSidebar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from paperstui.index.models import Paper
    from paperstui.index.requests import ResultPage, SearchRequest
    from paperstui.tui.screens.remembering import Kept
    from paperstui.tui.services import Services


class MainScreen(
    SimilarScreen, GroupingScreen, ExploringScreen, inherit_bindings=False
):
    """Shows; its bases lay out panes, search, narrow, save, bookmark and cite."""

    AUTO_FOCUS = "#results"
    # Not Textual's own as well: its shift+tab would leave the search box.
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(Context.SEARCH),
        *bindings(Context.COMPLETIONS),
        *bindings(Context.ANYWHERE),
    ]
    LASTING_MARKS: ClassVar[bool] = True
    """Whether marks are kept for the next time."""
    crumbs = getters.query_one(Crumbs)
    header = getters.query_one(ResultsHeader)
    status = getters.query_one(StatusLine)

    def __init__(
        self,
        services: Services,
        searches: Mapping[str, str],
        kept: Kept | None = None,
    ) -> None:
        super().__init__(services, searches)
        self.papers_title = "2 Papers"
        """Title of their pane."""
        self.remembering = Remembering(self, kept)
        self.marking = Marking(self, lasting=self.LASTING_MARKS)
        """The papers that are marked."""
        self.trail = Trail(self)
        self._news: messages.Acted | None = None
        """What is told when the list is shown anew, which clears what was told."""
        self._tidying = Tidying(self)
        self.following = Following(self, self._tidying)
        self._narrowed = ""
        """Name of the saved search that the border of the papers tells."""

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
                yield Crumbs()
                yield ResultsHeader()
                yield ResultsList(
                    services.library.papers,
                    services.bookmarks,
                    services.reading,
                    self.marking,
                )
            yield AbstractReader()
        yield StatusLine()
        yield KeyBar()
        yield SmallNotice()

    def on_mount(self) -> None:
        """Show the list at once; the index follows when that is painted."""
        self.sidebar.border_title = "1 Venues"
        self.query_one("#papers").border_title = self.papers_title
        self.reader.border_title = "3 Abstract"
        self.remembering.show()
        for notice in self.services.notices:
            self.notify(notice, severity="warning", timeout=15, markup=False)
        self.call_after_refresh(self._painted)
        self.set_interval(LOOK_AGAIN, self.look_again)

    def _painted(self) -> None:
        self._tidying.begin()
        self.prepare()

    # What is asked, and what the answer looks like

    def request(self) -> SearchRequest:
        """The query within the shelf that is chosen."""
        shelf = self.shelf
        return replace(
            self.ordered(),
            text=self.typed,
            within=shelf.query,
            like=self.trail.like,
            venues=shelf.venues,
            bookmarked_only=shelf.bookmarks,
            hidden=self.hidden(self.typed, shelf, self.trail.like),
            among=self.among(),
        )

    @property
    def settled(self) -> bool:
        """Whether the reader shows the paper under the cursor, too."""
        return super().settled and not self.following.due

    @property
    def typed(self) -> str:
        """The query as typed."""
        return self.search_bar.text

    def put_query(self, text: str) -> None:
        """Ask another query, as if it had been typed."""
        self.search_bar.box.fill(text)

    @on(messages.IndexProgress)
    def _show_progress(self, event: messages.IndexProgress) -> None:
        self.status.state = f"indexing {event.done:,} of {event.total:,}"

    def show_work(self, what: str) -> None:
        """Show what takes a while, where the counts stand otherwise."""
        self.status.state = what

    def index_ready(self, notices: tuple[str, ...]) -> None:
        """Show what was read meanwhile."""
        self._tidying.keep()  # the index, too
        self.marking.load()
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
        self.header.show(page, library.counts, self.told_hidden)
        self._show_narrowed(page)
        empty = why_empty(page, self.around.matching)
        self.results.show(page, keep=keep, empty=empty)
        self.show_facets()
        self.following.later()
        self._show_state()
        self.trail.arrived(page)
        self.page_shown(page)
        self.remembering.soon()
        self.regroup()
        if self._news:
            self.tell(self._news.told, warning=self._news.failed)
            self._news = None
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

    def marks_changed(self) -> None:
        """Show that a paper was read, or that a bookmark came or went."""
        self._show_marks()
        self.recount(personal=True)

    def _show_marks(self) -> None:
        self.results.refresh()
        self.following.show()
        self._show_state()

    def _show_state(self) -> None:
        services = self.services
        engine = self.search.engine if self.search else "preparing"
        papers = plural(len(services.library), "paper")
        self.status.state = f"{engine} · {papers}"
        self.marking.show()

    @on(LineList.Moved, "#results")
    def _paper_moved(self) -> None:
        self.marking.show()
        self.following.later()

    @on(AbstractReader.Stepped)
    def _step(self, event: AbstractReader.Stepped) -> None:
        self.results.action_move(event.papers)

    # Moving between panes

    def pane_entered(self) -> None:
        """Whoever goes to the abstract reads it."""
        paper = self.results.selected
        if self.pane == "reader" and paper is not None:
            self.following.read(paper)

    def action_back(self) -> None:
        """One level back; never quits."""
        if self.pane != "results":
            self.action_pane("results")
        elif self.marking.leave_range():
            pass
        elif self.search_bar.text:
            self.search_bar.clear()
        elif self.sidebar.cursor:
            self.sidebar.cursor = 0
        elif self.trail.back() or self.marking.clear():
            pass
        else:
            self.status.tell("Nothing to go back from. q quits.")

    @on(LineList.Entered, "#sidebar")
    def _to_results(self) -> None:
        self.action_pane("results")

    @on(LineList.Entered, "#results")
    def _paper_entered(self) -> None:
        self.paper_entered()

    def paper_entered(self) -> None:
        """Read the paper under the cursor."""
        self.action_pane("reader")

    # What paper actions need

    @property
    def paper(self) -> Paper | None:
        """The paper under the cursor."""
        return self.results.selected

    def tell(self, text: str, *, warning: bool = False) -> None:
        """Say what happened in the status line."""
        self.status.tell(text, warning=warning)

    def acted(self, event: messages.Acted) -> None:
        """Show the bookmarks; the list stays, so that a slip can be put right.

        What was done to marked papers, listed or not, is put right by their marks.
        """
        if event.marks is not None:
            self.marking.follow(event.marks)
            if not event.told:
                return
        if event.marked or len(event.paper_ids) > 1:
            self._news = event
            self.ask()
        else:
            for paper_id in event.paper_ids:
                self.results.go_to(self.services.library.row(paper_id))
            self._show_marks()
        self.recount(personal=True)

    def action_bookmarks(self) -> None:
        """Show the bookmarks, or all papers again."""
        self.sidebar.choose_bookmarks()
        self.action_pane("results")
