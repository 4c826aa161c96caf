"""The status line: what just happened at the left, where we are at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal
from textual.widgets import Static

if TYPE_CHECKING:
    from textual.app import ComposeResult


class StatusLine(Horizontal):
    """One line at the foot of the screen."""

    def compose(self) -> ComposeResult:
        """Lay out the line."""
        yield Static(id="event", markup=False)
        yield Static(id="state", markup=False)

    @property
    def text(self) -> str:
        """What the line tells at the moment."""
        return str(self.query_one("#event", Static).content)

    def tell(self, text: str, *, warning: bool = False) -> None:
        """Tell what just happened; a warning is marked with a sign, too."""
        event = self.query_one("#event", Static)
        event.update(f"! {text}" if warning else text)
        event.set_class(warning, "-warning")

    def show_state(self, text: str) -> None:
        """Show where we are: engine and counts."""
        self.query_one("#state", Static).update(text)
