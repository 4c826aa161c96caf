"""How lists of similar papers are judged."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from bench.similar import LISTED, main, quality, speed
from paperstui.index.models import Paper, Venue
from tests.bench.conftest import record, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from paperstui.index.library import Library

    MakeLibrary = Callable[[Iterable[Paper]], Library]

PAPERS = [Paper(f"p:{n}", f"Paper {n}", Venue("ICML", 2024)) for n in range(40)]
EVEN = {n: frozenset({"even" if n % 2 == 0 else "odd"}) for n in range(40)}


def next_even(row: int, paper: Paper, limit: int) -> Sequence[int]:
    return [other for other in range(0, 40, 2) if other != row][:limit]


def none(row: int, paper: Paper, limit: int) -> Sequence[int]:
    return []


def test_the_share_of_papers_with_a_keyword_in_common(
    make_library: MakeLibrary,
) -> None:
    finds = {"even": next_even, "more_like": none}
    library = make_library(PAPERS)
    found = quality(finds, library, EVEN, [0, 2, 5, 8], seed=1)
    shares = {line.system: line.values[f"% of {LISTED}"] for line in found.lines}
    assert (shares["even"], shares["more_like"]) == (75.0, 0.0)
    assert 0.0 < shares["random papers"] < 100.0


def test_the_time_and_what_both_engines_agree_on(make_library: MakeLibrary) -> None:
    def first(row: int, paper: Paper, limit: int) -> Sequence[int]:
        return [*range(10)]

    def other(row: int, paper: Paper, limit: int) -> Sequence[int]:
        return [*range(5), *range(20, 25)]

    finds = {
        "more_like": none,
        "paperstui (tantivy)": first,
        "paperstui (whoosh)": other,
    }
    found = speed(finds, make_library(PAPERS), [1, 2, 3], 40)
    assert [line.values["papers asked"] for line in found.lines] == [3, 3, 3]
    assert [line.ratio is None for line in found.lines] == [True, False, False]
    assert found.notes == [
        "Both engines of paperstui list the same papers: "
        "50.0% of the first 10 and 50.0% of the first 100."
    ]


def test_no_system_sees_the_keywords(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Only the keywords of these have anything in common.
    lines = [
        record(
            n,
            title=f"T{n}",
            abstract=f"a{n} b{n}",
            authors=[f"Ann{n} Nom{n}"],
            keywords=["secret"],
        )
        for n in range(30)
    ]
    write(tmp_path / "corpus.jsonl.gz", lines)
    told = tmp_path / "told.json"
    words = f"similar --data {tmp_path} --papers 5 --sizes 20 --json {told}".split()
    monkeypatch.setattr(sys, "argv", words)
    main()
    measured = json.loads(told.read_text(encoding="utf-8"))["measured"]
    shares = {
        line["system"]: line["values"]["% of 10"] for line in measured["alike"]["lines"]
    }
    assert shares.pop("random papers") == 100.0
    assert set(shares.values()) == {0.0}
    assert {line["papers"] for line in measured["speed"]["lines"]} == {20}
    assert "### alike" in capsys.readouterr().out
