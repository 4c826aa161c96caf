"""Requests and the pages that answer them."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

import pytest

from paperstui.index import highlight
from paperstui.index.engines.store import IndexStore
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.models import Venue
from paperstui.index.requests import Marks, SearchRequest, Sort
from paperstui.index.search import Search

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from paperstui.index.library import Library


@pytest.fixture
def search(library: Library, tmp_path: Path) -> Iterator[Search]:
    """A prepared search over the five papers."""
    made = Search(library, IndexStore(tmp_path, WhooshEngine(), library))
    assert made.prepare(lambda done, total: None) == ()
    yield made
    made.close()


def test_nothing_typed_lists_everything_in_order(search: Search) -> None:
    page = search.find(SearchRequest())
    assert list(page.rows) == [0, 1, 2, 3, 4]
    assert {venue.label: count for venue, count in page.counts.items()} == {
        "ICML 2024": 2,
        "ACL 2024": 1,
        "ICML 2023": 2,
    }


def test_a_venue_restricts_the_rows_but_not_the_counts(search: Search) -> None:
    page = search.find(
        SearchRequest("diffusion", venues=frozenset({Venue("ICML", 2023)}))
    )
    assert list(page.rows) == [3]
    assert page.matching == 2


def test_bookmarks_are_counted_and_can_be_all(search: Search) -> None:
    kept = frozenset({0, 3})
    page = search.find(SearchRequest("diffusion", marks=Marks(bookmarked=kept)))
    assert (sorted(page.rows), page.bookmarked) == ([1, 3], 1)
    page = search.find(
        SearchRequest("diffusion", marks=Marks(bookmarked=kept), bookmarked_only=True)
    )
    assert (list(page.rows), page.bookmarked) == ([3], 1)
    page = search.find(
        SearchRequest(marks=Marks(bookmarked=kept), bookmarked_only=True)
    )
    assert list(page.rows) == [0, 3]


def test_without_a_full_match_the_best_partial_ones_come(search: Search) -> None:
    page = search.find(SearchRequest("hopfield memory zzz"))
    assert (list(page.rows), page.partial) == ([0], True)
    page = search.find(SearchRequest("zzz"))
    assert (list(page.rows), page.partial) == ([], False)


def test_a_full_match_in_another_venue_is_no_reason_for_partial_ones(
    search: Search,
) -> None:
    page = search.find(
        SearchRequest("hopfield memory", venues=frozenset({Venue("ACL", 2024)}))
    )
    assert (list(page.rows), page.partial, page.matching) == ([], False, 1)


def test_a_bad_part_is_told_and_the_rest_searches(search: Search) -> None:
    page = search.find(SearchRequest("year:abc hopfield"))
    assert list(page.rows) == [0]
    assert [d.reason for d in page.query.diagnostics] == ["abc - not a year"]


def test_threads_share_one_search(search: Search) -> None:
    answers: dict[str, list[int]] = {}

    def ask(text: str) -> None:
        answers[text] = list(search.find(SearchRequest(text)).rows)

    threads = [Thread(target=ask, args=(f"{'hopfield'[:n]}",)) for n in range(3, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {"hopfield"[:n]: [0] for n in range(3, 9)}


def test_a_second_query_must_match_as_well(search: Search) -> None:
    page = search.find(SearchRequest("diffusion", within="image OR energy"))
    assert list(page.rows) == [3]
    assert page.matching == 1
    page = search.find(SearchRequest(within="diffusion sort:title"))
    assert list(page.rows) == [1, 3]
    assert page.sort is Sort.TITLE
    assert search.find(SearchRequest(within="year:abc")).matching == 5


def test_partial_matches_still_match_the_second_query(search: Search) -> None:
    page = search.find(SearchRequest("image zzz", within="diffusion"))
    assert page.partial
    assert list(page.rows) == [3]
    # It is no wish of the moment, so that it is never loosened.
    page = search.find(SearchRequest(within="image zzz"))
    assert (list(page.rows), page.partial) == ([], False)


def test_both_queries_are_highlighted(search: Search) -> None:
    page = search.find(SearchRequest("image", within="diffusion"))
    text = "An image diffusion network"
    assert highlight.matches(page.query, "abstract", text) == [(3, 8), (9, 18)]
