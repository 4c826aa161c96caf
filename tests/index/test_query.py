"""From what a person types to a tree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.query import LANGUAGE, parse
from paperstui.index.query.language import VALUES
from paperstui.index.requests import Sort
from paperstui.index.tree import positive_leaves, relaxed
from tests.index.trees import shape, texts

IS = ", ".join(VALUES["is"])

TREES = [
    ("", ""),
    ("   ", ""),
    ("diffus", "diffus*"),
    ("diffus ", "diffus"),
    ("a b", "+(a b*)"),
    ('diffusion "score matching" -image', '+(diffusion "score matching" -image)'),
    ('"self att', '"self att"*'),
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
    ("O(n) (a b)", "+(O(n) a b)"),
    ("(a OR b) OR (c OR d e)", "|(a b c +(d e))"),
    ("-(-a)", "a"),
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
    ("[x", "x*"),
    ("[AND -b OR", "+(AND -b OR*)"),
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
    ('year:"2024" x', "+(2024..2024 x*)"),
    ("year:20", ""),
    ("year:>=", ""),
    ("year:2022.", "2022..2022"),
    ("year:2022..20", "2022.."),
    ("year:2022-20", "2022.."),
    ("year:[2022 TO", ""),
    ("year:(2022 OR >=2024)", "|(2022..2022 2024..)"),
    ("(year:[2022 TO 2024] OR venue:acl)", "|(2022..2024 venue:acl)"),
    ("year:[2022 TO *]", "2022.."),
    ("-(a b)", "-+(a b)"),
    ("(NOT a)", "-a"),
    ("k:rl keywords:nlp keyword:x", "+(keywords:rl keywords:nlp keywords:x*)"),
    ("status:oral ", "status:oral"),
    ('status:"Datasets Track"', 'status:"Datasets Track"'),
    ("status:(oral OR spotlight)", "|(status:oral status:spotlight)"),
    ("is:bookmarked", "<bookmarked>"),
    ("is:SEEN x", "+(<seen> x*)"),
    ("is:unseen", "-<seen>"),
    ("-is:unseen", "<seen>"),
    ("-is:seen", "-<seen>"),
    ("is:(seen OR bookmarked)", "|(<seen> <bookmarked>)"),
    ("has:pdf has:code has:abstract", "+(<pdf> <code> <abstract>)"),
    ("has:note", "<note>"),
    ("is:kept", "<kept>"),
    ("is:(maybe OR skipped)", "|(<maybe> <skipped>)"),
    ("-is:undecided", "-<undecided>"),
    ("note:base", "note:base*"),
    ('note:"two words" -note:x', '+(note:"two words" -note:x)'),
    ("note:", ""),
    ("-has:code -venue:icml", "+(-<code> -venue:icml)"),
    ("venue:icml2024 x", '+(venue:"icml 2024" x*)'),
    ("v:(ICML2024, OR emnlp1999 )", '|(venue:"ICML 2024" venue:"emnlp 1999")'),
    ("venue:icml20", 'venue:"icml 20"*'),
    ("venue:3dv2025 v:r&d1999 ", '+(venue:"3dv 2025" venue:"r&d 1999")'),
    ("v:ai4x2", 'venue:"ai4x 2"*'),
    ("-venue:icml20", "-venue:icml20"),
    ("venue:w3c venue:icml3024 ", "+(venue:w3c venue:icml3024)"),
    ("icml2024 ", "icml2024"),
    ("is:", ""),
    ("is:see", ""),
    ("x has:abs", "x"),
    ("sort:cit", ""),
    ("tag:rl", "<tag rl>"),
    ("tag:", ""),
    ('tag:"to read" x', "+(<tag to read> x*)"),
    ('tag:"to read', "<tag to read>"),
    ("tag:(rl OR nlp)", "|(<tag rl> <tag nlp>)"),
    ("id:openreview:abc", "<id openreview:abc>"),
    ("id:doi:10.1/x(2)y", "<id doi:10.1/x(2)y>"),
    ("-id:hu2024limits", "-<id hu2024limits>"),
    ("optimi*", "/optimi*/"),
    ("*tion a*b x", "+(/*tion/ /a*b/ x*)"),
    ("title:optimi* -*tion", "+(title:/optimi*/ -/*tion/)"),
    ("optimi*, (*tion)", "+(/optimi*/ /*tion/)"),
    ("v1.*", "/v1.*/"),
    ("self-att* x", "+(self-att* x*)"),
    ("-self-att*", "-self-att*"),
    ("深度* x", "+(深度* x*)"),
    ("*", ""),
    ("**bold** x", "+(**bold** x*)"),
    ("f(x*) $x^*$ x", "+(f(x*) $x^*$ x*)"),
    ("colour~", "~colour"),
    ("title:colour~ x", "+(title:~colour x*)"),
    ("x~N(0,1) ~10 http://a.b/~c", "+(x~N(0,1) ~10 http://a.b/~c*)"),
    ("=Nanjing", "=Nanjing="),
    ("=Nanjing x", "+(=Nanjing= x*)"),
    ("title:=x -=y", "+(title:=x= -=y=)"),
    ('="two words', "=two words="),
    ("=C++", "=C++="),
    ("f(x)=y a = b >=5 ==z", "+(f(x)=y a b >=5 ==z*)"),
    ("C++ +x", "+(C++ +x*)"),
    (r"in $\mathbb R^d$ for", r"+(in $\mathbb R^d$ for*)"),
    ("costs $5 and $10", "+(costs $5 and $10*)"),
]


@pytest.mark.parametrize(("text", "expected"), TREES)
def test_tree(text: str, expected: str) -> None:
    parsed = parse(text)
    assert (shape(parsed.root), parsed.diagnostics) == (expected, ())


DIAGNOSED = [
    ("NOT NOT", "", [(0, "NOT needs a word after it")]),
    ("NOT AND x", "x*", [(0, "NOT needs a word after it")]),
    ("a OR b) c", "|(a +(b c*))", [(6, "no bracket is open here")]),
    ("is:readd", "", [(3, f"is:readd - not one of {IS}")]),
    ("is:see x", "x*", [(3, f"is:see - not one of {IS}")]),
    ('is:"see" x', "x*", [(3, f"is:see - not one of {IS}")]),
    ("-has:pdff x", "x*", [(5, "has:pdff - not one of pdf, code, abstract, note")]),
    (
        "sort:date x",
        "x*",
        [
            (
                5,
                f"sort:date - not one of {', '.join(Sort)}",
            )
        ],
    ),
    ("is: x", "x*", [(0, f"is: needs one of {IS} after it")]),
    ("tag: x", "x*", [(0, "tag: needs a word after it")]),
    ('tag:"" x', "x*", [(4, "tag: needs a word after it")]),
    ("-sort:year x", "x*", [(6, "an order cannot be excluded")]),
    ("sort:year sort:title", "", [(5, "only the last sort: counts")]),
    ("A* search", "+(A* search*)", [(0, "A* - * needs two letters beside it")]),
    ("*-net x", "+(*-net x*)", [(0, "*-net - * works within one word, or at the end")]),
    ("ab~ x", "+(ab~ x*)", [(0, "ab~ - ~ needs three letters before it")]),
    ("k-means~ x", "+(k-means~ x*)", [(0, "k-means~ - ~ works on one word")]),
    ("year:>9999 x", "x*", [(5, ">9999 - not a year")]),
    ("year:[202x foo", "", [(5, "202x foo - not a range of years")]),
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


SORTED = [
    ("sort:year", Sort.YEAR),
    ("x Sort:TITLE y", Sort.TITLE),
    ("(a sort:added) OR b", Sort.ADDED),
    ('sort:"list"', Sort.LIST),
    ("sort:year sort:citations", Sort.CITATIONS),
    ("sort:relevance", Sort.RELEVANCE),
    ("sort:ye", None),
    ("-sort:year", None),
    ("x", None),
]


@pytest.mark.parametrize(("text", "order"), SORTED)
def test_order(text: str, order: Sort | None) -> None:
    assert parse(text).sort is order


def test_an_operator_stands_outside_its_word() -> None:
    text = "-title:=Nanjing colour~, self-att* optimi*."
    root = parse(text).root
    assert [text[leaf.start : leaf.end] for leaf in positive_leaves(root)] == [
        "colour",
        "self-att",
        "optimi*",
    ]


@pytest.mark.parametrize(
    "text", ["(" * 3000, "-" * 3000, "t:" * 1900, "NOT " * 900, "-(" * 1500]
)
def test_deep_nesting_is_no_error(text: str) -> None:
    assert len(parse(text + " x").diagnostics) < 3000


def test_what_is_too_long_is_cut_and_named() -> None:
    parsed = parse("word " * 1000)
    assert parsed.diagnostics[-1].reason == "only 4,000 letters count"
    assert len(list(positive_leaves(parsed.root))) == 800


@given(texts)
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
    root = parse("a (b year:2024) -c").root
    assert root is not None
    loose = relaxed(root, tuple(positive_leaves(root)))
    assert shape(loose) == "+(|(a b) 2024..2024 -c)"


@pytest.mark.parametrize("example", [example for example, _ in LANGUAGE])
def test_the_examples_of_the_help_are_good_queries(example: str) -> None:
    parsed = parse(example)
    assert parsed.root is not None
    assert parsed.diagnostics == ()
