"""What a library has for an index comes whole and in order, by whatever processes."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from paperstui.index.engines import workers
from paperstui.index.engines.packing import Changed
from paperstui.index.engines.store import IndexStore
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.models import Paper, Venue
from paperstui.index.requests import SearchRequest
from paperstui.index.search import Search
from tests.index.engines.packs import rows_and_words

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from paperstui.index.library import Library

PAPERS = 2_345


@pytest.fixture(autouse=True)
def _two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many processes as on a small machine."""
    monkeypatch.setattr(workers, "cores", lambda: 2)


@pytest.fixture
def many(make_library: Callable[[Iterable[Paper]], Library]) -> Library:
    """A library that is worth several processes."""
    venue = Venue("ICML", 2024)
    return make_library(
        Paper(f"test:{number}", f"Number{number} paper", venue)
        for number in range(PAPERS)
    )


def test_all_papers_come_in_order(
    many: Library, started: list[subprocess.Popen[bytes]]
) -> None:
    with closing(Changed(many)) as documents:
        packs = list(documents.packed(rows_and_words))
    assert [count for count, _ in packs] == [300] * 7 + [245]
    assert [each for _, pack in packs for each in pack] == [
        (row, [f"number{row}", "paper"]) for row in range(PAPERS)
    ]
    assert len(started) == 2


def test_a_few_papers_are_packed_here(
    library: Library, started: list[subprocess.Popen[bytes]]
) -> None:
    with closing(Changed(library)) as documents:
        ((count, pack),) = documents.packed(rows_and_words)
    assert count == len(documents) == 5
    assert [row for row, _ in pack] == [0, 1, 2, 3, 4]
    assert started == []


def test_one_core_packs_here(
    many: Library,
    started: list[subprocess.Popen[bytes]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "cores", lambda: 1)
    with closing(Changed(many)) as documents:
        assert sum(count for count, _ in documents.packed(rows_and_words)) == PAPERS
    assert started == []


class Left(Exception):
    """The person quits."""


def test_a_build_that_is_left_leaves_no_process_and_no_file(
    many: Library, started: list[subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    def leave(done: int, total: int) -> None:
        if done >= 600:
            raise Left

    search = Search(many, IndexStore(tmp_path, WhooshEngine(), many))
    # While the exception is looked at, what was left is still in its frames.
    with pytest.raises(Left):
        search.prepare(leave)
    assert [each.returncode is not None for each in started] == [True, True]
    assert list(tmp_path.iterdir()) == []
    told: list[tuple[int, int]] = []
    assert search.prepare(lambda done, total: told.append((done, total))) == ()
    assert told[-1] == (PAPERS, PAPERS)
    assert list(search.find(SearchRequest("number2300")).rows) == [2300]
    assert all(each.returncode is not None for each in started)
    search.close()
