"""The help: every key, and the query language."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from paperstui.index.query import LANGUAGE
from paperstui.tui.keys import KEYS
from paperstui.tui.screens.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult


class HelpScreen(Dialog[None]):
    """Shows the key table and the query table."""

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
        """Fill in the tables, wrapped to the width there is."""
        parts = [
            self._section(context.value, [(key.display, key.help) for key in keys])
            for context, keys in groupby(KEYS, key=lambda key: key.context)
        ]
        parts.append(self._section("What to type in the search box", LANGUAGE))
        self.query_one("#help", Static).update(Content("\n\n").join(parts))

    def action_scroll(self, lines: int) -> None:
        """Scroll by some lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def _section(self, head: str, rows: Sequence[tuple[str, str]]) -> Content:
        left_width = max(cell_len(left) for left, _ in rows)
        window = self.query_one(VerticalScroll)
        right_width = max(10, window.scrollable_content_region.width - left_width - 2)
        head_style = self.get_visual_style("help--head", partial=True)
        key_style = self.get_visual_style("help--key", partial=True)
        lines = [Content(head).stylize(head_style)]
        for left, right in rows:
            for number, part in enumerate(wrap(right, right_width)):
                shown = "" if number else left
                gap = " " * (left_width - cell_len(shown) + 2)
                lines.append(Content.assemble((shown, key_style), gap, part))
        return Content("\n").join(lines)
