"""All 38 papers of the seed lists: found by what they say, cited as they are."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from paperstui.index.citations.bibtex import entry
from paperstui.index.citations.cited import DEFAULTS, Cited
from paperstui.index.citations.markups import TEXT
from paperstui.index.citations.styles import references
from paperstui.index.collection import Collection, Options
from paperstui.index.engines.store import IndexStore
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.locations import SEEDS
from paperstui.index.requests import SearchRequest
from paperstui.index.search import Search
from paperstui.index.text import plain
from tests.conftest import ICML_2023, ICML_2024

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.library import Library

TABLE = Path(__file__).with_name("data") / "seeds.tsv"
"""A phrase of each abstract, and what is known of its paper."""

PAPERS = [
    line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The seeds."""
    collection = Collection(tmp_path_factory.mktemp("library") / "library.db")
    collection.seed(SEEDS)
    yield collection.library
    collection.close()


@pytest.fixture(scope="module")
def search(
    library: Library, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Search]:
    """A search over the seeds."""
    folder = tmp_path_factory.mktemp("index")
    made = Search(library, IndexStore(folder, WhooshEngine(), library))
    assert made.prepare(lambda done, total: None) == ()
    yield made
    made.close()


def test_the_seeds_load_without_a_problem(library: Library, tmp_path: Path) -> None:
    assert [library.paper(row).title for row in library.order] == [
        title for _, title, *_ in PAPERS
    ]
    collection = Collection(tmp_path / "library.db")
    for path in SEEDS.glob("*.txt"):
        report = collection.check(path, Options())
        assert (report.loaded, report.problems) == (19, [])
    collection.close()


def test_one_that_was_removed_stays_away(tmp_path: Path) -> None:
    folder = tmp_path / "seeds"
    shutil.copytree(SEEDS, folder)
    collection = Collection(tmp_path / "library.db")
    collection.seed(folder)
    assert collection.remove(ICML_2024) == 19
    collection.seed(folder)
    assert list(collection.library.venues()) == [ICML_2023]
    # A newer version of the program has others.
    for path in folder.glob("*.txt"):
        os.utime(path, ns=(1, 1))
    collection.seed(folder)
    assert list(collection.library.venues()) == [ICML_2023]
    collection.add(folder / "icml-2024.txt", Options())
    assert list(collection.library.venues()) == [ICML_2024, ICML_2023]
    collection.close()


@pytest.mark.parametrize(("phrase", "title", "authors", "year", "pages"), PAPERS)
def test_paper(
    library: Library,
    search: Search,
    phrase: str,
    title: str,
    authors: str,
    year: str,
    pages: str,
) -> None:
    paper = library.paper(search.find(SearchRequest(phrase)).rows[0])
    assert paper.title == title
    for text in (f'"{phrase}"', title):
        assert library.paper(search.find(SearchRequest(text)).rows[0]) == paper
    assert ", ".join(author.name for author in paper.authors) == authors
    assert (str(paper.year), paper.pages) == (year, pages)
    key = library.key(paper)
    bibtex = entry(Cited(paper, key), DEFAULTS)
    assert bibtex.startswith(f"@inproceedings{{{key},\n")
    assert f"pages = {{{pages.replace('-', '--')}}}" in bibtex
    assert f"year = {{{year}}}" in bibtex
    written = next(line for line in bibtex.splitlines() if "author = " in line)
    assert written.count(" and ") == authors.count(",")
    (cited,) = references([Cited(paper, key)], "apa", TEXT)
    assert plain(title) in cited
    assert pages.replace("-", "–") in cited


def test_keys_are_unique(library: Library) -> None:
    keys = {library.key(library.paper(row)) for row in library.order}
    assert len(keys) == 38
