"""The application: settings, themes, wiring."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import App
from textual.widgets import Input

from paperstui.index.models import Paper
from paperstui.tui import themes
from paperstui.tui.screens.main import MainScreen
from paperstui.tui.screens.remembering import Kept

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.command import Provider
    from textual.events import Key
    from textual.screen import Screen

    from paperstui.index.session import SessionFile
    from paperstui.tui.picking import Picking
    from paperstui.tui.services import Services
    from paperstui.tui.settings import Settings


def _commands() -> type[Provider]:
    """What the palette offers; imported when it first opens."""
    from paperstui.tui.palette import KeyCommands

    return KeyCommands


class PaperstuiApp(App[Sequence[Paper]]):
    """The reader."""

    TITLE = "paperstui"
    CSS_PATH = "app.tcss"
    COMMANDS = {_commands}  # noqa: RUF012  (declared so by Textual)

    def __init__(
        self,
        services: Services,
        settings: Settings,
        picking: Picking | None = None,
        session: SessionFile | None = None,
    ) -> None:
        """The reader, or a chooser that answers with papers where that is wanted.

        The reader takes up its session, if there is one, and keeps it.
        """
        super().__init__()
        self._picking = picking
        self._services = services
        self._searches = settings.searches
        for theme in themes.ALL:
            self.register_theme(theme)
        known = settings.theme in self.available_themes
        self.theme = (
            settings.theme if known else themes.default(self.console.color_system)
        )
        self._unknown_theme = "" if known else settings.theme
        self._kept = Kept(session, self.theme) if session else None
        if session and session.last.theme in self.available_themes:
            self.theme = session.last.theme
        self.set_keymap(settings.keys)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own colour names, for themes that are not ours."""
        theme = self.current_theme
        return {
            "muted": "auto 60%",
            "cursor": f"{theme.primary} 30%",
            "match": theme.accent or theme.primary,
            "border": f"{theme.primary} 40%",
        }

    def refresh_css(self, animate: bool = True) -> None:
        """Put changed colours into the styles; before there are any, into their source.

        The theme is set before the first screen is there. Textual would read all styles
        for it, and again when that screen is composed.
        """
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def get_default_screen(self) -> Screen[None]:
        """The main screen is all there is under the dialogs."""
        if self._picking is None:
            return MainScreen(self._services, self._searches, self._kept)
        from paperstui.tui.screens.pick_screen import PickScreen

        return PickScreen(self._services, self._searches, self._picking)

    def on_key(self, event: Key) -> None:
        """Give a dialog the letters that were typed before it was open."""
        box, letter = self.focused, event.character
        # A box keeps its letters: one that comes up to here was meant for it, but sent
        # to what had the focus before.
        if not isinstance(box, Input) or not letter:
            return
        if box.check_consume_key(event.key, letter):
            event.prevent_default()
            box.insert_text_at_cursor(letter)

    def _handle_exception(self, error: Exception) -> None:
        """Say in a line what a person needs to know; the details go into a file."""
        if self.is_headless:
            super()._handle_exception(error)
            return
        import traceback

        details = "".join(traceback.format_exception(error))
        crash = self._services.locations.crash
        try:
            crash.parent.mkdir(parents=True, exist_ok=True)
            crash.write_text(details, encoding="utf-8")
            where = f"The details are in {crash}."
        except OSError:
            where = f"It was {error!r}."
        self.exit(
            return_code=1,
            message=f"paperstui met an error of its own and stopped. {where}",
        )

    def exit(
        self,
        result: Sequence[Paper] | None = None,
        return_code: int = 0,
        message: RenderableType | None = None,
    ) -> None:
        """Leave, and keep what is left off at, unless it is for an error."""
        main = next(iter(self.screen_stack), None)
        if isinstance(main, MainScreen) and not return_code:
            main.remembering.keep()
        super().exit(result, return_code, message)

    def on_mount(self) -> None:
        """Leave the terminal as it was when the system ends the program."""
        if self._unknown_theme:
            told = f"There is no theme {self._unknown_theme}; see the palette."
            self.notify(told, severity="warning", markup=False)
        self._quit_on_signals()

    def _quit_on_signals(self) -> None:
        import asyncio

        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is None:
                continue
            try:
                loop.add_signal_handler(number, self.exit)
            except (NotImplementedError, RuntimeError, ValueError):
                return  # Windows, or not in the main thread

    def action_switch_theme(self) -> None:
        """From a dark theme to the light one of paperstui, and back."""
        dark = themes.default(self.console.color_system)
        self.theme = themes.LIGHT.name if self.current_theme.dark else dark
