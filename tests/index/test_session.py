"""Sessions come back as they went, and whatever the file holds, one can be read."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index import files
from paperstui.index.models import Grouping, Venue
from paperstui.index.requests import Sort
from paperstui.index.session import (
    MOST_ROWS,
    Listed,
    Session,
    SessionFile,
    dumps,
    loads,
    places,
    venues,
)

if TYPE_CHECKING:
    from pathlib import Path

_numbers = st.integers(0, 1 << 40)
_texts = st.text(st.characters(), max_size=20)
_counts = st.lists(
    st.tuples(_texts, st.none() | st.integers(-9, 9999), _numbers), max_size=3
).map(tuple)
_lists = st.builds(
    Listed,
    _numbers,
    st.lists(_numbers, min_size=1, max_size=5).map(tuple),
    st.sampled_from(Sort),
    st.booleans(),
    _numbers,
    _counts,
    _counts,
    _numbers,
)
SESSIONS = st.builds(
    Session,
    _texts,
    st.lists(_texts, max_size=3).map(tuple),
    st.none() | st.sampled_from(Sort),
    st.booleans(),
    st.lists(_texts, max_size=2).map(tuple),
    _texts,
    _numbers,
    _numbers,
    _texts,
    _numbers,
    st.floats(0, 1, exclude_max=True),
    st.sampled_from(Grouping),
    _texts,
    st.none() | _lists,
)
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner)
    ),
    max_leaves=8,
)
_NAMES = (*Session.__dataclass_fields__, *Listed.__dataclass_fields__)


@given(SESSIONS, _texts)
def test_a_session_comes_back_as_it_went(session: Session, library: str) -> None:
    data = dumps(session, library)
    assert loads(data, library) == session
    assert loads(data, f"{library}x") == Session()


@given(st.binary(max_size=60) | _json.map(lambda value: json.dumps(value).encode()))
def test_whatever_is_no_session_is_a_new_one(data: bytes) -> None:
    assert loads(data, "x") == Session()


@given(SESSIONS, st.dictionaries(st.sampled_from(_NAMES), _json))
def test_what_is_odd_is_left_out(session: Session, odd: dict[str, object]) -> None:
    value = json.loads(dumps(session, "x"))
    read = loads(json.dumps({**value, **odd}).encode(), "x")
    for name in set(Session.__dataclass_fields__) - odd.keys():
        assert getattr(read, name) == getattr(session, name)
    assert isinstance(hash(read), int)
    inside = {"version": 1, "library": "x", "listed": {**odd, "revision": 1}}
    listed = loads(json.dumps(inside).encode(), "x").listed
    assert listed is None or listed.rows


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("share", 1.5),
        ("share", float("nan")),
        ("offset", -1),
        ("offset", True),
        ("offset", 1 << 60),
        ("sidebar", 2.0),
        ("sort", "loudness"),
        ("grouping", "colour"),
        ("shelf", "venue"),
        ("shelf", ["venue", 7]),
        ("query", None),
        ("listed", {"rows": []}),
        ("listed", {"rows": [1], "sort": None}),
        ("listed", [1]),
    ],
)
def test_a_field_that_is_odd(name: str, value: object) -> None:
    whole = {"version": 1, "library": "x", "pane": "reader", name: value}
    assert loads(json.dumps(whole).encode(), "x") == Session(pane="reader")


def test_another_format_is_not_read() -> None:
    newer = json.loads(dumps(Session("q"), "x")) | {"version": 2}
    assert loads(json.dumps(newer).encode(), "x") == Session()
    assert loads(b"[" * 100_000, "x") == Session()


def test_no_more_rows_than_are_kept_are_read() -> None:
    listed = Listed(1, tuple(range(MOST_ROWS + 5)))
    read = loads(dumps(Session(listed=listed), "x"), "x")
    assert read.listed == replace(listed, rows=listed.rows[:MOST_ROWS])


def test_counts_of_venues() -> None:
    counts = {Venue("ICML", 2024): 3, Venue("Notes", None): 0}
    assert venues(places(counts)) == counts


def test_a_file_of_sessions(tmp_path: Path) -> None:
    path = tmp_path / "new" / "session.json"
    kept = SessionFile(path, "one")
    assert kept.last == Session()
    assert kept.write(Session("frogs")) == ""
    assert [each.name for each in path.parent.iterdir()] == ["session.json"]
    assert SessionFile(path, "one").last == Session("frogs")
    assert SessionFile(path, "one", fresh=True).last == Session()
    assert SessionFile(path, "other").last == Session()
    path.write_bytes(b" " * 2_000_000 + dumps(Session("q"), "one"))
    assert SessionFile(path, "one").last == Session()
    path.unlink()
    path.mkdir()
    assert SessionFile(path, "one").last == Session()
    assert kept.write(Session()).startswith("session.json cannot be saved: ")


def test_what_was_wanted_last_is_written_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = SessionFile(tmp_path / "session.json", "x")
    begun, go_on = threading.Event(), threading.Event()
    write, written = files.write_atomically, []

    def slow(path: Path, data: bytes) -> None:
        begun.set()
        assert go_on.wait(10)
        written.append(loads(data, "x").query)
        write(path, data)

    monkeypatch.setattr(files, "write_atomically", slow)
    threads = [threading.Thread(target=kept.write, args=[Session("1")])]
    threads[0].start()
    assert begun.wait(10)
    for name in "23":
        threads.append(threading.Thread(target=kept.write, args=[Session(name)]))
        threads[-1].start()
        while kept._wanted != Session(name):
            pass
    go_on.set()
    for thread in threads:
        thread.join()
    assert written == ["1", "3"]
    assert SessionFile(tmp_path / "session.json", "x").last == Session("3")
