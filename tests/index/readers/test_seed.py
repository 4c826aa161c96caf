"""Lists of abstracts as people really have them."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest

from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers.base import Origin
from paperstui.index.readers.seed import derived_title, read
from paperstui.index.readers.venues import heading_venue

if TYPE_CHECKING:
    from pathlib import Path

HEADINGS = [
    ("ICML 2024 Papers", "ICML 2024"),
    ("ICML 2023 论文列表", "ICML 2023"),
    ("论文列表 ICML 2023", "ICML 2023"),
    ("2024年ICML论文", "ICML 2024"),
    ("Papers of NeurIPS 2022", "NeurIPS 2022"),
    ("Beiträge der ICML 2024", "ICML 2024"),
    ("Статьи ICML 2024", "ICML 2024"),
    ("CVPR Workshops 2023", "CVPR Workshops 2023"),
    ("ACL-IJCNLP 2021 accepted papers", "ACL-IJCNLP 2021"),
    ("ACL IJCNLP 2021", "ACL IJCNLP 2021"),
    (
        "Journal of Machine Learning Research 2021",
        "Journal of Machine Learning Research 2021",
    ),
    ("ICML 2024:", "ICML 2024"),
    ("My reading list", "My reading list"),
    ("2024", "Papers 2024"),
]


@pytest.mark.parametrize(("heading", "label"), HEADINGS)
def test_a_heading_in_any_language_names_the_venue(heading: str, label: str) -> None:
    assert heading_venue(heading).label == label


def _read(path: Path, content: str | bytes) -> list[Paper | Problem]:
    data = content if isinstance(content, bytes) else content.encode()
    return list(read(io.BytesIO(data), Origin(path.name, path)))


PLAIN = "ICML 2024 Papers\n\nFirst one here.\n\nSecond one there.\n"

LAYOUTS = {
    "plain": PLAIN,
    "no newline at the end": PLAIN.rstrip(),
    "CRLF": PLAIN.replace("\n", "\r\n"),
    "old Mac": PLAIN.replace("\n", "\r"),
    "byte order mark": "\ufeff" + PLAIN,
    "UTF-16": PLAIN.encode("utf-16"),
    "many empty lines": "\n\n" + PLAIN.replace("\n\n", "\n\n \t\n\n\n"),
    "wrapped lines": PLAIN.replace("First one", "First\n  one"),
    "heading without a gap": PLAIN.replace("Papers\n\n", "Papers\n"),
}


@pytest.mark.parametrize("content", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_layouts_of_the_same_list(tmp_path: Path, content: str | bytes) -> None:
    papers = _read(tmp_path / "list.txt", content)
    assert [(p.abstract, p.venue) for p in papers if isinstance(p, Paper)] == [
        ("First one here.", Venue("ICML", 2024)),
        ("Second one there.", Venue("ICML", 2024)),
    ]
    assert len(papers) == 2


def test_a_paper_without_an_entry_gets_a_derived_title(tmp_path: Path) -> None:
    found = _read(tmp_path / "list.txt", PLAIN)
    assert isinstance(found[0], Paper)
    assert (found[0].title, found[0].title_derived) == ("First one here", True)
    assert found[0].id.startswith("hash:")
    assert found[0].id != getattr(found[1], "id", None)


TITLES = [
    ("We study graphs. They are hard.", "We study graphs"),
    ("Is it so? We ask.", "Is it so?"),
    (
        "Goldwasser et al. showed this, e.g. in Fig. 3. More.",
        "Goldwasser et al. showed this, e.g. in Fig. 3",
    ),
    ("An $\\ell_\\infty$ bound. More.", "An ℓ_∞ bound"),
    ("word " * 40, "word " * 16 + "word…"),
    ("我们研究图。它们很难。", "我们研究图"),
]


@pytest.mark.parametrize(("abstract", "title"), TITLES)
def test_derived_title(abstract: str, title: str) -> None:
    assert derived_title(abstract) == title


def test_entries_are_found_by_opening_words_not_by_position(tmp_path: Path) -> None:
    entries = [
        {
            "title": "The Second &amp; Last",
            "author": [{"family": "Test", "given": "Ana"}, {"literal": "A Group"}],
            "issued": {"date-parts": [["2023"]]},
            "page": "1-9",
            "volume": 7,
            "custom": {"opening": "Second  ONE", "openreview": "abc"},
        },
        {"title": "Nobody's", "custom": {"opening": "Third"}},
        {"title": "No opening words"},
    ]
    (tmp_path / "list.csl.json").write_text(json.dumps(entries), encoding="utf-8")
    problem, first, second = _read(tmp_path / "list.txt", PLAIN)
    assert str(problem) == "list.csl.json: item 3 has no custom.opening words"
    assert isinstance(first, Paper)
    assert first.title_derived
    assert second == Paper(
        id="openreview:abc",
        title="The Second & Last",
        venue=Venue("ICML", 2023),
        abstract="Second one there.",
        authors=(Author("Test", "Ana"), Author("A Group")),
        pages="1-9",
        volume="7",
        openreview="abc",
        source="list.txt",
    )


def test_the_longest_opening_words_win(tmp_path: Path) -> None:
    entries = [
        {"title": "Short", "custom": {"opening": "First"}},
        {"title": "Long", "custom": {"opening": "First one"}},
    ]
    (tmp_path / "list.csl.json").write_text(json.dumps(entries), encoding="utf-8")
    assert getattr(_read(tmp_path / "list.txt", PLAIN)[0], "title", "") == "Long"


PROBLEMS = [
    ("", "list.txt: holds no abstracts"),
    ("ICML 2024\n", "list.txt: holds no abstracts"),
    (
        b"ICML 2024\n\nCaf\xe9.\n",
        "list.txt: is not UTF-8 (line 3); read as Windows-1252",
    ),
]


@pytest.mark.parametrize(("content", "expected"), PROBLEMS)
def test_problems_name_file_and_line(
    tmp_path: Path, content: str | bytes, expected: str
) -> None:
    found = _read(tmp_path / "list.txt", content)
    assert [str(item) for item in found if isinstance(item, Problem)] == [expected]


def test_without_a_heading_the_file_name_serves(tmp_path: Path) -> None:
    problem, found = _read(tmp_path / "kdd-2022.txt", "We study graphs. Well.")
    assert str(problem) == (
        "kdd-2022.txt:1: no heading line with venue and year; took kdd 2022 from the "
        "file name"
    )
    assert isinstance(found, Paper)
    assert found.venue == Venue("kdd", 2022)


def test_facts_that_are_no_json_are_named(tmp_path: Path) -> None:
    (tmp_path / "list.csl.json").write_text("[\n{,", encoding="utf-8")
    problem, *papers = _read(tmp_path / "list.txt", PLAIN)
    assert str(problem).startswith("list.csl.json:2: is not JSON")
    assert len(papers) == 2
