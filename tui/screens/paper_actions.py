"""What can be done with the chosen papers, whatever screen shows them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import on, work
from textual.actions import SkipAction
from textual.worker import Worker, WorkerState

from paperstui.index.errors import PaperstuiError
from paperstui.tui import messages
from paperstui.tui.browser import open_address
from paperstui.tui.formatting import plural
from paperstui.tui.links import LINKS, address, page
from paperstui.tui.screens.acting import MANY, ActingScreen
from paperstui.tui.widgets.paper_text import LinkChosen

if TYPE_CHECKING:
    from paperstui.index.models import Paper
    from paperstui.tui.screens.chosen import Chosen


class PaperActions(ActingScreen):
    """A screen with a current paper to open, and chosen ones to cite."""

    @property
    def paper(self) -> Paper | None:
        """The current paper."""
        raise NotImplementedError

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

    @on(LinkChosen)
    def _link_chosen(self, event: LinkChosen) -> None:
        self.action_open(event.link)

    def _ask_form(self, chosen: Chosen) -> None:
        def copy(form: str | None) -> None:
            if form is not None:
                self._copy_chosen(form, chosen)

        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.copy_menu import CopyMenu

        self.app.push_screen(CopyMenu(len(chosen)), copy)

    def _copy_chosen(self, form: str, chosen: Chosen) -> None:
        if len(chosen) >= MANY:
            self.tell(f"Copying {plural(len(chosen), 'paper')} ...")
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
