"""Whatever is done, in whatever order: undoing n actions gives the state n ago."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from paperstui.index.bookmarks import Bookmarks
from paperstui.index.journal import Journal
from paperstui.index.models import Bookmark, Verdict
from paperstui.index.reading import ReadingState
from tests.conftest import paper
from tests.examples import examples

PAPERS = [paper(number, f"Paper {number}") for number in range(5)]
some = st.lists(st.sampled_from(PAPERS), min_size=1, max_size=4, unique=True)
tags = st.lists(st.sampled_from(["rl", "RL", "vision", "to read"]), max_size=2)
names = some.map(lambda papers: [each.id for each in papers])


@dataclass(frozen=True)
class State:
    """All that a person decided."""

    bookmarks: dict[str, Bookmark]
    decisions: dict[str, Any]
    seen: frozenset[str]
    marks: frozenset[str]


class Instance:
    """One running program over the files in a folder."""

    def __init__(self, folder: Path, clock: Any) -> None:
        self.bookmarks = Bookmarks(folder / "bookmarks.json", clock)
        self.reading = ReadingState(folder / "reading.db", clock)
        self.journal = Journal(self.bookmarks, self.reading, clock)
        assert self.bookmarks.load() == ()
        assert self.journal.load() == ()

    @property
    def state(self) -> State:
        """What it shows."""
        return State(
            {each.paper.id: each for each in self.bookmarks.all()},
            dict(self.reading.decisions),
            self.reading.ids,
            self.reading.marks,
        )


class Histories(RuleBasedStateMachine):
    """Acts on five papers; knows all states that there were."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.now = datetime(2026, 1, 2, 12, tzinfo=UTC)
        self.here = Instance(self.folder, self.clock)
        self.states = [self.here.state]
        """Those that undoing leads to, then the present one."""
        self.ahead: list[State] = []
        """Those that redoing leads to, the next one last."""

    def clock(self) -> datetime:
        """Goes on with every look at it."""
        self.now += timedelta(seconds=1)
        return self.now

    def teardown(self) -> None:
        self.here.reading.close()
        shutil.rmtree(self.folder)

    def did(self) -> None:
        """Something was done: nothing can be redone, unless it changed nothing."""
        if self.here.state != self.states[-1]:
            self.states.append(self.here.state)
            self.ahead = []

    @rule(papers=some)
    def bookmark(self, papers: list[Any]) -> None:
        self.here.journal.bookmark(papers, "bookmarked")
        self.did()

    @rule(names=names)
    def take_away(self, names: list[str]) -> None:
        self.here.journal.remove(names, "removed")
        self.did()

    @rule(papers=some, added=tags, removed=tags)
    def tag(self, papers: list[Any], added: list[str], removed: list[str]) -> None:
        lower = {tag.casefold() for tag in added}
        removed = [tag for tag in removed if tag.casefold() not in lower]
        self.here.journal.retag(papers, added, removed, "tagged")
        self.did()

    @rule(papers=some, note=st.sampled_from(["", "read", "two\nlines"]))
    def note(self, papers: list[Any], note: str) -> None:
        self.here.journal.note(papers, note, "noted")
        self.did()

    @rule(papers=some, verdict=st.sampled_from([*Verdict, None]))
    def decide(self, papers: list[Any], verdict: Verdict | None) -> None:
        self.here.journal.decide(papers, verdict, "decided")
        self.did()

    @rule(names=names)
    def see(self, names: list[str]) -> None:
        self.here.journal.see(names, "seen")
        self.did()

    @rule(marked=names, unmarked=names)
    def mark(self, marked: list[str], unmarked: list[str]) -> None:
        marks = self.here.reading.marks
        self.here.journal.mark(
            [each for each in marked if each not in marks],
            [each for each in unmarked if each in marks],
            "marked",
        )
        self.did()

    @rule()
    def undo(self) -> None:
        undone = self.here.journal.undo()
        assert (undone is not None) == (len(self.states) > 1)
        if undone is not None:
            assert undone.alone == 0
            self.ahead.append(self.states.pop())

    @precondition(lambda self: self.ahead)
    @rule()
    def redo(self) -> None:
        redone = self.here.journal.redo()
        assert redone is not None
        assert redone.alone == 0
        self.states.append(self.ahead.pop())

    @precondition(lambda self: not self.ahead)
    @rule()
    def redo_nothing(self) -> None:
        assert self.here.journal.redo() is None

    @precondition(lambda self: len(self.states) > 1)
    @rule()
    def undo_all(self) -> None:
        """Back to the start, state by state, and forth again."""
        passed = []
        while len(self.states) > 1:
            passed.append(self.states.pop())
            assert self.here.journal.undo() is not None
            assert self.here.state == self.states[-1]
        assert self.here.journal.undo() is None
        for state in reversed(passed):
            assert self.here.journal.redo() is not None
            assert self.here.state == state
            self.states.append(state)

    @rule()
    def restart(self) -> None:
        self.here.reading.close()
        self.here = Instance(self.folder, self.clock)

    @rule()
    def crash(self) -> None:
        """Another one starts while this one still has the files open."""
        crashed, self.here = self.here, Instance(self.folder, self.clock)
        crashed.reading.close()

    @invariant()
    def shows_the_state(self) -> None:
        assert self.here.state == self.states[-1]


TestHistories = Histories.TestCase
TestHistories.settings = settings(max_examples=examples(30), stateful_step_count=25)
