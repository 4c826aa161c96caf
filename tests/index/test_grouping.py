"""Bookmarks in groups."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from paperstui.index.bookmarks import Bookmarks
from paperstui.index.collection import Collection
from paperstui.index.grouping import BookmarkGroups
from paperstui.index.marked import MarkedRows
from paperstui.index.models import Bookmark, Grouping, Venue
from paperstui.index.reading import ReadingState
from tests.conftest import toggle
from tests.index.conftest import NOON, paper

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TODAY = NOON.astimezone().date()


class Desk:
    """Six papers, four of them bookmarked."""

    def __init__(self, folder: Path) -> None:
        self.day = TODAY
        self.collection = Collection(folder / "library.db")
        venues = (Venue("ICML", 2024), Venue("ICML", 2023), Venue("acl"), Venue(""))
        self.papers = [
            replace(paper(name), venue=venues[number % 4])
            for number, name in enumerate("abcdef")
        ]
        self.collection.keep(self.papers)
        self.bookmarks = Bookmarks(folder / "bookmarks.json", lambda: NOON)
        self.reading = ReadingState(folder / "reading.db")
        self.marked = MarkedRows(self.collection.library, self.bookmarks, self.reading)
        self.made = BookmarkGroups(self.bookmarks, self.marked, lambda: self.day)

    def groups(self, grouping: Grouping) -> list[tuple[str, str, list[int]]]:
        """The groups with their names, labels and rows."""
        found = self.made.groups(grouping)
        return [(group.name, group.label, sorted(group.rows)) for group in found]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.reading.close()
    made.collection.close()


def test_without_bookmarks_or_a_grouping_there_are_no_groups(desk: Desk) -> None:
    assert [desk.groups(grouping) for grouping in Grouping] == [[]] * 4
    toggle(desk.bookmarks, desk.papers[0])
    assert desk.groups(Grouping.NONE) == []


def test_by_tag_the_most_frequent_first_and_then_what_has_none(desk: Desk) -> None:
    a, b, c, d, *_ = desk.papers
    desk.bookmarks.retag([a, b], ["to read", "Vision"])
    desk.bookmarks.retag([b, c], ["RL"])
    desk.bookmarks.retag([a], ["rl", "zoo"])
    toggle(desk.bookmarks, d)
    desk.bookmarks.retag([paper("gone")], ["lost"])
    assert desk.groups(Grouping.TAG) == [
        ("tag:rl", "#RL", [0, 1, 2]),
        ("tag:to read", "#to read", [0, 1]),
        ("tag:vision", "#Vision", [0, 1]),
        ("tag:zoo", "#zoo", [0]),
        ("tag:", "untagged", [3]),
    ]
    desk.bookmarks.retag([a], removed=["zoo"])
    desk.bookmarks.remove(["d"])
    assert [name for name, _, _ in desk.groups(Grouping.TAG)] == [
        "tag:rl",
        "tag:to read",
        "tag:vision",
    ]


def test_by_venue_the_newest_year_first(desk: Desk) -> None:
    desk.bookmarks.put(desk.papers)
    assert desk.groups(Grouping.VENUE) == [
        ("venue:acl", "acl", [2]),
        ("venue:ICML 2024", "ICML 2024", [0, 4]),
        ("venue:ICML 2023", "ICML 2023", [1, 5]),
        ("venue:no venue", "no venue", [3]),
    ]


@pytest.mark.parametrize(
    ("days", "name", "label"),
    [
        (-3, "date:today", "today"),
        (0, "date:today", "today"),
        (1, "date:week", "the last 7 days"),
        (6, "date:week", "the last 7 days"),
        (7, "date:2025-12", "December 2025"),
        (40, "date:2025-11", "November 2025"),
        (334, "date:2025-02", "February 2025"),
        (366, "date:2025", "2025"),
        (800, "date:2023", "2023"),
    ],
)
def test_by_when_they_were_set(desk: Desk, days: int, name: str, label: str) -> None:
    desk.bookmarks.add([Bookmark(desk.papers[0], NOON - timedelta(days=days))])
    assert desk.groups(Grouping.DATE) == [(name, label, [0])]


def test_the_last_days_come_first(desk: Desk) -> None:
    ages = (800, 0, 40, 7, 500, 3)
    desk.bookmarks.add(
        Bookmark(each, NOON - timedelta(days=days))
        for each, days in zip(desk.papers, ages, strict=True)
    )
    assert [label for _, label, _ in desk.groups(Grouping.DATE)] == [
        "today",
        "the last 7 days",
        "December 2025",
        "November 2025",
        "2024",
        "2023",
    ]
    desk.day = date(2030, 1, 1)
    years = [label for _, label, _ in desk.groups(Grouping.DATE)]
    assert years == ["2026", "2025", "2024", "2023"]


def test_every_bookmark_is_in_a_group(desk: Desk) -> None:
    desk.bookmarks.retag(desk.papers[:3], ["x"])
    desk.bookmarks.put(desk.papers[3:])
    for grouping in (Grouping.TAG, Grouping.VENUE, Grouping.DATE):
        found = Counter(row for _, _, rows in desk.groups(grouping) for row in rows)
        assert found == Counter(range(6))


def test_they_are_made_anew_only_when_something_changed(desk: Desk) -> None:
    desk.bookmarks.retag(desk.papers[:1], ["x"])
    groups = desk.made.groups(Grouping.TAG)
    assert desk.made.groups(Grouping.TAG) is groups
    desk.bookmarks.retag(desk.papers[1:2], ["x"])
    assert desk.made.groups(Grouping.TAG) != groups


def test_the_last_bookmarked_are_known(desk: Desk) -> None:
    for number, row in enumerate((2, 0, 5)):
        when = NOON + timedelta(hours=number)
        desk.bookmarks.add([Bookmark(desk.papers[row], when)])
    desk.bookmarks.add([Bookmark(paper("gone"), NOON + timedelta(hours=9))])
    assert desk.marked.current().latest == (5, 0, 2)


@pytest.mark.parametrize("year", [1, 9999])
def test_a_time_that_is_written_by_hand(desk: Desk, year: int) -> None:
    moment = NOON.replace(year=year, month=1 if year == 1 else 12, day=1)
    desk.bookmarks.add([Bookmark(desk.papers[0], moment)])
    expected = "1" if year == 1 else "today"
    assert [label for _, label, _ in desk.groups(Grouping.DATE)] == [expected]
