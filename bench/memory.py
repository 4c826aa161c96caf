"""What the program holds in memory, against a bare Textual app. Linux only.

Run it from a checkout: `python -m bench.memory --home FOLDER`, with the PAPERSTUI_HOME
of a library; without one, that of an empty home, which has the seeds. The memory is
what the kernel counts as resident: with the index open, after a text was typed letter
by letter, and after the cursor went to the last paper; and the most at any time.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.bare import PAINTED, app, shows
from bench.keystrokes import BY_HAND
from bench.painted import PACE, PROGRAM, ready
from bench.tables import table
from bench.terminal import Terminal, environ

_SETTLE = 3.0
"""Seconds after which nothing more is expected to be read or counted."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Resident memory in MB."""

    ready: float
    """With the index open."""
    typed: float
    """After typing."""
    moved: float
    """After a walk from the first paper to the last."""
    peak: float
    """The most of all."""


def bare() -> float:
    """What a bare Textual app holds, in MB."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Terminal(app(), environ(Path(folder))) as terminal,
    ):
        terminal.until(lambda screen: shows(screen, PAINTED))
        terminal.read_for(_SETTLE)
        return terminal.memory()[0]


def measure(home: Path) -> Memory:
    """What the program holds on a library."""
    with Terminal(PROGRAM, environ(home)) as terminal:
        terminal.until(ready, 600.0)
        terminal.read_for(_SETTLE)
        opened = terminal.memory()[0]
        terminal.press("/")
        for letter in BY_HAND[0]:
            terminal.press(letter)
            terminal.read_for(PACE)
        terminal.read_for(_SETTLE)
        typed = terminal.memory()[0]
        terminal.press("\r")
        terminal.read_for(PACE)
        for key in "Ggkj":
            terminal.press(key)
            terminal.read_for(PACE)
        # Back to all papers: the second esc empties the box.
        terminal.press("\x1b")
        terminal.read_for(_SETTLE)
        for key in "Ggkj" + "\x04" * 100 + "G":
            terminal.press(key)
            terminal.read_for(PACE)
        terminal.read_for(_SETTLE)
        moved, peak = terminal.memory()
        return Memory(opened, typed, moved, peak)


def main() -> None:
    """Print a line for each program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, help="a PAPERSTUI_HOME")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write results here")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = {"paperstui on the seeds": measure(Path(folder))}
    if arguments.home:
        found["paperstui on the library"] = measure(arguments.home)
    alone = bare()
    rows = [["bare Textual app", f"{alone:.0f}", "", "", ""]]
    for name, memory in found.items():
        figures = asdict(memory).values()
        rows.append([name, *(f"{figure:.0f}" for figure in figures)])
    print(table(["MB", "ready", "typed", "moved", "peak"], rows))
    if arguments.json:
        results = {name: asdict(memory) for name, memory in found.items()}
        text = json.dumps({"bare Textual app": alone, **results}, indent=1)
        arguments.json.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
