"""The menu of copy forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList

from paperstui.index.citations.forms import FORMS
from paperstui.tui.screens.dialog import Dialog

if TYPE_CHECKING:
    from textual.app import ComposeResult


class CopyMenu(Dialog[str]):
    """Answers with the id of a copy form."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "move('down')", show=False),
        Binding("k", "move('up')", show=False),
        *(
            Binding(str(number), f"dismiss('{form.id}')", show=False)
            for number, form in enumerate(FORMS, 1)
        ),
    ]

    def compose(self) -> ComposeResult:
        """List the forms, each with the digit that chooses it."""
        with Vertical(classes="window") as window:
            window.border_title = "Copy"
            yield OptionList(
                *(
                    Content(f"{number}  {form.label}")
                    for number, form in enumerate(FORMS, 1)
                )
            )

    def action_move(self, direction: str) -> None:
        """Move the highlight."""
        menu = self.query_one(OptionList)
        menu.action_cursor_down() if direction == "down" else menu.action_cursor_up()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(FORMS[event.option_index].id)
