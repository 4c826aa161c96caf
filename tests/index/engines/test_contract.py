"""What every engine must do, over all engines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from paperstui.index.analysis import indexed
from paperstui.index.engines.base import Filters, Hits, Names, SearchEngine, document
from paperstui.index.engines.tantivy import TantivyEngine
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.errors import EngineError
from paperstui.index.query import parse
from paperstui.index.ranking import scoring
from paperstui.index.tree import positive_leaves
from tests.conftest import Given

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from paperstui.index.library import Library

ENGINES = [WhooshEngine, TantivyEngine]


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.name)
def engine(
    request: pytest.FixtureRequest, library: Library, tmp_path: Path
) -> Iterator[SearchEngine]:
    """An engine over the five papers, opened from disk."""
    made: SearchEngine = request.param()
    folder = tmp_path / "index"
    folder.mkdir()
    made.build(folder, _documents(library), lambda done, total: None)
    assert made.open(folder) == 5
    yield made
    made.close()


def _documents(library: Library) -> Given:
    return Given(document(*content) for content in library.contents())


def ask(engine: SearchEngine, text: str, filters: Filters = Filters()) -> Hits:  # noqa: B008
    root = parse(text).root
    assert root is not None
    return engine.search(root, filters, scoring(tuple(positive_leaves(root))))


FOUND = [
    ("hopfield", [0]),
    ("hopf", [0]),
    ("hopf ", []),
    ("diffus", [1, 3]),
    ("diffusion -image", [1]),
    ("-diffusion", [0, 2, 4]),
    ("NOT diffusion NOT hopfield", [2, 4]),
    ("hopfield OR boltzmann", [4, 0]),
    ("(hopfield OR diffusion) data", [1]),
    ("to be or not to be", [2]),
    ('"all you need"', [2]),
    ('"need you all"', []),
    ('"self attention"', [2]),
    ('"self atten', [2]),
    ("self-attention", [2]),
    ("selfattention", [2]),
    ("self attention", [2]),
    ("state-of-the-art", [2]),
    ("state-of-th", [2]),
    ("kmeans", [2]),
    ("k-means ", [2]),
    ("C++ ", [2]),
    ("R ", [2]),
    ("gpt-4o", [2]),
    ("gpt4o", [2]),
    ("sub-quadratic", [0]),
    ("subquadratic ", [0]),
    ("networks ", [2, 3]),
    ("network ", [3, 2]),
    ("深度", [3]),
    ("深度学习", [3]),
    ("法", [3]),
    ("度深", []),
    ("Muller ", [4, 2]),
    ("Müller ", [2, 4]),
    ("Mu\u0308ller ", [2, 4]),
    ("Mueller ", [2]),
    ("title:hopfield", [0]),
    ("title:retrieval ", []),
    ("abstract:retrieval ", [0]),
    ("author:huang", [1]),
    ("author:hu", [0, 1]),
    ("author:weather", []),
    ("venue:acl", [2]),
    ("venue:icml 2024", [0, 1]),
    ("year:2023", [3, 4]),
    ("year:>=2024", [0, 1, 2]),
    ("year:2020..2023", [3, 4]),
    ("year:<2023", []),
    ("diffusion year:2023", [3]),
    ("-year:2024", [3, 4]),
    ("0.25", [1]),
    ("0.25° resolution", [1]),
    ("denoising", [1]),
    (r"0.25$^\circ$ resolution with *denoising* ", [1]),
    (r'"at 0.25$^\circ$ resolution"', [1]),
    ("nanj", [3]),
    ("zzz", []),
]


@pytest.mark.parametrize(("text", "rows"), FOUND)
def test_finds(engine: SearchEngine, text: str, rows: list[int]) -> None:
    found = list(ask(engine, text).rows)
    unranked = text.startswith(("-", "NOT", "year", "venue"))
    assert (sorted(found) if unranked else found) == rows


def test_a_full_title_finds_its_paper_first(
    engine: SearchEngine, library: Library
) -> None:
    for row, paper, _, _ in library.contents():
        assert ask(engine, paper.title).rows[0] == row


def test_the_exact_form_ranks_before_the_stem(engine: SearchEngine) -> None:
    # Row 2 has "networks" in a longer abstract, row 3 "network".
    assert list(ask(engine, "abstract:networks ").rows) == [2, 3]
    assert list(ask(engine, "abstract:network ").rows) == [3, 2]


def test_facets_ignore_the_filters(engine: SearchEngine, library: Library) -> None:
    venues = library.venue_numbers()
    (number,) = (n for n, venue in venues.items() if venue.label == "ICML 2023")
    hits = ask(engine, "diffus", Filters(venues=frozenset({number})))
    assert list(hits.rows) == [3]
    assert {venues[n].label: count for n, count in hits.venues.items()} == {
        "ICML 2024": 1,
        "ICML 2023": 1,
    }


def test_marked_papers_are_counted_and_can_be_all(engine: SearchEngine) -> None:
    marked = frozenset({0, 1})
    hits = ask(engine, "diffus", Filters(marked=marked))
    assert (list(hits.rows), hits.marked) == ([1, 3], 1)
    hits = ask(engine, "diffus", Filters(marked=marked, only=marked))
    assert (list(hits.rows), hits.marked) == ([1], 1)


@pytest.mark.parametrize("kind", ENGINES)
def test_an_index_in_memory_finds_the_same(
    kind: type[SearchEngine], library: Library
) -> None:
    engine = kind()
    engine.build(None, _documents(library), lambda done, total: None)
    assert list(ask(engine, "hopfield OR boltzmann").rows) == [4, 0]


@pytest.mark.parametrize("kind", ENGINES)
def test_progress_counts_every_paper(
    kind: type[SearchEngine], library: Library
) -> None:
    told = []
    kind().build(
        None, _documents(library), lambda done, total: told.append((done, total))
    )
    assert told == [(n, 5) for n in range(1, 6)]


@pytest.mark.parametrize("kind", ENGINES)
def test_a_folder_that_is_no_index_is_an_error(
    kind: type[SearchEngine], tmp_path: Path
) -> None:
    with pytest.raises(EngineError, match="damaged"):
        kind().open(tmp_path)


@pytest.mark.parametrize("kind", ENGINES)
def test_an_index_follows_the_library_by_difference(
    kind: type[SearchEngine], library: Library, tmp_path: Path
) -> None:
    documents = _documents(library)
    engine = kind()
    engine.build(tmp_path, Given(documents[:4]), lambda done, total: None)
    title = {"title": indexed("frobnication")}
    other = replace(documents[0], terms={**documents[0].terms, **title})
    engine.update(tmp_path, Given([other, documents[4]]), [1], lambda done, total: None)
    assert engine.open(tmp_path) == 4
    assert list(ask(engine, "title:frobnication").rows) == [0]
    assert list(ask(engine, "title:hopfield").rows) == []
    assert list(ask(engine, "diffda").rows) == []
    assert list(ask(engine, "boltzmann").rows) == [4]
    assert sorted(ask(engine, "-zzz").rows) == [0, 2, 3, 4]
    engine.close()


@pytest.mark.parametrize("kind", ENGINES)
def test_refused_papers_are_found_on_demand_only(
    kind: type[SearchEngine], library: Library
) -> None:
    documents = Given(
        replace(each, refused=each.row == 3) for each in _documents(library)
    )
    engine = kind()
    engine.build(None, documents, lambda done, total: None)
    hits = ask(engine, "diffusion")
    assert (list(hits.rows), sum(hits.venues.values())) == ([1], 1)
    hits = ask(engine, "diffusion", Filters(refused=True))
    assert (list(hits.rows), sum(hits.venues.values())) == ([1, 3], 2)


def test_names_are_the_words_of_titles_and_authors(engine: SearchEngine) -> None:
    hopfield, gone, boltzmann = engine.names([0, 77, 4])
    assert hopfield.title[:3] == ("on", "computational", "limits")
    assert hopfield.authors[-1] == "liu"
    assert gone == Names()
    assert boltzmann == Names(
        ("energy", "boltzmann", "machines", "and", "images"), ("ana", "muller")
    )


def test_a_place_of_a_row_is_found_again(engine: SearchEngine) -> None:
    for text in ("network ", "diffusion OR hopfield OR energy", "year:2024", "-zzz"):
        rows = ask(engine, text).rows
        assert [rows.index(row) for row in rows] == list(range(len(rows)))
        assert rows[:2] == [*rows][:2]
        assert rows[-1] == [*rows][-1]
        with pytest.raises(ValueError, match="77"):
            rows.index(77)
        with pytest.raises(IndexError):
            rows[len(rows)]


def test_papers_that_have_weighted_stems(engine: SearchEngine) -> None:
    rows = engine.resembling({"diffus": 2.0, "energi": 1.0}, 10, refused=True)
    assert rows[:2] == [1, 3]
    assert sorted(rows) == [1, 3, 4]
    assert len(engine.resembling({"diffus": 1.0, "energi": 1.0}, 2, refused=True)) == 2
    assert engine.resembling({"zzz": 1.0}, 10, refused=True) == []
    assert engine.resembling({}, 10, refused=True) == []


def test_refused_papers_resemble_only_if_wanted(
    library: Library, engine: SearchEngine, tmp_path: Path
) -> None:
    folder = tmp_path / "index"
    paper = library.papers[3]
    refused = Given([document(3, paper, 0, refused=True)])
    engine.update(folder, refused, (), lambda done, total: None)
    engine.open(folder)
    assert engine.resembling({"diffus": 1.0}, 10, refused=False) == [1]
    assert engine.resembling({"diffus": 1.0}, 10, refused=True) == [1, 3]


def test_a_stem_says_nothing_where_too_few_papers_have_it(engine: SearchEngine) -> None:
    assert engine.rarity("nanj") == 0.0
    assert engine.rarity("nanj", least=1) > engine.rarity("diffus") > 0.0
    assert engine.rarity("zzz", least=1) == 0.0
