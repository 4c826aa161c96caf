"""The prompt for the name of a saved search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import getters, on
from textual.containers import Vertical
from textual.widgets import Input, Static

from paperstui.tui.formatting import SAVED
from paperstui.tui.screens.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult


class SavePrompt(Dialog[str]):
    """Answers with a name."""

    box = getters.query_one(Input)

    def __init__(self, query: str, searches: Mapping[str, str]) -> None:
        """Take the query and what is saved already."""
        super().__init__()
        self._query = query
        self._searches = searches

    def compose(self) -> ComposeResult:
        """A line to type in, and what saving would do."""
        with Vertical(classes="window") as window:
            window.border_title = "Save the search"
            window.border_subtitle = "enter saves · esc cancels"
            yield Input(_one_line(self._query), placeholder="its name", compact=True)
            yield Static(id="effect", markup=False)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        name = _one_line(event.value)
        before = self._searches.get(name)
        if not name:
            effect = "It needs a name."
        elif before is None:
            effect = f"{SAVED} finds: {self._query}"
        elif before == self._query:
            effect = "It is saved under this name."
        else:
            effect = f"! Replaces: {before}"
        self.query_one("#effect", Static).update(effect)

    @on(Input.Submitted)
    def _named(self, event: Input.Submitted) -> None:
        name = _one_line(event.value)
        if name:
            self.dismiss(name)


def _one_line(text: str) -> str:
    return " ".join(text.split())
