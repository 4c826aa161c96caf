"""Rows that Tantivy found, read from its index as they are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, overload

from tantivy import FieldType, Order, Query

from paperstui.index.engines.base import SCORED
from paperstui.index.engines.tantivy_errors import damage
from paperstui.index.engines.tantivy_queries import both, count
from paperstui.index.engines.tantivy_writing import ROW
from paperstui.index.errors import EngineError

if TYPE_CHECKING:
    from tantivy import Schema, Searcher

_BLOCKS = 8
"""Blocks that stay in memory."""
_NO_ROW = -1
_NEAR = 25 * SCORED
"""Among how many of the best a row is looked for."""


class FoundRows(Sequence[int]):
    """The rows of the papers that match, read in blocks of `SCORED`.

    Safe between threads. Shows the index as it was when it was searched.
    """

    def __init__(
        self,
        schema: Schema,
        searcher: Searcher,
        query: Query,
        total: int,
        best: Sequence[int] | None = None,
    ) -> None:
        """Take what matches, and how many that is.

        `best` are the first ones in their order, at least `SCORED` of them or all; the
        others follow in that of the query's scores. Without it they come by their rows.
        """
        self._schema = schema
        self._searcher = searcher
        self._query = query
        self._total = total
        self._best = best
        self._block = lru_cache(maxsize=_BLOCKS)(self._read)

    def __len__(self) -> int:
        """How many papers match."""
        return self._total

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> list[int]: ...
    def __getitem__(self, place: int | slice) -> int | list[int]:
        """The row at a place, or a list of those at some."""
        if isinstance(place, slice):
            places = range(*place.indices(self._total))
            if len(places) > SCORED and places.step == 1:
                return self._between(places.start, places.stop)
            return [self[each] for each in places]
        if not -self._total <= place < self._total:
            raise IndexError(place)
        block, within = divmod(place % self._total, SCORED)
        return self._block(block)[within]

    def index(self, row: int, start: int = 0, stop: int | None = None) -> int:
        """The place of a row; among the best ones only, unless they come by rows.

        Raises ValueError where it is not found.
        """
        stop = self._total if stop is None else min(stop, self._total)
        if self._best is not None:
            return self[: min(stop, _NEAR)].index(row, start)
        place = self._count_below(row)
        if not start <= place < stop or self[place] != row:
            raise ValueError(row)
        return place

    def _count_below(self, row: int) -> int:
        """How many of the rows are less than one."""
        below = Query.range_query(
            self._schema, ROW, FieldType.Unsigned, 0, row, include_upper=False
        )
        return count(self._searcher, both(self._query, below))

    def _read(self, block: int) -> list[int]:
        start = block * SCORED
        return self._between(start, min(start + SCORED, self._total))

    def _between(self, start: int, stop: int) -> list[int]:
        """The rows from one place to before another."""
        best = [] if self._best is None else list(self._best[start:stop])
        start += len(best)
        if start >= stop:
            return best
        try:
            with damage():
                return [*best, *self._found(start, stop)]
        except EngineError:
            # It is mended by the next search; till then these are papers that left.
            return [*best, *[_NO_ROW] * (stop - start)]

    def _found(self, start: int, stop: int) -> list[int]:
        """The same, from the index."""
        search, limit = self._searcher.search, stop - start
        if self._best is None:
            by_row = search(
                self._query,
                limit,
                count=False,
                offset=start,
                order_by_field=ROW,
                order=Order.Asc,
            )
            return [row for row, _ in by_row.hits]
        hits = search(self._query, limit, count=False, offset=start).hits
        addresses = [address for _, address in hits]
        rows = self._searcher.fast_field_values(ROW, addresses)
        return [int(row or 0) for row in rows]
