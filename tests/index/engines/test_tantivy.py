"""What is Tantivy's alone: rows as they are wanted, and changes of all or nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from paperstui.index.engines.base import SCORED, Filters, Scoring, document
from paperstui.index.engines.tantivy import TantivyEngine
from paperstui.index.engines.tantivy_rows import FoundRows
from paperstui.index.errors import EngineError
from paperstui.index.models import Paper, Venue
from paperstui.index.requests import SearchRequest, Sort
from paperstui.index.tree import And, Word
from tests.conftest import Given, search_over

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from paperstui.index.engines.base import Document

SIZE = 5 * SCORED + 7
WORD = Word("frogs", 0, 5)
SCORING = Scoring((WORD,))


def quiet(done: int, total: int) -> None:
    """No progress wanted."""


def _text(frogs: int) -> str:
    """A text of one length with so many frogs."""
    return "frogs " * frogs + "toads " * (SIZE - frogs)


def documents(rows: Sequence[int]) -> list[Document]:
    """Papers with more frogs the higher their rows are."""
    return [
        document(
            row,
            Paper(f"test:{row}", "Frogs", Venue("ACL"), _text(row)),
            row % 3,
        )
        for row in rows
    ]


@pytest.fixture(scope="module")
def many() -> Iterator[TantivyEngine]:
    """An engine over more papers than it scores."""
    engine = TantivyEngine()
    engine.build(None, Given(documents(range(SIZE))), quiet)
    yield engine
    engine.close()


def test_rows_beyond_those_that_are_scored_follow_once_each(
    many: TantivyEngine,
) -> None:
    hits = many.search(WORD, Filters(), SCORING)
    assert isinstance(hits.rows, FoundRows)
    assert len(hits.rows) == SIZE
    assert len(hits.scores) == SCORED
    assert list(hits.scores) == sorted(hits.scores, reverse=True)
    rows = list(hits.rows)
    assert sorted(rows) == list(range(SIZE))
    # The more frogs the better, for Tantivy's scores as well.
    assert rows[0] == SIZE - 1
    assert set(rows[:SCORED]) == set(range(SIZE - SCORED, SIZE))
    assert rows[-1] == 0


def test_rows_can_be_had_from_any_place_in_any_order(many: TantivyEngine) -> None:
    rows = many.search(WORD, Filters(), SCORING).rows
    whole = rows[:]
    assert rows[-1] == whole[-1]
    assert rows[SCORED] == whole[SCORED]
    assert rows[2 * SCORED - 3 : 2 * SCORED + 3] == whole[2 * SCORED - 3 :][:6]
    assert rows[3 : 3 * SCORED] == whole[3 : 3 * SCORED]
    assert rows[::-97] == whole[::-97]
    assert [rows[place] for place in range(SIZE)] == whole
    for place in (0, SCORED - 1, SCORED, SIZE - 1):
        assert rows.index(whole[place]) == place
    for place in (SIZE, -SIZE - 1):
        with pytest.raises(IndexError):
            rows[place]


def test_without_scores_papers_come_by_their_rows(many: TantivyEngine) -> None:
    hits = many.search(And(()), Filters(venues=frozenset({1})), Scoring())
    expected = list(range(1, SIZE, 3))
    assert (len(hits.rows), hits.rows[:]) == (len(expected), expected)
    assert hits.rows.index(expected[-1]) == len(expected) - 1
    with pytest.raises(ValueError, match="2"):
        hits.rows.index(2)


def test_rows_stay_as_they_were_found(tmp_path: Path) -> None:
    engine = TantivyEngine()
    engine.build(tmp_path, Given(documents(range(SIZE))), quiet)
    engine.open(tmp_path)
    rows = engine.search(WORD, Filters(), SCORING).rows
    last = rows[-5:]
    engine.update(tmp_path, Given(), range(SIZE - 9), quiet)
    assert engine.open(tmp_path) == 9
    assert len(engine.search(WORD, Filters(), SCORING).rows) == 9
    engine.close()
    assert rows[-5:] == last
    assert len(set(rows[:])) == SIZE


class LeftError(Exception):
    """Nobody waits for the index any more."""


def test_an_update_that_is_left_changes_nothing(tmp_path: Path) -> None:
    engine = TantivyEngine()
    engine.build(tmp_path, Given(documents(range(9))), quiet)
    before = sorted(path.name for path in tmp_path.iterdir())

    def leave(done: int, total: int) -> None:
        if done == 3:
            raise LeftError

    changed = [replace(each, venue=7) for each in documents(range(2, 8))]
    with pytest.raises(LeftError):
        engine.update(tmp_path, Given(changed), [0, 1], leave)
    assert engine.open(tmp_path) == 9
    assert engine.search(WORD, Filters(), SCORING).venues == {0: 3, 1: 3, 2: 3}
    engine.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    engine.update(tmp_path, Given(changed), [0, 1], quiet)
    assert engine.open(tmp_path) == 7
    assert engine.search(WORD, Filters(), SCORING).venues == {7: 6, 2: 1}
    engine.close()


@pytest.mark.parametrize("name", ["meta.json", "*.term", "*.store", "*.fast"])
def test_a_damaged_file_is_told_in_one_error(tmp_path: Path, name: str) -> None:
    engine = TantivyEngine()
    engine.build(tmp_path, Given(documents(range(9))), quiet)
    for path in tmp_path.glob(name):
        path.write_bytes(path.read_bytes()[:7])

    def use() -> None:
        engine.open(tmp_path)
        engine.search(WORD, Filters(), SCORING)

    with pytest.raises(EngineError, match="damaged"):
        use()


def test_a_disk_that_fails_is_told_as_such(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    folder.mkdir()

    def lose(done: int, total: int) -> None:
        if done == total:
            folder.rename(tmp_path / "elsewhere")

    # In words, not in Rust.
    with pytest.raises(OSError, match=r"^[A-Za-z ]+$"):
        TantivyEngine().build(folder, Given(documents(range(9))), lose)


def test_rows_of_a_spoiled_index_are_no_papers(tmp_path: Path) -> None:
    engine = TantivyEngine()
    engine.build(tmp_path, Given(documents(range(SIZE))), quiet)
    engine.open(tmp_path)
    rows = engine.search(WORD, Filters(), SCORING).rows
    first = rows[:SCORED]
    (postings,) = tmp_path.glob("*.idx")
    with postings.open("r+b") as file:  # what is read from it changes at once
        file.write(b"\xff" * (postings.stat().st_size // 2))
    assert rows[:SCORED] == first
    assert rows[SCORED] == -1
    engine.close()


def test_a_closed_engine_says_so() -> None:
    with pytest.raises(EngineError, match="not open"):
        TantivyEngine().search(WORD, Filters(), SCORING)


PAPERS = [
    Paper(f"test:{n}", f"{'Toads' if n % 2 else 'Frogs'} {n:03}", Venue("ACL", 2000))
    for n in range(3 * SCORED)
]


def test_long_lists_of_partial_and_sorted_papers(tmp_path: Path) -> None:
    with search_over(PAPERS, TantivyEngine(), tmp_path) as search:
        page = search.find(SearchRequest("frogs toads "))
        assert (page.partial, page.whole, len(page.rows)) == (True, 0, len(PAPERS))
        assert sorted(page.rows[:]) == list(range(len(PAPERS)))
        page = search.find(SearchRequest("frogs ", sort=Sort.ADDED))
        assert list(page.rows) == list(range(len(PAPERS) - 2, -1, -2))
        page = search.find(SearchRequest("year:2000"))
        assert isinstance(page.rows, FoundRows)
        assert page.rows[:] == list(range(len(PAPERS)))
