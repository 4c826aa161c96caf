"""The sentence that a row of results shows."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.models import Author, Paper, Venue
from paperstui.index.query import parse
from paperstui.index.snippets import Snippet, sentence, sentences, snippet

SENTENCES = [
    "One sentence.| Another one!| A third? and its end.| “Quoted.”| Last",
    "As Smith et al. Found in Fig. 2 and Eqs. 3, e.g. Here, it is 0.25.| Yes.",
    "E.g. The U.S. Census, cf. Sec. 4, by J. Smith vs. Jones.| (See p. 7.)| End",
    "我们提出方法。|结果很好！|是吗？| 是",
    "First paragraph\n\n|Second paragraph",
    "It uses v1.5. which is old... and new.| 2,610 papers.",
    "No stop",
]


@pytest.mark.parametrize("divided", SENTENCES)
def test_sentences(divided: str) -> None:
    parts = divided.split("|")
    text = "".join(parts)
    found = [text[start:end] for start, end in sentences(text)]
    assert found == [part.strip() for part in parts]


def test_no_text_has_no_sentences() -> None:
    assert sentences(" \n") == []


@given(st.text(alphabet=" .?。aA\n(", max_size=60))
def test_sentences_leave_out_only_white_space(text: str) -> None:
    pieces = [(0, 0), *sentences(text), (len(text), len(text))]
    for (_, before), (after, _) in pairwise(pieces):
        assert before <= after
        assert text[before:after].strip() == ""


ABSTRACT = (
    "Weather is hard. We use diffusion models. Diffusion gives weather at 0.25 "
    "resolution. Weather follows from diffusion."
)
BEST = [
    ("weather", "Weather is hard."),
    ("diffusion", "We use diffusion models."),
    ("diffusion weather ", "Diffusion gives weather at 0.25 resolution."),
    ("diffusion resolution 0.25 ", "Diffusion gives weather at 0.25 resolution."),
    ('"weather follows"', "Weather follows from diffusion."),
    ("follow -hard ", "Weather follows from diffusion."),
    ("title:weather model ", "We use diffusion models."),
]


@pytest.mark.parametrize(("query", "expected"), BEST)
def test_the_sentence_with_most_of_the_query_is_best(query: str, expected: str) -> None:
    best = sentence(parse(query), ABSTRACT)
    assert best is not None
    assert ABSTRACT[slice(*best)] == expected


@pytest.mark.parametrize("query", ["", "zzz", "author:weather", "-hard", "year:2024"])
def test_nothing_found_is_no_sentence(query: str) -> None:
    assert sentence(parse(query), ABSTRACT) is None


def _paper(title: str, abstract: str = ABSTRACT) -> Paper:
    return Paper("test:1", title, Venue("ICML"), abstract, (Author("Hard", "Ann"),))


def test_what_the_title_lacks_is_shown_before_what_it_holds() -> None:
    shown = snippet(parse("diffusion resolution "), _paper("On diffusion"))
    text = "Diffusion gives weather at 0.25 resolution."
    assert shown == Snippet(text, ((0, 9), (32, 42)), ((32, 42),))


def test_a_sentence_adds_nothing_where_title_and_authors_hold_all() -> None:
    shown = snippet(parse("models hard "), _paper("On models"))
    assert shown == Snippet("Weather is hard.", ((11, 15),))


def test_without_a_match_the_abstract_begins() -> None:
    shown = snippet(parse("title:models"), _paper("On models"))
    assert shown == Snippet("Weather is hard.")


def test_without_an_abstract_nothing_is_shown() -> None:
    assert snippet(parse("models"), _paper("On models", "")) == Snippet("")


def test_the_sentence_is_readable_text() -> None:
    paper = _paper("Title", r"A *new* error of 5\% for $\alpha$ here. More.")
    shown = snippet(parse("alpha "), paper)
    assert shown == Snippet("A new error of 5% for α here.", ((22, 23),), ((22, 23),))
