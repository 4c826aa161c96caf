"""Filling the library from the command line."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from paperstui.tui.commands import main

if TYPE_CHECKING:
    from pathlib import Path

LIST = "Own 2020 Papers\n\nWe study frobnication. It is hard.\n\nWe study gostaks.\n"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), prog_name="paperstui")


def counts() -> dict[str, int]:
    rows = json.loads(run("venues", "--format", "json").stdout)
    return {f"{row['venue']} {row['year']}": row["papers"] for row in rows}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.txt"
    path.write_text(LIST, encoding="utf-8")
    return path


def test_a_list_is_added_and_found(own: Path) -> None:
    result = run("add", own)
    assert result.exit_code == 0
    head, line = result.stdout.splitlines()
    assert head.split()[:5] == ["file", "format", "seen", "loaded", "skipped"]
    assert line.split() == ["own.txt", "abstracts", "2", "2", "0", "0", "0"]
    assert counts() == {"ICML 2024": 19, "ICML 2023": 19, "Own 2020": 2}
    assert run("search", "gostak").stdout.startswith("We study gostaks\n    Own 2020\n")


def test_adding_twice_changes_nothing(own: Path) -> None:
    run("add", own)
    before = run("search", "frobnication", "--format", "json").stdout
    run("add", own)
    assert counts()["Own 2020"] == 2
    assert run("search", "frobnication", "--format", "json").stdout == before


def test_a_changed_file_replaces_what_it_listed(own: Path) -> None:
    run("add", own)
    own.write_text(LIST.replace("gostaks", "doshes"), encoding="utf-8")
    assert "own.txt" in run("refresh").stdout
    assert counts()["Own 2020"] == 2
    assert run("search", "gostak").exit_code == 1
    assert run("search", "doshes").exit_code == 0
    assert run("refresh").stdout == "Nothing has changed.\n"


def test_a_folder_and_packed_files(tmp_path: Path) -> None:
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "a.txt.gz").write_bytes(gzip.compress(LIST.encode()))
    (folder / ".hidden").write_text("no list")
    result = run("add", folder, "--json")
    (report,) = json.loads(result.stdout)
    assert (report["source"], report["loaded"], report["problems"]) == (
        "a.txt.gz",
        2,
        [],
    )


def test_check_changes_nothing_and_tells_what_would_be_lost(
    own: Path, tmp_path: Path
) -> None:
    assert run("check", own).exit_code == 0
    assert "Own 2020" not in counts()
    empty = tmp_path / "empty.txt"
    empty.write_bytes(b"")
    result = run("check", empty)
    assert result.exit_code == 1
    assert result.stderr == "empty.txt: is empty\n"


def test_remove_takes_a_venue_away(own: Path) -> None:
    run("add", own)
    result = run("remove", "own2020")
    assert (result.exit_code, result.stdout) == (0, "Own 2020: 2 papers removed\n")
    assert "Own 2020" not in counts()
    result = run("remove", "own2020")
    assert (result.exit_code, result.stderr) == (
        1,
        "paperstui: there is no venue own2020; "
        "`paperstui venues` lists what there is\n",
    )


def test_bad_use(own: Path, tmp_path: Path) -> None:
    assert run("add", own, "--format", "nonsense").exit_code == 2
    result = run("add", tmp_path / "gone.txt")
    assert result.exit_code == 1
    assert "there is no such file" in result.stderr


def test_venue_and_year_can_be_told(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("We study frobnication. It is hard.\n" * 9, encoding="utf-8")
    run("add", path, "--venue", "Own", "--year", "2021")
    assert counts()["Own 2021"] == 1


def test_interrupted_half_way_the_library_is_as_it_was(
    own: Path, tmp_path: Path
) -> None:
    run("add", own)
    own.unlink()
    os.mkfifo(own)
    process = subprocess.Popen(
        [sys.executable, "-m", "paperstui.tui", "add", str(own)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Shells have jobs in the background ignore it, and so would this one.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    with own.open("w") as pipe:  # opens when the other side reads
        pipe.write("Own 2020 Papers\n\nOther text.\n\n")
        pipe.flush()
        process.send_signal(signal.SIGINT)
        process.wait(30)
    process.communicate()
    assert process.returncode != 0
    assert counts()["Own 2020"] == 2
