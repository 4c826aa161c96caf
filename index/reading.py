"""What was read, decided and marked, in memory and in a file that is shared."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING

from paperstui.index import files
from paperstui.index.bookmark_file import stamp, utc_now
from paperstui.index.models import Decision, Verdict

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    from paperstui.index.actions import Action, Delta, Kind
    from paperstui.index.reading_store import ReadingStore, Values


class ReadingState:
    """What was read, decided and marked, as `ReadingStore` keeps it.

    Every change is saved at once, in a transaction. One that cannot be saved holds in
    memory and is saved with the next one that can be; a notice says so. Safe between
    threads; one that saves holds up those that save, too, and nobody else.
    """

    def __init__(self, path: Path, now: Callable[[], datetime] = utc_now) -> None:
        """Kept at this path; nothing is opened before `load`."""
        self._now = now
        self._path = path
        self._changing = RLock()
        """Held by whoever changes what is in memory, for moments only."""
        self._values: dict[Kind, dict[str, str]] = {}
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
        self._places: dict[str, str] = {}
        """Places in lists that this instance knows of."""
        self._failing = False

    @cached_property
    def _store(self) -> ReadingStore:
        # Not needed to show the first screen.
        from paperstui.index.reading_store import ReadingStore

        return ReadingStore(self._path, self._now)

    def load(self) -> tuple[str, ...]:
        """Open the file, repair or make it if need be; gives the notices. Never raises.

        Where the file cannot be used, what can be read of it is shown and later changes
        hold in memory only.
        """
        with self._store.lock:
            self.close()
            self._show(self._store.load())
            self.flush()
        return self.take_notices()

    def take_notices(self) -> tuple[str, ...]:
        """What happened since the last call, in short lines fit to show a person."""
        notices = tuple(self._store.notices)
        self._store.notices.clear()
        return notices

    def __contains__(self, paper_id: object) -> bool:
        """Whether the paper with this id was read."""
        return paper_id in self.ids

    def __len__(self) -> int:
        """How many papers were read."""
        return len(self.ids)

    def value(self, kind: Kind, paper_id: str) -> str | None:
        """What a paper has of a kind, as the history has it; None for nothing."""
        return self._values.get(kind, {}).get(paper_id)

    def mark_read(self, paper_id: str) -> None:
        """Note that a paper was read; nothing to undo. Never raises."""
        if paper_id not in self.ids:
            from paperstui.index.actions import Action, Delta, Kind

            at = stamp(self._now().astimezone(UTC))
            delta = Delta(Kind.SEEN, paper_id, None, at)
            self.save(Action("", at, (delta,)))

    def save(self, action: Action) -> None:
        """Do it and save; never raises: what cannot be saved is `unsaved`."""
        self.show(action.others)
        with self._store.lock:
            self.unsaved.append(action)
            self.flush()

    def show(self, deltas: Iterable[Delta]) -> None:
        """Take changes over in memory."""
        with self._changing:
            changed: dict[Kind, dict[str, str | None]] = {}
            for each in deltas:
                changed.setdefault(each.kind, {})[each.paper_id] = each.after
                values = self._values.setdefault(each.kind, {})
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

        with self._store.lock:
            if not self.unsaved or not self._store.is_open:
                return
            try:
                with self.transaction() as database:
                    numbers = [actions.insert(database, a) for a in self.unsaved]
            except sqlite3.Error as error:
                if not self._failing:
                    self._store.notices.append(
                        f"{self._store.name} cannot be saved ({files.reason(error)}): "
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

    def transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        """The database, for changes that come all or not at all.

        Raises sqlite3.Error, OSError where there is no database.
        """
        return self._store.transaction()

    def place(self, name: str) -> str:
        """Where a walk through the list of this name stopped; empty for none."""
        import sqlite3

        if name not in self._places:
            with suppress(OSError, sqlite3.Error), self.transaction() as database:
                found = database.execute(
                    "SELECT place FROM places WHERE list = ?", (name,)
                ).fetchone()
                self._places[name] = found[0] if found else ""
        return self._places.get(name, "")

    def keep_place(self, name: str, place: str) -> None:
        """Save where a walk stopped; nothing to undo, and no loss where it fails."""
        import sqlite3

        self._places[name] = place
        with suppress(OSError, sqlite3.Error), self.transaction() as database:
            database.execute(
                "INSERT OR REPLACE INTO places VALUES (?, ?)", (name, place)
            )

    def refresh(self) -> bool:
        """Take over what other instances saved; True where they did. Never raises.

        Costs one question to SQLite where nothing happened, and does not wait for a
        save in progress.
        """
        values = self._store.refreshed()
        if values is None:
            return False
        self._show(values)
        return True

    def close(self) -> None:
        """Save what is not saved yet and let go of the file. Never raises."""
        with self._store.lock:
            self.flush()
            self._store.close()

    def _show(self, values: Values) -> None:
        """Show what a file has, and on top what is not saved yet."""
        from paperstui.index.actions import Kind

        with self._changing:
            self._values = {kind: values.get(kind, {}) for kind in Kind}
            self.decisions = {}
            for kind in Kind:
                self._changed(kind, self._values[kind])
            for action in self.unsaved:
                self.show(action.others)

    def _changed(self, kind: Kind, values: Mapping[str, str | None]) -> None:
        """Tell of other values by paper id; all of them have them already."""
        match str(kind):
            case "seen":
                self.ids = frozenset(self._values[kind])
            case "mark":
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
