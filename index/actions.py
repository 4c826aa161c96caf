"""What a person did, in a history that can be undone: its rows in SQLite."""

from __future__ import annotations

import zlib
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping


class Kind(StrEnum):
    """What papers can have that a person gives and takes."""

    SEEN = "seen"
    DECISION = "decision"
    MARK = "mark"
    BOOKMARK = "bookmark"


TABLES = {Kind.SEEN: "read", Kind.DECISION: "decisions", Kind.MARK: "marks"}
"""Where the values are, paper by paper; bookmarks are in a file of their own."""


class Delta(NamedTuple):
    """What one paper had of a kind, and what it has then; None for nothing."""

    kind: Kind
    paper_id: str
    before: str | None
    after: str | None

    @property
    def reverse(self) -> Delta:
        """What takes it back."""
        return Delta(self.kind, self.paper_id, self.after, self.before)


class Action(NamedTuple):
    """Something that was done, to one paper or to many."""

    told: str
    """What was done, in words; empty keeps it out of the history."""
    at: str
    """When: UTC in ISO 8601."""
    deltas: tuple[Delta, ...]
    snapshots: Mapping[str, bytes] = MappingProxyType({})
    """By paper id: bookmarks that come or go, as their file has them."""
    number: int = 0
    """Its place in the history; 0 where it has none yet."""

    @property
    def bookmarks(self) -> tuple[Delta, ...]:
        """What becomes of bookmarks."""
        return tuple(d for d in self.deltas if d.kind is Kind.BOOKMARK)

    @property
    def others(self) -> tuple[Delta, ...]:
        """What becomes of all else."""
        return tuple(d for d in self.deltas if d.kind is not Kind.BOOKMARK)

    def turned(self, *, undone: bool) -> Action:
        """What undoing it does, or doing it again."""
        if not undone:
            return self
        return self._replace(deltas=tuple(delta.reverse for delta in self.deltas))


def values(database: sqlite3.Connection, kind: Kind) -> dict[str, str]:
    """What papers have of a kind, by their ids. Raises sqlite3.Error."""
    return dict(database.execute(f"SELECT * FROM {TABLES[kind]}"))


def insert(database: sqlite3.Connection, action: Action) -> int:
    """Do it, within a transaction; gives its number, 0 outside the history.

    What papers had before is read anew: another instance may have changed it. What was
    undone can no longer be redone. Raises sqlite3.Error.
    """
    deltas = [
        Delta(each.kind, each.paper_id, _value(database, each), each.after)
        for each in action.others
    ]
    for each in deltas:
        _set(database, each)
    if not action.told:
        return 0
    database.execute(
        "DELETE FROM deltas WHERE action IN (SELECT number FROM actions WHERE undone)"
    )
    database.execute("DELETE FROM actions WHERE undone")
    keep_snapshots(database, action.snapshots)
    number = database.execute(
        "INSERT INTO actions (at, told, undone, pending) VALUES (?, ?, 0, ?)",
        (action.at, action.told, bool(action.bookmarks)),
    ).lastrowid
    database.executemany(
        "INSERT INTO deltas VALUES (?, ?, ?, ?, ?)",
        [
            (number, each.kind, each.paper_id, each.before, each.after)
            for each in (*deltas, *action.bookmarks)
        ],
    )
    return number or 0


def last(database: sqlite3.Connection, *, undone: bool) -> Action | None:
    """What would be undone next or, of what is `undone`, redone next."""
    choice = "min" if undone else "max"
    found = database.execute(
        f"SELECT {choice}(number), at, told FROM actions WHERE undone = ?", (undone,)
    ).fetchone()
    return None if found[0] is None else _action(database, *found)


def turn(database: sqlite3.Connection, action: Action, *, undone: bool) -> int:
    """Undo or redo it, within a transaction; bookmarks are still to be changed.

    Papers that have something else by now than it left are left alone; gives how many.
    Raises sqlite3.Error.
    """
    alone = 0
    for wanted in action.turned(undone=undone).others:
        if _value(database, wanted) == wanted.before:
            _set(database, wanted)
        else:
            alone += 1
    database.execute(
        "UPDATE actions SET undone = ?, pending = ? WHERE number = ?",
        (undone, bool(action.bookmarks), action.number),
    )
    return alone


def pending(database: sqlite3.Connection) -> list[tuple[Action, bool]]:
    """What the bookmarks may not have yet, and whether it is undone, in order."""
    found = database.execute(
        "SELECT number, at, told, undone FROM actions WHERE pending ORDER BY number"
    ).fetchall()
    return [(_action(database, *row[:3]), bool(row[3])) for row in found]


def settle(database: sqlite3.Connection, numbers: Iterable[int]) -> None:
    """Note that the bookmarks have it. Raises sqlite3.Error."""
    database.executemany(
        "UPDATE actions SET pending = 0 WHERE number = ?",
        [(number,) for number in numbers],
    )


def keep_snapshots(
    database: sqlite3.Connection, snapshots: Mapping[str, bytes]
) -> None:
    """Keep bookmarks that are about to go. Raises sqlite3.Error."""
    database.executemany(
        "INSERT OR REPLACE INTO snapshots VALUES (?, ?)",
        [(name, zlib.compress(text, 1)) for name, text in snapshots.items()],
    )


def snapshots(
    database: sqlite3.Connection, paper_ids: Iterable[str]
) -> dict[str, bytes]:
    """Bookmarks as their file had them last, by paper id, where they are known."""
    found = {}
    for paper_id in paper_ids:
        row = database.execute(
            "SELECT entry FROM snapshots WHERE paper_id = ?", (paper_id,)
        ).fetchone()
        if row:
            found[paper_id] = zlib.decompress(row[0])
    return found


def _action(database: sqlite3.Connection, number: int, at: str, told: str) -> Action:
    rows = database.execute(
        "SELECT kind, paper_id, before, after FROM deltas WHERE action = ?", (number,)
    )
    deltas = tuple(Delta(Kind(kind), *others) for kind, *others in rows)
    return Action(told, at, deltas, number=number)


def _value(database: sqlite3.Connection, delta: Delta) -> str | None:
    found = database.execute(
        f"SELECT * FROM {TABLES[delta.kind]} WHERE paper_id = ?", (delta.paper_id,)
    ).fetchone()
    return None if found is None else str(found[1])


def _set(database: sqlite3.Connection, delta: Delta) -> None:
    table = TABLES[delta.kind]
    if delta.after is None:
        database.execute(f"DELETE FROM {table} WHERE paper_id = ?", (delta.paper_id,))
    else:
        database.execute(
            f"INSERT OR REPLACE INTO {table} VALUES (?, ?)",
            (delta.paper_id, delta.after),
        )
