"""fzf, which many people search lists with: letters in their order, in titles only."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from bench.peers import base
from bench.systems import Found

if TYPE_CHECKING:
    from pathlib import Path

    from bench.systems import Ask
    from paperstui.index.library import Library

_FILE = "titles.txt"


class Fzf:
    """`fzf --filter` over lines of row and title; started for each search.

    It finds the letters of each word in their order, wherever they stand, and counts
    no venues.
    """

    name = "fzf --filter"

    def build(self, library: Library, folder: Path) -> None:
        """Write the titles, one a line."""
        with (folder / _FILE).open("w", encoding="utf-8") as file:
            for row, _, (title,) in base.texts(library, ("title",)):
                file.write(f"{row}\t{title}\n")

    def open(self, library: Library, folder: Path) -> None:
        """Remember where the titles are."""
        self._path = folder / _FILE

    def search(self, ask: Ask) -> Found:
        """Papers as it ranks them; its whole output is read and counted."""
        command = ["fzf", "--delimiter=\t", "--nth=2..", f"--filter={ask.text}"]
        with self._path.open("rb") as titles:
            done = subprocess.run(command, stdin=titles, capture_output=True)
        if done.returncode > 1:  # 1: no line fits
            raise OSError(f"fzf: {done.stderr.decode()}")
        lines = done.stdout.splitlines()
        rows = [int(line.partition(b"\t")[0]) for line in lines[: ask.limit]]
        return Found(rows, len(lines))

    def close(self) -> None:
        """Nothing to let go of."""
