"""What holds for every query on every engine, by the papers' own texts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from paperstui.index import analysis
from paperstui.index.engines.base import SEARCHED, field_text
from paperstui.index.engines.tantivy import TantivyEngine
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.models import Author, Paper, Venue
from paperstui.index.notes import Notes
from paperstui.index.query import parse, text_of
from paperstui.index.requests import Marks, SearchRequest, Sort
from paperstui.index.search import Search
from tests.conftest import search_over
from tests.examples import examples
from tests.index.trees import texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.requests import ResultPage

ENGINES = [WhooshEngine, TantivyEngine]

_FACTS: tuple[tuple[str, str, str, str], ...] = (
    ("Modern Hopfield networks", "ICML", "Tim Pearce", "Energy and associative memory"),
    (
        "Score matching by diffusion",
        "ICML",
        "Ana Huang",
        "We optimise scores, not GANs",
    ),
    ("Image diffusion in colour", "ACL", "Langwen Huang", "Behavior of a network"),
    ("Self-attention graphs in 3D", "ACL", "Zoë Müller", "K-means and FlashAttention"),
    ("深度学习方法研究", "ICML", "江测试", "An image of energy by ResNet50 in C++"),
    (r"On $\alpha$-Rényi bounds of {GAN}s", "ACL", "Łukasz Ong", "Networked memories"),
    ("Boltzmann machines", "ICML", "Han Pearce-Lee", ""),
    ("Refused networks of energy", "ACL", "Max Colour", "Diffusion of a memory"),
)
PAPERS = tuple(
    Paper(
        f"test:{number}",
        title,
        Venue(venue, 2020 + number // 2),
        abstract,
        (Author(*reversed(name.split(" ", 1))),),
        keywords=("graph networks",) if number % 3 == 0 else (),
        status=("Oral", "Poster", "")[number % 3] if number < 7 else "Reject",
        pdf="https://example.org" if number % 2 else "",
        citations=(None, 3, 0, 8)[number % 4],
    )
    for number, (title, venue, name, abstract) in enumerate(_FACTS)
)
LISTED = frozenset(range(7))
MARKS = Marks(
    frozenset({0, 3}), frozenset({1, 2}), frozenset({4}), {"rl": frozenset({0, 5})}
)

_TERMS = [
    [analysis.terms(field_text(paper, field)) for field in SEARCHED] for paper in PAPERS
]
WORDS = [{term.text for terms in fields for term in terms.words} for fields in _TERMS]
VARIANTS = [
    {term.text for terms in fields for term in terms.variants} for fields in _TERMS
]
VOCABULARY = sorted(set().union(*WORDS))

words = st.sampled_from(VOCABULARY)
plain_queries = st.lists(words | words.map(str.capitalize), min_size=1, max_size=4).map(
    " ".join
)
_BEFORE = ("", "-", "NOT ", "=", '"', "(", "title:", "author:(", "abstract:", "-(")
_AFTER = ("", " ", "*", "~", '"', ")", " OR ", " -", ") OR (", " year:2021 ")
_FILTERS = ("is:seen", "has:pdf", "tag:rl", "year:>=2021", "venue:acl", "status:oral")
queries = st.lists(
    st.tuples(
        st.sampled_from(_BEFORE),
        words | st.sampled_from(_FILTERS),
        st.sampled_from(_AFTER),
    ).map("".join),
    max_size=6,
).map(" ".join)
anything = queries | texts | st.text(max_size=60)

fast = settings(
    max_examples=examples(500),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.name, scope="module")
def search(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Search]:
    """A search over the corpus."""
    folder = tmp_path_factory.mktemp("index")
    with search_over(PAPERS, request.param(), folder) as search:
        yield search


def found(search: Search, text: str) -> set[int]:
    """The rows of papers that match as a whole."""
    page = search.find(SearchRequest(text, marks=MARKS))
    return set(page.rows[: page.whole] if page.partial else page.rows)


def holds(row: int, word: str, *, unfinished: bool = False, note: str = "") -> bool:
    """Whether a paper, or a note, has a word of the vocabulary in a spelling of it."""
    noted = analysis.terms(note)
    words = WORDS[row] | {term.text for term in noted.words}
    variants = VARIANTS[row] | {term.text for term in noted.variants}
    if word in words or analysis.wanted(word).spellings & variants:
        return True
    return unfinished and any(term.startswith(word) for term in words | variants)


def assert_sound(page: ResultPage, listed: frozenset[int] = LISTED) -> None:
    assert len(set(page.rows)) == len(page.rows)
    assert set(page.rows) <= listed
    assert page.matching == len(page.rows)
    assert sum(page.years.values()) == len(page.rows)
    assert page.whole <= len(page.rows)
    assert not page.whole or page.partial


@fast
@given(anything, anything)
@example("深", "")
@example('"', "(")
@example("diffusion zzz -", "\u0345")
def test_no_text_raises_and_every_page_is_sound(
    search: Search, text: str, within: str
) -> None:
    request = SearchRequest(text, within, marks=MARKS, facets=True)
    page = search.find(request)
    assert_sound(page)
    assert page.facets is not None
    assert page.facets.having.get("pdf", 0) == sum(row % 2 for row in page.rows)
    statuses = [PAPERS[row].status for row in page.rows]
    assert page.facets.statuses == {s: statuses.count(s) for s in statuses if s}
    assert page.bookmarked == len(MARKS.bookmarked & set(page.rows))
    assert_sound(search.find(replace(request, refused=True)), LISTED | {7})


@fast
@given(plain_queries, st.booleans())
def test_plain_words_find_exactly_the_papers_that_hold_them_all(
    search: Search, text: str, finished: bool
) -> None:
    asked = text.lower().split()
    expected = {
        row
        for row in LISTED
        if all(holds(row, word) for word in asked[:-1])
        and holds(row, asked[-1], unfinished=not finished)
    }
    assert found(search, text + " " * finished) == expected


@fast
@given(
    plain_queries,
    st.dictionaries(st.sampled_from(sorted(LISTED)), plain_queries, max_size=3),
    words,
    st.booleans(),
)
def test_words_of_notes_count_as_those_of_papers(
    search: Search, text: str, notes: dict[int, str], excluded: str, finished: bool
) -> None:
    marks = replace(MARKS, notes=Notes(notes))
    request = SearchRequest(f"-{excluded} {text}{' ' * finished}", marks=marks)
    page = search.find(request)
    assert_sound(page)
    asked = text.lower().split()
    expected = {
        row
        for row in LISTED
        if not holds(row, excluded, note=notes.get(row, ""))
        and all(holds(row, word, note=notes.get(row, "")) for word in asked[:-1])
        and holds(row, asked[-1], unfinished=not finished, note=notes.get(row, ""))
    }
    assert set(page.rows[: page.whole] if page.partial else page.rows) == expected
    assert not any(holds(row, excluded, note=notes.get(row, "")) for row in page.rows)


@fast
@given(plain_queries, words, st.sampled_from(("-{}", "NOT {}", "-({})", "-={}")))
def test_what_is_excluded_is_in_no_paper_found(
    search: Search, text: str, word: str, form: str
) -> None:
    page = search.find(SearchRequest(f"{text} {form.format(word)} "))
    assert not any(word in WORDS[row] for row in page.rows)
    if "=" not in form:
        assert not any(holds(row, word) for row in page.rows)


@fast
@given(plain_queries, words, words)
def test_what_is_excluded_in_one_branch_stays_out_of_its_partial_matches(
    search: Search, other: str, word: str, excluded: str
) -> None:
    page = search.find(SearchRequest(f"({word} zzz -{excluded}) OR (zzz {other}) "))
    for row in page.rows:
        if holds(row, excluded):
            assert any(holds(row, each) for each in other.lower().split())


@fast
@given(queries, queries)
def test_or_is_the_union_and_not_the_complement(
    search: Search, one: str, other: str
) -> None:
    one, other = text_of(parse(one + ' ""')), text_of(parse(other + ' ""'))
    assume(parse(one).root is not None and parse(other).root is not None)
    closed = f"({one} ) OR ({other} )"
    assume(not parse(closed).diagnostics)
    assert found(search, closed) == found(search, f"({one} )") | found(
        search, f"({other} )"
    )
    assert found(search, f"NOT ({one} )") == LISTED - found(search, f"({one} )")


@fast
@given(anything)
def test_a_written_query_finds_the_same(search: Search, text: str) -> None:
    page = search.find(SearchRequest(text, marks=MARKS))
    again = search.find(SearchRequest(text_of(parse(text)), marks=MARKS))
    assert list(again.rows) == list(page.rows)
    assert (again.partial, again.whole) == (page.partial, page.whole)


@fast
@given(anything)
def test_orders_change_nothing_but_the_order(search: Search, text: str) -> None:
    page = search.find(SearchRequest(text, marks=MARKS))
    for sort in Sort:
        other = search.find(SearchRequest(text, marks=MARKS, sort=sort))
        assert sorted(other.rows) == sorted(page.rows)
        assert set(other.rows[: other.whole]) == set(page.rows[: page.whole])


@fast
@given(words, st.integers(1, 20))
def test_the_beginning_of_a_word_finds_what_the_word_finds(
    search: Search, word: str, length: int
) -> None:
    begun = found(search, word[:length])
    assert {row for row in LISTED if word in WORDS[row]} <= begun
    assert found(search, f"={word}") <= begun
