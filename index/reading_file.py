"""The SQLite file of the reading state: its schema, opening, reading, copying."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

WAIT_SECONDS = 1.0
"""How long a write waits for another instance to finish its own."""
COMPANIONS = ("-wal", "-shm")
"""Suffixes of the files that belong to the database."""

_MIGRATIONS = (
    """
    CREATE TABLE read (
        paper_id TEXT PRIMARY KEY,
        at TEXT NOT NULL -- when it was read: UTC in ISO 8601
    ) WITHOUT ROWID
    """,
)
"""Statement i leads from schema i to schema i + 1, which is SQLite's user_version."""
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
        database.execute("SELECT paper_id, at FROM read LIMIT 1").fetchone()
    except sqlite3.DatabaseError as error:
        database.close()
        if _kind(error) in _DAMAGES:
            raise DamagedError(str(error)) from error
        raise
    except Exception:
        database.close()
        raise
    return database


def rows(path: Path) -> tuple[dict[str, str | None], bool]:
    """When each paper was read, by its id, and whether that is all.

    Reads without writing anything beside the file, and as much as can be read.
    """
    found: dict[str, str | None] = {}
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as database:
            # One by one: a damaged file gives what lies before the damage.
            for paper_id, at in database.execute("SELECT paper_id, at FROM read"):
                found[paper_id] = at
    except sqlite3.Error:
        return found, False
    return found, True


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
        for statement in _MIGRATIONS[version:]:
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")


def _kind(error: sqlite3.Error) -> int:
    # The bytes above the lowest only refine it; Python's own errors have none.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return int(code) & 0xFF
