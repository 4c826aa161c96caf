"""`python -m bench` on the papers that come with the program."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from typing import TYPE_CHECKING

import pytest

from bench import __main__ as run
from bench import report

if TYPE_CHECKING:
    from pathlib import Path


def bench(monkeypatch: pytest.MonkeyPatch, *arguments: str | Path) -> None:
    """Run it with some arguments."""
    monkeypatch.setattr(sys, "argv", ["bench", *map(str, arguments)])
    run.main()


def test_a_run_prints_and_writes_what_it_measures(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    document, kept = tmp_path / "speed.md", tmp_path / "results.json"
    document.write_text(f"# Speed\n{report.BEGIN}\n{report.END}\n", encoding="utf-8")
    options = ["--sizes", "38", "--runs", "1", "--texts", "1", "--only", "paperstui"]
    options += ["--keep", str(tmp_path / "kept"), "--json", str(kept)]
    bench(monkeypatch, "build", *options)
    bench(
        monkeypatch, "typing", *options, "--from", str(kept), "--write", str(document)
    )
    printed = capsys.readouterr().out
    for name in ("tantivy", "whoosh"):
        assert re.search(rf"\n38 +paperstui \({name}\) +1 ", printed)
    whole = json.loads(kept.read_text(encoding="utf-8"))["measured"]
    assert list(whole) == ["build", "typing"]
    for built in whole["build"]["lines"]:
        assert built["values"]["papers/s"] == pytest.approx(38 / built["values"]["s"])
    assert len(whole["build"]["lines"]) == 2
    for typed in whole["typing"]["lines"]:
        assert typed["values"]["searches"] > 50
    assert len(whole["typing"]["lines"]) == 2
    written = document.read_text(encoding="utf-8")
    assert written.startswith(f"# Speed\n{report.BEGIN}\n\nMeasured on ")
    assert "### build" in written
    assert "### typing" in written


def test_a_program_that_fails_does_not_end_the_run(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(run.PROGRAMS, "build", ("bench.nowhere", "measure"))
    options = ["--sizes", "38", "--texts", "1", "--only", "paperstui"]
    bench(monkeypatch, "build", "typing", *options, "--keep", tmp_path)
    printed = capsys.readouterr().out
    assert "typing: Searches" in printed
    assert printed.splitlines()[-1] == (
        "build could not be measured at 38 papers: No module named 'bench.nowhere'"
    )


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["colour"], "no colour; there are startup, typing,"),
        (["--sizes", "10"], "no size below 38: so many papers come with the program"),
        (["--sizes", "100", "--data", "nowhere"], "nowhere has no corpus.jsonl.gz;"),
        (["--sizes", "38", "--write", "nowhere.md"], "nowhere.md"),
        (["--sizes", "38", "--from", "nowhere.json"], "nowhere.json"),
    ],
)
def test_what_cannot_be_measured_is_told_in_one_line_at_once(
    arguments: list[str],
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        bench(monkeypatch, *arguments)
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err.splitlines()[-1]


def test_cost_is_drawn_against_size(tmp_path: Path) -> None:
    if importlib.util.find_spec("matplotlib") is None:
        pytest.skip("matplotlib is not installed")
    from bench.plots import draw
    from bench.results import Line, Results

    lines = [Line(38, "ours", {"s": 1.0}), Line(2600, "ours", {"s": 9.0})]
    picture = tmp_path / "cost.svg"
    draw([Results("build", "How long.", "s", "ours", lines)], picture)
    drawn = picture.read_text(encoding="utf-8")
    assert all(f">{word}</text>" in drawn for word in ("build", "papers", "ours", "s"))
