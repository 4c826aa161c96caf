"""The dialog that takes a text to find papers like it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Button, Static, TextArea

from paperstui.tui.formatting import plural
from paperstui.tui.screens.dialog import Dialog

if TYPE_CHECKING:
    from textual.app import ComposeResult


class SimilarDialog(Dialog[str]):
    """Answers with the text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # With priority, as the text takes its letters first.
        Binding("ctrl+s", "find", "Find", priority=True),
        Binding("escape", "dismiss(None)", "Close", priority=True),
    ]

    area = getters.query_one(TextArea)

    def compose(self) -> ComposeResult:
        """Room for a text, how long it is, and a button, as enter begins a line."""
        with Vertical(classes="window") as window:
            window.border_title = "Papers like a text"
            window.border_subtitle = "ctrl+s finds · tab to the button · esc closes"
            yield TextArea(
                placeholder="Paste or type an abstract, a paragraph, or notes.",
                compact=True,
                highlight_cursor_line=False,
            )
            yield Static(id="effect", markup=False)
            yield Button("Find similar papers", compact=True)

    def on_mount(self) -> None:
        """Take keys at once."""
        # `AUTO_FOCUS` comes too late for keys that were typed ahead.
        self.set_focus(self.area)
        self._count()

    @on(TextArea.Changed)
    def _count(self) -> None:
        words = len(self.area.text.split())
        told = plural(words, "word") if words else "Nothing to look for yet."
        self.query_one("#effect", Static).update(told)

    @on(Button.Pressed)
    def action_find(self) -> None:
        """Answer, where there is a text."""
        text = self.area.text
        if text.strip():
            self.dismiss(text)
        else:
            self.query_one("#effect", Static).update("! Paste or type a text first.")
            self.set_focus(self.area)
