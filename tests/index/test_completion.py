"""What is being typed, and what it can become."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index import completion
from paperstui.index.adding import change
from paperstui.index.bookmarks import Bookmarks
from paperstui.index.completion import (
    Candidate,
    Completer,
    Completion,
    Kind,
    completion_at,
)
from paperstui.index.engines.store import IndexStore
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.errors import EngineError
from paperstui.index.marked import MarkedRows
from paperstui.index.models import Author, Paper, Venue
from paperstui.index.query import FIELDS, parse
from paperstui.index.query.language import FIELD_HINTS, VALUES
from paperstui.index.reading import ReadingState
from paperstui.index.requests import Sort
from paperstui.index.search import Search
from paperstui.index.tree import And, Not, Or
from tests.index.trees import texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from paperstui.index.library import Library
    from paperstui.index.requests import ResultPage, SearchRequest

# The cursor is at the bar; what a candidate replaces is between the braces.
PIECES = [
    ("{ti|}", Kind.FIELD, "ti"),
    ("x {A|}", Kind.FIELD, "A"),
    ("-{ven|}", Kind.FIELD, "ven"),
    ("(a OR {ti|}", Kind.FIELD, "ti"),
    ("{au|thor:}pearce", Kind.FIELD, "au"),
    ("{key|wo} x", Kind.FIELD, "key"),
    ("author:{Pea|}", Kind.AUTHOR, "Pea"),
    ("a:{|}", Kind.AUTHOR, ""),
    ('author:{"Max P|}', Kind.AUTHOR, "Max P"),
    ('-author:{"Max P|} x', Kind.AUTHOR, "Max P"),
    ('author:{"Max P|ea"} x', Kind.AUTHOR, "Max P"),
    ('author:{"Max P|ea} "x y"', Kind.AUTHOR, "Max P"),
    ("author:(hu OR {li|})", Kind.AUTHOR, "li"),
    ("author:={Pea|}", Kind.AUTHOR, "Pea"),
    ("k:{rein|}", Kind.KEYWORD, "rein"),
    ("venue:{ic|ml} x", Kind.VENUE, "ic"),
    ('v:{"ICML 2|}', Kind.VENUE, "ICML 2"),
    ("status:{or|}", Kind.STATUS, "or"),
    ("tag:{|}", Kind.TAG, ""),
    ("year:{20|}", Kind.YEAR, "20"),
    ("year:>={20|}", Kind.YEAR, "20"),
    ("year:2022..{20|}", Kind.YEAR, "20"),
    ("year:2022-{|}", Kind.YEAR, ""),
    ("is:{se|}", Kind.IS, "se"),
    ("has:{|} x", Kind.HAS, ""),
    ("x sort:{ci|}", Kind.SORT, "ci"),
]


@pytest.mark.parametrize(("marked", "kind", "typed"), PIECES)
def test_the_piece_at_the_cursor(marked: str, kind: Kind, typed: str) -> None:
    text = marked.translate(dict.fromkeys(map(ord, "{|}")))
    cursor = marked.replace("{", "").index("|")
    start, end = marked.index("{"), marked.replace("{", "").replace("|", "").index("}")
    assert completion_at(text, cursor) == Completion(start, end, kind, typed)


NOTHING = [
    "|",
    "|ti",
    "ti |",
    "diffus|",
    "title:hop|",
    "id:|",
    "titles|",
    '"ti|',
    "[ti|",
    "author:pea |",
    'author:"Max P" |',
    'author:"Max P"|',
    "is:seen |",
    "http://a|",
    "year:[20|",
]


@pytest.mark.parametrize("marked", NOTHING)
def test_plain_text_is_not_completed(marked: str) -> None:
    assert completion_at(marked.replace("|", ""), marked.index("|")) is None


@pytest.mark.parametrize("cursor", [-1, 0, 3, 5_000])
def test_no_piece_is_outside_the_text(cursor: int) -> None:
    assert completion_at("ti", cursor) is None


@given(texts | st.text(), st.integers(0, 50))
def test_a_piece_lies_around_the_cursor(text: str, cursor: int) -> None:
    piece = completion_at(text, cursor)
    if piece is not None:
        assert 0 <= piece.start <= cursor <= piece.end <= len(text)
        assert text[:cursor].endswith(piece.typed)


def _paper(
    number: int, venue: Venue, status: str, authors: str, keywords: str = ""
) -> Paper:
    return Paper(
        f"test:{number}",
        f"Title {number}",
        venue,
        status=status,
        authors=tuple(Author(*name.split(", ")) for name in authors.split("; ")),
        keywords=tuple(filter(None, keywords.split("; "))),
    )


ICML, OLD = Venue("ICML", 2024), Venue("ICML", 2021)
PAPERS = (
    _paper(0, ICML, "Oral", "Müller, Zoë; Pearce, Max", "Reinforcement learning; RL"),
    _paper(1, ICML, "Poster", "Pearce, Max", "reinforcement learning"),
    _paper(2, ICML, "oral", 'Pear, Ana "Bob"', "reinforcement learning; deep RL"),
    _paper(3, OLD, "Oral", "Muller, Zoe"),
    _paper(4, Venue("NeurIPS Datasets", 2023), "Datasets Track", "Spear, Tim"),
    _paper(5, Venue("OR"), "", "NOT"),
    _paper(6, Venue("Gone", 2020), "Reject", "Pearson, Kim"),
)

TAGS = {
    "test:0": ["RL", "to read"],
    "test:1": ["rl"],
    "test:2": ["RL", 'a "b"'],
    "elsewhere": ["relic"],
}


def entry(name: str) -> dict[str, object]:
    """The bookmark of a paper in the file."""
    snapshot = {"id": name, "title": name, "venue": {"name": "ICML"}}
    return {"id": name, "added": "2026-01-02T12:00:00Z", "paper": snapshot}


@pytest.fixture
def many(make_library: Callable[[Iterable[Paper]], Library]) -> Library:
    """The papers in a library."""
    return make_library(PAPERS)


@pytest.fixture
def marked(many: Library, tmp_path: Path) -> MarkedRows:
    """The tags of the papers."""
    path = tmp_path / "bookmarks.json"
    entries = [{**entry(name), "tags": tags} for name, tags in TAGS.items()]
    path.write_text(json.dumps({"version": 1, "bookmarks": entries}))
    bookmarks = Bookmarks(path)
    assert bookmarks.load() == ()
    return MarkedRows(many, bookmarks, ReadingState(tmp_path / "reading.db"))


@pytest.fixture
def search(many: Library, tmp_path: Path) -> Iterator[Search]:
    """A prepared search over the papers."""
    made = Search(many, IndexStore(tmp_path / "index", WhooshEngine(), many))
    made.prepare(lambda done, total: None)
    yield made
    made.close()


@pytest.fixture
def completer(many: Library, marked: MarkedRows, search: Search) -> Completer:
    """Completes from all of it."""
    return Completer(many, marked, search)


def ask(completer: Completer, text: str, limit: int = 50) -> list[tuple[str, int]]:
    """What the end of a text can become, with counts; -1 for unknown ones."""
    piece = completion_at(text, len(text))
    assert piece is not None
    found = completer.candidates(piece, limit)
    return [(c.text, -1 if c.count is None else c.count) for c in found]


FOUND = [
    (
        "venue:",
        [
            ("ICML ", 4),
            ('"ICML 2024" ', 3),
            ('"ICML 2021" ', 1),
            ('"NeurIPS Datasets" ', 1),
            ('"NeurIPS Datasets 2023" ', 1),
            ('"OR" ', 1),
        ],
    ),
    ("v:ic", [("ICML ", 4), ('"ICML 2024" ', 3), ('"ICML 2021" ', 1)]),
    ('venue:"icml 202', [('"ICML 2024" ', 3), ('"ICML 2021" ', 1)]),
    ("venue:data", [('"NeurIPS Datasets" ', 1), ('"NeurIPS Datasets 2023" ', 1)]),
    ("venue:zzz", []),
    ("year:", [("2024 ", 3), ("2023 ", 1), ("2021 ", 1)]),
    ("year:2021..2023", [("2023 ", 1)]),
    (
        "status:",
        [("Oral ", 3), ('"Datasets Track" ', 1), ("Poster ", 1), ("Reject ", 1)],
    ),
    ("status:tr", [('"Datasets Track" ', 1)]),
    ("tag:", [("rl ", 3), ('"to read" ', 1)]),
    ("tag:R", [("rl ", 3), ('"to read" ', 1)]),
    ("author:pear", [('"Max Pearce" ', 2), ('"Ana Bob Pear" ', 1)]),
    ('author:"max p', [('"Max Pearce" ', 2)]),
    ("author:mÜll", [('"Zoe Muller" ', 2)]),
    ("author:not", [('"NOT" ', 1)]),
    ("author:", []),
    ("author:?", []),
    ("k:rein", [('"reinforcement learning" ', 3)]),
    ("k:rl", [("RL ", 1), ('"deep RL" ', 1)]),
    ("is:", [(f"{name} ", -1) for name in VALUES["is"]]),
    ("is:k", [("kept ", -1), ("bookmarked ", -1), ("skipped ", -1)]),
    ("is:un", [("unseen ", -1), ("undecided ", -1)]),
    ("no", [("note:", -1)]),
    ("is:se", [("seen ", -1), ("unseen ", -1)]),
    ("has:co", [("code ", -1)]),
    ("sort:ti", [("title ", -1), ("citations ", -1)]),
    ("a", [("author:", -1), ("abstract:", -1)]),
    ("T", [("title:", -1), ("tag:", -1)]),
]


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_candidates(
    completer: Completer, text: str, expected: list[tuple[str, int]]
) -> None:
    assert ask(completer, text) == expected


def test_a_candidate_says_what_it_asks_for(completer: Completer) -> None:
    piece = completion_at("sort:yea", 8)
    assert piece is not None
    assert completer.candidates(piece) == [Candidate("year ", None, "newest first")]


def test_the_best_candidates_come_within_the_limit(completer: Completer) -> None:
    assert ask(completer, "venue:", limit=2) == [("ICML ", 4), ('"ICML 2024" ', 3)]


@pytest.mark.parametrize("text", ["venue:", "author:pear", "k:r", "tag:t", "status:"])
def test_a_taken_candidate_parses_to_one_leaf(completer: Completer, text: str) -> None:
    piece = completion_at(text, len(text))
    assert piece is not None
    for candidate in completer.candidates(piece):
        parsed = parse(text[: piece.start] + candidate.text)
        name = candidate.text.strip().strip('"')
        assert parsed.diagnostics == ()
        assert not isinstance(parsed.root, And | Or | Not | None)
        said = getattr(parsed.root, "text", None) or getattr(parsed.root, "value", "")
        assert said == name


def test_every_field_can_be_completed_and_explained() -> None:
    assert {FIELDS[name] for name in FIELD_HINTS} == set(FIELDS.values())
    assert list(VALUES["sort"]) == list(Sort)


def test_without_an_index_there_are_no_names(many: Library, marked: MarkedRows) -> None:
    completer = Completer(many, marked, None)
    assert ask(completer, "author:pear") == []
    assert ask(completer, "tag:t") == [('"to read" ', 1)]


def test_a_damaged_index_gives_no_names(
    completer: Completer, search: Search, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(request: SearchRequest) -> ResultPage:
        raise EngineError("it was damaged")

    monkeypatch.setattr(search, "find", fail)
    assert ask(completer, "author:pear") == []


def test_counts_of_the_best_papers_only_are_not_told(
    completer: Completer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(completion, "_ROWS_READ", 2)
    assert ask(completer, "author:max") == [('"Max Pearce" ', 2)]
    monkeypatch.setattr(completion, "_ROWS_READ", 1)
    assert ask(completer, "author:max") == [('"Max Pearce" ', -1)]


def test_statuses_follow_the_library(many: Library) -> None:
    counted = {"Oral": 2, "Poster": 1, "oral": 1, "Datasets Track": 1, "Reject": 1}
    assert many.statuses() == counted
    assert many.statuses() is many.statuses()
    with change(many._connection) as begun:
        begun.put_source("more", "more", "", {}, [_paper(9, ICML, "Poster", "Hu, Jo")])
    assert many.reload()
    assert many.statuses() == {**counted, "Poster": 2}
