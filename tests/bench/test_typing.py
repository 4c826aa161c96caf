"""The parts of bench/typing.py that need neither its data nor the peers."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

from bench import keystrokes
from bench.keystrokes import Timed
from bench.systems import Ask, Found
from paperstui.index.models import Paper, Venue

if TYPE_CHECKING:
    from pathlib import Path

    from paperstui.index.library import Library


def test_every_letter_is_one_search() -> None:
    assert keystrokes.keystrokes("a b") == ["a", "a ", "a b"]


def test_texts_are_those_made_by_hand_and_beginnings_of_titles() -> None:
    papers = [Paper(str(n), f"{n} " + "x" * 30, Venue("ICML")) for n in range(9)]
    papers.append(Paper("short", "Short", Venue("ICML")))
    texts = keystrokes.typed(papers, 9, seed=1)
    assert texts == keystrokes.typed(papers, 9, seed=1)
    assert texts[:3] == list(keystrokes.BY_HAND)
    assert sorted(texts[3:]) == [f"{n} " + "x" * 23 for n in range(9)]


def test_a_summary_of_searches() -> None:
    searches = [Timed("x" * n, n / 1000, 1) for n in range(1, 21)]
    searches[4] = Timed("slow", 1.0, 0, broken_off=True)
    found = keystrokes.summary(searches)
    assert (found.p50, found.p95, found.longest) == (11.0, 20.0, 1000.0)
    assert (found.searches, found.worst, found.broken_off) == (20, "slow", 1)
    assert found.mean == pytest.approx((210 - 5 + 1000) / 20)


class Endless:
    """A system that finds nothing for ever."""

    name = "endless"

    def search(self, ask: Ask) -> Found:
        """Wait for the clock."""
        try:
            signal.pause()
        except Exception:
            return Found([1], 1)  # an engine that takes any error for damage
        return Found([])

    def build(self, library: Library, folder: Path) -> None:
        """Nothing to build."""

    open = build

    def close(self) -> None:
        """Nothing to close."""


def test_a_search_that_takes_too_long_is_broken_off() -> None:
    before = signal.getsignal(signal.SIGALRM)
    timed = keystrokes.timed(Endless(), "a", allowed=0.01)
    assert timed == Timed("a", 0.01, 0, broken_off=True)
    assert signal.getsignal(signal.SIGALRM) is before
