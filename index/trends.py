"""How a topic fares over the years, and from venue to venue."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from paperstui.index.models import by_year
from paperstui.index.tree import And, Not, Or, YearRange

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from paperstui.index.library import Library, VenueCount
    from paperstui.index.models import Venue
    from paperstui.index.requests import ResultPage
    from paperstui.index.tree import Node


@dataclass(frozen=True, slots=True)
class Portion:
    """Papers of one conference and year, and how many of them match."""

    name: str
    """Name of the conference; empty for all of them."""
    year: int | None
    matching: int
    papers: int
    """How many there are."""

    @property
    def share(self) -> float:
        """The part that matches, from 0 to 1."""
        return min(1.0, self.matching / self.papers) if self.papers else 0.0


def found(page: ResultPage, library: Library) -> Mapping[Venue, int]:
    """How many papers of each venue a page holds, partial matches left out."""
    request = page.request
    if not (page.partial or request.bookmarked_only):
        return page.counts
    # Its counts are of all that match, in part or not bookmarked as well.
    rows = page.rows[: page.whole] if page.partial else page.rows
    numbers = library.venue_numbers()
    counted = library.venue_counts(rows, refused=request.refused)
    return {numbers[number]: count for number, count in counted.items()}


def portions(
    page: ResultPage, matching: Mapping[Venue, int], counts: Iterable[VenueCount]
) -> tuple[Portion, ...]:
    """What a page has of each year, and then of each conference and its years.

    Newest years first. Years that the query leaves out are no part of it, nor are
    conferences of which nothing matches. `counts` are those of the library; refused
    papers count where the page has them.
    """
    refused = page.request.refused
    each = [
        Portion(c.venue.name, c.venue.year, matching.get(c.venue, 0), there)
        for c in counts
        if (there := c.papers + c.hidden * refused)
        and (c.venue.year is None or _wanted(page.query.root, c.venue.year))
    ]
    years: dict[int, Portion] = {}
    for one in each:
        if one.year is not None:
            known = years.get(one.year, Portion("", one.year, 0, 0))
            here = known.matching + one.matching
            years[one.year] = Portion("", one.year, here, known.papers + one.papers)
    parts = [years[year] for year in sorted(years, reverse=True)]
    for _, some in groupby(each, key=lambda one: one.name):
        mine = list(some)
        if any(one.matching for one in mine):
            parts += mine
    return tuple(parts)


def shares(page: ResultPage, counts: Iterable[VenueCount]) -> dict[int, float]:
    """For each year with papers, in order, the share (0 to 1) of them that match.

    Years that the query itself leaves out are no part of it. `counts` are those of the
    library; refused papers count where the page has them.
    """
    refused = page.request.refused
    papers = by_year((c.venue, c.papers + c.hidden * refused) for c in counts)
    matching = page.years
    # The index may know of more papers than a library that has just lost some.
    return {
        year: min(1.0, matching.get(year, 0) / there)
        for year, there in sorted(papers.items())
        if there and _wanted(page.query.root, year)
    }


def _wanted(node: Node | None, year: int) -> bool:
    """Whether a query leaves room for papers of a year, whatever else it asks."""
    match node:
        case YearRange(low, high):
            return (low is None or low <= year) and (high is None or year <= high)
        case Not(YearRange() as denied):
            return not _wanted(denied, year)
        case And(children):
            return all(_wanted(child, year) for child in children)
        case Or(children):
            return any(_wanted(child, year) for child in children)
    return True
