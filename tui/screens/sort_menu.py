"""The menu of orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.tui.formatting import READ
from paperstui.tui.headline import ORDERS
from paperstui.tui.screens.menu import Menu

if TYPE_CHECKING:
    from paperstui.index.requests import Sort


class SortMenu(Menu):
    """Answers with the value of a `Sort`."""

    def __init__(self, present: Sort, asked: Sort | None) -> None:
        """Mark the present order; `asked` is the one that the query asks for."""
        entries = [
            (sort.value, f"{words:22}{READ if sort is present else ''}".rstrip())
            for sort, words in ORDERS.items()
        ]
        note = f"The query's sort:{asked} goes before." if asked else ""
        super().__init__("Sort", entries, start=[*ORDERS].index(present), note=note)
