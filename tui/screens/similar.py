"""Papers like the one under the cursor, or like a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.tui.screens.choosing import ChoosingScreen

if TYPE_CHECKING:
    from paperstui.tui.screens.trail import Trail


class SimilarScreen(ChoosingScreen):
    """A screen that can list similar papers, and goes back from them."""

    trail: Trail
    """The lists that one came through."""

    def action_similar(self) -> None:
        """List the papers like the one under the cursor."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.index.similar import like_paper

        paper = self.paper
        if paper is None:
            self.tell("There is no paper under the cursor.")
        else:
            self.trail.go(like_paper(paper))

    def action_similar_text(self) -> None:
        """Ask for a text, and list the papers like it."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.index.similar import like_text
        from paperstui.tui.screens.similar_dialog import SimilarDialog

        def find(text: str | None) -> None:
            if text is not None:
                self.trail.go(like_text(text))

        self.app.push_screen(SimilarDialog(), find)
