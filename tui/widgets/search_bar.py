"""The search box, with the count of what it found beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import getters, on
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

if TYPE_CHECKING:
    from textual.app import ComposeResult


class SearchBar(Horizontal):
    """One line: a slash, the box in which letters are only letters, the count."""

    class Changed(Message):
        """The query is another one."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def compose(self) -> ComposeResult:
        """Lay out the line."""
        yield Static("/", id="slash")
        yield Input(
            placeholder="type to search",
            compact=True,
            select_on_focus=False,
            id="query",
        )
        yield Static(id="count", markup=False)

    box = getters.query_one(Input)
    """The line itself."""

    @property
    def text(self) -> str:
        """The query as typed."""
        return self.box.value

    def put(self, text: str) -> None:
        """Put another query in; tells `Changed` if it is another."""
        self.box.value = text
        self.box.cursor_position = len(text)

    def clear(self) -> None:
        """Empty the box; tells `Changed` if it held anything."""
        self.box.value = ""

    def show_count(self, text: str) -> None:
        """Show how many papers were found."""
        self.query_one("#count", Static).update(text)

    @on(Input.Changed)
    def _tell(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Changed(event.value))
