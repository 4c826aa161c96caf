"""Tables, ratios, and what a document and a later run get of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bench import report
from bench.report import Report
from bench.results import Line, Results, compared, joined
from bench.tables import table

if TYPE_CHECKING:
    from pathlib import Path


def lines(papers: int, ours: float, theirs: float) -> list[Line]:
    """What two systems took."""
    return [
        Line(papers, "ours", {"runs": 3, "s": ours}),
        Line(papers, "a peer", {"runs": 3, "s": theirs, "MB": 1234.5}),
    ]


def results(*found: Line, notes: tuple[str, ...] = ()) -> Results:
    """The same with ratios to the first."""
    return Results(
        "build", "How long.", "s", "ours", compared(found, "s", "ours"), list(notes)
    )


def test_a_table_aligns_words_left_and_numbers_right() -> None:
    rows: list[list[str | float]] = [["ours", 0.5251, "12"], ["a peer", 10.0, ""]]
    assert table(["", "nDCG@10", "n"], rows).splitlines() == [
        "        nDCG@10   n",
        "ours      0.525  12",
        "a peer   10.000",
    ]


def test_ratios_are_to_the_reference_at_the_same_size() -> None:
    found = results(*lines(38, 0.5, 2.0), *lines(2600, 20.0, 5.0))
    assert [line.ratio for line in found.lines] == [None, 4.0, None, 0.25]
    assert found.table().splitlines() == [
        "papers          runs     s     MB  ratio",
        "38      ours       3  0.50",
        "38      a peer     3  2.00  1,234   4.00",
        "2,600   ours       3  20.0",
        "2,600   a peer     3  5.00  1,234   0.25",
    ]


def test_without_the_reference_there_is_no_ratio() -> None:
    assert results(lines(38, 1.0, 2.0)[1]).lines[0].ratio is None


def test_a_later_run_replaces_what_it_measured_again() -> None:
    before = results(*lines(38, 1.0, 2.0), *lines(2600, 3.0, 4.0), notes=("as ever",))
    now = results(*lines(38, 5.0, 6.0), notes=("as ever", "no fzf"))
    both = joined(before, now)
    assert [(line.papers, line.values["s"]) for line in both.lines] == [
        (38, 5.0),
        (38, 6.0),
        (2600, 3.0),
        (2600, 4.0),
    ]
    assert both.text().splitlines()[-2:] == ["- as ever", "- no fzf"]


def test_a_report_is_read_as_it_was_written(tmp_path: Path) -> None:
    whole = Report("2025-01-01", {"Python": "3.13"}, "python -m bench")
    whole = whole.having(results(*lines(38, 1.0, 2.0))).failed("no screen")
    place = tmp_path / "results.json"
    place.write_text(json.dumps(whole.to_json()), encoding="utf-8")
    assert report.read(place) == whole
    assert report.merged(whole, whole).measured == whole.measured


@pytest.mark.parametrize("text", ["", "[]", '{"date": "today"}'])
def test_other_files_are_no_reports(text: str, tmp_path: Path) -> None:
    place = tmp_path / "results.json"
    place.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="holds no results of bench"):
        report.read(place)


def test_reports_of_two_machines_stay_apart() -> None:
    here = Report("2025-01-01", {"Python": "3.13"}, "python -m bench")
    there = Report("2025-01-01", {"Python": "3.11"}, "python -m bench")
    with pytest.raises(ValueError, match="another machine"):
        report.merged(there, here)


def test_a_document_keeps_what_stands_around_the_numbers() -> None:
    document = f"# Speed\n\n{report.BEGIN}\nold\n{report.END}\n\nHow to.\n"
    once = report.put_between(document, "new")
    assert once == f"# Speed\n\n{report.BEGIN}\n\nnew\n\n{report.END}\n\nHow to.\n"
    assert report.put_between(once, "new") == once
    with pytest.raises(ValueError, match="no lines"):
        report.put_between("# Speed\n", "new")
