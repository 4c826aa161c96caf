"""When garbage is looked for: at rest and between keys, not before a paint."""

from __future__ import annotations

import gc
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.timer import Timer

_GARBAGE = 500_000
"""Objects made between two looks for garbage in the midst of work: a paint makes
thousands, and with Python's own 2,000 some looks of several milliseconds would hold up
each of them."""
_SWEPT = 5_000
"""New objects from which they are looked through between two keys: 3 ms at most."""
_SWEEP_AFTER = 0.015
"""Seconds that the reader has for its paint before that."""
_TIDY_AFTER, _TIDY_ALL_AFTER = 1, 30
"""Seconds of rest after which garbage is looked for among what is new, and among all,
which takes as long as a key may take."""


class Tidying:
    """Looks for garbage in place of Python, which would do so at any time."""

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._rested = 0
        """Seconds since something was done."""

    @cached_property
    def _clock(self) -> Timer:
        # Not at once: screens have timers when they are mounted.
        return self._screen.set_interval(1.0, self._look)

    def begin(self) -> None:
        """Switch Python's own looks on, which the command switched off for the start.

        They become rare, and leave out all that the start has made.
        """
        self.keep()
        gc.set_threshold(_GARBAGE)
        gc.enable()

    def keep(self) -> None:
        """Look no more through what there is now: it stays."""
        gc.freeze()

    def disturb(self) -> None:
        """End the rest: something is done."""
        self._rested = 0
        self._clock.reset()

    def sweep_soon(self) -> None:
        """Look among what the last key left, before much of it gathers."""
        self._screen.set_timer(_SWEEP_AFTER, _sweep)

    def _look(self) -> None:
        self._rested += 1
        if self._rested == _TIDY_AFTER:
            gc.collect(1)
        elif self._rested == _TIDY_ALL_AFTER:
            gc.collect()
            self._clock.pause()


def _sweep() -> None:
    if gc.get_count()[0] >= _SWEPT:
        gc.collect(0)
