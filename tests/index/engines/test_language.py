"""Every part of the query language, over a small corpus, on every engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paperstui.index.engines.tantivy import TantivyEngine
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.models import Author, Paper, Venue
from paperstui.index.requests import Marks, SearchRequest, Sort
from paperstui.index.search import Search
from tests.conftest import search_over

if TYPE_CHECKING:
    from collections.abc import Iterator

ENGINES = [WhooshEngine, TantivyEngine]


def _paper(title: str, venue: str, year: int, by: str, **facts: object) -> Paper:
    author = Author(*reversed(by.split(" ", 1)))
    name = f"test:{title.split()[0].lower()}"
    return Paper(name, title, Venue(venue, year), authors=(author,), **facts)  # type: ignore[arg-type]


PAPERS = (
    _paper(
        "Hopfield networks for retrieval",
        "ICML",
        2024,
        "Tim Pearce",
        abstract="Energy and memory. Modern networks store patterns.",
        keywords=("associative memory", "robustness"),
        status="Oral",
        pdf="https://example.org/1.pdf",
        code="https://example.org/1",
        citations=7,
    ),
    _paper(
        "Score matching with diffusion models",
        "ICML",
        2023,
        "Ana Huang",
        abstract="We optimise a score; matching is by diffusion, not by image.",
        keywords=("diffusion",),
        status="Poster",
        pdf="https://example.org/2.pdf",
    ),
    _paper(
        "Image diffusion in color",
        "NeurIPS",
        2022,
        "Langwen Huang",
        abstract="Optimization of the behavior of a network near Nanjing.",
        status="Poster",
        citations=90,
    ),
    _paper(
        "Molecule graphs in 3D",
        "NeurIPS",
        2023,
        "Zoë Müller-Test",
        abstract="Graph models optimal for molecules.",
        keywords=("graphs", "adversarial robustness"),
        status="Datasets Track",
        code="https://example.org/4",
        citations=8,
    ),
    _paper("Boltzmann machines", "ACL", 2021, "Han Pearce-Lee"),
    _paper(
        "Under SETH no matching is fast",
        "ICML",
        2024,
        "Max Colour",
        abstract="Hopfield retrieval is hard. Matching a score takes energy.",
        status="Spotlight Poster",
    ),
)
MARKS = Marks(
    bookmarked=frozenset({0, 3}),
    seen=frozenset({0, 1}),
    noted=frozenset({3}),
    tagged={"rl": frozenset({0}), "to read": frozenset({3, 4})},
)


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.name, scope="module")
def search(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Search]:
    """A search over the corpus."""
    folder = tmp_path_factory.mktemp("index")
    with search_over(PAPERS, request.param(), folder) as search:
        yield search


FOUND = [
    # Words: all must match; the last may be unfinished.
    ("diffusion", {1, 2}),
    ("diffusion model", {1}),
    ("diffusion mod", {1}),
    ("diffusion mod ", set()),
    ("optim", {1, 2, 3}),
    ("optimise ", {1, 2, 3}),
    ("pearce", {0, 4}),
    ("robustness", {0, 3}),
    ("icml", {0, 1, 5}),
    ("oral", set()),
    # Phrases.
    ('"score matching"', {1}),
    ('"matching score"', set()),
    ('"score matching', {1}),
    ('"hopfield net', {0}),
    ('"networks for"', {0}),
    ('"network for"', set()),
    # Exclusion.
    ("diffusion -image", set()),
    ("diffusion -color", {1}),
    ("diffusion NOT color", {1}),
    ("-diffusion", {0, 3, 4, 5}),
    ('matching -"score matching"', {5}),
    ("-(diffusion OR hopfield)", {3, 4}),
    ("NOT NOT diffusion", {1, 2}),
    # Alternatives and groups.
    ("hopfield OR boltzmann", {0, 4, 5}),
    ("hopfield OR boltzmann energy", {0, 5}),
    ("(graph OR diffusion) models", {1, 3}),
    ("(graph OR diffusion) color", {2}),
    # Patterns, near spellings, exact forms.
    ("optimi*", {1, 2}),
    ("opti* ", {1, 2, 3}),
    ("*fusion", {1, 2}),
    ("m*ing", {1, 5}),
    ("title:m*ing", {1, 5}),
    ("colour~", {2, 5}),
    ("title:colour~", {2}),
    ("behaviour~", {2}),
    ("nanjng~", {2}),
    ("=networks", {0}),
    ("=network", {2}),
    ("networks ", {0, 2}),
    ("title:=network", set()),
    # Fields.
    ("title:hopfield", {0}),
    ("t:hopfield", {0}),
    ("abstract:hopfield", {5}),
    ("abstract:SETH", set()),
    ("author:pearce", {0, 4}),
    ("a:huang", {1, 2}),
    ("author:colour", {5}),
    ("author:(pearce OR huang)", {0, 1, 2, 4}),
    ("author:muller", {3}),
    ('author:"tim pearce"', {0}),
    ("keyword:robustness", {0, 3}),
    ('k:"associative memory"', {0}),
    ("keyword:memory", {0}),
    ("keyword:hopfield", set()),
    ("venue:icml", {0, 1, 5}),
    ("v:neurips", {2, 3}),
    ('venue:"ICML 2024"', {0, 5}),
    ("-venue:icml", {2, 3, 4}),
    ("status:oral", {0}),
    ("status:poster", {1, 2, 5}),
    ('status:"datasets track"', {3}),
    ("status:spot", {5}),
    # Years.
    ("year:2023", {1, 3}),
    ("y:2022..2023", {1, 2, 3}),
    ("year:2022-2023", {1, 2, 3}),
    ("year:>=2023", {0, 1, 3, 5}),
    ("year:<2022", {4}),
    ("-year:2024", {1, 2, 3, 4}),
    ("(year:[2022 TO 2023] OR venue:acl)", {1, 2, 3, 4}),
    # What papers have, and what the person marked.
    ("has:pdf", {0, 1}),
    ("has:code", {0, 3}),
    ("has:abstract", {0, 1, 2, 3, 5}),
    ("-has:abstract", {4}),
    ("has:note", {3}),
    ("is:bookmarked", {0, 3}),
    ("-is:bookmarked", {1, 2, 4, 5}),
    ("is:seen", {0, 1}),
    ("is:unseen", {2, 3, 4, 5}),
    ("is:seen diffusion", {1}),
    ("tag:rl", {0}),
    ("tag:RL", {0}),
    ('tag:"to read"', {3, 4}),
    ("tag:other", set()),
    ("id:test:image", {2}),
    ("id:nothing", set()),
    # Nothing of it means something else.
    ("year:abc hopfield", {0, 5}),
    ("http://x.y", set()),
    ("sort:year", {0, 1, 2, 3, 4, 5}),
]


@pytest.mark.parametrize(("text", "rows"), FOUND)
def test_finds_exactly(search: Search, text: str, rows: set[int]) -> None:
    page = search.find(SearchRequest(text, marks=MARKS))
    found = set() if page.partial else set(page.rows)
    assert found == rows
    assert len(page.rows) == page.matching


SORTED = [
    ("sort:year", [0, 5, 1, 3, 2, 4]),
    ("sort:title", [4, 0, 2, 3, 1, 5]),
    ("sort:citations", [2, 3, 0, 1, 4, 5]),
    ("sort:added", [5, 4, 3, 2, 1, 0]),
    ("sort:list", [0, 1, 2, 3, 4, 5]),
    ("matching OR graph sort:title", [3, 1, 5]),
]


@pytest.mark.parametrize(("text", "rows"), SORTED)
def test_sorts(search: Search, text: str, rows: list[int]) -> None:
    page = search.find(SearchRequest(text, facets=True))
    assert list(page.rows) == rows
    assert page.sort is Sort(text.rpartition(":")[2])


def test_facets_count_what_is_found(search: Search) -> None:
    page = search.find(SearchRequest("matching OR graph", facets=True))
    assert page.facets is not None
    assert page.facets.statuses == {
        "Datasets Track": 1,
        "Poster": 1,
        "Spotlight Poster": 1,
    }
    assert page.facets.having == {"abstract": 3, "code": 1, "pdf": 1}
    assert page.years == {2023: 2, 2024: 1}


SUGGESTED = [
    ("difusion", "diffusion"),
    ("hopfeild", "hopfield"),
    ("title:botlzmann", "title:boltzmann"),
    ("zzzzzz", ""),
    ("hopfield", ""),
]


@pytest.mark.parametrize(("text", "better"), SUGGESTED)
def test_what_was_meant_is_suggested(search: Search, text: str, better: str) -> None:
    assert search.find(SearchRequest(text)).suggestion == better
