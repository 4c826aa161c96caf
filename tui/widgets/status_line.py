"""The status line: what just happened at the left, where we are at the right."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget


class StatusLine(Widget):
    """One line at the foot of the screen, drawn as one widget."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "status--warning",
        "status--marked",
        "status--state",
    }

    text: reactive[str] = reactive("")
    """What just happened."""
    warning: reactive[bool] = reactive(False)
    """Whether that is something to worry about."""
    marked: reactive[str] = reactive("")
    """How many papers are marked; never left out."""
    state: reactive[str] = reactive("")
    """Where we are: engine and counts."""

    def tell(self, text: str, *, warning: bool = False) -> None:
        """Tell what just happened; a warning is marked with a sign, too."""
        self.text = f"! {text}" if warning else text
        self.warning = warning

    def render(self) -> Content:
        """The event, cut before it reaches the state; where narrow, one of them."""
        width = self.content_size.width
        narrow = self.screen.has_class("-one-pane")
        state = "" if narrow and self.text else self.state
        end = " · ".join(filter(None, (self.marked, state)))
        room = width - cell_len(end) - 2 if end else width
        event = Content(self.text).truncate(max(0, room), ellipsis=True)
        if self.warning:
            event = event.stylize(
                self.get_visual_style("status--warning", partial=True)
            )
        gap = " " * max(0, width - event.cell_length - cell_len(end))
        state_style = self.get_visual_style("status--state", partial=True)
        marked_style = self.get_visual_style("status--marked", partial=True)
        return Content.assemble(
            event,
            gap,
            (self.marked, marked_style),
            (end.removeprefix(self.marked), state_style),
        )
