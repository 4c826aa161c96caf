"""Bare Textual apps: what the real program adds to is measured beside it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from bench.keystrokes import keystrokes
from bench.painted import CLEAR, PACE
from bench.terminal import LINES, Terminal, environ

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bench.terminal import Screen

NAME = "bare Textual app"
PAINTED = "PAINTED"
"""What stands on their screens when all is painted."""

_APP = """
from textual.app import App
from textual.widgets import {widget}

class Bare(App):
    def compose(self):
        yield {widget}({argument})

Bare().run()
"""


def app(widget: str = "Static", argument: str = repr(PAINTED)) -> list[str]:
    """The command that runs an app with nothing but one widget."""
    return [sys.executable, "-c", _APP.format(widget=widget, argument=argument)]


def typed(texts: Sequence[str], home: Path) -> list[float]:
    """Milliseconds from each letter to its paint, typed into an Input.

    Spaces are typed, but not measured: they do not show.
    """
    command = app("Input", f"placeholder={PAINTED!r}")
    taken = []
    with Terminal(command, environ(home)) as terminal:
        for text in texts:
            terminal.press(CLEAR)
            terminal.until(lambda screen: shows(screen, PAINTED))
            for step in keystrokes(text):
                took = _letter(terminal, step)
                if not step[-1].isspace():
                    taken.append(took)
    return taken


def _letter(terminal: Terminal, text: str) -> float:
    """Type the last letter of a text, at a person's pace."""
    pressed = terminal.press(text[-1])
    painted = terminal.until(lambda screen: shows(screen, text))
    terminal.read_for(PACE - (painted - pressed))
    return (painted - pressed) * 1000


def shows(screen: Screen, text: str) -> bool:
    """Whether a text stands on the screen."""
    return any(text in screen.line(y) for y in range(LINES))
