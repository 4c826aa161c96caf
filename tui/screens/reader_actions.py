"""What can be done with the abstract that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import getters

from paperstui.tui.screens.search_box import SearchBoxScreen
from paperstui.tui.widgets.abstract_reader import AbstractReader

if TYPE_CHECKING:
    from paperstui.tui.screens.following import Following


class ReaderScreen(SearchBoxScreen):
    """A screen whose reader shows the source of a paper, and goes to its matches."""

    reader = getters.query_one("#reader", AbstractReader)
    following: Following
    """What shows the paper under the cursor."""

    def action_see_above(self) -> None:
        """Mark all papers above the cursor as seen."""
        self.following.see_above()

    def action_source(self) -> None:
        """Show the source of the abstract, or its readable form."""
        shown = self.reader.toggle_source()
        self.tell("LaTeX source" if shown else "Readable text")

    def action_match(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) match in the paper."""
        self.following.catch_up()
        if not self.reader.matches:
            searched = self.page.query.root is not None
            self.tell(
                "The search matches nothing in this text."
                if searched
                else "Nothing is searched for."
            )
        elif self.reader.size.height:
            self._to_match(step)
        else:
            self.action_pane("reader")
            self.call_after_refresh(self._to_match, step)

    def _to_match(self, step: int) -> None:
        number = self.reader.to_match(step)
        self.tell(f"match {number} of {self.reader.matches}")
