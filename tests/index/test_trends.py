"""The share of each year's and venue's papers that a query finds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from paperstui.index import query
from paperstui.index.library import VenueCount
from paperstui.index.models import Venue
from paperstui.index.requests import ResultPage, SearchRequest
from paperstui.index.trends import Portion, found, portions, shares
from tests.conftest import ACL_2024, ICML_2023, ICML_2024

if TYPE_CHECKING:
    from paperstui.index.library import Library

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


ICML, ACL, UAI = "ICML", "ACL", "UAI"


def parts(page: ResultPage) -> list[tuple[str, int | None, int, int]]:
    found_there = portions(page, page.counts, COUNTS)
    return [(one.name, one.year, one.matching, one.papers) for one in found_there]


def test_a_topic_has_a_sum_a_year_and_then_its_conferences() -> None:
    # COUNTS come as the library has them: by name, newest first, without ICML 2022.
    assert parts(page()) == [
        ("", 2024, 4, 20),
        ("", 2023, 2, 4),
        ("", 2020, 0, 5),
        (ICML, 2024, 1, 10),
        (ICML, 2023, 2, 4),
        (ACL, 2024, 3, 10),
        (ACL, 2020, 0, 5),
    ]


def test_conferences_without_a_match_are_left_out_and_years_the_query_denies() -> None:
    assert parts(page("a year:2024", {Venue(ACL, 2024): 3})) == [
        ("", 2024, 3, 20),
        (ACL, 2024, 3, 10),
    ]


def test_refused_papers_are_part_of_a_topic_where_they_are_listed() -> None:
    request = SearchRequest("a", refused=True)
    some = replace(page(found={Venue(UAI, 2022): 1}), request=request)
    assert parts(some)[-1] == (UAI, 2022, 1, 3)
    assert ("", 2024, 0, 30) in parts(some)


def test_papers_of_no_year_are_a_portion_but_of_no_year() -> None:
    some = parts(page(found={Venue("arXiv"): 7}))
    assert some[-1] == ("arXiv", None, 7, 7)
    assert [year for name, year, *_ in some if not name] == [2024, 2023, 2020]


def test_a_share_is_never_more_than_all() -> None:
    assert Portion(ICML, 2024, 3, 12).share == 0.25
    assert Portion(ICML, 2024, 13, 12).share == 1.0
    assert Portion(ICML, 2024, 0, 0).share == 0.0


def test_what_a_page_finds_is_counted_by_its_rows_where_its_counts_say_more(
    library: Library,
) -> None:
    whole = page("a", {ICML_2024: 2, ACL_2024: 1})
    assert found(whole, library) == {ICML_2024: 2, ACL_2024: 1}
    partial = replace(whole, rows=[2, 0, 1], partial=True, whole=1)
    assert found(partial, library) == {ACL_2024: 1}
    bookmarks = SearchRequest("a", bookmarked_only=True)
    kept = replace(whole, rows=[0, 3, 4], request=bookmarks)
    assert found(kept, library) == {ICML_2024: 1, ICML_2023: 2}
