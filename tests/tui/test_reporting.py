"""Reports of lists that were read."""

from __future__ import annotations

from paperstui.index.models import Problem
from paperstui.index.report import Report
from paperstui.tui.reporting import download_line, progress_line, report_lines


def test_progress_and_report() -> None:
    report = Report("a.bib", "bibtex", 2_000, 1, 2, 3, share=0.5)
    assert progress_line(report) == "━" * 12 + "╌" * 12 + " a.bib: 2,003 records"
    assert download_line(1_500_000, None) == "1.5 MB"
    assert download_line(1_000_000, 4_000_000) == "━" * 6 + "╌" * 18 + " 1.0 of 4.0 MB"
    report.problems += [Problem("a.bib", f"reason {n}", line=n) for n in (1, 2, 3)]
    assert report_lines([report], most=2) == [
        "file   format         seen   loaded  skipped    twice no abstract",
        "a.bib  bibtex        2,003    2,000        2        1           3",
        "a.bib:1: reason 1",
        "a.bib:2: reason 2",
        "a.bib: and 1 more problem",
    ]
    assert report_lines([report], most=0, width=50)[0] == (
        "a.bib (bibtex): 2,003 seen, 2,000 loaded, 2 skipped, 1 twice, "
        "3 without abstract"
    )
