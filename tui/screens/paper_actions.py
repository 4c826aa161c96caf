"""What can be done with the paper under the cursor, whatever screen shows it."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from textual import on, work
from textual.actions import SkipAction
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from paperstui.index.errors import PaperstuiError
from paperstui.index.text import plain
from paperstui.tui import messages
from paperstui.tui.browser import open_address
from paperstui.tui.links import LINKS, address, page

if TYPE_CHECKING:
    from paperstui.index.models import Paper
    from paperstui.tui.services import Services


class PaperActions(Screen[None]):
    """A screen with a current paper that can be bookmarked, cited and opened."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._one_toggle = Lock()

    @property
    def paper(self) -> Paper | None:
        """The current paper."""
        raise NotImplementedError

    def tell(self, text: str, *, warning: bool = False) -> None:
        """Say what happened."""
        raise NotImplementedError

    def bookmark_toggled(self, bookmarked: bool) -> None:
        """Show that a bookmark came or went."""
        raise NotImplementedError

    def action_bookmark(self) -> None:
        """Bookmark the current paper, or take its bookmark away."""
        paper = self._wanted()
        if paper is not None:
            self._toggle(paper)

    def action_copy(self, form: str) -> None:
        """Copy the current paper in one of the copy forms."""
        paper = self._wanted()
        if paper is None:
            return
        # Imported when it is first wanted: the start does not need it.
        from paperstui.index.citations.forms import copied, form_named, told

        chosen, options = form_named(form), self.services.citations
        papers = self.services.cited([paper])
        try:
            text = copied(chosen, papers, options)
        except PaperstuiError as error:
            self.tell(str(error), warning=True)
            return
        if text:
            self._copy(text, f"{told(chosen, options)} of {papers[0].key}")
        else:
            self.tell(f"This paper has no {chosen.label.lower()} to copy.")

    def action_copy_text(self) -> None:
        """Copy what the mouse selected, by the same ways as everything else."""
        selected = self.get_selected_text()
        if selected is None:
            raise SkipAction
        self._copy(selected, "the selected text")

    def action_copy_menu(self) -> None:
        """Choose a form and copy."""

        def copy(form: str | None) -> None:
            if form is not None:
                self.action_copy(form)

        from paperstui.tui.screens.copy_menu import CopyMenu

        if self._wanted() is not None:
            self.app.push_screen(CopyMenu(), copy)

    def action_open(self, link: str) -> None:
        """Open a link of the current paper, one of `LINKS`, in the browser."""
        paper = self._wanted()
        if paper is None:
            return
        where = page(paper) if link == "url" else address(paper, link)
        if where:
            self._open(where)
        else:
            self.tell(f"This paper has no {LINKS[link]} address.")

    @work(thread=True, group="bookmarks", exit_on_error=False)
    def _toggle(self, paper: Paper) -> None:
        bookmarks = self.services.bookmarks
        failure = ""
        with self._one_toggle:
            try:
                bookmarks.toggle(paper)
            except PaperstuiError as error:
                failure = str(error)
            now = paper.id in bookmarks
        self.post_message(messages.BookmarkToggled(paper, now, failure))
        for notice in bookmarks.take_notices():
            self.post_message(messages.Notice(notice, warning=True))

    @on(messages.BookmarkToggled)
    def _toggled(self, event: messages.BookmarkToggled) -> None:
        done = "Bookmarked" if event.bookmarked else "No longer bookmarked:"
        self.tell(
            event.failure or f"{done} “{plain(event.paper.title)}”",
            warning=bool(event.failure),
        )
        self.bookmark_toggled(event.bookmarked)

    @work(thread=True, group="copy", exit_on_error=False)
    def _copy(self, text: str, what: str) -> None:
        copied = self.services.clipboard.copy(text, what)
        self.post_message(messages.TextCopied(copied, text))

    @on(messages.TextCopied)
    def _copied(self, event: messages.TextCopied) -> None:
        if event.copied.osc52:
            self.app.copy_to_clipboard(event.text)
        self.tell(event.copied.message)

    @work(thread=True, group="browser", exit_on_error=False)
    def _open(self, where: str) -> None:
        opened = open_address(where)
        told = f"Opened {where}" if opened else f"No browser here: {where}"
        self.post_message(messages.Notice(told, warning=not opened))

    @on(Worker.StateChanged)
    def _tell_failure(self, event: Worker.StateChanged) -> None:
        """No worker foresees every error; none goes unsaid."""
        if event.state is WorkerState.ERROR:
            self.tell(f"That did not work: {event.worker.error!r}", warning=True)

    @on(messages.Notice)
    def _tell(self, event: messages.Notice) -> None:
        self.tell(event.text, warning=event.warning)

    def _wanted(self) -> Paper | None:
        if self.paper is None:
            self.tell("There is no paper under the cursor.")
        return self.paper
