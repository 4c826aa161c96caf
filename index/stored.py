"""What the library's file holds: papers by row, id and key, listings, sources."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

from paperstui.index.models import Paper
from paperstui.index.records import from_record

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

Value = TypeVar("Value")

_KEPT_PAPERS = 2_000
"""Papers that stay in memory after they were shown."""
AT_ONCE = 500
"""Ids, rows or records that one statement asks for."""
ROWS_AT_ONCE = 5_000
"""Rows that one statement looks at or gives without their records: whoever wants to
show a paper waits for it."""


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


class StoredPapers:
    """The papers by row; a row stands for the same paper for ever.

    Safe between threads.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._lock = RLock()
        self._papers: OrderedDict[int, Paper] = OrderedDict()

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
        return self._by_id("row", "names", paper_ids)

    def ids(self, rows: Iterable[int]) -> dict[int, str]:
        """The ids of papers by row, for those rows that have one."""
        found: dict[int, str] = {}
        for some, marks in in_pieces(rows):
            with self._lock:
                found.update(
                    self._connection.execute(
                        f"SELECT row, id FROM papers WHERE row IN ({marks})", some
                    )
                )
        return found

    def each(self, value: str) -> Iterator[tuple[int, Any]]:
        """Every row with a value on its paper, in SQL."""
        last = -1
        while True:
            # In pieces, so that nobody waits for the lock meanwhile.
            with self._lock:
                found = self._connection.execute(
                    f"SELECT row, {value} FROM papers "
                    f"WHERE row > ? ORDER BY row LIMIT {AT_ONCE}",
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
        known = self._by_id("key", "former_keys", [paper.id for paper in papers])
        return [known.get(paper.id) or _usual_key(paper) for paper in papers]

    def _by_id(self, value: str, others: str, ids: Iterable[str]) -> dict[str, Any]:
        """A column of the papers by id, or of a table that has it by their names."""
        found: dict[str, Any] = {}
        for some, marks in in_pieces(ids):
            with self._lock:
                # The last one counts: that of the paper itself.
                found.update(
                    self._connection.execute(
                        f"SELECT name, {value} FROM {others} WHERE name IN ({marks}) "
                        f"UNION ALL "
                        f"SELECT id, {value} FROM papers WHERE id IN ({marks})",
                        (*some, *some),
                    )
                )
        return found

    def keyed(self, key: str) -> int | None:
        """The row of the paper with a citation key, whatever its case."""
        with self._lock:
            found = self._connection.execute(
                "SELECT row FROM papers WHERE key = ? COLLATE NOCASE", (key.strip(),)
            ).fetchone()
        return found[0] if found else None

    def addresses(self) -> Iterator[tuple[str, int]]:
        """The pages and PDFs that lists give for their papers, with the rows of these.

        One pass over all listings: seconds where there are many.
        """
        for name in ("url", "pdf"):
            with self._lock:
                found = self._connection.execute(
                    "SELECT json_extract(record, ?) AS address, row FROM listings "
                    "WHERE address IS NOT NULL",
                    (f"$.{name}",),
                ).fetchall()
            yield from found

    def key_scheme(self) -> tuple[str, bool]:
        """The pattern of citation keys, and whether those of lists are kept."""
        with self._lock:
            pattern, native = self._connection.execute(
                "SELECT key_pattern, native_keys FROM state"
            ).fetchone()
        return pattern, bool(native)

    def contents(self, since: int = -1) -> Iterator[tuple[int, Paper, int, bool]]:
        """Row, paper, venue number and whether refused, in rising order of rows.

        Only what is new or other since a revision, where one is given.
        """
        for some in self.records(since):
            for row, record, venue, hidden in some:
                yield row, from_record(json.loads(record)), venue, bool(hidden)

    def records(
        self, since: int = -1, at_once: int = AT_ONCE
    ) -> Iterator[list[tuple[int, str, int, int]]]:
        """As `contents`, some at a time, each paper still a record in JSON."""
        last, end = -1, self._last_row()
        while last < end:
            until = last + ROWS_AT_ONCE
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

    def of_venue(self, number: int, *, refused: bool) -> Iterator[Paper]:
        """The papers of a venue, by its number, in rising order of rows."""
        last = -1
        while True:
            # In pieces, so that nobody waits for the lock meanwhile.
            with self._lock:
                found = self._connection.execute(
                    "SELECT row, record FROM papers "
                    "WHERE venue = ? AND row > ? AND hidden <= ? "
                    f"ORDER BY row LIMIT {AT_ONCE}",
                    (number, last, refused),
                ).fetchall()
            for _, record in found:
                yield from_record(json.loads(record))
            if len(found) < AT_ONCE:
                return
            last = found[-1][0]

    def venue_counts(self, rows: Iterable[int], *, refused: bool) -> dict[int, int]:
        """How many of some rows are of each venue, by its number."""
        counts: dict[int, int] = {}
        for some, marks in in_pieces(rows):
            with self._lock:
                found = self._connection.execute(
                    "SELECT venue, count(*) FROM papers WHERE hidden <= ? "
                    f"AND row IN ({marks}) GROUP BY venue",
                    (refused, *some),
                ).fetchall()
            for number, count in found:
                counts[number] = counts.get(number, 0) + count
        return counts

    def changed(self, since: int = -1) -> int:
        """How many papers `contents` gives."""
        count = 0
        for start in range(0, self._last_row() + 1, ROWS_AT_ONCE):
            with self._lock:
                found = self._connection.execute(
                    "SELECT count(*) FROM papers "
                    "WHERE row >= ? AND row < ? AND revision > ?",
                    (start, start + ROWS_AT_ONCE, since),
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

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()


def in_pieces(values: Iterable[Value]) -> Iterator[tuple[list[Value], str]]:
    """As many values as one statement asks for at a time, with their question marks."""
    wanted = list(values)
    for start in range(0, len(wanted), AT_ONCE):
        some = wanted[start : start + AT_ONCE]
        yield some, ", ".join("?" * len(some))


def _usual_key(paper: Paper) -> str:
    """The key of a paper that never was in the library, such as a damaged snapshot."""
    from paperstui.index.citations.key_pattern import DEFAULT, KeyPattern

    return KeyPattern(DEFAULT).key(paper)
