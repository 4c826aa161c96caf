"""Libraries to measure with: homes of the program, filled once and kept."""

from __future__ import annotations

import subprocess
from contextlib import closing
from typing import TYPE_CHECKING

from bench import corpora
from bench.painted import PROGRAM
from bench.terminal import environ
from paperstui.index import library_file
from paperstui.index.adding import change
from paperstui.index.collection import Collection
from paperstui.index.locations import SEEDS, Locations

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from paperstui.index.library import Library
    from paperstui.index.models import Paper

_PLACE = "bench:papers"


def home(folder: Path, data: Path, size: int, seed: int) -> Path:
    """A home of the program (PAPERSTUI_HOME) with so many papers in its library.

    First those that come with the program, then some of `corpora.of_size`; it is made
    if it is not there. Raises SystemExit where it holds another number of papers.
    """
    made = folder / "home"
    with closing(opened(made)) as collection:
        collection.seed(SEEDS)
        missing = size - papers_in(collection.library)
        if missing > 0:
            fill(made, corpora.of_size(data, missing, seed))
            collection.library.reload()
        _check(made, collection.library, size)
    return made


def filled(home: Path, papers: Sequence[Paper]) -> Collection:
    """A library of these papers alone, made if it is not there.

    Raises SystemExit where it holds another number of papers.
    """
    if not _locations(home).library.exists():
        fill(home, papers)
    with closing(opened(home)) as collection:
        _check(home, collection.library, len(papers))
    return opened(home)


def opened(home: Path) -> Collection:
    """The library in a home."""
    return Collection(_locations(home).library)


def index(home: Path) -> Path:
    """Where the indexes of a home lie."""
    return _locations(home).index


def prepare(home: Path) -> None:
    """Bring the index of a home up to its library, by the program itself."""
    subprocess.run(
        [*PROGRAM, "search", "hopfield"],
        env=environ(home),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )


def fill(home: Path, papers: Iterable[Paper]) -> None:
    """Add papers to the library in a home as one list, each as it comes."""
    path = _locations(home).library
    with closing(library_file.connect(path).connection) as connection:
        # A gigabyte: with SQLite's two megabytes most of the time for a million goes
        # into reading pages again.
        connection.execute("PRAGMA cache_size = -1000000")
        with change(connection) as begun:
            begun.put_source(_PLACE, "papers", "", {}, papers)


def papers_in(library: Library) -> int:
    """How many papers there are, refused ones as well."""
    return len(library.order) + len(library.refused)


def _check(home: Path, library: Library, size: int) -> None:
    held = papers_in(library)
    if held != size:
        raise SystemExit(f"{home}: {held} papers instead of {size}")


def _locations(home: Path) -> Locations:
    return Locations.discover({"PAPERSTUI_HOME": str(home)})
