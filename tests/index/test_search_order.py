"""Pages of searches: their order, whole and partial matches, suggestions, damage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from paperstui.index.engines.store import IndexStore
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.errors import EngineError
from paperstui.index.models import Paper, Venue
from paperstui.index.requests import Marks, SearchRequest, Sort
from paperstui.index.search import Search
from tests.conftest import library_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from paperstui.index.requests import ResultPage

    Make = Callable[[Iterable[Paper]], Search]


@pytest.fixture
def make_search(tmp_path: Path) -> Iterator[Make]:
    """Makes searches over papers; a paper's row is its place."""
    made: list[tuple[Search, Any]] = []

    def make(papers: Iterable[Paper], engine: type[WhooshEngine] = WhooshEngine) -> Any:
        library = library_of(papers)
        search = Search(library, IndexStore(tmp_path, engine(), library))
        assert search.prepare(lambda done, total: None) == ()
        made.append((search, library))
        return search

    yield make
    for search, library in made:
        search.close()
        library.close()


def paper(number: int, title: str, abstract: str = "", **facts: object) -> Paper:
    known: dict[str, Any] = {"venue": Venue("ICML", 2024), **facts}
    return Paper(f"test:{number}", title, abstract=abstract, **known)


def papers(*titles: str) -> list[Paper]:
    return [paper(number, title) for number, title in enumerate(titles)]


def ask(search: Search, text: str, **wanted: Any) -> ResultPage:
    return search.find(SearchRequest(text, **wanted))


QUESTION = "sparse kernel lattice attention frogs"
SOME = papers(
    "Kernel lattices",
    "Frogs",
    "On sparse kernel attention on lattice frogs, at great length, with more words",
    "Nothing of it",
    "Sparse kernel attention, lattice frogs",
    "Sparse attention, frogs, frogs, frogs",
)


def test_few_answers_to_a_question_are_followed_by_partial_ones(
    make_search: Make,
) -> None:
    search = make_search(SOME)
    page = ask(search, QUESTION)
    assert (page.partial, page.whole) == (True, 2)
    # The shorter of the whole ones is the better one.
    assert list(page.rows[:2]) == [4, 2]
    assert list(page.rows[2:]) == [5, 0, 1]
    assert page.matching == 5


def test_enough_answers_to_a_question_stand_alone(make_search: Make) -> None:
    search = make_search(
        papers(
            *[f"Sparse kernel attention, lattice frogs {n}" for n in range(10)], "Frogs"
        )
    )
    page = ask(search, QUESTION)
    assert (page.partial, page.whole, len(page.rows)) == (False, 0, 10)


def test_a_whole_match_comes_first_whatever_the_partial_ones_score(
    make_search: Make,
) -> None:
    whole = "frogs sparse " + "nothing " * 200 + "kernel attention lattice"
    partial = "sparse kernel attention lattice " * 9
    search = make_search([paper(0, "A", partial), paper(1, "B", whole)])
    assert list(ask(search, QUESTION).rows) == [1, 0]


def test_in_another_order_whole_matches_still_come_first(make_search: Make) -> None:
    search = make_search(SOME)
    page = ask(search, QUESTION, sort=Sort.TITLE)
    assert (page.sort, page.partial, page.whole) == (Sort.TITLE, True, 2)
    assert list(page.rows) == [2, 4, 1, 0, 5]
    page = ask(search, f"{QUESTION} sort:added")
    assert list(page.rows) == [4, 2, 5, 1, 0]


def test_partial_matches_alone_are_in_one_order(make_search: Make) -> None:
    search = make_search(SOME)
    page = ask(search, "lattice zzz frogs sort:list")
    assert (page.partial, page.whole, list(page.rows)) == (True, 0, [0, 1, 2, 4, 5])


def test_a_second_query_holds_for_partial_matches_too(make_search: Make) -> None:
    search = make_search(SOME)
    page = ask(search, QUESTION, within="lattice")
    assert (list(page.rows), page.whole) == ([4, 2, 0], 2)
    page = ask(search, QUESTION, within="frogs -kernel")
    assert (list(page.rows), page.whole, page.partial) == ([5, 1], 0, True)


def test_filters_hold_for_partial_matches(make_search: Make) -> None:
    icml, acl = Venue("ICML", 2024), Venue("ACL", 2023)
    search = make_search(
        [
            paper(0, "Deep frogs", status="Oral"),
            paper(1, "Deep toads", venue=acl, status="Poster"),
            paper(2, "Flat newts", status="Oral"),
        ]
    )
    assert list(ask(search, "deep zzz").rows) == [0, 1]
    assert list(ask(search, "deep zzz year:2023").rows) == [1]
    assert list(ask(search, "deep zzz -year:2023").rows) == [0]
    assert list(ask(search, "deep zzz venue:acl").rows) == [1]
    assert list(ask(search, "deep zzz status:oral").rows) == [0]
    assert list(ask(search, "deep zzz (venue:acl OR year:2022)").rows) == [1]
    seen = Marks(seen=frozenset({1}))
    assert list(ask(search, "deep zzz (is:seen OR year:2022)", marks=seen).rows) == [1]
    # One word is no choice of words.
    page = ask(search, "zzz venue:icml status:oral")
    assert (list(page.rows), page.partial) == ([], False)
    page = ask(search, "deep zzz", venues=frozenset({icml}))
    assert (list(page.rows), page.counts) == ([0], {icml: 1, acl: 1})


def test_what_matches_whole_without_a_word_that_counts_is_not_lost(
    make_search: Make,
) -> None:
    search = make_search(papers("Here", "The frogs", "Lattice"))
    page = ask(search, "(sparse kernel attention lattice) OR the ")
    assert (list(page.rows), page.whole, page.matching) == ([1, 2], 1, 2)


def test_a_title_that_begins_as_typed_comes_first(make_search: Make) -> None:
    search = make_search(
        [
            paper(
                0, "Models of sparse kernels", "Sparse kernel models, kernel models."
            ),
            paper(1, "Sparse kernel models at length", "On something else entirely."),
            paper(2, "Sparse kernel models", "On something else as well."),
        ]
    )
    assert list(ask(search, "sparse kernel models ").rows) == [2, 1, 0]
    assert list(ask(search, "sparse kernel mod").rows) == [2, 1, 0]
    # As a phrase or in a field it is another query, without a bonus.
    assert list(ask(search, "abstract:sparse kernel models ").rows) == [0]


def test_what_the_best_papers_share_lifts_others(make_search: Make) -> None:
    shared = "wavelets transform signals"
    search = make_search(
        [
            paper(0, "Sparse kernel attention lattice frogs", shared),
            paper(1, "Sparse kernel attention lattice frogs again", shared),
            paper(2, "Sparse kernel attention", "apples oranges bananas"),
            paper(3, "Sparse kernel attention", shared),
            *[paper(n, "Unrelated", f"word{n}") for n in range(4, 30)],
        ]
    )
    rows = list(ask(search, QUESTION).rows)
    assert rows == [0, 1, 3, 2]
    # In a short query equally good ones come in list order.
    assert list(ask(search, "sparse kernel attention").rows)[2:] == [0, 1]


def test_statuses_come_by_their_numbers(make_search: Make) -> None:
    statuses = ("Poster", "Oral", "Spotlight", "Poster", "Oral", "Poster")
    search = make_search([paper(n, "Frogs", status=s) for n, s in enumerate(statuses)])
    page = ask(search, "frogs", facets=True)
    assert page.facets is not None
    assert list(page.facets.statuses.items()) == [
        ("Poster", 3),
        ("Oral", 2),
        ("Spotlight", 1),
    ]


SUGGESTED: list[tuple[str, dict[str, Any], str]] = [
    ("latice", {}, "lattice"),
    ("latice frosg", {}, "lattice frogs"),
    ("[latice frogs", {}, "[lattice frogs"),
    ("(latice OR zzzz)", {}, "(lattice OR zzzz)"),
    # Only where nothing is found.
    ("lattice", {}, ""),
    ("latice OR frogs", {}, ""),
    # Only where it would find something, there too where the search is held.
    ("latice nothing", {}, ""),
    ("latice", {"within": "sparse"}, "lattice"),
    ("latice", {"within": "nothing"}, ""),
    ("latice", {"marks": Marks(), "bookmarked_only": True}, "lattice"),
    ("-latice", {}, ""),
    ('"latice"', {}, ""),
]


@pytest.mark.parametrize(("text", "wanted", "better"), SUGGESTED)
def test_suggestions(
    make_search: Make, text: str, wanted: dict[str, Any], better: str
) -> None:
    assert ask(make_search(SOME), text, **wanted).suggestion == better


def test_a_refused_paper_is_suggested_only_where_it_is_listed(
    make_search: Make,
) -> None:
    search = make_search([paper(0, "Frogs"), paper(1, "Lattice", status="Reject")])
    assert ask(search, "latice").suggestion == ""
    assert ask(search, "latice", refused=True).suggestion == "lattice"


class Breaking(WhooshEngine):
    """An engine whose index is found to be damaged at one kind of question, once."""

    at = ""
    broken = 0

    def _break(self, kind: str) -> None:
        if kind == self.at:
            type(self).at = ""
            type(self).broken += 1
            raise EngineError("it was damaged")

    def search(self, *asked: Any) -> Any:
        """As of the engine."""
        self._break("search")
        return super().search(*asked)

    def gains(self, *asked: Any) -> list[float]:
        """As of the engine."""
        self._break("gains")
        return super().gains(*asked)

    def rarity(self, term: str, least: int = 2) -> float:
        """As of the engine."""
        self._break("rarity")
        return super().rarity(term, least)

    def suggest(self, word: str) -> str:
        """As of the engine."""
        self._break("suggest")
        return super().suggest(word)


@pytest.mark.parametrize("kind", ["search", "gains", "rarity", "suggest"])
def test_damage_met_at_any_question_is_healed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(Breaking, "at", kind)
    monkeypatch.setattr(Breaking, "broken", 0)
    library = library_of(SOME)
    store = IndexStore(tmp_path, Breaking(), library)
    search = Search(library, store)
    search.prepare(lambda done, total: None)
    page = ask(search, QUESTION)
    assert list(page.rows) == [4, 2, 5, 0, 1]
    assert ask(search, "latice").suggestion == "lattice"
    assert Breaking.broken == 1
    assert store.health() == "good, 6 papers"
    assert (tmp_path / "damaged").exists()
    search.close()
    library.close()
