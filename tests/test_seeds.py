"""All 38 papers of the seed lists: found by what they say, cited as they are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from paperstui.index.citations.bibtex import entry
from paperstui.index.citations.keys import CitationKeys
from paperstui.index.citations.plain import reference
from paperstui.index.engines.store import IndexStore
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.library import load
from paperstui.index.locations import SEEDS
from paperstui.index.models import SearchRequest
from paperstui.index.search import Search
from paperstui.index.text import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.models import Paper

LIBRARY = load([SEEDS])
TABLE = Path(__file__).with_name("data") / "seeds.tsv"
"""A phrase of each abstract, and what is known of its paper."""

PAPERS = [
    line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]
]


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Search]:
    """A search over the seeds."""
    folder = tmp_path_factory.mktemp("index")
    made = Search(LIBRARY, IndexStore(folder, WhooshEngine(), LIBRARY))
    assert made.prepare(lambda done, total: None) == ()
    yield made
    made.close()


def first(search: Search, text: str) -> Paper:
    """The best hit of a query."""
    return LIBRARY.papers[search.find(SearchRequest(text)).rows[0]]


def test_the_seeds_load_without_a_problem() -> None:
    assert LIBRARY.problems == ()
    assert [paper.title for paper in LIBRARY.papers] == [
        title for _, title, *_ in PAPERS
    ]


@pytest.mark.parametrize(("phrase", "title", "authors", "year", "pages"), PAPERS)
def test_paper(
    search: Search, phrase: str, title: str, authors: str, year: str, pages: str
) -> None:
    paper = first(search, phrase)
    assert paper.title == title
    assert first(search, f'"{phrase}"') is paper
    assert first(search, title) is paper
    assert ", ".join(author.name for author in paper.authors) == authors
    assert (str(paper.year), paper.pages) == (year, pages)
    key = CitationKeys(LIBRARY.papers).key(paper)
    bibtex = entry(paper, key)
    assert bibtex.startswith(f"@inproceedings{{{key},\n")
    assert f"pages = {{{pages.replace('-', '--')}}}" in bibtex
    assert f"year = {{{year}}}" in bibtex
    written = next(line for line in bibtex.splitlines() if "author = " in line)
    assert written.count(" and ") == authors.count(",")
    cited = reference(paper)
    assert plain(title) in cited
    assert pages.replace("-", "–") in cited


def test_keys_are_unique() -> None:
    keys = CitationKeys(LIBRARY.papers)
    assert len({keys.key(paper) for paper in LIBRARY.papers}) == 38
