"""The file of the bookmarks: shared with other instances, repaired, backed up."""

from __future__ import annotations

import os
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, TypeAlias

from paperstui.index import files
from paperstui.index.bookmark_changes import Change, apply, unite
from paperstui.index.bookmark_file import (
    Document,
    Entry,
    NewerFormatError,
    parse,
    serialise,
)
from paperstui.index.errors import StateError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from pathlib import Path

Record: TypeAlias = "Callable[[Mapping[str, Entry], Mapping[str, Entry]], None]"
"""Is told what changes: bookmarks before and after, by the ids of their papers."""

LOCK_SECONDS = 3.0
"""How long a save waits for another instance to finish its own."""
KEPT_BACKUPS = 3
BACKUP_INTERVAL = timedelta(hours=1)
"""Least time between two backups that one instance makes."""


def unrecorded(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> None:
    """For changes that nobody records."""


class BookmarkStore:
    """The bookmarks as the file has them, and what this instance changed.

    For one thread at a time. A save reads the file again, under a lock, where another
    instance replaced it; what was changed here is applied, and the result takes the
    file's place. The first save of an instance, then one an hour, keeps the file as
    it stood before as `<name>.bak1`, older ones as `.bak2` and `.bak3`, unless `.bak1`
    holds the same already: so backups are launches or hours apart, not key strokes.

    A damaged file is renamed, and the newest good backup with all that is known here
    takes its place. A file that cannot be read is never written over.
    """

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        """The file at this path; nothing is read before `pick_up`."""
        self._path = path
        self._now = now
        self._saved = Document()
        self._seen: files.Signature | None = None
        self._refused: files.Signature | None = None
        self._aside: Path | None = None
        self._changes: dict[str, Change] = {}
        self._unsaved: dict[str, Change] = {}
        self._backed_up: datetime | None = None
        self.shown: dict[str, Entry] = {}
        """The bookmarks by the ids of their papers, with what is not saved yet."""
        self.ids: frozenset[str] = frozenset()
        """Those ids; another object after every change."""
        self.surprised = False
        """Whether a save picked up changes of another instance."""
        self.notices: list[str] = []
        """What happened, in short lines fit to show a person."""

    def change(
        self, changes: Mapping[str, Change], record: Record = unrecorded
    ) -> None:
        """Change bookmarks by the ids of their papers, and save once.

        What that makes of the file is recorded before it is written. Raises StateError
        where it cannot be saved: the changes then hold in memory and are saved with
        the next ones that can be.
        """
        unsaved = dict(self._unsaved)
        for paper_id, change in changes.items():
            for log in (self._changes, self._unsaved):
                earlier = log.get(paper_id) if paper_id in self.ids else None
                log[paper_id] = earlier.then(change) if earlier else change
        self._show()
        before = self.shown

        def tell(document: Document) -> None:
            kept = document.restricted(changes.keys())
            record(
                apply(kept, unsaved).restricted(changes.keys()).bookmarks,
                apply(kept, self._unsaved).restricted(changes.keys()).bookmarks,
            )

        try:
            self._save(tell)
        finally:
            self.surprised |= self.shown != before

    def was_replaced(self) -> bool:
        """Whether another instance saved something; costs one look at the folder."""
        try:
            now = files.signature(self._path.stat())
        except OSError:
            # Where it is gone, another instance may be about to repair it.
            return False
        return now not in (self._seen, self._refused)

    def pick_up(self) -> None:
        """Read the file, and repair it if need be. Never raises."""
        name = self._path.name
        try:
            try:
                self._keep(*self._read())
            except (FileNotFoundError, ValueError) as error:
                if isinstance(error, FileNotFoundError) and not self._once_existed():
                    return
                with files.locked(self._path, LOCK_SECONDS):
                    document = self._current()
                    if not self._path.exists():
                        self._write(document)
        except NewerFormatError as error:
            self._refuse()
            self.notices.append(f"{_newer(name, error)}: changes are not saved.")
        except OSError as error:
            self._refuse()
            document, origin = self._best_known()
            self._keep(document, None)
            self.notices.append(
                f"{name} cannot be read or repaired ({files.reason(error)}), "
                f"so changes are not saved: {origin}."
            )

    def _save(self, tell: Callable[[Document], None]) -> None:
        told = False
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with files.locked(self._path, LOCK_SECONDS):
                document = self._current()
                told = True
                tell(document)
                self._back_up()
                self._write(document)
        except NewerFormatError as error:
            reason = f"{_newer(self._path.name, error)}; update paperstui to change it"
        except OSError as error:
            reason = files.reason(error)
        else:
            return
        if not told:
            tell(self._saved)
        raise StateError(
            f"Cannot save {self._path}: {reason}. "
            "The change is kept in memory and saved with the next one that can be."
        )

    def _read(self) -> tuple[Document, files.Signature]:
        with self._path.open("rb") as file:
            seen = files.signature(os.fstat(file.fileno()))
            return parse(file.read(), self._saved), seen

    def _current(self) -> Document:
        """What the file holds, repaired if need be; only under the lock.

        Raises OSError where a file cannot be read or set aside, `NewerFormatError`.
        After a repair there is no file until the document is written.
        """
        try:
            if files.signature(self._path.stat()) != self._seen:
                self._keep(*self._read())
            return self._saved
        except FileNotFoundError:
            if not self._once_existed():
                return Document()
            fate = "is missing"
        except ValueError as error:
            self._aside = files.set_aside(self._path, self._now().astimezone(UTC))
            aside = files.shown(self._aside, beside=self._path)
            fate = f"is damaged ({error}) and was kept as {aside}"
        document, origin = self._best_known()
        self._keep(document, None)
        self.notices.append(f"{self._path.name} {fate}: {origin}.")
        return document

    def _best_known(self) -> tuple[Document, str]:
        """All that is known here or in the newest good backup, and a line on it."""
        known = self._saved
        source = "memory"
        for place in files.backups(self._path, KEPT_BACKUPS):
            try:
                if self._seen and place.stat().st_mtime_ns <= self._seen[0]:
                    # It would only bring back what was removed since.
                    break
                backup = parse(place.read_bytes())
            except (OSError, ValueError, NewerFormatError):
                continue
            known, source = unite(known, backup), place.name
            break
        document = apply(known, self._changes)
        count = len(document.bookmarks)
        if count == 0:
            return document, "no good backup was found"
        bookmarks = "1 bookmark" if count == 1 else f"{count} bookmarks"
        return document, f"{bookmarks} restored from {source}"

    def _once_existed(self) -> bool:
        places = files.backups(self._path, KEPT_BACKUPS)
        return bool(self._saved.entries) or any(place.exists() for place in places)

    def _write(self, document: Document) -> None:
        """Save this with the changes made here; only under the lock. Raises OSError."""
        merged = apply(document, self._unsaved)
        # After a repair the mode bits come from the file that was set aside.
        likes = (self._aside, *files.backups(self._path, KEPT_BACKUPS))
        like = next((place for place in likes if place and place.exists()), None)
        files.write_atomically(self._path, serialise(merged), like)
        self._unsaved.clear()
        self._keep(merged, files.signature(self._path.stat()))

    def _back_up(self) -> None:
        now = self._now().astimezone(UTC)
        if self._backed_up and now - self._backed_up < BACKUP_INTERVAL:
            return
        try:
            files.remove_leftovers(self._path)
            files.rotate_backups(self._path, self._path.read_bytes(), KEPT_BACKUPS)
        except FileNotFoundError:
            return
        except OSError as error:
            # A save without a backup is better than none.
            self.notices.append(
                f"{self._path.name} could not be backed up ({files.reason(error)})."
            )
        self._backed_up = now

    def _keep(self, document: Document, seen: files.Signature | None) -> None:
        bad = document.unreadable
        if len(bad) > len(self._saved.unreadable):
            entries = "1 entry" if len(bad) == 1 else f"{len(bad)} entries"
            self.notices.append(
                f"{entries} of {self._path.name} cannot be read ({bad[0].reason}); "
                "what the file says there is kept."
            )
        self._saved, self._seen = document, seen
        self._show()

    def _show(self) -> None:
        self.shown = apply(self._saved, self._unsaved).bookmarks
        self.ids = frozenset(self.shown)

    def _refuse(self) -> None:
        # `refresh` must not report the same file again and again.
        try:
            self._refused = files.signature(self._path.stat())
        except OSError:
            self._refused = None


def _newer(name: str, error: NewerFormatError) -> str:
    return f"{name} was written by a newer paperstui ({error}) and is left untouched"
