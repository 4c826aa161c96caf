"""Which venue and year the headings above a place speak of."""

from __future__ import annotations

import re

from paperstui.index.models import Venue
from paperstui.index.readers.known_venues import known_name
from paperstui.index.readers.markdown_draft import plain
from paperstui.index.readers.venues import YEAR, heading_venue

_EMPHASIS = re.compile(r"[*_`]+")
_ACRONYM = re.compile(r"[\w&+/-]*[A-Z][\w&+/-]*[A-Z][\w&+/-]*")
_WORDS = re.compile(r"[\w&+'-]+(?: [\w&+'-]+){0,2}")


class Sections:
    """The headings above a place, the outermost first."""

    def __init__(self) -> None:
        self._open: list[tuple[int, Venue]] = [(0, Venue(""))]
        self._is_first = True

    @property
    def venue(self) -> Venue:
        """What the headings name; an empty name or no year where they do not say."""
        return self._open[-1][1]

    def enter(self, heading: str, level: int) -> None:
        """Go below a heading of a level from 1 to 6."""
        while self._open[-1][0] >= level:
            self._open.pop()
        outer = self.venue
        shown = _EMPHASIS.sub("", plain(heading)).strip()
        found = named_venue(shown, is_first=level == 1)
        if self._is_first and level == 1 and found.name:
            # The title of the file, whatever level the headings below have.
            self._open[0] = (0, found)
        self._is_first = False
        name, year = found.name or outer.name, found.year or outer.year
        if found.name and found.name != outer.name:
            year = found.year
        self._open.append((level, Venue(name, year)))


def named_venue(shown: str, *, is_first: bool = False) -> Venue:
    """The venue that a heading names, as far as it does.

    The first heading of a file may name one that is not known.
    """
    if name := known_name(shown):
        return Venue(name)
    if YEAR.search(shown) is None:
        return Venue("")
    found = heading_venue(shown)
    name = known_name(found.name)
    if name is None:
        inside = (known_name(word) for word in _ACRONYM.findall(shown))
        name = next((word for word in inside if word), None)
    if name is None and is_first and found.name != "Papers":
        name = found.name if _WORDS.fullmatch(found.name) else None
    return Venue(name or "", found.year)
