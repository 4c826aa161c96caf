"""Terms of facets come into a query, change there, and go."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paperstui.index import query, query_text
from paperstui.index.query_text import combined, narrowed, terms, toggled, without
from paperstui.index.tree import And, YearRange

TOGGLED = [
    # text, group, value, text then
    ("", "year", "2024", "year:2024 "),
    ("  ", "year", "2024", "year:2024   "),
    ("diffusion", "year", "2024", "year:2024 diffusion"),
    ("diffusion", "venue", "ICML 2024", 'venue:"ICML 2024" diffusion'),
    ("diffusion", "venue", "ICML", "venue:ICML diffusion"),
    ("diffusion", "status", "Oral", "status:Oral diffusion"),
    ("diffusion", "status", 'Oral "top"', 'status:"Oral top" diffusion'),
    ("diffusion", "status", "[b]x[/b]", 'status:"[b]x[/b]" diffusion'),
    ("diffusion", "has", "code", "has:code diffusion"),
    # taken out again
    ("year:2024", "year", "2024", ""),
    ("year:2024 diffusion", "year", "2024", "diffusion"),
    ("diffusion year:2024", "year", "2024", "diffusion "),
    ("diffusion y:2024 image", "year", "2024", "diffusion image"),
    ('a venue:"ICML 2024" b', "venue", "icml 2024", "a b"),
    ("a venue:“ICML 2024” b", "venue", "ICML 2024", "a b"),
    ("(year:2024 a) b", "year", "2024", "( a) b"),
    ("year:2024 year:2024 a", "year", "2024", "a"),
    ("status:oral a", "status", "Oral", "a"),
    ('status:"a b" c', "status", 'a "b"', "c"),
    ("has:code has:pdf a", "has", "code", "has:pdf a"),
    # replaced in place
    ("a year:2023 b", "year", "2024", "a year:2024 b"),
    ("a year:2023", "year", "2024", "a year:2024 "),
    ("a year:2020..2023 b", "year", "2024", "a year:2024 b"),
    ("a year:>=2020 year:2021 b", "year", "2024", "a year:2024 b"),
    ("a venue:icml", "venue", "ICML 2024", 'a venue:"ICML 2024" '),
    ('v:"ICML 2023" a', "venue", "ICML 2024", 'venue:"ICML 2024" a'),
    ("status:Oral a", "status", "Poster", "status:Poster a"),
    # several values
    ("has:pdf a", "has", "code", "has:code has:pdf a"),
    # what only looks like one
    ("-year:2023 a", "year", "2024", "year:2024 -year:2023 a"),
    ("NOT NOT year:2023", "year", "2024", "year:2024 NOT NOT year:2023"),
    ("venue:(icml acl)", "venue", "ICML", "venue:ICML venue:(icml acl)"),
    ('"year:2023" a', "year", "2024", 'year:2024 "year:2023" a'),
    ("http://year:2023", "year", "2024", "year:2024 http://year:2023"),
    # alternatives stay together, and their last word a beginning
    ("a OR bolt", "year", "2024", "year:2024 (a OR bolt"),
    ("year:2024 (a OR bolt", "year", "2024", "a OR bolt"),
    ("year:2024 (a OR bolt", "year", "2023", "year:2023 (a OR bolt"),
    ("(a OR b)", "year", "2024", "year:2024 ((a OR b)"),
    ("year:2024 ((a OR b)", "year", "2024", "(a OR b)"),
    ("year:2024 (a OR b)", "year", "2024", "(a OR b)"),
    ("year:2023 OR a", "year", "2023", "year:2023 (year:2023 OR a"),
    ("OR a", "year", "2024", "year:2024 (OR a"),
]


@pytest.mark.parametrize(("text", "group", "value", "then"), TOGGLED)
def test_a_value_is_toggled(text: str, group: str, value: str, then: str) -> None:
    assert toggled(text, group, value) == then


def test_all_groups_are_recognised_with_their_places() -> None:
    text = 'x year:2024 venue:"ICML 2024" status:Oral has:code'
    found = terms(text)
    assert [(term.group, term.value) for term in found] == [
        ("year", "2024"),
        ("venue", "ICML 2024"),
        ("status", "Oral"),
        ("has", "code"),
    ]
    assert [text[term.start : term.end] for term in found] == text.split(" ", 1)[
        1
    ].replace("ICML 2024", "ICML_2024").replace(" ", "\n").replace("_", " ").split("\n")


def test_one_group_is_left_out() -> None:
    assert without('a year:2024 venue:"ICML 2024" b', "venue") == "a year:2024 b"
    assert without("a b", "venue") == "a b"


COMBINED = [
    ("", "b", "b"),
    ("a", " ", "a"),
    ("a", "b", "a b"),
    ("a OR b", "c", "(a OR b) c"),
    ("a", "b OR c", "a (b OR c"),
    ('"a b', "c", '"a b" c'),
]


@pytest.mark.parametrize(("first", "second", "both"), COMBINED)
def test_two_queries_become_one(first: str, second: str, both: str) -> None:
    assert combined(first, second) == both


_PIECES = st.sampled_from(
    (
        "a",
        "OR",
        "AND",
        "NOT ",
        "-",
        "(",
        ")",
        '"',
        " ",
        "title:",
        "venue:icml",
        "has:pdf",
        "深",
        "=b",
    )
)
_TEXTS = st.lists(_PIECES, max_size=12).map("".join)
_VALUES = st.sampled_from(
    (("year", "2024"), ("status", "Oral"), ("status", 'A "b"'), ("has", "code"))
)


def _sane(text: str) -> bool:
    """Whether a person would take it for a query."""
    return not query.parse(text).diagnostics


@given(_TEXTS, _VALUES)
@example("(a OR a)", ("year", "2024"))
@example("a OR (a", ("year", "2024"))
@example('a OR "a', ("year", "2024"))
def test_choosing_twice_gives_the_text_back(text: str, chosen: tuple[str, str]) -> None:
    if _sane(text):
        again = toggled(toggled(text, *chosen), *chosen)
        assert again.split() == text.split()


@given(_TEXTS)
def test_what_is_chosen_must_match_beside_the_query(text: str) -> None:
    if not _sane(text):
        return
    before, root = (
        query.parse(text).root,
        query.parse(toggled(text, "year", "2024")).root,
    )
    if before is None:
        assert isinstance(root, YearRange)
    else:
        assert isinstance(root, And)
        assert isinstance(root.children[0], YearRange)


@given(st.text(max_size=40), st.sampled_from(query_text.GROUPS), st.text(max_size=8))
def test_no_text_makes_it_fail(text: str, group: str, value: str) -> None:
    assert isinstance(toggled(text, group, value), str)
    assert isinstance(combined(text, value), str)


@pytest.mark.parametrize(
    ("text", "venue", "year", "then"),
    [
        ("", "ICML", 2024, "venue:ICML year:2024 "),
        ("", "Lab Notes", None, 'venue:"Lab Notes" '),
        ("", "", None, ""),
        ("diffusion", "", 2024, "year:2024 diffusion "),
        ("diffusion", "ICML", None, "venue:ICML diffusion "),
        ("diffusion venue:ACL", "ICML", 2024, "venue:ICML year:2024 diffusion "),
        ("year:2020..2022 a", "ICML", 2021, "venue:ICML year:2021 a "),
        ("year:2024 a", "ICML", 2024, "venue:ICML year:2024 a "),
        ('"score matching"', "", 2024, 'year:2024 "score matching"'),
    ],
)
def test_a_query_is_narrowed_to_one_venue_and_year(
    text: str, venue: str, year: int | None, then: str
) -> None:
    assert narrowed(text, venue, year) == then


@given(st.text(max_size=30), st.integers(1990, 2030))
@example("a OR b", 2024)
@example("venue:(ACL OR ICML) x", 2024)
@example('"open', 2024)
def test_a_narrowed_query_asks_for_one_venue_and_year(text: str, year: int) -> None:
    chosen = terms(narrowed(text, "ICML", year))
    assert [term.value for term in chosen if term.group == "year"] == [str(year)]
    assert "ICML" in [term.value for term in chosen if term.group == "venue"]
