"""What can be done with the chosen papers, whatever screen shows them."""

from __future__ import annotations

from functools import partial
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
from paperstui.tui.formatting import plural
from paperstui.tui.links import LINKS, address, page

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.widget import AwaitMount

    from paperstui.index.models import Paper
    from paperstui.tui.screens.chosen import Chosen
    from paperstui.tui.screens.tag_dialog import TagChange
    from paperstui.tui.services import Services

MANY = 200
"""Papers from which on what is done with them may take so long that it is told."""


class PaperActions(Screen[None]):
    """A screen with a current paper to open, and chosen ones to bookmark and cite."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._one_change = Lock()

    @property
    def paper(self) -> Paper | None:
        """The current paper."""
        raise NotImplementedError

    def tell(self, text: str, *, warning: bool = False) -> None:
        """Say what happened."""
        raise NotImplementedError

    def with_chosen(self, act: Callable[[Chosen], None]) -> None:
        """Do something with the chosen papers, as soon as it is known which they are.

        Where there are none, that is told.
        """
        raise NotImplementedError

    def bookmarks_changed(self, event: messages.BookmarksChanged) -> None:
        """Show that bookmarks came, went or were tagged."""
        raise NotImplementedError

    def action_bookmark(self) -> None:
        """Bookmark the chosen papers or, where all are, take the bookmarks away."""
        self.with_chosen(self._toggle_bookmarks)

    async def action_tag(self) -> None:
        """Ask for tags for the chosen papers; keys typed ahead are for the dialog."""
        opened: list[AwaitMount] = []
        self.with_chosen(lambda chosen: opened.append(self._ask_tags(chosen)))
        for each in opened:
            # Keys that follow stay in the queue of the app meanwhile.
            await each

    def action_copy(self, form: str) -> None:
        """Copy the chosen papers in one of the copy forms."""
        self.with_chosen(partial(self._copy_chosen, form))

    def action_copy_text(self) -> None:
        """Copy what the mouse selected, by the same ways as everything else."""
        selected = self.get_selected_text()
        if selected is None:
            raise SkipAction
        self._copy(selected, "the selected text")

    def action_copy_menu(self) -> None:
        """Choose a form and copy."""

        self.with_chosen(self._ask_form)

    def action_open(self, link: str) -> None:
        """Open a link of the current paper, one of `LINKS`, in the browser."""
        paper = self.paper
        if paper is None:
            self.tell("There is no paper under the cursor.")
            return
        where = page(paper) if link == "url" else address(paper, link)
        if where:
            self._open(where)
        else:
            self.tell(f"This paper has no {LINKS[link]} address.")

    def _toggle_bookmarks(self, chosen: Chosen) -> None:
        bookmarks = self.services.bookmarks

        def toggle(papers: list[Paper]) -> str:
            more = bookmarks.toggle_all(papers)
            if more < 0:
                return f"No longer bookmarked: {named(papers)}"
            if more == len(papers):
                return f"Bookmarked {named(papers)}"
            others = f"{len(papers) - more:,} of {plural(len(papers), 'paper')}"
            return f"Bookmarked {plural(more, 'paper')}; {others} had a bookmark"

        self._announce("Bookmarking", chosen)
        self._change(chosen, toggle)

    def _ask_tags(self, chosen: Chosen) -> AwaitMount:
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.tag_dialog import TagDialog

        def tag(wanted: TagChange | None) -> None:
            if wanted is not None:
                self._announce("Tagging", chosen)
                self._change(chosen, partial(self._tag, wanted))

        tagged = self.services.marked.current().tagged
        having = {name: len(rows & chosen.rows) for name, rows in tagged.items()}
        dialog = TagDialog(len(chosen), self.services.bookmarks.tags(), having)
        return self.app.push_screen(dialog, tag)

    def _tag(self, wanted: TagChange, papers: list[Paper]) -> str:
        bookmarks, told = self.services.bookmarks, []
        if wanted.added:
            bookmarks.tag(papers, wanted.added)
            told.append(f"Tagged {named(papers)}: {', '.join(wanted.added)}")
        if wanted.removed:
            count = bookmarks.untag(papers, wanted.removed)
            names = ", ".join(wanted.removed)
            told.append(f"Untagged {plural(count, 'paper')}: {names}")
        return "; ".join(told)

    @work(thread=True, group="bookmarks", exit_on_error=False)
    def _change(self, chosen: Chosen, do: Callable[[list[Paper]], str]) -> None:
        """Change bookmarks of papers by something that gives what to tell."""
        bookmarks, papers = self.services.bookmarks, chosen.papers()
        with self._one_change:
            before, failed = len(bookmarks), False
            try:
                told = do(papers)
            except PaperstuiError as error:
                told, failed = str(error), True
            more = len(bookmarks) - before
        self.post_message(
            messages.BookmarksChanged(told, more, marked=chosen.marked, failed=failed)
        )
        for notice in bookmarks.take_notices():
            self.post_message(messages.Notice(notice, warning=True))

    @on(messages.BookmarksChanged)
    def _changed(self, event: messages.BookmarksChanged) -> None:
        self.tell(event.told, warning=event.failed)
        self.bookmarks_changed(event)

    def _ask_form(self, chosen: Chosen) -> None:
        def copy(form: str | None) -> None:
            if form is not None:
                self._copy_chosen(form, chosen)

        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.copy_menu import CopyMenu

        self.app.push_screen(CopyMenu(len(chosen)), copy)

    def _copy_chosen(self, form: str, chosen: Chosen) -> None:
        self._announce("Copying", chosen)
        self._copy_papers(form, chosen)

    @work(thread=True, group="copy", exit_on_error=False)
    def _copy_papers(self, form: str, chosen: Chosen) -> None:
        # Imported when it is first wanted: the start does not need it.
        from paperstui.index.citations.forms import copied, form_named, told

        wanted, papers = form_named(form), chosen.papers()
        if form == "abstract":
            # The others have nothing to copy, and the count tells so.
            papers = [paper for paper in papers if paper.abstract]
        cited = self.services.cited(papers)
        options = self.services.citations
        try:
            text = copied(wanted, cited, options)
        except PaperstuiError as error:  # no such style
            self.post_message(messages.Notice(str(error), warning=True))
            return
        if text:
            what = cited[0].key if len(cited) == 1 else plural(len(cited), "paper")
            self._copy_now(text, f"{told(wanted, options)} of {what}")
            return
        label = wanted.label.lower()
        why = f"This paper has no {label} to copy."
        if len(chosen) > 1:
            why = f"None of the {len(chosen):,} papers has a {label} to copy."
        self.post_message(messages.Notice(why))

    def _announce(self, doing: str, chosen: Chosen) -> None:
        """Tell what is being done with papers where that takes a while."""
        if len(chosen) >= MANY:
            self.tell(f"{doing} {plural(len(chosen), 'paper')} ...")

    @work(thread=True, group="copy", exit_on_error=False)
    def _copy(self, text: str, what: str) -> None:
        self._copy_now(text, what)

    def _copy_now(self, text: str, what: str) -> None:
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


def named(papers: list[Paper]) -> str:
    """One paper by its title, others by their number."""
    if len(papers) == 1:
        return f"“{plain(papers[0].title)}”"
    return plural(len(papers), "paper")
