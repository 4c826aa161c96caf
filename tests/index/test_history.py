"""Earlier queries, kept in a file that several instances share."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from paperstui.index.history import LONGEST, MOST, QueryHistory, Walk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "history.txt"


def test_queries_outlive_the_session(path: Path) -> None:
    history = QueryHistory(path)
    assert history.queries() == ()
    history.add("diffusion")
    history.add(" 深度 year:2024 ")
    assert history.queries() == ("diffusion", "深度 year:2024")
    assert QueryHistory(path).queries() == ("diffusion", "深度 year:2024")
    assert path.read_text(encoding="utf-8") == "diffusion\n深度 year:2024\n"


def test_empty_long_and_repeated_queries_are_not_kept(path: Path) -> None:
    history = QueryHistory(path)
    for query in ("a", "a", "", "  ", "b", "a", "x" * (LONGEST + 1)):
        history.add(query)
    assert history.queries() == ("a", "b", "a")


def test_the_oldest_give_way(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("".join(f"q{n}\n" for n in range(MOST + 5)))
    history = QueryHistory(path)
    assert history.queries()[0] == "q5"
    history.add("new")
    assert len(history.queries()) == MOST
    assert path.read_text().split("\n")[0] == "q6"


def test_two_instances_keep_each_other_s_queries(path: Path) -> None:
    one, other = QueryHistory(path), QueryHistory(path)
    one.add("first")
    other.add("second")
    one.add("third")
    other.add("third")
    assert one.queries() == other.queries() == ("first", "second", "third")


def _folder(path: Path) -> None:
    path.mkdir(parents=True)


def _not_text(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"good\n\xff\xfe")


def _no_folder(path: Path) -> None:
    path.parent.write_text("a file where the folder should be")


@pytest.mark.parametrize("damage", [_folder, _not_text, _no_folder])
def test_what_cannot_be_read_is_told_once_and_left_alone(
    path: Path, damage: Callable[[Path], None]
) -> None:
    damage(path)
    before = path.read_bytes() if path.is_file() else None
    history = QueryHistory(path)
    history.queries()
    history.add("one")
    history.add("two")
    assert history.queries() == ("one", "two")
    (notice,) = history.take_notices()
    assert notice.startswith("The earlier searches (history.txt) cannot be ")
    assert history.take_notices() == ()
    assert (path.read_bytes() if path.is_file() else None) == before


def test_what_could_not_be_saved_is_saved_with_the_next(path: Path) -> None:
    _folder(path)
    history = QueryHistory(path)
    history.add("one")
    os.rmdir(path)
    history.add("two")
    assert path.read_text() == "one\ntwo\n"


def test_lines_that_could_move_the_cursor_of_a_terminal_are_left_out(
    path: Path,
) -> None:
    path.parent.mkdir()
    path.write_text("good\n\x1b[2J\n\r\nfine\r\n")
    assert QueryHistory(path).queries() == ("good", "fine")


def test_a_walk_goes_back_and_comes_home_to_the_draft() -> None:
    walk = Walk(("a", "b"), "dra")
    assert [walk.step(-1), walk.step(-1), walk.step(-1)] == ["b", "a", "a"]
    assert [walk.step(1), walk.step(1)] == ["b", "dra"]
    assert walk.at_draft


def test_a_walk_skips_the_newest_where_it_is_the_draft() -> None:
    walk = Walk(("a", "b"), "b ")
    assert walk.step(-1) == "a"
    assert walk.step(1) == "b "
    assert Walk((), "x").step(-1) == "x"
