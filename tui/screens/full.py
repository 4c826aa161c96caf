"""A screen that covers the main one: a heading, what it shows, the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import getters
from textual.containers import Vertical
from textual.widgets import Static

from paperstui.tui import messages
from paperstui.tui.key import Context
from paperstui.tui.keys import bindings
from paperstui.tui.screens.noting import NotingScreen
from paperstui.tui.screens.panes import PaneScreen
from paperstui.tui.widgets.key_bar import KeyBar
from paperstui.tui.widgets.small_notice import SmallNotice
from paperstui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.content import Content
    from textual.widget import Widget

    from paperstui.tui.screens.exploring import ExploringScreen

_EVERYWHERE = ("help", "theme", "palette")
"""Keys of the main screen that work here, too."""


class FullScreen(NotingScreen):
    """Laid out like the main screen; shows what the library has now.

    What can be done with a paper on it is what its keys allow.
    """

    CSS_PATH = "../full.tcss"
    HORIZONTAL_BREAKPOINTS = PaneScreen.HORIZONTAL_BREAKPOINTS
    VERTICAL_BREAKPOINTS = PaneScreen.VERTICAL_BREAKPOINTS
    BINDINGS: ClassVar[list[BindingType]] = [
        binding for binding in bindings(Context.ANYWHERE) if binding.id in _EVERYWHERE
    ]

    status = getters.query_one(StatusLine)

    def __init__(self, main: ExploringScreen) -> None:
        super().__init__(main.services)
        self.main = main

    def compose(self) -> ComposeResult:
        """The heading, the body of the screen, and the foot."""
        yield Static(id="heading", markup=False)
        with Vertical(id="body"):
            yield from self.body()
        yield StatusLine()
        yield KeyBar()
        yield SmallNotice()

    def body(self) -> ComposeResult:
        """What the screen shows."""
        raise NotImplementedError

    def refresh_data(self) -> None:
        """Show what the library, the index and the marks are now."""
        raise NotImplementedError

    def home(self) -> Widget:
        """What has the focus when nothing else has."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Show what there is."""
        self.refresh_data()

    def on_resize(self) -> None:
        """Give the focus back after the window was too small to show anything."""
        if self.focused is None:
            self.call_after_refresh(self.take_focus)

    def take_focus(self) -> None:
        """Focus what the keys are for."""
        self.set_focus(self.home(), scroll_visible=False)

    def head(self, content: Content) -> None:
        """Show another heading."""
        self.query_one("#heading", Static).update(content)

    def tell(self, text: str, *, warning: bool = False) -> None:
        """Say what happened."""
        self.status.tell(text, warning=warning)

    def action_leave(self) -> None:
        """Back to where one came from; what is being done shows there when it is."""
        if not self.settled:
            self.act(self._show_below)
        self.dismiss(None)

    def _show_below(self) -> None:
        self.main.post_message(messages.Acted("", marked=False, failed=False))
