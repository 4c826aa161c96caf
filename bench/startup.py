"""Time from exec to the first painted list, against a bare Textual app.

All programs run in a pseudo-terminal of their own, in turn. The clock stops when a text
that only the first full paint holds has arrived: the first title of the list, or the
only word on the bare screen.
"""

from __future__ import annotations

import statistics
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench import bare, libraries
from bench.bare import shows
from bench.painted import PROGRAM
from bench.results import Line, Results, compared
from bench.terminal import Terminal, environ
from paperstui.index.text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bench.setting import Setting
    from bench.terminal import Screen

ABOUT = (
    "From exec to the first painted list, each in a pseudo-terminal of its own; the "
    "index is there, as after the first start. Medians of interleaved runs."
)
_COST = "median ms"
_SEEN = 24
"""Letters of a title by which it is known on the screen."""


@dataclass(frozen=True, slots=True)
class Program:
    """Something that is started."""

    papers: int
    name: str
    command: Sequence[str]
    shown: str
    """What its first full paint holds."""
    home: Path

    def painted(self, screen: Screen) -> bool:
        """Whether that stands there."""
        return shows(screen, self.shown)


def measure(setting: Setting, size: int) -> Results:
    """Start the program on a library, and a bare app beside it."""
    lines = _started(setting, programs(setting.indexed_home(size), size))
    reference = bare.NAME
    return Results(
        "startup", ABOUT, _COST, reference, compared(lines, _COST, reference)
    )


def programs(home: Path, size: int) -> list[Program]:
    """A bare app and the real one."""
    with closing(libraries.opened(home)) as collection:
        library = collection.library
        title = plain(library.papers[library.order[0]].title)[:_SEEN].rstrip()
    return [
        Program(size, bare.NAME, bare.app(), bare.PAINTED, home),
        Program(size, "paperstui", PROGRAM, title, home),
    ]


def first_paint(program: Program) -> float:
    """Seconds from exec until the first full paint; the program is then ended."""
    with Terminal(program.command, environ(program.home)) as terminal:
        return terminal.until(program.painted) - terminal.began


def _started(setting: Setting, programs: Sequence[Program]) -> list[Line]:
    taken: dict[str, list[float]] = {program.name: [] for program in programs}
    for program in programs:
        first_paint(program)  # fills the bytecode caches, warms the disk
    for number in range(1, setting.runs + 1):
        setting.say(f"startup, {programs[0].papers:,} papers: run {number}")
        for program in programs:
            taken[program.name].append(first_paint(program) * 1000)
    return [
        Line(
            program.papers,
            program.name,
            {
                "starts": len(taken[program.name]),
                _COST: statistics.median(taken[program.name]),
                "min ms": min(taken[program.name]),
                "max ms": max(taken[program.name]),
            },
        )
        for program in programs
    ]
