"""Which papers were read: a SQLite file that any number of instances can share."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from paperstui.index import files

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

LOCK_SECONDS = 3.0
"""How long a repair waits for another instance to finish its own."""
KEPT_BACKUPS = 3


def _utc_now() -> datetime:
    return datetime.now(UTC)


class ReadingState:
    """The ids of the papers that were read, in memory and in one SQLite file.

    Every mark is saved at once, in a transaction (WAL, synced). A mark that cannot be
    saved holds in memory and is saved with the next one that can be; a notice says so.
    The first save of an instance keeps the file as it stood as `<name>.bak1`, older
    ones as `.bak2` and `.bak3`. A damaged file is renamed, and the newest good backup
    with what can still be read of the damaged one takes its place.
    """

    def __init__(self, path: Path, now: Callable[[], datetime] = _utc_now) -> None:
        """Marks kept at this path; nothing is opened before `load`."""
        self._path = path
        self._now = now
        self._database: sqlite3.Connection | None = None
        self._read: set[str] = set()
        self._ids: frozenset[str] | None = None
        # When each was read; None where it was marked unread.
        self._unsaved: dict[str, str | None] = {}
        self._notices: list[str] = []
        self._failing = False
        self._backed_up = False

    def load(self) -> tuple[str, ...]:
        """Open the file, repair or make it if need be; gives the notices. Never raises.

        Where the file cannot be used, what can be read of it is shown and later marks
        hold in memory only.
        """
        # Not needed to show the help or the version.
        import sqlite3

        from paperstui.index import reading_file

        name = self._path.name
        self.close()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._open(expected=self._once_existed())
            except reading_file.DamagedError:
                self._repair()
        except reading_file.NewerSchemaError as error:
            self._show(set())
            self._notices.append(
                f"{name} was written by a newer paperstui ({error}) and is left "
                "untouched: which papers are read is not saved."
            )
        except (OSError, sqlite3.Error, reading_file.DamagedError) as error:
            self._show(set(reading_file.rows(self._path)[0]))
            self._notices.append(
                f"{name} cannot be used ({files.reason(error)}): "
                "which papers are read is not saved."
            )
        return self.take_notices()

    def take_notices(self) -> tuple[str, ...]:
        """What happened since the last call, in short lines fit to show a person."""
        notices = tuple(self._notices)
        self._notices.clear()
        return notices

    def __contains__(self, paper_id: object) -> bool:
        """Whether the paper with this id was read."""
        return paper_id in self._read

    def __len__(self) -> int:
        """How many papers were read."""
        return len(self._read)

    @property
    def ids(self) -> frozenset[str]:
        """The ids of the papers that were read."""
        if self._ids is None:
            self._ids = frozenset(self._read)
        return self._ids

    def mark_read(self, paper_id: str) -> None:
        """Note that a paper was read. Never raises."""
        self._mark(paper_id, read=True)

    def mark_unread(self, paper_id: str) -> None:
        """Note that a paper is to be read. Never raises."""
        self._mark(paper_id, read=False)

    def close(self) -> None:
        """Save what is not saved yet and let go of the file. Never raises."""
        if self._unsaved:
            self._save()
        if self._database is not None:
            self._database.close()
            self._database = None

    def _mark(self, paper_id: str, *, read: bool) -> None:
        if (paper_id in self._read) == read:
            return
        at = self._now().astimezone(UTC).isoformat().replace("+00:00", "Z")
        self._unsaved[paper_id] = at if read else None
        self._show(self._read)
        self._save()

    def _save(self) -> None:
        import sqlite3

        if self._database is None:
            return
        added = [(paper_id, at) for paper_id, at in self._unsaved.items() if at]
        removed = [(paper_id,) for paper_id, at in self._unsaved.items() if not at]
        try:
            self._back_up(self._database)
            with self._database as database:
                database.execute("BEGIN IMMEDIATE")
                database.executemany("INSERT OR IGNORE INTO read VALUES (?, ?)", added)
                database.executemany("DELETE FROM read WHERE paper_id = ?", removed)
        except sqlite3.Error as error:
            if not self._failing:
                self._notices.append(
                    f"{self._path.name} cannot be saved ({files.reason(error)}): "
                    "which papers are read is kept in memory until it can be."
                )
            self._failing = True
        else:
            self._failing = False
            self._unsaved.clear()

    def _open(self, *, expected: bool) -> None:
        from paperstui.index import reading_file

        self._database = reading_file.connect(self._path, expected=expected)
        found = self._database.execute("SELECT paper_id FROM read")
        self._show({paper_id for (paper_id,) in found})

    def _once_existed(self) -> bool:
        places = files.backups(self._path, KEPT_BACKUPS)
        return any(place.exists() for place in places)

    def _repair(self) -> None:
        from paperstui.index import reading_file

        with files.locked(self._path, LOCK_SECONDS):
            try:
                # Another instance may just have repaired it.
                return self._open(expected=self._once_existed())
            except reading_file.DamagedError as error:
                rows, _ = reading_file.rows(self._path)
                fate, sources = "is missing", []
                if self._path.exists():
                    now = self._now().astimezone(UTC)
                    place = files.set_aside(self._path, now, reading_file.COMPANIONS)
                    aside = files.shown(place, beside=self._path)
                    fate = f"is damaged ({error}) and was kept as {aside}"
                    sources = [aside] if rows else []
            for backup in files.backups(self._path, KEPT_BACKUPS):
                saved, complete = reading_file.rows(backup)
                if complete:
                    rows = saved | rows
                    sources.insert(0, backup.name)
                    break
            self._open(expected=False)
            self._unsaved = rows | self._unsaved
            self._show(self._read)
            self._save()
        papers = "1 read paper" if len(self) == 1 else f"{len(self)} read papers"
        restored = f"{papers} restored from {' and '.join(sources)}"
        told = restored if self._read else "nothing could be restored"
        self._notices.append(f"{self._path.name} {fate}: {told}.")

    def _back_up(self, database: sqlite3.Connection) -> None:
        import sqlite3

        from paperstui.index import reading_file

        if self._backed_up:
            return
        self._backed_up = True
        if database.execute("SELECT 1 FROM read LIMIT 1").fetchone() is None:
            return
        copy = self._path.with_name(f".{self._path.name}.copy.tmp")
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
            # Marks are saved all the same.
            self._notices.append(
                f"{self._path.name} could not be backed up ({files.reason(error)})."
            )

    def _show(self, read: set[str]) -> None:
        for paper_id, at in self._unsaved.items():
            (read.add if at else read.discard)(paper_id)
        self._read = read
        self._ids = None
