"""The collection: sources, venues and papers, kept in one SQLite file."""

from __future__ import annotations

import json
from array import array
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING, Any, overload

from paperstui.index.models import Paper, ResultPage, Sort, Venue
from paperstui.index.ordering import Orders, picked
from paperstui.index.records import from_record

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from paperstui.index.models import Query, SearchRequest

_KEPT_PAPERS = 2_000
"""Papers that stay in memory after they were shown."""
_AT_ONCE = 500
"""Ids, rows or records that one statement asks for."""
_ROWS_AT_ONCE = 5_000
"""Rows that one statement looks at or gives without their records: whoever wants to
show a paper waits for it."""

GONE = Paper(id="", title="no longer in the library", venue=Venue(""))
"""Stands for a paper that was removed while a list still shows its row."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where papers came from."""

    number: int
    place: str
    """Absolute path, web address, or `seed:NAME`."""
    name: str
    signature: str
    """SHA-256 of its bytes when it was read."""
    options: dict[str, Any]
    """How it was read."""


@dataclass(frozen=True, slots=True)
class VenueCount:
    """How many papers of a venue there are."""

    number: int
    """Stands for the venue for ever."""
    venue: Venue
    papers: int
    hidden: int
    """Papers that the venue refused, which lists do not show."""


class Library:
    """The papers by row; a row stands for the same paper for ever.

    Safe between threads. Nothing but the order and the counts is in memory.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._lock = RLock()
        self._papers: OrderedDict[int, Paper] = OrderedDict()
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

    def paper(self, row: int) -> Paper:
        """The paper of a row; raises KeyError where there is none."""
        with self._lock:
            known = self._papers.get(row)
            if known is not None:
                self._papers.move_to_end(row)
                return known
            found = self._connection.execute(
                "SELECT id, record FROM papers WHERE row = ?", (row,)
            ).fetchone()
            if found is None:
                raise KeyError(row)
            paper = from_record(json.loads(found[1]))
            self._papers[row] = paper
            if len(self._papers) > _KEPT_PAPERS:
                self._papers.popitem(last=False)
            return paper

    def row(self, paper_id: str) -> int | None:
        """The row of a paper, by any of its identifiers; None where it is not here."""
        with self._lock:
            found = self._connection.execute(
                "SELECT row FROM papers WHERE id = ? UNION ALL "
                "SELECT row FROM names WHERE name = ?",
                (paper_id, paper_id),
            ).fetchone()
        return found[0] if found else None

    def rows(self, paper_ids: Iterable[str]) -> dict[str, int]:
        """The rows of those papers that are in the library, as `row` finds them."""
        wanted = list(paper_ids)
        found: dict[str, int] = {}
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            marks = ", ".join("?" * len(some))
            with self._lock:
                # The last one counts: that of the paper itself.
                found.update(
                    self._connection.execute(
                        f"SELECT name, row FROM names WHERE name IN ({marks}) "
                        f"UNION ALL SELECT id, row FROM papers WHERE id IN ({marks})",
                        (*some, *some),
                    )
                )
        return found

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

    def each(self, value: str) -> Iterator[tuple[int, Any]]:
        """Every row with a value on its paper, in SQL."""
        last = -1
        while True:
            # In pieces, so that nobody waits for the lock meanwhile.
            with self._lock:
                found = self._connection.execute(
                    f"SELECT row, {value} FROM papers "
                    f"WHERE row > ? ORDER BY row LIMIT {_AT_ONCE}",
                    (last,),
                ).fetchall()
            yield from found
            if not found:
                return
            last = found[-1][0]

    def sources(self) -> list[Source]:
        """Where the papers came from, in the order of adding."""
        with self._lock:
            found = self._connection.execute(
                "SELECT number, place, name, signature, options FROM sources "
                "ORDER BY number"
            ).fetchall()
        return [
            Source(number, place, name, signature, json.loads(options))
            for number, place, name, signature, options in found
        ]

    def listed_by(self, place: str) -> list[Paper]:
        """The papers of one source, as it lists them."""
        with self._lock:
            found = self._connection.execute(
                "SELECT record FROM listings JOIN sources ON source = number "
                "WHERE place = ? ORDER BY position",
                (place,),
            ).fetchall()
        return [from_record(json.loads(record)) for (record,) in found]

    def key(self, paper: Paper) -> str:
        """The citation key of a paper: unique here, and the same for ever."""
        return self.keys([paper])[0]

    def keys(self, papers: Sequence[Paper]) -> list[str]:
        """The citation keys of papers, in their order."""
        known: dict[str, str] = {}
        for start in range(0, len(papers), _AT_ONCE):
            some = [paper.id for paper in papers[start : start + _AT_ONCE]]
            marks = ", ".join("?" * len(some))
            with self._lock:
                known.update(
                    self._connection.execute(
                        f"SELECT name, key FROM former_keys WHERE name IN ({marks}) "
                        f"UNION ALL SELECT id, key FROM papers WHERE id IN ({marks})",
                        (*some, *some),
                    )
                )
        return [known.get(paper.id) or _usual_key(paper) for paper in papers]

    def keyed(self, key: str) -> int | None:
        """The row of the paper with a citation key, whatever its case."""
        with self._lock:
            found = self._connection.execute(
                "SELECT row FROM papers WHERE key = ? COLLATE NOCASE", (key.strip(),)
            ).fetchone()
        return found[0] if found else None

    def key_scheme(self) -> tuple[str, bool]:
        """The pattern of citation keys, and whether those of lists are kept."""
        with self._lock:
            pattern, native = self._connection.execute(
                "SELECT key_pattern, native_keys FROM state"
            ).fetchone()
        return pattern, bool(native)

    def fingerprint(self) -> str:
        """Names this library whatever its revision."""
        return self._identity

    def contents(self, since: int = -1) -> Iterator[tuple[int, Paper, int, bool]]:
        """Row, paper, venue number and whether refused, in rising order of rows.

        Only what is new or other since a revision, where one is given.
        """
        for some in self.records(since):
            for row, record, venue, hidden in some:
                yield row, from_record(json.loads(record)), venue, bool(hidden)

    def records(
        self, since: int = -1, at_once: int = _AT_ONCE
    ) -> Iterator[list[tuple[int, str, int, int]]]:
        """As `contents`, some at a time, each paper still a record in JSON."""
        last, end = -1, self._last_row()
        while last < end:
            until = last + _ROWS_AT_ONCE
            with self._lock:
                found = self._connection.execute(
                    "SELECT row, record, venue, hidden FROM papers "
                    "WHERE row > ? AND row <= ? AND revision > ? "
                    "ORDER BY row LIMIT ?",
                    (last, until, since, at_once),
                ).fetchall()
            if found:
                yield found
            last = found[-1][0] if len(found) == at_once else until

    def changed(self, since: int = -1) -> int:
        """How many papers `contents` gives."""
        count = 0
        for start in range(0, self._last_row() + 1, _ROWS_AT_ONCE):
            with self._lock:
                found = self._connection.execute(
                    "SELECT count(*) FROM papers "
                    "WHERE row >= ? AND row < ? AND revision > ?",
                    (start, start + _ROWS_AT_ONCE, since),
                ).fetchone()
            count += int(found[0])
        return count

    def _last_row(self) -> int:
        with self._lock:
            found = self._connection.execute("SELECT max(row) FROM papers").fetchone()
        return -1 if found[0] is None else int(found[0])

    def gone(self, since: int) -> list[int]:
        """Rows whose papers left the library after a revision."""
        with self._lock:
            gone = self._connection.execute(
                "SELECT row FROM removed WHERE revision > ?", (since,)
            ).fetchall()
        return [row for (row,) in gone]

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

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def _of_venues(self, venues: frozenset[Venue]) -> set[int]:
        wanted: set[int] = set()
        for count in self.counts:
            last = -1 if count.venue in venues else None
            while last is not None:
                # In pieces, so that nobody waits for the lock meanwhile.
                with self._lock:
                    found = self._connection.execute(
                        "SELECT row FROM papers WHERE venue = ? AND row > ? "
                        f"ORDER BY row LIMIT {_ROWS_AT_ONCE}",
                        (count.number, last),
                    ).fetchall()
                wanted.update(row for (row,) in found)
                last = found[-1][0] if len(found) == _ROWS_AT_ONCE else None
        return wanted

    def _hidden_among(self, rows: frozenset[int]) -> int:
        """How many of some rows their venues refused."""
        of, revision, count = self._hidden
        if of is not rows or revision != self.revision:
            revision, count, listed = self.revision, 0, list(rows)
            for start in range(0, len(listed), _AT_ONCE):
                some = listed[start : start + _AT_ONCE]
                marks = ", ".join("?" * len(some))
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


def _usual_key(paper: Paper) -> str:
    """The key of a paper that never was in the library, such as a damaged snapshot."""
    from paperstui.index.citations.key_pattern import DEFAULT, KeyPattern

    return KeyPattern(DEFAULT).key(paper)
