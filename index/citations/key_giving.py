"""Gives each paper of a library a citation key that no other paper has."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from paperstui.index.citations.key_pattern import KeyPattern
from paperstui.index.citations.keys import candidates
from paperstui.index.records import from_record

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from paperstui.index.models import Paper

_AT_ONCE = 1_000
"""Papers that are read before the next are."""
_USABLE = re.compile(r"[A-Za-z0-9:_.+/-]+")
"""Keys of lists that TeX, BibTeX and Biber all take."""


class KeyGiver:
    """Works within a transaction on the library's file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._do = connection.execute
        pattern, native = self._do(
            "SELECT key_pattern, native_keys FROM state"
        ).fetchone()
        self._pattern = KeyPattern(pattern)
        self._native = bool(native)
        self._untried: dict[str, Iterator[str]] = {}
        """By base: thousands of papers without authors would try all keys again."""

    def give(self, row: int, paper: Paper) -> str:
        """The key that a paper had when it was here before, else the first free one.

        The names of its row must be known already: a paper may return by another list.
        """
        former = self._do(
            "SELECT key FROM former_keys WHERE name = :id OR name IN "
            "(SELECT name FROM names WHERE row = :row) ORDER BY name = :id DESC",
            {"id": paper.id, "row": row},
        ).fetchone()
        if former:
            self._do("DELETE FROM former_keys WHERE key = ?", former)
            return str(former[0])
        base = self._pattern.key(paper)
        if self._native and _USABLE.fullmatch(paper.native_key):
            base = paper.native_key
        untried = self._untried.setdefault(base, candidates(base))
        return next(key for key in untried if not self._is_taken(key))

    def keep(self, row: int) -> None:
        """Note the key of a paper that leaves, so that it has it when it returns."""
        self._do(
            "INSERT OR REPLACE INTO former_keys "
            "SELECT id, key FROM papers WHERE row = :row UNION "
            "SELECT name, key FROM names JOIN papers USING (row) WHERE row = :row",
            {"row": row},
        )

    def _is_taken(self, key: str) -> bool:
        found = self._do(
            "SELECT 1 FROM papers WHERE key = :key COLLATE NOCASE UNION ALL "
            "SELECT 1 FROM former_keys WHERE key = :key",
            {"key": key},
        ).fetchone()
        return found is not None


def use(connection: sqlite3.Connection, pattern: str, *, native: bool) -> int:
    """Make all keys anew where they are of another pattern; gives how many papers.

    In a transaction of the caller. Papers keep the order in which they came, so that
    the same library gets the same keys.
    """
    wanted = (pattern, int(native))
    do = connection.execute
    if do("SELECT key_pattern, native_keys FROM state").fetchone() == wanted:
        return 0
    do("UPDATE state SET key_pattern = ?, native_keys = ?", wanted)
    do("DELETE FROM former_keys")
    # No two papers may have one key meanwhile; no key holds a space.
    do("UPDATE papers SET key = ' ' || row")
    giver = KeyGiver(connection)
    last, count = -1, 0
    while some := do(
        "SELECT row, record FROM papers WHERE row > ? ORDER BY row LIMIT ?",
        (last, _AT_ONCE),
    ).fetchall():
        for row, record in some:
            key = giver.give(row, from_record(json.loads(record)))
            do("UPDATE papers SET key = ? WHERE row = ?", (key, row))
        last, count = some[-1][0], count + len(some)
    return count
