"""The dialog that adds papers, with completion and live progress."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on, work
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from paperstui.index.catalogue import entries
from paperstui.index.collection import Options
from paperstui.index.errors import PaperstuiError
from paperstui.index.intake import Intake
from paperstui.tui import messages
from paperstui.tui.reporting import download_line, progress_line, report_lines
from paperstui.tui.screens.dialog import Dialog
from paperstui.tui.screens.path_offers import offered

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from paperstui.index.report import Report

_MOST = 200
"""Completions, and problems of a file, that are shown."""


class Cancelled(Exception):
    """The person left the dialog while papers were being added."""


class AddDialog(Dialog[bool]):
    """Answers whether papers were added."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Close"),
        Binding("tab", "complete", "Complete", priority=True),
        Binding("down", "choose(1)", show=False, priority=True),
        Binding("up", "choose(-1)", show=False, priority=True),
    ]

    box = getters.query_one(Input)
    menu = getters.query_one(OptionList)

    def __init__(self, intake: Intake, loaded: frozenset[str]) -> None:
        """`loaded` are the places of the sources that are in the library."""
        super().__init__()
        self._intake = intake
        self._loaded = loaded
        self._words: list[str] = []
        self._busy = False
        self._cancelled = False
        self._added = False

    def compose(self) -> ComposeResult:
        """A line to type in, what it may mean, and what became of it."""
        with Vertical(classes="window") as window:
            window.border_title = "Add papers"
            window.border_subtitle = "enter adds · tab completes · esc closes"
            yield Input(
                placeholder="file, folder, address, or conference such as icml2025",
                compact=True,
            )
            yield OptionList()
            yield Static(id="progress", markup=False)
            with VerticalScroll(id="report"):
                yield Static(id="lines", markup=False)

    def on_mount(self) -> None:
        """Offer the catalogue at once."""
        self._offer("")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._offer(event.value)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        name = self.box.value.strip()
        if name and not self._busy:
            self._busy = True
            self._tell(f"adding {name} ...")
            self._add(name)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.box.value = self._words[event.option_index]
        self.box.focus()

    def action_complete(self) -> None:
        """Take over the offer that is highlighted, or the first."""
        if self._words:
            self.box.value = self._words[self.menu.highlighted or 0]
            self.box.cursor_position = len(self.box.value)

    def action_choose(self, step: int) -> None:
        """Highlight another offer."""
        if step > 0:
            self.menu.action_cursor_down()
        else:
            self.menu.action_cursor_up()

    def action_leave(self) -> None:
        """Close, or first leave what is being added."""
        if self._busy:
            self._cancelled = True
            self._tell("leaving; the library stays as it was ...")
        else:
            self.dismiss(self._added)

    @work(thread=True, group="add", exit_on_error=False)
    def _add(self, name: str) -> None:
        reports: list[Report] = []
        failure = ""
        try:
            reports += self._intake.add(
                name, Options(), self._read, self._download, lambda: self._cancelled
            )
        except Cancelled:
            failure = "Left; the library is as it was."
        except (PaperstuiError, OSError, sqlite3.Error) as error:
            failure = str(error)
        self.post_message(messages.Added(reports, failure))

    def _read(self, report: Report) -> None:
        if self._cancelled:
            raise Cancelled
        self.post_message(messages.AddProgress(progress_line(report)))

    def _download(self, done: int, total: int | None) -> None:
        if self._cancelled:
            raise Cancelled
        self.post_message(messages.AddProgress(download_line(done, total)))

    @on(messages.AddProgress)
    def _progress(self, event: messages.AddProgress) -> None:
        if not self._cancelled:
            self._tell(event.text)

    @on(messages.Added)
    def _done(self, event: messages.Added) -> None:
        self._busy = self._cancelled = False
        loaded = sum(report.loaded for report in event.reports)
        self._added |= loaded > 0
        self._tell(event.failure or f"{loaded:,} papers added; enter adds more")
        if event.reports:
            width = self.box.size.width
            lines = report_lines(event.reports, _MOST, width)
            self.query_one("#lines", Static).update(Content("\n".join(lines)))

    def _tell(self, text: str) -> None:
        self.query_one("#progress", Static).update(Content(text))

    def _offer(self, typed: str) -> None:
        self._words = [*_paths(typed), *self._conferences(typed)][:_MOST]
        self.menu.clear_options()
        self.menu.add_options([Content(self._offered(word)) for word in self._words])

    def _offered(self, word: str) -> str:
        return f"{word}  in the library" if f"catalog:{word}" in self._loaded else word

    def _conferences(self, typed: str) -> list[str]:
        wanted = "".join(typed.casefold().split())
        newest_first = sorted(entries(), key=lambda e: (e.conference, -e.year))
        return [entry.name for entry in newest_first if wanted in entry.name]


def _paths(typed: str) -> list[str]:
    """The files and folders that are meant, if it is a path: it may be a conference."""
    return offered(typed) if typed.startswith(("/", "~", ".")) else []
