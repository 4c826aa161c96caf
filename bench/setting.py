"""What a run measures, and with what."""

from __future__ import annotations

import shutil
import sys
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench import libraries
from bench.systems import ENGINES, Paperstui, chosen, is_named, place, ready

if TYPE_CHECKING:
    from pathlib import Path

    from bench.systems import System

LARGEST = {"stock Whoosh": 20_000, "paperstui (whoosh)": 95_652}
"""Up to how many papers a system is measured that is not asked for by its name: what
would take more time than all others together is left out."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What all programs are told."""

    data: Path
    """Where corpus.jsonl.gz lies."""
    kept: Path
    """Where libraries and indexes are made, and found again."""
    seed: int = 2026
    """Of all random choices."""
    runs: int = 5
    """How often what is done once is repeated, such as a start."""
    texts: int = 20
    """How many titles are typed, besides those made by hand."""
    budget: float = 120.0
    """Seconds after which one system at one size begins nothing new."""
    only: tuple[str, ...] | None = None
    """Parts of the names of systems; None for all."""

    def folder(self, size: int) -> Path:
        """Where everything on so many papers is kept."""
        return self.kept / f"{size}-{self.seed}"

    def home(self, size: int) -> Path:
        """A home of the program with so many papers."""
        if not (self.folder(size) / "home").exists():
            self.say(f"making a library of {size:,} papers")
        return libraries.home(self.folder(size), self.data, size, self.seed)

    def indexed_home(self, size: int) -> Path:
        """The same with a current index, as after a first start."""
        home = self.home(size)
        index = libraries.index(home)
        if not index.exists():
            self.say(f"preparing the index of {size:,} papers")
            folder = self.folder(size)
            # Where it is to be searched without a screen, too: building takes long.
            ours = Paperstui(ENGINES[0])
            with closing(libraries.opened(home)) as collection:
                ready(ours, collection.library, folder)
                ours.close()
            shutil.copytree(place(ours, folder) / "index", index)
        libraries.prepare(home)
        return home

    def systems(
        self, size: int, others: list[System], missing: list[str]
    ) -> tuple[list[System], list[str]]:
        """Those of paperstui and others to measure, and why others are not among them.

        `missing` says which are not installed.
        """
        wanted = chosen([*map(Paperstui, ENGINES), *others], self.only)
        fitting, left_out = self.fitting(size, [system.name for system in wanted])
        kept = [system for system in wanted if system.name in fitting]
        return kept, [*(missing if self.only is None else []), *left_out]

    def fitting(self, size: int, names: list[str]) -> tuple[list[str], list[str]]:
        """The systems that are fit for so many papers, and a note for each other one.

        All of them where a person named some.
        """
        if self.only is not None:
            return [name for name in names if is_named(name, self.only)], []
        small = [name for name in names if size <= LARGEST.get(name, size)]
        return small, [
            f"{name} was left out above {LARGEST[name]:,} papers."
            for name in names
            if name not in small
        ]

    def say(self, line: str) -> None:
        """Tell on stderr how far it is."""
        print(line, file=sys.stderr, flush=True)
