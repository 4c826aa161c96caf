"""The line above a list that says what its columns are."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.widget import Widget

if TYPE_CHECKING:
    from textual.content import Content
    from textual.geometry import Region


class Headed(Protocol):
    """A list with columns."""

    @property
    def scrollable_content_region(self) -> Region:
        """What it has for its lines."""

    def heading(self, width: int) -> Content:
        """The names of its columns in some cells, as its lines lay them out."""


class ListHead(Widget):
    """Drawn anew whenever its list asks for that."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"head--columns"}

    def __init__(self, lines: Headed) -> None:
        super().__init__()
        self._lines = lines

    def render(self) -> Content:
        """The names of the columns, as far as they fit."""
        width = self._lines.scrollable_content_region.width
        heading = self._lines.heading(width).truncate(max(0, width), ellipsis=True)
        return heading.stylize(self.get_visual_style("head--columns", partial=True))
