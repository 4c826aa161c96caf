"""How papers read on the screen: lines and short forms, without any widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.models import Author, Paper

# Both take one cell in every terminal; a star or a bullet takes two in some.
BOOKMARKED = "✱"
READ = "✓"

ELLIPSIS = "…"


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


def imprint(paper: Paper) -> str:
    """Where it appeared: "ICML 2024 · pp. 19327-19343 · PMLR 235"."""
    parts = [paper.venue.label]
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


def plural(count: int, noun: str) -> str:
    """A count with its noun: "1 paper", "2,610 papers"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
