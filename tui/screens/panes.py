"""Panes side by side, or one at a time where the window is narrow."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from textual.screen import Screen

from paperstui.tui.screens.widths import PaneWidths

if TYPE_CHECKING:
    from textual.events import DescendantFocus
    from textual.widget import Widget


class PaneScreen(Screen[None]):
    """A screen with three panes; the style sheet shows those that fit.

    The focused pane is always among them: its name is a class of the screen.
    """

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012  (declared so by Textual)
        (0, "-tiny"),
        (40, "-one-pane"),
        (80, "-two-panes"),
        (120, "-three-panes"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-flat"),
        (10, "-low"),
        (14, "-high"),
    ]

    PANES = ("sidebar", "results", "reader")
    """Ids of the widgets that take the focus of a pane, from left to right."""

    pane = "results"
    """Id of the pane that has the focus, or had it last."""

    @cached_property
    def widths(self) -> PaneWidths:
        """How wide the panes are."""
        return PaneWidths(self)

    def tell(self, text: str, *, warning: bool = False) -> None:
        """Say what happened."""
        raise NotImplementedError

    def choose_layout(self) -> None:
        """Choose the layout before the first paint, which would show all panes.

        Textual itself does so only when the first resize event comes.
        """
        width, height = self.app.size
        for size, breakpoints in (
            (width, self.HORIZONTAL_BREAKPOINTS),
            (height, self.VERTICAL_BREAKPOINTS),
        ):
            name = next(name for least, name in reversed(breakpoints) if size >= least)
            self.set_class(True, name, update=False)

    def pane_entered(self) -> None:
        """The focus came to `pane`."""

    def action_pane(self, pane: str) -> None:
        """Focus one of `PANES`."""
        self.show_pane(pane)
        self.pane_entered()

    def show_pane(self, pane: str) -> None:
        """Focus one of `PANES`, as if it had been entered before."""
        self.pane = pane
        for name in self.PANES:
            self.set_class(name == pane, f"-at-{name}")
        self.widths.fit()
        self.take_focus(self.query_one(f"#{pane}"))

    def take_focus(self, widget: Widget) -> None:
        """Focus a widget at once, so that a key that follows fast is for it.

        `Widget.focus` waits for its turn behind keys that have come already.
        """
        self.set_focus(widget, scroll_visible=False)

    def action_resize_pane(self, steps: int) -> None:
        """Make the focused pane wider (1) or narrower (-1)."""
        self.tell(self.widths.widen(steps))

    def action_next_pane(self, step: int) -> None:
        """Focus the pane after (1) or before (-1) the present one."""
        place = (self.PANES.index(self.pane) + step) % len(self.PANES)
        self.action_pane(self.PANES[place])

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Follow the focus when the mouse moves it."""
        name = event.widget.id
        # One that comes late tells of what has lost the focus meanwhile.
        current = event.widget is self.focused
        if current and name in self.PANES and name != self.pane:
            self.action_pane(name)

    def on_resize(self) -> None:
        """Fit the panes in; give the focus back after the window was too small."""
        self.widths.fit()
        if self.focused is None:
            self.call_after_refresh(self.action_pane, self.pane)
