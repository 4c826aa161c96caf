"""An index of many segments, changed many times, finds what one made at once finds."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperstui.index.analysis import indexed
from paperstui.index.engines import whoosh, whoosh_writer
from paperstui.index.engines.base import SCORED, Document, Filters, document
from paperstui.index.engines.store import IndexStore
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.errors import EngineError
from paperstui.index.models import Author, Paper, Venue
from paperstui.index.query import parse
from paperstui.index.ranking import scoring
from paperstui.index.requests import SearchRequest
from paperstui.index.search import Search
from paperstui.index.tree import And, Rows, positive_leaves
from tests.conftest import Given, library_of
from tests.examples import examples

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from paperstui.index.engines.base import Hits

TEXTS = (
    "deep diffusion networks",
    "network of deep graphs",
    "score matching",
    "matching scores deeply",
    "self-attention diffuses",
    "difusion of colour",
    "",
)
QUERIES = (
    "deep",
    "dee",
    "d",
    "networks ",
    "=networks ",
    '"score matching"',
    '"deep diff',
    '"deep d',
    "title:deep",
    "title:de",
    "abstract:match",
    "diffusion~",
    "diffusoin~",
    "diff*",
    "*ing",
    "m*g",
    "title:*ing",
    "self-att",
    "author:an",
    "status:oral",
    "venue:icml",
    "year:2021",
    "has:pdf",
    "-deep",
    "deep OR matching OR diffusion",
    "deep networks -graphs",
)
FULL = Filters(refused=True, facets=True)


def quiet(done: int, total: int) -> None:
    """No progress wanted."""


def made(row: int, text: int = 0, *, refused: bool = False) -> Document:
    """A document with one of the texts; its other facts follow from its row."""
    paper = Paper(
        f"test:{row}",
        TEXTS[text],
        Venue("ICML", 2020 + row % 3),
        TEXTS[(text + row) % len(TEXTS)],
        (Author("Test", "Ana" if row % 2 else "Bo"),),
        keywords=("deep graphs",) * (row % 4 == 0),
        status=("Oral", "Poster", "")[row % 3],
        pdf="x" * (row % 2),
    )
    return document(row, paper, venue=1 + row % 3, refused=refused)


def ask(engine: WhooshEngine, text: str, filters: Filters = FULL) -> Hits:
    root = parse(text).root
    assert root is not None
    return engine.search(root, filters, scoring(tuple(positive_leaves(root))))


def answers(engine: WhooshEngine) -> dict[str, object]:
    """All that can be told of an index from outside."""
    stems = {"deep": 0.5, "match": 0.5}
    told: dict[str, object] = {text: ask(engine, text) for text in QUERIES}
    rows = sorted(engine.search(And(()), FULL, scoring(())).rows)
    told["rows"] = rows
    told["gains"] = engine.gains(stems, rows, 1.2)
    told["rarity"] = [engine.rarity(stem) for stem in stems]
    told["mean length"] = engine.mean_length
    told["suggested"] = [
        engine.suggest(word) for word in ("nteworks", "graphz", "deep")
    ]
    return told


def opened(folder: Path) -> WhooshEngine:
    engine = WhooshEngine()
    engine.open(folder)
    return engine


def at_once(documents: list[Document]) -> dict[str, object]:
    """What an index tells that is made of these documents alone."""
    engine = WhooshEngine()
    engine.build(None, Given(documents), quiet)
    told = answers(engine)
    engine.close()
    return told


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """Sets how many documents a new segment takes, and below how many it is merged."""

    def set_sizes(at_once: int, merged: int) -> None:
        monkeypatch.setattr(whoosh, "_AT_ONCE", at_once)
        monkeypatch.setattr(whoosh_writer, "_SMALL", merged)

    return set_sizes


def segments(folder: Path) -> int:
    return len(list(folder.glob("*.terms")))


def test_several_segments_find_what_one_finds(
    small: Callable[[int, int], None], tmp_path: Path
) -> None:
    documents = [made(row, row % len(TEXTS)) for row in range(9)]
    expected = at_once(documents)
    small(2, 0)
    WhooshEngine().build(tmp_path, Given(documents), quiet)
    assert segments(tmp_path) == 5
    engine = opened(tmp_path)
    assert answers(engine) == expected
    engine.close()


# Each step: rows that are gone, rows that are new or other, each with its text.
changes = st.lists(
    st.tuples(
        st.sets(st.integers(0, 11), max_size=4),
        st.dictionaries(st.integers(0, 11), st.integers(0, 6), max_size=6),
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=examples(60))
@given(changes, st.integers(1, 4), st.sampled_from((0, 1, 3, 100)))
def test_after_any_updates_it_finds_what_a_new_index_finds(
    tmp_path_factory: pytest.TempPathFactory,
    changes: list[tuple[set[int], dict[int, int]]],
    size: int,
    merged: int,
) -> None:
    folder = tmp_path_factory.mktemp("index")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whoosh, "_AT_ONCE", size)
        patch.setattr(whoosh_writer, "_SMALL", merged)
        held = {row: made(row, row % len(TEXTS)) for row in range(6)}
        WhooshEngine().build(folder, Given(held.values()), quiet)
        for gone, new in changes:
            documents = [
                made(row, text, refused=text == 3) for row, text in new.items()
            ]
            engine = WhooshEngine()
            engine.update(folder, Given(documents), gone, quiet)
            for row in gone - new.keys():
                held.pop(row, None)
            held.update({document.row: document for document in documents})
        engine = opened(folder)
        assert engine.open(folder) == len(held)
        told = answers(engine)
        engine.close()
    assert told == at_once([held[row] for row in sorted(held)])


def test_small_and_mostly_deleted_segments_are_merged_and_others_are_not(
    small: Callable[[int, int], None], tmp_path: Path
) -> None:
    small(4, 2)
    WhooshEngine().build(tmp_path, Given([made(row) for row in range(8)]), quiet)
    assert segments(tmp_path) == 2
    # One of four is gone: the segment stays as it is.
    WhooshEngine().update(tmp_path, Given([made(8)]), [0], quiet)
    assert segments(tmp_path) == 3
    # Three of four are gone, and the new segment of one is small: both are merged.
    WhooshEngine().update(tmp_path, Given([made(9)]), [1, 2], quiet)
    assert segments(tmp_path) == 2
    engine = opened(tmp_path)
    assert answers(engine) == at_once([made(row) for row in range(3, 10)])
    engine.close()


class Left(Exception):
    """The person quits."""


@pytest.mark.parametrize("at", [1, 3, 5])
def test_an_update_that_is_broken_off_leaves_everything_as_it_was(
    small: Callable[[int, int], None], tmp_path: Path, at: int
) -> None:
    small(2, 2)
    documents = [made(row, row) for row in range(5)]
    WhooshEngine().build(tmp_path, Given(documents), quiet)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def leave(done: int, total: int) -> None:
        if done == at:
            raise Left

    others = [made(row, row + 1) for row in range(6)]
    with pytest.raises(Left):
        WhooshEngine().update(tmp_path, Given(others), [4], leave)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    engine = opened(tmp_path)
    assert answers(engine) == at_once(documents)
    engine.close()
    # The lock is free again.
    WhooshEngine().update(tmp_path, Given([]), [4], quiet)
    engine = opened(tmp_path)
    assert answers(engine) == at_once(documents[:4])
    engine.close()


def test_after_a_broken_off_update_the_next_start_needs_no_rebuild(
    tmp_path: Path,
) -> None:
    library = library_of([Paper("a", "Deep nets", Venue("ICML", 2024))])
    store = IndexStore(tmp_path, WhooshEngine(), library)
    assert store.prepare(quiet) == ()
    store.engine.close()
    before = store.health()
    library.revision += 1

    def leave(done: int, total: int) -> None:
        raise Left

    with pytest.raises(Left):
        store.engine.update(store.folder, Given([made(0)]), [], leave)
    assert "good" in before
    search = Search(library, IndexStore(tmp_path, WhooshEngine(), library))
    assert search.prepare(quiet) == ()
    assert list(search.find(SearchRequest("deep")).rows) == [0]
    search.close()
    library.close()


def test_an_update_of_a_folder_that_is_no_index_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="damaged"):
        WhooshEngine().update(tmp_path, Given([made(0)]), [], quiet)


def test_an_index_of_nothing_finds_nothing(tmp_path: Path) -> None:
    WhooshEngine().build(tmp_path, Given([]), quiet)
    engine = WhooshEngine()
    assert engine.open(tmp_path) == 0
    assert all(ask(engine, text).rows == [] for text in QUERIES)
    assert engine.suggest("deep") == ""
    assert engine.rarity("deep") == 0
    assert engine.gains({"deep": 1.0}, [3], 1.2) == [0.0]
    engine.close()
    engine.update(tmp_path, Given([made(0), made(1)]), [], quiet)
    assert engine.open(tmp_path) == 2
    engine.close()
    engine.update(tmp_path, Given([]), [0, 1], quiet)
    assert engine.open(tmp_path) == 0
    assert ask(engine, "deep").rows == []
    engine.close()


def test_a_paper_without_a_word_is_found_by_what_it_lacks() -> None:
    engine = WhooshEngine()
    empty = Document(
        7, 1, False, None, "", frozenset(), {n: indexed("") for n in made(0).terms}
    )
    engine.build(None, Given([made(0), empty]), quiet)
    assert list(ask(engine, "-deep").rows) == [7]
    assert list(ask(engine, "-year:1000..").rows) == [7]
    assert list(ask(engine, "deep").rows) == [0]
    engine.close()


STATUSES = {
    "Oral\nPoster": "Oral Poster",
    "  Oral  ": "Oral",
    " \n\x85": None,
    "": None,
    "~^ status ": "~^ status",
    "口頭": "口頭",
}


def test_odd_statuses_are_counted_as_they_read() -> None:
    engine = WhooshEngine()
    documents = [replace(made(0), row=n, status=s) for n, s in enumerate(STATUSES)]
    engine.build(None, Given(documents), quiet)
    expected = [name for name in STATUSES.values() if name]
    assert ask(engine, "deep").statuses == dict.fromkeys(expected, 1)
    engine.close()


def test_seventy_venues_are_told_apart() -> None:
    engine = WhooshEngine()
    documents = [replace(made(row), venue=row % 70) for row in range(140)]
    engine.build(None, Given(documents), quiet)
    assert ask(engine, "deep").venues == dict.fromkeys(range(70), 2)
    some = Filters(venues=frozenset({3, 69}), refused=True)
    assert sorted(ask(engine, "deep", some).rows) == [3, 69, 73, 139]
    engine.close()


def test_rows_count_up_to_32_bits(tmp_path: Path) -> None:
    last = 2**32 - 1
    engine = WhooshEngine()
    documents = [replace(made(0), row=row) for row in (5, 2**31, last)]
    engine.build(tmp_path, Given(documents), quiet)
    engine.open(tmp_path)
    assert list(ask(engine, "deep").rows) == [5, 2**31, last]
    hits = engine.search(Rows(frozenset({last})), FULL, scoring(()))
    assert list(hits.rows) == [last]
    engine.close()
    with pytest.raises(OverflowError):
        engine.update(tmp_path, Given([replace(made(0), row=last + 1)]), [], quiet)
    assert engine.open(tmp_path) == 3
    engine.close()


@pytest.mark.parametrize("year", [-5, 0, 10_000, 2**40])
def test_numbers_that_are_no_years_are_not_known(year: int) -> None:
    engine = WhooshEngine()
    engine.build(None, Given([replace(made(0), year=year)]), quiet)
    assert list(ask(engine, "year:0001..").rows) == []
    assert list(ask(engine, "-year:0001..").rows) == [0]
    engine.close()


def test_an_abstract_of_a_hundred_thousand_words() -> None:
    engine = WhooshEngine()
    long = indexed("one two three " * 33_333 + "last words")
    terms = {**made(0).terms, "abstract": long}
    documents = [replace(made(0), row=1, terms=terms), made(2)]
    engine.build(None, Given(documents), quiet)
    assert list(ask(engine, '"three last words"').rows) == [1]
    assert list(ask(engine, '"words last"').rows) == []
    assert list(ask(engine, '"three one two').rows) == [1]
    assert list(ask(engine, "title:words").rows) == []
    assert list(ask(engine, "abstract:words").rows) == [1]
    engine.close()


def test_an_index_in_memory_needs_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    (tmp_path / "file").write_text("not a folder")
    engine = WhooshEngine()
    engine.build(None, Given([made(0)]), quiet)
    assert list(ask(engine, "deep").rows) == [0]
    engine.close()


def test_scores_are_given_for_the_best_rows_only() -> None:
    engine = WhooshEngine()
    engine.build(None, Given([made(row) for row in range(SCORED + 50)]), quiet)
    hits = ask(engine, "deep")
    assert len(hits.rows) == SCORED + 50
    assert len(hits.scores) == SCORED
    assert list(hits.scores) == sorted(hits.scores, reverse=True)
    engine.close()


def test_a_row_that_has_left_gains_nothing() -> None:
    engine = WhooshEngine()
    engine.build(None, Given([made(0), made(1)]), quiet)
    gains = engine.gains({"deep": 1.0}, [0, 99, 1], 1.2)
    assert gains[1] == 0
    assert gains[0] > 0 < gains[2]
    engine.close()


def test_what_is_not_open_cannot_be_asked() -> None:
    engine = WhooshEngine()
    with pytest.raises(EngineError, match="not open"):
        ask(engine, "deep")
    with pytest.raises(EngineError, match="not open"):
        engine.suggest("deep")
