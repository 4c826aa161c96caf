"""The rows of the sidebar: all papers, venues, saved searches, bookmarks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from paperstui.index.grouping import Group
    from paperstui.index.models import Venue


@dataclass(frozen=True, slots=True)
class Shelf:
    """One row of the sidebar."""

    label: str
    venues: frozenset[Venue] | None = None
    """The venues whose papers it holds; None for all papers."""
    conference: str = ""
    """Name of the conference that it opens or closes; empty where it has no years."""
    year: bool = False
    """Whether it is a year below its conference."""
    bookmarks: bool = False
    """Whether it stands for the bookmarks, or some of them."""
    group: str = ""
    """Name of the group of bookmarks that it stands for; empty for all of them."""
    search: str = ""
    """Name of the saved search that it stands for; empty for all else."""
    query: str = ""
    """What that searches for."""

    @property
    def name(self) -> str:
        """What it is called where its conference does not stand above it."""
        if self.venues and len(self.venues) == 1:
            return next(iter(self.venues)).label
        return self.search or self.label

    @property
    def key(self) -> tuple[str, ...]:
        """What names the row from one start to the next; empty for all papers."""
        if self.search:
            return "search", self.search
        if self.bookmarks:
            return ("bookmarks", self.group) if self.group else ("bookmarks",)
        if self.conference:
            return "conference", self.conference
        return tuple(
            part
            for venue in self.venues or ()
            for part in ("venue", venue.name, str(venue.year or ""))
        )


ALL = Shelf("All")
"""The row for all papers."""


def of_venues(venues: Iterable[Venue], is_open: Container[str]) -> Iterator[Shelf]:
    """The rows of venues by conference; years of those that are open."""
    for name, group in groupby(venues, key=lambda venue: venue.name):
        years = list(group)
        if len(years) == 1:
            yield Shelf(years[0].label, frozenset(years))
            continue
        yield Shelf(name, frozenset(years), conference=name)
        if name in is_open:
            for venue in years:
                label = "no year" if venue.year is None else str(venue.year)
                yield Shelf(label, frozenset({venue}), year=True)


def of_searches(searches: Mapping[str, str]) -> Iterator[Shelf]:
    """The rows of saved searches, from name to query."""
    for name, query in searches.items():
        yield Shelf(name, search=name, query=query)


def of_bookmarks(groups: Iterable[Group]) -> Iterator[Shelf]:
    """The row of the bookmarks, and those of the groups that are shown."""
    yield Shelf("Bookmarks", bookmarks=True)
    for group in groups:
        yield Shelf(group.label, bookmarks=True, group=group.name)


def same(one: Shelf, other: Shelf) -> bool:
    """Whether two rows stand for the same."""
    return _meaning(one) == _meaning(other)


def _meaning(shelf: Shelf) -> tuple[object, ...]:
    return shelf.venues, shelf.year, shelf.search, shelf.bookmarks, shelf.group
