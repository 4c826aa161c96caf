"""What a terminal too small for the panes shows instead."""

from __future__ import annotations

from textual.widgets import Static


class SmallNotice(Static):
    """A plain notice; the style sheet shows it only where nothing else fits."""

    def __init__(self) -> None:
        super().__init__(
            "paperstui needs 40 x 10 cells.\nMake the window larger.", markup=False
        )
