"""The terms of many kinds of text."""

from __future__ import annotations

from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.analysis import fold, stem, terms

WORDS = [
    ("Hopfield Models", "hopfield models"),
    ("To Be or Not to Be", "to be or not to be"),
    ("C++ and C#, R, Q", "c++ and c# r q"),
    ("k-means", "k means"),
    ("GPT-4o", "gpt 4o"),
    ("v1.5 and GPT-3.5", "v1.5 and gpt 3.5"),
    ("10,000 papers", "10000 papers"),
    ("1,2 and 3", "1 2 and 3"),
    ("state-of-the-art", "state of the art"),
    ("information.Unlearnable", "information unlearnable"),
    ("U.S.A. and e.g. this", "usa and eg this"),
    ("inﬂuence ﬁne-grained", "influence fine grained"),
    ("Zoë Müller-Test", "zoe muller test"),
    ("Mu\u0308ller", "muller"),
    ("Łukasz Søren Straße", "lukasz soren strasse"),
    ("Tramèr's attack", "tramer attack"),
    ("O'Neil and D\u2019Test", "o neil and d test"),
    ("snake_case_name", "snake case name"),
    ("SE(3) diffusion", "se 3 diffusion"),
    ("深度学习", "深度 度学 学习"),
    ("深", "深"),
    ("データ2024年", "デー ータ 2024 年"),
    ("ε-greedy with α", "epsilon greedy with alpha"),
    ("ℓ_∞ norm in ℝᵈ", "l norm in rd"),
    ("CO₂", "co2"),
    ("ＦＵＬＬ width", "full width"),
    ("--x -y- z-", "x y z"),
    ("and/or a+b", "and or a b"),
    ("http://a.org/z?q=1", "http a org z q 1"),
    ("", ""),
    ("... !? $ %", ""),
]


@pytest.mark.parametrize(("text", "expected"), WORDS)
def test_words_are_folded_and_kept_in_order(text: str, expected: str) -> None:
    assert " ".join(term.text for term in terms(text).words) == expected


VARIANTS = [
    ("networks", {"network"}),
    ("k-means", {"k", "mean", "kmeans", "kmean"}),
    ("self-attention", {"self", "attent", "selfattention", "selfattent"}),
    ("Müller", {"muller", "müller", "mueller"}),
    ("Søren", {"soren", "søren", "soeren"}),
    ("深度", {"深", "度"}),
    ("GPT-4o", {"gpt", "4o", "gpt4o"}),
    ("C++", {"c++"}),
]


@pytest.mark.parametrize(("text", "expected"), VARIANTS)
def test_variants_are_the_other_spellings(text: str, expected: set[str]) -> None:
    assert {term.text for term in terms(text).variants} == expected


def test_terms_know_the_piece_of_text_they_stand_for() -> None:
    text = "Tramèr's state-of-the-art C++, 10,000"
    pieces = [text[term.start : term.end] for term in terms(text).words]
    assert pieces == ["Tramèr's", "state", "of", "the", "art", "C++", "10,000"]


def test_stems_only_english_words() -> None:
    assert [stem(word) for word in ("learning", "c++", "v1.5", "to", "深度")] == [
        "learn",
        "c++",
        "v1.5",
        "to",
        "深度",
    ]


def test_threads_stem_at_once() -> None:
    starts = ("relat", "conditi", "normali", "generali")
    ends = ("ional", "zation", "ness", "ization", "ings", "ed")
    words = [start + end for start in starts for end in ends]
    expected = [stem.__wrapped__(word) for word in words]
    wrong: list[object] = []

    def work() -> None:
        try:
            for _ in range(200):
                found = [stem.__wrapped__(word) for word in words]
                if found != expected:
                    wrong.append(found)
        except IndexError as error:
            wrong.append(error)

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@given(st.text())
def test_any_text_has_terms_inside_it(text: str) -> None:
    found = terms(text)
    for term in (*found.words, *found.variants):
        assert 0 <= term.start < term.end <= len(text)
        assert term.text
        assert not any(letter.isspace() for letter in term.text)


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
