"""A program in a pseudo-terminal of its own, and what stands on its screen."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from typing import TYPE_CHECKING, Self

from rich.cells import cell_len

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

COLUMNS, LINES = 140, 40
LIMIT = 60.0
"""Seconds after which a program that does not show what it should has failed."""

# A control sequence, an operating system command, another escape; or text.
_TOKEN = re.compile(
    r"\x1b\[(?P<args>[0-?]*[ -/]*)(?P<final>[@-~])"
    r"|\x1b[\]P_X^].*?(?:\x07|\x1b\\)"
    r"|\x1b[ -/]*[0-OQ-WYZ\\`-~]"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f])"
    r"|(?P<text>[^\x00-\x1f]+)",
    re.DOTALL,
)


class Screen:
    """The characters on a screen, as far as Textual's output goes.

    It places every piece of text by itself: there is no scrolling and no wrapping.
    """

    def __init__(self) -> None:
        self._cells = [[" "] * COLUMNS for _ in range(LINES)]
        self._rest = ""
        self._x = self._y = 0

    def line(self, y: int) -> str:
        """One line from the top (0); a wide character takes its place once."""
        return "".join(self._cells[y])

    def pane(self, y: int, number: int = 1) -> str:
        """What stands in a line of one of the three panes of paperstui, from 0.

        Empty in a line without them.
        """
        panes = self.line(y).split("││")
        return f" {panes[number]}" if len(panes) == 3 else ""

    def feed(self, text: str) -> None:
        """Take more output; the beginning of a sequence waits for its end."""
        text = self._rest + text
        end = 0
        for token in _TOKEN.finditer(text):
            if token.start() != end:
                break
            end = token.end()
            if token["text"]:
                self._put(token["text"])
            elif token["final"] == "H":
                row, _, column = token["args"].partition(";")
                self._y, self._x = int(row or 1) - 1, int(column or 1) - 1
            elif token["final"] == "J":
                self._cells = [[" "] * COLUMNS for _ in range(LINES)]
            elif token["control"] == "\r":
                self._x = 0
            elif token["control"] == "\n":
                self._y += 1
        self._rest = text[end:]

    def _put(self, text: str) -> None:
        if not 0 <= self._y < LINES:
            return
        row = self._cells[self._y]
        for character in text:
            width = cell_len(character)
            if width and self._x + width <= COLUMNS:
                row[self._x : self._x + width] = [character, *[""] * (width - 1)]
            self._x += width


def environ(home: Path) -> dict[str, str]:
    """The environment of a program whose files lie in a folder."""
    return {
        **os.environ,
        "PAPERSTUI_HOME": str(home),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
    }


class Terminal:
    """A running program; it is killed at the end of the block."""

    def __init__(self, command: Sequence[str], environ: Mapping[str, str]) -> None:
        self.screen = Screen()
        self._command = command
        self.came = 0.0
        """When output came last."""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.began = time.perf_counter()
        """When it was started, by `time.perf_counter`."""
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], list(command), dict(environ))
        size = struct.pack("HHHH", LINES, COLUMNS, 0, 0)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._terminal)

    def press(self, keys: str) -> float:
        """Type keys, as the terminal sends them; gives the time when that was done."""
        now = time.perf_counter()
        os.write(self._terminal, keys.encode())
        return now

    def until(self, shown: Callable[[Screen], bool], limit: float = LIMIT) -> float:
        """Read until the screen shows something; gives the time when it did.

        That is when the output came that made it so. Raises SystemExit where that
        takes longer than a limit in seconds.
        """
        last = time.perf_counter()
        ends = last + limit
        while not shown(self.screen):
            if not self._read(max(0.0, ends - time.perf_counter())):
                lines = "\n".join(map(self.screen.line, range(LINES)))
                raise SystemExit(f"{self._command} does not show it:\n{lines}")
            last = self.came
        return last

    def read_for(self, seconds: float) -> None:
        """Read whatever comes within some seconds."""
        ends = time.perf_counter() + seconds
        while (left := ends - time.perf_counter()) > 0:
            self._read(left)

    def memory(self) -> tuple[float, float]:
        """What the program holds in memory now, and the most it held, in MB (Linux)."""
        with open(f"/proc/{self.pid}/status", encoding="ascii") as lines:
            facts = dict(line.split(":", 1) for line in lines)
        now, most = (int(facts[name].split()[0]) for name in ("VmRSS", "VmHWM"))
        return now / 1024, most / 1024

    def _read(self, seconds: float) -> bool:
        """Take what comes within some seconds; False where nothing does."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return False
        output = os.read(self._terminal, 1 << 20)
        self.came = time.perf_counter()
        self.screen.feed(self._decoder.decode(output))
        return True
