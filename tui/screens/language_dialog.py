"""The query language, with examples that can be run."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList

from paperstui.index.query import LANGUAGE
from paperstui.tui.formatting import two_columns
from paperstui.tui.screens.dialog import Dialog

if TYPE_CHECKING:
    from textual.app import ComposeResult


class LanguageDialog(Dialog[str]):
    """Answers with the example that is to be searched for."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"help--key"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "dismiss(None)", show=False),
        Binding("j", "move('down')", show=False),
        Binding("k", "move('up')", show=False),
    ]

    def compose(self) -> ComposeResult:
        """List the examples."""
        with Vertical(classes="window") as window:
            window.border_title = "What can be typed"
            window.border_subtitle = "enter runs an example  esc closes"
            yield OptionList()

    def on_resize(self) -> None:
        """Lay the examples out beside what they mean, in the width there is."""
        options = self.query_one(OptionList)
        highlighted = options.highlighted or 0
        width = options.scrollable_content_region.width
        style = self.get_visual_style("help--key", partial=True)
        options.clear_options()
        options.add_options(
            Content("\n").join(
                Content.assemble((left, style), gap, right)
                for left, gap, right in lines
            )
            for lines in two_columns(LANGUAGE, width)
        )
        options.highlighted = highlighted

    def action_move(self, direction: str) -> None:
        """Move the highlight."""
        options = self.query_one(OptionList)
        if direction == "down":
            options.action_cursor_down()
        else:
            options.action_cursor_up()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(LANGUAGE[event.option_index][0])
