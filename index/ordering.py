"""The orders that a list of papers can have, apart from relevance."""

from __future__ import annotations

from array import array
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from paperstui.index.folding import fold
from paperstui.index.models import Sort

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from paperstui.index.library import Library

_KEYS = {
    Sort.YEAR: "-ifnull((SELECT year FROM venues WHERE number = venue), 0)",
    Sort.TITLE: "json_extract(record, '$.title')",
    Sort.CITATIONS: "-ifnull(json_extract(record, '$.citations'), -1)",
    Sort.ADDED: "-row",
}
"""What rises from the first paper to the last in each order, in SQL."""


class Orders:
    """Puts rows of a library into order; looks all papers up once for each revision."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._ranks: dict[Sort, tuple[int, Sequence[int]]] = {}
        """For each row its place in an order, with the revision that it is of."""

    def sorted(self, rows: Sequence[int], sort: Sort) -> Sequence[int]:
        """Rows put into an order, equal ones as they are listed.

        Those by relevance are left as they are.
        """
        if sort is Sort.RELEVANCE:
            return rows
        rows = self._by(rows, Sort.LIST)
        return rows if sort is Sort.LIST else self._by(rows, sort)

    def _by(self, rows: Sequence[int], sort: Sort) -> Sequence[int]:
        revision = self._library.revision
        of, ranks = self._ranks.get(sort, (-1, ()))
        if of != revision:
            ranks = _ranks(self._keys(sort))
            self._ranks[sort] = revision, ranks
        last = len(ranks)
        # A search may know a row that is gone or has just come.
        return sorted(rows, key=lambda row: ranks[row] if row < last else last)

    def _keys(self, sort: Sort) -> list[tuple[int, Any]]:
        """Each row with what it is sorted by."""
        library = self._library
        if sort is Sort.LIST:
            listed = (*library.order, *library.refused)
            return [(row, at) for at, row in enumerate(listed)]
        keys = library.each(_KEYS[sort])
        if sort is not Sort.TITLE:
            return list(keys)
        # Not at the top, to start sooner: the first list is in list order.
        from paperstui.index.text import plain

        return [(row, _alphabetical(plain(title))) for row, title in keys]


def _ranks(keys: Iterable[tuple[int, Any]]) -> Sequence[int]:
    """For each row its place among what all are sorted by."""
    ordered = sorted(keys, key=itemgetter(1))
    size = 1 + max((row for row, _ in ordered), default=0)
    ranks = array("q", [len(ordered)]) * size
    rank, before = -1, None
    for row, key in ordered:
        rank += key != before
        before = key
        ranks[row] = rank
    return ranks


def _alphabetical(title: str) -> str:
    """What a title is sorted by: without accents, quotes and the like."""
    # Folded forms of whole titles would drive those of words out of memory.
    letters = title.lower() if title.isascii() else fold(title)
    return " ".join("".join(c for c in letters if c.isalnum() or c.isspace()).split())
