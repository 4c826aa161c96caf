"""From a tree back to text."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paperstui.index.query import LANGUAGE, parse, text_of
from paperstui.index.requests import Query
from paperstui.index.tree import Rows
from tests.index.trees import shape, texts

WRITTEN = [
    ("", ""),
    ("   ", ""),
    ("diffus", "diffus"),
    ("diffusion ", "diffusion "),
    ("a  AND b", "a b"),
    ("t:hopfield A:hu k:rl v:icml", "title:hopfield author:hu keyword:rl venue:icml"),
    ("author:(hu OR liu) x", "(author:hu OR author:liu) x"),
    ("a b OR c -(d e)", "a b OR c -(d e)"),
    ("(a OR b", "a OR b"),
    ("c (a OR b", "c (a OR b"),
    ('c (a OR "b x', 'c (a OR "b x'),
    ("c (a OR b)", "c (a OR b) "),
    ("NOT x y", "-x y"),
    ("NOT --x y", "NOT --x y"),
    ("-(-x) ", "x "),
    ("y:2024 year:[2022 TO *] year:<2000", "year:2024 year:2022.. year:..1999"),
    ("is:unseen has:note -has:code", "-is:seen has:note -has:code"),
    ('tag:rl tag:"to read" id:a:b', 'tag:rl tag:"to read" id:a:b'),
    ("x y sort:year", "sort:year x y "),
    ("sort:year", "sort:year"),
    ("optimi*, *tion colour~ =x", "optimi* *tion colour~ =x"),
    ("self-att* x", "self-att* x"),
    ('="two words" =f(x', '="two words" =f(x '),
    ("[OR a*b title:x -y", "[OR] [a*b] [title:x] [-y"),
    ("[OR] x", "[OR] x"),
    ('"OR" "a (b', '"OR" "a (b'),
    ("(f(x ) y", "f(x y"),
    ("(a OR f(x ) y", "(a OR f(x ) y"),
    ("$5 $ x$ ", "$5 $ x$ $ "),
    ("in $a b$ c", "in $a b$ c"),
]


@pytest.mark.parametrize(("text", "expected"), WRITTEN)
def test_text(text: str, expected: str) -> None:
    assert text_of(parse(text)) == expected


@given(texts | st.text())
@example("(" * 50 + "a -[b c]" + ")" * 50)
@example("(" * 39 + "-[b )c]")
def test_a_written_tree_parses_to_the_same(text: str) -> None:
    parsed = parse(text)
    written = text_of(parsed)
    again = parse(written)
    assert (shape(again.root), again.sort) == (shape(parsed.root), parsed.sort)
    assert text_of(again) == written


@pytest.mark.parametrize("text", [example for example, _ in LANGUAGE])
def test_the_examples_of_the_help_stay_the_same(text: str) -> None:
    again = parse(text_of(parse(text)))
    assert (shape(again.root), again.sort) == (
        shape(parse(text).root),
        parse(text).sort,
    )


def test_what_would_be_too_long_keeps_its_own_text() -> None:
    text = "a:(" + "b " * 1_900 + ")"
    assert text_of(parse(text)) == text


def test_rows_cannot_be_said() -> None:
    with pytest.raises(ValueError, match="no text stands for rows"):
        text_of(Query("", Rows(frozenset({1}))))
