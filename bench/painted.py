"""Time from a key to the painted answer, through the real program in a real terminal.

Run it from a checkout: `python -m bench.painted --home FOLDER`, with the
PAPERSTUI_HOME of a library; `paperstui add` fills one, and a first `paperstui search`
builds its index.

Texts are typed letter by letter into the search box, each letter when the one before is
painted, but no sooner than a fast typist types. The clock runs from the key to the
moment when the screen shows the letter in the box, the count that belongs to the text
and its first paper in the list; and to the moment when the reader shows that paper,
too. The answers are computed beforehand, by the same library. A letter after which
count and first paper are the same as before shows nothing that could be waited for: of
those only the letter in the box is measured.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.keystrokes import keystrokes, percentile, typed
from bench.tables import table
from bench.terminal import Terminal, environ
from paperstui.index.locations import Locations
from paperstui.index.requests import SearchRequest
from paperstui.index.text import plain
from paperstui.tui.formatting import found_count
from paperstui.tui.services import open_services

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bench.terminal import Screen

PROGRAM = [sys.executable, "-m", "paperstui.tui"]
PACE = 0.08
"""Seconds between two letters at least: 150 words a minute."""
CLEAR = "\x15"
"""What ctrl+u sends: it empties the box."""
_SEEN = 24
"""Letters of a title by which a paper is known on the screen."""
_BOX = 1
"""The line of the screen that holds box and count, and the title in the reader."""
_LIST = range(2, 6)
"""Those among which the first title stands; a line below the box may push it down."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the screen shows for a text."""

    count: str
    title: str
    """The beginning of the first title; empty where nothing was found."""


@dataclass(frozen=True, slots=True)
class Key:
    """What one key took, in ms."""

    text: str
    box: float
    """Until the letter stood in the box."""
    list: float | None
    """Until the list stood there; None where it looks like the one before."""
    whole: float | None
    """Until the reader showed its first paper, too."""


@dataclass(frozen=True, slots=True)
class Times:
    """Percentiles in ms."""

    keys: int
    p50: float
    p95: float
    longest: float

    @classmethod
    def of(cls, taken: Iterable[float | None]) -> Times:
        """Those of some times; None stands for what was not measured."""
        rising = sorted(each for each in taken if each is not None)
        return cls(
            len(rising), percentile(rising, 50), percentile(rising, 95), rising[-1]
        )

    def cells(self, name: str) -> list[str]:
        """A line of a table."""
        times = (self.p50, self.p95, self.longest)
        return [name, str(self.keys), *(f"{time:.1f}" for time in times)]


def texts(home: Path, count: int, seed: int) -> list[str]:
    """Texts made by hand, and the beginnings of some titles of a library."""
    services = open_services(Locations.discover({"PAPERSTUI_HOME": str(home)}))
    library = services.library
    # Evenly from all: to read a million of titles would take longer than to type.
    step = max(1, len(library) // 200)
    papers = [library.papers[row] for row in library.order[::step]]
    services.close()
    return typed(papers, count, seed)


def answers(home: Path, wanted: Iterable[str]) -> dict[str, Answer]:
    """What belongs to each text, by the library itself."""
    services = open_services(Locations.discover({"PAPERSTUI_HOME": str(home)}))
    search = services.open_search()
    search.prepare(lambda done, total: None)
    total = len(services.library)
    found = {}
    for text in wanted:
        page = search.find(SearchRequest(text))
        title = services.library.papers[page.rows[0]].title if page.rows else ""
        found[text] = Answer(found_count(page, total), plain(title)[:_SEEN].rstrip())
    search.close()
    services.close()
    return found


def measure(home: Path, wanted: Sequence[str]) -> list[Key]:
    """Type texts into the program on a library, and time every letter."""
    steps = [step for text in wanted for step in keystrokes(text)]
    known = answers(home, ["", *steps])
    keys = []
    with Terminal(PROGRAM, environ(home)) as terminal:
        terminal.until(ready)
        for text in wanted:
            terminal.press("/" + CLEAR)
            terminal.until(lambda screen: "type to search" in screen.line(_BOX))
            # Where all papers are listed again, the cursor stays on its paper.
            terminal.until(lambda screen: _counted(screen, known[""]))
            terminal.read_for(PACE * 3)
            before = known[""]
            for step in keystrokes(text):
                keys.append(_key(terminal, step, known[step], before))
                before = known[step]
            # Leaves the box, which then is empty for the next text.
            terminal.press("\x1b")
            terminal.read_for(PACE)
    return keys


def _key(terminal: Terminal, text: str, answer: Answer, before: Answer) -> Key:
    pressed = terminal.press(text[-1])
    box = terminal.until(lambda screen: f"/ {text} " in screen.line(_BOX)) - pressed
    shown = whole = None
    if answer != before:
        shown = terminal.until(lambda screen: _listed(screen, answer)) - pressed
        whole = terminal.until(lambda screen: _read(screen, answer)) - pressed
        shown, whole = shown * 1000, whole * 1000
    terminal.read_for(PACE - (terminal.came - pressed))
    return Key(text, box * 1000, shown, whole)


def ready(screen: Screen) -> bool:
    """Whether the status line says that the index is open."""
    status = screen.line(38)
    return "papers" in status and "preparing" not in status and "indexing" not in status


def _counted(screen: Screen, answer: Answer) -> bool:
    return f" {answer.count} │" in screen.line(_BOX)


def _listed(screen: Screen, answer: Answer) -> bool:
    """Whether count and first paper stand in the middle pane."""
    if not _counted(screen, answer):
        return False
    if not answer.title:
        return "▌" not in "".join(map(screen.pane, _LIST))
    return any(
        screen.pane(y)[1:].lstrip("▌◉✱✓ ").startswith(answer.title) for y in _LIST
    )


def _read(screen: Screen, answer: Answer) -> bool:
    """Whether the reader shows the first paper."""
    shown = screen.pane(_BOX, 2)[1:].strip()
    return shown.startswith(answer.title or "No paper")


def main() -> None:
    """Print percentiles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, required=True, help="a PAPERSTUI_HOME")
    parser.add_argument("--texts", type=int, default=5, help="titles to type")
    parser.add_argument("--seed", type=int, default=2026, help="of all random choices")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write results here")
    arguments = parser.parse_args()
    wanted = texts(arguments.home, arguments.texts, arguments.seed)
    keys = measure(arguments.home, wanted)
    rows = [
        Times.of(taken).cells(name)
        for name, taken in (
            ("letter in the box", [key.box for key in keys]),
            ("list", [key.list for key in keys]),
            ("list and reader", [key.whole for key in keys]),
        )
    ]
    print(table(["ms from the key", "keys", "p50", "p95", "longest"], rows))
    worst = max(keys, key=lambda key: key.whole or 0.0)
    print(f"longest at {worst.text!r}")
    if arguments.json:
        arguments.json.write_text(
            json.dumps([asdict(key) for key in keys], indent=1), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
