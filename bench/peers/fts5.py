"""SQLite's own full-text search."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from bench.peers import base
from bench.systems import Found

if TYPE_CHECKING:
    from pathlib import Path

    from bench.systems import Ask
    from paperstui.index.library import Library

_FILE = "fts5.db"


class Fts5:
    """FTS5 with the porter tokenizer; prefixes run over whole words.

    Each has a table: what begins with "operati" does not begin with its stem, "oper".
    """

    name = "SQLite FTS5"

    def __init__(self, fields: tuple[str, ...] = base.SEARCHED) -> None:
        self._fields = fields

    def build(self, library: Library, folder: Path) -> None:
        """Index the fields as columns, stemmed and as they are."""
        columns = ", ".join(self._fields)
        marks = ", ".join("?" * (len(self._fields) + 1))
        tables = ("stems", "wholes")
        with closing(sqlite3.connect(folder / _FILE)) as connection, connection:
            for table, tokenizer in zip(tables, ("porter", "unicode61"), strict=True):
                connection.execute(
                    f"CREATE VIRTUAL TABLE {table} USING fts5({columns}, "
                    f"tokenize = '{tokenizer}', prefix = '1 2 3')"
                )
            # Apart from the texts: to count venues, no text needs to be read.
            connection.execute(
                "CREATE TABLE papers (row INTEGER PRIMARY KEY, venue INTEGER)"
            )
            for row, venue, texts in base.texts(library, self._fields):
                for table in tables:
                    connection.execute(
                        f"INSERT INTO {table} (rowid, {columns}) VALUES ({marks})",
                        (row, *texts),
                    )
                connection.execute("INSERT INTO papers VALUES (?, ?)", (row, venue))
            for table in tables:
                connection.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")

    def open(self, library: Library, folder: Path) -> None:
        """Open the file."""
        self._labels = base.labels(library)
        self._connection = sqlite3.connect(folder / _FILE)

    def search(self, ask: Ask) -> Found:
        """Papers by its own rank, BM25."""
        words = [f'"{word}"' for word in base.words(ask.text)]
        if not words:
            return Found([])
        table = "stems"
        if ask.unfinished:
            table = "wholes"
            words[-1] += "*"
        wanted = (" AND " if ask.every else " OR ").join(words)
        execute = self._connection.execute
        rows = execute(
            f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY rank LIMIT ?",
            (wanted, ask.limit),
        ).fetchall()
        counts = execute(
            f"SELECT venue, count(*) FROM {table} JOIN papers ON row = {table}.rowid "
            f"WHERE {table} MATCH ? GROUP BY venue",
            (wanted,),
        ).fetchall()
        return Found(
            [row for (row,) in rows],
            sum(count for _, count in counts),
            {self._labels[venue]: count for venue, count in counts},
        )

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
