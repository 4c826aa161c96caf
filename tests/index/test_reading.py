"""Which papers were read, whatever happens to the database."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from paperstui.index import reading_file
from paperstui.index.reading import ReadingState
from tests.index.conftest import names

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
CORRUPT = "reading.db.corrupt-20260102T120000Z"


def noon() -> datetime:
    """A clock that stands."""
    return NOON


def rows(path: Path) -> list[tuple[str, str]]:
    """The marks in a database."""
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT * FROM read ORDER BY paper_id").fetchall()


def change(path: Path, *statements: str) -> None:
    """Change a database behind its back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the database lies; nothing is there yet."""
    return tmp_path / "data" / "reading.db"


@pytest.fixture
def filled(database: Path) -> Path:
    """A database in which a and b were read, and a backup with a alone."""
    for name in "ab":
        mark(database, name)
    return database


def mark(path: Path, *paper_ids: str) -> tuple[str, ...]:
    """One launch that reads these papers; gives the notices."""
    state = ReadingState(path, noon)
    notices = state.load()
    for paper_id in paper_ids:
        state.mark_read(paper_id)
    state.close()
    return notices + state.take_notices()


def read(path: Path) -> set[str]:
    """What another launch shows."""
    state = ReadingState(path)
    assert state.load() == ()
    state.close()
    return set(state.ids)


def test_nothing_is_opened_before_it_is_loaded(database: Path) -> None:
    state = ReadingState(database)
    assert (len(state), state.ids, "a" in state) == (0, frozenset(), False)
    state.close()
    assert not database.parent.exists()


def test_marks_are_saved_at_once(database: Path) -> None:
    state = ReadingState(database, noon)
    assert state.load() == ()
    for name in ("a", "ä\n'", "a"):
        state.mark_read(name)
    assert rows(database) == [
        ("a", "2026-01-02T12:00:00Z"),
        ("ä\n'", "2026-01-02T12:00:00Z"),
    ]
    assert state.ids == {"a", "ä\n'"}
    assert (len(state), "a" in state, "b" in state, 7 in state) == (2, True, False, 0)
    state.close()
    assert read(database) == {"a", "ä\n'"}
    assert names(database.parent) == ["reading.db"]


def test_the_database_is_in_wal_mode_and_says_its_schema(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as opened:
        assert opened.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert opened.execute("PRAGMA user_version").fetchone() == (2,)


def test_loading_again_picks_up_other_instances(database: Path) -> None:
    one, other = ReadingState(database), ReadingState(database)
    one.load()
    other.load()
    one.mark_read("a")
    other.mark_read("b")
    other.mark_read("a")
    assert one.load() == ()
    assert one.ids == {"a", "b"}
    one.close()
    other.close()
    assert names(database.parent) == ["reading.db", "reading.db.bak1"]


def test_a_launch_keeps_a_backup_of_what_it_found(database: Path) -> None:
    for name in "abcde":
        mark(database, name, f"{name}{name}")
        # A launch that changes nothing pushes no backup out.
        mark(database)
    found = [
        [paper_id for paper_id, _ in rows(database.with_name(f"reading.db.bak{n}"))]
        for n in (1, 2, 3)
    ]
    assert found == [
        ["a", "aa", "b", "bb", "c", "cc", "d", "dd"],
        ["a", "aa", "b", "bb", "c", "cc"],
        ["a", "aa", "b", "bb"],
    ]
    assert names(database.parent) == ["reading.db"] + [
        f"reading.db.bak{n}" for n in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (b"garbage" * 900, "it is not a database"),
        (b"SQLite format 3\0" + b"\xff" * 5000, "file is not a database"),
        (b"", "it is empty"),
    ],
)
def test_a_damaged_database_is_kept_and_the_backup_loaded(
    filled: Path, damage: bytes, reason: str
) -> None:
    filled.write_bytes(damage)
    assert mark(filled, "c") == (
        f"reading.db is damaged ({reason}) and was kept as {CORRUPT}: "
        "1 read paper restored from reading.db.bak1.",
    )
    assert filled.with_name(CORRUPT).read_bytes() == damage
    assert read(filled) == {"a", "c"}


def test_what_a_damaged_database_still_tells_is_saved(filled: Path) -> None:
    change(filled, "PRAGMA user_version = 0")
    assert mark(filled) == (
        "reading.db is damaged (table read already exists) and was kept as "
        f"{CORRUPT}: 2 read papers restored from reading.db.bak1 and {CORRUPT}.",
    )
    assert read(filled) == {"a", "b"}


def test_torn_pages_are_found(database: Path) -> None:
    ids = [f"paper-{number:05}" for number in range(30_000)]
    mark(database)
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.executemany("INSERT INTO read VALUES (?, 'x')", [(i,) for i in ids])
    whole = bytearray(database.read_bytes())
    middle = len(whole) // 2
    whole[middle : middle + 8192] = b"\x55" * 8192
    database.write_bytes(whole)
    (notice,) = mark(database)
    assert notice.startswith(
        "reading.db is damaged (it fails SQLite's own check) and was kept as "
        f"{CORRUPT}: "
    )
    saved = read(database)
    assert set(ids[:10_000]) <= saved <= set(ids)


def test_another_kind_of_database_is_kept(database: Path) -> None:
    database.parent.mkdir()
    change(database, "CREATE TABLE read (word TEXT)", "PRAGMA user_version = 1")
    assert mark(database, "a") == (
        f"reading.db is damaged (no such column: paper_id) and was kept as {CORRUPT}: "
        "nothing could be restored.",
    )
    assert read(database) == {"a"}


def test_the_log_of_a_damaged_database_goes_with_it(filled: Path) -> None:
    filled.write_bytes(b"garbage" * 900)
    filled.with_name("reading.db-wal").write_bytes(b"log")
    mark(filled)
    assert filled.with_name(f"{CORRUPT}-wal").read_bytes() == b"log"
    assert read(filled) == {"a"}


def test_a_database_that_is_gone_comes_from_the_backup(filled: Path) -> None:
    filled.unlink()
    assert mark(filled) == (
        "reading.db is missing: 1 read paper restored from reading.db.bak1.",
    )
    assert read(filled) == {"a"}


def test_a_newer_schema_is_left_untouched(filled: Path) -> None:
    change(filled, "PRAGMA user_version = 99")
    before = filled.read_bytes()
    state = ReadingState(filled)
    assert state.load() == (
        "reading.db was written by a newer paperstui (schema 99) and is left "
        "untouched: what is read and decided is not saved.",
    )
    state.mark_read("c")
    assert state.ids == {"c"}
    state.close()
    assert filled.read_bytes() == before


def test_a_folder_in_its_place_is_no_crash(database: Path) -> None:
    database.mkdir(parents=True)
    assert mark(database, "a") == (
        "reading.db cannot be used (Is a directory): "
        "what is read and decided is not saved.",
    )


def test_marks_wait_while_another_instance_writes(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_file, "WAIT_SECONDS", 0.01)
    state = ReadingState(database, noon)
    state.load()
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for name in "ab":
            state.mark_read(name)
        other.execute("ROLLBACK")
    assert state.take_notices() == (
        "reading.db cannot be saved (database is locked): what is read and "
        "decided is kept in memory until it can be.",
    )
    assert state.ids == {"a", "b"}
    assert rows(database) == []
    state.mark_read("c")
    assert rows(database) == [(name, "2026-01-02T12:00:00Z") for name in "abc"]
    state.close()


_AS_GUEST = """
import sys
from pathlib import Path
from paperstui.index.reading import ReadingState
state = ReadingState(Path(sys.argv[1]))
print(*state.load())
state.mark_read("c")
print(sorted(state.ids), *state.take_notices())
state.close()
"""


def test_in_a_read_only_folder_marks_hold_in_memory(
    filled: Path, run_as_guest: Callable[[str, Path], str]
) -> None:
    filled.parent.chmod(0o555)
    told = run_as_guest(_AS_GUEST, filled)
    filled.parent.chmod(0o755)
    assert told.splitlines() == [
        "reading.db cannot be used (attempt to write a readonly database): "
        "what is read and decided is not saved.",
        "['a', 'b', 'c']",
    ]
    assert read(filled) == {"a", "b"}


def test_a_home_where_nothing_can_be_made_is_no_crash(
    database: Path, run_as_guest: Callable[[str, Path], str]
) -> None:
    database.parent.parent.chmod(0o555)
    told = run_as_guest(_AS_GUEST, database)
    database.parent.parent.chmod(0o755)
    assert told.splitlines() == [
        "reading.db cannot be used (Permission denied): "
        "what is read and decided is not saved.",
        "['c']",
    ]


_MARKS = """
import sys
from pathlib import Path
from paperstui.index.reading import ReadingState
state = ReadingState(Path(sys.argv[1]))
assert state.load() == (), state.take_notices()
for number in range(int(sys.argv[3])):
    state.mark_read(f"{sys.argv[2]}{number}")
    print(number, flush=True)
assert state.take_notices() == ()
state.close()
"""


def start(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    """An instance that reads so many papers."""
    return subprocess.Popen(
        [sys.executable, "-c", _MARKS, str(path), name, str(count)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_instances_that_start_together_all_save(database: Path) -> None:
    processes = [start(database, name, 20) for name in "abcd"]
    for process in processes:
        process.communicate(timeout=30)
        assert process.returncode == 0
    assert read(database) == {f"{name}{n}" for name in "abcd" for n in range(20)}


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_kill_costs_no_mark_that_was_saved(database: Path) -> None:
    told: set[str] = set()
    for name in "abcd":
        process = start(database, name, 1_000_000)
        assert process.stdout is not None
        for _ in range(10):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate()
        told |= {f"{name}{number}" for number in range(10)}
        assert told <= read(database)
