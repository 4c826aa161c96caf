"""Earlier queries: a text file with a query a line, shared by running instances."""

from __future__ import annotations

import os
from threading import Lock
from typing import TYPE_CHECKING

from paperstui.index import files

if TYPE_CHECKING:
    from pathlib import Path

MOST = 500
"""Queries that are kept; the oldest give way."""
LONGEST = 1_000
"""Letters of the longest query that is kept."""
_LOCK_SECONDS = 2.0


class QueryHistory:
    """The queries of all instances, the oldest first; may be used by several threads.

    A file that cannot be read is never written over: what comes is kept in memory.
    """

    def __init__(self, path: Path) -> None:
        """Take the place of the file, which need not exist; it is read when needed."""
        self._path = path
        self._lock = Lock()
        self._saved: list[str] = []
        self._signature: files.Signature | None = None
        self._unsaved: list[str] = []
        self._notices: list[str] = []
        self._told = False

    def queries(self) -> tuple[str, ...]:
        """All of them, with those that other instances added meanwhile."""
        with self._lock:
            self._try_to_read()
            return (*self._saved, *self._unsaved)

    def add(self, query: str) -> None:
        """Keep a query, unless it is empty, too long or the same as the last."""
        query = query.strip()
        if not query or len(query) > LONGEST:
            return
        with self._lock:
            self._try_to_read()
            if [*self._saved, *self._unsaved][-1:] != [query]:
                self._unsaved = [*self._unsaved, query][-MOST:]
                self._save()

    def take_notices(self) -> tuple[str, ...]:
        """What went wrong since the last call: one line at most in a session."""
        notices = tuple(self._notices)
        self._notices.clear()
        return notices

    def _try_to_read(self) -> None:
        try:
            self._read()
        except (OSError, UnicodeDecodeError) as error:
            self._tell(f"cannot be read: {_reason(error)}")

    def _save(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with files.locked(self._path, _LOCK_SECONDS):
                self._read()
                kept = [*self._saved, *self._unsaved][-MOST:]
                text = "".join(f"{query}\n" for query in kept)
                files.write_atomically(self._path, text.encode())
                self._unsaved = []
                self._read()
        except (OSError, UnicodeDecodeError) as error:
            self._tell(f"cannot be kept: {_reason(error)}")

    def _read(self) -> None:
        """Read the file if it is another one than before."""
        try:
            with self._path.open("rb") as file:
                signature = files.signature(os.fstat(file.fileno()))
                if signature == self._signature:
                    return
                text = file.read().decode()
        except FileNotFoundError:
            self._saved, self._signature = [], None
            return
        self._signature = signature
        lines = (line.strip() for line in text.split("\n"))
        self._saved = [line for line in lines if line and line.isprintable()][-MOST:]

    def _tell(self, what: str) -> None:
        if not self._told:
            self._told = True
            self._notices.append(f"The earlier searches ({self._path.name}) {what}.")


class Walk:
    """A way back through earlier queries from what is being typed, and forth again."""

    def __init__(self, queries: tuple[str, ...], draft: str) -> None:
        """Take the queries, the oldest first, and what is being typed."""
        # The newest is often what stands in the box already.
        if queries[-1:] == (draft.strip(),):
            queries = queries[:-1]
        self._steps = (*queries, draft)
        self._at = len(queries)

    @property
    def text(self) -> str:
        """Where the way has led to."""
        return self._steps[self._at]

    @property
    def at_draft(self) -> bool:
        """Whether that is what was being typed."""
        return self._at == len(self._steps) - 1

    def step(self, queries: int) -> str:
        """Go some queries later, or earlier where negative; stops at either end."""
        self._at = max(0, min(self._at + queries, len(self._steps) - 1))
        return self.text


def _reason(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    return files.reason(error)
