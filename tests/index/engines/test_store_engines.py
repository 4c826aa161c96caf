"""An index on disk stays current and whole, whatever engine made it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paperstui.index.collection import Collection
from paperstui.index.engines.store import IndexStore
from paperstui.index.engines.tantivy import TantivyEngine
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.requests import SearchRequest
from paperstui.index.search import Search

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from paperstui.index.engines.base import SearchEngine
    from paperstui.index.models import Paper

ENGINES = [WhooshEngine, TantivyEngine]


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.name)
def kind(request: pytest.FixtureRequest) -> type[SearchEngine]:
    """One engine."""
    made: type[SearchEngine] = request.param
    return made


@pytest.fixture
def collection(tmp_path: Path, papers: Sequence[Paper]) -> Iterator[Collection]:
    """The five papers in a library on disk."""
    made = Collection(tmp_path / "library.db")
    made.keep(papers)
    yield made
    made.close()


def _opened(
    folder: Path, kind: type[SearchEngine], collection: Collection
) -> tuple[Search, Path, tuple[str, ...]]:
    store = IndexStore(folder / "index", kind(), collection.library)
    search = Search(collection.library, store)
    return search, store.folder, search.prepare(lambda done, total: None)


def _found(search: Search, text: str) -> list[int]:
    return list(search.find(SearchRequest(text)).rows)


def _files(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}


def test_later_starts_use_the_index_of_the_first(
    tmp_path: Path, kind: type[SearchEngine], collection: Collection
) -> None:
    first, folder, notices = _opened(tmp_path, kind, collection)
    assert (_found(first, "hopfield"), notices) == ([0], ())
    first.close()
    before = _files(folder)
    for _ in range(3):
        later, _, notices = _opened(tmp_path, kind, collection)
        assert (_found(later, "hopfield"), notices) == ([0], ())
        later.close()
    assert _files(folder).items() >= before.items()


def test_a_file_that_is_cut_short_is_told_and_the_index_built_again(
    tmp_path: Path, kind: type[SearchEngine], collection: Collection
) -> None:
    first, folder, _ = _opened(tmp_path, kind, collection)
    first.close()
    largest = max(folder.iterdir(), key=lambda path: path.stat().st_size)
    largest.write_bytes(largest.read_bytes()[:-3])
    again, _, notices = _opened(tmp_path, kind, collection)
    assert notices == (
        "The search index was rebuilt: some of its files were missing or cut short.",
    )
    assert _found(again, "hopfield") == [0]
    again.close()


def test_an_index_follows_what_is_removed_and_added(
    tmp_path: Path,
    kind: type[SearchEngine],
    collection: Collection,
    papers: Sequence[Paper],
) -> None:
    first, folder, _ = _opened(tmp_path, kind, collection)
    first.close()
    collection.remove(papers[0].venue)
    second, same, notices = _opened(tmp_path, kind, collection)
    assert (same, notices) == (folder, ())
    assert _found(second, "hopfield") == []
    assert _found(second, "diffusion") == [3]
    second.close()
    collection.keep(papers[:1])
    third, same, notices = _opened(tmp_path, kind, collection)
    assert (same, notices) == (folder, ())
    (row,) = _found(third, "hopfield")
    assert collection.library.paper(row) == papers[0]
    third.close()
