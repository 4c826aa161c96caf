"""The facets of a page: what a query can be narrowed to, with counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from paperstui.index import query_text
from paperstui.index.engines.base import HAVING
from paperstui.index.models import by_year
from paperstui.index.query.words import has_letters

if TYPE_CHECKING:
    from collections.abc import Callable

    from paperstui.index.models import Venue
    from paperstui.index.requests import ResultPage, SearchRequest

    Find = Callable[[SearchRequest], ResultPage]


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value that a query can be narrowed to."""

    value: str
    """As the query takes it."""
    count: int
    """Papers that would be listed."""
    chosen: bool
    """Whether the query names it."""


@dataclass(frozen=True, slots=True)
class FacetGroup:
    """The values of one facet."""

    name: str
    """One of `query_text.GROUPS`."""
    values: tuple[FacetValue, ...]


def groups(find: Find, page: ResultPage) -> tuple[FacetGroup, ...]:
    """The groups that have values, counted for the query of a page.

    What is chosen in a group narrows the other groups only, so that another value can
    be chosen instead; `find` is asked again for the groups where one is. A page without
    facets, found without the index, has years and venues at most.
    """
    request = page.request
    if request.bookmarked_only:
        if page.facets is None:
            return ()
        # Its counts are over all papers, whether bookmarked or not.
        request = replace(request, bookmarked_only=False, within="is:bookmarked")
        page = find(request)
    chosen = query_text.terms(request.text)
    found = []
    for name in query_text.GROUPS:
        mine = [term.value for term in chosen if term.group == name]
        over = page
        if mine and name not in query_text.SEVERAL:
            text = query_text.without(request.text, name)
            over = find(replace(request, text=text))
        counts = _counts(name, over)
        known = set(map(query_text.folded, counts))
        here = sum(_venues(page).values())
        # What only a person would write, such as years from one to another.
        written = {v: here for v in mine if query_text.folded(v) not in known}
        taken = set(map(query_text.folded, mine))
        values = tuple(
            FacetValue(value, count, query_text.folded(value) in taken)
            for value, count in {**written, **counts}.items()
            if count or query_text.folded(value) in taken
        )
        if values:
            found.append(FacetGroup(name, values))
    return tuple(found)


def _counts(name: str, page: ResultPage) -> dict[str, int]:
    """Papers by value, in the order of the dialog."""
    facets = page.facets
    match name:
        case "year":
            years = by_year(_venues(page).items())
            return {str(year): years[year] for year in sorted(years, reverse=True)}
        case "venue":
            venues = _venues(page)
            most = sorted(venues, key=lambda venue: (-venues[venue], venue.label))
            return {venue.label: venues[venue] for venue in most}
        case "status" if facets:
            # A query can name those only.
            readable = filter(has_letters, facets.statuses)
            return {value: facets.statuses[value] for value in readable}
        case "has" if facets:
            return {value: facets.having.get(value, 0) for value in HAVING}
    return {}


def _venues(page: ResultPage) -> dict[Venue, int]:
    """The counts of those venues that are listed."""
    venues = page.request.venues
    return {
        venue: count
        for venue, count in page.counts.items()
        if venues is None or venue in venues
    }
