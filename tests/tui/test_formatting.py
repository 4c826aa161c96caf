"""Short forms of papers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from paperstui.index.models import Author, Paper, Venue
from paperstui.tui.formatting import (
    CRUMB,
    authors_line,
    count_of,
    cut_around,
    cut_crumbs,
    imprint,
    plural,
)

AUTHORS = tuple(Author(name) for name in ("Hu", "Lin", "Song", "Liu"))


def by(*authors: Author) -> Paper:
    return Paper("test:1", "A", Venue(""), authors=authors)


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (40, "Hu, Lin, Song, Liu"),
        (18, "Hu, Lin, Song, Liu"),
        (17, "Hu, Lin, Song +1"),
        (15, "Hu, Lin +2"),
        (9, "Hu +3"),
        (1, "Hu +3"),
    ],
)
def test_authors_that_fit(width: int, line: str) -> None:
    assert authors_line(by(*AUTHORS), width) == line


def test_authors_are_measured_in_cells() -> None:
    authors = (Author("江测试"), Author("Hu"))
    assert authors_line(by(*authors), 10) == "江测试, Hu"
    assert authors_line(by(*authors), 9) == "江测试 +1"
    assert authors_line(by(), 9) == ""
    assert authors_line(by(Author("Test", "Max", "van der")), 20) == "van der Test"


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (25, "Hu, Lin, Song, Liu et al."),
        (24, "Hu, Lin, Song et al."),
        (13, "Hu et al."),
        (1, "Hu et al."),
    ],
)
def test_authors_whom_a_paper_does_not_name(width: int, line: str) -> None:
    assert authors_line(replace(by(*AUTHORS), et_al=True), width) == line


VENUE = Venue("ICML", 2024)


@pytest.mark.parametrize(
    ("paper", "line"),
    [
        (Paper("1", "T", VENUE), "ICML 2024"),
        (Paper("1", "T", Venue("Shelf")), "Shelf"),
        (Paper("1", "T", VENUE, pages="7"), "ICML 2024 · p. 7"),
        (
            Paper("1", "T", VENUE, pages="1--9", volume="3", publisher="PMLR"),
            "ICML 2024 · pp. 1–9 · PMLR 3",
        ),
        (Paper("1", "T", VENUE, volume="3"), "ICML 2024 · vol. 3"),
    ],
)
def test_imprint(paper: Paper, line: str) -> None:
    assert imprint(paper) == line


def test_counts() -> None:
    assert count_of(38, 38) == "38 papers"
    assert count_of(1, 1) == "1 paper"
    assert count_of(5, 2610) == "5 of 2,610"
    assert plural(0, "paper") == "0 papers"


SENTENCE = "We find that diffusion models give sharp ensembles of the weather."
AROUND = [
    (80, ["weather"], SENTENCE, ["weather"]),
    (30, [], SENTENCE, []),
    (30, ["weather"], "…ensembles of the weather.", ["weather"]),
    (30, ["We"], "We find that diffusion models…", ["We"]),
    (30, ["diffusion"], "…that diffusion models give…", ["diffusion"]),
    (30, ["find", "give", "sharp"], "…give sharp ensembles of the…", ["give", "sharp"]),
    (9, ["diffusion"], "…diffusi…", ["diffusi"]),
]


@pytest.mark.parametrize(("width", "words", "line", "shown"), AROUND)
def test_cut_around(width: int, words: list[str], line: str, shown: list[str]) -> None:
    places = [SENTENCE.find(word) for word in words]
    pieces = [(at, at + len(word)) for at, word in zip(places, words, strict=True)]
    cut, kept = cut_around(SENTENCE, pieces, width)
    assert (cut, [cut[start:end] for start, end in kept]) == (line, shown)


def test_the_chief_pieces_decide_where_to_cut() -> None:
    find, weather = (3, 7), (58, 65)
    cut, kept = cut_around(SENTENCE, [find, weather], 30, [weather])
    assert (cut, kept) == ("…ensembles of the weather.", [(18, 25)])


def test_cut_around_in_text_without_spaces() -> None:
    line = "我们提出一种新的深度学习方法用于图像分类"
    assert cut_around(line, [(8, 12)], 16) == ("…的深度学习方法…", [(2, 6)])


@given(st.text("ab 深", min_size=1), st.integers(2, 40), st.data())
def test_a_cut_line_fits(line: str, width: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(line) - 1))
    end = data.draw(st.integers(start + 1, len(line)))
    cut, kept = cut_around(line, [(start, end)], width)
    assert cell_len(cut) <= width
    for first, last in kept:
        assert line[start:end].startswith(cut[first:last])


CRUMBS = [
    (80, "All › diffusion › ~ A first paper › ~ A second paper with more words"),
    (60, "All › diffusion › ~ A first paper › ~ A second paper with m…"),
    (56, "All › diffusion › ~ A first… › ~ A second paper with mo…"),
    (50, "… › diffusion › ~ A first… › ~ A second paper wit…"),
    (40, "… › ~ A first… › ~ A second paper with…"),
    (30, "… › ~ A second paper with mor…"),
    (20, "~ A second paper wi…"),
]


@pytest.mark.parametrize(("width", "line"), CRUMBS)
def test_crumbs_are_cut_from_the_left(width: int, line: str) -> None:
    parts = ("All", "diffusion", "~ A first paper", "~ A second paper with more words")
    assert CRUMB.join(cut_crumbs(parts, width)) == line


@given(
    st.lists(st.text("a深 ~", max_size=50), min_size=1, max_size=9),
    st.integers(1, 100),
)
def test_crumbs_fit_and_the_last_is_there(parts: list[str], width: int) -> None:
    shown = cut_crumbs(parts, width)
    assert cell_len(CRUMB.join(shown)) <= width
    assert parts[-1].startswith(shown[-1].removesuffix("…"))
