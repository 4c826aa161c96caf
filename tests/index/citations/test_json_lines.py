"""JSON Lines: our own form, which loses nothing."""

from __future__ import annotations

import io
import json
from dataclasses import replace

from paperstui.index.citations import json_lines
from paperstui.index.citations.cited import DEFAULTS, Cited
from paperstui.index.models import Author, Paper, Venue
from paperstui.index.readers import jsonl
from paperstui.index.readers.base import Origin
from paperstui.index.readers.shared import shared

PAPER = Paper(
    "openreview:a",
    r"Deep $\alpha$ Nets",
    Venue("ICML", 2024),
    authors=(Author("Müller", "Max"),),
    source="icml2024.json",
)


def written(*papers: Cited) -> str:
    return "".join(json_lines.write(papers, DEFAULTS))


def test_a_line_holds_the_record_the_key_and_the_bookmark() -> None:
    line, bare = written(
        Cited(PAPER, "k", ("rl",), "Ask\nAda."), Cited(PAPER, "l")
    ).splitlines()
    record = {
        "id": "openreview:a",
        "title": r"Deep $\alpha$ Nets",
        "authors": [{"family": "Müller", "given": "Max"}],
        "venue": {"name": "ICML", "year": 2024},
        "source": "icml2024.json",
    }
    marks = {"tags": ["rl"], "note": "Ask\nAda."}
    assert json.loads(line) == {**record, "key": "k", "bookmark": marks}
    assert json.loads(bare) == {**record, "key": "l"}
    assert "Müller" in line


def test_it_can_always_be_written_in_utf_8() -> None:
    line = written(Cited(PAPER, "k", (), "\udc80"))
    assert json.loads(line.encode())["bookmark"]["note"] == "\udc80"


def test_its_reader_takes_the_key_where_the_list_gave_none() -> None:
    own = replace(PAPER, native_key="own")
    data = written(Cited(PAPER, "k"), Cited(own, "own-2")).encode()
    assert list(jsonl.read(io.BytesIO(data), Origin("x"))) == [
        replace(PAPER, native_key="k"),
        own,
    ]


def test_a_key_that_is_the_native_one_stands_there_once() -> None:
    data = written(Cited(replace(PAPER, native_key="k"), "k"))
    assert data == written(Cited(PAPER, "k"))


def test_all_of_it_can_be_shared() -> None:
    papers = [Cited(PAPER, "k", ("rl",), "Ask\n\nAda."), Cited(PAPER, "l")]
    found = list(shared(io.BytesIO(written(*papers).encode())))
    assert found == [
        replace(each, paper=replace(PAPER, native_key=each.key)) for each in papers
    ]


def test_what_is_no_record_is_passed_over() -> None:
    lines = (
        'no json\n{"title": "plain", "venue": "ICML"}\n[1]\n'
        '{"id": "a", "title": "A", "venue": {"name": "V"}, "key": 3, "bookmark":'
        ' {"tags": ["x\\u001b[31m", 4, ""], "note": 5}}\n'
        '{"id": "b", "title": 7, "venue": {"name": "V"}}\n'
        '{"id": "c", "title": "C", "venue": {"name": "V"}, "bookmark": {"tags": 1}}'
    )
    assert list(shared(io.BytesIO(lines.encode()))) == [
        Cited(Paper("a", "A", Venue("V")), "", ("x",)),
        Cited(Paper("c", "C", Venue("V")), ""),
    ]
