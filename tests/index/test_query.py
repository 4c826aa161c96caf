"""From what a person types to a tree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.query import LANGUAGE, parse
from paperstui.index.tree import (
    And,
    Node,
    Not,
    Or,
    Phrase,
    Word,
    YearRange,
    positive_leaves,
    relaxed,
)


def shape(node: Node | None) -> str:
    """A tree in a short notation: +(all) |(any) -not, `word*`, "phrase"."""
    match node:
        case None:
            return ""
        case Word(text, _, _, field, prefix):
            return f"{f'{field}:' if field else ''}{text}{'*' if prefix else ''}"
        case Phrase(text, _, _, field, prefix):
            return f'{f"{field}:" if field else ""}"{text}{"*" if prefix else ""}"'
        case YearRange(low, high):
            return f"{low or ''}..{high or ''}"
        case Not(child):
            return f"-{shape(child)}"
        case And(children):
            return f"+({' '.join(map(shape, children))})"
        case Or(children):
            return f"|({' '.join(map(shape, children))})"
    raise AssertionError(node)


TREES = [
    ("", ""),
    ("   ", ""),
    ("diffus", "diffus*"),
    ("diffus ", "diffus"),
    ("a b", "+(a b*)"),
    ('diffusion "score matching" -image', '+(diffusion "score matching" -image)'),
    ('"self att', '"self att*"'),
    ('"self attention ', '"self attention "'),
    ('"', ""),
    ("“curly quotes”", '"curly quotes"'),
    ("state-of-the-art x", "+(state-of-the-art x*)"),
    ("x - y", "+(x y*)"),
    ("--x", "--x*"),
    ("-", ""),
    ("-q-net", "-q-net"),
    ("NOT x y", "+(-x y*)"),
    ("NOT NOT x", "x*"),
    ("hopfield OR energy", "|(hopfield energy*)"),
    ("a b OR c d", "|(+(a b) +(c d*))"),
    ("a OR", "a"),
    ("a AND b", "+(a b*)"),
    ("to be or not to be", "+(to be or not to be*)"),
    ("(a OR b) c", "+(|(a b) c*)"),
    ("(a OR b", "|(a b*)"),
    ("SE(3) diffusion", "+(SE(3) diffusion*)"),
    ("O(n) (a b)", "+(O(n) +(a b))"),
    ("title:hopfield", "title:hopfield*"),
    ("t:hopfield a:hu", "+(title:hopfield authors:hu*)"),
    ("TITLE:x", "title:x*"),
    ('title:"two words"', 'title:"two words"'),
    ("author:(huang OR yu) x", "+(|(authors:huang authors:yu) x*)"),
    ("title:author:x", "title:author:x*"),
    ("title:", ""),
    ("http://x.y", "http://x.y*"),
    ("url: something", "+(url: something*)"),
    ("BERT: Pre-training of", "+(BERT: Pre-training of*)"),
    ("[total variation]", "+(total variation)"),
    ("title:[MASK]", "title:MASK"),
    ("[x", "x"),
    ("year:2024", "2024..2024"),
    ("y:2022..2024", "2022..2024"),
    ("year:2022-2024", "2022..2024"),
    ("year:2022–2024", "2022..2024"),
    ("year:2024..2022", "2022..2024"),
    ("year:2022..", "2022.."),
    ("year:..2022", "..2022"),
    ("year:>2022", "2023.."),
    ("year:>=2022", "2022.."),
    ("year:<2022", "..2021"),
    ("year:<=2022", "..2022"),
    ('year:"2024"', "2024..2024"),
    ("year:20", ""),
    ("(year:[2022 TO 2024] OR venue:acl)", "|(2022..2024 venue:acl)"),
    ("year:[2022 TO *]", "2022.."),
    ("-(a b)", "-+(a b)"),
    ("(NOT a)", "-a"),
    (r"in $\mathbb R^d$ for", r"+(in $\mathbb R^d$ for*)"),
    ("costs $5 and $10", "+(costs $5 and $10*)"),
]


@pytest.mark.parametrize(("text", "expected"), TREES)
def test_tree(text: str, expected: str) -> None:
    parsed = parse(text)
    assert (shape(parsed.root), parsed.diagnostics) == (expected, ())


DIAGNOSED = [
    (
        "NOT OR foo",
        "foo*",
        [(0, "NOT needs a word after it"), (4, "OR needs a word before it")],
    ),
    ("NOT", "", [(0, "NOT needs a word after it")]),
    ("x NOT", "x", [(2, "NOT needs a word after it")]),
    ("OR x", "x*", [(0, "OR needs a word before it")]),
    ("year:abc foo", "foo*", [(5, "abc - not a year")]),
    ("year:20x4 foo", "foo*", [(5, "20x4 - not a year")]),
    ("year:[a TO b] x", "x*", [(5, "a TO b - not a range of years")]),
    ("title: x", "x*", [(0, "title: needs a word after it")]),
    ("a) b", "+(a b*)", [(1, "no bracket is open here")]),
]


@pytest.mark.parametrize(("text", "tree", "expected"), DIAGNOSED)
def test_a_bad_part_is_named_and_the_rest_searches(
    text: str, tree: str, expected: list[tuple[int, str]]
) -> None:
    parsed = parse(text)
    assert shape(parsed.root) == tree
    assert [(d.start, d.reason) for d in parsed.diagnostics] == expected


@pytest.mark.parametrize("text", ["(" * 3000, "-" * 3000, "t:" * 1900, "NOT " * 900])
def test_deep_nesting_is_no_error(text: str) -> None:
    assert len(parse(text + " x").diagnostics) < 3000


def test_what_is_too_long_is_cut_and_named() -> None:
    parsed = parse("word " * 1000)
    assert parsed.diagnostics[-1].reason == "only 4,000 letters count"
    assert len(list(positive_leaves(parsed.root))) == 800


@given(st.text(alphabet='ab ORNT()"[]:-year20.<>=*\\“\u0301深', max_size=40))
def test_anything_parses(text: str) -> None:
    parsed = parse(text)
    for leaf in positive_leaves(parsed.root):
        assert text[leaf.start : leaf.end] == leaf.text
    for diagnostic in parsed.diagnostics:
        assert 0 <= diagnostic.start < diagnostic.end <= len(text)


@given(st.text())
def test_every_prefix_parses(text: str) -> None:
    for end in range(len(text)):
        parse(text[:end])


def test_a_wish_is_relaxed_to_any_of_its_words() -> None:
    root = parse("a b year:2024 -c").root
    assert root is not None
    loose = relaxed(root, tuple(positive_leaves(root)))
    assert shape(loose) == "+(|(a b) 2024..2024 -c)"


@pytest.mark.parametrize("example", [example for example, _ in LANGUAGE])
def test_the_examples_of_the_help_are_good_queries(example: str) -> None:
    parsed = parse(example)
    assert parsed.root is not None
    assert parsed.diagnostics == ()
