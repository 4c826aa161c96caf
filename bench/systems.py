"""What all systems offer that are measured, and paperstui among them."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from paperstui.index.engines.store import IndexStore
from paperstui.index.engines.tantivy import TantivyEngine
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.requests import SearchRequest
from paperstui.index.search import Search

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from paperstui.index.engines.base import SearchEngine
    from paperstui.index.library import Library

ENGINES: tuple[type[SearchEngine], ...] = (TantivyEngine, WhooshEngine)
"""The engines of the product; the first is the one that it takes by itself."""

SCREEN = 50
"""Papers that a screen shows at most."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One search, with what a program that calls a peer knows about it."""

    text: str
    """On one line, as a person types or pastes it."""
    every: bool = False
    """Whether papers must hold every word."""
    unfinished: bool = False
    """Whether the last word may be the beginning of one."""
    limit: int = SCREEN
    """How many papers are wanted in order, if there are so many."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a screen shows of a search."""

    rows: Sequence[int]
    """Rows of the first papers in the library, the best first."""
    total: int = 0
    """How many papers were found."""
    venues: dict[str, int] = field(default_factory=dict)
    """How many of them there are of each venue, by its label."""


class Named(Protocol):
    """Something that is measured."""

    name: str


class Indexed(Named, Protocol):
    """Something that has an index of the papers of a library, refused ones as well."""

    def build(self, library: Library, folder: Path) -> None:
        """Index the papers into an empty folder."""

    def open(self, library: Library, folder: Path) -> None:
        """Open the index of a library."""

    def close(self) -> None:
        """Let go of the index."""


class System(Indexed, Protocol):
    """Something that searches these papers."""

    def search(self, ask: Ask) -> Found:
        """The first papers, and counts of all that match."""


Some = TypeVar("Some", bound=Named)


class Paperstui:
    """The product's own way from a typed text to a page."""

    def __init__(self, engine: type[SearchEngine]) -> None:
        self.name = f"paperstui ({engine.name})"
        self._engine = engine

    def build(self, library: Library, folder: Path) -> None:
        """Index the library as the first start of the program does."""
        self.open(library, folder)
        self.close()

    def open(self, library: Library, folder: Path) -> None:
        """Open the index."""
        store = IndexStore(folder / "index", self._engine(), library)
        self._search = Search(library, store)
        for notice in self._search.prepare(lambda done, total: None):
            print(f"{self.name}: {notice}")

    def search(self, ask: Ask) -> Found:
        """The page for a text; how to read it is the product's business."""
        # Peers know nothing of refused papers.
        page = self._search.find(SearchRequest(ask.text, refused=True))
        venues = {venue.label: count for venue, count in page.counts.items()}
        return Found(page.rows[: ask.limit], len(page.rows), venues)

    def close(self) -> None:
        """Close the index."""
        self._search.close()


def ready(system: Indexed, library: Library, folder: Path) -> float | None:
    """Open the index of a system in its part of a folder, building it if need be.

    Gives the seconds that building took, None where it was there.
    """
    own = place(system, folder)
    done = own / "built"
    took = None
    if not done.exists():
        shutil.rmtree(own, ignore_errors=True)  # what a broken-off run left
        own.mkdir(parents=True)
        began = time.perf_counter()
        system.build(library, own)
        took = time.perf_counter() - began
        done.touch()
    system.open(library, own)
    return took


def place(system: Named, folder: Path) -> Path:
    """The part of a folder that is a system's."""
    return folder / "".join(c for c in system.name.lower() if c.isalnum())


def chosen(systems: Sequence[Some], only: Sequence[str] | None) -> list[Some]:
    """The systems whose names hold one of some texts; all where none is given."""
    if only is None:
        return list(systems)
    return [system for system in systems if is_named(system.name, only)]


def is_named(name: str, parts: Sequence[str]) -> bool:
    """Whether a name holds one of some texts, in any case."""
    return any(part.lower() in name.lower() for part in parts)
