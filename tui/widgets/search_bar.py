"""The search box, with the count of what it found beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import getters, on
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Key, Paste
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.widgets import Input, Static

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.events import Event


class QueryInput(Input, inherit_bindings=False):
    """An input that takes its keys the moment they come.

    Textual puts keys into the queue of the widget, where those that leave the box or
    complete a word would overtake the letters typed before them.
    """

    virtual_size = Reactive(Size(0, 0))
    """Of the text; unlike Textual's, it lays nothing out anew at every letter."""
    BINDINGS: ClassVar[list[BindingType]] = [
        replace(binding, priority=True)
        for binding in Input.BINDINGS
        if isinstance(binding, Binding) and binding.action != "submit"
    ]

    def on_mount(self) -> None:
        """Scroll to the cursor from the first text on, which Textual does not."""
        self._initial_value = False

    def fill(self, text: str) -> None:
        """Put another text into it, with the cursor at the end."""
        self.value = text
        self.cursor_position = len(text)

    def take(self, text: str) -> None:
        """Type a text over what is selected, or at the cursor."""
        self.replace(text, *sorted(self.selection))

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Every letter is only a letter, but `?` in the empty box asks for help."""
        if key == "question_mark" and not self.value:
            return False
        return super().check_consume_key(key, character)

    def _forward_event(self, event: Event) -> None:
        if isinstance(event, Key) and event.is_printable and event.character:
            self._restart_blink()
            self.take(event.character)
        elif isinstance(event, Paste):
            # A title copied from a PDF is often broken into lines.
            self.take(" ".join(event.text.split()))
        else:
            super()._forward_event(event)


class FoundCount(Static):
    """How many papers were found."""

    # Textual's own lays the screen out once more when a layout has changed it.
    virtual_size = Reactive(Size(0, 0), repaint=False)


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
        yield QueryInput(
            placeholder="type to search",
            compact=True,
            select_on_focus=False,
            id="query",
        )
        yield FoundCount(id="count", markup=False)

    box = getters.query_one(QueryInput)
    """The line itself."""

    @property
    def text(self) -> str:
        """The query as typed."""
        return self.box.value

    def clear(self) -> None:
        """Empty the box; tells `Changed` if it held anything."""
        self.box.value = ""

    def cell_of(self, place: int) -> int:
        """Cell of the bar in which the letter at a place of the query is drawn."""
        before = cell_len(self.text[:place])
        return self.box.region.x - self.region.x + before - int(self.box.scroll_x)

    def show_count(self, text: str) -> None:
        """Show how many papers were found."""
        count = self.query_one(FoundCount)
        before = str(count.content)
        if text != before:
            count.update(text, layout=len(text) != len(before))

    @on(Input.Changed)
    def _tell(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Changed(event.value))
