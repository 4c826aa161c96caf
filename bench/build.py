"""How long it takes from a library to an index, against other search libraries."""

from __future__ import annotations

import gc
import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from bench import libraries, peers
from bench.peers import base
from bench.peers.terms import Fts5Terms
from bench.results import Line, Results, compared
from bench.systems import ENGINES, Named, Paperstui, chosen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.setting import Setting
    from paperstui.index.library import Library

ABOUT = (
    "From a library on disk to an index of all its papers on disk. Every system reads "
    "the papers from the same library. paperstui analyzes them in as many processes as "
    "there are cores, from 2,000 papers on; the others are called from one thread. "
    "Medians of interleaved builds."
)
_SETUP = (
    "All index title, authors, keywords, abstract, venue and status. paperstui: "
    "words and other spellings with their places; stock Whoosh: stems with places; "
    "raw Tantivy and SQLite FTS5: stems and whole words, FTS5 with prefixes of up "
    "to three letters; bm25s: stems of one text, without places.",
    "“our terms” is FTS5 fed with the words and spellings that paperstui indexes, "
    "in one table without prefixes; “analysis s” is the part that makes them.",
)
_COST = "s"


class Builder(Named, Protocol):
    """Something that indexes a library."""

    def build(self, library: Library, folder: Path) -> None:
        """Index the papers into an empty folder."""


class Reading:
    """No index at all: what everybody spends on reading the papers."""

    name = "reading the papers alone"

    def build(self, library: Library, folder: Path) -> None:
        """Read every paper."""
        for _ in base.texts(library, base.ALL):
            pass


def measure(setting: Setting, size: int) -> Results:
    """Build every index some times, as long as the time allows."""
    found, missing = peers.libraries(fields=base.ALL)
    systems, left_out = setting.systems(size, found, missing)
    others: list[Builder] = [Fts5Terms(), Reading()]
    builders = [*systems, *chosen(others, setting.only)]
    with closing(libraries.opened(setting.home(size))) as collection:
        lines = _built(setting, size, builders, collection.library)
    reference = Paperstui(ENGINES[0]).name
    return Results(
        "build",
        ABOUT,
        _COST,
        reference,
        compared(lines, _COST, reference),
        [*_SETUP, *left_out],
    )


def _built(
    setting: Setting, size: int, builders: Sequence[Builder], library: Library
) -> list[Line]:
    """A line for each; rounds end when there are enough, or time is up."""
    taken: dict[str, list[float]] = {builder.name: [] for builder in builders}
    analysis: list[float] = []
    weights: dict[str, float] = {}
    began = time.perf_counter()
    for number in range(1, setting.runs + 1):
        for builder in builders:
            setting.say(f"build: {size:,} papers, round {number}, {builder.name}")
            seconds, weights[builder.name] = _once(builder, library, setting.kept)
            taken[builder.name].append(seconds)
            if isinstance(builder, Fts5Terms):
                analysis.append(builder.analysis)
        if time.perf_counter() - began > setting.budget:
            break
    lines = []
    for builder in builders:
        seconds = statistics.median(taken[builder.name])
        values = {
            "builds": len(taken[builder.name]),
            _COST: seconds,
            "papers/s": size / seconds,
            "MB": weights[builder.name],
        }
        if isinstance(builder, Fts5Terms):
            values["analysis s"] = statistics.median(analysis)
        lines.append(Line(size, builder.name, values))
    return lines


def _once(builder: Builder, library: Library, within: Path) -> tuple[float, float]:
    """Seconds that one build takes, and megabytes that it leaves on disk."""
    with tempfile.TemporaryDirectory(dir=within) as made:
        gc.collect()
        began = time.perf_counter()
        builder.build(library, Path(made))
        seconds = time.perf_counter() - began
        files = (path for path in Path(made).rglob("*") if path.is_file())
        return seconds, sum(file.stat().st_size for file in files) / 1e6
