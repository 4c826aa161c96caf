"""Which years are compared at first."""

from __future__ import annotations

import pytest

from paperstui.index.library import VenueCount
from paperstui.index.models import Venue
from paperstui.tui.screens.pair import NO_PAIR, Pair, choose, comparable, telling

KNOWN = {"A": {2018: 623, 2019: 774, 2023: 19, 2024: 19}, "B": {2001: 5, 2002: 7}}


@pytest.mark.parametrize(
    ("papers", "years"),
    [
        ({2018: 623, 2019: 774, 2023: 19, 2024: 19}, (2018, 2019)),
        ({2018: 623, 2023: 19, 2024: 774}, (2018, 2024)),
        ({2018: 623, 2023: 19, 2024: 19}, (2023, 2024)),
        ({2001: 5, 2002: 7}, (2001, 2002)),
    ],
)
def test_years_with_enough_papers_are_compared(
    papers: dict[int, int], years: tuple[int, int]
) -> None:
    assert telling("A", papers) == Pair("A", *years)


@pytest.mark.parametrize(
    ("last", "wanted", "near", "expected"),
    [
        (NO_PAIR, "", "", Pair("A", 2018, 2019)),
        (NO_PAIR, "B", "A", Pair("B", 2001, 2002)),
        (NO_PAIR, "", "B", Pair("B", 2001, 2002)),
        (Pair("A", 2023, 2024), "", "B", Pair("A", 2023, 2024)),
        (Pair("A", 2020, 2024), "", "", Pair("A", 2018, 2019)),
        (Pair("A", 2023, 2024), "B", "", Pair("B", 2001, 2002)),
    ],
)
def test_what_is_looked_at_first(
    last: Pair, wanted: str, near: str, expected: Pair
) -> None:
    assert choose(KNOWN, last, wanted, near) == expected


def test_conferences_of_two_years_can_be_compared() -> None:
    counts = [
        VenueCount(1, Venue("A", 2024), 0, 7),
        VenueCount(2, Venue("A", 2023), 3, 0),
        VenueCount(3, Venue("B", 2023), 3, 0),
        VenueCount(4, Venue("C", None), 3, 0),
        VenueCount(5, Venue("C", 2001), 3, 0),
    ]
    assert comparable(counts, refused=False) == {}
    assert comparable(counts, refused=True) == {"A": {2023: 3, 2024: 7}}
    assert choose({}, NO_PAIR, "", "") == NO_PAIR
