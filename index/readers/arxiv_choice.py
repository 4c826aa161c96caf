"""Which records of arXiv metadata a person wants: by category and by first version."""

from __future__ import annotations

import calendar
import re
from datetime import date
from typing import TYPE_CHECKING, Any

from paperstui.index import text
from paperstui.index.readers import addresses, values

if TYPE_CHECKING:
    from paperstui.index.readers.base import Origin

_ISSUED = re.compile(r"(?:.*/)?(\d\d)(0[1-9]|1[0-2])")
_DAY = re.compile(r"(\d{4})-(\d\d)(?:-(\d\d))?")


class ArxivChoice:
    """Tells the records that a person wants from the others, and counts those."""

    def __init__(self, origin: Origin) -> None:
        self._categories = origin.categories
        self._needles = [category.encode() for category in origin.categories]
        self._since = origin.since
        self.left_out = 0

    def may_want(self, line: bytes) -> bool:
        """Whether a line can be of a record that is wanted; and never too few."""
        if not self._needles or any(needle in line for needle in self._needles):
            return True
        self.left_out += 1
        return False

    def wants(self, item: dict[str, Any]) -> bool:
        """Whether a record is of a wanted category and new enough."""
        if self._is_of_category(item) and self._is_new(item):
            return True
        self.left_out += 1
        return False

    @property
    def summary(self) -> str:
        """How many records were left out and why."""
        others = []
        if self._categories:
            others.append(f"not in {', '.join(sorted(self._categories))}")
        if self._since:
            others.append(f"not known to be from {self._since} or later")
        records = "record" if self.left_out == 1 else "records"
        return f"left out {self.left_out:,} {records} {' or '.join(others)}"

    def _is_of_category(self, item: dict[str, Any]) -> bool:
        return not self._categories or any(
            category == wanted or category.startswith(f"{wanted}.")
            for category in categories(item)
            for wanted in self._categories
        )

    def _is_new(self, item: dict[str, Any]) -> bool:
        if self._since is None:
            return True
        latest = published(item)[1]
        return latest is not None and latest >= self._since


def categories(item: dict[str, Any]) -> tuple[str, ...]:
    """The categories of a record, the primary one first."""
    listed: list[str] = []
    for field in ("primary_category", "category", "categories"):
        value = item.get(field)
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, str):
                listed += text.clean(part).replace(",", " ").split()
    return tuple(dict.fromkeys(listed))


def arxiv_id(item: dict[str, Any]) -> str:
    """The arXiv identifier of a record without its version; empty for none."""
    for field in ("id", "arxiv_id", "entry_id", "url", "link"):
        value = item.get(field)
        # Written as a number, an id has lost its zeros: 704.0001, 2305.1.
        if isinstance(value, float):
            value = f"{value:010.5f}" if value >= 1501 else f"{value:09.4f}"
        if found := addresses.arxiv_id(value):
            return found
    return ""


def published(item: dict[str, Any]) -> tuple[int | None, date | None]:
    """The year of the first version, and the latest day on which it can have come."""
    versions = item.get("versions")
    first = versions[0] if isinstance(versions, list) and versions else None
    created = first.get("created") if isinstance(first, dict) else None
    for value in (created, *(item.get(name) for name in ("published", "created"))):
        if isinstance(value, str) and (day := _day(value)):
            return day.year, day
    if issued := _ISSUED.match(arxiv_id(item)):
        century = 1900 if int(issued[1]) > 90 else 2000
        month = (century + int(issued[1]), int(issued[2]))
        return month[0], date(*month, calendar.monthrange(*month)[1])
    year = values.year(item.get("year"))
    return (year, date(year, 12, 31)) if year else (None, None)


def _day(value: str) -> date | None:
    """A day written as "2007-04-02..." or "Mon, 2 Apr 2007 19:18:42 GMT"."""
    try:
        if match := _DAY.match(value):
            return date(int(match[1]), int(match[2]), int(match[3] or 1))
        # Slow to import, and records of other makers write ISO dates.
        from email.utils import parsedate_to_datetime

        return parsedate_to_datetime(value).date()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
