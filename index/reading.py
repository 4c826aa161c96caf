"""What was read and decided: a SQLite file that any number of instances can share."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from threading import RLock
from typing import TYPE_CHECKING

from paperstui.index import files
from paperstui.index.actions import Action, Delta, Kind
from paperstui.index.bookmark_file import stamp
from paperstui.index.models import Decision, Verdict

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

LOCK_SECONDS = 3.0
"""How long a repair waits for another instance to finish its own."""
KEPT_BACKUPS = 3

_STATE = (Kind.SEEN, Kind.DECISION, Kind.MARK)
_NOT_SAVED = "what is read and decided is not saved."


def utc_now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


class ReadingState:
    """What was read, decided and marked, in memory and in one SQLite file.

    Every change is saved at once, in a transaction (WAL, synced). One that cannot be
    saved holds in memory and is saved with the next one that can be; a notice says so.
    The first save of an instance keeps the file as it stood as `<name>.bak1`, older
    ones as `.bak2` and `.bak3`. A damaged file is renamed, and the newest good backup
    with what can still be read of the damaged one takes its place. Safe between
    threads; one that saves holds up those that save, too, and nobody else.
    """

    def __init__(self, path: Path, now: Callable[[], datetime] = utc_now) -> None:
        """Kept at this path; nothing is opened before `load`."""
        self._path = path
        self._now = now
        self._database: sqlite3.Connection | None = None
        self._saving = RLock()
        """Held by whoever uses the database."""
        self._changing = RLock()
        """Held by whoever changes what is in memory, for moments only."""
        self._values: dict[Kind, dict[str, str]] = {kind: {} for kind in _STATE}
        self._version = 0
        """That of the database when it was read, as SQLite counts commits of others."""
        self.ids: frozenset[str] = frozenset()
        """The ids of the papers that were read; another object after every change."""
        self.decisions: Mapping[str, Decision] = {}
        """By paper id; another object after every change."""
        self.marks: frozenset[str] = frozenset()
        """The ids of the marked papers; another object after every change."""
        self.unsaved: list[Action] = []
        """What was done and is not saved yet, in order."""
        self.unsettled: list[int] = []
        """Numbers of saved actions that change bookmarks, too."""
        self._notices: list[str] = []
        self._failing = False
        self._backed_up = False

    def load(self) -> tuple[str, ...]:
        """Open the file, repair or make it if need be; gives the notices. Never raises.

        Where the file cannot be used, what can be read of it is shown and later changes
        hold in memory only.
        """
        with self._saving:
            self._load()
        return self.take_notices()

    def take_notices(self) -> tuple[str, ...]:
        """What happened since the last call, in short lines fit to show a person."""
        notices = tuple(self._notices)
        self._notices.clear()
        return notices

    def __contains__(self, paper_id: object) -> bool:
        """Whether the paper with this id was read."""
        return paper_id in self.ids

    def __len__(self) -> int:
        """How many papers were read."""
        return len(self.ids)

    def value(self, kind: Kind, paper_id: str) -> str | None:
        """What a paper has of a kind, as the history has it; None for nothing."""
        return self._values[kind].get(paper_id)

    def mark_read(self, paper_id: str) -> None:
        """Note that a paper was read; nothing to undo. Never raises."""
        if paper_id not in self.ids:
            at = stamp(self._now().astimezone(UTC))
            delta = Delta(Kind.SEEN, paper_id, None, at)
            self.save(Action("", at, (delta,)))

    def save(self, action: Action) -> None:
        """Do it and save; never raises: what cannot be saved is `unsaved`."""
        self.show(action.others)
        with self._saving:
            self.unsaved.append(action)
            self.flush()

    def show(self, deltas: Iterable[Delta]) -> None:
        """Take changes over in memory."""
        with self._changing:
            changed: dict[Kind, dict[str, str | None]] = {}
            for each in deltas:
                changed.setdefault(each.kind, {})[each.paper_id] = each.after
                values = self._values[each.kind]
                if each.after is None:
                    values.pop(each.paper_id, None)
                else:
                    values[each.paper_id] = each.after
            for kind, others in changed.items():
                self._changed(kind, others)

    def flush(self) -> None:
        """Save what is not saved yet."""
        import sqlite3

        from paperstui.index import actions

        with self._saving:
            if not self.unsaved or self._database is None:
                return
            try:
                self._back_up(self._database)
                with self.transaction() as database:
                    numbers = [actions.insert(database, a) for a in self.unsaved]
            except sqlite3.Error as error:
                if not self._failing:
                    self._notices.append(
                        f"{self._path.name} cannot be saved ({files.reason(error)}): "
                        "what is read and decided is kept in memory until it can be."
                    )
                self._failing = True
                return
            self._failing = False
            self.unsettled += [
                number
                for number, action in zip(numbers, self.unsaved, strict=True)
                if action.bookmarks
            ]
            self.unsaved.clear()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """The database, for changes that come all or not at all.

        Raises sqlite3.Error, OSError where there is no database.
        """
        with self._saving:
            if self._database is None:
                raise OSError(f"{self._path.name} cannot be used")
            with self._database as database:
                database.execute("BEGIN IMMEDIATE")
                yield database

    def refresh(self) -> bool:
        """Take over what other instances saved; True where they did. Never raises.

        Costs one question to SQLite where nothing happened, and does not wait for a
        save in progress.
        """
        import sqlite3

        if not self._saving.acquire(blocking=False):
            return False
        try:
            if self._database is None or self._commits() == self._version:
                return False
            self._read()
            return True
        except sqlite3.Error:
            return False
        finally:
            self._saving.release()

    def close(self) -> None:
        """Save what is not saved yet and let go of the file. Never raises."""
        with self._saving:
            self.flush()
            if self._database is not None:
                self._database.close()
                self._database = None

    def _load(self) -> None:
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
            self._show({})
            self._notices.append(
                f"{name} was written by a newer paperstui ({error}) and is left "
                f"untouched: {_NOT_SAVED}"
            )
        except (OSError, sqlite3.Error, reading_file.DamagedError) as error:
            self._show(reading_file.values(reading_file.salvage(self._path)[0]))
            self._notices.append(
                f"{name} cannot be used ({files.reason(error)}): {_NOT_SAVED}"
            )
        self.flush()

    def _open(self, *, expected: bool) -> None:
        from paperstui.index import reading_file

        self._database = reading_file.connect(self._path, expected=expected)
        self._read()

    def _read(self) -> None:
        from paperstui.index import actions

        assert self._database is not None
        self._version = self._commits()
        self._show({kind: actions.values(self._database, kind) for kind in _STATE})

    def _commits(self) -> int:
        assert self._database is not None
        found = self._database.execute("PRAGMA data_version").fetchone()
        return int(found[0])

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
            self._open(expected=False)
            assert self._database is not None
            for tables in found:
                reading_file.fill(self._database, tables)
            self._read()
        papers = _told(self._values)
        restored = f"{papers} restored from {' and '.join(sources)}"
        told = restored if papers else "nothing could be restored"
        self._notices.append(f"{self._path.name} {fate}: {told}.")

    def _back_up(self, database: sqlite3.Connection) -> None:
        import sqlite3

        from paperstui.index import reading_file

        if self._backed_up:
            return
        self._backed_up = True
        if reading_file.is_empty(database):
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
            # Changes are saved all the same.
            self._notices.append(
                f"{self._path.name} could not be backed up ({files.reason(error)})."
            )

    def _show(self, values: Mapping[Kind, dict[str, str]]) -> None:
        """Show what a file has, and on top what is not saved yet."""
        with self._changing:
            self._values = {kind: values.get(kind, {}) for kind in _STATE}
            self.decisions = {}
            for kind in _STATE:
                self._changed(kind, self._values[kind])
            for action in self.unsaved:
                self.show(action.others)

    def _changed(self, kind: Kind, values: Mapping[str, str | None]) -> None:
        """Tell of other values by paper id; all of them have them already."""
        match kind:
            case Kind.SEEN:
                self.ids = frozenset(self._values[kind])
            case Kind.MARK:
                self.marks = frozenset(self._values[kind])
            case _:
                decisions = dict(self.decisions)
                for paper_id, text in values.items():
                    decision = _decision(text)
                    if decision is None:
                        decisions.pop(paper_id, None)
                    else:
                        decisions[paper_id] = decision
                self.decisions = decisions


def decision_text(decision: Decision) -> str:
    """A decision as it is saved: "keep 2026-01-02T12:00:00Z"."""
    return f"{decision.verdict} {stamp(decision.at.astimezone(UTC))}"


def _decision(text: str | None) -> Decision | None:
    """What `decision_text` tells; None for what cannot be read."""
    verdict, _, at = (text or "").partition(" ")
    try:
        return Decision(Verdict(verdict), datetime.fromisoformat(at))
    except ValueError:
        return None


def _told(values: Mapping[Kind, Mapping[str, str]]) -> str:
    """What a file held: "2 read papers and 1 decision"; empty for nothing."""
    names = {Kind.SEEN: "read paper", Kind.DECISION: "decision", Kind.MARK: "mark"}
    parts = []
    for kind, name in names.items():
        count = len(values[kind])
        if count:
            parts.append(f"{count} {name}" if count == 1 else f"{count} {name}s")
    return " and ".join(parts)
