"""The line that tells by which papers one came to a list of similar ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from paperstui.tui.formatting import CRUMB, cut_crumbs

if TYPE_CHECKING:
    from collections.abc import Sequence


class Crumbs(Widget):
    """One line, drawn as one widget; not there where there is nothing to go back to."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"crumbs--here"}

    parts: reactive[Sequence[str]] = reactive(())
    """Where one came from, and at last where one is."""

    def __init__(self) -> None:
        super().__init__()
        self.display = False

    def watch_parts(self, parts: Sequence[str]) -> None:
        """Come and go."""
        self.display = bool(parts)

    def render(self) -> Content:
        """The parts, the last of which stands out."""
        if not self.parts:
            return Content("")
        *before, here = cut_crumbs(self.parts, self.content_size.width)
        style = self.get_visual_style("crumbs--here", partial=True)
        way = "".join(f"{part}{CRUMB}" for part in before)
        return Content.assemble(way, (here, style))
