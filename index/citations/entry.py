"""One reference while a style renders it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paperstui.index.citations.csl import Item


class Entry:
    """An item, and what a style has asked of it so far."""

    def __init__(self, item: Item, number: int | None) -> None:
        self.item = item
        self.number = number
        """Its place in the list; None where references are not numbered."""
        self.asked = 0
        """How often a variable was asked for, whether it holds anything or not."""
        self.shown = 0
        """How often it held something, or a group or macro did."""
        self.used: list[str] = []
        """The variables that held something when they were asked for."""
        self.suppressed: set[str] = set()
        """Those that stand in for others and are shown no second time."""

    def has(self, variable: str) -> bool:
        """Whether a variable holds something; no question that a group counts."""
        return bool(self.item.get(variable))

    def can_show(self, variable: str) -> bool:
        """Whether a variable holds something that is to be shown."""
        return variable not in self.suppressed and self.has(variable)

    def value(self, variable: str) -> Any:
        """What a variable holds, to be shown; None if nothing."""
        self.asked += 1
        if not self.can_show(variable):
            return None
        self.shown += 1
        self.used.append(variable)
        return self.item[variable]

    def citation_number(self) -> str:
        """The number of the reference, to be shown; empty if there is none."""
        self.asked += 1
        if self.number is None:
            return ""
        self.shown += 1
        return str(self.number)

    def count(self, text: str) -> None:
        """Count the text of a group or macro, which is as good as a variable's."""
        if text:
            self.asked += 1
            self.shown += 1
