"""The menu of copy forms."""

from __future__ import annotations

from paperstui.index.citations.forms import FORMS
from paperstui.tui.screens.menu import Menu


class CopyMenu(Menu):
    """Answers with the id of a copy form."""

    def __init__(self, papers: int) -> None:
        """Take how many papers are copied."""
        super().__init__(
            "Copy" if papers == 1 else f"Copy {papers:,} papers",
            [(form.id, form.label) for form in FORMS if form.copied],
        )
