"""The history of what was done: what is told, other instances, crashes, full disks."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from paperstui.index import files, reading_file
from paperstui.index.bookmarks import Bookmarks
from paperstui.index.errors import StateError
from paperstui.index.journal import Journal, Undone
from paperstui.index.models import Bookmark, Verdict
from paperstui.index.reading import ReadingState
from tests.conftest import paper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PAPERS = [paper(number, f"Paper {number}") for number in range(6)]
A, B, C = PAPERS[:3]


class Instance:
    """One running program over the files in a folder."""

    def __init__(self, folder: Path, now: datetime) -> None:
        self.now = now
        self.bookmarks = Bookmarks(folder / "bookmarks.json", self.clock)
        self.reading = ReadingState(folder / "reading.db", self.clock)
        self.journal = Journal(self.bookmarks, self.reading, self.clock)
        self.notices = (*self.bookmarks.load(), *self.journal.load())

    def clock(self) -> datetime:
        """Goes on with every look at it."""
        self.now += timedelta(seconds=1)
        return self.now

    @property
    def verdicts(self) -> dict[str, str]:
        """What was decided, by the number of the paper."""
        decisions = self.reading.decisions.items()
        return {name.removeprefix("test:"): each.verdict for name, each in decisions}


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[], Instance]]:
    """Starts instances over the same files, one a minute."""
    started: list[Instance] = []

    def one() -> Instance:
        minutes = timedelta(minutes=len(started))
        started.append(
            Instance(tmp_path, datetime(2026, 1, 2, 12, tzinfo=UTC) + minutes)
        )
        return started[-1]

    yield one
    for instance in started:
        instance.reading.close()


def text(folder: Path) -> bytes:
    """The file of the bookmarks."""
    return (folder / "bookmarks.json").read_bytes()


def test_undoing_tells_what_was_done_to_which_papers(
    start: Callable[[], Instance],
) -> None:
    journal = start().journal
    assert journal.undo() is None
    assert journal.bookmark([A, B], "bookmarked two") == 2
    assert journal.bookmark([A, B], "bookmarked again") == 0
    assert journal.decide([C], Verdict.SKIP, "skipped") == 1
    assert journal.undo() == Undone("skipped", (C.id,))
    assert journal.undo() == Undone("bookmarked two", (A.id, B.id))
    assert journal.undo() is None
    assert journal.redo() == Undone("bookmarked two", (A.id, B.id))


def test_what_is_kept_is_bookmarked_and_seen(start: Callable[[], Instance]) -> None:
    here = start()
    assert here.journal.decide([A, B], Verdict.KEEP, "kept") == 2
    assert here.journal.decide([A], Verdict.KEEP, "kept") == 0
    assert here.bookmarks.ids == here.reading.ids == {A.id, B.id}
    here.journal.retag([B], ["rl"], (), "tagged")
    here.journal.decide([A, B], Verdict.SKIP, "skipped")
    assert here.verdicts == {"0": "skip", "1": "skip"}
    # The tag is work that nobody asked to throw away.
    assert here.bookmarks.ids == {B.id}
    assert here.reading.ids == {A.id, B.id}


def test_a_bookmark_of_before_outlives_a_decision(
    start: Callable[[], Instance],
) -> None:
    here = start()
    here.journal.bookmark([A], "bookmarked")
    here.journal.decide([A], Verdict.KEEP, "kept")
    here.journal.decide([A], Verdict.SKIP, "skipped")
    assert here.bookmarks.ids == {A.id}


def test_undoing_gives_the_file_back_to_the_letter(
    start: Callable[[], Instance], tmp_path: Path
) -> None:
    here = start()
    for each in (A, B, C):
        here.journal.bookmark([each], "bookmarked")
    # What another version wrote there is not lost either.
    content = json.loads(text(tmp_path))
    content["bookmarks"][1]["rating"] = 5
    (tmp_path / "bookmarks.json").write_text(json.dumps(content, indent=2))
    here.bookmarks.refresh()
    here.journal.retag([C], ["x"], (), "tagged")
    before = text(tmp_path)
    here.journal.remove([B.id], "removed")
    here.journal.note([A], "to read", "noted")
    assert b'"rating"' not in text(tmp_path)
    here.journal.undo()
    here.journal.undo()
    assert text(tmp_path) == before


def test_the_history_lasts_over_restarts(start: Callable[[], Instance]) -> None:
    first = start()
    first.journal.decide([A], Verdict.KEEP, "kept A")
    first.journal.retag([A], ["rl"], (), "tagged A")
    first.journal.undo()
    first.reading.close()
    second = start()
    assert second.notices == ()
    assert second.journal.redo() == Undone("tagged A", (A.id,))
    second.reading.close()
    third = start()
    assert [third.journal.undo(), third.journal.undo()] == [
        Undone("tagged A", (A.id,)),
        Undone("kept A", (A.id,)),
    ]
    assert (len(third.bookmarks), third.verdicts) == (0, {})


def test_what_two_instances_decide_is_united(start: Callable[[], Instance]) -> None:
    one, other = start(), start()
    one.journal.decide([A], Verdict.KEEP, "kept A")
    other.journal.decide([B], Verdict.SKIP, "skipped B")
    other.journal.retag([C], ["rl"], (), "tagged C")
    one.journal.decide([C], Verdict.KEEP, "kept C")
    assert one.reading.refresh()
    assert other.reading.refresh()
    assert not other.reading.refresh()
    assert other.bookmarks.refresh()
    assert one.verdicts == other.verdicts == {"0": "keep", "1": "skip", "2": "keep"}
    assert one.bookmarks.ids == other.bookmarks.ids == {A.id, C.id}
    # The last action is undone, whoever did it.
    assert other.journal.undo() == Undone("kept C", (C.id,))
    one.bookmarks.refresh()
    bookmark = one.bookmarks.bookmark(C.id)
    assert bookmark is not None
    assert bookmark.tags == ("rl",)


def test_what_was_changed_by_other_ways_is_left_alone(
    start: Callable[[], Instance], tmp_path: Path
) -> None:
    here = start()
    here.journal.bookmark([A, B], "bookmarked")
    content = json.loads(text(tmp_path))
    content["bookmarks"][0]["note"] = "by hand"
    (tmp_path / "bookmarks.json").write_text(json.dumps(content))
    here.bookmarks.refresh()
    assert here.journal.undo() == Undone("bookmarked", (A.id, B.id), alone=1)
    assert here.bookmarks.ids == {A.id}


def test_something_new_ends_redoing(start: Callable[[], Instance]) -> None:
    journal = start().journal
    journal.see([A.id], "saw A")
    journal.undo()
    journal.see([B.id], "saw B")
    assert journal.redo() is None
    assert journal.undo() == Undone("saw B", (B.id,))


def test_reading_on_is_no_action(start: Callable[[], Instance]) -> None:
    here = start()
    here.journal.see([A.id], "saw A")
    here.journal.undo()
    here.reading.mark_read(B.id)
    assert here.journal.redo() == Undone("saw A", (A.id,))
    assert here.reading.ids == {A.id, B.id}


def test_actions_before_the_file_is_open_are_saved_then(tmp_path: Path) -> None:
    bookmarks = Bookmarks(tmp_path / "bookmarks.json")
    reading = ReadingState(tmp_path / "reading.db")
    journal = Journal(bookmarks, reading)
    journal.decide([A], Verdict.KEEP, "kept A")
    journal.decide([B], Verdict.MAYBE, "maybe B")
    assert journal.undo() == Undone("maybe B", (B.id,))
    assert journal.redo() == Undone("maybe B", (B.id,))
    assert journal.undo() == Undone("maybe B", (B.id,))
    assert journal.load() == ()
    assert journal.undo() == Undone("kept A", (A.id,))
    assert (len(bookmarks), dict(reading.decisions)) == (0, {})
    reading.close()


def test_a_full_disk_costs_nothing_that_was_done(
    start: Callable[[], Instance], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_file, "WAIT_SECONDS", 0.01)
    here = start()
    here.journal.decide([A], Verdict.KEEP, "kept A")
    with monkeypatch.context() as patch:
        patch.setattr(files, "write_atomically", _refuse)
        path = tmp_path / "reading.db"
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StateError, match="kept in memory"):
                here.journal.decide([B], Verdict.KEEP, "kept B")
            other.execute("ROLLBACK")
    assert here.verdicts == {"0": "keep", "1": "keep"}
    assert here.bookmarks.ids == {A.id, B.id}
    here.journal.see([C.id], "saw C")
    here.journal.decide([C], Verdict.KEEP, "kept C")
    here.reading.close()
    again = start()
    assert again.verdicts == {"0": "keep", "1": "keep", "2": "keep"}
    assert again.bookmarks.ids == {A.id, B.id, C.id}
    told = [again.journal.undo() for _ in range(5)]
    assert [each and each.told for each in told] == [
        "kept C",
        "saw C",
        "kept B",
        "kept A",
        None,
    ]
    assert (len(again.bookmarks), again.verdicts) == (0, {})


def _refuse(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")


def test_what_a_crash_cuts_off_is_finished(
    start: Callable[[], Instance], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = start()
    here.journal.bookmark([A], "bookmarked A")
    # The history is saved first: the bookmarks are what a crash leaves out.
    with monkeypatch.context() as patch:
        patch.setattr(files, "write_atomically", _refuse)
        with pytest.raises(StateError):
            here.journal.retag(PAPERS, ["rl"], (), "tagged six")
    again = start()
    assert again.notices == ()
    assert again.bookmarks.tags() == {"rl": 6}
    assert again.journal.undo() == Undone("tagged six", tuple(p.id for p in PAPERS))
    assert again.bookmarks.ids == {A.id}
    # An undo that was cut off, too.
    again.journal.redo()
    with monkeypatch.context() as patch:
        patch.setattr(files, "write_atomically", _refuse)
        with pytest.raises(StateError):
            again.journal.undo()
    last = start()
    assert last.bookmarks.ids == {A.id}
    assert last.bookmarks.tags() == {}
    assert last.journal.undo() == Undone("bookmarked A", (A.id,))


_WORK = """
import sys
from pathlib import Path
from paperstui.index.bookmarks import Bookmarks
from paperstui.index.journal import Journal
from paperstui.index.models import (Paper, Venue, Verdict)
from paperstui.index.reading import ReadingState

folder, start, many = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
papers = [Paper(f"test:{n}", f"Paper {n}", Venue("ICML", 2024)) for n in range(many)]
bookmarks = Bookmarks(folder / "bookmarks.json")
reading = ReadingState(folder / "reading.db")
journal = Journal(bookmarks, reading)
assert (*bookmarks.load(), *journal.load()) == ()
for n in range(start, 1_000_000):
    if many > 20:
        journal.retag(papers, [f"t{n}"], (), f"tagged {n}")
    else:
        verdict = Verdict.KEEP if n % 2 else Verdict.SKIP
        one = Paper(f"test:{n}", f"Paper {n}", Venue("ICML", 2024))
        journal.decide([one], verdict, f"decided {n}")
    print(n, flush=True)
"""


def killed(folder: Path, start: int, many: int, after: int, wait: float) -> int:
    """Run an instance until it is killed; gives the last action that it told."""
    process = subprocess.Popen(
        [sys.executable, "-c", _WORK, str(folder), str(start), str(many)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(after)]
    # In the middle of another action, wherever that is.
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(wait)
    process.send_signal(signal.SIGKILL)
    lines += process.communicate()[0].splitlines()
    return int(lines[-1])


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("seed", range(4))
def test_a_kill_in_a_triage_costs_no_decision(
    tmp_path: Path, start: Callable[[], Instance], seed: int
) -> None:
    wait = random.Random(seed).uniform(0.001, 0.05)
    last = killed(tmp_path, 0, 1, 8, wait)
    here = start()
    assert here.notices == ()
    # It may have been killed between saving an action and telling it.
    assert len(here.verdicts) in (last + 1, last + 2)
    kept = {f"test:{n}" for n in range(len(here.verdicts)) if n % 2}
    assert here.bookmarks.ids == kept
    for number in reversed(range(len(here.verdicts))):
        assert here.journal.undo() == Undone(f"decided {number}", (f"test:{number}",))
    assert here.journal.undo() is None
    assert (len(here.bookmarks), here.verdicts, len(here.reading)) == (0, {}, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("seed", range(4))
def test_a_kill_in_a_bulk_tag_leaves_all_of_it_or_none(
    tmp_path: Path, start: Callable[[], Instance], seed: int
) -> None:
    wait = random.Random(seed).uniform(0.001, 0.2)
    last = killed(tmp_path, 0, 600, 2, wait)
    here = start()
    assert here.notices == ()
    tags = here.bookmarks.tags()
    assert len(tags) in (last + 1, last + 2)
    assert tags == {f"t{n}": 600 for n in range(len(tags))}
    for number in reversed(range(len(tags))):
        undone = here.journal.undo()
        assert undone is not None
        assert (undone.told, len(undone.paper_ids)) == (f"tagged {number}", 600)
        assert undone.alone == 0
    assert here.journal.undo() is None
    assert len(here.bookmarks) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_instances_that_decide_together_lose_nothing(
    tmp_path: Path, start: Callable[[], Instance]
) -> None:
    command = [sys.executable, "-c", _WORK, str(tmp_path)]
    running = [
        subprocess.Popen([*command, str(first), "1"], stdout=subprocess.PIPE, text=True)
        for first in (0, 1000)
    ]
    told = [0, 0]
    for _ in range(15):
        for number, process in enumerate(running):
            assert process.stdout is not None
            told[number] = int(process.stdout.readline())
    for process in running:
        process.kill()
        process.communicate()
    here = start()
    decided = {int(name) for name in here.verdicts}
    for first, last in zip((0, 1000), told, strict=True):
        assert set(range(first, last + 1)) <= decided
    assert here.bookmarks.ids == {f"test:{n}" for n in decided if n % 2}
    for _ in decided:
        assert here.journal.undo() is not None
    assert (here.journal.undo(), len(here.bookmarks), here.verdicts) == (None, 0, {})


def test_bookmarks_that_are_imported_are_an_action_like_others(
    start: Callable[[], Instance],
) -> None:
    here = start()
    moment = datetime(2020, 1, 1, tzinfo=UTC)
    marks = [Bookmark(A, moment, ("x",), "n"), Bookmark(B, moment)]
    assert here.journal.add(marks, "imported two") == 2
    here.journal.undo()
    assert len(here.bookmarks) == 0
    here.journal.redo()
    assert set(here.bookmarks.all()) == set(marks)
