"""The bookmarks in groups: by tag, by venue, by when they were set."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from paperstui.index.models import Grouping

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from paperstui.index.bookmarks import Bookmarks
    from paperstui.index.marked import MarkedRows
    from paperstui.index.models import Bookmark

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_WEEK = timedelta(days=7)
_MONTHS_APART = 12
"""Months from which on whole years are groups."""


_Place = tuple[bool, str, int]
"""What rises from the first group to the last."""


class Group(NamedTuple):
    """Some bookmarked papers; one with several tags is in several groups."""

    name: str
    """Stands for the group from one start to the next: "tag:rl", "date:2026-10"."""
    label: str
    """What a person calls it: "#rl", "ICML 2024", "October 2026"."""
    rows: frozenset[int]
    """Library rows of its papers."""


def _today() -> date:
    return datetime.now().astimezone().date()


class BookmarkGroups:
    """Groups the bookmarks; does so anew only when these or the day are others."""

    def __init__(
        self,
        bookmarks: Bookmarks,
        marked: MarkedRows,
        today: Callable[[], date] = _today,
    ) -> None:
        self._bookmarks = bookmarks
        self._marked = marked
        self._today = today
        self._of: tuple[object, ...] = ()
        self._groups: tuple[Group, ...] = ()

    def groups(self, grouping: Grouping) -> tuple[Group, ...]:
        """The groups in the order in which they are listed; empty for none.

        Tags with most papers come first, venues by name and then newest first, the
        last days first. What has no tag or venue comes last.
        """
        marks, day = self._marked.current(), self._today()
        of = (marks, grouping, day)
        known = len(self._of) == len(of) and marks is self._of[0]
        if not known or of[1:] != self._of[1:]:
            self._groups = tuple(self._made(grouping, day))
            self._of = of
        return self._groups

    def _made(self, grouping: Grouping, day: date) -> Iterator[Group]:
        match grouping:
            case Grouping.TAG:
                yield from self._by_tag()
            case Grouping.VENUE:
                yield from self._by(_venue)
            case Grouping.DATE:
                yield from self._by(lambda bookmark: _period(bookmark, day))

    def _by_tag(self) -> Iterator[Group]:
        marks = self._marked.current()
        untagged = marks.bookmarked
        found = []
        for tag in self._bookmarks.tags():
            rows = marks.tagged.get(tag.casefold(), frozenset())
            untagged -= rows
            if rows:
                found.append(Group(f"tag:{tag.casefold()}", f"#{tag}", rows))
        yield from sorted(found, key=lambda group: (-len(group.rows), group.name))
        if untagged:
            yield Group("tag:", "untagged", untagged)

    def _by(
        self, place: Callable[[Bookmark], tuple[_Place, str, str]]
    ) -> Iterator[Group]:
        """Groups by what gives the place among them, the name and the label."""
        found: dict[tuple[_Place, str, str], set[int]] = {}
        for bookmark, row in self._rows():
            found.setdefault(place(bookmark), set()).add(row)
        for (_, name, label), rows in sorted(found.items()):
            yield Group(name, label, frozenset(rows))

    def _rows(self) -> Iterable[tuple[Bookmark, int]]:
        """The bookmarks of papers in the library, with their rows."""
        for bookmark in self._bookmarks.all():
            row = self._marked.row(bookmark.paper.id)
            if row is not None:
                yield bookmark, row


def _venue(bookmark: Bookmark) -> tuple[_Place, str, str]:
    venue = bookmark.paper.venue
    label = venue.label or "no venue"
    place = (not venue.name, venue.name.casefold(), -(venue.year or 0))
    return place, f"venue:{label}", label


def _period(bookmark: Bookmark, day: date) -> tuple[_Place, str, str]:
    """When a bookmark was set, as the clock on the wall has it."""
    set_on = _local(bookmark.added)
    if set_on >= day:
        return (False, "", 0), "date:today", "today"
    if day - set_on < _WEEK:
        return (False, "", 1), "date:week", "the last 7 days"
    months = (day.year - set_on.year) * 12 + day.month - set_on.month
    if months < _MONTHS_APART:
        label = f"{_MONTHS[set_on.month - 1]} {set_on.year}"
        return (False, "", 2 + months), f"date:{set_on.year}-{set_on.month:02}", label
    years = 2 + _MONTHS_APART + day.year - set_on.year
    return (False, "", years), f"date:{set_on.year}", str(set_on.year)


def _local(moment: datetime) -> date:
    """The day on the wall calendar."""
    try:
        return date.fromtimestamp(moment.timestamp())  # ten times as fast as others
    except (OSError, OverflowError, ValueError):
        return moment.date()  # of a year that no clock here knows
