"""Notes as they are kept, and found by their words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index import highlight
from paperstui.index.notes import Notes, written
from paperstui.index.query import parse
from paperstui.index.requests import Query
from paperstui.index.tree import positive_leaves

TEXTS = {
    3: "A strong baseline;\nuse it for self-attention",
    5: "baselines of Schrödinger, GPT-4o and C++",
    8: "深度学习: read again",
}


def found(text: str, notes: Notes | None = None) -> set[int]:
    """The rows whose notes match the only word or phrase of a query."""
    (leaf,) = positive_leaves(parse(text).root)
    return set((notes or Notes(TEXTS)).rows(leaf))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", ""),
        ("  \n\n ", ""),
        ("one", "one"),
        ("\none \r\n\n  two\t\n", "one\n\n  two"),
        ("a\x1b[31mb\x00", "a [31mb"),
        ("x\ud800y\u200fz", "x y\u200fz"),
    ],
)
def test_what_is_kept_of_a_note(text: str, kept: str) -> None:
    assert written(text) == kept
    assert written(kept) == kept


FOUND = [
    ("baseline ", {3, 5}),
    ("base", {3, 5}),
    ("base ", set()),
    ('"baseline use"', {3}),
    ('"use baseline"', set()),
    ('"for sel', {3}),
    ("=baselines", {5}),
    ("schroedinger ", {5}),
    ("selfattention ", {3}),
    ("self-att", {3}),
    ("self-attention ", {3}),
    ("gpt", {5}),
    ("C++", {5}),
    ("basline~", {3}),
    ("*line*", {3, 5}),
    ("学习", {8}),
    ("zebra", set()),
]


@pytest.mark.parametrize(("text", "rows"), FOUND)
def test_what_finds_a_note(text: str, rows: set[int]) -> None:
    assert found(text) == rows


def test_nothing_is_found_where_there_are_no_notes() -> None:
    assert found("base", Notes({})) == set()


def test_notes_that_are_known_are_not_analysed_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from paperstui.index import analysis

    before = Notes(TEXTS)
    assert found("again", before) == {8}
    real, read = analysis.terms, []

    def terms(text: str) -> analysis.Terms:
        read.append(text)
        return real(text)

    monkeypatch.setattr(analysis, "terms", terms)
    after = Notes({8: TEXTS[8], 9: "again and anew"}, before)
    assert found("again ", after) == {8, 9}
    assert read.count(TEXTS[8]) == 0
    assert read.count("again and anew") == 1
    assert Notes(TEXTS, Notes(TEXTS, after)).known() == after.known()


_WORDS = st.sampled_from(
    [
        "baseline",
        "Baselines",
        "self-attention",
        "C++",
        "of",
        "深度学习",
        "a\nb",
        "GPT-4o",
    ]
)
_FORMS = ("{}", "{} ", '"{}"', '"{}', "={}", "{}~", "{}*", "*{}")


@given(
    st.lists(st.lists(_WORDS, max_size=4).map(" ".join), max_size=4),
    st.lists(_WORDS, min_size=1, max_size=2).map(" ".join),
    st.integers(1, 12),
    st.sampled_from(_FORMS),
)
def test_just_those_are_found_in_which_something_is_marked(
    texts: list[str], words: str, length: int, form: str
) -> None:
    notes = Notes(dict(enumerate(texts)))
    for leaf in positive_leaves(parse(form.format(words[:length])).root):
        marked = {
            row
            for row, text in notes.texts.items()
            if highlight.matches(Query("", leaf), "note", text)
        }
        assert notes.rows(leaf) == marked
