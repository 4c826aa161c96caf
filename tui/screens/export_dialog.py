"""The dialog that writes papers to a file: which, in what form, and where."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.worker import Worker, WorkerState

from paperstui.index import export, files
from paperstui.index.citations.forms import FORMS
from paperstui.index.errors import PaperstuiError
from paperstui.tui import messages
from paperstui.tui.formatting import plural
from paperstui.tui.screens.dialog import Dialog
from paperstui.tui.screens.menu import Menu
from paperstui.tui.screens.path_offers import ENDINGS, offered, with_ending

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from textual.app import ComposeResult

    from paperstui.index.citations.forms import Form
    from paperstui.index.export import Exported
    from paperstui.index.models import Paper
    from paperstui.tui.services import Services

FILE_FORMS = tuple(form for form in FORMS if form.ending)
_PREVIEWED = 3
"""Papers of which the preview shows the text."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Papers that can be exported."""

    label: str
    """What they are, such as "marked"."""
    count: int
    papers: Callable[[int | None], Sequence[Paper]]
    """The first so many of them, or all; asked for in a thread."""
    name: str
    """For the file, without an ending."""


class Left(Exception):
    """The person left the dialog while papers were being written."""


class ExportDialog(Dialog[export.Exported]):
    """Answers with what was written."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Close", priority=True),
        Binding("tab", "next", "Next", priority=True),
        Binding("shift+tab", "previous", show=False, priority=True),
        Binding("j", "choose(1)", show=False),
        Binding("k", "choose(-1)", show=False),
        Binding("down", "choose(1)", show=False, priority=True),
        Binding("up", "choose(-1)", show=False, priority=True),
    ]

    scopes = getters.query_one("#scopes", OptionList)
    forms = getters.query_one("#forms", OptionList)
    box = getters.query_one(Input)
    offers = getters.query_one("#offers", OptionList)

    def __init__(
        self, services: Services, scopes: Sequence[Scope], form: Form, folder: str
    ) -> None:
        """Take what can be written, and the form and folder to begin with."""
        super().__init__()
        self._services = services
        self._scopes = scopes
        self.form = form
        """The form that is chosen."""
        self._folder = folder
        self._words: list[str] = []
        self._proposed = ""
        """The path that the dialog put into the box."""
        self._busy = self._left = False

    def compose(self) -> ComposeResult:
        """Two lists, a line for the path, and what will be written."""
        with Vertical(classes="window") as window:
            window.border_title = "Export"
            with Horizontal(id="choices"):
                with Vertical():
                    yield Static("Papers", classes="head")
                    yield OptionList(
                        *(
                            Content(f"{scope.count:>7,}  {scope.label}")
                            for scope in self._scopes
                        ),
                        id="scopes",
                    )
                with Vertical():
                    yield Static("Format", classes="head")
                    yield OptionList(
                        *(
                            Content(f"{form.label}  {form.ending}")
                            for form in FILE_FORMS
                        ),
                        id="forms",
                    )
            yield Static("File", classes="head")
            yield Input(placeholder="path of the file", compact=True)
            yield OptionList(id="offers")
            yield Static(id="effect", markup=False)
            with VerticalScroll(id="preview", can_focus=False):
                yield Static(id="text", markup=False)

    def on_mount(self) -> None:
        """Begin with the first scope and the form that was used last."""
        self.scopes.highlighted = 0
        self.forms.highlighted = FILE_FORMS.index(self.form)
        self._propose()
        self.scopes.focus()

    @property
    def _scope(self) -> Scope:
        return self._scopes[self.scopes.highlighted or 0]

    @on(OptionList.OptionHighlighted, "#scopes, #forms")
    def _chosen(self) -> None:
        if self.forms.highlighted is not None:
            self.form = FILE_FORMS[self.forms.highlighted]
            if self.box.has_focus:  # it follows what is typed there
                self._show_effect()
            else:
                self._propose()
            self._preview(self._scope, self.form)

    @on(OptionList.OptionSelected, "#scopes, #forms")
    def _entered(self) -> None:
        self.action_next()

    @on(OptionList.OptionSelected, "#offers")
    def _taken(self, event: OptionList.OptionSelected) -> None:
        self._fill(self._words[event.option_index])
        self.box.focus()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        typed = event.value
        self._words = [] if typed == self._proposed else offered(typed)
        self.offers.clear_options()
        self.offers.add_options([Content(word) for word in self._words])
        self.offers.display = bool(self._words) and self.box.has_focus
        self._take_form(typed)
        self._show_effect()

    def on_descendant_focus(self) -> None:
        """Say what the keys do here."""
        in_box = self.box.has_focus
        if not in_box:
            self.offers.display = False
        keys = "tab completes · enter writes" if in_box else "tab, enter next"
        self.query_one(".window").border_subtitle = f"{keys} · esc closes"

    def action_next(self) -> None:
        """Complete the path, or go on to the next field."""
        if self.box.has_focus and self._words:
            self._fill(self._words[self.offers.highlighted or 0])
        else:
            self.focus_next("#scopes, #forms, Input")

    def action_previous(self) -> None:
        """Go back to the field before."""
        self.focus_previous("#scopes, #forms, Input")

    def action_choose(self, step: int) -> None:
        """Move in the list that has the focus, or in what the path may become."""
        chosen = self.focused if isinstance(self.focused, OptionList) else self.offers
        if step > 0:
            chosen.action_cursor_down()
        else:
            chosen.action_cursor_up()

    def action_leave(self) -> None:
        """Close, or first leave what is being written."""
        if self._busy:
            self._left = True
            self._tell("leaving ...")
        else:
            self.dismiss(None)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        path = self._path
        if self._busy or path is None:
            self._show_effect()
            return

        def answered(answer: str | None) -> None:
            if answer is not None:
                self._begin(path, export.Existing(answer))

        if path.exists():
            choices = [
                (export.Existing.APPEND.value, "Add what is new"),
                (export.Existing.REPLACE.value, "Replace it"),
            ]
            self.app.push_screen(Menu(f"{path.name} is there", choices), answered)
        else:
            self._begin(path, export.Existing.ASK)

    def _begin(self, path: Path, existing: export.Existing) -> None:
        self._busy, self._left = True, False
        self._tell(f"writing {plural(self._scope.count, 'paper')} ...")
        self._write(self._scope, self.form, path, existing)

    @work(thread=True, group="export", exit_on_error=False)
    def _write(
        self, scope: Scope, form: Form, path: Path, existing: export.Existing
    ) -> None:
        done: Exported | None = None
        failure = ""

        def progress(count: int) -> None:
            if self._left:
                raise Left
            told = f"writing {count:,} of {plural(scope.count, 'paper')} ..."
            self.post_message(messages.ExportProgress(told))

        try:
            papers = scope.papers(None)
            progress(0)
            cited = self._services.cited(papers)
            progress(0)
            options = self._services.citations
            done = export.write(cited, form, options, path, existing, progress)
        except Left:
            failure = "Left; nothing was written."
        except export.FileThereError:
            failure = f"{path} is there by now: enter asks what to do"
        except (PaperstuiError, OSError, sqlite3.Error) as error:
            failure = str(error)
        self.post_message(messages.ExportDone(done, failure))

    @on(messages.ExportProgress)
    def _progress(self, event: messages.ExportProgress) -> None:
        if not self._left:
            self._tell(event.text)

    @on(messages.ExportDone)
    def _done(self, event: messages.ExportDone) -> None:
        self._busy = False
        if event.done is None:
            self._tell(f"! {event.failure}")
        else:
            self.dismiss(event.done)

    @on(Worker.StateChanged)
    def _failed(self, event: Worker.StateChanged) -> None:
        """No worker foresees every error; after none the dialog is stuck."""
        if event.state is WorkerState.ERROR:
            self._busy = False
            self._tell(f"! That did not work: {event.worker.error!r}")

    @property
    def _path(self) -> Path | None:
        """The path that was typed; None where there can be no file."""
        typed = self.box.value.strip()
        if not typed:
            return None
        path = files.expanded(typed)
        try:
            export.check(path)
        except PaperstuiError:
            return None
        return path

    def _propose(self) -> None:
        """Put a path into the box, unless a person typed another."""
        if self.box.value == self._proposed:
            name = f"{self._scope.name}{self.form.ending}"
            self._fill(f"{self._folder}{name}")
            self._proposed = self.box.value
        else:
            self._fill(with_ending(self.box.value, self.form.ending))
        self._show_effect()

    def _take_form(self, typed: str) -> None:
        """Choose the form that the ending tells, as on the command line."""
        _, dot, last = typed.strip().rpartition(".")
        ending = f"{dot}{last}".lower()
        if ending != self.form.ending and ending in ENDINGS:
            self.form = next(form for form in FILE_FORMS if form.ending == ending)
            self.forms.highlighted = FILE_FORMS.index(self.form)

    def _fill(self, path: str) -> None:
        self.box.value = path
        self.box.cursor_position = len(path)

    def _show_effect(self) -> None:
        papers = plural(self._scope.count, "paper")
        typed = self.box.value.strip()
        try:
            path = files.expanded(typed)
            export.check(path)
        except PaperstuiError as error:
            self._tell(f"! {error}" if typed else "Name a file.")
            return
        there = ", which is there: enter asks what to do" if path.exists() else ""
        self._tell(f"{papers} to {path.absolute()}{there}")

    def _tell(self, text: str) -> None:
        self.query_one("#effect", Static).update(Content(text))

    @work(thread=True, group="preview", exclusive=True, exit_on_error=False)
    def _preview(self, scope: Scope, form: Form) -> None:
        cited = self._services.cited(scope.papers(_PREVIEWED))
        text = export.beginning(cited, form, self._services.citations)
        self.post_message(messages.Previewed(text))

    @on(messages.Previewed)
    def _previewed(self, event: messages.Previewed) -> None:
        self.query_one("#text", Static).update(Content(event.text))
