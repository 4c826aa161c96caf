"""Short forms of papers."""

from __future__ import annotations

import pytest

from paperstui.index.models import Author, Paper, Venue
from paperstui.tui.formatting import authors_line, count_of, imprint, plural

AUTHORS = tuple(Author(name) for name in ("Hu", "Lin", "Song", "Liu"))


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
    assert authors_line(AUTHORS, width) == line


def test_authors_are_measured_in_cells() -> None:
    authors = (Author("江测试"), Author("Hu"))
    assert authors_line(authors, 10) == "江测试, Hu"
    assert authors_line(authors, 9) == "江测试 +1"
    assert authors_line((), 9) == ""
    assert authors_line((Author("Test", "Max", "van der"),), 20) == "van der Test"


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
