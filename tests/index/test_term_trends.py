"""Terms of two years: how they are counted, and which of them changed."""

from __future__ import annotations

from itertools import pairwise
from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index import query
from paperstui.index.term_trends import (
    LEAST,
    MOST,
    PRIOR,
    Change,
    Counted,
    compare,
    count,
    log_odds,
)
from tests.conftest import paper


def counted(*titles: str) -> Counted:
    return count(paper(number, title) for number, title in enumerate(titles))


def test_papers_are_counted_by_stems_and_by_pairs_of_them() -> None:
    got = counted("Language models", "A language model", "Models, language")
    assert got.papers == 3
    assert got.terms == {"languag": 3, "model": 3, "languag model": 2}
    assert got.forms["languag model"] == ("language model", "language models")
    assert got.forms["model"] == ("models", "model")


def test_a_paper_counts_once_however_often_it_says_a_term() -> None:
    one = paper(0, "Graphs of graphs", abstract="Graphs.", keywords=("graph",))
    got = count([one, paper(1, "Graph")])
    assert got.terms == {"graph": 2}


def test_a_term_of_one_paper_is_none_of_the_venue() -> None:
    assert LEAST == 2
    assert counted("Graph kernels", "Graph trees").terms == {"graph": 2}


@pytest.mark.parametrize(
    ("title", "terms"),
    [
        ("On the edge of chaos", {"edg", "chao"}),
        ("State-of-the-art parsing", {"pars"}),
        ("We propose a novel method", set()),
        ("Code at https://github.com/x/y here", {"code"}),
        ("Trees (forests) fall", {"tree", "forest", "fall"}),
        ("Vision. Language", {"vision", "languag"}),
        ("COVID-19 spreads", {"covid", "covid 19", "spread"}),
        ("In 2024 k x trees", {"tree"}),
        ("Self-attention", {"self", "attent", "self attent"}),
    ],
)
def test_what_says_nothing_is_no_term_and_phrases_end_with_clauses(
    title: str, terms: set[str]
) -> None:
    assert set(counted(title, title).terms) == terms


def test_formulas_are_read_as_they_stand_on_the_screen() -> None:
    got = counted(r"Rate $\mathcal{O}(n)$ *bounds*", r"Bounds")
    assert got.terms == {"bound": 2}


def test_capitals_are_kept_where_most_papers_write_them() -> None:
    got = counted("LLMs plan", "LLMs plan", "llms plan", "IT plan", "it plan", "it")
    assert got.forms["llm"] == ("LLMs",)
    assert got.forms["plan"] == ("plan",)
    assert got.forms["llm plan"] == ("LLMs plan",)


def test_log_odds_are_those_worked_out_by_hand() -> None:
    # 2 of 100 papers before, 12 of 100 after: the prior of 50 papers has 3.5 of them.
    assert PRIOR == 50
    rise, doubt = log_odds(2, 100, 12, 100)
    before, after = log(5.5 / 144.5), log(15.5 / 134.5)
    assert rise == pytest.approx(after - before) == pytest.approx(1.1078, abs=1e-4)
    assert doubt == pytest.approx(sqrt(1 / 5.5 + 1 / 144.5 + 1 / 15.5 + 1 / 134.5))


@given(
    st.integers(0, 40), st.integers(40, 400), st.integers(0, 40), st.integers(40, 400)
)
def test_log_odds_say_the_opposite_the_other_way_round(
    before: int, papers_before: int, after: int, papers_after: int
) -> None:
    if not before and not after:
        return
    rise, doubt = log_odds(before, papers_before, after, papers_after)
    fall, same = log_odds(after, papers_after, before, papers_before)
    assert doubt > 0
    assert rise == pytest.approx(-fall)
    assert doubt == pytest.approx(same)


def test_a_term_of_all_papers_has_odds_too() -> None:
    rise, doubt = log_odds(40, 40, 40, 40)
    assert rise == 0
    assert doubt > 0


def test_terms_are_new_growing_or_fading() -> None:
    before = Counted(
        100,
        {"kernel": 40, "deep": 4, "data": 50},
        {"kernel": ("kernels",), "deep": ("deep",), "data": ("data",)},
    )
    after = Counted(
        100,
        {"kernel": 5, "deep": 45, "data": 50, "gan": 20},
        {"kernel": ("kernel",), "deep": ("deep",), "gan": ("GANs",)},
    )
    changes = compare(before, after)
    assert [(c.forms, c.before, c.after) for c in changes.new] == [(("GANs",), 0, 20)]
    assert [(c.forms, c.before, c.after) for c in changes.growing] == [
        (("deep",), 4, 45)
    ]
    assert [(c.forms, c.before, c.after) for c in changes.fading] == [
        (("kernels", "kernel"), 40, 5)
    ]
    rise, doubt = log_odds(4, 100, 45, 100)
    assert changes.growing[0].score == pytest.approx(rise / doubt)
    assert changes.fading[0].score < -1.6


def test_a_word_that_is_mostly_part_of_a_phrase_gives_way_to_it() -> None:
    terms = {"languag": 60, "model": 90, "languag model": 50, "zero": 20}
    forms = {term: (term,) for term in terms}
    changes = compare(Counted(100, {}, {}), Counted(100, terms, forms))
    # "model" stands alone often enough: 50 of 90 are more than half, too.
    assert [c.forms[0] for c in changes.new] == ["languag model", "zero"]
    terms["model"] = 101
    few = compare(Counted(200, {}, {}), Counted(200, terms, forms))
    assert [c.forms[0] for c in few.new] == ["model", "languag model", "zero"]


def test_only_the_surest_changes_are_told() -> None:
    terms = {f"w{number}": 30 + number for number in range(MOST + 10)}
    forms = {term: (term,) for term in terms}
    told = compare(Counted(200, {}, {}), Counted(200, terms, forms)).new
    assert len(told) == MOST
    assert told[0].forms == (f"w{MOST + 9}",)
    assert all(first.score >= second.score for first, second in pairwise(told))


@pytest.mark.parametrize(
    ("forms", "text"),
    [
        (("adversarial",), "adversarial"),
        (("masked language",), '"masked language"'),
        (
            ("language models", "language model"),
            '("language models" OR "language model")',
        ),
        (("LLMs", "LLM"), "LLMs"),
    ],
)
def test_the_query_of_a_change_finds_its_forms(
    forms: tuple[str, ...], text: str
) -> None:
    asked = Change(forms, 1, 2, 1.0).query
    assert asked == text
    assert query.parse(f"{asked} ").diagnostics == ()


def test_nothing_gives_nothing() -> None:
    none = count([])
    assert (none.papers, none.terms, none.forms) == (0, {}, {})
    empty = compare(none, none)
    assert (empty.new, empty.growing, empty.fading) == ((), (), ())
