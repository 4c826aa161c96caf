"""A sequence of library rows that is made of others without reading them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload


class JoinedRows(Sequence[int]):
    """Some rows, and behind them what follows the first of others."""

    def __init__(
        self, first: Sequence[int], others: Sequence[int], left_out: int = 0
    ) -> None:
        """Take the first rows, and others without so many at their beginning."""
        self._first = first
        self._others = others
        self._left_out = left_out

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self._first) + len(self._others) - self._left_out

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> list[int]: ...
    def __getitem__(self, place: int | slice) -> int | list[int]:
        """The row at a place, or a list of those at some."""
        size = len(self._first)
        if isinstance(place, slice):
            start, stop, step = place.indices(len(self))
            if step != 1:
                return [self[each] for each in range(start, stop, step)]
            behind = self._left_out - size
            others = self._others[max(size, start) + behind : max(size, stop) + behind]
            return [*self._first[start:stop], *others]
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        place %= len(self)
        if place < size:
            return self._first[place]
        return self._others[place - size + self._left_out]

    def index(self, row: int, start: int = 0, stop: int | None = None) -> int:
        """The place of a row, as the others find it; raises ValueError without one."""
        try:
            place = self._first.index(row)
        except ValueError:
            place = self._others.index(row) - self._left_out
            if place < 0:
                raise
            place += len(self._first)
        if not start <= place < (len(self) if stop is None else stop):
            raise ValueError(row)
        return place
