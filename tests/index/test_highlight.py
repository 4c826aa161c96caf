"""What is marked is what matched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index import analysis
from paperstui.index.highlight import found, leaves, matches
from paperstui.index.query import parse
from paperstui.index.requests import Query
from paperstui.index.text import plain
from paperstui.index.tree import (
    And,
    Exact,
    Flag,
    Fuzzy,
    Marked,
    Node,
    Not,
    Or,
    Phrase,
    Rows,
    Wildcard,
    Word,
    YearRange,
)

MARKED = [
    ("hopfield", "Modern Hopfield models", "Modern [Hopfield] models"),
    ("hop", "Modern Hopfield hops", "Modern [Hopfield] [hops]"),
    ("hop ", "Modern Hopfield hops", "Modern Hopfield [hops]"),
    ("networks ", "A network of networks", "A [network] of [networks]"),
    ('"networks"', "A network of networks", "A network of [networks]"),
    (
        "self-attention ",
        "self attention, selfattention",
        "[self attention], [selfattention]",
    ),
    (
        '"score matching"',
        "score of matching score matching",
        "score of matching [score matching]",
    ),
    ("muller ", "Zoë Müller-Test", "Zoë [Müller]-Test"),
    ("müller ", "Muller and Mu\u0308ller", "[Muller] and [Mu\u0308ller]"),
    ("mueller ", "Müller", "[Müller]"),
    ("influence ", "inﬂuence", "[inﬂuence]"),
    ("深度", "我们深度学习", "我们[深度]学习"),
    ("习 ", "深度学习", "深度学[习]"),
    ("c++ ", "a C++ and C library", "a [C++] and C library"),
    ("-image diffusion ", "image diffusion", "image [diffusion]"),
    ("author:hopfield ", "Hopfield", "Hopfield"),
    ("title:hopfield ", "Hopfield", "[Hopfield]"),
    ("state-of-the-art ", "the state-of-the-art", "the [state-of-the-art]"),
    ("year:2024", "in 2024", "in 2024"),
    ("", "text", "text"),
    ("optimi*", "Optimizing, optimal", "[Optimizing], optimal"),
    ("*tion a*b", "Motion of alb", "[Motion] of [alb]"),
    ("title:mül*", "Muller", "[Muller]"),
    ("colour~", "Color, cold", "[Color], cold"),
    ("=networks", "A network of Networks", "A network of [Networks]"),
    ("self-att* x", "self-attention", "[self-attention]"),
    ("-optimi* x", "optimize", "optimize"),
    ("has:pdf is:seen tag:pdf sort:year", "pdf seen year", "pdf seen year"),
    ("A* search", "A* search", "[A]* [search]"),
    ("alpha ", "with α here", "with [α] here"),
    ("self attention ", "self-attention", "[self]-[attention]"),
    ("stat", "state-of-the-art", "[state]-of-the-art"),
    ("subqua", "sub-quadratic", "[sub-quadratic]"),
    ("attention ", "FlashAttention", "Flash[Attention]"),
    ("resnet ", "ResNet50 and ResNet-50", "[ResNet]50 and [ResNet]-50"),
    ("gan ", "GANs beat StyleGAN", "[GANs] beat Style[GAN]"),
    ("llms ", "an LLM", "an [LLM]"),
    ("学习", "深度学习", "深度[学习]"),
    ("深度学习", "深度学习的深度", "[深度学习]的深度"),
    ("0.25 ", "0.25 and 0.2", "[0.25] and 0.2"),
    ("diffusion OR image ", "image or diffusion", "[image] or [diffusion]"),
    ("diffusion NOT (image OR video) ", "diffusion of image", "[diffusion] of image"),
    ("networks network -nets ", "networks nets", "[networks] nets"),
]
TREES: list[tuple[Node, str, str]] = [
    (Exact("networks", 0, 8), "network networks", "network [networks]"),
    (Exact("self-attention", 0, 14), "self attention", "[self attention]"),
    (Exact("Müller", 0, 6), "muller müller", "[muller] [müller]"),
    (Fuzzy("colour", 0, 6), "color and colder", "[color] and colder"),
    (Wildcard("optimi*", 0, 7), "optimised optimum", "[optimised] optimum"),
    (Wildcard("*tion", 0, 5), "notion of attention", "[notion] of [attention]"),
    (Phrase("score matching", 0, 14), "score the matching", "score the matching"),
    (
        Phrase("score match", 0, 11, prefix=True),
        "score matching, score",
        "[score matching], score",
    ),
    (Word("scor", 0, 4), "scores", "scores"),
    (Not(Word("score", 0, 5)), "score", "score"),
    (And((Word("a", 0, 1), Not(Word("b", 0, 1)))), "a b", "[a] b"),
    (Or((Word("a", 0, 1), And((Word("b", 0, 1),)))), "a b c", "[a] [b] c"),
    (Flag("pdf", 0, 3), "pdf", "pdf"),
    (Marked("tag", "rl", 0, 6), "tag rl", "tag rl"),
    (Rows(frozenset({1})), "1", "1"),
    (YearRange(2020, 2024, 0, 4), "in 2024", "in 2024"),
]


@pytest.mark.parametrize(("query", "text", "expected"), MARKED)
def test_marks(query: str, text: str, expected: str) -> None:
    assert _marked(parse(query), "title", text) == expected


@pytest.mark.parametrize(("root", "text", "expected"), TREES)
def test_marks_every_kind_of_node(root: Node, text: str, expected: str) -> None:
    assert _marked(Query("", root), "abstract", text) == expected


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("title", "li [on] hopfield"),
        ("authors", "[li] [on] hopfield"),
        ("keywords", "li [on] hopfield"),
        ("abstract", "li [on] [hopfield]"),
        ("venue", "li [on] hopfield"),
        ("status", "li on hopfield"),
        ("note", "li [on] hopfield"),
    ],
)
def test_words_are_marked_where_they_are_looked_for(field: str, expected: str) -> None:
    query = parse("author:li abstract:hopfield on ")
    assert _marked(query, field, "li on hopfield") == expected


def test_of_a_question_only_what_says_something_is_marked() -> None:
    text = "The use of attention by self-supervision"
    marked = "The use of [attention] by self-[supervision]"
    assert _marked(
        parse("what is the use of attention-supervision "), "title", text
    ) == (marked)
    assert _marked(parse("the use of "), "title", text) == (
        "[The] [use] [of] attention by self-supervision"
    )


def test_marks_what_is_read_not_its_source() -> None:
    shown = plain(r"at 0.25$^\circ$ resolution with *denoising* of $\alpha$-models")
    query = parse("0.25 denoising alpha ")
    expected = "at [0.25]° resolution with [denoising] of [α]-models"
    assert _marked(query, "abstract", shown) == expected


SOME = st.lists(
    st.sampled_from(
        [
            "FlashAttention",
            "GANs",
            "state-of-the-art",
            "Müller's",
            "深度学习",
            "ResNet50",
            "C++",
            "networks",
            "0.25",
            "ε-greedy",
            "Müller",
            "optimisation",
            "データ",
            "colour",
            "and",
            "the",
            "a",
            "b",
        ]
    )
    | st.text(max_size=4),
    max_size=6,
).map(" ".join)


@given(SOME | st.text(), SOME | st.text())
def test_pieces_stand_apart_and_match_on_their_own(typed: str, text: str) -> None:
    query = parse(typed)
    wished = leaves(query, "abstract")
    before = -1
    for start, end in matches(query, "abstract", text):
        assert before < start < end <= len(text)
        before = end
        terms = analysis.terms(text[start:end])
        assert any(found(leaf, terms) for leaf in wished)


def _marked(query: Query, field: str, text: str) -> str:
    """The text with its matches in brackets."""
    shown, at = "", 0
    for start, end in matches(query, field, text):
        shown += f"{text[at:start]}[{text[start:end]}]"
        at = end
    return shown + text[at:]
