"""What trends look like: the names of the views, and rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.style import Style

from paperstui.tui.formatting import plural
from paperstui.tui.headline import percent
from paperstui.tui.widgets.table import TableRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.authors import Attendance, Turnover
    from paperstui.index.term_trends import Change, Changes
    from paperstui.index.trends import Portion

VIEWS = {
    "topic": "Topic",
    "terms": "Terms",
    "people": "Authors",
    "coverage": "Coverage",
}
"""What can be looked at, with its name, in the order of the keys."""
_WIDE_TABS = 48
"""Cells of the screen from which the names of the views stand apart."""
_MOST_AUTHORS = 500
"""Authors of a group that are listed; the head says how many there are."""


def tabs(view: str, width: int) -> Content:
    """The views, with the one that is shown, in some cells."""
    blank = " " if width >= _WIDE_TABS else ""
    parts: list[Content | str] = []
    for number, (name, title) in enumerate(VIEWS.items(), 1):
        # Not by colour: the one that is shown stands out in any terminal.
        style = Style(reverse=name == view) + Style.from_meta({"view": name})
        parts.append(Content(f"{blank}{number} {title}{blank}").stylize(style))
    return Content("" if blank else " ").join(parts)


def topic_rows(portions: Sequence[Portion], *, shares: bool) -> list[TableRow]:
    """A group for all venues, and one for each conference with its years.

    Bars are of shares or of counts; those of all venues have a scale of their own.
    """
    rows: list[TableRow] = []
    whole = all(one.matching == one.papers for one in portions)

    def size(one: Portion) -> float:
        return one.share if shares and not whole else one.matching

    for name in dict.fromkeys(one.name for one in portions):
        mine = [one for one in portions if one.name == name]
        scale = [one for one in portions if bool(one.name) == bool(name)]
        most = max(map(size, scale), default=0) or 1
        rows.append(TableRow(_head(mine, whole=whole)))
        for one in mine:
            year = "no year" if one.year is None else str(one.year)
            label = f"{name} {year}" if name else year
            numbers = [f"{one.matching:,}"]
            if not whole:
                share = percent(one.share) if one.matching else "–"
                numbers += [f"{one.papers:,}", share]
            rows.append(TableRow(label, tuple(numbers), size(one) / most, one))
    return rows


def _head(mine: Sequence[Portion], *, whole: bool) -> str:
    matching, papers = sum(o.matching for o in mine), sum(o.papers for o in mine)
    name = mine[0].name or "All venues"
    if whole:
        return f"{name} · {plural(papers, 'paper')}"
    return f"{name} · {matching:,} of {papers:,} · {percent(matching / papers)}"


def term_rows(changes: Changes, before: int, after: int) -> list[TableRow]:
    """A group for each way to change; `before` and `after` are all papers."""
    groups = (
        ("Growing", changes.growing),
        ("New", changes.new),
        ("Fading", changes.fading),
    )
    every = [change for _, some in groups for change in some]
    most = max((abs(change.score) for change in every), default=1.0)
    rows: list[TableRow] = []
    for head, some in groups:
        if some:
            rows.append(TableRow(f"{head} · {plural(len(some), 'term')}"))
            rows += [_term_row(change, before, after, most) for change in some]
    return rows


def _term_row(change: Change, before: int, after: int, most: float) -> TableRow:
    was = percent(change.before / before) if change.before else "–"
    now = percent(change.after / after) if change.after else "–"
    numbers = (was, now, f"{change.score:+.1f}".replace("-", "−"))
    return TableRow(change.forms[0], numbers, abs(change.score) / most, change)


def author_rows(turnover: Turnover) -> list[TableRow]:
    """A group for authors of both years, of the later one, and of the one before."""
    groups = (
        ("Returning", turnover.returning),
        ("New", turnover.new),
        ("Gone", turnover.gone),
    )
    every = [author for _, some in groups for author in some[:1]]
    most = max((author.papers for author in every), default=1)
    rows: list[TableRow] = []
    for head, some in groups:
        if some:
            listed = some[:_MOST_AUTHORS]
            cut = "" if len(some) == len(listed) else f", the first {len(listed)}"
            rows.append(TableRow(f"{head} · {plural(len(some), 'author')}{cut}"))
            rows += [_author_row(author, most) for author in listed]
    return rows


def _author_row(author: Attendance, most: int) -> TableRow:
    numbers = tuple(str(n) if n else "–" for n in (author.before, author.after))
    return TableRow(author.name, numbers, author.papers / most, author)
