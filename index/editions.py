"""What the papers of single venues hold, counted once for each state of a library."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from paperstui.index.authors import count_authors
from paperstui.index.term_trends import count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from paperstui.index.library import Library, VenueCount
    from paperstui.index.models import Paper
    from paperstui.index.term_trends import Counted

_KEPT = 8
"""Venues whose counts stay in memory: some megabytes each."""


@dataclass(frozen=True, slots=True)
class Edition:
    """The terms and the authors of one venue."""

    terms: Counted
    authors: Mapping[str, tuple[str, int]]
    """As `count_authors` gives them."""


class Editions:
    """Counts venues of one library; may be asked from several threads."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: OrderedDict[tuple[int, int, bool], Edition] = OrderedDict()
        """By revision of the library, number of the venue, and whether with refused
        papers."""
        self._lock = Lock()

    def of(
        self, venue: VenueCount, progress: Callable[[int], None], *, refused: bool
    ) -> Edition:
        """What a venue holds; takes a second for a thousand papers.

        `progress` gets the number of papers that are counted, and may raise to leave.
        """
        key = self._library.revision, venue.number, refused
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
                return known
        papers: list[Paper] = []

        def read() -> Iterator[Paper]:
            for paper in self._library.of_venue(venue.number, refused=refused):
                progress(len(papers))
                papers.append(paper)
                yield paper

        terms = count(read())
        counted = Edition(terms, count_authors(papers))
        with self._lock:
            self._known[key] = counted
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return counted
