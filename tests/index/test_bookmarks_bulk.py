"""Bookmarks of many papers at a time: set, removed, tagged, each by one save."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperstui.index import bookmark_store as module
from paperstui.index import files
from paperstui.index.bookmark_changes import Edit
from paperstui.index.bookmarks import Bookmarks
from paperstui.index.errors import StateError
from paperstui.index.models import Bookmark
from tests.conftest import toggle
from tests.examples import examples
from tests.index.conftest import NOON, Clock, content, entry, paper, saved

if TYPE_CHECKING:
    from collections.abc import Callable

PAPERS = [paper(name) for name in "abc"]


def entries(path: Path) -> dict[str, dict[str, Any]]:
    """What the file says of each paper."""
    found = json.loads(path.read_bytes())["bookmarks"]
    return {each["id"]: each for each in found}


def tags(bookmarks: Bookmarks) -> dict[str, tuple[str, ...]]:
    """The tags of each bookmarked paper."""
    return {each.paper.id: each.tags for each in bookmarks.all()}


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are written, one by one."""
    written: list[Path] = []
    write = files.write_atomically

    def counted(path: Path, data: bytes, like: Path | None = None) -> None:
        written.append(path)
        write(path, data, like)

    monkeypatch.setattr(files, "write_atomically", counted)
    return written


def test_many_change_by_one_save_each(
    path: Path, clock: Clock, writes: list[Path]
) -> None:
    bookmarks = Bookmarks(path, clock)
    many = [paper(f"{number:03}") for number in range(300)]
    assert bookmarks.add(Bookmark(each, NOON) for each in many) == 300
    assert saved(path) == [each.id for each in many]
    assert bookmarks.retag(many[:200], ["rl"]) == 200
    assert bookmarks.retag(many[:50], removed=["RL"]) == 50
    assert bookmarks.tags() == {"rl": 150}
    assert bookmarks.remove(each.id for each in many[100:]) == 200
    assert saved(path) == [each.id for each in many[:100]]
    assert writes.count(path) == 4


def test_what_changes_nothing_writes_nothing(
    path: Path, clock: Clock, writes: list[Path]
) -> None:
    bookmarks = Bookmarks(path, clock)
    bookmarks.retag(PAPERS, ["rl"])
    writes.clear()
    assert bookmarks.retag(PAPERS, ["RL"]) == 0
    assert bookmarks.retag(PAPERS, removed=["vision"]) == 0
    assert bookmarks.remove(["d"]) == 0
    assert bookmarks.add([Bookmark(PAPERS[0], NOON)]) == 0
    assert writes == []


def test_adding_unites_tags_and_keeps_the_note_that_is_there(
    path: Path, clock: Clock
) -> None:
    bookmarks = Bookmarks(path, clock)
    bookmarks.add([Bookmark(PAPERS[0], NOON, ("rl",), "read it"), Bookmark(*AT_NOON)])
    clock.move(days=1)
    later = NOON + timedelta(days=1)
    new = [
        Bookmark(PAPERS[0], later, ("Vision", "RL"), "another"),
        Bookmark(PAPERS[1], later, ("x", "X", "y"), "a note"),
        Bookmark(PAPERS[2], later, ("z", "Z"), "new"),
        Bookmark(PAPERS[2], later, ("w",), "twice"),
    ]
    assert bookmarks.add(new) == 1
    assert bookmarks.all() == (
        Bookmark(PAPERS[2], later, ("z", "w"), "new"),
        Bookmark(PAPERS[1], NOON, ("x", "y"), "a note"),
        Bookmark(PAPERS[0], NOON, ("rl", "Vision"), "read it"),
    )
    assert Bookmarks(path).load() == ()
    again = Bookmarks(path)
    again.load()
    assert again.all() == bookmarks.all()


AT_NOON = (PAPERS[1], NOON)


def test_tagging_bookmarks_and_untagging_does_not(path: Path, clock: Clock) -> None:
    bookmarks = Bookmarks(path, clock)
    toggle(bookmarks, PAPERS[0])
    clock.move(seconds=1)
    assert bookmarks.retag(PAPERS, removed=["rl"]) == 0
    assert bookmarks.retag(PAPERS[:2], ["rl", "to-read"]) == 2
    assert tags(bookmarks) == {"a": ("rl", "to-read"), "b": ("rl", "to-read")}
    first = bookmarks.bookmark("a")
    assert first is not None
    assert first.added == NOON
    assert bookmarks.retag(PAPERS, removed=["rl", "TO-READ"]) == 2
    assert tags(bookmarks) == {"a": (), "b": ()}
    assert "tags" not in entries(path)["a"]


def test_tags_in_use_are_counted_whatever_their_case(path: Path, clock: Clock) -> None:
    bookmarks = Bookmarks(path, clock)
    assert bookmarks.tags() == {}
    bookmarks.retag(PAPERS[:2], ["RL", "x"])
    bookmarks.retag(PAPERS[2:], ["rl"])
    assert list(bookmarks.tags().items()) == [("RL", 3), ("x", 2)]


def test_what_is_unknown_in_an_entry_survives_its_edits(path: Path) -> None:
    first = {**entry("a"), "colour": [1], "tags": ["x", 7, {"y": 1}], "note": 5}
    second = {**entry("b"), "tags": "odd"}
    path.parent.mkdir()
    path.write_bytes(content(first, second, extra=1))
    bookmarks = Bookmarks(path)
    bookmarks.load()
    bookmarks.add([Bookmark(PAPERS[0], NOON, ("rl",), "n")])
    bookmarks.retag(PAPERS, removed=["x"])
    bookmarks.retag(PAPERS[1:2], ["rl"])
    found = entries(path)
    assert found["a"] == {**first, "tags": ["rl", 7, {"y": 1}]}
    assert found["b"] == {**second, "tags": ["rl", "odd"]}
    assert json.loads(path.read_bytes())["extra"] == 1


def test_two_instances_tag_one_paper(path: Path, clock: Clock) -> None:
    one, other = Bookmarks(path, clock), Bookmarks(path, clock)
    one.retag(PAPERS, ["old"])
    other.load()
    one.retag(PAPERS[:2], ["one"])
    assert other.retag(PAPERS, removed=["old"]) == 3
    assert other.retag(PAPERS[1:], ["other"]) == 2
    assert tags(other) == {"a": ("one",), "b": ("one", "other"), "c": ("other",)}
    assert one.refresh() is True
    assert tags(one) == tags(other)


def test_a_removal_of_many_spares_what_was_added_since(
    path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOCK_SECONDS", 0.01)
    one, other = Bookmarks(path, clock), Bookmarks(path, clock)
    one.add(Bookmark(each, NOON) for each in PAPERS)
    clock.move(seconds=1)
    with files.locked(path, 0), pytest.raises(StateError):
        one.remove("abc")
    clock.move(seconds=1)
    other.load()
    toggle(other, PAPERS[0])
    toggle(other, PAPERS[0])
    one.retag([paper("d")], ["x"])
    assert saved(path) == ["a", "d"]


def test_what_cannot_be_saved_is_kept_and_saved_with_the_next(
    path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOCK_SECONDS", 0.01)
    bookmarks = Bookmarks(path, clock)
    bookmarks.retag(PAPERS[:1], ["old"])
    with files.locked(path, 0):
        with pytest.raises(StateError, match="The change is kept in memory"):
            bookmarks.retag(PAPERS, ["rl"])
        with pytest.raises(StateError):
            bookmarks.retag(PAPERS[:1], removed=["old"])
    shown = {"a": ("rl",), "b": ("rl",), "c": ("rl",)}
    assert tags(bookmarks) == shown
    assert saved(path) == ["a"]
    toggle(bookmarks, paper("d"))
    assert saved(path) == ["a", "b", "c", "d"]
    again = Bookmarks(path)
    again.load()
    assert tags(again) == {**shown, "d": ()}


TAGS = st.lists(st.sampled_from(["a", "A", "b", "ß", "SS"]), max_size=3)
EDITS = st.builds(
    lambda added, dropped, note, renoted: Edit(
        tuple(added),
        frozenset(map(str.casefold, dropped)) - set(map(str.casefold, added)),
        note,
        renoted,
    ),
    TAGS,
    TAGS,
    st.sampled_from(["", "x", "y"]),
    st.sampled_from([None, None, "", "z"]),
)


@given(edits=st.lists(EDITS, max_size=4), before=TAGS)
def test_edits_make_one(edits: list[Edit], before: list[str]) -> None:
    bookmark = step = Bookmark(PAPERS[0], NOON, tuple(before))
    whole = Edit()
    for edit in edits:
        step = edit.of(step)
        whole = whole.then(edit)
    once = whole.of(bookmark)
    assert set(map(str.casefold, once.tags)) == set(map(str.casefold, step.tags))
    assert once.note == step.note


Step = tuple[str, list[str], list[str]]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["add", "remove", "tag", "untag", "toggle"]),
        st.lists(st.sampled_from("abc"), max_size=3),
        st.lists(st.sampled_from(["x", "y", "z"]), max_size=2, unique=True),
    ),
    max_size=8,
)


def _do(bookmarks: Bookmarks, step: Step, clock: Clock) -> None:
    kind, names, words = step
    papers = [paper(name) for name in names]
    at = clock.now
    does: dict[str, Callable[[], object]] = {
        "add": lambda: bookmarks.add(Bookmark(p, at, tuple(words)) for p in papers),
        "remove": lambda: bookmarks.remove(names),
        "tag": lambda: bookmarks.retag(papers, words),
        "untag": lambda: bookmarks.retag(papers, removed=words),
        "toggle": lambda: [toggle(bookmarks, p) for p in papers[:1]],
    }
    does[kind]()


@given(first=STEPS, steps=STEPS)
@settings(max_examples=examples(60))
def test_saving_late_saves_what_is_shown(first: list[Step], steps: list[Step]) -> None:
    clock = Clock()
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = Path(folder) / "bookmarks.json"
        bookmarks = Bookmarks(path, clock)
        for step in first:
            clock.move(seconds=1)
            _do(bookmarks, step, clock)
        patch.setattr(module, "LOCK_SECONDS", 0)
        with files.locked(path, 0):
            for step in steps:
                clock.move(seconds=1)
                try:
                    _do(bookmarks, step, clock)
                except StateError:
                    continue
        shown = {name: set(found) for name, found in tags(bookmarks).items()}
        assert toggle(bookmarks, paper("last")) is True
        again = Bookmarks(path)
        assert again.load() == ()
        found = {name: set(each) for name, each in tags(again).items()}
        assert found == {**shown, "last": set()}


def test_a_note_takes_the_place_of_the_one_before(
    path: Path, clock: Clock, writes: list[Path]
) -> None:
    bookmarks = Bookmarks(path, clock)
    bookmarks.retag(PAPERS[:1], ["x"])
    before = bookmarks.ids
    writes.clear()
    assert bookmarks.note(PAPERS, " good\r\nindeed\x1b ") == 3
    assert bookmarks.ids is not before
    assert len([each for each in writes if each == path]) == 1
    assert {
        name: each["note"] for name, each in entries(path).items()
    } == dict.fromkeys("abc", " good\nindeed")
    assert bookmarks.note(PAPERS, " good\nindeed") == 0
    assert bookmarks.note(PAPERS[:1], "bad") == 1
    assert bookmarks.bookmark("a") == Bookmark(PAPERS[0], NOON, ("x",), "bad")
    # An empty one bookmarks nothing.
    assert bookmarks.note([PAPERS[0], PAPERS[2], paper("d")], " \n") == 2
    assert [name for name, each in entries(path).items() if "note" in each] == ["b"]
    assert bookmarks.ids == {"a", "b", "c"}
    again = Bookmarks(path)
    again.load()
    assert again.all() == bookmarks.all()


def test_of_two_instances_the_last_to_write_a_note_has_it(
    path: Path, clock: Clock
) -> None:
    one, other = Bookmarks(path, clock), Bookmarks(path, clock)
    one.note(PAPERS[:2], "first")
    other.load()
    one.retag(PAPERS[:1], ["x"])
    other.note(PAPERS[:1], "second")
    assert entries(path)["a"]["tags"] == ["x"]
    assert entries(path)["a"]["note"] == "second"
    one.note(PAPERS[:1], "")
    other.retag(PAPERS[:1], ["y"])
    assert "note" not in entries(path)["a"]
    assert entries(path)["a"]["tags"] == ["x", "y"]
    # One that another instance took the bookmark of is noted all the same.
    other.remove(["b"])
    one.note([PAPERS[1]], "third")
    assert entries(path)["b"]["note"] == "third"


def test_what_stands_in_place_of_a_note_is_not_removed(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(content({**entry("a"), "note": 7, "mine": 1}))
    bookmarks = Bookmarks(path)
    bookmarks.load()
    assert bookmarks.note(PAPERS[:1], "x") == 0
    assert bookmarks.note(PAPERS[:1], "") == 0
    assert bookmarks.retag(PAPERS[:1], ["x"]) == 1
    assert entries(path)["a"]["note"] == 7
