"""Real terminals for tests: tmux servers of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

COMMAND = Path(sys.executable).with_name("paperstui")
PATIENCE = 30.0
"""Seconds until something that does not show up counts as missing."""

SHELL = "exec sh"
"""What runs in the window, without another shell around it."""

NEEDED = [
    pytest.mark.skipif(not shutil.which("tmux"), reason="needs tmux"),
    pytest.mark.skipif(not COMMAND.exists(), reason="needs the installed command"),
]
"""Marks of tests that run the command in a terminal."""


class Terminal:
    """One tmux server with one window."""

    def __init__(self, folder: Path, width: int = 140, height: int = 40) -> None:
        self.home = folder / "home"
        self._socket = str(folder / "tmux")
        # Where sizes are exported, programs believe them and not the window.
        foreign = ("COLUMNS", "LINES", "TMUX")
        environ = {
            name: value for name, value in os.environ.items() if name not in foreign
        } | {
            "PAPERSTUI_HOME": str(self.home),
            # Whose machine it is, and what that shell reads when it starts, is no
            # matter of ours: it may wait for a minute, or ask.
            "SHELL": "/bin/sh",
            "HOME": str(folder),
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
        }
        self._environ = environ
        size = ("-x", str(width), "-y", str(height))
        self.tmux("-f", "/dev/null", "new-session", "-d", *size, SHELL)
        self.tmux("set", "-g", "remain-on-exit", "on")

    def tmux(self, *arguments: str) -> str:
        """Run a tmux command and return what it prints."""
        ran = subprocess.run(
            ["tmux", "-S", self._socket, *arguments],
            check=True,
            capture_output=True,
            text=True,
            env=self._environ,
            timeout=PATIENCE,
        )
        return ran.stdout

    @property
    def screen(self) -> str:
        """What a person sees."""
        return self.tmux("capture-pane", "-p")

    @property
    def modes(self) -> str:
        """Whether the mouse and the other screen are switched on, as "11" or "00"."""
        return self.tmux("display", "-p", "#{mouse_any_flag}#{alternate_on}").strip()

    def run(self, command: str) -> None:
        """Type a command line and press Enter."""
        self.tmux("send-keys", "-l", command)
        self.tmux("send-keys", "Enter")

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names."""
        self.tmux("send-keys", *keys)

    def wait(self, text: str) -> None:
        """Wait until the screen shows a text."""
        self.until(lambda: text in self.screen, text)

    def until(self, holds: Callable[[], object], what: str) -> None:
        """Wait until something holds."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"no {what} in:\n{self.screen}"
            time.sleep(0.05)  # between looks at another process

    def until_left(self) -> None:
        """Wait until a program has left the terminal as it was, and the shell is back.

        What is typed between the two is thrown away.
        """
        self.until(lambda: self.modes == "00", "restored terminal")
        running = ("display", "-p", "#{pane_current_command}")
        self.until(lambda: self.tmux(*running).strip() == "sh", "shell")

    def respawn(self) -> None:
        """Kill what runs in the window and begin anew, with modes switched off."""
        self.tmux("respawn-pane", "-k", SHELL)

    def pid(self, name: str) -> int:
        """Process id of the program that runs in the window."""
        shell = self.tmux("display", "-p", "#{pane_pid}").strip()
        found = subprocess.run(
            ["ps", "-ww", "-o", "pid=,args=", "--ppid", shell],
            capture_output=True,
            text=True,
            check=True,
        )
        return next(
            int(line.split()[0]) for line in found.stdout.splitlines() if name in line
        )

    def close(self) -> None:
        """End everything that runs in it."""
        subprocess.run(
            ["tmux", "-S", self._socket, "kill-server"],
            check=False,
            capture_output=True,
        )
