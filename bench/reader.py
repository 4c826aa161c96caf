"""A simulated reader, who goes through a list and keeps what is of a topic."""

from __future__ import annotations

import gc
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench import corpora
from paperstui.index.likely import Likely
from paperstui.index.models import Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

    from paperstui.index.models import Paper

_DECISIONS = 300
"""Decisions that are timed."""
_ROUNDS = 3
"""How often they are made."""
_KEPT = "diffusion"
"""A word that papers have which are kept while decisions are timed."""


@dataclass(frozen=True, slots=True)
class Times:
    """What learning costs in a list of some size."""

    papers: int
    build: float
    """Seconds to read the list."""
    median: float
    """Milliseconds from a decision to the next paper."""
    p95: float


def shares(order: Iterable[int], relevant: Collection[int], depth: int) -> list[float]:
    """The share of the relevant rows that an order shows, after each of its rows.

    Of the first `depth` rows.
    """
    seen, found = [], 0
    for _, row in zip(range(depth), order, strict=False):
        found += row in relevant
        seen.append(found / len(relevant))
    return seen


def learned(
    likely: Likely,
    rows: Iterable[int],
    relevant: Collection[int],
    depth: int,
    before: Sequence[Paper] = (),
) -> list[int]:
    """The first `depth` rows of a list as the learned order shows them one by one.

    `before` are papers that were kept elsewhere. All decisions are taken back.
    """
    likely.start(before)
    left = dict.fromkeys(rows)
    shown: list[int] = []
    while len(shown) < depth and (row := likely.next(left)) is not None:
        shown.append(row)
        del left[row]
        likely.learn(row, Verdict.KEEP if row in relevant else Verdict.SKIP)
    for row in shown:
        likely.learn(row, None)
    return shown


def ideal(papers: int, relevant: Collection[int]) -> list[int]:
    """All rows, the relevant ones first."""
    return sorted(range(papers), key=lambda row: row not in relevant)


def timed(data: Path, size: int, seed: int) -> Times:
    """What learning costs at a size, for a reader of papers with one word.

    The same decisions are made several times, and the least time of each counts: what
    other programs take from it is not its own.
    """
    papers = list(enumerate(corpora.sample(data, size, seed)))
    # Of a list that nobody put in order.
    random.Random(seed).shuffle(papers)
    began = time.perf_counter()
    likely = Likely(papers)
    build = time.perf_counter() - began
    kept = {
        row for row, p in papers if _KEPT in f"{p.title} {p.abstract}".lower().split()
    }
    rounds = [
        _decided(likely, [row for row, _ in papers], kept) for _ in range(_ROUNDS)
    ]
    least = sorted(map(min, zip(*rounds, strict=True)))
    return Times(size, build, least[len(least) // 2], least[len(least) * 95 // 100])


def _decided(likely: Likely, rows: Sequence[int], kept: Collection[int]) -> list[float]:
    """Milliseconds that each of the first decisions took; they are taken back."""
    left = dict.fromkeys(rows)
    decided: list[int] = []
    took: list[float] = []
    gc.disable()  # as the program does between a key and its paint
    row = likely.next(left)
    while row is not None and len(took) < _DECISIONS:
        del left[row]
        decided.append(row)
        verdict = Verdict.KEEP if row in kept else Verdict.SKIP
        began = time.perf_counter()
        likely.learn(row, verdict)
        row = likely.next(left)
        took.append((time.perf_counter() - began) * 1000)
    gc.enable()
    for row in decided:
        likely.learn(row, None)
    return took
