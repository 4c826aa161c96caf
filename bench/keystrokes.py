"""Texts that are typed letter by letter, and the times that their searches take."""

from __future__ import annotations

import math
import random
import signal
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.systems import Ask
from paperstui.index.text import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.systems import System
    from paperstui.index.models import Paper


LENGTH = 25
"""Letters of a typed text."""
BY_HAND = ("diffusion models for image", "a", "the role of attention in")
"""The first search of many, a letter that begins most papers, and words of no use."""


class TooLongError(BaseException):
    """A search that was broken off; no engine may take it for damage to its index."""


@dataclass(frozen=True, slots=True)
class Timed:
    """One search."""

    text: str
    seconds: float
    papers: int
    """How many were found."""
    broken_off: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
    """What the searches of one system took, in ms."""

    searches: int
    p50: float
    p95: float
    longest: float
    mean: float
    worst: str
    """The text of the longest search."""
    broken_off: int
    """How many took longer than allowed; they count with the time allowed."""


def typed(papers: Sequence[Paper], count: int, seed: int) -> list[str]:
    """Those made by hand, then the beginnings of some titles."""
    titles = [plain(paper.title) for paper in papers]
    long = [title[:LENGTH] for title in titles if len(title) >= LENGTH]
    return [*BY_HAND, *random.Random(seed).sample(long, count)]


def keystrokes(text: str) -> list[str]:
    """What stands in the box after each letter."""
    return [text[:end] for end in range(1, len(text) + 1)]


def timed(system: System, text: str, allowed: float) -> Timed:
    """One search, broken off after some seconds."""
    ask = Ask(text, every=True, unfinished=not text[-1].isspace())
    began = time.perf_counter()
    try:
        with _limited(allowed):
            found = system.search(ask).total
    except TooLongError:
        return Timed(text, allowed, 0, broken_off=True)
    return Timed(text, time.perf_counter() - began, found)


def summary(searches: Sequence[Timed]) -> Summary:
    """Percentiles, mean and the worst of some searches."""
    ms = sorted(each.seconds * 1000 for each in searches)
    return Summary(
        searches=len(ms),
        p50=percentile(ms, 50),
        p95=percentile(ms, 95),
        longest=ms[-1],
        mean=sum(ms) / len(ms),
        worst=max(searches, key=lambda each: each.seconds).text,
        broken_off=sum(each.broken_off for each in searches),
    )


def percentile(rising: Sequence[float], percent: float) -> float:
    """The smallest value that this share of the values does not exceed."""
    return rising[max(0, math.ceil(len(rising) * percent / 100) - 1)]


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise TooLongError in the block after some seconds."""

    def stop(signum: int, frame: object) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
