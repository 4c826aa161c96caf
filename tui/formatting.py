"""How papers read on the screen: lines and short forms, without any widget."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from rich.cells import cell_len

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.models import Author, Paper, ResultPage
    from paperstui.index.report import Report

# All take one cell in every terminal; a star or a bullet takes two in some.
BOOKMARKED = "✱"
NOTED = "✎"
READ = "✓"
SAVED = "◊"
MARKED = "◉"
IN_RANGE = "◌"

SIGNS = (
    (MARKED, "marked"),
    (IN_RANGE, "in the range that is being marked"),
    (BOOKMARKED, "bookmarked"),
    (NOTED, "bookmarked, with a note of yours"),
    (READ, "read"),
    (SAVED, "a saved search"),
)
"""What the signs before papers and in the sidebar mean, for the help screen."""

_BAR = 24
"""Cells of a bar of progress."""
_HEADS = ("seen", "loaded", "skipped", "twice", "no abstract")


def authors_line(authors: Sequence[Author], width: int) -> str:
    """Family names for as many authors as fit into some cells, then "+3"."""
    if not authors:
        return ""
    names = [" ".join(filter(None, (a.particle, a.family))) for a in authors]
    whole = ", ".join(names)
    if cell_len(whole) <= width:
        return whole
    for count in range(len(names) - 1, 0, -1):
        line = f"{', '.join(names[:count])} +{len(names) - count}"
        if cell_len(line) <= width:
            return line
    return f"{names[0]} +{len(names) - 1}" if len(names) > 1 else names[0]


def cut_around(
    line: str,
    pieces: Sequence[tuple[int, int]],
    width: int,
    chief: Sequence[tuple[int, int]] = (),
) -> tuple[str, list[tuple[int, int]]]:
    """A line cut to some cells around most of its pieces, and where those are then.

    The chief pieces decide, if there are any. It is cut between words, with an ellipsis
    where something is left out.
    """
    if cell_len(line) <= width or not pieces:
        return line, list(pieces)
    start = _window(line, chief or pieces, width)
    head = "…" if start else ""
    end = start
    room = width - len(head)
    for letter in line[start:]:
        room -= cell_len(letter)
        # The ellipsis at the end takes one, too.
        if room < (end + 1 < len(line)):
            break
        end += 1
    if end < len(line):
        space = line.rfind(" ", start, end + 1)
        last = max((b for _, b in pieces if b <= end), default=start)
        end = space if space >= last else end
    shift = len(head) - start
    tail = "…" if end < len(line) else ""
    shown = [
        (max(a, start) + shift, min(b, end) + shift)
        for a, b in pieces
        if a < end and b > start
    ]
    return f"{head}{line[start:end]}{tail}", shown


def _window(line: str, pieces: Sequence[tuple[int, int]], width: int) -> int:
    """Where to begin so that most pieces fit into some cells, behind other words."""
    first, most = pieces[0][0], 0
    for at, _ in pieces:
        within = [b for a, b in pieces if a >= at and cell_len(line[at:b]) <= width - 2]
        if len(within) > most:
            first, most, last = at, len(within), within[-1]
    if not most:
        return first
    # A third of what is left goes before them, unless the line ends sooner.
    spare = width - 2 - cell_len(line[first:last])
    before = max(spare // 3, spare - cell_len(line[last:]))
    start = first
    while start and cell_len(line[start - 1 : first]) <= before:
        start -= 1
    if not start or line[start - 1].isspace():
        return start
    space = line.find(" ", start, first)
    return start if space < 0 else space + 1


def imprint(paper: Paper) -> str:
    """Where it appeared: "ICML 2024 · pp. 19327-19343 · PMLR 235"."""
    parts = [paper.venue.label]
    parts += filter(None, (paper.track if paper.track != "main" else "", paper.status))
    if paper.pages:
        label = "pp." if "-" in paper.pages or "," in paper.pages else "p."
        parts.append(f"{label} {paper.pages.replace('--', '-').replace('-', '–')}")
    if paper.volume:
        parts.append(f"{paper.publisher or 'vol.'} {paper.volume}")
    return " · ".join(parts)


def count_of(count: int, total: int) -> str:
    """How many papers are shown: "5 of 38", or "38 papers" when it is all of them."""
    if count == total:
        return plural(total, "paper")
    return f"{count:,} of {total:,}"


def readable(text: str) -> str:
    """A text of the person without what would act on the terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


def one_line(text: str) -> str:
    """The same with its lines joined."""
    return " ".join(readable(text).split())


def found_count(page: ResultPage, total: int) -> str:
    """How many papers a page lists: as `count_of`, or "3 + 9 partial"."""
    if not page.partial:
        return count_of(len(page.rows), total)
    part = f"{len(page.rows) - page.whole:,} partial"
    return f"{page.whole:,} + {part}" if page.whole else part


def partial_matches(page: ResultPage) -> str:
    """What a page with partial matches holds, and what was meant, in one sentence."""
    if page.suggestion:
        return f"Only partial matches: did you mean “{page.suggestion}”?"
    if not page.whole:
        return "No paper has all the words; the best partial matches follow."
    have = "has" if page.whole == 1 else "have"
    papers = plural(page.whole, "paper")
    return f"{papers} {have} all the words; the best partial matches follow."


def two_columns(
    rows: Sequence[tuple[str, str]], width: int
) -> list[list[tuple[str, str, str]]]:
    """Rows of two texts, the right one wrapped so that both fit into some cells.

    Gives the lines of each row: the left text (empty from the second line on), the gap
    between, and the piece of the right text.
    """
    left_width = max(cell_len(left) for left, _ in rows)
    right_width = max(10, width - left_width - 2)
    found = []
    for left, right in rows:
        pieces = wrap(right, right_width)
        lefts = [left, *("" for _ in pieces[1:])]
        found.append(
            [
                (shown, " " * (left_width - cell_len(shown) + 2), piece)
                for shown, piece in zip(lefts, pieces, strict=True)
            ]
        )
    return found


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
            lines.append(f"{report.source}: and {more:,} more problems")
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


def plural(count: int, noun: str) -> str:
    """A count with its noun: "1 paper", "2,610 papers"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
