"""The share of each year's papers that a query finds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paperstui.index import query
from paperstui.index.library import VenueCount
from paperstui.index.models import ResultPage, SearchRequest, Venue
from paperstui.index.trends import shares

COUNTS = [
    VenueCount(1, Venue("ICML", 2024), 10, 10),
    VenueCount(2, Venue("ICML", 2023), 4, 0),
    VenueCount(3, Venue("ACL", 2024), 10, 0),
    VenueCount(4, Venue("ACL", 2020), 5, 0),
    VenueCount(5, Venue("arXiv"), 7, 0),
    VenueCount(6, Venue("UAI", 2022), 0, 3),
]
FOUND = {Venue("ICML", 2024): 1, Venue("ACL", 2024): 3, Venue("ICML", 2023): 2}


def page(text: str = "a", found: dict[Venue, int] | None = None) -> ResultPage:
    request = SearchRequest(text)
    return ResultPage(request, query.parse(text), [], found or FOUND, 0)


def test_venues_of_a_year_count_together_and_refused_papers_do_not() -> None:
    assert shares(page(), COUNTS) == {2020: 0.0, 2023: 0.5, 2024: 0.2}
    assert list(shares(page(), COUNTS)) == [2020, 2023, 2024]


def test_refused_papers_count_where_they_are_listed() -> None:
    all_of_it = replace(page(), request=SearchRequest("a", refused=True))
    assert shares(all_of_it, COUNTS) == {
        2020: 0.0,
        2022: 0.0,
        2023: 0.5,
        2024: 4 / 30,
    }


YEARS = [
    ("a year:2024", [2024]),
    ("a year:2021..", [2023, 2024]),
    ("a -year:2023", [2020, 2024]),
    ("a (year:2020 OR year:2024)", [2020, 2024]),
    ("a OR year:2024", [2020, 2023, 2024]),
]


@pytest.mark.parametrize(("text", "years"), YEARS)
def test_years_that_the_query_leaves_out_are_no_part(
    text: str, years: list[int]
) -> None:
    assert list(shares(page(text), COUNTS)) == years


def test_no_share_is_more_than_all() -> None:
    found = {Venue("ICML", 2023): 9}
    assert shares(page(found=found), COUNTS)[2023] == 1.0
