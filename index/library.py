"""The collection: sources, venues and papers, kept in one SQLite file."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from paperstui.index.models import Paper, Venue
from paperstui.index.ordering import Orders, first_of, picked
from paperstui.index.requests import ResultPage, Sort
from paperstui.index.stored import ROWS_AT_ONCE, StoredPapers, in_pieces

if TYPE_CHECKING:
    import sqlite3

    from paperstui.index.requests import Query, SearchRequest

GONE = Paper(id="", title="no longer in the library", venue=Venue(""))
"""Stands for a paper that was removed while a list still shows its row."""


@dataclass(frozen=True, slots=True)
class VenueCount:
    """How many papers of a venue there are."""

    number: int
    """Stands for the venue for ever."""
    venue: Venue
    papers: int
    hidden: int
    """Papers that the venue refused, which lists do not show."""


class Library(StoredPapers):
    """The papers by row; a row stands for the same paper for ever.

    Safe between threads. Nothing but the order and the counts is in memory.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        self.papers: Sequence[Paper] = _Papers(self)
        """By row: `papers[row]`."""
        self.order: array[int] = array("q")
        """The rows that are listed, in list order."""
        self.refused: array[int] = array("q")
        """The rows that their venues refused, listed on demand only."""
        self.counts: tuple[VenueCount, ...] = ()
        """The venues, by name and then newest first."""
        self.revision = 0
        """Rises with every change."""
        self._identity = ""
        self._orders = Orders(self)
        self._every: array[int] | None = None
        """The rows that are listed and those that are refused, once they were wanted.
        """
        self._hidden: tuple[frozenset[int], int, int] = (frozenset(), -1, 0)
        """Rows, and how many of them are refused, with the revision that it is of."""
        self._statuses: tuple[int, dict[str, int]] = (-1, {})
        """Counts of the statuses, with the revision that they are of."""
        self.reload()

    def reload(self) -> bool:
        """Take over what was changed in the file; True where something was."""
        with self._lock:
            revision, identity, shown, refused, venues = self._connection.execute(
                "SELECT revision, identity, shown, refused, venues FROM state"
            ).fetchone()
            changed = (revision, identity) != (self.revision, self._identity)
            self.revision, self._identity = revision, identity
            if changed:
                self._papers.clear()
                self.order = array("q", shown)
                self.refused = array("q", refused)
                self._every = None
                counts = (
                    VenueCount(number, Venue(name, year), papers, hidden)
                    for number, name, year, papers, hidden in json.loads(venues)
                )
                self.counts = tuple(sorted(counts, key=_by_name))
            return changed

    def __len__(self) -> int:
        """How many papers are listed."""
        return len(self.order)

    def venues(self) -> tuple[Venue, ...]:
        """The venues, by name and then newest first."""
        return tuple(count.venue for count in self.counts)

    def venue_numbers(self) -> dict[int, Venue]:
        """The venues by their numbers."""
        return {count.number: count.venue for count in self.counts}

    def statuses(self) -> dict[str, int]:
        """How many papers have each status, refused ones as well.

        Counted once for each revision.
        """
        revision, counts = self._statuses
        if revision != self.revision:
            revision, counts = self.revision, {}
            for _, status in self.each("json_extract(record, '$.status')"):
                if status:
                    counts[status] = counts.get(status, 0) + 1
            self._statuses = revision, counts
        return counts

    def fingerprint(self) -> str:
        """Names this library whatever its revision."""
        return self._identity

    def everything(self, request: SearchRequest, query: Query) -> ResultPage:
        """All papers within the filters of a request; needs no index.

        `query` is the parsed text of the request, which names nothing to search for.
        """
        counts = {count.venue: count.papers for count in self.counts if count.papers}
        if request.refused:
            counts = {count.venue: count.papers + count.hidden for count in self.counts}
        sort = query.sort or request.sort or Sort.LIST
        if sort is Sort.RELEVANCE:
            sort = Sort.LIST
        rows = self._orders.listed(sort, refused=request.refused)
        bookmarked = request.marks.bookmarked
        if request.venues is not None:
            rows = picked(rows, self._of_venues(request.venues))
        if request.bookmarked_only:
            rows = picked(rows, bookmarked)
        if request.among is not None:
            rows = picked(rows, request.among)
        if sort is Sort.BOOKMARKED:
            rows = first_of(rows, request.marks.latest)
        marked = len(bookmarked)
        if not request.refused:
            marked -= self._hidden_among(bookmarked)
        return ResultPage(request, query, rows, counts, marked, sort)

    def listed(self, *, refused: bool) -> Sequence[int]:
        """All rows in list order, with those that their venues refused if wanted."""
        if not refused or not self.refused:
            return self.order
        if self._every is None:
            self._every = self.order + self.refused
        return self._every

    def knows_order(self, sort: Sort) -> bool:
        """Whether papers can be put into an order without reading all of them."""
        return self._orders.known(sort)

    def lists_by_row(self, *, refused: bool) -> bool:
        """Whether papers are listed by their rows; see `Orders.lists_by_row`."""
        return self._orders.lists_by_row(refused=refused)

    def sorted(self, rows: Sequence[int], sort: Sort) -> Sequence[int]:
        """Rows put into an order; see `Orders.sorted`."""
        return self._orders.sorted(rows, sort)

    def _of_venues(self, venues: frozenset[Venue]) -> set[int]:
        wanted: set[int] = set()
        for count in self.counts:
            last = -1 if count.venue in venues else None
            while last is not None:
                # In pieces, so that nobody waits for the lock meanwhile.
                with self._lock:
                    found = self._connection.execute(
                        "SELECT row FROM papers WHERE venue = ? AND row > ? "
                        f"ORDER BY row LIMIT {ROWS_AT_ONCE}",
                        (count.number, last),
                    ).fetchall()
                wanted.update(row for (row,) in found)
                last = found[-1][0] if len(found) == ROWS_AT_ONCE else None
        return wanted

    def _hidden_among(self, rows: frozenset[int]) -> int:
        """How many of some rows their venues refused."""
        of, revision, count = self._hidden
        if of is not rows or revision != self.revision:
            revision, count = self.revision, 0
            for some, marks in in_pieces(rows):
                with self._lock:
                    found = self._connection.execute(
                        "SELECT count(*) FROM papers "
                        f"WHERE hidden AND row IN ({marks})",
                        some,
                    ).fetchone()
                count += found[0]
            self._hidden = rows, revision, count
        return count


class _Papers(Sequence[Paper]):
    """The papers of a library as a sequence by row."""

    def __init__(self, library: Library) -> None:
        self._library = library

    @overload
    def __getitem__(self, row: int) -> Paper: ...
    @overload
    def __getitem__(self, row: slice) -> Sequence[Paper]: ...
    def __getitem__(self, row: int | slice) -> Paper | Sequence[Paper]:
        """The paper of a row, `GONE` for one that has just left the library."""
        if isinstance(row, slice):
            raise TypeError("papers are taken one by one")
        try:
            return self._library.paper(row)
        except KeyError:
            return GONE

    def __len__(self) -> int:
        """How many papers are listed."""
        return len(self._library)


def _by_name(count: VenueCount) -> tuple[str, int]:
    return (count.venue.name.casefold(), -(count.venue.year or 0))
