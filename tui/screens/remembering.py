"""The screen comes up as it was left, and what is left off at is kept all the time."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.widgets import Input

from paperstui.index.requests import Query, ResultPage, Sort
from paperstui.index.session import (
    MOST_ROWS,
    Listed,
    Session,
    SessionFile,
    places,
    venues,
)
from paperstui.tui import messages

if TYPE_CHECKING:
    from paperstui.index.requests import SearchRequest
    from paperstui.tui.screens.main import MainScreen

SAVE_AFTER = 0.6
"""Seconds after a change when it is saved, with all that follow until then."""


class Kept(NamedTuple):
    """Where sessions are kept, and what they start from."""

    file: SessionFile
    theme: str
    """The theme of whoever chose none on the screen."""


class Remembering:
    """Takes up the session that was left, and keeps the present one."""

    def __init__(self, screen: MainScreen, kept: Kept | None) -> None:
        """Nothing is taken up or kept where there is no place for it."""
        self._screen = screen
        self._kept = kept
        self.session = kept.file.last if kept else Session()
        """The one that was left."""
        self._begun = False
        self._due = False
        """Whether a change is still to be saved."""
        self._saved: tuple[Session, ResultPage] | None = None
        """What was saved last; of its list only where it comes from."""
        self._listed: tuple[ResultPage | None, Listed | None] = None, None
        """The list as it was saved, with the page that it is of."""
        self._failed = ""

    # As it was left

    def show(self) -> None:
        """Show what was listed, with the cursor and the focus where they were."""
        screen, left = self._screen, self.session
        everything = screen.page
        screen.chosen_sort, screen.shows_refused = left.sort, left.refused
        screen.hides = frozenset(left.hides)
        screen.group_by(left.grouping)
        screen.sidebar.take_up(left.shelf)
        screen.widths.take_up(left.sidebar, left.share)
        if left.query:
            self._fill(left.query)
        request = screen.request()
        page = self._page(request, everything)
        screen.page = screen.around = page
        listed = left.listed
        if request.within and listed and page.rows is listed.rows:
            screen.around = replace(page, counts=venues(listed.around))
        screen.show_page(page, keep=False)
        row = screen.services.library.row(left.paper) if left.paper else None
        if row is not None and screen.results.go_to(row, left.offset):
            screen.reader.remember(left.paper, left.scrolled)
        if left.pane in screen.PANES:
            screen.show_pane(left.pane)
        if page is not everything:
            screen.call_after_refresh(screen.ask)  # not before it is painted
        if self._kept:
            self._follow()

    def _fill(self, text: str) -> None:
        # Not needed where nothing was searched for.
        from paperstui.index import query

        screen = self._screen
        with screen.search_bar.box.prevent(Input.Changed):
            screen.search_bar.box.fill(text)
        screen.diagnosis.show(text, query.parse(text).diagnostics)

    def _page(self, request: SearchRequest, everything: ResultPage) -> ResultPage:
        """The list that was left, or as much like it as is known without the index."""
        library, listed = self._screen.services.library, self.session.listed
        if _is_plain(request):
            known = library.everything(request, Query(request.text, None))
            return known if request.refused else everything
        # Not needed where nothing was searched for.
        from paperstui.index import query

        asked = query.asked(request.text, request.within)
        same = self._screen.shelf.key == self.session.shelf
        if listed and same and listed.revision == library.revision:
            return ResultPage(
                request,
                asked,
                listed.rows,
                venues(listed.counts),
                listed.bookmarked,
                listed.sort,
                listed.partial,
                listed.whole,
            )
        if asked.root is None and (asked.sort or request.sort) in (None, Sort.LIST):
            return library.everything(request, asked)
        return replace(everything, request=request)

    # As it is left

    def _follow(self) -> None:
        screen = self._screen
        for widget, name in (
            (screen.results, "cursor"),
            (screen.results, "scroll_y"),
            (screen.reader, "scroll_y"),
            (screen.search_bar.box, "value"),
            (screen, "focused"),
            (screen.app, "theme"),
        ):
            screen.watch(widget, name, self.soon, init=False)
        self._begun = True

    def soon(self) -> None:
        """Something changed: keep it before long."""
        if self._begun and not self._due:
            self._due = True
            self._screen.set_timer(SAVE_AFTER, self._later)

    def keep(self) -> None:
        """Keep how it is now, at once."""
        if self._begun and self._kept:
            self._due = False
            self._kept.file.write(self._whole(*self._present()))

    def _later(self) -> None:
        if not self._due:
            return
        self._due = False
        session, page = self._present()
        saved = self._saved
        if saved is None or saved[0] != session or saved[1] is not page:
            self._saved = session, page
            work = partial(self._write, session, page)
            self._screen.run_worker(
                work, thread=True, group="session", exit_on_error=False
            )

    def _write(self, session: Session, page: ResultPage) -> None:
        if not self._kept:
            return
        failed = self._kept.file.write(self._whole(session, page))
        if failed and failed != self._failed:
            self._screen.post_message(messages.Notice(failed, warning=True))
        self._failed = failed

    def _present(self) -> tuple[Session, ResultPage]:
        """All but the list, and the page that it is of."""
        screen = self._screen
        paper, theme = screen.results.selected, screen.app.theme
        own = self._kept.theme if self._kept else theme
        # Lists of similar papers lead back to the one that they began from.
        base = screen.trail.base
        session = Session(
            base.text if base else screen.typed,
            base.shelf.key if base else screen.shelf.key,
            base.sort if base else screen.chosen_sort,
            screen.shows_refused,
            tuple(sorted(screen.hides)),
            base.paper if base else paper.id if paper else "",
            max(0, base.offset if base else screen.results.cursor_offset()),
            max(0, int(screen.reader.scroll_offset.y)),
            screen.pane,
            screen.widths.sidebar,
            screen.widths.share,
            screen.grouping,
            "" if theme == own else theme,
        )
        return session, screen.page

    def _whole(self, session: Session, page: ResultPage) -> Session:
        """The session with its list; reads all rows of that, in a thread if need be."""
        request = page.request
        if request.like:
            return session
        said = request.text == session.query and request.sort == session.sort
        few = 0 < len(page.rows) <= MOST_ROWS
        if not few or not said or _is_plain(request):
            return session
        of, listed = self._listed
        if of is not page or listed is None:
            listed = Listed(
                self._screen.services.library.revision,
                tuple(page.rows[:]),
                page.sort,
                page.partial,
                page.whole,
                places(page.counts),
                places(self._screen.around.counts),
                page.bookmarked,
            )
            self._listed = page, listed
        return replace(session, listed=listed)


def _is_plain(request: SearchRequest) -> bool:
    """Whether all papers are listed as their lists have them."""
    narrowed = request.venues is not None or request.bookmarked_only
    ordered = request.sort not in (None, Sort.LIST, Sort.RELEVANCE)
    return not (request.text or request.within or narrowed or ordered)
