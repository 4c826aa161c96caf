"""The library on disk: its SQLite file and schema; a damaged one is set aside."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from paperstui.index import files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

VERSION = 2
"""Schema of this paperstui, SQLite's user_version."""

WAIT_SECONDS = 10.0
"""How long a change waits for another instance to finish its own."""

_SCHEMA = """
CREATE TABLE sources (
    number INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order of adding
    place TEXT NOT NULL UNIQUE,               -- path, address, or seed:NAME
    name TEXT NOT NULL,                       -- what papers call it
    signature TEXT NOT NULL,                  -- SHA-256 of its bytes
    options TEXT NOT NULL                     -- how it was read, in JSON
);
CREATE TABLE venues (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    year INTEGER,
    UNIQUE (name, year)
);
CREATE TABLE papers (
    row INTEGER PRIMARY KEY,                  -- from 0, never used again
    id TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL,                        -- citation key, given once
    venue INTEGER REFERENCES venues,
    hidden INTEGER NOT NULL,                  -- refused by its venue
    record TEXT NOT NULL,                     -- as shown, in JSON
    revision INTEGER NOT NULL                 -- of the library when it last changed
);
CREATE INDEX papers_venue ON papers (venue);
-- BibTeX takes keys that differ in case only for one, and complains.
CREATE UNIQUE INDEX papers_key ON papers (key COLLATE NOCASE);
CREATE TABLE listings (                       -- papers as each source has them
    source INTEGER NOT NULL REFERENCES sources ON DELETE CASCADE,
    position INTEGER NOT NULL,
    row INTEGER NOT NULL REFERENCES papers DEFERRABLE INITIALLY DEFERRED,
    record TEXT NOT NULL,
    PRIMARY KEY (source, position)            -- not WITHOUT ROWID: rows are long
);
CREATE INDEX listings_row ON listings (row);
CREATE TABLE names (                          -- by which listings find their paper
    name TEXT PRIMARY KEY,
    row INTEGER NOT NULL REFERENCES papers ON DELETE CASCADE
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX names_row ON names (row);
CREATE TABLE removed (row INTEGER PRIMARY KEY, revision INTEGER NOT NULL);
CREATE TABLE former_keys (                    -- of papers that left and may return
    name TEXT PRIMARY KEY,                    -- an id, or one of their names above
    key TEXT NOT NULL COLLATE NOCASE
) WITHOUT ROWID;
CREATE INDEX former_keys_key ON former_keys (key);
CREATE TABLE state (                          -- one line
    revision INTEGER NOT NULL,
    next_row INTEGER NOT NULL,
    identity TEXT NOT NULL,                   -- of this library, made once
    shown BLOB NOT NULL,                      -- rows in list order, 64-bit integers
    refused BLOB NOT NULL,                    -- those that lists hide, likewise
    venues TEXT NOT NULL,                     -- JSON: number, name, year, counts
    key_pattern TEXT NOT NULL DEFAULT '{auth}{year}{title1}',
    native_keys INTEGER NOT NULL DEFAULT 0    -- whether lists' own keys are kept
);
"""

_FROM_1 = """
CREATE UNIQUE INDEX papers_key ON papers (key COLLATE NOCASE);
CREATE TABLE former_keys (
    name TEXT PRIMARY KEY,
    key TEXT NOT NULL COLLATE NOCASE
) WITHOUT ROWID;
CREATE INDEX former_keys_key ON former_keys (key);
ALTER TABLE state ADD COLUMN key_pattern TEXT NOT NULL DEFAULT '{auth}{year}{title1}';
ALTER TABLE state ADD COLUMN native_keys INTEGER NOT NULL DEFAULT 0;
"""
"""What brings a library of version 1 up to this one."""


_USED = (
    "SELECT place, name, signature, options FROM sources",
    "SELECT name, year FROM venues",
    "SELECT id, key, venue, hidden, record, revision FROM papers",
    "SELECT source, position, row, record FROM listings",
    "SELECT name, row FROM names",
    "SELECT row, revision FROM removed",
    "SELECT name, key FROM former_keys",
    "SELECT revision, next_row, identity, shown, refused, venues, key_pattern, "
    "native_keys FROM state",
)
"""What is asked of a library; a file that cannot answer is none of ours."""


class Opened(NamedTuple):
    """A connection to a library."""

    connection: sqlite3.Connection
    path: Path | None
    """Where it is kept; None for one in memory."""
    notices: tuple[str, ...] = ()
    """What a person should know."""


def connect(path: Path | None) -> Opened:
    """The library's file, made if need be; in memory where there can be none.

    A damaged file is set aside and begun anew.
    """
    if path is not None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return Opened(_open(path), path)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                reason = str(error)
            else:
                aside = files.set_aside(
                    path, datetime.now(UTC), (f"{path.name}-wal", f"{path.name}-shm")
                )
                told = (
                    f"{path.name} was damaged ({error}) and is kept as {aside.name}; "
                    "add your lists again."
                )
                return Opened(_open(path), path, (told,))
        except OSError as error:
            reason = error.strerror or str(error)
        notice = f"{path.name} cannot be used ({reason}): only the seeds are here."
        return Opened(_open(None), None, (notice,))
    return Opened(_open(None), None)


def _open(path: Path | None) -> sqlite3.Connection:
    place = ":memory:" if path is None else str(path)
    connection = sqlite3.connect(
        place, timeout=WAIT_SECONDS, check_same_thread=False, isolation_level=None
    )
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = NORMAL")
        if connection.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            _make(connection)
        _check(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection) -> None:
    """Raise DatabaseError where the file has other tables, whatever version it gives.

    Raises OperationalError where it cannot be read at the moment.
    """
    for query in _USED:
        with _own_tables():
            connection.execute(f"{query} LIMIT 0").fetchall()


@contextmanager
def _own_tables() -> Iterator[None]:
    """Make an error of missing tables or columns one of a damaged file."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        raise sqlite3.DatabaseError(str(error)) from error


def _make(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    with closing(connection.cursor()) as cursor:
        cursor.execute("BEGIN IMMEDIATE")
        version = cursor.execute("PRAGMA user_version").fetchone()[0]
        # One of this version has just been made by another instance.
        if version == 0:
            _run(cursor, _SCHEMA)
            cursor.execute(
                "INSERT INTO state (revision, next_row, identity, shown, refused, "
                "venues) VALUES (0, 0, hex(randomblob(16)), x'', x'', '[]')"
            )
        elif version == 1:
            with _own_tables():
                _run(cursor, _FROM_1)
        if version < VERSION:
            cursor.execute(f"PRAGMA user_version = {VERSION}")
        cursor.execute("COMMIT")
    if version > VERSION:
        raise sqlite3.OperationalError(
            f"it was written by a newer paperstui ({version})"
        )


def _run(cursor: sqlite3.Cursor, script: str) -> None:
    """Run statements within the transaction, which `executescript` would end."""
    for statement in script.split(";\n"):
        cursor.execute(statement)
