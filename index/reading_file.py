"""The SQLite file of the reading state: its schema, opening, reading, copying."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from paperstui.index import actions

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from paperstui.index.actions import Kind

WAIT_SECONDS = 1.0
"""How long a write waits for another instance to finish its own."""
COMPANIONS = ("-wal", "-shm")
"""Suffixes of the files that belong to the database."""

_MIGRATIONS = (
    (
        """
        CREATE TABLE read (
            paper_id TEXT PRIMARY KEY,
            at TEXT NOT NULL -- when it was read: UTC in ISO 8601
        ) WITHOUT ROWID
        """,
    ),
    (
        """
        CREATE TABLE decisions (
            paper_id TEXT PRIMARY KEY,
            decision TEXT NOT NULL -- the verdict and when: "keep 2026-01-02T12:00:00Z"
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE marks (
            paper_id TEXT PRIMARY KEY,
            at TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE actions (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            at TEXT NOT NULL,
            told TEXT NOT NULL, -- what was done, in words
            undone INTEGER NOT NULL, -- those that are come after all others
            pending INTEGER NOT NULL -- whether the bookmarks may not have it yet
        )
        """,
        """
        CREATE TABLE deltas (
            action INTEGER NOT NULL REFERENCES actions,
            kind TEXT NOT NULL,
            paper_id TEXT NOT NULL,
            before TEXT, -- NULL where there was nothing
            after TEXT,
            PRIMARY KEY (action, kind, paper_id)
        ) WITHOUT ROWID
        """,
        # What brings back bookmarks that are gone.
        """
        CREATE TABLE snapshots (
            paper_id TEXT PRIMARY KEY,
            entry BLOB NOT NULL -- as bookmarks.json had it, deflated
        )
        """,
        # Where walks through lists of papers stopped.
        """
        CREATE TABLE places (
            list TEXT PRIMARY KEY,
            place TEXT NOT NULL
        ) WITHOUT ROWID
        """,
    ),
)
"""Statements i lead from schema i to schema i + 1, which is SQLite's user_version."""
TABLES = {
    "read": 2,
    "decisions": 2,
    "marks": 2,
    "actions": 5,
    "deltas": 5,
    "snapshots": 2,
    "places": 2,
}
"""The tables of the newest schema, and how many columns each has."""
_SHAPES = (
    "SELECT paper_id, at FROM read LIMIT 1",
    "SELECT paper_id, decision FROM decisions LIMIT 1",
    "SELECT paper_id, at FROM marks LIMIT 1",
    "SELECT number, at, told, undone, pending FROM actions LIMIT 1",
    "SELECT action, kind, paper_id, before, after FROM deltas LIMIT 1",
    "SELECT paper_id, entry FROM snapshots LIMIT 1",
    "SELECT list, place FROM places LIMIT 1",
)
"""What fails where the tables have another shape."""
_MAGIC = b"SQLite format 3\0"
_DAMAGES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
"""Kinds of errors that speak of the file: the last one of tables of another shape."""


class DamagedError(Exception):
    """The file is no database, or none of this shape; the message says which."""


class NewerSchemaError(Exception):
    """A later paperstui wrote the file, in a schema that is unknown here."""


def connect(path: Path, *, expected: bool) -> sqlite3.Connection:
    """Open the database, or make it where nothing is `expected` to be there.

    Raises `DamagedError`, `NewerSchemaError`, OSError, sqlite3.Error.
    """
    _look(path, expected=expected)
    # Handed from the thread that loads to the one that marks; SQLite itself is built
    # for use by several threads.
    database = sqlite3.connect(
        path, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version > len(_MIGRATIONS):
            raise NewerSchemaError(f"schema {version}")
        if database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise DamagedError("it fails SQLite's own check")
        _use_wal(database)
        if version < len(_MIGRATIONS):
            _migrate(database)
        for statement in _SHAPES:
            database.execute(statement).fetchone()
    except sqlite3.DatabaseError as error:
        database.close()
        if _kind(error) in _DAMAGES:
            raise DamagedError(str(error)) from error
        raise
    except Exception:
        database.close()
        raise
    return database


def salvage(path: Path) -> tuple[dict[str, list[tuple[Any, ...]]], bool]:
    """The rows of each table that can be read, and whether that is all.

    Reads without writing anything beside the file.
    """
    found: dict[str, list[tuple[Any, ...]]] = {name: [] for name in TABLES}
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as database:
            (version,) = database.execute("PRAGMA user_version").fetchone()
            # Of the others the first schema had none.
            names = ["read"] if version == 1 else list(TABLES)
            whole = [_salvage(database, name, found[name]) for name in names]
    except sqlite3.Error:
        return found, False
    return found, all(whole)


def _salvage(
    database: sqlite3.Connection, name: str, rows: list[tuple[Any, ...]]
) -> bool:
    try:
        # One by one: a damaged file gives what lies before the damage.
        for row in database.execute(f"SELECT * FROM {name}"):
            if len(row) != TABLES[name]:
                return False
            rows.append(row)
    except sqlite3.Error:
        return False
    return True


def values(tables: Mapping[str, list[tuple[Any, ...]]]) -> dict[Kind, dict[str, str]]:
    """What papers have of each kind, in rows that were salvaged."""
    return {kind: dict(tables[name]) for kind, name in actions.TABLES.items()}


def is_empty(database: sqlite3.Connection) -> bool:
    """Whether there is nothing that anyone did. Raises sqlite3.Error."""
    return not any(
        database.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() for name in TABLES
    )


def fill(
    database: sqlite3.Connection, tables: dict[str, list[tuple[Any, ...]]]
) -> None:
    """Put in rows that are not there yet. Raises sqlite3.Error."""
    with database:
        database.execute("BEGIN IMMEDIATE")
        for name, rows in tables.items():
            places = ", ".join("?" * TABLES[name])
            database.executemany(
                f"INSERT OR IGNORE INTO {name} VALUES ({places})", rows
            )


def copy(database: sqlite3.Connection, path: Path) -> None:
    """Write a copy of an open database to a path. Raises sqlite3.Error."""
    with closing(sqlite3.connect(path)) as target:
        # A journal left by a killed copy would spoil the next.
        target.execute("PRAGMA journal_mode = OFF")
        database.backup(target)


def _look(path: Path, *, expected: bool) -> None:
    # Before SQLite does, which takes an empty file for a new database and drops the log
    # of a torn one. (Never beside an open connection, whose locks it would drop.)
    try:
        with path.open("rb") as file:
            head = file.read(len(_MAGIC))
    except FileNotFoundError:
        head = b""
    if not head and expected:
        raise DamagedError("it is empty")
    if head and head != _MAGIC:
        raise DamagedError("it is not a database")


def _use_wal(database: sqlite3.Connection) -> None:
    try:
        database.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        # Another instance is just doing it; either way the file can be used.
        if _kind(error) != sqlite3.SQLITE_BUSY:
            raise


def _migrate(database: sqlite3.Connection) -> None:
    with database:
        database.execute("BEGIN IMMEDIATE")
        # Another instance may have done it since the version was first read.
        (version,) = database.execute("PRAGMA user_version").fetchone()
        for statements in _MIGRATIONS[version:]:
            for statement in statements:
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")


def _kind(error: sqlite3.Error) -> int:
    # The bytes above the lowest only refine it; Python's own errors have none.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return int(code) & 0xFF
