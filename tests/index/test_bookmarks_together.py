"""Bookmarks that several instances change, or one that is killed."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from paperstui.index import bookmark_store as module
from paperstui.index import files
from paperstui.index.bookmarks import Bookmarks
from paperstui.index.errors import StateError
from paperstui.index.models import Bookmark
from tests.conftest import toggle
from tests.examples import examples
from tests.index.conftest import NOON, Clock, names, paper, saved

if TYPE_CHECKING:
    from datetime import datetime


def test_two_instances_make_the_union(path: Path) -> None:
    one, other = Bookmarks(path), Bookmarks(path)
    one.load()
    other.load()
    toggle(one, paper("a"))
    toggle(other, paper("b"))
    toggle(one, paper("c"))
    assert saved(path) == ["a", "b", "c"]
    assert one.ids == {"a", "b", "c"}
    assert other.ids == {"a", "b"}
    assert other.refresh() is True
    assert other.refresh() is False
    assert other.ids == {"a", "b", "c"}
    # What a save picked up on its way is news, too.
    assert one.refresh() is True
    assert one.refresh() is False


def test_a_paper_that_both_bookmark_keeps_the_earlier_time(
    path: Path, clock: Clock
) -> None:
    one, other = Bookmarks(path, clock), Bookmarks(path, clock)
    one.load()
    other.load()
    toggle(one, paper("a"))
    clock.move(seconds=1)
    toggle(other, paper("a"))
    assert other.all() == (Bookmark(paper("a"), NOON),)
    assert saved(path) == ["a"]


def test_a_removal_that_waited_spares_what_was_added_later(
    path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOCK_SECONDS", 0.01)
    one, other = Bookmarks(path, clock), Bookmarks(path, clock)
    toggle(one, paper("a"))
    clock.move(seconds=1)
    with files.locked(path, 0), pytest.raises(StateError) as raised:
        toggle(one, paper("a"))
    assert str(raised.value) == (
        f"Cannot save {path}: another paperstui is using it. The change is kept in "
        "memory and saved with the next one that can be."
    )
    assert one.ids == frozenset()
    other.load()
    for _ in range(2):
        clock.move(seconds=1)
        toggle(other, paper("a"))
    toggle(one, paper("b"))
    assert saved(path) == ["a", "b"]
    assert one.ids == {"a", "b"}


def test_threads_of_one_instance_do_not_disturb_each_other(path: Path) -> None:
    bookmarks = Bookmarks(path)

    def work(name: str) -> None:
        for number in range(5):
            toggle(bookmarks, paper(f"{name}{number}"))
            bookmarks.refresh()

    threads = [threading.Thread(target=work, args=name) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = {f"{name}{number}" for name in "abcd" for number in range(5)}
    assert bookmarks.ids == set(saved(path)) == expected


_TOGGLES = """
import sys
from pathlib import Path
from paperstui.index.bookmarks import Bookmarks
from paperstui.index.models import (Paper, Venue)
path, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
bookmarks = Bookmarks(path)
bookmarks.load()
print("ready", flush=True)
sys.stdin.read(1)
for number in range(count):
    bookmarks.put([Paper(f"{name}{number:04}", "x" * 5000, Venue("ICML"))])
    print(number, flush=True)
"""


def start(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    """An instance that bookmarks so many papers once it reads a character."""
    process = subprocess.Popen(
        [sys.executable, "-c", _TOGGLES, str(path), name, str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_kill_at_any_moment_leaves_the_old_file_or_the_new(path: Path) -> None:
    before = 0
    for number in range(8):
        with start(path, f"{number}-", 10_000) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("x")
            process.stdin.flush()
            told = [process.stdout.readline() for _ in range(1 + 3 * number)]
            process.send_signal(signal.SIGKILL)
            told += process.stdout.readlines()
        bookmarks = Bookmarks(path)
        assert bookmarks.load() == ()
        made = sorted(name for name in bookmarks.ids if name.startswith(f"{number}-"))
        # It may have been killed between the last save and its report.
        assert len(made) - len(told) in (0, 1)
        assert made == [f"{number}-{index:04}" for index in range(len(made))]
        assert len(bookmarks) == before + len(made)
        before = len(bookmarks)
    Bookmarks(path).put([paper("a")])
    assert names(path.parent) == ["bookmarks.json"] + [
        f"bookmarks.json.bak{number}" for number in (1, 2, 3)
    ]


def test_two_processes_at_once_make_the_union(path: Path) -> None:
    processes = [start(path, name, 25) for name in "ab"]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("x")
        process.stdin.flush()
    for process in processes:
        process.communicate(timeout=30)
        assert process.returncode == 0
    expected = {f"{name}{number:04}" for name in "ab" for number in range(25)}
    assert set(saved(path)) == expected
    assert len(saved(path)) == 50


class TwoInstances(RuleBasedStateMachine):
    """Two instances of one file against a model: what the file must hold, and when.

    The model: a toggle acts on what its instance shows; a save applies what that
    instance did not save yet, but removes nothing that was added since.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "bookmarks.json"
        self.clock = Clock()
        self.file: dict[str, datetime] = {}
        self.instances = [Bookmarks(self.path, self.clock) for _ in range(2)]
        self.seen: list[dict[str, datetime]] = [{}, {}]
        self.waiting: list[dict[str, tuple[bool, datetime]]] = [{}, {}]

    def teardown(self) -> None:
        """Remove the files."""
        self.folder.cleanup()

    def shown(self, number: int) -> dict[str, datetime]:
        """What an instance saw in the file, with what it did not save yet."""
        result = dict(self.seen[number])
        for name, (set_here, at) in self.waiting[number].items():
            if set_here:
                result.setdefault(name, at)
            elif name in result and result[name] <= at:
                del result[name]
        return result

    def change(self, number: int, name: str) -> bool:
        """Note a toggle; whether the bookmark is set by it."""
        self.clock.move(seconds=1)
        set_here = name not in self.shown(number)
        self.waiting[number][name] = (set_here, self.clock.now)
        return set_here

    @rule(number=st.integers(0, 1), name=st.sampled_from("abc"))
    def toggle(self, number: int, name: str) -> None:
        """One instance sets or removes a bookmark."""
        set_here = self.change(number, name)
        assert toggle(self.instances[number], paper(name)) is set_here
        self.seen[number] = self.file
        self.file = self.seen[number] = self.shown(number)
        self.waiting[number] = {}

    @rule(number=st.integers(0, 1), name=st.sampled_from("abc"))
    def toggle_in_vain(self, number: int, name: str) -> None:
        """The same while the file cannot be saved."""
        self.change(number, name)
        with pytest.MonkeyPatch.context() as patch, files.locked(self.path, 0):
            patch.setattr(module, "LOCK_SECONDS", 0)
            with pytest.raises(StateError):
                toggle(self.instances[number], paper(name))

    @rule(number=st.integers(0, 1))
    def refresh(self, number: int) -> None:
        """One instance looks at the file."""
        before = self.shown(number)
        self.seen[number] = self.file
        changed = self.instances[number].refresh()
        assert changed or self.shown(number) == before

    @rule(number=st.integers(0, 1))
    def launch_again(self, number: int) -> None:
        """One instance ends, with what it could not save, and starts again."""
        self.instances[number] = Bookmarks(self.path, self.clock)
        assert self.instances[number].load() == ()
        self.waiting[number] = {}
        self.seen[number] = self.file

    @invariant()
    def all_is_as_the_model_says(self) -> None:
        """The file and both instances."""
        if self.path.exists():
            assert set(saved(self.path)) == self.file.keys()
        for number, instance in enumerate(self.instances):
            added = {bookmark.paper.id: bookmark.added for bookmark in instance.all()}
            assert added == self.shown(number)


TestTwoInstances = TwoInstances.TestCase
TestTwoInstances.settings = settings(max_examples=examples(40), stateful_step_count=25)
