"""Bookmarks whose file is damaged, newer, in the way or on a full disk."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from paperstui.index import files
from paperstui.index.bookmarks import Bookmarks
from paperstui.index.errors import StateError
from tests.conftest import toggle
from tests.index.conftest import NOON, Clock, content, entry, names, paper, saved

if TYPE_CHECKING:
    from collections.abc import Callable

CORRUPT = "bookmarks.json.corrupt-20260102T120000Z"
DAMAGES = {
    "empty": (b"", "line 1 is not JSON: Expecting value"),
    "a list": (b"[]", "it is not a JSON object"),
    "no version": (b'{"bookmarks": []}', 'it has no "version"'),
    "version yes": (b'{"version": true, "bookmarks": []}', 'it has no "version"'),
    "no list": (b'{"version": 1, "bookmarks": {}}', 'it has no list of "bookmarks"'),
    "not UTF-8": (content(entry("a")).replace(b"On", b"\xff"), "it is not UTF-8"),
    "torn": (
        content(entry("a"), entry("b"))[:150],
        "line 1 is not JSON: Unterminated string starting at",
    ),
    "deep": (
        b'{"version": 1, "bookmarks": [' + b"[" * 200_000,
        "it is nested too deeply",
    ),
}


@pytest.mark.parametrize(("damage", "reason"), DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_file_is_kept_and_the_backup_loaded(
    filled: Path, clock: Clock, damage: bytes, reason: str
) -> None:
    filled.write_bytes(damage)
    filled.chmod(0o600)
    bookmarks = Bookmarks(filled, clock)
    assert bookmarks.load() == (
        f"bookmarks.json is damaged ({reason}) and was kept as {CORRUPT}: "
        "1 bookmark restored from bookmarks.json.bak1.",
    )
    assert filled.with_name(CORRUPT).read_bytes() == damage
    assert bookmarks.ids == {"a"}
    assert saved(filled) == ["a"]
    assert filled.stat().st_mode & 0o777 == 0o600
    toggle(bookmarks, paper("c"))
    assert saved(filled) == ["a", "c"]
    assert filled.with_name(CORRUPT).read_bytes() == damage
    assert Bookmarks(filled).load() == ()


def test_a_file_torn_anywhere_is_never_taken_for_another(path: Path) -> None:
    bookmarks = Bookmarks(path)
    for name in "abc":
        toggle(bookmarks, paper(name))
    whole = path.read_bytes()
    for length in range(len(whole) - 2):
        path.write_bytes(whole[:length])
        for place in path.parent.glob("*.bak*"):
            place.unlink()
        (notice,) = Bookmarks(path, lambda: NOON).load()
        assert notice.endswith(f"kept as {CORRUPT}: no good backup was found.")
        (path.with_name(CORRUPT)).unlink()


def test_a_bad_backup_is_passed_over(filled: Path, clock: Clock) -> None:
    filled.write_bytes(b"")
    first, second, third = files.backups(filled, 3)
    first.write_bytes(b"[]")
    second.write_bytes(b'{"version": 2}')
    third.write_bytes(content(entry("c"), entry("d")))
    (notice,) = Bookmarks(filled, clock).load()
    assert notice.endswith(": 2 bookmarks restored from bookmarks.json.bak3.")
    assert saved(filled) == ["c", "d"]


def test_a_file_that_is_gone_comes_from_the_backup(filled: Path) -> None:
    filled.unlink()
    bookmarks = Bookmarks(filled)
    assert bookmarks.load() == (
        "bookmarks.json is missing: 1 bookmark restored from bookmarks.json.bak1.",
    )
    assert saved(filled) == ["a"]


def test_damage_during_a_session_costs_nothing(filled: Path, clock: Clock) -> None:
    bookmarks = Bookmarks(filled, clock)
    bookmarks.load()
    toggle(bookmarks, paper("c"))
    toggle(bookmarks, paper("a"))
    filled.write_bytes(b"garbage")
    assert toggle(bookmarks, paper("d")) is True
    assert bookmarks.take_notices() == (
        "bookmarks.json is damaged (line 1 is not JSON: Expecting value) and was kept "
        f"as {CORRUPT}: 3 bookmarks restored from memory.",
    )
    assert saved(filled) == ["b", "c", "d"]
    assert filled.with_name(CORRUPT).read_bytes() == b"garbage"


def test_damage_is_also_found_by_a_refresh(filled: Path, clock: Clock) -> None:
    bookmarks = Bookmarks(filled, clock)
    bookmarks.load()
    backup = filled.with_name("bookmarks.json.bak1")
    files.write_atomically(backup, content(entry("a"), entry("c")))
    filled.write_bytes(b"garbage")
    assert bookmarks.refresh() is True
    assert bookmarks.take_notices() == (
        "bookmarks.json is damaged (line 1 is not JSON: Expecting value) and was kept "
        f"as {CORRUPT}: 3 bookmarks restored from bookmarks.json.bak1.",
    )
    assert saved(filled) == ["a", "b", "c"]
    assert bookmarks.refresh() is False


def test_a_newer_format_is_left_untouched(filled: Path) -> None:
    newer = b'{"version": 99, "bookmarks": {"by": "id"}}'
    filled.write_bytes(newer)
    bookmarks = Bookmarks(filled)
    written_by = "bookmarks.json was written by a newer paperstui (format 99)"
    assert bookmarks.load() == (
        f"{written_by} and is left untouched: changes are not saved.",
    )
    with pytest.raises(StateError) as raised:
        toggle(bookmarks, paper("c"))
    assert str(raised.value) == (
        f"Cannot save {filled}: {written_by} and is left untouched; update paperstui "
        "to change it. The change is kept in memory and saved with the next one that "
        "can be."
    )
    assert bookmarks.ids == {"c"}
    assert bookmarks.refresh() is False
    assert bookmarks.take_notices() == ()
    assert filled.read_bytes() == newer
    assert names(filled.parent) == ["bookmarks.json", "bookmarks.json.bak1"]


def test_a_folder_in_its_place_is_no_crash(path: Path) -> None:
    path.mkdir(parents=True)
    bookmarks = Bookmarks(path)
    assert bookmarks.load() == (
        "bookmarks.json cannot be read or repaired (Is a directory), so changes are "
        "not saved: no good backup was found.",
    )
    with pytest.raises(StateError, match=r"bookmarks\.json: Is a directory\."):
        toggle(bookmarks, paper("a"))
    assert bookmarks.ids == {"a"}


def test_a_link_and_its_mode_are_kept(tmp_path: Path, path: Path, clock: Clock) -> None:
    real = tmp_path / "dotfiles" / "papers.json"
    real.parent.mkdir()
    real.write_bytes(content(entry("a")))
    real.chmod(0o640)
    path.parent.mkdir()
    path.symlink_to(real)
    bookmarks = Bookmarks(path, clock)
    bookmarks.load()
    toggle(bookmarks, paper("b"))
    assert (path.readlink(), saved(real)) == (real, ["a", "b"])
    assert real.stat().st_mode & 0o777 == 0o640
    real.write_bytes(b"garbage")
    again = Bookmarks(path, clock)
    (notice,) = again.load()
    aside = real.with_name("papers.json.corrupt-20260102T120000Z")
    assert f"was kept as {aside}: 1 bookmark restored" in notice
    assert (path.readlink(), saved(real)) == (real, ["a"])
    assert names(real.parent) == ["papers.json", aside.name]
    assert names(path.parent) == ["bookmarks.json", "bookmarks.json.bak1"]


_IN_A_READ_ONLY_FOLDER = """
import sys
from pathlib import Path
from paperstui.index.bookmarks import Bookmarks
from paperstui.index.errors import StateError
from paperstui.index.models import (Paper, Venue)
bookmarks = Bookmarks(Path(sys.argv[1]))
print(*bookmarks.load(), sorted(bookmarks.ids))
try:
    bookmarks.put([Paper("c", "C", Venue("ICML"))])
except StateError as error:
    print(error)
print(bookmarks.refresh(), *bookmarks.take_notices(), sorted(bookmarks.ids))
"""


def test_a_read_only_folder_is_told_and_kept(
    filled: Path, run_as_guest: Callable[[str, Path], str]
) -> None:
    before = filled.read_bytes()
    filled.parent.chmod(0o555)
    told = run_as_guest(_IN_A_READ_ONLY_FOLDER, filled)
    filled.parent.chmod(0o755)
    assert told.splitlines() == [
        "['a', 'b']",
        f"Cannot save {filled}: Permission denied. The change is kept in memory and "
        "saved with the next one that can be.",
        "False ['a', 'b', 'c']",
    ]
    assert filled.read_bytes() == before
    assert names(filled.parent) == ["bookmarks.json", "bookmarks.json.bak1"]


def test_damage_in_a_read_only_folder_is_never_saved_over(
    filled: Path, run_as_guest: Callable[[str, Path], str]
) -> None:
    filled.write_bytes(b"garbage")
    filled.parent.chmod(0o555)
    told = run_as_guest(_IN_A_READ_ONLY_FOLDER, filled)
    filled.parent.chmod(0o755)
    assert told.splitlines() == [
        "bookmarks.json cannot be read or repaired (Permission denied), so changes are "
        "not saved: 1 bookmark restored from bookmarks.json.bak1. ['a']",
        f"Cannot save {filled}: Permission denied. The change is kept in memory and "
        "saved with the next one that can be.",
        "False ['a', 'c']",
    ]
    assert filled.read_bytes() == b"garbage"


def test_a_file_that_may_not_be_read_is_never_saved_over(
    filled: Path, run_as_guest: Callable[[str, Path], str]
) -> None:
    before = filled.read_bytes()
    filled.chmod(0)
    told = run_as_guest(_IN_A_READ_ONLY_FOLDER, filled)
    filled.chmod(0o644)
    assert told.splitlines()[1].startswith(f"Cannot save {filled}: Permission denied.")
    assert filled.read_bytes() == before


def test_a_home_where_nothing_can_be_made_is_no_crash(
    path: Path, run_as_guest: Callable[[str, Path], str]
) -> None:
    path.parent.parent.chmod(0o555)
    told = run_as_guest(_IN_A_READ_ONLY_FOLDER, path)
    path.parent.parent.chmod(0o755)
    assert told.splitlines()[0] == "[]"
    assert told.splitlines()[2] == "False ['c']"


_ON_A_FULL_DISK = """
import resource, sys
from pathlib import Path
from paperstui.index.bookmarks import Bookmarks
from paperstui.index.errors import StateError
from paperstui.index.models import (Paper, Venue)
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
bookmarks = Bookmarks(Path(sys.argv[1]))
bookmarks.load()
bookmarks.put([Paper("a", "A", Venue("ICML"))])
resource.setrlimit(resource.RLIMIT_FSIZE, (600, hard))
for name in "bcd":
    try:
        bookmarks.put([Paper(name, "x" * 900, Venue("ICML"))])
    except StateError as error:
        print(error)
print(sorted(bookmarks.ids), Path(sys.argv[1]).read_text().count("added"))
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
bookmarks.put([Paper("e", "E", Venue("ICML"))])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs resource limits")
def test_a_full_disk_costs_nothing(path: Path) -> None:
    told = subprocess.check_output(
        [sys.executable, "-c", _ON_A_FULL_DISK, str(path)], text=True
    )
    failure = (
        f"Cannot save {path}: File too large. The change is kept in memory and saved "
        "with the next one that can be."
    )
    assert told.splitlines() == [*[failure] * 3, "['a', 'b', 'c', 'd'] 1"]
    assert saved(path) == ["a", "b", "c", "d", "e"]
    assert names(path.parent) == ["bookmarks.json", "bookmarks.json.bak1"]
