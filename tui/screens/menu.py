"""A short list of which one entry is chosen, by a digit or by moving to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static

from paperstui.tui.screens.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult


_DIGITS = 9


class Menu(Dialog[str]):
    """Answers with the id of the chosen entry; the first nine have digits."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "move('down')", show=False),
        Binding("k", "move('up')", show=False),
        *(
            Binding(str(n), f"choose({n - 1})", show=False)
            for n in range(1, _DIGITS + 1)
        ),
    ]

    def __init__(
        self,
        title: str,
        entries: Sequence[tuple[str, str]],
        *,
        start: int = 0,
        note: str = "",
    ) -> None:
        """Take ids with labels, the place of the cursor, and a remark below."""
        super().__init__(classes="menu")
        self._title = title
        self._entries = entries
        self._start = start
        self._note = note

    def compose(self) -> ComposeResult:
        """List the entries, with the digits that choose them."""
        with Vertical(classes="window") as window:
            window.border_title = self._title
            menu = OptionList(
                *(
                    Content(f"{number if number <= _DIGITS else ' '}  {label}")
                    for number, (_, label) in enumerate(self._entries, 1)
                )
            )
            menu.highlighted = self._start
            yield menu
            if self._note:
                yield Static(self._note, classes="note", markup=False)

    def action_move(self, direction: str) -> None:
        """Move the highlight."""
        menu = self.query_one(OptionList)
        menu.action_cursor_down() if direction == "down" else menu.action_cursor_up()

    def action_choose(self, place: int) -> None:
        """Choose an entry by its place."""
        if place < len(self._entries):
            self.dismiss(self._entries[place][0])

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.action_choose(event.option_index)
