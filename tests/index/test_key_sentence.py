"""The sentence of an abstract that tells what the paper does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.key_sentence import key_sentence
from paperstui.index.snippets import sentences


def told(*abstract: str) -> str | None:
    text = " ".join(abstract)
    place = key_sentence(text)
    return None if place is None else text[slice(*place)]


BEFORE = "Large models are slow to train."
AFTER = "Experiments on six benchmarks show that our method outperforms all baselines."


@pytest.mark.parametrize(
    "sentence",
    [
        "We propose Flash, which trains them in half the time.",
        "In this paper, we introduce a faster optimizer.",
        "In this work we ask how they can be trained faster.",
        "This paper presents a faster optimizer.",
        "This survey reviews forty ways to train them faster.",
        "Here we derive a bound on the time that they take.",
        "Our main contribution is an optimizer with two states.",
        "To address this, we split the state of the optimizer.",
        "We address these costs by developing an optimizer with two states.",
        "The aim of this study is to find out why they take so long.",
        "A novel optimizer with two states is proposed.",
        "An optimizer with two states is described.",
        "We study what makes them slow.",
        "We tried to find out what makes them slow.",
    ],
)
def test_cues(sentence: str) -> None:
    assert told(BEFORE, sentence, AFTER) == sentence


@pytest.mark.parametrize(
    ("best", "others"),
    [
        ("We propose a faster optimizer.", ["We study how they are trained."]),
        ("In this paper we study the cause.", ["We observe that states are copied."]),
        ("We introduce an optimizer.", ["Furthermore, we introduce a set of tasks."]),
        ("We introduce an optimizer.", ["We also propose a set of hard tasks."]),
        ("We prove that it converges.", ["We evaluate it on six hard tasks."]),
        ("We propose an optimizer for them.", ["Our contributions are threefold."]),
    ],
)
def test_strong_cues_count_more_wherever_they_stand(
    best: str, others: list[str]
) -> None:
    assert told(BEFORE, best, *others) == best
    assert told(BEFORE, *others, best) == best


def test_the_earlier_of_two_alike_is_taken() -> None:
    first, second = "We propose a faster optimizer.", "We propose a slower schedule."
    assert told(first, second) == first
    assert told(second, first) == second


@pytest.mark.parametrize(
    "text",
    [
        "",
        BEFORE,
        "Contributions",
        # Cut off, or an item of a list.
        "Models are slow. We propose a faster optimizer that",
        "Models are slow. We propose a faster optimizer that ...",
        "We make the following contributions: 1.",
        "We propose.",
        "We propose a faster (and by far the best optimizer.",
        "Previous work was slow. The web proposed nothing. Owe we?",
    ],
)
def test_no_sentence_tells(text: str) -> None:
    assert key_sentence(text) is None


def test_offsets_are_those_of_the_whole_text() -> None:
    text = "Models are slow.\n\nWe propose a “faster” optimizer.  It is small."
    assert key_sentence(text) == (18, 50)


def test_a_text_without_full_stops_takes_no_time() -> None:
    assert key_sentence("we present and by " * 20_000 + ".") is None


CUES = ["We propose", "in this paper", "(", "1.", "novel", ". ", "x", "\n\n", "..."]


@given(st.lists(st.sampled_from(CUES) | st.text(max_size=8)).map(" ".join))
def test_it_is_one_of_the_sentences(text: str) -> None:
    place = key_sentence(text)
    assert place is None or place in sentences(text)
