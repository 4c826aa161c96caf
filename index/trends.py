"""How a topic fares over the years."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.index.models import by_year
from paperstui.index.tree import And, Not, Or, YearRange

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paperstui.index.library import VenueCount
    from paperstui.index.models import ResultPage
    from paperstui.index.tree import Node


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
