"""The installed command in a real terminal, as a person uses it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminals import COMMAND, NEEDED, Terminal

pytestmark = NEEDED


def test_find_read_bookmark_cite_quit(terminal: Terminal) -> None:
    terminal.run(str(COMMAND))
    terminal.wait("38 papers")
    terminal.wait("tantivy")
    terminal.press("/", *"hopfield", "Enter")
    terminal.wait("1 of 38")
    terminal.wait("▌    On Computational Limits of Modern Hopfield Models")
    terminal.press("b")
    terminal.wait("Bookmarked “On Computational Limits")
    terminal.press("y")
    terminal.wait("BibTeX of hu2024computational")
    terminal.press("q")
    terminal.until_left()
    terminal.run("echo left with $?")
    terminal.wait("left with 0")
    saved = json.loads((terminal.home / "bookmarks.json").read_text(encoding="utf-8"))
    assert [each["id"] for each in saved["bookmarks"]] == ["openreview:vXUqOCsbj8"]
    clipboard = terminal.tmux("show-buffer")
    assert clipboard.startswith("@inproceedings{hu2024computational,\n")
    assert "pages = {19327--19343}" in clipboard


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_terminal_as_it_was(
    terminal: Terminal, number: signal.Signals
) -> None:
    terminal.run(str(COMMAND))
    terminal.wait("tantivy")
    assert terminal.modes == "11"
    os.kill(terminal.pid("paperstui"), number)
    terminal.until_left()
    terminal.run("echo back again")
    terminal.until(lambda: terminal.screen.count("back again") > 1, "echo")


CRASH = """
from paperstui.index.locations import Locations
from paperstui.tui.app import PaperstuiApp
from paperstui.tui.services import open_services
from paperstui.tui.settings import Settings

def broken(self):
    raise ZeroDivisionError("a [b]bug[/b]")

PaperstuiApp.action_switch_theme = broken
PaperstuiApp(open_services(Locations.discover()), Settings()).run()
"""


def test_an_error_of_its_own_ends_in_one_line(
    terminal: Terminal, tmp_path: Path
) -> None:
    script = tmp_path / "crash.py"
    script.write_text(CRASH, encoding="utf-8")
    terminal.run(f"{sys.executable} {script}")
    terminal.wait("tantivy")
    terminal.press("C-t")
    terminal.wait("paperstui met an error of its own and stopped.")
    assert terminal.modes == "00"
    assert "Traceback" not in terminal.screen
    details = (terminal.home / "crash.txt").read_text(encoding="utf-8")
    assert details.rstrip().endswith("ZeroDivisionError: a [b]bug[/b]")


def test_killed_and_started_again_nothing_is_lost(terminal: Terminal) -> None:
    terminal.run(str(COMMAND))
    terminal.wait("tantivy")
    terminal.press("b")
    terminal.wait("Bookmarked")
    os.kill(terminal.pid("paperstui"), signal.SIGKILL)
    # What kill -9 leaves of the terminal is the shell's to mend, not ours.
    terminal.respawn()
    terminal.run(str(COMMAND))
    terminal.wait("tantivy")
    terminal.wait("▌ ✱")


def test_killed_while_indexing_the_next_start_works(terminal: Terminal) -> None:
    terminal.run(str(COMMAND))
    terminal.wait("38 papers")
    os.kill(terminal.pid("paperstui"), signal.SIGKILL)
    # What kill -9 leaves of the terminal is the shell's to mend, not ours.
    terminal.respawn()
    terminal.run(f"{COMMAND} search hopfield")
    terminal.wait("hu2024computational")
    indexes = list((terminal.home / "cache" / "index").iterdir())
    assert [path.name[:8] for path in indexes] == ["tantivy-"]


def test_two_instances_at_once_keep_both_bookmarks(
    terminal: Terminal, tmp_path: Path
) -> None:
    (tmp_path / "second").mkdir()
    second = Terminal(tmp_path / "second")
    try:
        for each in (terminal, second):
            each.run(f"PAPERSTUI_HOME={terminal.home} {COMMAND}")
        for each in (terminal, second):
            each.wait("tantivy")
        terminal.press("b")
        second.press("j", "b")
        for each in (terminal, second):
            each.wait("Bookmarked")
            each.wait("✱ Bookmarks        2")
    finally:
        second.close()


def test_a_window_that_grows_and_shrinks_is_followed(terminal: Terminal) -> None:
    terminal.run(str(COMMAND))
    terminal.wait("3 Abstract")
    terminal.tmux("resize-window", "-x", "30", "-y", "8")
    terminal.wait("paperstui needs 40 x 10 cells.")
    terminal.tmux("resize-window", "-x", "100", "-y", "30")
    terminal.wait("3 Abstract")
    assert "1 Venues" not in terminal.screen


def test_an_index_spoiled_in_place_is_built_again_in_silence(
    terminal: Terminal,
) -> None:
    terminal.run(f"{COMMAND} search hopfield")
    terminal.wait("hu2024computational")
    (index,) = (terminal.home / "cache" / "index").iterdir()

    def spoil() -> None:
        (postings,) = index.glob("*.idx")
        content = postings.read_bytes()
        half = len(content) // 2  # what begins makes Tantivy fail in its own code
        postings.write_bytes(b"\xff" * half + content[half:])

    spoil()
    environ = {**os.environ, "PAPERSTUI_HOME": str(terminal.home)}
    told = subprocess.run(
        [COMMAND, "search", "hopfield"], env=environ, capture_output=True, text=True
    )
    assert "hu2024computational" in told.stdout
    assert told.stderr == ""
    spoil()
    terminal.run(f"RUST_BACKTRACE=1 {COMMAND}")
    terminal.wait("tantivy ·")
    terminal.press("/", "hopfield")
    terminal.wait("1 of 38")
    assert "panicked" not in terminal.screen


def test_killed_in_the_middle_of_a_triage_all_is_there_and_can_be_undone(
    terminal: Terminal,
) -> None:
    terminal.run(str(COMMAND))
    terminal.wait("tantivy")
    terminal.press("t")
    terminal.wait("0 of 38 decided")
    terminal.press(*"ymymymyn")
    terminal.wait("8 of 38 decided")
    # Told when it is saved, and in their order: then so are the seven before.
    terminal.wait("Skipped “")
    # More of them, in the middle of which it is killed.
    terminal.press(*"ymnymnymn")
    os.kill(terminal.pid("paperstui"), signal.SIGKILL)
    # What kill -9 leaves of the terminal is the shell's to mend, not ours.
    terminal.respawn()
    terminal.run(str(COMMAND))
    terminal.wait("tantivy")
    terminal.press("t")
    terminal.wait(" of 38 decided")
    decided = int(terminal.screen.partition(" of 38 decided")[0].split()[-1])
    assert 8 <= decided <= 17
    for _ in range(decided):
        terminal.press("u")
    terminal.wait("0 of 38 decided   + 0 kept   = 0 maybe   - 0 skipped")
    terminal.press("u")
    terminal.wait("There is nothing to undo.")
    saved = json.loads((terminal.home / "bookmarks.json").read_text(encoding="utf-8"))
    assert saved["bookmarks"] == []


def test_two_windows_decide_at_once_and_both_show_all(
    terminal: Terminal, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    other = Terminal(tmp_path / "other")
    try:
        for window in (terminal, other):
            window.run(f"PAPERSTUI_HOME={terminal.home} {COMMAND}")
            window.wait("tantivy")
        other.press("G")
        terminal.press("+", "j", "-", "j", "=")
        other.press("-", "k", "+", "k", "=")
        for window in (terminal, other):
            for status in ("kept", "skipped", "maybe"):
                window.press("/", *f"is:{status}", "Enter")
                window.wait(f"/ is:{status}")
                window.wait("2 of 38")
                # Alone: with the key that comes right after it, it would be another.
                window.press("Escape")
                window.wait("type to search")
                window.wait("38 papers")
    finally:
        other.close()
