"""The bookmarks: a JSON file that two running instances share and no crash tears."""

from __future__ import annotations

import threading
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from paperstui.index.bookmark_changes import Change, Edit, edited, restored, spoken
from paperstui.index.bookmark_file import Entry, utc_now
from paperstui.index.bookmark_store import BookmarkStore, unrecorded
from paperstui.index.models import Bookmark

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from pathlib import Path

    from paperstui.index.actions import Delta
    from paperstui.index.bookmark_store import Record
    from paperstui.index.models import Paper


class Bookmarks:
    """The bookmarked papers, in memory and in one file; safe between threads.

    Every change is saved at once, as `BookmarkStore` tells, and changes of many papers
    in one go. All that change something raise StateError where that cannot be saved:
    it then holds in memory and is saved with the next change that can be.
    """

    def __init__(self, path: Path, now: Callable[[], datetime] = utc_now) -> None:
        """Bookmarks kept at this path; nothing is read before `load`."""
        self._now = now
        self._busy = threading.Lock()
        self._store = BookmarkStore(path, now)
        self._tags: tuple[object, dict[str, int]] = (None, {})
        """Counts of the tags, with the ids that they were counted for."""

    def load(self) -> tuple[str, ...]:
        """Read the file, repair it if need be; gives the notices. Never raises."""
        with self._busy:
            self._store.pick_up()
        return self.take_notices()

    def take_notices(self) -> tuple[str, ...]:
        """What happened since the last call, in short lines fit to show a person."""
        notices = tuple(self._store.notices)
        self._store.notices.clear()
        return notices

    def __contains__(self, paper_id: object) -> bool:
        """Whether the paper with this id is bookmarked."""
        return paper_id in self._store.ids

    def __len__(self) -> int:
        """How many papers are bookmarked."""
        return len(self._store.ids)

    @property
    def ids(self) -> frozenset[str]:
        """The ids of the bookmarked papers."""
        return self._store.ids

    def bookmark(self, paper_id: str) -> Bookmark | None:
        """The bookmark of a paper; None where it has none."""
        entry = self._store.shown.get(paper_id)
        return entry.bookmark if entry else None

    def all(self) -> tuple[Bookmark, ...]:
        """The bookmarks, the newest first."""
        entries = reversed(self._store.shown.values())
        bookmarks = [entry.bookmark for entry in entries if entry.bookmark]
        return tuple(sorted(bookmarks, key=lambda b: b.added, reverse=True))

    def tags(self) -> dict[str, int]:
        """How many bookmarks have each tag, the most frequent first.

        A tag that is written in several ways counts as one, in the way of most.
        """
        of, counts = self._tags
        if of is not self.ids:
            of, counts = self.ids, _counted(self.all())
            self._tags = of, counts
        return counts

    def put(self, papers: Iterable[Paper], record: Record = unrecorded) -> int:
        """Bookmark papers and save; gives how many had no bookmark."""
        with self._busy:
            now = self._time()
            changes = self._edits((Bookmark(paper, now), Edit()) for paper in papers)
            self._save(changes, record)
            return len(changes)

    def add(self, bookmarks: Iterable[Bookmark], record: Record = unrecorded) -> int:
        """Set bookmarks and save; gives how many papers had none.

        The others get the tags that they lack, and the note where they have none.
        """
        with self._busy:
            changes = self._edits((b, Edit(b.tags, note=b.note)) for b in bookmarks)
            new = len(changes.keys() - self.ids)
            self._save(changes, record)
            return new

    def remove(self, paper_ids: Iterable[str], record: Record = unrecorded) -> int:
        """Remove bookmarks and save; gives how many there were."""
        with self._busy:
            changes = self._removals(paper_ids)
            self._save(changes, record)
            return len(changes)

    def retag(
        self,
        papers: Collection[Paper],
        added: Iterable[str] = (),
        removed: Iterable[str] = (),
        record: Record = unrecorded,
    ) -> int:
        """Bookmark papers with tags, take others away, save; gives how many it changes.

        Where none is added, those without a bookmark stay so.
        """
        with self._busy:
            edit = Edit(tuple(added), frozenset(map(str.casefold, removed)))
            now = self._time()
            marks = [
                self.bookmark(paper.id) or Bookmark(paper, now) for paper in papers
            ]
            if not edit.tags:
                marks = [mark for mark in marks if mark.paper.id in self.ids]
            changes = self._edits((mark, edit) for mark in marks)
            self._save(changes, record)
            return len(changes)

    def note(
        self, papers: Iterable[Paper], text: str, record: Record = unrecorded
    ) -> int:
        """Set one note on papers, bookmark them, and save; gives how many it changes.

        It takes the place of the one that they have; an empty one only removes that.
        """
        # Not needed by those who only read.
        from paperstui.index.notes import written

        with self._busy:
            edit, now = Edit(renoted=written(text)), self._time()
            found = (Bookmark(paper, now) for paper in papers)
            wanted = (each for each in found if edit.renoted or each.paper.id in self)
            changes = self._edits((each, edit) for each in wanted)
            self._save(changes, record)
            return len(changes)

    def restore(self, deltas: Iterable[Delta], snapshots: Mapping[str, bytes]) -> int:
        """Give bookmarks what they had before or after an action, and save.

        `snapshots` has those that are gone, as the file had them. Gives how many are
        left alone, since they have something else by now than the action left.
        """
        with self._busy:
            now, alone = self._time(), 0
            changes: dict[str, Change] = {}
            for each in deltas:
                current = self._store.shown.get(each.paper_id)
                if spoken(current) != each.before:
                    alone += spoken(current) != each.after
                elif each.after is None:
                    changes |= self._removals([each.paper_id])
                elif target := restored(each, current, snapshots):
                    changes[each.paper_id] = Change(target, now, before=current)
                else:
                    alone += 1
            self._save(changes, unrecorded)
            return alone

    def texts(self, paper_ids: Iterable[str]) -> dict[str, bytes]:
        """Bookmarks as their file has them, by paper id, where there are any."""
        shown = self._store.shown
        return {name: shown[name].text for name in paper_ids if name in shown}

    def refresh(self) -> bool:
        """Pick up what another instance saved; True where the bookmarks changed.

        So they did where the last save already found them changed. Costs one look at
        the folder where nothing happened, and does not wait for a save in progress.
        """
        if not self._busy.acquire(blocking=False):
            return False
        try:
            store = self._store
            before = store.shown
            if store.was_replaced():
                store.pick_up()
            changed = store.surprised or store.shown != before
            store.surprised = False
            return changed
        finally:
            self._busy.release()

    def _edits(self, wanted: Iterable[tuple[Bookmark, Edit]]) -> dict[str, Change]:
        """What sets bookmarks, or edits those that are there; by paper id."""
        now = self._time()
        changes: dict[str, Change] = {}
        for bookmark, edit in wanted:
            paper_id = bookmark.paper.id
            earlier = changes.get(paper_id)
            entry = earlier.entry if earlier else self._store.shown.get(paper_id)
            if entry is None:
                new = Entry.of(edit.of(bookmark))
                changes[paper_id] = Change(new, now, edit)
                continue
            after = edited(entry, edit)
            if after is not entry:
                change = Change(after, now, edit, entry)
                changes[paper_id] = earlier.then(change) if earlier else change
        return changes

    def _removals(self, paper_ids: Iterable[str]) -> dict[str, Change]:
        now = self._time()
        found = ((paper_id, self.bookmark(paper_id)) for paper_id in paper_ids)
        # One that was added under a wrong clock must be removable, too.
        return {
            paper_id: Change(None, max(now, bookmark.added))
            for paper_id, bookmark in found
            if bookmark
        }

    def _save(self, changes: Mapping[str, Change], record: Record) -> None:
        if changes:
            self._store.change(changes, record)

    def _time(self) -> datetime:
        return self._now().astimezone(UTC)


def _counted(bookmarks: Iterable[Bookmark]) -> dict[str, int]:
    spellings = Counter(tag for bookmark in bookmarks for tag in bookmark.tags)
    names: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for tag, count in spellings.most_common():
        counts[names.setdefault(tag.casefold(), tag)] += count
    return dict(counts.most_common())
