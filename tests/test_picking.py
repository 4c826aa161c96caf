"""Choosing papers for other programs, in a real terminal."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.terminals import COMMAND, NEEDED, PATIENCE, Terminal

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = NEEDED
KEY = "hu2024computational"
"""The one paper of the seeds on Hopfield models."""


def _open(ready: Terminal, command: str) -> None:
    """Run a command line and wait until it shows the paper on Hopfield models."""
    ready.run(command)
    ready.wait("1 of 38")


def test_the_key_is_all_that_is_printed(ready: Terminal) -> None:
    _open(ready, f'x=$({COMMAND} pick hopfield --format key); echo "[$x] $?"')
    ready.wait("On Computational Limits of Modern Hopfield Models")
    ready.press("Enter")
    ready.wait(f"[{KEY}] 0")
    assert ready.modes == "00"


@pytest.mark.parametrize("keys", [("Escape",), ("q",), ("C-c",), ("/", "Escape")])
def test_left_without_a_paper(ready: Terminal, keys: tuple[str, ...]) -> None:
    _open(ready, f'x=$({COMMAND} pick hopfield); echo "[$x] $?"')
    ready.press(*keys)
    ready.wait("[] 1")
    assert ready.modes == "00"


def test_a_query_that_is_typed_and_a_text_of_ones_own(ready: Terminal) -> None:
    command = rf"{COMMAND} pick --format '\citep[see][]{{{{{{key}}}}}}'"
    ready.run(f'x=$({command}); printf "[%s]\\n" "$x"')
    ready.wait("38 papers")
    ready.press(*"hopfield", "Enter")
    ready.wait(rf"[\citep[see][]{{{KEY}}}]")


def test_a_query_that_is_typed_before_the_reader_is_there(ready: Terminal) -> None:
    ready.run(f"{COMMAND} pick")
    ready.press(*"hopfield")  # h and l lead to other panes elsewhere
    ready.wait("/ hopfield ")


def test_streams_that_lead_elsewhere(ready: Terminal, tmp_path: Path) -> None:
    out, err = tmp_path / "out", tmp_path / "err"
    streams = f"< /dev/null > {out} 2> {err}"
    _open(ready, f'{COMMAND} pick hopfield --format cite {streams}; echo "left $?"')
    ready.press("Enter")
    ready.wait("left 0")
    assert out.read_text(encoding="utf-8") == f"\\cite{{{KEY}}}\n"
    assert err.read_text(encoding="utf-8") == ""


def test_a_copy(ready: Terminal) -> None:
    _open(ready, f'x=$({COMMAND} pick hopfield --format cite --copy); echo "[$x] $?"')
    ready.press("Enter")
    ready.wait("[] 0")
    ready.wait("paperstui: Copied the citation")
    assert ready.tmux("show-buffer") == f"\\cite{{{KEY}}}"


def test_a_copy_by_the_terminal(ready: Terminal) -> None:
    ready.tmux("set", "-s", "set-clipboard", "on")
    _open(ready, f"TMUX= {COMMAND} pick hopfield --copy")
    ready.press("Enter")
    ready.until(lambda: KEY in ready.tmux("list-buffers"), "buffer")
    assert ready.tmux("show-buffer") == KEY


def test_another_size_of_the_window(ready: Terminal) -> None:
    _open(ready, f'x=$({COMMAND} pick hopfield); echo "[$x] $?"')
    ready.tmux("resize-window", "-x", "60", "-y", "20")
    ready.wait("esc Leave  ? Keys  / Search  b Bookmark…")
    ready.press("Enter")
    ready.wait(f"[{KEY}] 0")


def test_without_a_terminal() -> None:
    ran = subprocess.run(
        [COMMAND, "pick", "hopfield"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        start_new_session=True,
        timeout=PATIENCE,
        check=False,
        env=os.environ | {"TERM": "xterm"},
    )
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr == (
        "Error: there is no terminal to choose on (/dev/tty cannot be opened)\n"
    )
