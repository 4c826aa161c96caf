"""The line above the list: its order in words, and how the topic fares by year."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from paperstui.index.requests import Sort

if TYPE_CHECKING:
    from collections.abc import Mapping

ORDERS = {
    Sort.RELEVANCE: "by relevance",
    Sort.LIST: "list order",
    Sort.YEAR: "newest first",
    Sort.TITLE: "by title",
    Sort.CITATIONS: "most cited first",
    Sort.ADDED: "last added first",
    Sort.BOOKMARKED: "last bookmarked first",
}
"""Each order of a list in words."""

MOST_SIMILAR = "most similar first"
"""The order by relevance of papers that are like one."""

_BARS = "▁▂▃▄▅▆▇█"
_EIGHTHS = "▏▎▍▌▋▊▉█"
_LEAST_BARS = 3
"""Years below which a sparkline that had to be cut says nothing."""


def headline(words: str, shares: Mapping[int, float], width: int) -> tuple[str, str]:
    """What stands at the left and at the right of some cells.

    `words` tell the order; `shares` are those of each year with papers, in order, and
    none where nothing is searched for. What does not fit is left out: first the peak,
    then early years, then the order.
    """
    if len(shares) < 2 or not any(shares.values()):
        return (words if len(words) <= width else ""), ""
    for left in (words, ""):
        room = width - len(left) - (2 if left else 0)
        whole = f"{spark(shares)}  {peak(shares)}"
        if len(whole) <= room:
            return left, whole
        line = _cut(shares, room)
        if line:
            return left, line
    return (words if len(words) <= width else ""), ""


def spark(shares: Mapping[int, float]) -> str:
    """A bar a year between the first and the last one: "2016 ▁▂▄ ▇█ 2021".

    The lowest bar is a year without a match, a gap is one without papers.
    """
    first, last = min(shares), max(shares)
    return f"{first} {''.join(_bars(shares))} {last}"


def peak(shares: Mapping[int, float]) -> str:
    """The year with the largest share, the last of several: "peak 2023: 6.1%"."""
    year = max(shares, key=lambda year: (shares[year], year))
    return f"peak {year}: {percent(shares[year])}"


def percent(share: float) -> str:
    """A share as a person says it: "6.1%", "38%", "<0.1%"."""
    if 0 < share < 0.0005:
        return "<0.1%"
    return f"{share:.1%}" if share < 0.0995 else f"{share:.0%}"


def _cut(shares: Mapping[int, float], room: int) -> str:
    """The sparkline of the last years that fit; empty where too few do."""
    most = room - len("2016  2024")
    first, last = min(shares), max(shares)
    if last - first < most:
        return spark(shares)
    kept = {year: share for year, share in shares.items() if year > last - most}
    return spark(kept) if most >= _LEAST_BARS and len(kept) >= 2 else ""


def _bars(shares: Mapping[int, float]) -> list[str]:
    most = max(shares.values())
    bars = []
    for year in range(min(shares), max(shares) + 1):
        share = shares.get(year)
        if share is None:
            bars.append(" ")
        else:
            rises = len(_BARS) - 1
            bars.append(_BARS[ceil(share / most * rises) if share else 0])
    return bars


def bar(share: float, width: int) -> str:
    """A bar of up to `width` cells for a share, to an eighth of a cell.

    Whatever is more than nothing shows.
    """
    eighths = ceil(share * width * len(_EIGHTHS))
    whole, rest = divmod(eighths, len(_EIGHTHS))
    return _EIGHTHS[-1] * whole + (_EIGHTHS[rest - 1] if rest else "")
