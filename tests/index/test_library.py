"""The collection: what it keeps when sources come, change and go."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperstui.index.adding import change
from paperstui.index.citations.key_pattern import DEFAULT
from paperstui.index.collection import Collection, Options
from paperstui.index.library import Library
from paperstui.index.library_file import connect
from paperstui.index.merging import merged, twin
from paperstui.index.models import Author, Paper, Venue
from paperstui.index.requests import Marks, Query, SearchRequest, Sort
from tests.examples import examples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ICML = Venue("ICML", 2024)
ARXIV = Venue("arXiv", 2023)
ANA = (Author("Test", "Ana"),)


def paper(paper_id: str, title: str = "Deep Nets for Frogs", **facts: object) -> Paper:
    known = {"venue": ICML, "authors": ANA, **facts}
    return Paper(paper_id, title, **known)  # type: ignore[arg-type]


class Shelf:
    """A library in memory, filled source by source."""

    def __init__(self) -> None:
        self.connection = connect(None).connection
        self.library = Library(self.connection)

    def put(self, place: str, *papers: Paper) -> None:
        named = [replace(each, source=place) for each in papers]
        with change(self.connection) as begun:
            begun.put_source(place, place, "", {}, named)
        self.library.reload()

    def drop(self, place: str) -> None:
        (number,) = (s.number for s in self.library.sources() if s.place == place)
        with change(self.connection) as begun:
            begun.remove_source(number)
        self.library.reload()

    @property
    def papers(self) -> list[Paper]:
        return [self.library.paper(row) for row in self.library.order]

    @property
    def ids(self) -> list[str]:
        return [each.id for each in self.papers]


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    made = Shelf()
    yield made
    made.library.close()


def test_a_list_that_comes_again_changes_nothing(shelf: Shelf) -> None:
    papers = [paper(f"test:{n}", f"Title {n}") for n in range(5)]
    shelf.put("a", *papers)
    revision, order = shelf.library.revision, list(shelf.library.order)
    shelf.put("a", *papers)
    assert (shelf.library.revision, list(shelf.library.order)) == (revision, order)


def test_what_does_not_change_does_not_move(shelf: Shelf) -> None:
    papers = [paper(f"test:{n}", f"Title {n}") for n in range(4)]
    shelf.put("a", *papers)
    before = shelf.library.revision
    other = replace(papers[1], abstract="New.")
    shelf.put("a", papers[0], other, papers[3], paper("test:9", "Title 9"))
    changed = [row for row, *_ in shelf.library.contents(since=before)]
    assert changed == [1, 4]
    assert shelf.library.gone(since=before) == [2]
    assert shelf.ids == ["test:0", "test:1", "test:3", "test:9"]


def test_a_row_is_never_used_again(shelf: Shelf) -> None:
    shelf.put("a", paper("test:0", "One"), paper("test:1", "Two"))
    shelf.put("a", paper("test:0", "One"))
    shelf.put("a", paper("test:0", "One"), paper("test:2", "Three"))
    assert list(shelf.library.order) == [0, 2]


def test_a_preprint_and_its_venue_version_are_one_paper(shelf: Shelf) -> None:
    shelf.put(
        "arxiv", paper("arxiv:2301.1", venue=ARXIV, arxiv="2301.1", abstract="A.")
    )
    shelf.put("icml", paper("openreview:x", openreview="x", pages="1-9"))
    (found,) = shelf.papers
    assert found.id == "arxiv:2301.1"
    assert (found.venue, found.pages, found.arxiv, found.abstract) == (
        ICML,
        "1-9",
        "2301.1",
        "A.",
    )
    assert found.source == "arxiv; icml"
    assert shelf.library.row("openreview:x") == shelf.library.row("arxiv:2301.1") == 0
    shelf.drop("icml")
    (found,) = shelf.papers
    assert (found.id, found.venue) == ("arxiv:2301.1", ARXIV)


def test_a_shared_identifier_joins_whatever_the_titles(shelf: Shelf) -> None:
    shelf.put("a", paper("openreview:x", "First Title", openreview="x", arxiv="1.2"))
    shelf.put("b", paper("pmlr:v1/t24", "Final Title", arxiv="1.2"))
    assert shelf.ids == ["openreview:x"]


NEVER_ONE = [
    (paper("a", "Preface"), paper("b", "Preface")),
    (paper("a", "Withdrawn"), paper("b", "Withdrawn")),
    (paper("a", ""), paper("b", "")),
    (paper("a", authors=()), paper("b", authors=())),
    (paper("a", authors=ANA), paper("b", authors=(Author("Other"),))),
    (paper("a", title_derived=True), paper("b", title_derived=True)),
]


@pytest.mark.parametrize(("one", "other"), NEVER_ONE)
def test_different_papers_are_never_one(shelf: Shelf, one: Paper, other: Paper) -> None:
    shelf.put("a", one)
    shelf.put("b", other)
    assert shelf.ids == ["a", "b"]


def test_two_of_one_list_are_never_one_by_title_alone(shelf: Shelf) -> None:
    shelf.put("a", paper("a"), paper("b"))
    assert shelf.ids == ["a", "b"]


def test_titles_and_names_are_compared_folded() -> None:
    other = paper("b", "deep  NETS for frogs", authors=(Author("TEST", "A."),))
    assert twin(paper("a")) == twin(other)


def test_what_a_venue_refused_is_kept_but_not_listed(shelf: Shelf) -> None:
    shelf.put("a", paper("a"), paper("b", "Other", status="Reject"))
    assert shelf.ids == ["a"]
    (count,) = shelf.library.counts
    assert (count.papers, count.hidden) == (1, 1)
    page = shelf.library.everything(SearchRequest(refused=True), Query("", None))
    assert (list(page.rows), page.counts) == ([0, 1], {ICML: 2})
    # Bookmarks are counted as far as they are listed.
    marks = Marks(bookmarked=frozenset({0, 1}))
    for listed, bookmarked in ((False, 1), (True, 2)):
        request = SearchRequest(marks=marks, refused=listed)
        page = shelf.library.everything(request, Query("", None))
        assert page.bookmarked == bookmarked
    shelf.put("b", paper("c", "Other", venue=Venue("ACL", 2025)))
    assert shelf.ids == ["a", "b"]
    assert shelf.papers[1].venue == Venue("ACL", 2025)


def test_the_best_listing_leads_and_the_others_fill_in() -> None:
    refused = paper("a", status="Desk Reject", code="https://x.org")
    taken = paper("b", venue=Venue("ACL", 2025), doi="10.1/x")
    both = merged([refused, taken], "a")
    assert (both.id, both.venue.name, both.doi, both.code, both.status) == (
        "a",
        "ACL",
        "10.1/x",
        "https://x.org",
        "",
    )


def test_a_list_that_names_all_authors_is_better_than_one_that_does_not() -> None:
    cut = paper("a", authors=(Author("Hu"),), et_al=True)
    whole = paper("b", authors=(Author("Hu"), Author("Wu")), affiliations=("A", "B"))
    preprint = replace(whole, venue=ARXIV)
    for listings in ([cut, preprint], [preprint, cut], [whole, cut], [cut, whole]):
        both = merged(listings, "x")
        assert (both.authors, both.et_al) == (whole.authors, False)
        assert both.affiliations == whole.affiliations
    nameless = paper("c", authors=())
    assert merged([nameless, cut], "x") == replace(cut, id="x", source=nameless.source)


STANDINGS = [
    ({"status": "Oral"}, {"status": "Workshop"}),
    ({"status": "Workshop"}, {"venue": ARXIV}),
    ({"venue": ARXIV}, {"status": "Reject"}),
]


@pytest.mark.parametrize(("better", "worse"), STANDINGS)
def test_which_listing_is_cited(better: dict[str, Any], worse: dict[str, Any]) -> None:
    listings = [paper("a", **worse), paper("b", **better)]
    assert merged(listings, "x") == replace(listings[1], id="x")


def test_papers_of_two_lists_are_named(tmp_path: Path) -> None:
    collection = Collection(tmp_path / "l.db")
    record = {"venue": "ICML", "year": 2024, "title": "Frogs", "authors": ["Ana Test"]}
    for name in ("one.jsonl", "two.jsonl"):
        (tmp_path / name).write_text(json.dumps(record) + "\n")
    assert collection.add(tmp_path / "one.jsonl", Options()).problems == []
    (problem,) = collection.add(tmp_path / "two.jsonl", Options()).problems
    assert str(problem) == (
        "two.jsonl: “Frogs” is shown once: it is in one.jsonl; two.jsonl"
    )
    assert len(collection.library) == 1
    collection.close()


def test_everything_keeps_list_order_and_counts(shelf: Shelf) -> None:
    shelf.put("a", paper("a", "A"), paper("b", "B", venue=ARXIV), paper("c", "C"))
    library = shelf.library
    page = library.everything(SearchRequest(venues=frozenset({ICML})), Query("", None))
    assert list(page.rows) == [0, 2]
    assert page.counts == {ICML: 2, ARXIV: 1}
    only = SearchRequest(marks=Marks(bookmarked=frozenset({1})), bookmarked_only=True)
    assert list(library.everything(only, Query("", None)).rows) == [1]
    some = replace(only, bookmarked_only=False, among=frozenset({2, 0, 9}))
    assert list(library.everything(some, Query("", None)).rows) == [0, 2]
    none = replace(only, among=frozenset({0}))
    assert list(library.everything(none, Query("", None)).rows) == []
    marks = Marks(bookmarked=frozenset({1, 2}), latest=(2, 1))
    latest = SearchRequest(marks=marks, sort=Sort.BOOKMARKED)
    page = library.everything(latest, Query("", None))
    assert (list(page.rows), page.sort) == ([2, 1, 0], Sort.BOOKMARKED)


def test_an_error_in_the_middle_leaves_everything_as_it_was(shelf: Shelf) -> None:
    shelf.put("a", paper("a", "A"))

    def broken() -> Iterator[Paper]:
        yield paper("b", "B")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), change(shelf.connection) as begun:
        begun.put_source("a", "a", "", {}, broken())
    shelf.library.reload()
    assert shelf.ids == ["a"]


def test_what_is_kept_stays_when_more_is_kept(tmp_path: Path) -> None:
    collection = Collection(tmp_path / "l.db")
    collection.keep([paper("a", "A")])
    collection.keep([paper("a", "A"), paper("b", "B")])
    collection.keep([paper("c", "C")])
    library = collection.library
    assert [library.paper(row).id for row in library.order] == ["a", "b", "c"]
    collection.close()


def test_another_instance_sees_the_change(tmp_path: Path) -> None:
    here, there = Collection(tmp_path / "l.db"), Collection(tmp_path / "l.db")
    here.keep([paper("a", "A")])
    assert len(there.library) == 0
    assert there.library.reload()
    assert there.library.paper(0).id == "a"
    assert not there.library.reload()
    here.close()
    there.close()


def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    path.write_bytes(b"no database " * 999)
    collection = Collection(path)
    (notice,) = collection.notices
    assert notice.startswith("library.db was damaged (file is not a database)")
    collection.keep([paper("a", "A")])
    assert len(collection.library) == 1
    collection.close()
    assert len(list(tmp_path.glob("library.db.corrupt-*"))) == 1


def test_a_file_with_other_tables_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE state (revision INTEGER)")
        other.execute("PRAGMA user_version = 1")
    collection = Collection(path)
    (notice,) = collection.notices
    assert notice.startswith("library.db was damaged (no such table: main.papers)")
    collection.keep([paper("a", "A")])
    assert len(collection.library) == 1
    collection.close()
    assert len(list(tmp_path.glob("library.db.corrupt-*"))) == 1


def test_a_library_of_the_version_before_keeps_its_papers_and_keys(
    tmp_path: Path,
) -> None:
    path = tmp_path / "library.db"
    collection = Collection(path)
    collection.keep([paper("a", "A"), paper("b", "B")])
    keys = collection.library.keys([paper("a", "A"), paper("b", "B")])
    collection.close()
    with closing(sqlite3.connect(path)) as before:
        before.executescript(
            "DROP TABLE former_keys; DROP INDEX papers_key;"
            "ALTER TABLE state RENAME TO later;"
            "CREATE TABLE state (revision INTEGER NOT NULL, next_row INTEGER NOT NULL,"
            "    identity TEXT NOT NULL, shown BLOB NOT NULL, refused BLOB NOT NULL,"
            "    venues TEXT NOT NULL -- JSON\n);"
            "INSERT INTO state SELECT revision, next_row, identity, shown, refused,"
            "    venues FROM later;"
            "DROP TABLE later; PRAGMA user_version = 1"
        )
    collection = Collection(path)
    assert collection.notices == ()
    assert collection.library.keys([paper("a", "A"), paper("b", "B")]) == keys
    assert collection.library.key_scheme() == (DEFAULT, False)
    collection.close()


def test_a_library_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    Collection(path).close()
    with closing(sqlite3.connect(path)) as later:
        later.execute("PRAGMA user_version = 3")
    collection = Collection(path)
    assert collection.notices == (
        "library.db cannot be used (it was written by a newer paperstui (3)): "
        "only the seeds are here.",
    )
    collection.close()


def test_where_nothing_can_be_written_it_is_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    collection = Collection(tmp_path / "file" / "library.db")
    assert collection.notices == (
        "library.db cannot be used (File exists): only the seeds are here.",
    )
    collection.keep([paper("a", "A")])
    assert len(collection.library) == 1
    collection.close()


def test_options_survive_being_kept() -> None:
    from datetime import date

    options = Options("X", 2020, "ris", frozenset({"cs.LG"}), date(2024, 1, 2))
    assert Options.from_json(json.loads(json.dumps(options.to_json()))) == options


titles = st.sampled_from(["Preface", "Deep Nets", "Frogs", "Withdrawn", ""])
listings = st.lists(
    st.builds(
        paper,
        st.integers(0, 9).map("test:{}".format),
        titles,
        authors=st.sampled_from([(), ANA, (Author("Other"),)]),
        venue=st.sampled_from([ICML, ARXIV]),
        status=st.sampled_from(["", "Reject"]),
    ),
    max_size=6,
    unique_by=lambda each: each.id,
)
steps = st.lists(st.tuples(st.sampled_from("abc"), listings), max_size=6)


@settings(
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps)
def test_after_any_changes_the_library_is_that_of_its_last_lists(
    steps: list[tuple[str, list[Paper]]],
) -> None:
    shelf = Shelf()
    last: dict[str, list[Paper]] = {}
    for place, papers in steps:
        shelf.put(place, *papers)
        last[place] = papers
    library = shelf.library
    known = {each.id for papers in last.values() for each in papers}
    for paper_id in known:
        row = library.row(paper_id)
        assert row is not None
        assert library.paper(row).id
    rows = [row for row, *_ in library.contents()]
    assert sorted([*library.order, *library.refused]) == rows
    assert sum(count.papers for count in library.counts) == len(library)
    keys = [library.key(library.paper(row)) for row in rows]
    assert len(set(keys)) == len(keys)
    library.close()
