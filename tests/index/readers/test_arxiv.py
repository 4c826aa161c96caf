"""arXiv metadata: JSON Lines, arrays, filters and files that only stand for others."""

from __future__ import annotations

import io
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers import arxiv
from paperstui.index.readers.base import Origin
from tests.examples import examples

REAL = Path(__file__).parents[4] / "shared/data/formats/arxiv-jsonl"
ORIGIN = Origin("dump.json")

POINTER = (
    b"version https://git-lfs.github.com/spec/v1\n"
    b"oid sha256:fcfa3a644772123b21defbaa3ad058cabb3062909815e7914dbf647a7c198e14\n"
    b"size 201603389\n"
)


def record(**changes: Any) -> dict[str, Any]:
    """One record as the snapshot has it."""
    return {
        "id": "2306.00001",
        "submitter": "Ada Test",
        "authors": "Ada Test, B\\'ela T\\\"onning (Where Institute, Berlin (DE))",
        "title": "On $O(n^2)$ Tests:\n  a \\textit{Short} Study",
        "comments": "12 pages",
        "journal-ref": None,
        "doi": None,
        "categories": "cs.LG stat.ML",
        "abstract": "  We test\nlines, 11.5\\% of them.\n  A second paragraph.\n",
        "versions": [{"version": "v1", "created": "Thu, 1 Jun 2023 10:00:00 GMT"}],
        "update_date": "2024-02-03",
        "authors_parsed": [["Test", "Ada", ""], ['T\\"onning', "B\\'ela", "Jr."]],
        **changes,
    }


def lines(*records: dict[str, Any]) -> bytes:
    return "".join(json.dumps(item) + "\n" for item in records).encode()


def read(data: bytes, origin: Origin = ORIGIN) -> tuple[list[Paper], list[Problem]]:
    found = list(arxiv.read(io.BytesIO(data), origin))
    return (
        [item for item in found if isinstance(item, Paper)],
        [item for item in found if isinstance(item, Problem)],
    )


def test_a_record_of_the_snapshot() -> None:
    papers, problems = read(lines(record()))
    assert problems == []
    assert papers == [
        Paper(
            id="arxiv:2306.00001",
            title="On $O(n^2)$ Tests: a Short Study",
            venue=Venue("arXiv", 2023),
            abstract="We test lines, 11.5% of them.\n\nA second paragraph.",
            authors=(Author("Test", "Ada"), Author("Tönning", "Béla", suffix="Jr.")),
            url="https://arxiv.org/abs/2306.00001",
            pdf="https://arxiv.org/pdf/2306.00001",
            arxiv="2306.00001",
            source="dump.json",
            kind="article",
            track="cs.LG",
            keywords=("cs.LG", "stat.ML"),
            note="12 pages",
        )
    ]


def test_a_line_that_is_cut_costs_no_other() -> None:
    whole = lines(record(), record(id="2306.00002"))
    cut = whole + lines(record(id="2306.00003"))[:-80]
    papers, problems = read(cut)
    assert [paper.arxiv for paper in papers] == ["2306.00001", "2306.00002"]
    assert [(item.line, item.record, item.lost) for item in problems] == [(3, 3, True)]
    assert str(problems[0]).startswith("dump.json:3: record 3: is no valid JSON (")


def test_a_bad_line_in_the_middle_is_named() -> None:
    data = (
        lines(record()) + b"\n[1, 2]\n{}\nnot json\n" + lines(record(id="2306.00009"))
    )
    papers, problems = read(data)
    assert [paper.arxiv for paper in papers] == ["2306.00001", "2306.00009"]
    assert [(item.line, item.record, item.reason) for item in problems] == [
        (3, 2, "is no JSON object, skipped"),
        (4, 3, "has no title, skipped"),
        (5, 4, "is no valid JSON (expecting value), skipped"),
    ]
    assert all(item.lost for item in problems)


def test_an_array_whatever_its_layout() -> None:
    items = [record(), record(id="hep-th/9901001", versions=None)]
    for data in (json.dumps(items), json.dumps(items, indent=2)):
        papers, problems = read(b"\xef\xbb\xbf" + data.encode())
        assert problems == []
        assert [paper.id for paper in papers] == [
            "arxiv:2306.00001",
            "arxiv:hep-th/9901001",
        ]
        assert papers[1].year == 1999


def test_an_array_with_a_damaged_record() -> None:
    items = [record(), record(id="2306.00002"), record(id="2306.00003")]
    data = json.dumps(items, indent=1).replace('"2306.00002",', '"2306.00002"')
    papers, problems = read(data.encode())
    assert [paper.arxiv for paper in papers] == ["2306.00001", "2306.00003"]
    assert [(item.record, item.lost) for item in problems] == [(2, True)]


def test_one_object_over_many_lines() -> None:
    papers, problems = read(json.dumps(record(), indent=2).encode())
    assert [paper.arxiv for paper in papers] == ["2306.00001"]
    assert problems == []


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"cs.LG"}, ["2306.00001"]),
        ({"stat.ML"}, ["2306.00001", "2306.00003"]),
        ({"math"}, ["2306.00002"]),
        ({"cs.LG", "math.OC"}, ["2306.00001", "2306.00002"]),
        ({"cs.L"}, []),
    ],
)
def test_only_the_wanted_categories(wanted: set[str], found: list[str]) -> None:
    data = lines(
        record(),
        record(id="2306.00002", categories="math.OC"),
        record(id="2306.00003", categories=["stat.ML cs.CL"]),
    )
    papers, problems = read(data, Origin("d", categories=frozenset(wanted)))
    assert [paper.arxiv for paper in papers] == found
    out = 3 - len(found)
    records = "record" if out == 1 else "records"
    reason = f"left out {out} {records} not in {', '.join(sorted(wanted))}"
    assert [(item.reason, item.lost) for item in problems] == [(reason, False)]


def test_a_cut_line_is_reported_even_if_of_another_category() -> None:
    data = lines(record()) + b'{"id": "2306.00007", "categories": "math'
    papers, problems = read(data, Origin("d", categories=frozenset({"cs.LG"})))
    assert len(papers) == 1
    assert [(item.line, item.lost) for item in problems] == [(2, True)]


@pytest.mark.parametrize(
    ("changes", "kept"),
    [
        ({}, True),
        ({"versions": [{"created": "Wed, 31 May 2023 23:59:59 GMT"}]}, False),
        ({"versions": None, "published": "2023-06-01T00:00:00Z"}, True),
        ({"versions": None, "published": "2023-05-31"}, False),
        ({"versions": None}, True),
        ({"versions": None, "id": "2305.00001"}, False),
        ({"versions": None, "id": "", "year": 2023}, True),
        ({"versions": None, "id": "", "year": "2022"}, False),
        ({"versions": [{"created": "soon"}], "id": ""}, False),
    ],
)
def test_only_those_that_came_on_a_day_or_later(
    changes: dict[str, Any], kept: bool
) -> None:
    papers, problems = read(
        lines(record(**changes)), Origin("d", since=date(2023, 6, 1))
    )
    assert len(papers) == kept
    assert [item.reason for item in problems] == (
        [] if kept else ["left out 1 record not known to be from 2023-06-01 or later"]
    )


def test_a_person_can_say_the_venue() -> None:
    papers, _ = read(lines(record()), Origin("d", venue=Venue("Reading group")))
    assert papers[0].venue == Venue("Reading group", 2023)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("http://arxiv.org/abs/1706.03762v7", "1706.03762"),
        ("cs/0112017v1", "cs/0112017"),
        (704.0001, "0704.0001"),
        (2305.1, "2305.10000"),
        ("not an id", ""),
        (None, ""),
    ],
)
def test_identifiers(value: object, expected: str) -> None:
    papers, _ = read(lines(record(id=value)))
    assert papers[0].arxiv == expected


def test_authors_in_every_form() -> None:
    forms: list[dict[str, Any]] = [
        {
            "authors_parsed": [
                ["van der Test", "Max", ""],
                ["ATLAS Collaboration", "", ""],
            ]
        },
        {"authors_parsed": None, "authors": "Max van der Test, ATLAS"},
        {"authors_parsed": None, "authors": ["Max van der Test", "ATLAS"]},
        {"authors_parsed": [], "authors": [{"name": "Max van der Test"}]},
    ]
    found = [read(lines(record(**form)))[0][0].authors for form in forms]
    max_test = Author("Test", "Max", "van der")
    assert found == [
        (max_test, Author("ATLAS Collaboration")),
        (max_test, Author("ATLAS")),
        (max_test, Author("ATLAS")),
        (max_test,),
    ]


def test_affiliations_behind_the_parsed_names() -> None:
    parsed = [["Test", "Ada", "", "Where Institute"], ["Else", "Bo", ""]]
    papers, _ = read(lines(record(authors_parsed=parsed)))
    assert papers[0].affiliations == ("Where Institute", "")


def test_a_git_lfs_pointer_is_named() -> None:
    papers, problems = read(POINTER)
    assert papers == []
    assert [item.reason for item in problems] == [
        "is a Git LFS pointer, not the file of 201,603,389 bytes that it stands for: "
        "run `git lfs pull` in its repository, or download the file itself"
    ]


def test_other_encodings() -> None:
    data = json.dumps(
        record(authors_parsed=[["Müller", "Zoë", ""]]), ensure_ascii=False
    )
    papers, problems = read(data.encode("utf-16"))
    assert (papers[0].authors, problems) == ((Author("Müller", "Zoë"),), [])
    twice = f"{data}\n{data}\n".encode("cp1252")
    papers, problems = read(twice)
    assert [paper.authors for paper in papers] == [(Author("Müller", "Zoë"),)] * 2
    assert [(item.line, item.lost) for item in problems] == [(1, False)]


def test_an_empty_file_holds_nothing() -> None:
    assert [item.reason for item in read(b"\n")[1]][-1] == "holds no arXiv records"


def test_the_file_is_not_read_before_its_records_are_asked_for() -> None:
    file = io.BytesIO(lines(*(record(id=f"2306.{n:05}") for n in range(2000))))
    reading = arxiv.read(file, ORIGIN)
    next(reading)
    assert file.tell() < 2000


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (lines(record()).decode(), True),
        ("\ufeff" + json.dumps([record()], indent=2), True),
        (POINTER.decode(), True),
        (
            '{"title": "T", "authors": "A", "category": "cs.AI", "abstract": "B"}\n',
            True,
        ),
        ('[{"title": "T", "author": "A;B", "abstract": "B", "status": "Oral"}]', False),
        ('{"title": "T", "authors": ["A"], "abstract": "B"}\n', False),
        # Names of the fields as values.
        (
            '{"title": "categories", "authors": [], "volume": "category", '
            '"abstract": "submitter"}\n',
            False,
        ),
        ("@article{test, title={A}}", False),
        ("", False),
        ('{"title": ' + "[" * 100_000, False),
    ],
)
def test_sniffing(head: str, expected: bool) -> None:
    assert arxiv.sniff(head) is expected


VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=examples(100))
@given(st.dictionaries(st.sampled_from(sorted(record())), VALUES))
def test_any_value_anywhere_is_read_or_named(changes: dict[str, Any]) -> None:
    papers, problems = read(lines(record(**changes)))
    assert len(papers) + sum(item.lost for item in problems) == 1


@settings(max_examples=examples(100))
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_named(data: bytes) -> None:
    papers, problems = read(lines(record()) + data)
    assert papers[:1] or problems


@pytest.mark.skipif(not REAL.is_dir(), reason=f"real files are not at {REAL}")
@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("git-lfs-pointer.json", 0),
        ("oai-array-pretty.json", 4),
        ("ragws-300-reduced.jsonl", 300),
    ],
)
def test_real_files(name: str, count: int) -> None:
    data = (REAL / name).read_bytes()
    papers, problems = read(data, Origin(name))
    assert len(papers) == count
    assert len(problems) == (count == 0)
    assert arxiv.sniff(data[:65536].decode())
    assert not any("\n" in paper.title for paper in papers)
    assert all(paper.authors and paper.abstract for paper in papers)


@pytest.mark.parametrize("parsed", [[["Test", "Ada", ""], ["et al.", "", ""]], None])
def test_a_record_may_name_only_some_authors(parsed: object) -> None:
    cut = record(authors="Ada Test (Berlin), et al. (Where)", authors_parsed=parsed)
    (found,), _ = read(lines(cut))
    assert (found.authors, found.et_al) == ((Author("Test", "Ada"),), True)
