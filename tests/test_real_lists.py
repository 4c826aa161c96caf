"""Every real list at hand, all the way into a library."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from paperstui.index.collection import Collection, Options
from paperstui.index.readers.known_venues import venue_of_file

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
LISTS = sorted((DATA / "paperlists").glob("*.json.gz"))
FORMATS = sorted(
    path
    for path in (DATA / "formats").rglob("*")
    if path.is_file() and path.name != "INDEX.md"
)
WITHOUT_PAPERS = {
    "git-lfs-pointer.json",  # a pointer to a file that is not there
    "cryptobib-abbrev3.bib",  # only @string definitions
}

pytestmark = pytest.mark.skipif(not LISTS, reason=f"the real lists are not in {DATA}")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("library") / "library.db"


@pytest.fixture(scope="module")
def collection(place: Path) -> Iterator[Collection]:
    made = Collection(place)
    yield made
    made.close()


def test_every_conference_list_comes_whole(collection: Collection, place: Path) -> None:
    independent = {}
    joined = set()
    for path in LISTS:
        records = json.loads(gzip.decompress(path.read_bytes()))
        independent[path.name] = len(records)
        report = collection.add(path, Options())
        for problem in report.problems:
            if "is shown once" in problem.reason:
                joined.update(problem.reason.split("it is in ")[1].split("; "))
        assert (report.format, report.seen) == ("paperlists", len(records)), path.name
        lost = [problem for problem in report.problems if problem.lost]
        assert report.loaded + report.duplicates + len(lost) == len(records), path.name
    assert len(collection.library.venues()) == len(LISTS)
    listings = sqlite3.connect(f"file:{place}?mode=ro", uri=True)
    with closing(listings):
        counts = dict(
            listings.execute(
                "SELECT sources.name, count(*) FROM listings "
                "JOIN sources ON source = number GROUP BY number"
            )
        )
        moved = dict(
            listings.execute(
                "SELECT sources.name, count(*) FROM listings "
                "JOIN sources ON source = sources.number JOIN papers USING (row) "
                "JOIN venues ON papers.venue = venues.number WHERE venues.name != "
                "json_extract(listings.record, '$.venue.name') GROUP BY source"
            )
        )
    assert counts == independent
    # A venue has what its list has, less what another list has and is cited by.
    for path in LISTS:
        venue = venue_of_file(path.name)
        (count,) = (c for c in collection.library.counts if c.venue == venue)
        left = independent[path.name] - moved.get(path.name, 0)
        assert count.papers + count.hidden == left, path.name
    assert moved.keys() <= joined
    assert sum(counts.values()) == 20_470


def test_adding_them_again_changes_nothing(collection: Collection) -> None:
    before = collection.library.revision, list(collection.library.order)
    for path in LISTS[:5]:
        collection.add(path, Options())
    assert (collection.library.revision, list(collection.library.order)) == before


@pytest.mark.parametrize("path", FORMATS, ids=lambda path: path.name)
def test_every_other_file_gives_papers_or_says_why_not(
    collection: Collection, path: Path
) -> None:
    report = collection.check(path, Options())
    if path.name in WITHOUT_PAPERS:
        assert report.loaded == 0
        assert report.problems
    else:
        assert report.loaded > 0
        assert report.format not in ("", "abstracts")
