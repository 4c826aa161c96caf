"""Damaged BibTeX: what can be read is kept, and the rest is told of."""

from __future__ import annotations

import io
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.models import Paper, Problem
from paperstui.index.readers import bibtex
from paperstui.index.readers.base import Origin


def load(content: str) -> tuple[list[Paper], list[Problem]]:
    """The papers and the problems of a file with this content."""
    items = list(bibtex.read(io.BytesIO(content.encode()), Origin("x.bib")))
    return (
        [item for item in items if isinstance(item, Paper)],
        [item for item in items if isinstance(item, Problem)],
    )


@pytest.mark.parametrize("count", [3, 4])
def test_an_unclosed_entry_costs_at_most_itself(count: int) -> None:
    broken = "@misc{a,\n title={A},\n abstract={a { b},\n year={2001}\n}\n"
    rest = "".join(f"@misc{{b{n},\n title={{B{n}}}\n}},\n" for n in range(count))
    papers, problems = load("\n\n" + broken + rest)
    assert [p.title for p in papers] == ["A", *(f"B{n}" for n in range(count))]
    assert (papers[0].abstract, papers[0].year) == ("a b", 2001)
    assert [str(p) for p in problems] == [
        "x.bib:3: record 1: is not closed; its fields were read line by line"
    ]


def test_a_brace_too_many_costs_no_field() -> None:
    papers, problems = load(
        "@misc{a,\n title={A},\n abstract={a } b},\n year={2001}\n}\n"
        "@misc{b, title={B}}"
    )
    assert [(p.title, p.year) for p in papers] == [("A", 2001), ("B", None)]
    assert [str(p) for p in problems] == [
        "x.bib:1: record 1: is closed too early; its fields were read line by line"
    ]


def test_a_file_cut_in_an_entry_keeps_what_is_there() -> None:
    papers, problems = load(
        "@misc{a, title={A}}\n@misc{b,\n title={B},\n abstract={Hal"
    )
    assert [(p.title, p.abstract) for p in papers] == [("A", ""), ("B", "Hal")]
    assert [(p.line, p.lost) for p in problems] == [(2, False)]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("@misc{a, title={A} year={2023}}", "has no comma behind its title"),
        ("@misc{a, year=2023 title={A}}", "has no comma behind its year"),
        ("@misc{a\n title={A}, year={2023}}", "has no comma behind its key"),
        (
            "@misc{a, title={A}, year={2023}, year={2024}}",
            "has two fields year; the first counts",
        ),
        (
            "@misc{a,\n title={A},\n year={2023},\n oops\n}",
            "is damaged; its fields were read line by line",
        ),
    ],
)
def test_a_slip_between_fields_is_mended(content: str, complaint: str) -> None:
    papers, problems = load(content)
    assert [(p.title, p.year) for p in papers] == [("A", 2023)]
    assert [str(p) for p in problems] == [f"x.bib:1: record 1: {complaint}"]


def test_one_bad_entry_of_five_is_named() -> None:
    good = "".join(f"@misc{{k{n},\n title={{T{n}}}\n}}\n" for n in range(4))
    papers, problems = load(good + "@misc{bad,\n note={nothing}\n}\n")
    assert len(papers) == 4
    (problem,) = problems
    assert (problem.line, problem.record, problem.lost) == (13, 5, True)


@pytest.mark.parametrize(
    "content",
    [
        "@misc{a, title={A}, abstract={" + r"\{-∆$\upsilon$ " * 20_000 + "}}",
        "@misc{a, title={A}, abstract={" + "{" * 50_000 + "}" * 50_000 + "}}",
        "@misc{a, title={A}, abstract={" + "\\" * 50_001,
        "@misc{a, title={A}}\n" + "@misc{b, x={ {y},\n}\n" * 2_000,
        "@misc{a, title={A}, x={ {y},\n}\n" + "@misc{b, x={y}\n},\n" * 2_000,
        "@misc{a, title={A}}" + "@" * 50_000 + "misc{" * 10_000,
        "@misc{a, title={A} " + "b=1 " * 20_000 + "}",
    ],
    ids=["odd math", "nested", "backslashes", "open", "one open", "signs", "no commas"],
)
def test_reading_is_linear_whatever_the_damage(content: str) -> None:
    start = time.process_time()
    papers, _ = load(content)
    assert papers[0].title == "A"
    assert time.process_time() - start < 5


def test_thousands_of_entries_are_read_in_seconds() -> None:
    one = "@article{k%d, title={On {T}ests}, author={Doe, J. and Roe, A.}, note={%s}}\n"
    content = "".join(one % (n, "word " * 250) for n in range(2_600))
    start = time.process_time()
    assert len(load(content)[0]) == 2_600
    assert time.process_time() - start < 8


@given(st.text(alphabet='@misc{}(),=# \n"\\%aT1title', max_size=80))
def test_no_text_makes_it_raise(content: str) -> None:
    load("@misc{a, title={A}}\n" + content + "\n@misc{b, title={B}}")
