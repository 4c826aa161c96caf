"""How long each search takes while a text is typed, against other search programs."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from bench import libraries, peers
from bench.keystrokes import keystrokes, summary, timed, typed
from bench.results import Line, Results
from bench.systems import ENGINES, Paperstui, ready

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.keystrokes import Timed
    from bench.setting import Setting
    from bench.systems import System
    from paperstui.index.library import Library

ABOUT = (
    "Searches in one process while texts are typed letter by letter; every letter is "
    "one search for papers with all the words, the last of which may be unfinished. "
    "The clock runs from the text to what a screen shows of it: the first 50 papers in "
    "order, how many match, and how many of each venue."
)
_SETUP = (
    "SQLite FTS5, raw Tantivy and stock Whoosh search title and abstract, bm25s "
    "one text of both, for any word and whole words only; fzf searches titles for "
    "letters in their order, is started for each search, and counts no venues. "
    "paperstui searches all fields."
)
_ALLOWED = 10.0
"""Seconds after which one search is broken off."""
_DRAWN_FROM = 2_000
"""Titles that texts are drawn from, evenly from all."""
_COST = "mean ms"


def measure(setting: Setting, size: int) -> Results:
    """Type texts over a library; systems take turns text by text."""
    others, missing = peers.libraries()
    programs, absent = peers.programs()
    systems, left_out = setting.systems(size, [*others, *programs], [*missing, *absent])
    with ExitStack() as held:
        collection = held.enter_context(closing(libraries.opened(setting.home(size))))
        for system in systems:
            setting.say(f"typing, {size:,} papers: opening {system.name}")
            ready(system, collection.library, setting.folder(size))
            held.callback(system.close)
        texts = texts_of(collection.library, setting.texts, setting.seed)
        searches = _typed(setting, systems, texts)
    lines, notes = _lines(size, searches)
    reference = Paperstui(ENGINES[0]).name
    return Results(
        "typing", ABOUT, _COST, reference, lines, [_SETUP, *left_out, *notes]
    )


def texts_of(library: Library, count: int, seed: int) -> list[str]:
    """Texts made by hand, and the beginnings of so many titles, if there are."""
    step = max(1, len(library) // _DRAWN_FROM)
    papers = [library.papers[row] for row in library.order[::step]]
    return typed(papers, min(count, len(papers) // 2), seed)


def _typed(
    setting: Setting, systems: Sequence[System], texts: Sequence[str]
) -> dict[str, list[Timed]]:
    """The searches of each system, for as many texts as its time allows."""
    searches: dict[str, list[Timed]] = {system.name: [] for system in systems}
    used = dict.fromkeys(searches, 0.0)
    for number, text in enumerate(texts, 1):
        setting.say(f"typing: text {number} of {len(texts)}")
        for system in systems:
            if used[system.name] < setting.budget:
                began = time.perf_counter()
                searches[system.name] += [
                    timed(system, letters, _ALLOWED) for letters in keystrokes(text)
                ]
                used[system.name] += time.perf_counter() - began
    return searches


def _lines(size: int, searches: dict[str, list[Timed]]) -> tuple[list[Line], list[str]]:
    """A line for each system; ratios to the reference over the searches of both."""
    lines, notes = [], []
    first = searches.get(Paperstui(ENGINES[0]).name, [])
    for name, mine in searches.items():
        own = summary(mine)
        values = {
            "searches": own.searches,
            "p50 ms": own.p50,
            "p95 ms": own.p95,
            "max ms": own.longest,
            _COST: own.mean,
        }
        shared = min(len(mine), len(first))
        ratio = None
        if shared and mine is not first:
            ratio = summary(mine[:shared]).mean / summary(first[:shared]).mean
        lines.append(Line(size, name, values, ratio))
        if mine is first:
            notes.append(f"{name} took longest of {size:,} papers at “{own.worst}”.")
        if own.broken_off:
            notes.append(
                f"{own.broken_off} searches of {size:,} papers by {name} were broken "
                f"off after {_ALLOWED:.0f} s, and count as that."
            )
    return lines, notes
