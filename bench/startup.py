"""Time from exec to the first painted list, against a bare Textual app.

Run it from a checkout with paperstui installed:
`python -m bench.startup [--runs N] [--home FOLDER]`. With the PAPERSTUI_HOME of a large
library that library is a third peer; `paperstui add` fills one, and a first
`paperstui search` builds its index.

All programs run in a pseudo-terminal of their own, in turn. The clock stops when a text
that only the first full paint holds has arrived: the first title of the list, or the
only word on the bare screen.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

from bench.terminal import LINES, Terminal, environ

SEED = "Information Flow in"
"""Begins the first title of the list: the seeds come first in every library."""

BARE = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("PAINTED")

Bare().run()
"""


def first_paint(command: list[str], text: str, home: Path) -> float:
    """Seconds from exec until `text` is painted; the program is then ended."""
    with Terminal(command, environ(home)) as terminal:
        painted = terminal.until(
            lambda screen: any(text in screen.line(y) for y in range(LINES))
        )
        return painted - terminal.began


def main() -> None:
    """Print medians, spreads and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--home", type=Path, help="PAPERSTUI_HOME of a large library")
    arguments = parser.parse_args()
    script = str(Path(sys.executable).with_name("paperstui"))
    with tempfile.TemporaryDirectory() as home:
        seeds = Path(home)
        peers = {
            "bare Textual app": ([sys.executable, "-c", BARE], "PAINTED", seeds),
            "paperstui on the seeds": ([script], SEED, seeds),
        }
        if arguments.home:
            peers["the large library"] = ([script], SEED, arguments.home)
        # Builds the index, fills the bytecode caches, warms the disk.
        os.spawnve(os.P_WAIT, script, [script, "search", "hopfield"], environ(seeds))
        for peer in peers.values():
            first_paint(*peer)
        times: dict[str, list[float]] = {name: [] for name in peers}
        for _ in range(arguments.runs):
            for name, peer in peers.items():
                times[name].append(first_paint(*peer))
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    for name, taken in times.items():
        print(
            f"{name:24} median {medians[name] * 1000:6.0f} ms"
            f"  min {min(taken) * 1000:6.0f}  max {max(taken) * 1000:6.0f}"
        )
    bare, ours, *others = medians.values()
    print(f"medians of {arguments.runs} interleaved runs")
    print(f"seeds to bare app: {ours / bare:.2f}")
    for other in others:
        print(f"large library to seeds: {other / ours:.2f}")


if __name__ == "__main__":
    main()
