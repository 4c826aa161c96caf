"""The rows of what a person marked follow every file that they come from."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from paperstui.index.bookmarks import Bookmarks
from paperstui.index.collection import Collection
from paperstui.index.marked import MarkedRows
from paperstui.index.reading import ReadingState
from paperstui.index.requests import Marks
from tests.conftest import toggle
from tests.index.conftest import content, entry, paper

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

NAMES = ("a", "b", "c", "d")


class Desk:
    """Everything that marks come from."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "bookmarks.json"
        self.collection = Collection(folder / "library.db")
        self.collection.keep(map(paper, NAMES))
        self.bookmarks = Bookmarks(self.path)
        self.bookmarks.load()
        self.reading = ReadingState(folder / "reading.db")
        self.reading.load()
        self.rows = MarkedRows(self.collection.library, self.bookmarks, self.reading)
        self.edits = 0

    def edit(self, *entries: dict[str, Any]) -> None:
        """Write the file of bookmarks as an editor would, and take it over."""
        self.path.write_bytes(content(*entries))
        # However fast the test is, the file looks newer.
        self.edits += 1
        later = self.path.stat().st_mtime_ns + self.edits * 10**9
        os.utime(self.path, ns=(later, later))
        assert self.bookmarks.refresh()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.reading.close()
    made.collection.close()


def test_nothing_is_marked_at_first(desk: Desk) -> None:
    assert desk.rows.current() == Marks()


def test_nothing_is_looked_up_where_nothing_changed(desk: Desk) -> None:
    toggle(desk.bookmarks, paper("b"))
    marks = desk.rows.current()
    assert marks.bookmarked == {1}
    desk.bookmarks.refresh()
    desk.collection.library.reload()
    assert desk.rows.current() is marks


def test_bookmarks_and_reading_are_followed(desk: Desk) -> None:
    toggle(desk.bookmarks, paper("b"))
    desk.reading.mark_read("c")
    assert desk.rows.current() == Marks(frozenset({1}), frozenset({2}))
    toggle(desk.bookmarks, paper("b"))
    desk.reading.mark_read("a")
    assert desk.rows.current() == Marks(seen=frozenset({0, 2}))


def test_only_papers_that_are_new_are_looked_up(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = desk.collection.library
    real, asked = library.rows, []

    def rows(ids: Iterable[str]) -> dict[str, int]:
        wanted = list(ids)
        asked.extend(wanted)
        return real(wanted)

    monkeypatch.setattr(library, "rows", rows)
    for name in ("a", "b", "gone"):
        desk.reading.mark_read(name)
        desk.rows.current()
    assert asked == ["a", "b", "gone"]
    assert desk.rows.current().seen == {0, 1}


def test_tags_and_notes_that_are_written_by_hand_are_followed(desk: Desk) -> None:
    desk.edit(entry("a"), {**entry("c"), "tags": ["RL", "to read"]})
    assert desk.rows.current() == Marks(
        frozenset({0, 2}), tagged={"rl": frozenset({2}), "to read": frozenset({2})}
    )
    # The same papers, other tags.
    desk.edit(
        {**entry("a"), "tags": ["rl"], "note": "good"}, {**entry("c"), "tags": ["Rl"]}
    )
    assert desk.rows.current() == Marks(
        frozenset({0, 2}), noted=frozenset({0}), tagged={"rl": frozenset({0, 2})}
    )
    desk.edit(entry("a"), entry("c"))
    assert desk.rows.current() == Marks(frozenset({0, 2}))


def test_the_library_is_followed(desk: Desk) -> None:
    for name in ("b", "e"):
        toggle(desk.bookmarks, paper(name))
        desk.reading.mark_read(name)
    assert desk.rows.current() == Marks(frozenset({1}), frozenset({1}))
    other = replace(paper("e").venue, name="ACL")
    desk.collection.keep([replace(paper("e"), venue=other)])
    assert desk.rows.current() == Marks(frozenset({1, 4}), frozenset({1, 4}))
    desk.collection.remove(paper("b").venue)
    assert desk.rows.current() == Marks(frozenset({4}), frozenset({4}))


def test_notes_are_found_anew_only_when_one_changes(desk: Desk) -> None:
    assert desk.rows.current().notes is None
    desk.bookmarks.note([paper("b"), paper("gone")], "one")
    notes = desk.rows.current().notes
    assert notes is not None
    assert notes.texts == {1: "one"}
    desk.bookmarks.retag([paper("b"), paper("c")], ["x"])
    desk.reading.mark_read("c")
    assert desk.rows.current().notes is notes
    desk.bookmarks.note([paper("c")], "two")
    found = desk.rows.current().notes
    assert found is not None
    assert found.texts == {1: "one", 2: "two"}
    assert desk.rows.current().noted == {1, 2}
    desk.bookmarks.note([paper("b"), paper("c"), paper("gone")], "")
    assert desk.rows.current() == Marks(
        frozenset({1, 2}), frozenset({2}), tagged={"x": frozenset({1, 2})}
    )
    assert desk.rows.current().notes is None
