"""Which years are compared at first."""

from __future__ import annotations

import pytest

from paperstui.index.library import VenueCount
from paperstui.index.models import Venue
from paperstui.tui.screens.pair import NO_PAIR, Pair, choose, comparable, telling

COUNTS = [
    VenueCount(1, Venue("ACL", 2024), 5, 0),
    VenueCount(2, Venue("ICML", 2024), 5, 0),
    VenueCount(3, Venue("ICML", 2022), 5, 0),
    VenueCount(4, Venue("ICML", 2021), 0, 5),
    VenueCount(5, Venue("UAI", 2020), 5, 0),
    VenueCount(6, Venue("UAI", 2019), 5, 0),
    VenueCount(7, Venue("UAI"), 5, 0),
]
KNOWN = {"ICML": {2020: 5, 2022: 5, 2024: 5}, "UAI": {2019: 5, 2020: 5}}


def test_conferences_of_two_years_can_be_compared() -> None:
    both = {"ICML": {2022: 5, 2024: 5}, "UAI": {2019: 5, 2020: 5}}
    assert comparable(COUNTS, refused=False) == both
    both["ICML"][2021] = 5
    assert comparable(COUNTS, refused=True) == both


@pytest.mark.parametrize(
    ("last", "wanted", "near", "chosen"),
    [
        (NO_PAIR, "", "", Pair("ICML", 2022, 2024)),  # most years
        (NO_PAIR, "", "UAI", Pair("UAI", 2019, 2020)),
        (NO_PAIR, "", "ACL", Pair("ICML", 2022, 2024)),
        (NO_PAIR, "UAI", "ICML", Pair("UAI", 2019, 2020)),
        (Pair("ICML", 2020, 2022), "", "UAI", Pair("ICML", 2020, 2022)),
        (Pair("ICML", 2020, 2022), "ICML", "", Pair("ICML", 2020, 2022)),
        (Pair("ICML", 2020, 2022), "UAI", "", Pair("UAI", 2019, 2020)),
        (Pair("ICML", 2020, 2022), "ACL", "", Pair("ICML", 2020, 2022)),
        (Pair("ICML", 2021, 2022), "", "", Pair("ICML", 2022, 2024)),
        (Pair("NeurIPS", 2021, 2022), "", "", Pair("ICML", 2022, 2024)),
    ],
)
def test_the_pair_is_the_last_one_or_the_newest_years(
    last: Pair, wanted: str, near: str, chosen: Pair
) -> None:
    assert choose(KNOWN, last, wanted, near) == chosen
    assert choose({}, last, wanted, near) == NO_PAIR


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
