"""What a person does with papers: all of it saved at once, and undone in its order."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from datetime import UTC
from threading import RLock
from typing import TYPE_CHECKING, NamedTuple

from paperstui.index import actions, files
from paperstui.index.actions import Action, Delta, Kind
from paperstui.index.bookmark_changes import spoken
from paperstui.index.bookmark_file import stamp, utc_now
from paperstui.index.errors import StateError
from paperstui.index.models import Bookmark, Decision, Verdict
from paperstui.index.reading import decision_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from datetime import datetime

    from paperstui.index.bookmark_file import Entry
    from paperstui.index.bookmark_store import Record
    from paperstui.index.bookmarks import Bookmarks
    from paperstui.index.models import Paper
    from paperstui.index.reading import ReadingState


class Undone(NamedTuple):
    """What was undone or redone."""

    told: str
    """What had been done, in words."""
    paper_ids: tuple[str, ...]
    """The papers that it was done to."""
    alone: int = 0
    """How many of them were left alone, as they were changed by other ways since."""


class Journal:
    """Bookmarks, tags, notes, decisions, marks, and the one history of them all.

    The history is in the file of the reading state, with the decisions, and is saved
    before the bookmarks are: what they lack after a crash is made up for by `load`.
    Every instance adds to it, and the last action is undone, whoever did it. Safe
    between threads. All that change bookmarks raise StateError where these cannot be
    saved: the change then holds in memory and is saved with the next one that can be.
    """

    def __init__(
        self,
        bookmarks: Bookmarks,
        reading: ReadingState,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self._bookmarks = bookmarks
        self._reading = reading
        self._now = now
        self._busy = RLock()
        self._taken_back: list[Action] = []
        """Actions that were undone before they could be saved, the last one last."""

    def load(self) -> tuple[str, ...]:
        """Open the reading state, and finish what a crash cut off; gives the notices.

        Never raises.
        """
        with self._busy:
            notices = self._reading.load()
            cut_off: list[tuple[Action, bool]] = []
            try:
                with self._asked("finished") as database:
                    cut_off = actions.pending(database)
                for action, undone in cut_off:
                    self._restore(action.turned(undone=undone))
            except StateError as error:
                return (*notices, str(error)) if cut_off else notices
            return notices

    def bookmark(self, papers: Collection[Paper], told: str) -> int:
        """Bookmark papers; gives how many had no bookmark."""
        with self._recorded(told) as record:
            return self._bookmarks.put(papers, record)

    def add(self, bookmarks: Collection[Bookmark], told: str) -> int:
        """Set bookmarks with their tags and notes, as `Bookmarks.add` does."""
        with self._recorded(told) as record:
            return self._bookmarks.add(bookmarks, record)

    def remove(self, paper_ids: Iterable[str], told: str) -> int:
        """Take bookmarks away; gives how many there were."""
        with self._recorded(told) as record:
            return self._bookmarks.remove(paper_ids, record)

    def retag(
        self,
        papers: Collection[Paper],
        added: Collection[str],
        removed: Collection[str],
        told: str,
    ) -> int:
        """Tag papers, which bookmarks them, and take other tags away.

        Gives how many it changes.
        """
        with self._recorded(told) as record:
            return self._bookmarks.retag(papers, added, removed, record)

    def note(self, papers: Collection[Paper], note: str, told: str) -> int:
        """Give papers a note, which bookmarks them, or take theirs away.

        Gives how many it changes.
        """
        with self._recorded(told) as record:
            return self._bookmarks.note(papers, note, record)

    def decide(
        self, papers: Collection[Paper], verdict: Verdict | None, told: str
    ) -> int:
        """Keep papers, skip them, or leave it open; None takes decisions back.

        They count as seen. Those that are kept are bookmarked; one that no longer is
        loses that bookmark, unless it has tags or a note. Gives how many change.
        """
        with self._busy:
            at = self._utc()
            decisions = self._reading.decisions
            changing = [
                paper
                for paper in papers
                if verdict != _verdict(decisions.get(paper.id))
            ]
            text = decision_text(Decision(verdict, at)) if verdict else None
            deltas = [self._delta(Kind.DECISION, p.id, text) for p in changing]
            deltas += [
                self._delta(Kind.SEEN, paper.id, stamp(at))
                for paper in changing
                if verdict and paper.id not in self._reading
            ]
            with self._recorded(told, deltas) as record:
                if verdict is Verdict.KEEP:
                    marks = [Bookmark(paper, at) for paper in changing]
                    self._bookmarks.add(marks, record)
                else:
                    dropped = [p.id for p in changing if self._is_only_kept(p.id)]
                    self._bookmarks.remove(dropped, record)
            return len(changing)

    def see(self, paper_ids: Iterable[str], told: str) -> int:
        """Mark papers as seen; gives how many were not."""
        at = stamp(self._utc())
        unseen = [name for name in paper_ids if name not in self._reading]
        self._save(told, [self._delta(Kind.SEEN, name, at) for name in unseen])
        return len(unseen)

    def mark(self, marked: Iterable[str], unmarked: Iterable[str], told: str) -> None:
        """Mark papers, and take the marks of others away."""
        at = stamp(self._utc())
        deltas = [self._delta(Kind.MARK, name, at) for name in marked]
        deltas += [self._delta(Kind.MARK, name, None) for name in unmarked]
        self._save(told, deltas)

    def undo(self) -> Undone | None:
        """Take the last action back; None where there is none."""
        return self._turn(undone=True)

    def redo(self) -> Undone | None:
        """Do again what was undone last; None where something else was done since."""
        return self._turn(undone=False)

    def _turn(self, *, undone: bool) -> Undone | None:
        """Undo or redo the next action; raises StateError where that fails."""
        with self._busy:
            self._reading.flush()
            in_memory = any(action.told for action in self._reading.unsaved)
            if (in_memory and undone) or (self._taken_back and not undone):
                return self._turn_unsaved(undone=undone)
            if in_memory:
                return None
            with self._asked("undone" if undone else "redone") as database:
                action = actions.last(database, undone=not undone)
                if action is None:
                    return None
                turned = action.turned(undone=undone)
                going = [d.paper_id for d in turned.bookmarks if d.after is None]
                actions.keep_snapshots(database, self._bookmarks.texts(going))
                alone = actions.turn(database, action, undone=undone)
            self._reading.show(turned.others)
            alone += self._restore(turned)
            return _undone(action, alone)

    def _turn_unsaved(self, *, undone: bool) -> Undone:
        """The same where it is in memory only."""
        unsaved = self._reading.unsaved
        if undone:
            action = next(action for action in reversed(unsaved) if action.told)
            unsaved.remove(action)
            self._taken_back.append(action)
        else:
            action = self._taken_back.pop()
            unsaved.append(action)
        turned = action.turned(undone=undone)
        self._reading.show(turned.others)
        alone = self._bookmarks.restore(turned.bookmarks, action.snapshots)
        return _undone(action, alone)

    def _restore(self, turned: Action) -> int:
        """Bring the bookmarks up to date; gives how many are left alone."""
        if not turned.bookmarks:
            return 0
        coming = [d.paper_id for d in turned.bookmarks if d.after is not None]
        with self._asked("restored") as database:
            snapshots = actions.snapshots(database, coming)
        alone = self._bookmarks.restore(turned.bookmarks, snapshots)
        self._settle(turned.number)
        return alone

    @contextmanager
    def _asked(self, what: str) -> Iterator[sqlite3.Connection]:
        """A transaction; raises StateError where there can be none."""
        import sqlite3  # loads only where something is done

        try:
            with self._reading.transaction() as database:
                yield database
        except (OSError, sqlite3.Error) as error:
            reason = files.reason(error)
            raise StateError(f"Nothing can be {what} now: {reason}.") from error

    @contextmanager
    def _recorded(self, told: str, others: Collection[Delta] = ()) -> Iterator[Record]:
        """For a change of bookmarks, which is recorded with other changes."""
        recorded = False

        def record(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> None:
            nonlocal recorded
            recorded = True
            names = dict.fromkeys((*before, *after))
            deltas = [
                Delta(
                    Kind.BOOKMARK,
                    name,
                    spoken(before.get(name)),
                    spoken(after.get(name)),
                )
                for name in names
            ]
            deltas = [each for each in deltas if each.before != each.after]
            snapshots = {
                each.paper_id: (before.get(each.paper_id) or after[each.paper_id]).text
                for each in deltas
                if each.before is None or each.after is None
            }
            self._save(told, [*others, *deltas], snapshots)

        with self._busy:
            yield record
            if recorded:
                self._settle()
            else:
                self._save(told, others)

    def _save(
        self,
        told: str,
        deltas: Collection[Delta],
        snapshots: Mapping[str, bytes] | None = None,
    ) -> None:
        with self._busy:
            if not deltas:
                return
            self._taken_back.clear()
            at = stamp(self._utc())
            self._reading.save(Action(told, at, tuple(deltas), snapshots or {}))

    def _settle(self, *numbers: int) -> None:
        """The file of the bookmarks has all that it lacked."""
        settled = [*self._reading.unsettled, *numbers]
        with suppress(StateError), self._asked("settled") as database:
            actions.settle(database, settled)
            self._reading.unsettled.clear()

    def _delta(self, kind: Kind, paper_id: str, after: str | None) -> Delta:
        return Delta(kind, paper_id, self._reading.value(kind, paper_id), after)

    def _is_only_kept(self, paper_id: str) -> bool:
        """Whether a paper has its bookmark from a decision, and nothing more."""
        decision = self._reading.decisions.get(paper_id)
        bookmark = self._bookmarks.bookmark(paper_id)
        return bool(
            decision
            and bookmark
            and decision.verdict is Verdict.KEEP
            and bookmark.added == decision.at
            and not bookmark.tags
            and not bookmark.note
        )

    def _utc(self) -> datetime:
        return self._now().astimezone(UTC)


def _verdict(decision: Decision | None) -> Verdict | None:
    return decision.verdict if decision else None


def _undone(action: Action, alone: int) -> Undone:
    ids = dict.fromkeys(each.paper_id for each in action.deltas)
    return Undone(action.told, tuple(ids), alone)
