"""The orders that a list of papers can have, apart from relevance."""

from __future__ import annotations

from array import array
from heapq import merge
from itertools import filterfalse, islice
from operator import itemgetter, lt
from typing import TYPE_CHECKING, Any, NamedTuple

from paperstui.index.folding import fold
from paperstui.index.requests import Sort

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from paperstui.index.library import Library

_KEYS = {
    Sort.YEAR: "-ifnull((SELECT year FROM venues WHERE number = venue), 0)",
    Sort.TITLE: "json_extract(record, '$.title')",
    Sort.CITATIONS: "-ifnull(json_extract(record, '$.citations'), -1)",
    Sort.ADDED: "-row",
}
_LISTED = (Sort.RELEVANCE, Sort.LIST, Sort.BOOKMARKED)
"""Orders that are those of the lists as far as the library knows."""
"""What rises from the first paper to the last in each order, in SQL."""

_PIECE = 20_000
"""Rows that are sorted or picked in one go: other threads wait meanwhile."""


class _Order(NamedTuple):
    """All papers in one order."""

    revision: int
    """Of the library, when it was made."""
    shown: Sequence[int]
    """The rows that are listed."""
    every: Sequence[int]
    """Refused ones as well."""
    ranks: Sequence[int]
    """By row: its place in `every`; rows without a paper come last."""
    rising: tuple[bool, bool]
    """Whether rows rise in `shown`, and in `every`."""


class Orders:
    """Puts rows of a library into order; looks all papers up once for each revision."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: dict[Sort, _Order] = {}

    def known(self, sort: Sort) -> bool:
        """Whether an order can be had without looking all papers up."""
        if sort in _LISTED:
            return True
        known = self._known.get(sort)
        return known is not None and known.revision == self._library.revision

    def listed(self, sort: Sort, *, refused: bool) -> Sequence[int]:
        """All rows in an order, with those that their venues refused if wanted."""
        if sort in _LISTED:
            return self._library.listed(refused=refused)
        order = self._order(sort)
        return order.every if refused else order.shown

    def lists_by_row(self, *, refused: bool) -> bool:
        """Whether papers are listed by their rows, as they are in most libraries."""
        return self._order(Sort.LIST).rising[refused]

    def sorted(self, rows: Sequence[int], sort: Sort) -> Sequence[int]:
        """Rows put into an order, equal ones as they are listed.

        Those by relevance are left as they are.
        """
        if sort is Sort.RELEVANCE:
            return rows
        order = self._order(Sort.LIST if sort in _LISTED else sort)
        rows = rows[:]  # read at once where they are read as they are wanted
        if len(rows) > _PIECE:
            found = picked(order.every, set(rows))
            if len(found) == len(rows):
                return found
            # A search may know a row that is gone or has just come.
            known = set(found)
            return [*found, *(row for row in rows if row not in known)]
        ranks, last = order.ranks, len(order.ranks)
        return sorted(rows, key=lambda row: ranks[row] if row < last else last)

    def _order(self, sort: Sort) -> _Order:
        known, revision = self._known.get(sort), self._library.revision
        if known is None or known.revision != revision:
            known = self._known[sort] = self._made(sort, revision)
        return known

    def _made(self, sort: Sort, revision: int) -> _Order:
        library = self._library
        shown, every = library.order, library.listed(refused=True)
        if sort is not Sort.LIST:
            keys = dict(self._keys(sort))
            # One that has just gone has no key.
            keyed = ((keys[row], row) for row in every if row in keys)
            pieces = iter(lambda: sorted(islice(keyed, _PIECE), key=itemgetter(0)), [])
            ordered = merge(*pieces, key=itemgetter(0))
            every = array("q", (row for _, row in ordered))
            if library.refused:
                hidden = frozenset(library.refused)
                shown = array("q", (row for row in every if row not in hidden))
            else:
                shown = every
        size = 1 + max(every, default=-1)
        ranks = array("q", [size]) * size
        for rank, row in enumerate(every):
            ranks[row] = rank
        return _Order(revision, shown, every, ranks, (_rises(shown), _rises(every)))

    def _keys(self, sort: Sort) -> Iterable[tuple[int, Any]]:
        """Each row with what it is sorted by."""
        keys = self._library.each(_KEYS[sort])
        return _alphabetical(keys) if sort is Sort.TITLE else keys


def _rises(rows: Sequence[int]) -> bool:
    return all(map(lt, rows, islice(rows, 1, None)))


def picked(rows: Sequence[int], wanted: Container[int]) -> Sequence[int]:
    """Those of some rows that are wanted, in their order."""
    found = array("q")
    for start in range(0, len(rows), _PIECE):
        found.extend(filter(wanted.__contains__, rows[start : start + _PIECE]))
    return found


def first_of(rows: Sequence[int], first: Sequence[int]) -> Sequence[int]:
    """Rows, those at the beginning that are among the first, in the order of these."""
    there = frozenset(picked(rows, frozenset(first)))
    found = array("q", filter(there.__contains__, first))
    for start in range(0, len(rows), _PIECE):
        found.extend(filterfalse(there.__contains__, rows[start : start + _PIECE]))
    return found


def _alphabetical(titles: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Each row with its title as it is sorted: without accents, quotes and the like."""
    # Not at the top, to start sooner: the first list is in list order.
    from paperstui.index.text import plain

    for row, title in titles:
        shown = plain(title)
        # Folded forms of whole titles would drive those of words out of memory.
        letters = shown.lower() if shown.isascii() else fold(shown)
        kept = "".join(c for c in letters if c.isalnum() or c.isspace())
        yield row, " ".join(kept.split())
