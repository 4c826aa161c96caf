"""What is marked is what matched."""

from __future__ import annotations

import pytest

from paperstui.index.highlight import matches
from paperstui.index.query import parse

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
]


@pytest.mark.parametrize(("query", "text", "expected"), MARKED)
def test_marks(query: str, text: str, expected: str) -> None:
    shown, at = "", 0
    for start, end in matches(parse(query), "title", text):
        shown += f"{text[at:start]}[{text[start:end]}]"
        at = end
    assert shown + text[at:] == expected
