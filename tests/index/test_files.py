"""Files that are replaced as a whole or not at all."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from paperstui.index import files

if TYPE_CHECKING:
    from collections.abc import Callable

NOON = datetime(2026, 1, 2, 12, 0, 5, tzinfo=UTC)


def names(folder: Path) -> list[str]:
    """What lies in a folder."""
    return sorted(path.name for path in folder.iterdir())


def mode(path: Path) -> int:
    """The mode bits of a file."""
    return path.stat().st_mode & 0o7777


def test_a_file_is_made_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "a.txt"
    files.write_atomically(path, "ä\r\n".encode())
    assert path.read_bytes() == b"\xc3\xa4\r\n"
    assert names(path.parent) == ["a.txt"]


@pytest.mark.parametrize(("umask", "expected"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_new_file_obeys_the_umask(tmp_path: Path, umask: int, expected: int) -> None:
    before = os.umask(umask)
    try:
        files.write_atomically(tmp_path / "a", b"")
    finally:
        os.umask(before)
    assert mode(tmp_path / "a") == expected


def test_a_replaced_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o640)
    files.write_atomically(path, b"new")
    assert (path.read_bytes(), mode(path)) == (b"new", 0o640)


def test_a_new_file_takes_the_mode_of_its_model(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.touch(mode=0o600)
    files.write_atomically(tmp_path / "a", b"", like=model)
    assert mode(tmp_path / "a") == 0o600
    files.write_atomically(tmp_path / "b", b"", like=tmp_path / "missing")
    assert (tmp_path / "b").exists()


def test_the_file_behind_a_link_is_replaced(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "real.json"
    real.parent.mkdir()
    real.write_bytes(b"old")
    link = tmp_path / "link.json"
    link.symlink_to(real)
    files.write_atomically(link, b"new")
    assert link.readlink() == real
    assert real.read_bytes() == b"new"
    assert names(real.parent) == ["real.json"]
    assert names(tmp_path) == ["dotfiles", "link.json"]


def test_a_dangling_link_gets_its_file(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "there" / "real")
    files.write_atomically(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "there" / "real").read_bytes() == b"new"


def test_a_loop_of_links_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(OSError, match=r".") as raised:
        files.write_atomically(tmp_path / "a", b"new")
    assert raised.value.errno == errno.ELOOP
    assert names(tmp_path) == ["a", "b"]


def test_a_folder_in_the_way_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(OSError, match=r"."):
        files.write_atomically(tmp_path / "a", b"new")
    assert names(tmp_path) == ["a"]


def test_a_folder_that_cannot_be_written_keeps_the_old_file(
    tmp_path: Path, run_as_guest: Callable[[str, Path], str]
) -> None:
    path = tmp_path / "locked" / "a"
    path.parent.mkdir()
    path.write_bytes(b"old")
    path.parent.chmod(0o555)
    told = run_as_guest(
        "import sys\n"
        "from pathlib import Path\n"
        "from paperstui.index.files import write_atomically\n"
        "try: write_atomically(Path(sys.argv[1]), b'new')\n"
        "except PermissionError as error: print(error.strerror)\n",
        path,
    )
    path.parent.chmod(0o755)
    assert told == "Permission denied\n"
    assert path.read_bytes() == b"old"
    assert names(path.parent) == ["a"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs resource limits")
def test_a_full_disk_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    code = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from paperstui.index.files import write_atomically\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try: write_atomically(Path(sys.argv[1]), bytes(2000))\n"
        "except OSError as error: print(error.errno)\n"
    )
    told = subprocess.check_output([sys.executable, "-c", code, str(path)], text=True)
    assert told == f"{errno.EFBIG}\n"
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_every_write_changes_the_signature(tmp_path: Path) -> None:
    # Far more writes than the clock of a file system ticks.
    path = tmp_path / "a"
    seen = []
    for _ in range(200):
        files.write_atomically(path, b"same size")
        seen.append(files.signature(path.stat()))
    assert len(set(seen)) == 200
    assert [time for time, _, _ in seen] == sorted(time for time, _, _ in seen)


def test_what_killed_writes_left_is_removed(tmp_path: Path) -> None:
    for name in (".a.0123.tmp", ".a.bak.tmp", ".ab.0123.tmp", "a", "a.bak1", "x.tmp"):
        (tmp_path / name).touch()
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / "dotfiles" / ".real.0123.tmp").touch()
    (tmp_path / "a").unlink()
    (tmp_path / "a").symlink_to(tmp_path / "dotfiles" / "real")
    files.remove_leftovers(tmp_path / "a")
    assert names(tmp_path) == [".ab.0123.tmp", "a", "a.bak1", "dotfiles", "x.tmp"]
    assert names(tmp_path / "dotfiles") == []


def test_every_temporary_file_counts_as_a_leftover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def keep(source: Path, target: Path) -> None:
        source.with_name(f"{source.name}.tmp").touch()
        replace(source, target)

    replace = os.replace
    monkeypatch.setattr(os, "replace", keep)
    path = tmp_path / ".a"
    for data in (b"1", b"2"):
        files.write_atomically(path, data)
        files.rotate_backups(path, data, keep=3)
    assert len(names(tmp_path)) > 5
    files.remove_leftovers(path)
    assert names(tmp_path) == [".a", ".a.bak1", ".a.bak2"]


def test_nothing_that_was_set_aside_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a"
    kept = []
    for text in ("first", "second", "third"):
        path.write_text(text)
        kept.append(files.set_aside(path, NOON))
    assert [(place.name, place.read_text()) for place in kept] == [
        ("a.corrupt-20260102T120005Z", "first"),
        ("a.corrupt-20260102T120005Z-2", "second"),
        ("a.corrupt-20260102T120005Z-3", "third"),
    ]
    assert not path.exists()


def test_a_file_behind_a_link_is_set_aside_with_its_companions(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "real"
    real.parent.mkdir()
    for suffix in ("", "-wal"):
        Path(f"{real}{suffix}").touch()
    (tmp_path / "link").symlink_to(real)
    aside = files.set_aside(tmp_path / "link", NOON, ("-wal", "-shm"))
    assert aside == real.with_name("real.corrupt-20260102T120005Z")
    assert names(real.parent) == [aside.name, f"{aside.name}-wal"]
    assert (tmp_path / "link").is_symlink()
    assert files.shown(aside, beside=tmp_path / "link") == str(aside)
    assert files.shown(aside, beside=real) == aside.name


def test_the_newest_backups_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.touch(mode=0o600)
    for data in (b"1", b"2", b"2", b"3", b"4"):
        files.rotate_backups(path, data, keep=3)
    places = files.backups(path, keep=3)
    assert [place.name for place in places] == ["a.bak1", "a.bak2", "a.bak3"]
    assert [place.read_bytes() for place in places] == [b"4", b"3", b"2"]
    assert [mode(place) for place in places] == [0o600] * 3
    assert names(tmp_path) == ["a", "a.bak1", "a.bak2", "a.bak3"]


def test_a_backup_that_cannot_be_written_pushes_none_out(tmp_path: Path) -> None:
    path = tmp_path / "a"
    for data in (b"1", b"2", b"3"):
        files.rotate_backups(path, data, keep=3)
    (tmp_path / ".a.bak.tmp").mkdir()
    for _ in range(3):
        with pytest.raises(OSError, match=r"."):
            files.rotate_backups(path, b"4", keep=3)
    kept = [place.read_bytes() for place in files.backups(path, keep=3)]
    assert kept == [b"3", b"2", b"1"]


def test_the_lock_says_who_has_it(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with (
        files.locked(path, 0),
        pytest.raises(TimeoutError) as raised,
        files.locked(path, 0.01),
    ):
        pass
    assert files.reason(raised.value) == "another paperstui is using it"
    assert files.reason(OSError(errno.ENOSPC, "No space left")) == "No space left"
    assert files.reason(ValueError("not so")) == "not so"
