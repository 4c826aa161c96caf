"""A screen that is read back from what a program writes to its terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("termios", reason="pseudo-terminals are those of Unix")

from bench.terminal import COLUMNS, Screen, Terminal, environ

if TYPE_CHECKING:
    from pathlib import Path


def shown(*pieces: str) -> list[str]:
    """The first lines after some output."""
    screen = Screen()
    for piece in pieces:
        screen.feed(piece)
    return [screen.line(y).rstrip() for y in range(3)]


OUTPUT = (
    "\x1b[?1049h\x1b]0;title\x07\x1b[2;3H\x1b[1;38;2;1;2;3mab\x1b[0mc\x1b[1;1Hd\r\ne"
)


def test_text_stands_where_the_cursor_was_put() -> None:
    assert shown(OUTPUT) == ["d", "e abc", ""]


def test_output_may_be_cut_anywhere() -> None:
    for cut in range(len(OUTPUT)):
        assert shown(OUTPUT[:cut], OUTPUT[cut:]) == ["d", "e abc", ""]


def test_wide_characters_take_two_cells() -> None:
    assert shown("\x1b[1;1H深度x\x1b[1;5Hy") == ["深度y", "", ""]


def test_what_is_written_over_or_erased_is_gone() -> None:
    assert shown("\x1b[1;1Habc\x1b[1;2Hx") == ["axc", "", ""]
    assert shown("abc\x1b[2J") == ["", "", ""]


def test_text_ends_at_the_edge() -> None:
    screen = Screen()
    screen.feed(f"\x1b[1;{COLUMNS}Hab")
    assert screen.line(0).endswith(" a")
    assert len(screen.line(0)) == COLUMNS


def test_a_line_is_split_into_panes() -> None:
    screen = Screen()
    screen.feed("\x1b[1;1H│one││two││three│\x1b[2;1Hno panes")
    assert screen.pane(0).strip() == "two"
    assert screen.pane(0, 2).strip() == "three│"
    assert screen.pane(1) == ""


def test_a_program_is_typed_to_and_read(tmp_path: Path) -> None:
    program = "print(input().upper()); input()"
    with Terminal([sys.executable, "-c", program], environ(tmp_path)) as terminal:
        pressed = terminal.press("abc\r")
        came = terminal.until(
            lambda screen: any("ABC" in screen.line(y) for y in range(4))
        )
        assert came > pressed > terminal.began


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_the_memory_of_a_program_is_known(tmp_path: Path) -> None:
    with Terminal([sys.executable, "-c", "input()"], environ(tmp_path)) as terminal:
        now, most = terminal.memory()
        assert 0 < now <= most
