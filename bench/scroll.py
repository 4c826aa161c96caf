"""Time from a key to the painted cursor, against Textual's own lists.

Run it from a checkout: `python -m bench.scroll --home FOLDER`, with the PAPERSTUI_HOME
of a library.

The keys j, k, ctrl+d, ctrl+u, G and g are pressed on the list of all papers and on what
a search finds, each when the one before is painted. The clock runs from the key to the
moment when the cursor stands on another paper; and to the moment when the reader shows
that paper, too. Beside it Textual's OptionList and DataTable with the same titles, and
one line that tells the row under the cursor: how long they take to start, what memory
they need, and how long their cursor moves until that line tells so.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.painted import PACE, PROGRAM, Times, ready
from bench.tables import table
from bench.terminal import LINES, Terminal, environ
from paperstui.index.locations import Locations
from paperstui.index.text import plain
from paperstui.tui.services import open_services

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.terminal import Screen

KEYS = {"j": "j", "k": "k", "ctrl+d": "\x04", "ctrl+u": "\x15", "G": "G", "g": "g"}
PRESSES = (
    *("j",) * 10,
    *("k",) * 5,
    *("ctrl+d", "ctrl+d", "ctrl+u", "ctrl+u") * 2,
    *("G", "k", "k", "g", "j") * 3,
)
"""Never past an end, as that paints nothing."""
SEARCH = "learning"
"""Finds a large part of any library on machine learning."""
_SEEN = 24
"""Letters of a title by which a paper is known on the screen."""

_PEER_KEYS = {
    "j": "\x1b[B",
    "k": "\x1b[A",
    "ctrl+d": "\x1b[6~",
    "ctrl+u": "\x1b[5~",
    "G": "\x1b[1;5F",
    "g": "\x1b[1;5H",
}
"""What Textual's own lists take instead: arrows, whole pages, ctrl+home, ctrl+end."""
_PAGED = 100
"""Lines from which two pages can be gone down and up again."""

PEERS = {
    "Textual's OptionList": """
class List(OptionList):
    BINDINGS = [("ctrl+home", "first"), ("ctrl+end", "last")]
    def fill(self, titles):
        self.add_options([Option(Content(title)) for title in titles])
    def on_option_list_option_highlighted(self, event):
        self.screen.query_one("#row").update(f"row {event.option_index} here")
""",
    "Textual's DataTable": """
class List(DataTable):
    def fill(self, titles):
        self.cursor_type = "row"
        self.add_column("title")
        self.add_rows([(title,) for title in titles])
    def on_data_table_row_highlighted(self, event):
        self.screen.query_one("#row").update(f"row {event.cursor_row} here")
""",
}
_PEER = """
import sys
from textual.app import App
from textual.content import Content
from textual.widgets import DataTable, OptionList, Static
from textual.widgets.option_list import Option
{list}
class Peer(App):
    CSS = "List {{ height: 1fr; }}"
    def compose(self):
        yield Static("row", id="row")
        yield List()
    def on_mount(self):
        with open(sys.argv[1], encoding="utf-8") as lines:
            self.query_one(List).fill(lines.read().splitlines())
        self.query_one(List).focus()
Peer().run()
"""


@dataclass(frozen=True, slots=True)
class Move:
    """What one key took, in ms."""

    key: str
    list: float
    """Until the cursor stood on another row."""
    whole: float
    """Until what is shown beside the list was that of the row."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A list of Textual's own."""

    start: float
    """Seconds until it is there."""
    memory: float
    """In MB."""
    moves: list[Move]


def measure(home: Path, search: str = "") -> list[Move]:
    """Move through all papers, or through what a search finds."""
    with Terminal(PROGRAM, environ(home)) as terminal:
        terminal.until(ready)
        if search:
            terminal.press(f"/{search}")
            terminal.until(lambda screen: f"/ {search} " in screen.line(1))
            terminal.read_for(1.0)
            terminal.press("\r")
        terminal.read_for(1.0)
        terminal.press("jg")  # wherever the cursor was: now it is at the top
        terminal.read_for(1.0)
        return [_move(terminal, key) for key in PRESSES]


def _move(terminal: Terminal, key: str) -> Move:
    before, height = _chosen(terminal.screen)

    def moved(screen: Screen) -> bool:
        # Half-way through a paint two rows, or parts of one, have the pointer.
        title, lines = _chosen(screen)
        return title != before and lines == height

    pressed = terminal.press(KEYS[key])
    listed = terminal.until(moved)
    title = _chosen(terminal.screen)[0][:_SEEN]
    whole = terminal.until(lambda screen: _reader(screen).startswith(title))
    terminal.read_for(PACE - (terminal.came - pressed))
    return Move(key, (listed - pressed) * 1000, (whole - pressed) * 1000)


def _chosen(screen: Screen) -> tuple[str, int]:
    """The title at the cursor, and how many lines have the pointer of the cursor."""
    marked = [y for y in range(LINES) if screen.pane(y)[1:2] == "▌"]
    title = screen.pane(marked[0])[4:].strip().rstrip("…") if marked else ""
    return title, len(marked)


def _reader(screen: Screen) -> str:
    return screen.pane(1, 2).strip()


def titles(home: Path) -> list[str]:
    """All titles of a library, in list order."""
    services = open_services(Locations.discover({"PAPERSTUI_HOME": str(home)}))
    library = services.library
    found = dict(library.each("json_extract(record, '$.title')"))
    listed = [plain(found[row]) for row in library.order]
    services.close()
    return listed


def peer(name: str, lines: Sequence[str]) -> Peer:
    """Start one of the `PEERS` on some lines, and move through them."""
    program = _PEER.format(list=PEERS[name])
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "titles"
        place.write_text("\n".join(lines), encoding="utf-8")
        command = [sys.executable, "-c", program, str(place)]
        with Terminal(command, environ(Path(folder))) as terminal:
            first = lines[0][:_SEEN]
            shown = terminal.until(
                lambda screen: any(first in screen.line(y) for y in range(1, 5)), 600.0
            )
            terminal.read_for(1.0)
            terminal.press(_PEER_KEYS["j"] + _PEER_KEYS["g"])
            terminal.read_for(1.0)
            moves = [
                _peer_move(terminal, key)
                for key in PRESSES
                if len(lines) >= _PAGED or "ctrl" not in key
            ]
            memory, _ = terminal.memory()
            return Peer(shown - terminal.began, memory, moves)


def _peer_move(terminal: Terminal, key: str) -> Move:
    before = terminal.screen.line(0)
    pressed = terminal.press(_PEER_KEYS[key])
    told = terminal.until(lambda screen: screen.line(0) != before)
    took = (told - pressed) * 1000
    terminal.read_for(PACE - took / 1000)
    return Move(key, took, took)


def main() -> None:
    """Print percentiles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, required=True, help="a PAPERSTUI_HOME")
    parser.add_argument("--no-peers", action="store_true", help="paperstui only")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write results here")
    arguments = parser.parse_args()
    moves = {
        "all papers": measure(arguments.home),
        f"what “{SEARCH}” finds": measure(arguments.home, SEARCH),
    }
    rows = []
    for name, found in moves.items():
        rows.append(Times.of(each.list for each in found).cells(name))
        rows.append(Times.of(each.whole for each in found).cells(f"{name}, and reader"))
    peers = {}
    if not arguments.no_peers:
        lines = titles(arguments.home)
        peers = {name: peer(name, lines) for name in PEERS}
        rows += [
            Times.of(each.list for each in found.moves).cells(name)
            for name, found in peers.items()
        ]
    print(table(["ms from the key", "keys", "p50", "p95", "longest"], rows))
    for name, found in moves.items():
        slowest = max(found, key=lambda move: move.whole)
        print(f"{name}: longest at {slowest.key}")
    for name, one in peers.items():
        print(f"{name}: {one.start:.1f} s to start, {one.memory:.0f} MB")
    if arguments.json:
        results = {
            **{name: list(map(asdict, found)) for name, found in moves.items()},
            **{name: asdict(one) for name, one in peers.items()},
        }
        arguments.json.write_text(json.dumps(results, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
