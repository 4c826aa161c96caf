"""What a query can be narrowed to."""

from __future__ import annotations

from dataclasses import replace

from paperstui.index import facets, query
from paperstui.index.facets import FacetGroup, FacetValue
from paperstui.index.models import Venue
from paperstui.index.requests import Facets, ResultPage, SearchRequest

COUNTS = {
    Venue("ICML", 2024): 3,
    Venue("ICML", 2023): 2,
    Venue("ACL", 2024): 2,
    Venue("arXiv"): 1,
    Venue("UAI", 2020): 0,
}
STATUSES = {"Oral": 2, "Poster": 1, "": 4, "★": 1}
HAVING = {"abstract": 7, "pdf": 0, "code": 2}


class Asked:
    """Answers every request with the same counts, and remembers it."""

    def __init__(self) -> None:
        self.requests: list[SearchRequest] = []

    def __call__(self, request: SearchRequest) -> ResultPage:
        self.requests.append(request)
        parsed = query.parse(request.text)
        found = Facets(STATUSES, HAVING)
        return ResultPage(request, parsed, [], COUNTS, 0, facets=found)


def grouped(
    request: SearchRequest,
) -> tuple[dict[str, FacetGroup], list[SearchRequest]]:
    """The groups by name, and what was asked for besides the page."""
    asked = Asked()
    page = asked(request)
    found = facets.groups(asked, page)
    return {group.name: group for group in found}, asked.requests[1:]


def counts(group: FacetGroup) -> dict[str, int]:
    return {value.value: value.count for value in group.values}


def test_years_fall_venues_and_statuses_begin_with_the_most() -> None:
    groups, asked = grouped(SearchRequest("a", facets=True))
    assert list(groups) == ["year", "status", "venue", "has"]
    assert list(counts(groups["year"]).items()) == [("2024", 5), ("2023", 2)]
    assert list(counts(groups["venue"]).items()) == [
        ("ICML 2024", 3),
        ("ACL 2024", 2),
        ("ICML 2023", 2),
        ("arXiv", 1),
    ]
    assert list(counts(groups["status"]).items()) == [("Oral", 2), ("Poster", 1)]
    assert list(counts(groups["has"]).items()) == [("code", 2), ("abstract", 7)]
    assert asked == []


def test_a_group_is_not_narrowed_by_what_is_chosen_in_it() -> None:
    request = SearchRequest("a year:2023 b", facets=True)
    groups, asked = grouped(request)
    assert asked == [replace(request, text="a b")]
    assert groups["year"].values == (
        FacetValue("2024", 5, False),
        FacetValue("2023", 2, True),
    )


def test_what_is_chosen_is_listed_though_nothing_has_it() -> None:
    groups, _ = grouped(SearchRequest("year:2020..2022 a", facets=True))
    assert groups["year"].values[0] == FacetValue("2020..2022", 8, True)


def test_only_the_venues_that_are_listed_count() -> None:
    only = frozenset({Venue("ICML", 2023), Venue("ACL", 2024)})
    groups, _ = grouped(SearchRequest("a", venues=only, facets=True))
    assert counts(groups["year"]) == {"2024": 2, "2023": 2}
    assert counts(groups["venue"]) == {"ACL 2024": 2, "ICML 2023": 2}


def test_among_the_bookmarks_only_bookmarks_count() -> None:
    request = SearchRequest("a", bookmarked_only=True, facets=True)
    _, asked = grouped(request)
    assert asked == [replace(request, bookmarked_only=False, within="is:bookmarked")]


def test_without_the_index_there_are_years_and_venues() -> None:
    request = SearchRequest("", facets=True)
    asked = Asked()
    page = replace(asked(request), facets=None)
    assert [group.name for group in facets.groups(asked, page)] == ["year", "venue"]
    marked = replace(page, request=replace(request, bookmarked_only=True))
    assert facets.groups(asked, marked) == ()


def test_nothing_found_gives_no_groups() -> None:
    asked = Asked()
    page = replace(asked(SearchRequest("a")), counts={}, facets=Facets({}, {}))
    assert facets.groups(asked, page) == ()
