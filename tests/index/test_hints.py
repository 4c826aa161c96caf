"""What is said once is not said again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.index.hints import is_new

if TYPE_CHECKING:
    from pathlib import Path


def test_a_hint_is_new_once(tmp_path: Path) -> None:
    path = tmp_path / "data" / "hints.txt"
    assert is_new(path, "one")
    assert not is_new(path, "one")
    assert is_new(path, "other")
    assert not is_new(path, "one")
    assert path.read_text(encoding="utf-8") == "one\nother\n"


def test_a_part_of_another_hint_is_new(tmp_path: Path) -> None:
    path = tmp_path / "hints.txt"
    assert is_new(path, "one-and-more")
    assert is_new(path, "one")


def test_a_file_that_is_no_text_is_kept_and_gets_the_hint(tmp_path: Path) -> None:
    path = tmp_path / "hints.txt"
    path.write_bytes(b"\xff\n")
    assert is_new(path, "one")
    assert not is_new(path, "one")
    assert path.read_bytes() == b"\xff\none\n"


def test_what_cannot_be_noted_is_never_new(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere" / "hints.txt")
    assert not is_new(tmp_path, "one")
    assert not is_new(tmp_path / "file" / "hints.txt", "one")
    assert not is_new(tmp_path / "link", "one")
