"""What all systems offer that are measured, and paperstui among them."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from paperstui.index.collection import Collection
from paperstui.index.engines.store import IndexStore
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.models import SearchRequest
from paperstui.index.search import Search

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from paperstui.index.models import Paper

ENGINES = (WhooshEngine,)
"""The engines of the product."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One search, with what a program that calls a peer knows about it."""

    text: str
    """On one line, as a person types or pastes it."""
    every: bool = False
    """Whether papers must hold every word."""
    unfinished: bool = False
    """Whether the last word may be the beginning of one."""


@dataclass(frozen=True, slots=True)
class Found:
    """All that was found."""

    rows: Sequence[int]
    """Numbers of papers, the best first."""
    venues: dict[str, int] = field(default_factory=dict)
    """How many papers there are of each venue, by its label."""


class System(Protocol):
    """Something that searches papers."""

    name: str

    def fill(self, papers: Sequence[Paper], folder: Path) -> None:
        """Put papers where the system keeps them, if it does, in an empty folder."""

    def build(self, papers: Sequence[Paper], folder: Path) -> None:
        """Index the papers."""

    def open(self, papers: Sequence[Paper], folder: Path) -> None:
        """Open the index of these papers."""

    def search(self, ask: Ask) -> Found:
        """All papers that match."""

    def ids(self, rows: Sequence[int]) -> list[str]:
        """The ids of papers by the numbers that `search` gives."""

    def close(self) -> None:
        """Let go of the index."""


class Paperstui:
    """The product's own way from a typed text to a page, over a library in a file."""

    def __init__(self, engine: type[WhooshEngine], *, facets: bool = False) -> None:
        self.name = f"paperstui ({engine.name})"
        self._engine = engine
        self._facets = facets

    def fill(self, papers: Sequence[Paper], folder: Path) -> None:
        """Put the papers into a library."""
        collection = Collection(_library(folder))
        collection.keep(papers)
        collection.close()

    def build(self, papers: Sequence[Paper], folder: Path) -> None:
        """Index the library as the first start of the program does."""
        self.open(papers, folder)
        self.close()

    def open(self, papers: Sequence[Paper], folder: Path) -> None:
        """Open library and index."""
        self._collection = Collection(_library(folder))
        library = self._collection.library
        if len(library) != len(papers):
            raise SystemExit(
                f"{folder}: {len(library)} papers instead of {len(papers)}"
            )
        store = IndexStore(folder / "index", self._engine(), library)
        self._search = Search(library, store)
        for notice in self._search.prepare(lambda done, total: None):
            print(f"{self.name}: {notice}")

    def search(self, ask: Ask) -> Found:
        """The page for a text; how to read it is the product's business."""
        page = self._search.find(SearchRequest(ask.text, facets=self._facets))
        return Found(page.rows, {v.label: count for v, count in page.counts.items()})

    def ids(self, rows: Sequence[int]) -> list[str]:
        """The ids of papers by their rows."""
        return [self._collection.library.paper(row).id for row in rows]

    def close(self) -> None:
        """Close index and library."""
        self._search.close()
        self._collection.close()


def _library(folder: Path) -> Path:
    return folder / "library.db"


@dataclass(frozen=True, slots=True)
class Built:
    """How many seconds it took to take papers in."""

    filling: float
    """To keep the papers themselves; next to nothing for those that only index."""
    indexing: float


def ready(system: System, papers: Sequence[Paper], folder: Path) -> Built | None:
    """Open the index of a system in its part of a folder, building it if need be.

    Gives what building took, None where it was there.
    """
    place = folder / "".join(c for c in system.name.lower() if c.isalnum())
    done = place / "built"
    built = None
    if not done.exists():
        shutil.rmtree(place, ignore_errors=True)  # what a broken-off run left
        place.mkdir(parents=True)
        began = time.perf_counter()
        system.fill(papers, place)
        filled = time.perf_counter()
        system.build(papers, place)
        built = Built(filled - began, time.perf_counter() - filled)
        done.touch()
    system.open(papers, place)
    return built


def chosen(systems: Sequence[System], only: Sequence[str] | None) -> list[System]:
    """The systems whose names hold one of some texts; all where none is given."""
    if only is None:
        return list(systems)
    return [s for s in systems if any(part.lower() in s.name.lower() for part in only)]
