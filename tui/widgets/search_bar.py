"""The search box, with the count of what it found beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from paperstui.tui.keys import Context, bindings

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType


class SearchBox(Input):
    """A line in which letters are only letters."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Context.SEARCH)]

    class Left(Message):
        """The person is done typing."""

    def action_leave(self) -> None:
        """Hand the focus on; the query stays."""
        self.post_message(self.Left())


class SearchBar(Horizontal):
    """One line: a slash, the box, the count."""

    class Changed(Message):
        """The query is another one."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def compose(self) -> ComposeResult:
        """Lay out the line."""
        yield Static("/", id="slash")
        yield SearchBox(
            placeholder="type to search",
            compact=True,
            select_on_focus=False,
            id="query",
        )
        yield Static(id="count", markup=False)

    @property
    def text(self) -> str:
        """The query as typed."""
        return self.query_one(SearchBox).value

    def clear(self) -> None:
        """Empty the box; tells `Changed` if it held anything."""
        self.query_one(SearchBox).value = ""

    def focus_box(self) -> None:
        """Let the person type."""
        self.query_one(SearchBox).focus()

    def show_count(self, text: str) -> None:
        """Show how many papers were found."""
        self.query_one("#count", Static).update(text)

    @on(Input.Changed)
    def _tell(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Changed(event.value))
