"""Which two years of which conference are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from paperstui.index.library import VenueCount


_ENOUGH = 100
"""Papers of a year below which nearly all that is other may be chance."""


class Pair(NamedTuple):
    """Two editions of one conference."""

    name: str = ""
    """Empty where no conference has two years."""
    before: int = 0
    after: int = 0

    @property
    def label(self) -> str:
        """As it is shown: "ICML 2023 ▸ 2024"."""
        return f"{self.name} {self.before} ▸ {self.after}"

    def moved(self, years: Sequence[int], *, before: int = 0, after: int = 0) -> Pair:
        """With years so many places further among those that there are, rising.

        The same pair where there is no such year, or it would be the other one's.
        """
        first = years.index(self.before) + before
        last = years.index(self.after) + after
        if not 0 <= first < last < len(years):
            return self
        return self._replace(before=years[first], after=years[last])


NO_PAIR = Pair()
"""Where nothing can be compared."""


@dataclass(slots=True)
class Looked:
    """What was looked at last on the screen of trends."""

    view: str = "topic"
    pair: Pair = NO_PAIR
    shares: bool = True
    """Whether bars are of shares, not of counts."""


def comparable(
    counts: Iterable[VenueCount], *, refused: bool
) -> dict[str, dict[int, int]]:
    """The conferences of which two years have papers, with how many, years rising."""
    years: dict[str, dict[int, int]] = {}
    for count in counts:
        papers = count.papers + count.hidden * refused
        if count.venue.year is not None and papers:
            years.setdefault(count.venue.name, {})[count.venue.year] = papers
    return {
        name: dict(sorted(mine.items()))
        for name, mine in years.items()
        if len(mine) > 1
    }


def telling(name: str, papers: Mapping[int, int]) -> Pair:
    """The last two years of a conference, of those that have papers enough to compare.

    The last two of all where no two have.
    """
    many = [year for year, count in papers.items() if count >= _ENOUGH]
    return Pair(name, *(many if len(many) > 1 else [*papers])[-2:])


def choose(
    known: Mapping[str, Mapping[int, int]], last: Pair, wanted: str, near: str
) -> Pair:
    """The pair looked at last, else the last `telling` years of a conference.

    Another conference where that is `wanted`; without a last pair the one that is
    `near`, else that with most years; an empty pair where there is none.
    """
    name = wanted if wanted in known else last.name or near
    if name == last.name and {last.before, last.after} <= set(known.get(name, ())):
        return last
    if name not in known:
        name = max(known, key=lambda each: len(known[each]), default="")
    return telling(name, known[name]) if name else NO_PAIR
