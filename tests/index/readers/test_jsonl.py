"""JSON Lines, in the lossless shape and the plain one."""

from __future__ import annotations

import gzip
import io
import json
import re
import tracemalloc
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index import text
from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers.base import Origin
from paperstui.index.readers.jsonl import read, sniff
from paperstui.index.records import to_record

DOCUMENT = Path(__file__).parents[3] / "docs" / "formats.md"
CORPUS = Path(__file__).parents[4] / "shared" / "data" / "corpus.jsonl.gz"
MAX, ADA = Author("Test", "Max"), Author("Probe", "Ada")
FULL = Paper(
    id="openreview:abc",
    title="Signals &amp; <b>Systems</b>",
    venue=Venue("ICML", 2024),
    abstract="One.\n\nTwo.",
    authors=(Author("Test", "Max", "van der", "Jr."), Author("The Group")),
    keywords=("a, b", "c;d"),
    affiliations=("Here", ""),
    note="line\nline",
    rating=5.5,
    citations=0,
    source="another list",
)


def lines(*records: Any) -> list[Paper | Problem]:
    """What a file with these lines gives."""
    content = "".join(
        (record if isinstance(record, str) else json.dumps(record)) + "\n"
        for record in records
    )
    return list(read(io.BytesIO(content.encode()), Origin("x.jsonl")))


def plain(**fields: Any) -> Paper:
    """The only paper of a file with this plain record."""
    (found,) = lines({"title": "T", **fields})
    assert isinstance(found, Paper)
    return found


def test_the_lossless_shape_comes_back_as_it_was() -> None:
    assert lines(to_record(FULL)) == [FULL]


# No bytes of UTF-8 read as Latin-1, which reading repairs.
cleaned = st.text("aé$\\{}<>&;\"'\n 中😀", max_size=20)


@given(st.lists(cleaned.map(text.clean), min_size=12), cleaned.map(text.clean_block))
def test_whatever_is_clean_comes_back(words: list[str], abstract: str) -> None:
    paper = Paper(
        id="hash:1",
        title=words[0],
        venue=Venue(words[1], 2024),
        abstract=abstract,
        authors=(Author(words[2], words[3], words[4], words[5]),),
        keywords=(words[6], words[7]),
        affiliations=(words[8],),
        track=words[9],
        booktitle=words[10],
        source=words[11] or "list",
    )
    line = json.dumps(to_record(paper), ensure_ascii=False)
    assert lines(line) == [paper]


def test_a_paper_without_source_is_of_this_file() -> None:
    (found,) = lines({"id": "a", "title": "T", "venue": {"name": "V"}})
    assert isinstance(found, Paper)
    assert found.source == "x.jsonl"


def test_the_lossless_shape_brings_no_control_characters() -> None:
    record = {**to_record(FULL), "title": "a\x1b]52;c;x\x07b\n c", "abstract": "x\x02y"}
    (found,) = lines(record)
    assert isinstance(found, Paper)
    assert (found.title, found.abstract) == ("ab c", "xy")


def test_the_plain_shape() -> None:
    found = plain(
        id="icml2024/1",
        venue="ICML",
        year=2024,
        title="A &amp; B\n  in CO<sub>2</sub>",
        authors=["Max Test", "Ada Probe"],
        abstract="<p>One.</p><p>Two.</p>",
        status="Oral",
        keywords=["a", "b, c"],
        url="https://openreview.net/forum?id=abc",
        pdf="https://x.org/a.pdf",
    )
    assert found == Paper(
        id="openreview:abc",
        title="A & B in CO₂",
        venue=Venue("ICML", 2024),
        abstract="One.\n\nTwo.",
        authors=(MAX, ADA),
        url="https://openreview.net/forum?id=abc",
        pdf="https://x.org/a.pdf",
        openreview="abc",
        source="x.jsonl",
        status="Oral",
        keywords=("a", "b, c"),
    )


def test_plain_fields_of_every_type() -> None:
    found = plain(
        venue="NIPS 2017",
        authors="Max Test;Ada Probe",
        keywords="a;b",
        abstract=None,
        rating=[6.5, 0.4],
        citations="7",
        doi="https://doi.org/10.1145/1",
        code="max/test",
        track=3,
        status=None,
    )
    assert found.venue == Venue("NeurIPS", 2017)
    assert found.authors == (MAX, ADA)
    assert found.keywords == ("a", "b")
    assert found.citations == 7
    assert found.id == "doi:10.1145/1"
    assert found.code == "https://github.com/max/test"
    assert (found.track, found.status, found.abstract) == ("3", "", "")


def test_the_examples_of_the_documentation() -> None:
    examples = re.findall(r"```jsonl\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    lossless, plain = (lines(*block.splitlines()) for block in examples)
    (found,) = lossless
    assert isinstance(found, Paper)
    assert {**to_record(found), "source": ""} == {
        **json.loads(examples[0]),
        "source": "",
    }
    assert [str(item.venue.label) for item in plain if isinstance(item, Paper)] == [
        "ICML 2024",
        "NeurIPS 2023",
    ]
    assert all(item.authors == (MAX, ADA) for item in plain if isinstance(item, Paper))


def test_a_bad_or_cut_line_costs_no_other() -> None:
    content = (
        '{"title": "A"}\n'
        '{"title": "B" "year": 1}\n'
        "\n"
        "[1]\n"
        '{"title": "C", "venue": {"name": "V"}}\n'
        '{"year": 2024}\n'
        + '{"a":' * 100_000
        + "\n"
        + '{"title": "D", "year": "2024"}\n'
        '{"title": "E", "abstract": "We te'
    )
    found = list(read(io.BytesIO(content.encode()), Origin("x.jsonl")))
    assert [(p.title, p.venue.label) for p in found if isinstance(p, Paper)] == [
        ("A", "Papers"),
        ("D", "Papers 2024"),
    ]
    problems = [item for item in found if isinstance(item, Problem)]
    assert [str(problem) for problem in problems] == [
        "x.jsonl:2: record 2: is not JSON: expecting ',' delimiter",
        "x.jsonl:4: record 3: is no JSON object",
        'x.jsonl:5: record 4: "id" of the paper is missing',
        "x.jsonl:6: record 5: has neither a title nor an abstract",
        "x.jsonl:7: record 6: is not JSON: too deeply nested",
        "x.jsonl:9: record 8: is cut off: the file ends in the middle of it",
    ]
    assert all(problem.lost for problem in problems)


def test_line_ends_of_unicode_are_no_line_ends() -> None:
    found = lines('{"title": "A\u2028B\x85C"}', "")
    assert [p.title for p in found if isinstance(p, Paper)] == ["A B C"]


def test_the_last_line_needs_no_line_feed() -> None:
    (found,) = read(io.BytesIO(b'\xef\xbb\xbf{"title": "A"}\r'), Origin("x"))
    assert isinstance(found, Paper)


def test_other_encodings_are_read_and_told_once() -> None:
    content = '{"title": "A"}\n{"title": "Café"}\n{"title": "Été"}\n'
    found = list(read(io.BytesIO(content.encode("latin-1")), Origin("x")))
    assert [p.title for p in found if isinstance(p, Paper)] == ["A", "Café", "Été"]
    assert [str(p) for p in found if isinstance(p, Problem)] == [
        "x:2: is not UTF-8; read this line as Windows-1252"
    ]
    found = list(read(io.BytesIO(content.encode("utf-16")), Origin("x")))
    assert [p.title for p in found if isinstance(p, Paper)] == ["A", "Café", "Été"]


class Endless(io.RawIOBase):
    """A file of so many equal lines that nobody holds in memory."""

    def __init__(self, count: int) -> None:
        self.left = count

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """The next line."""
        if not self.left:
            return 0
        self.left -= 1
        line = (
            b'{"title": "T", "abstract": "' + b"x" * 4_000 + b'", "doi": "10.1234/a"}\n'
        )
        buffer[: len(line)] = line
        return len(line)


def test_memory_stays_flat() -> None:
    with io.BufferedReader(Endless(5_000)) as file:
        papers = read(file, Origin("x"))
        for _ in range(1_000):
            next(papers)
        tracemalloc.start()
        try:
            assert sum(1 for _ in papers) == 4_000
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert peak < 500_000


@pytest.mark.parametrize(
    ("head", "is_lines"),
    [
        (json.dumps(to_record(FULL)) + "\n{", True),
        ('\ufeff{"id": 1, "title": "A", "abstract": "' + "x" * 70_000, True),
        ('{"title": "A"}', True),
        ('{\n  "title": "A"\n}', False),
        ('{"title": "A", "categories": "cs.LG", "versions": []}\n', False),
        ('{"title": "A", "abstract": "B", "category": "cs.AI"}\n', False),
        ('{"notes": [{"title": "A"}]}', False),
        ('{"id": 1}\n', False),
        ('[{"title": "A"}]\n', False),
        ("", False),
    ],
)
def test_sniffing(head: str, is_lines: bool) -> None:
    assert sniff(head) is is_lines


@pytest.mark.skipif(not CORPUS.is_file(), reason="the large corpus is not there")
def test_the_corpus_loses_nothing() -> None:
    with gzip.open(CORPUS) as file:
        part = list(islice(file, 28_000, 30_000))
    kept = list(map(json.loads, part))
    found = list(read(io.BytesIO(b"".join(part)), Origin("corpus.jsonl")))
    papers = [item for item in found if isinstance(item, Paper)]
    assert len(papers) == len(kept) == 2_000
    for record, paper in zip(kept, papers, strict=True):
        assert paper.venue.year == record["year"]
        assert paper.status == record["status"]
        assert bool(paper.abstract) == bool(record["abstract"].strip())
    assert [str(item) for item in found if isinstance(item, Problem)] == [
        "corpus.jsonl:201: record 201: has no title; shown as “Untitled”"
    ]


def test_a_plain_record_may_name_only_some_authors() -> None:
    found = plain(authors=["Max Test", "et al."])
    assert (found.authors, found.et_al) == ((MAX,), True)
    assert not plain(authors=["Max Test"]).et_al
