"""Notes: written in a line or in an editor, shown, and found."""

from __future__ import annotations

import json
import os
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from paperstui.index.errors import PaperstuiError
from paperstui.tui import editor
from paperstui.tui.screens.note_dialog import NoteDialog
from tests.terminals import COMMAND, NEEDED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from paperstui.index.models import Paper
    from tests.terminals import Terminal
    from tests.tui.conftest import Desk, Run


def saved(desk: Desk) -> dict[str, str]:
    """The notes in the file, by the ids of their papers."""
    path = desk.main.services.locations.bookmarks
    entries = json.loads(path.read_bytes())["bookmarks"]
    return {entry["id"]: entry.get("note", "") for entry in entries}


def first(desk: Desk) -> Paper:
    """The paper under the cursor."""
    assert desk.main.paper is not None
    return desk.main.paper


def effect(desk: Desk) -> str:
    """What the dialog says."""
    return str(desk.app.screen.query_one("#effect").render())


@contextmanager
def _nothing() -> Iterator[None]:
    yield


def script(folder: Path, body: str) -> str:
    """An editor that runs some lines of shell; `$1` is the file."""
    path = folder / "an editor"
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f'"{path}"'


async def test_a_note_is_written_shown_changed_and_taken_away(run: Run) -> None:
    async with run(140, 40) as desk:
        await desk.press("N")
        assert effect(desk) == "↵ begins another line; note:WORD finds notes."
        await desk.type("q is good")
        assert effect(desk) == "Adds the note and bookmarks the paper."
        await desk.press("enter")
        assert desk.status.startswith("Noted on “On Computational Limits")
        assert saved(desk) == {"test:0": "q is good"}
        assert "✎ q is good" in desk.abstract.split("\n")
        assert desk.lines[0].startswith("▌ ✎  On Comp")
        assert desk.main.around.bookmarked == 1
        await desk.press("N")
        assert effect(desk).startswith("An empty line takes the note away")
        await desk.type("!")
        assert effect(desk) == "Replaces the note."
        await desk.press("enter")
        assert saved(desk) == {"test:0": "q is good!"}
        await desk.press("N", "enter")
        assert desk.app.screen is desk.main
        await desk.press("N", "ctrl+u")
        assert effect(desk) == "! Takes the note away."
        await desk.press("escape")
        assert saved(desk) == {"test:0": "q is good!"}
        await desk.press("N", "ctrl+u", "enter")
        assert desk.status.startswith("No longer noted on: “On Computational")
        assert saved(desk) == {"test:0": ""}
        assert "✎" not in desk.abstract
        assert desk.lines[0].startswith("▌ ✱  On Comp")


async def test_keys_typed_ahead_are_for_the_dialog(run: Run) -> None:
    async with run() as desk:
        await desk.pilot.press("N", "j", "q", "enter")
        await desk.settle()
        assert saved(desk) == {"test:0": "jq"}


async def test_a_sign_stands_for_the_ends_of_lines(run: Run) -> None:
    async with run() as desk:
        desk.main.services.bookmarks.note([first(desk)], "one\n\n  two")
        await desk.press("N")
        dialog = desk.app.screen
        assert isinstance(dialog, NoteDialog)
        assert dialog.box.value == "one ↵  ↵   two"
        await desk.press("x", "enter")
        assert saved(desk) == {"test:0": "one\n\n  twox"}
        shown = desk.abstract
        assert "✎ one\n\n  twox\n" in shown


async def test_one_note_on_all_marked_papers(run: Run) -> None:
    async with run() as desk:
        await desk.press("space", "space", "N")
        assert desk.app.screen.query_one(".window").border_title == (
            "One note on 2 papers"
        )
        await desk.type("both")
        assert effect(desk) == "Adds the note to 2 papers; bookmarks 2 of them."
        await desk.press("enter")
        assert desk.status == "Noted on 2 papers"
        assert saved(desk) == {"test:0": "both", "test:1": "both"}
        await desk.press("space", "N")
        some = "2 of 3 papers"
        assert effect(desk) == (
            f"{some} have a note; one typed here replaces all, - takes them away."
        )
        await desk.press("enter")
        assert saved(desk) == {"test:0": "both", "test:1": "both"}
        await desk.press("N", "x")
        assert effect(desk) == (
            "Adds the note to 3 papers; ! replaces 2 notes; bookmarks 1 of them."
        )
        await desk.press("backspace", "-")
        assert effect(desk) == f"! Takes the notes of {some} away."
        await desk.press("enter")
        assert desk.status == "Took the notes of 2 papers away"
        assert saved(desk) == {"test:0": "", "test:1": ""}


async def test_a_note_is_found_and_marked(run: Run) -> None:
    async with run(140, 40) as desk:
        await desk.press("j", "N")
        await desk.type("zebra stripes")
        await desk.press("enter", "slash")
        await desk.type("zebra")
        assert desk.titles == ["DiffDA"]
        assert desk.lines[2] == "▌    ✎ zebra stripes"
        assert desk.main.reader.matches == 1
        await desk.press("enter", "escape", "slash")
        await desk.type("note:stri")
        assert desk.titles == ["DiffDA"]
        assert desk.lines[2] == "▌    ✎ zebra stripes"
        # Taken away, it stays in the list until something else is asked.
        await desk.press("enter", "N", "ctrl+u", "enter")
        assert desk.titles == ["DiffDA"]
        await desk.press("escape", "slash")
        await desk.type("zebra")
        assert desk.titles == []


async def test_saved_searches_are_counted_anew(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash")
        await desk.type("hopfield ")
        await desk.press("ctrl+s")
        await desk.press("x", "enter", "escape", "escape")
        assert desk.main._found == {"x": 1}
        await desk.press("j", "N")
        await desk.type("hopfield")
        await desk.press("enter")
        assert desk.main._found == {"x": 2}


async def test_tags_stand_at_the_end_of_a_row(run: Run) -> None:
    async with run(140, 40) as desk:
        bookmarks = desk.main.services.bookmarks
        bookmarks.retag([first(desk)], ["rl", "to read"])
        desk.main.marks_changed()
        await desk.settle()
        assert desk.lines[1] == f"▌    Hu, Liu · ICML 2024{'#rl #to read':>31}"
        bookmarks.retag([first(desk)], ["a tag that is longer than can be shown"])
        desk.main.marks_changed()
        await desk.settle()
        assert desk.lines[1].endswith("  #rl #to read +1")
        await desk.resize(200, 13)
        assert desk.main.results.row_height == 1
        title = "▌ ✱  On Computational Limits of Modern Hopfield Models"
        assert desk.lines[0].startswith(f"{title}   ")
        assert desk.lines[0].endswith("   #rl #to read +1")
        await desk.resize(100, 13)
        assert desk.lines[0] == "▌ ✱  On Computational Limits of Modern Hopfiel…"


async def test_the_editor_writes_several_lines(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = 'cp "$1" "$2"; echo "$1" > "$2".name; printf "one\\n\\n two\\n" > "$1"'
    monkeypatch.setenv(
        "VISUAL", f"{script(tmp_path, line.replace('$2', str(tmp_path / 'was')))}"
    )
    async with run() as desk:
        monkeypatch.setattr(desk.app, "suspend", _nothing)
        await desk.press("N")
        await desk.type("draft")
        await desk.press("ctrl+e")
        assert saved(desk) == {"test:0": "one\n\n two"}
        assert (tmp_path / "was").read_text(encoding="utf-8") == "draft\n"
        name = (tmp_path / "was.name").read_text(encoding="utf-8").strip()
        assert name.endswith(".md")
        assert not os.path.exists(name)


FAILURES = [
    ("exit 3", "! {} failed (exit code 3). The note is as it was."),
    (": > $1", "! The editor was left, and the note is empty: enter takes it away."),
    ("true", "! The editor was left, and nothing was changed."),
]


@pytest.mark.parametrize(("body", "told"), FAILURES, ids=["fails", "empty", "same"])
async def test_an_editor_that_gives_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, told: str
) -> None:
    command = script(tmp_path, body)
    monkeypatch.setenv("EDITOR", command)
    async with run() as desk:
        monkeypatch.setattr(desk.app, "suspend", _nothing)
        desk.main.services.bookmarks.note([first(desk)], "kept")
        await desk.press("N", "ctrl+e")
        assert effect(desk) == told.format(command.strip('"'))
        assert saved(desk) == {"test:0": "kept"}
        await desk.press("escape")
        assert saved(desk) == {"test:0": "kept"}


async def test_no_editor_and_no_way_to_open_one(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    async with run() as desk:
        await desk.press("N", "ctrl+e")
        assert effect(desk) == (
            "! No editor is set: put the name of one into $EDITOR. "
            "The note is as it was."
        )
        monkeypatch.setenv("EDITOR", "vi")
        await desk.press("ctrl+e")
        assert effect(desk) == (
            "! No editor can be opened from here: type the note in this line."
        )
        await desk.press("x")
        assert effect(desk) == "Adds the note and bookmarks the paper."


def test_the_command_of_the_editor() -> None:
    assert editor.command({"EDITOR": "vi"}) == ["vi"]
    both = {"EDITOR": "vi", "VISUAL": 'code --wait "my file"'}
    assert editor.command(both) == ["code", "--wait", "my file"]
    assert editor.command({"EDITOR": "vi", "VISUAL": " "}) == ["vi"]
    with pytest.raises(PaperstuiError, match=r"^\$EDITOR cannot be read: No closing"):
        editor.command({"EDITOR": "vi 'x"})
    with pytest.raises(PaperstuiError, match=r"^/nowhere/vi: No such file"):
        editor.edited("", ["/nowhere/vi"])


@NEEDED[0]
@NEEDED[1]
def test_the_terminal_is_the_editors_until_it_is_left(
    ready: Terminal, tmp_path: Path
) -> None:
    # As ctrl+c in the editor: the terminal sends it to both.
    body = """kill -INT $PPID
stty -a | grep -q " icanon" && echo "write:"
read line
echo "$line" >> $1"""
    ready.run(f"EDITOR='{script(tmp_path, body)}' {COMMAND}")
    ready.wait("38 papers")
    ready.press("N")
    ready.wait("ctrl+e editor")
    ready.press(*"first", "C-e")
    ready.wait("write:")
    assert ready.modes == "00"
    ready.press(*"jjq", "Enter")
    ready.wait("Noted on")
    assert ready.modes == "11"
    ready.wait("✎ first")
    entry = json.loads((ready.home / "bookmarks.json").read_bytes())["bookmarks"][0]
    assert entry["note"] == "first\njjq"
    ready.press("q")


@NEEDED[0]
@NEEDED[1]
def test_the_screen_is_back_after_an_editor_that_fails(
    ready: Terminal, tmp_path: Path
) -> None:
    ready.run(f"EDITOR='{script(tmp_path, 'exit 3')}' {COMMAND}")
    ready.wait("38 papers")
    ready.press("N")
    ready.wait("ctrl+e editor")
    ready.press(*"mine", "C-e")
    ready.wait("failed (exit code 3). The note is as it was.")
    assert ready.modes == "11"
    ready.press("!", "Enter")
    ready.wait("✎ mine!")
    ready.press("q")
