"""Changes to the library: a source comes, is read again, or goes; all or nothing."""

from __future__ import annotations

import json
from array import array
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from paperstui.index.citations.key_giving import KeyGiver, use
from paperstui.index.merging import merged, native_ids, twin
from paperstui.index.models import is_refused
from paperstui.index.records import from_record, to_record

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

    from paperstui.index.models import Paper, Venue


class Change:
    """One transaction on the library's file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._do = connection.execute
        revision, self._next_row = self._do(
            "SELECT revision, next_row FROM state"
        ).fetchone()
        self._revision = revision + 1
        self._touched: set[int] = set()
        self._keys = KeyGiver(connection)
        self._new: dict[int, str] = {}
        """Ids of the papers that come with this change, by row."""
        self._venues: dict[tuple[str, int | None], int] = {}
        self.joined: list[Paper] = []
        """Papers that more than one source lists, of those that were touched."""

    def put_source(
        self,
        place: str,
        name: str,
        signature: str,
        options: dict[str, Any],
        papers: Iterable[Paper],
    ) -> None:
        """Add a source, or replace what it listed; what stays the same is untouched."""
        known = self._do(
            "SELECT number FROM sources WHERE place = ?", (place,)
        ).fetchone()
        values = (name, signature, json.dumps(options, ensure_ascii=False))
        if known:
            number = known[0]
            self._do(
                "UPDATE sources SET name = ?, signature = ?, options = ? "
                "WHERE number = ?",
                (*values, number),
            )
            self._forget_listings(number)
        else:
            number = self._do(
                "INSERT INTO sources (place, name, signature, options) "
                "VALUES (?, ?, ?, ?)",
                (place, *values),
            ).lastrowid
        listed: set[int] = set()
        for position, paper in enumerate(papers):
            row = self._row(paper, listed)
            listed.add(row)
            record = json.dumps(to_record(paper), ensure_ascii=False)
            self._do(
                "INSERT INTO listings VALUES (?, ?, ?, ?)",
                (number, position, row, record),
            )
            self._touched.add(row)

    def remove_source(self, number: int) -> None:
        """Take a source away; papers that no other source lists go with it."""
        self._forget_listings(number)
        self._do("DELETE FROM sources WHERE number = ?", (number,))

    def remove_venue(self, venue: Venue) -> int:
        """Take the listings of a venue away; gives how many papers went."""
        rows = self._do(
            "SELECT row FROM papers WHERE venue = ?", (self._venue(venue),)
        ).fetchall()
        for (row,) in rows:
            self._do("DELETE FROM listings WHERE row = ?", (row,))
            self._touched.add(row)
        self._do(
            "DELETE FROM sources WHERE number NOT IN (SELECT source FROM listings) "
            # Those that come with the program would come again.
            "AND place NOT LIKE 'seed:%'"
        )
        return len(rows)

    def use_keys(self, pattern: str, *, native: bool) -> int:
        """Make all citation keys anew; see `key_giving.use`."""
        return use(self._connection, pattern, native=native)

    def finish(self) -> None:
        """Bring papers, order and counts up to the listings."""
        changed = False
        for row in sorted(self._touched):
            changed |= self._settle(row)
        placed = self._do(
            "SELECT p.row, hidden FROM papers p JOIN (SELECT row, "
            "min(source * 10000000 + position) AS place FROM listings GROUP BY row) "
            "USING (row) ORDER BY place"
        ).fetchall()
        rows, refused = (
            array("q", (row for row, hidden in placed if hidden == kind)).tobytes()
            for kind in (0, 1)
        )
        venues = self._do(
            "SELECT number, name, year, sum(NOT hidden), sum(hidden) "
            "FROM papers JOIN venues ON venue = number GROUP BY number"
        ).fetchall()
        before = self._do("SELECT shown, refused FROM state").fetchone()
        if changed or before != (rows, refused):
            self._do(
                "UPDATE state SET revision = ?, next_row = ?, shown = ?, refused = ?, "
                "venues = ?",
                (self._revision, self._next_row, rows, refused, json.dumps(venues)),
            )

    def _forget_listings(self, number: int) -> None:
        rows = self._do("SELECT row FROM listings WHERE source = ?", (number,))
        self._touched.update(row for (row,) in rows)
        self._do("DELETE FROM listings WHERE source = ?", (number,))

    def _row(self, paper: Paper, listed: set[int]) -> int:
        """The row that a listing belongs to, a new one for a new paper.

        Two listings of one source are never one paper by their titles alone.
        """
        ids = list(native_ids(paper))
        same = twin(paper)
        found = (self._named(name) for name in ids)
        row = next((each for each in found if each is not None), None)
        if row is None and same is not None:
            row = self._named(f"twin:{same}")
            if row in listed:
                row = None
        if row is None:
            # Written when its listings are known: a row that grows later would leave
            # half of the file empty.
            row = self._next_row
            self._next_row += 1
            self._new[row] = paper.id
        names = [*ids, *([f"twin:{same}"] if same is not None else [])]
        for name in names:
            self._do("INSERT OR IGNORE INTO names VALUES (?, ?)", (name, row))
        return row

    def _named(self, name: str) -> int | None:
        found = self._do("SELECT row FROM names WHERE name = ?", (name,)).fetchone()
        return found[0] if found else None

    def _settle(self, row: int) -> bool:
        """Make a paper of its listings; whether it is another than before."""
        listings = [
            from_record(json.loads(record))
            for (record,) in self._do(
                "SELECT record FROM listings WHERE row = ? ORDER BY source, position",
                (row,),
            )
        ]
        if len({listing.source for listing in listings}) > 1:
            self.joined.append(merged(listings, ""))
        if row in self._new:
            self._insert(row, self._new.pop(row), listings)
            return True
        if not listings:
            self._keys.keep(row)
            self._do("DELETE FROM papers WHERE row = ?", (row,))
            self._do(
                "INSERT OR REPLACE INTO removed VALUES (?, ?)", (row, self._revision)
            )
            return True
        paper_id, before = self._do(
            "SELECT id, record FROM papers WHERE row = ?", (row,)
        ).fetchone()
        paper, record, hidden = _shown(listings, paper_id)
        if record == before:
            return False
        self._do(
            "UPDATE papers SET venue = ?, hidden = ?, record = ?, revision = ? "
            "WHERE row = ?",
            (self._venue(paper.venue), hidden, record, self._revision, row),
        )
        return True

    def _insert(self, row: int, paper_id: str, listings: Sequence[Paper]) -> None:
        paper, record, hidden = _shown(listings, paper_id)
        self._do(
            "INSERT INTO papers VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                row,
                paper_id,
                self._keys.give(row, paper),
                self._venue(paper.venue),
                hidden,
                record,
                self._revision,
            ),
        )

    def _venue(self, venue: Venue) -> int:
        """The number of a venue, a new one for a new venue."""
        named = (venue.name, venue.year)
        known = self._venues.get(named)
        if known is None:
            found = self._do(
                "SELECT number FROM venues WHERE name = ? AND year IS ?", named
            ).fetchone()
            known = (
                found[0]
                if found
                else self._do(
                    "INSERT INTO venues (name, year) VALUES (?, ?)", named
                ).lastrowid
            )
            assert known is not None
            self._venues[named] = known
        return known


def _shown(listings: Sequence[Paper], paper_id: str) -> tuple[Paper, str, bool]:
    """A paper made of its listings, as JSON, too, and whether its venue refused it."""
    paper = merged(listings, paper_id)
    record = json.dumps(to_record(paper), ensure_ascii=False)
    return paper, record, all(map(is_refused, listings))


@contextmanager
def change(connection: sqlite3.Connection) -> Iterator[Change]:
    """A transaction: all of it happens, or on any error none of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        begun = Change(connection)
        yield begun
        begun.finish()
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
