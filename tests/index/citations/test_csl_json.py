"""CSL-JSON items, and that our reader restores what they came from."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any

import pytest

from paperstui.index.citations import csl_json
from paperstui.index.citations.cited import DEFAULTS, Cited
from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers import csl_json as reader
from paperstui.index.readers.base import Origin

PAPER = Paper(
    "openreview:a",
    r"Deep $\alpha$ Nets",
    Venue("ICML", 2024),
    abstract="One.\n\nTwo.",
    authors=(Author("Test", "Max", "van der", "Jr."), Author("The Group")),
    booktitle="Proceedings of the 41st Conference",
    volume="235",
    pages="28-30",
    url="https://openreview.net/forum?id=a_b_c",
    openreview="a_b_c",
    status="Oral",
    keywords=("a, b", "c"),
    rating=6.5,
)


def written(*papers: Cited) -> Any:
    return json.loads("".join(csl_json.write(papers, DEFAULTS)))


def read(items: Any) -> list[Paper | Problem]:
    data = io.BytesIO(json.dumps(items).encode())
    return list(reader.read(data, Origin("x.json")))


def test_an_item_reads_well_and_keeps_the_rest_aside() -> None:
    assert written(Cited(PAPER, "test2024deep", ("rl",), "Ask *Ada*.")) == [
        {
            "id": "test2024deep",
            "type": "paper-conference",
            "title": 'Deep <span class="nocase">α</span> Nets',
            "author": [
                {
                    "family": "Test",
                    "given": "Max",
                    "non-dropping-particle": "van der",
                    "suffix": "Jr.",
                },
                {"literal": "The Group"},
            ],
            "container-title": "Proceedings of the 41st Conference",
            "container-title-short": "ICML",
            "volume": "235",
            "page": "28-30",
            "issued": {"date-parts": [[2024]]},
            "URL": "https://openreview.net/forum?id=a_b_c",
            "abstract": "One.\n\nTwo.",
            "keyword": "a, b, c, rl",
            "annote": "Ask *Ada*.",
            "custom": {
                "id": "openreview:a",
                "title": r"Deep $\alpha$ Nets",
                "venue": {"name": "ICML", "year": 2024},
                "openreview": "a_b_c",
                "kind": "",
                "status": "Oral",
                "keywords": ["a, b", "c"],
                "rating": 6.5,
                "bookmark": {"tags": ["rl"], "note": "Ask *Ada*."},
            },
        }
    ]


@pytest.mark.parametrize(
    ("note", "shown"),
    [
        ("ID: x-1; best", None),
        ("Best.\nDOI: 10.1/a", None),
        ("{:type: book}", None),
        ("OCLC: 832736842", "OCLC: 832736842"),
        ("Best. See title: A", "Best. See title: A"),
    ],
)
def test_a_note_changes_no_variable(note: str, shown: str | None) -> None:
    paper = replace(PAPER, note=note, doi="10.1234/a")
    (item,) = written(Cited(paper, "key"))
    assert item.get("note") == shown
    assert read([item]) == [replace(paper, native_key="key", source="x.json")]


def test_nothing_gives_an_empty_array() -> None:
    assert written() == []


def test_the_paper_comes_back_with_its_key() -> None:
    back = read(written(Cited(PAPER, "key", ("rl",), "n")))
    assert back == [replace(PAPER, native_key="key", source="x.json")]


def test_others_are_named_as_pandoc_does() -> None:
    cut = replace(PAPER, et_al=True)
    (item,) = written(Cited(cut, "key"))
    assert item["author"][-2:] == [{"literal": "The Group"}, {"literal": "others"}]
    assert read([item]) == [replace(cut, native_key="key", source="x.json")]
    del item["custom"]
    (other,) = read([item])
    assert isinstance(other, Paper)
    assert (other.authors, other.et_al) == (PAPER.authors, True)
    edited = replace(cut, kind="book", editors=cut.authors)
    (item,) = written(Cited(edited, "key"))
    assert item["editor"][-1] == {"literal": "others"}
    assert read([item]) == [replace(edited, native_key="key", source="x.json")]


def test_a_damaged_item_of_ours_is_told_and_costs_no_other() -> None:
    items = written(Cited(PAPER, "a"), Cited(PAPER, "b"))
    items[0]["custom"]["keywords"] = "no list"
    problem, paper = read(items)
    assert isinstance(problem, Problem)
    assert problem.lost
    assert problem.reason == '"keywords" of the paper must be a list of texts'
    assert isinstance(paper, Paper)
    assert paper.native_key == "b"


def test_an_item_of_others_with_a_venue_is_read_by_its_variables() -> None:
    (paper,) = read([{"type": "book", "title": "A", "custom": {"venue": {"x": 1}}}])
    assert isinstance(paper, Paper)
    assert (paper.title, paper.kind) == ("A", "book")


def test_escapes_of_a_terminal_do_not_come_in_by_custom_fields() -> None:
    items = written(Cited(PAPER, "a"))
    items[0]["custom"]["title"] = "A\x1b]52;c;x\x07 title"
    (paper,) = read(items)
    assert isinstance(paper, Paper)
    assert paper.title == "A title"
