"""Reports of lists that were read, as tables, sentences and progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from paperstui.tui.formatting import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.report import Report

_BAR = 24
"""Cells of a bar of progress."""
_HEADS = ("seen", "loaded", "skipped", "twice", "no abstract")


def report_lines(reports: Sequence[Report], most: int, width: int = 0) -> list[str]:
    """What became of the records of some files: a table, then the problems.

    Sentences instead of the table where it is wider than `width` cells, if that is
    given. At most `most` problems of each file are told, and how many more there are.
    """
    lines = _table(reports)
    if width and cell_len(lines[0]) > width:
        lines = [_sentence(report) for report in reports]
    for report in reports:
        lines += map(str, report.problems[:most])
        more = len(report.problems) - most
        if more > 0:
            lines.append(f"{report.source}: and {plural(more, 'more problem')}")
    return lines


def _table(reports: Sequence[Report]) -> list[str]:
    """A head, and a line a file."""
    width = max((cell_len(report.source) for report in reports), default=0)
    lines = [f"{'file':{width}}  {'format':10}{_counts(*_HEADS)}"]
    for report in reports:
        counts = _counts(
            f"{report.seen:,}",
            f"{report.loaded:,}",
            f"{report.skipped:,}",
            f"{report.duplicates:,}",
            f"{report.without_abstract:,}",
        )
        name = report.source + " " * (width - cell_len(report.source))
        lines.append(f"{name}  {report.format or '-':10}{counts}")
    return lines


def _sentence(report: Report) -> str:
    form = report.format or "no known format"
    return (
        f"{report.source} ({form}): {report.seen:,} seen, "
        f"{report.loaded:,} loaded, {report.skipped:,} skipped, "
        f"{report.duplicates:,} twice, {report.without_abstract:,} without abstract"
    )


def progress_line(report: Report) -> str:
    """How far a file is read: a bar, and how many records it has given."""
    return f"{_bar(report.share)} {report.source}: {plural(report.seen, 'record')}"


def download_line(done: int, total: int | None) -> str:
    """How far a download is: a bar where the size is known, and the megabytes."""
    if total is None:
        return f"{done / 1e6:,.1f} MB"
    return f"{_bar(done / max(1, total))} {done / 1e6:,.1f} of {total / 1e6:,.1f} MB"


def _bar(share: float) -> str:
    full = round(min(1.0, share) * _BAR)
    return "━" * full + "╌" * (_BAR - full)


def _counts(*cells: str) -> str:
    return "".join(f"{cell:>9}" for cell in cells[:-1]) + f"{cells[-1]:>12}"
