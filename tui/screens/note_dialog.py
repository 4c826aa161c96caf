"""The dialog that sets the note on papers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.app import SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from paperstui.index.errors import PaperstuiError
from paperstui.index.notes import written
from paperstui.tui import editor
from paperstui.tui.formatting import plural, readable
from paperstui.tui.screens.dialog import Dialog
from paperstui.tui.widgets.search_bar import QueryInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

_BREAK = "↵"
"""Stands for the end of a line in the box."""
_BREAKS = re.compile(f" ?{_BREAK} ?")
_AWAY = "-"
"""What is typed to take different notes away, as an empty box changes nothing."""


class NoteDialog(Dialog[str]):
    """Answers with the note that the papers get; an empty one is taken away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # With priority, as the box takes its letters the moment they come, too; and
        # without it for one that was typed before the dialog was open.
        Binding("enter", "submit", "Save", priority=True),
        Binding("enter", "submit", show=False),
        Binding("ctrl+e", "edit", "Editor", priority=True),
    ]

    box = getters.query_one(QueryInput)

    def __init__(self, title: str, notes: Sequence[str], bookmarked: int) -> None:
        """Take what the papers are called, a note for each, and how many have marks.

        `bookmarked` is the number of those that have a bookmark already.
        """
        super().__init__()
        self._title = title
        self._papers = len(notes)
        self._noted = sum(map(bool, notes))
        self._bookmarked = bookmarked
        self._differ = len(set(notes)) > 1
        self._before = "" if self._differ else notes[0]
        self._told = ""
        """What became of the editor, until something is typed."""
        self._told_of = ""
        """What was in the box then."""

    def compose(self) -> ComposeResult:
        """What the note is on, a line to type in, and what saving would do."""
        with Vertical(classes="window") as window:
            one = self._papers == 1
            what = "the paper" if one else f"{self._papers:,} papers"
            window.border_title = f"Note on {what}" if one else f"One note on {what}"
            window.border_subtitle = "enter saves · ctrl+e editor · esc cancels"
            yield Static(Content(self._title), id="paper")
            yield QueryInput(placeholder="your note", compact=True)
            yield Static(id="effect", markup=False)

    def on_mount(self) -> None:
        """Show the present note, and take keys, at once."""
        # `AUTO_FOCUS` comes too late for keys that were typed ahead.
        self.set_focus(self.box)
        self.box.fill(_in_a_line(self._before))
        self._show()

    @on(Input.Changed)
    def _typed(self) -> None:
        # What was typed ahead is told of only now.
        if self.box.value != self._told_of:
            self._told = ""
        self._show()

    def action_submit(self) -> None:
        """Answer, where the note is another one."""
        self.dismiss(self._after() if self._changes() else None)

    def action_edit(self) -> None:
        """Write the note in an editor, which has the terminal until it is left."""
        text, failed = "", ""
        try:
            # First, so that the screen does not flash for nothing.
            words = editor.command()
            with self.app.suspend():
                # What leaves this block by an error would leave the screen suspended.
                text, failed = _edited(self._after(), words)
        except SuspendNotSupported:
            self._tell("No editor can be opened from here: type the note in this line.")
            return
        except PaperstuiError as error:
            failed = str(error)
        if failed:
            self._tell(f"{failed}. The note is as it was.")
        elif text and text != self._before:
            self.dismiss(text)
        else:
            self._take_back(text)

    def _take_back(self, text: str) -> None:
        """Show what the editor left, which is empty or as it was: not to be saved."""
        with self.box.prevent(Input.Changed):
            self.box.fill(_in_a_line(text))
        left = "nothing was changed" if text or not self._noted else "the note is empty"
        end = "" if text or not self._changes() else ": enter takes it away"
        self._tell(f"The editor was left, and {left}{end}.")

    def _after(self) -> str:
        """The note that is in the box."""
        typed = self.box.value
        if typed == _in_a_line(self._before):
            return self._before
        if self._differ and typed.strip() == _AWAY:
            return ""
        return written(_BREAKS.sub("\n", typed).strip())

    def _changes(self) -> bool:
        if self._differ:
            return bool(self.box.value.strip())
        return self._after() != self._before

    def _tell(self, what: str) -> None:
        self._told, self._told_of = f"! {what}", self.box.value
        self._show()

    def _show(self) -> None:
        self.query_one("#effect", Static).update(self._told or self._effect())

    def _effect(self) -> str:
        """What enter would do."""
        one = self._papers == 1
        some = f"{self._noted:,} of {plural(self._papers, 'paper')}"
        if not self._changes():
            if self._differ:
                return (
                    f"{some} have a note; one typed here replaces all, "
                    f"{_AWAY} takes them away."
                )
            if self._before:
                return "An empty line takes the note away; note:WORD finds notes."
            return f"{_BREAK} begins another line; note:WORD finds notes."
        if not self._after():
            if one:
                return "! Takes the note away."
            return f"! Takes the notes of {some} away."
        new = self._papers - self._bookmarked
        if one:
            what = "Replaces the note" if self._noted else "Adds the note"
            return f"{what} and bookmarks the paper." if new else f"{what}."
        what = f"Adds the note to {plural(self._papers, 'paper')}"
        parts = [f"! replaces {plural(self._noted, 'note')}" if self._noted else ""]
        parts.append(f"bookmarks {new:,} of them" if new else "")
        return "; ".join(filter(None, (what, *parts))) + "."


def _in_a_line(note: str) -> str:
    """A note as it stands in the box."""
    return f" {_BREAK} ".join(map(readable, note.split("\n")))


def _edited(text: str, words: list[str]) -> tuple[str, str]:
    """The note that an editor leaves, and why it failed, else ""."""
    try:
        return written(editor.edited(text, words)), ""
    except PaperstuiError as error:
        return text, str(error)
