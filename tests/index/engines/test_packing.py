"""What a library has for an index comes whole and in order, by whatever processes."""

from __future__ import annotations

import subprocess
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from paperstui.index.engines import packing
from paperstui.index.engines.packing import Changed
from paperstui.index.models import Paper, Venue
from tests.index.engines.packs import rows_and_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from paperstui.index.library import Library

PAPERS = 2_345


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that were started; two at a time, as if there were two cores."""
    processes: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def recording(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        processes.append(popen(*arguments, **options))
        return processes[-1]

    monkeypatch.setattr(subprocess, "Popen", recording)
    monkeypatch.setattr(packing, "cores", lambda: 2)
    return processes


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
    assert [count for count, _ in packs] == [200] * 11 + [145]
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
    monkeypatch.setattr(packing, "cores", lambda: 1)
    with closing(Changed(many)) as documents:
        assert sum(count for count, _ in documents.packed(rows_and_words)) == PAPERS
    assert started == []
