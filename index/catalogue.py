"""The names of the public collection of conference lists, and where each list lies.

The collection is https://github.com/papercopilot/paperlists: one JSON file for each
conference and year. Nothing here asks the network; the years are those of its listing
and its README in 2025, and any other year of a conference can be asked for as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperstui.index.models import Venue
from paperstui.index.readers.known_venues import spelled

if TYPE_CHECKING:
    from collections.abc import Mapping

BASE = "https://raw.githubusercontent.com/papercopilot/paperlists/main"
"""Address of the public collection's raw files."""


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """One list of the collection."""

    conference: str
    """Name of its folder, such as "icml"."""
    year: int

    @property
    def name(self) -> str:
        """What a person types: "icml2025"."""
        return f"{self.conference}{self.year}"

    @property
    def venue(self) -> Venue:
        """The venue as researchers write it: ICML 2025."""
        return Venue(spelled(self.conference), self.year)

    @property
    def is_known(self) -> bool:
        """Whether the collection is known to hold it; a newer one may be there too."""
        return self.year in _YEARS[self.conference]


def entries() -> tuple[Entry, ...]:
    """The lists that the collection is known to hold, by conference and year."""
    return tuple(
        Entry(conference, year)
        for conference, years in _YEARS.items()
        for year in years
    )


def parse_name(name: str) -> Entry | None:
    """The list that a name such as "icml2025" or "ICML 2025" means; None for none.

    A conference without a year means its newest known list. A year that is not known
    is taken as it is, since the collection grows.
    """
    match = _NAME.fullmatch(_SEPARATORS.sub("", name).lower())
    if match is None:
        return None
    conference = _ALIASES.get(match["conference"], match["conference"])
    if conference not in _YEARS:
        return None
    year = match["year"]
    return Entry(conference, int(year) if year else max(_YEARS[conference]))


def address(entry: Entry, base: str = BASE) -> str:
    """Where a list can be downloaded, from the public collection or a copy of it."""
    return f"{base.rstrip('/')}/{entry.conference}/{entry.name}.json"


_SEPARATORS = re.compile(r"[\s_-]+|\.json$", re.IGNORECASE)
_NAME = re.compile(r"(?P<conference>\w+?)(?P<year>(?:19|20)\d\d)?", re.ASCII)


def _years(first: int, last: int, step: int = 1) -> tuple[int, ...]:
    return tuple(range(first, last + 1, step))


_YEARS: Mapping[str, tuple[int, ...]] = {
    "3dv": (2025,),
    "aaai": (2021, 2022),
    "acl": (2021, 2022),
    "acml": _years(2010, 2024),
    "acmmm": (2024,),
    "ai4x": (2025,),
    "aistats": _years(1995, 2009, 2) + _years(2010, 2025),
    "alt": (2025,),
    "automl": _years(2022, 2024),
    "coling": (2020, 2022, 2025),
    "colm": (2024, 2025),
    "colt": _years(2011, 2024),
    "corl": _years(2021, 2025),
    "cvpr": _years(2013, 2025),
    "eccv": _years(2018, 2024, 2),
    "emnlp": _years(2021, 2024),
    "iccv": _years(2013, 2025, 2),
    "iclr": (2013, 2014, *_years(2017, 2025)),
    "icml": _years(2013, 2025),
    "icra": _years(2000, 2023),
    "ijcai": _years(2020, 2024),
    "iros": _years(2000, 2023),
    "kdd": (2023, 2024),
    "naacl": (2021, 2022, 2024),
    "nips": _years(1987, 2024),
    "rss": _years(2005, 2025),
    "siggraph": _years(2010, 2025),
    "siggraphasia": _years(2018, 2024),
    "uai": _years(2019, 2024),
    "wacv": _years(2020, 2025),
    "www": (2024, 2025),
}

_ALIASES: Mapping[str, str] = {
    "acmmultimedia": "acmmm",
    "neurips": "nips",
    "thewebconf": "www",
    "webconf": "www",
}
