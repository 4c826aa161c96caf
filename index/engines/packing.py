"""What a library has for an index, made by several processes where that pays."""

from __future__ import annotations

import json
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from paperstui.index.engines.base import Packed, document
from paperstui.index.records import from_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from paperstui.index.engines.base import Document
    from paperstui.index.library import Library

_AT_ONCE = 300
"""Papers that are packed at a time: 0.1 s, after which a build can be left.

The fewer times, the less there is to be joined.
"""
_WORTH = 2_000
"""Papers from which on it pays to start processes."""
_MOST = 6
"""Processes that are started at most: more would wait for the one that takes all."""


class Changed:
    """The papers of a library that are new or other since a revision, to be indexed.

    To be closed: that ends the processes that pack them.
    """

    def __init__(self, library: Library, since: int = -1) -> None:
        self._library = library
        self._since = since
        self._held = ExitStack()

    def __len__(self) -> int:
        """How many there are."""
        return self._library.changed(self._since)

    def packed(
        self, pack: Callable[[list[Document]], Packed]
    ) -> Iterator[tuple[int, Packed]]:
        """What a function makes of some at a time; see `Documents.packed`."""
        # Not at the top: the processes import this module, too, and not those.
        from paperstui.index.engines import workers

        count = workers.cores()
        processes = min(count, _MOST) if count > 1 and len(self) >= _WORTH else 0
        records = self._library.records(self._since, _AT_ONCE)
        made = workers.mapped(partial(_packed, pack), records, processes)
        self._held.callback(made.close)
        return made

    def close(self) -> None:
        """End what was begun; what is packed by then is all there is."""
        self._held.close()


def _packed(
    pack: Callable[[list[Document]], Packed],
    records: Sequence[tuple[int, str, int, int]],
) -> tuple[int, Packed]:
    """What a function makes of rows of a library, and how many there are."""
    documents = [
        document(row, from_record(json.loads(record)), venue, bool(hidden))
        for row, record, venue, hidden in records
    ]
    return len(documents), pack(documents)
