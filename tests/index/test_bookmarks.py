"""Bookmarks in one file: what is saved, and how it reads."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from paperstui.index import files
from paperstui.index.bookmarks import Bookmarks
from paperstui.index.models import Author, Bookmark, Paper, Venue
from tests.conftest import toggle
from tests.index.conftest import NOON, Clock, content, entry, paper, saved

if TYPE_CHECKING:
    pass


def test_without_a_file_there_are_none_and_nothing_is_made(path: Path) -> None:
    bookmarks = Bookmarks(path)
    assert bookmarks.load() == ()
    assert (len(bookmarks), bookmarks.all(), bookmarks.ids) == (0, (), frozenset())
    assert bookmarks.refresh() is False
    assert not path.parent.exists()


def test_a_bookmark_is_saved_at_once_and_reads_well(path: Path, clock: Clock) -> None:
    bookmarks = Bookmarks(path, clock)
    bookmarks.load()
    written = Paper(
        "pmlr:x24a", "Zoë's 学习", Venue("ICML", 2024), authors=(Author("Test", "Max"),)
    )
    assert toggle(bookmarks, written) is True
    assert path.read_text(encoding="utf-8") == (
        "{\n"
        '  "version": 1,\n'
        '  "bookmarks": [\n'
        "    {\n"
        '      "id": "pmlr:x24a",\n'
        '      "added": "2026-01-02T12:00:00Z",\n'
        '      "paper": {\n'
        '        "id": "pmlr:x24a",\n'
        '        "title": "Zoë\'s 学习",\n'
        '        "authors": [\n'
        "          {\n"
        '            "family": "Test",\n'
        '            "given": "Max"\n'
        "          }\n"
        "        ],\n"
        '        "venue": {\n'
        '          "name": "ICML",\n'
        '          "year": 2024\n'
        "        }\n"
        "      }\n"
        "    }\n"
        "  ]\n"
        "}\n"
    )
    again = Bookmarks(path)
    assert again.load() == ()
    assert again.all() == (Bookmark(written, NOON),)
    assert "pmlr:x24a" in again
    assert toggle(again, written) is False
    assert path.read_bytes() == b'{\n  "version": 1,\n  "bookmarks": []\n}\n'


def test_the_newest_comes_first_and_the_file_grows_at_its_end(
    path: Path, clock: Clock
) -> None:
    bookmarks = Bookmarks(path, clock)
    for name in "abcd":
        toggle(bookmarks, paper(name))
        clock.move(microseconds=1)
    toggle(bookmarks, paper("b"))
    assert [bookmark.paper.id for bookmark in bookmarks.all()] == ["d", "c", "a"]
    assert saved(path) == ["a", "c", "d"]


def test_what_is_unknown_here_is_kept(path: Path) -> None:
    first = {**entry("a"), "tags": ["x"], "note": "ä\ud800"}
    first["paper"]["rating"] = 1.50
    path.parent.mkdir()
    path.write_bytes(content(first, colour={"a": [1]}))
    bookmarks = Bookmarks(path)
    assert bookmarks.load() == ()
    for name in "bc":
        toggle(bookmarks, paper(name))
    top = json.loads(path.read_bytes())
    assert list(top) == ["version", "colour", "bookmarks"]
    assert (top["colour"], top["bookmarks"][0]) == ({"a": [1]}, first)
    assert saved(path) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (7, "a bookmark must be an object"),
        ({"id": "x"}, "a paper must be an object"),
        ({**entry("x"), "id": "y"}, '"id" is not the id of the paper'),
        ({**entry("x"), "added": 5}, '"added" must be a date and time'),
        (entry("x", "noon"), '"added" must be a date and time in ISO 8601'),
        (
            entry("x", "0001-01-01T00:00:00+09:00"),
            '"added" must be a date and time in ISO 8601',
        ),
    ],
)
def test_a_bad_entry_costs_no_other_and_stays_in_the_file(
    path: Path, bad: object, reason: str
) -> None:
    path.parent.mkdir()
    path.write_bytes(content(entry("a"), bad, entry("b")))
    bookmarks = Bookmarks(path)
    assert bookmarks.load() == (
        f"1 entry of bookmarks.json cannot be read ({reason}); "
        "what the file says there is kept.",
    )
    assert bookmarks.ids == {"a", "b"}
    toggle(bookmarks, paper("c"))
    toggle(bookmarks, paper("a"))
    assert bookmarks.take_notices() == ()
    assert json.loads(path.read_bytes())["bookmarks"][0] == bad


def test_times_of_any_zone_are_read(path: Path) -> None:
    path.parent.mkdir()
    times = ("2026-01-02T13:00:00+01:00", "2026-01-02T12:00:00", "2026-01-02T12:00:00Z")
    path.write_bytes(content(*(entry(time, time) for time in times)))
    bookmarks = Bookmarks(path)
    assert bookmarks.load() == ()
    assert [bookmark.added for bookmark in bookmarks.all()] == [NOON] * 3


def test_a_byte_order_mark_is_read_over(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"\xef\xbb\xbf" + content(entry("a")))
    bookmarks = Bookmarks(path)
    assert bookmarks.load() == ()
    assert bookmarks.ids == {"a"}


def test_a_bookmark_from_the_future_can_be_removed(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(content(entry("a", "2099-01-01T00:00:00Z")))
    bookmarks = Bookmarks(path)
    bookmarks.load()
    assert toggle(bookmarks, paper("a")) is False
    assert saved(path) == []


def test_backups_are_launches_or_hours_apart(path: Path, clock: Clock) -> None:
    def backups() -> list[list[str]]:
        return [saved(place) for place in files.backups(path, 3) if place.exists()]

    bookmarks = Bookmarks(path, clock)
    for name in "abc":
        toggle(bookmarks, paper(name))
    assert backups() == [["a"]]
    clock.move(minutes=59)
    toggle(bookmarks, paper("d"))
    assert backups() == [["a"]]
    clock.move(minutes=2)
    toggle(bookmarks, paper("e"))
    assert backups() == [["a", "b", "c", "d"], ["a"]]
    for name in "fg":
        launched = Bookmarks(path, clock)
        launched.load()
        for _ in range(3):
            toggle(launched, paper(name))
    assert backups() == [list("abcdef"), list("abcde"), list("abcd")]
    # As bookmarks.json now is what it was a backup ago, none is made.
    path.write_bytes(path.with_name("bookmarks.json.bak1").read_bytes())
    Bookmarks(path, clock).put([paper("h")])
    assert backups() == [list("abcdef"), list("abcde"), list("abcd")]


def test_a_backup_that_cannot_be_made_does_not_stop_a_save(filled: Path) -> None:
    filled.with_name(".bookmarks.json.bak.tmp").mkdir()
    bookmarks = Bookmarks(filled)
    bookmarks.load()
    for name in "cd":
        toggle(bookmarks, paper(name))
    assert saved(filled) == ["a", "b", "c", "d"]
    assert bookmarks.take_notices() == (
        "bookmarks.json could not be backed up (Is a directory).",
    )


def test_many_bookmarks_are_kept_as_they_are(path: Path) -> None:
    # The layout of the program is split line by line, any other parsed as a whole.
    entries = [entry(f"p{number}") for number in range(300)]
    path.parent.mkdir()
    for indent in (None, 2, 4):
        top = {"version": 1, "extra": [entries[0]], "bookmarks": entries}
        path.write_text(json.dumps(top, indent=indent), encoding="utf-8")
        bookmarks = Bookmarks(path)
        assert bookmarks.load() == ()
        assert len(bookmarks) == 300
        toggle(bookmarks, paper("x"))
        toggle(bookmarks, paper("x"))
        assert path.read_text() == json.dumps(top, indent=2) + "\n"


def test_another_list_in_the_file_is_not_taken_for_the_bookmarks(path: Path) -> None:
    top = {"version": 1, "archive": [entry("a"), entry("b")], "bookmarks": []}
    path.parent.mkdir()
    path.write_text(json.dumps(top, indent=2), encoding="utf-8")
    bookmarks = Bookmarks(path)
    assert bookmarks.load() == ()
    assert bookmarks.ids == frozenset()
    toggle(bookmarks, paper("c"))
    assert saved(path) == ["c"]
    assert json.loads(path.read_bytes())["archive"] == top["archive"]


def test_an_unusual_id_is_no_problem(path: Path) -> None:
    bookmarks = Bookmarks(path)
    odd = ["", "a\nb", "\udc80", '"}, {"', "a" * 10_000]
    for name in odd:
        toggle(bookmarks, paper(name))
    again = Bookmarks(path)
    assert again.load() == ()
    assert again.ids == set(odd)
    assert os.fsencode(odd[2]) == b"\x80"
