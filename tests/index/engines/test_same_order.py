"""Both engines put the same papers into the same order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from paperstui.index.collection import Collection
from paperstui.index.engines.store import IndexStore
from paperstui.index.engines.tantivy import TantivyEngine
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.locations import SEEDS
from paperstui.index.requests import SearchRequest
from paperstui.index.search import Search
from tests.conftest import search_over
from tests.index.engines.test_properties import MARKS, PAPERS, anything, fast
from tests.test_seeds import PAPERS as SEED_TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

ENGINES = (WhooshEngine, TantivyEngine)


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Search]]:
    """A search over the seeds with each engine."""
    folder = tmp_path_factory.mktemp("seeds")
    collection = Collection(folder / "library.db")
    collection.seed(SEEDS)
    library = collection.library
    searches = [
        Search(library, IndexStore(folder / each.name, each(), library))
        for each in ENGINES
    ]
    for search in searches:
        assert search.prepare(lambda done, total: None) == ()
    yield searches
    for search in searches:
        search.close()
    collection.close()


def _answers(search: Search, text: str) -> tuple[object, ...]:
    page = search.find(SearchRequest(text, marks=MARKS, facets=True))
    return list(page.rows), page.whole, page.counts, page.facets, page.suggestion


@pytest.mark.parametrize("phrase", [phrase for phrase, *_ in SEED_TABLE])
def test_the_seeds_searches(seeds: list[Search], phrase: str) -> None:
    for text in (phrase, f'"{phrase}"', " OR ".join(phrase.split())):
        one, other = (_answers(search, text) for search in seeds)
        assert one[0]
        assert one == other


@pytest.mark.parametrize("title", [title for _, title, *_ in SEED_TABLE])
def test_the_seeds_titles_as_they_are_typed(seeds: list[Search], title: str) -> None:
    for end in (*range(1, 14), len(title)):
        one, other = (_answers(search, title[:end]) for search in seeds)
        assert one == other


@pytest.fixture(scope="module")
def searches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Search]]:
    """A search over the small corpus with each engine."""
    folder = tmp_path_factory.mktemp("index")
    one, other = (search_over(PAPERS, each(), folder / each.name) for each in ENGINES)
    with one as first, other as second:
        yield [first, second]


@fast
@given(anything)
def test_any_query(searches: list[Search], text: str) -> None:
    one, other = (_answers(search, text) for search in searches)
    assert one == other
