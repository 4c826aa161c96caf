"""The help: every key."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from paperstui.tui.formatting import SIGNS, two_columns
from paperstui.tui.keys import KEYS
from paperstui.tui.screens.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult


class HelpScreen(Dialog[None]):
    """Shows the key table, and what signs mean."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"help--head", "help--key"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "dismiss(None)", show=False),
        Binding("j", "scroll(1)", show=False),
        Binding("k", "scroll(-1)", show=False),
    ]

    def compose(self) -> ComposeResult:
        """One scrolling text."""
        with VerticalScroll(classes="window") as window:
            window.border_title = "Keys"
            window.border_subtitle = "esc closes"
            yield Static(id="help")

    def on_resize(self) -> None:
        """Fill in the table, wrapped to the width there is."""
        parts = [
            self._section(context.value, [(key.display, key.help) for key in keys])
            for context, keys in groupby(KEYS, key=lambda key: key.context)
        ]
        parts.append(self._section("Signs", SIGNS))
        self.query_one("#help", Static).update(Content("\n\n").join(parts))

    def action_scroll(self, lines: int) -> None:
        """Scroll by some lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def _section(self, head: str, rows: Sequence[tuple[str, str]]) -> Content:
        width = self.query_one(VerticalScroll).scrollable_content_region.width
        head_style = self.get_visual_style("help--head", partial=True)
        key_style = self.get_visual_style("help--key", partial=True)
        lines = [Content(head).stylize(head_style)]
        lines += [
            Content.assemble((left, key_style), gap, right)
            for row in two_columns(rows, width)
            for left, gap, right in row
        ]
        return Content("\n").join(lines)
