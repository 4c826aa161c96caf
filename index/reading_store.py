"""The file of the reading state: opened, repaired, backed up, shared."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC
from threading import RLock
from typing import TYPE_CHECKING

from paperstui.index import files
from paperstui.index.actions import Kind

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

    Values = Mapping[Kind, dict[str, str]]
    """What papers have of each kind, by their ids."""

LOCK_SECONDS = 3.0
"""How long a repair waits for another instance to finish its own."""
KEPT_BACKUPS = 3

_NOT_SAVED = "what is read and decided is not saved."
_NAMES = {Kind.SEEN: "read paper", Kind.DECISION: "decision", Kind.MARK: "mark"}


class ReadingStore:
    """One SQLite file (WAL, synced), which other instances use as well.

    The first change of an instance keeps the file as it stood as `<name>.bak1`, older
    ones as `.bak2` and `.bak3`. A damaged file is renamed, and the newest good backup
    with what can still be read of the damaged one takes its place. Safe between
    threads, of which one at a time has the database.
    """

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        """The file at this path; nothing is opened before `load`."""
        self._path = path
        self._now = now
        self._database: sqlite3.Connection | None = None
        self._version = 0
        """That of the database when it was read, as SQLite counts commits of others."""
        self._backed_up = False
        self.lock = RLock()
        """Held by whoever uses the database."""
        self.notices: list[str] = []
        """What happened, in short lines fit to show a person."""

    @property
    def name(self) -> str:
        """Name of the file."""
        return self._path.name

    @property
    def is_open(self) -> bool:
        """Whether something can be saved."""
        return self._database is not None

    def load(self) -> Values:
        """Open the file, repair or make it if need be. Never raises.

        Where the file cannot be used, what can be read of it is given.
        """
        # Not needed to show the help or the version.
        import sqlite3

        from paperstui.index import reading_file

        with self.lock:
            self.close()
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                try:
                    return self._open(expected=self._once_existed())
                except reading_file.DamagedError:
                    return self._repaired()
            except reading_file.NewerSchemaError as error:
                self.notices.append(
                    f"{self.name} was written by a newer paperstui ({error}) and is "
                    f"left untouched: {_NOT_SAVED}"
                )
                return {}
            except (OSError, sqlite3.Error, reading_file.DamagedError) as error:
                reason = files.reason(error)
                self.notices.append(
                    f"{self.name} cannot be used ({reason}): {_NOT_SAVED}"
                )
                return reading_file.values(reading_file.salvage(self._path)[0])

    def refreshed(self) -> Values | None:
        """What the file holds where another instance changed it. Never raises.

        Costs one question to SQLite where nothing happened, and does not wait for a
        change in progress.
        """
        import sqlite3

        if not self.lock.acquire(blocking=False):
            return None
        try:
            if self._database is None or _commits(self._database) == self._version:
                return None
            return self._read(self._database)
        except sqlite3.Error:
            return None
        finally:
            self.lock.release()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """The database, for changes that come all or not at all.

        Raises sqlite3.Error, OSError where there is no database.
        """
        with self.lock:
            if self._database is None:
                raise OSError(f"{self.name} cannot be used")
            self._back_up(self._database)
            with self._database as database:
                database.execute("BEGIN IMMEDIATE")
                yield database

    def close(self) -> None:
        """Let go of the file."""
        with self.lock:
            if self._database is not None:
                self._database.close()
                self._database = None

    def _open(self, *, expected: bool) -> Values:
        from paperstui.index import reading_file

        self._database = reading_file.connect(self._path, expected=expected)
        return self._read(self._database)

    def _read(self, database: sqlite3.Connection) -> Values:
        from paperstui.index import actions

        self._version = _commits(database)
        return {kind: actions.values(database, kind) for kind in actions.TABLES}

    def _once_existed(self) -> bool:
        places = files.backups(self._path, KEPT_BACKUPS)
        return any(place.exists() for place in places)

    def _repaired(self) -> Values:
        from paperstui.index import reading_file

        with files.locked(self._path, LOCK_SECONDS):
            try:
                # Another instance may just have repaired it.
                return self._open(expected=self._once_existed())
            except reading_file.DamagedError as error:
                found = [reading_file.salvage(self._path)[0]]
                fate, sources = "is missing", []
                if self._path.exists():
                    now = self._now().astimezone(UTC)
                    place = files.set_aside(self._path, now, reading_file.COMPANIONS)
                    aside = files.shown(place, beside=self._path)
                    fate = f"is damaged ({error}) and was kept as {aside}"
                    sources = [aside] if any(found[0].values()) else []
            for backup in files.backups(self._path, KEPT_BACKUPS):
                saved, complete = reading_file.salvage(backup)
                if complete:
                    found.append(saved)
                    sources.insert(0, backup.name)
                    break
            database = reading_file.connect(self._path, expected=False)
            self._database = database
            for tables in found:
                reading_file.fill(database, tables)
            values = self._read(database)
        what = _counted(values)
        restored = f"{what} restored from {' and '.join(sources)}"
        told = restored if what else "nothing could be restored"
        self.notices.append(f"{self.name} {fate}: {told}.")
        return values

    def _back_up(self, database: sqlite3.Connection) -> None:
        import sqlite3

        from paperstui.index import reading_file

        if self._backed_up:
            return
        self._backed_up = True
        if reading_file.is_empty(database):
            return
        copy = self._path.with_name(f".{self.name}.copy.tmp")
        try:
            with files.locked(self._path, 0):
                files.remove_leftovers(self._path)
                reading_file.copy(database, copy)
                files.rotate_backups(self._path, copy.read_bytes(), KEPT_BACKUPS)
                copy.unlink()
        except TimeoutError:
            # Who holds the lock makes this very backup.
            return
        except (OSError, sqlite3.Error) as error:
            # Changes are saved all the same.
            reason = files.reason(error)
            self.notices.append(f"{self.name} could not be backed up ({reason}).")


def _commits(database: sqlite3.Connection) -> int:
    found = database.execute("PRAGMA data_version").fetchone()
    return int(found[0])


def _counted(values: Values) -> str:
    """What a file held: "2 read papers and 1 decision"; empty for nothing."""
    counts = ((len(values[kind]), name) for kind, name in _NAMES.items())
    return " and ".join(
        f"{count} {name}" if count == 1 else f"{count} {name}s"
        for count, name in counts
        if count
    )
