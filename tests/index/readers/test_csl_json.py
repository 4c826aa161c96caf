"""CSL-JSON of reference managers and web services."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers import csl_json
from paperstui.index.readers.base import Origin

FORMATS = Path(__file__).parents[4] / "shared" / "data" / "formats" / "csl-json"
REAL = {"bbt-creators-365.csl.json": 7, "bbt-pandoc-schomd.csl.json": 4}


def load(content: object) -> tuple[list[Paper], list[str]]:
    """The papers and the problems of a file with this content."""
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    items = list(csl_json.read(io.BytesIO(data), Origin("x.json")))
    return (
        [item for item in items if isinstance(item, Paper)],
        [str(item) for item in items if isinstance(item, Problem)],
    )


def only(**item: Any) -> Paper:
    """The one paper of a file of one item that has no problems."""
    papers, problems = load([{"type": "book", "title": "A", **item}])
    assert problems == []
    (paper,) = papers
    return paper


def test_the_types_of_csl_with_an_underscore_keep_it() -> None:
    assert only(type="motion_picture").kind == "motion_picture"
    assert only(type="legal-case").kind == "legal_case"
    assert only(type="article_journal").kind == "article-journal"


def test_a_conference_paper() -> None:
    paper = only(
        **{
            "id": "doe2023",
            "type": "paper-conference",
            "title": 'On <span class="nocase">Tests</span>',
            "author": [
                {"family": "Test", "given": "Max", "non-dropping-particle": "van der"},
                {"family": "Doe", "given": "Jane", "suffix": "III"},
                {"literal": "The Group"},
            ],
            "abstract": "One.\n\nTwo.",
            "container-title": "Advances in Neural Information Processing Systems",
            "collection-title": "Series",
            "issued": {"date-parts": [["2023", 12]]},
            "page": "1–9",
            "volume": 36,
            "DOI": "10.1234/abc",
            "URL": "https://x.org/a",
            "keyword": "one, two",
            "note": "read",
        }
    )
    assert paper == Paper(
        id="doi:10.1234/abc",
        title="On Tests",
        month="12",
        venue=Venue("NeurIPS", 2023),
        abstract="One.\n\nTwo.",
        authors=(
            Author("Test", "Max", "van der"),
            Author("Doe", "Jane", "", "III"),
            Author("The Group"),
        ),
        booktitle="Advances in Neural Information Processing Systems",
        volume="36",
        series="Series",
        pages="1-9",
        url="https://x.org/a",
        doi="10.1234/abc",
        source="x.json",
        kind="paper-conference",
        keywords=("one", "two"),
        note="read",
        native_key="doe2023",
    )


@pytest.mark.parametrize(
    ("issued", "expected"),
    [
        ({"date-parts": [[2024, 7, 1]]}, 2024),
        ({"date-parts": [["2024"]]}, 2024),
        ({"date-parts": [2024, 7]}, 2024),
        ({"date_parts": [[2024]]}, 2024),
        ({"literal": "2024"}, 2024),
        ({"literal": "Spring 2024"}, 2024),
        ({"raw": "2024-07-01"}, 2024),
        ({"year": 2024}, 2024),
        ([2024, 7], 2024),
        ("2024-07", 2024),
        (2024, 2024),
        ({"date-parts": [[1883]]}, 1883),
        ({"date-parts": [[None]]}, None),
        ({"date-parts": [[]]}, None),
        ({"date-parts": None}, None),
        ({"date-parts": [[99999]]}, None),
        ({"literal": "in press"}, None),
        ([[[[[[2024]]]]]], None),
        (True, None),
        (None, None),
    ],
)
def test_a_date_in_any_form_gives_its_year_or_none(
    issued: object, expected: int | None
) -> None:
    assert only(issued=issued).year == expected


def test_names_with_underscores_and_other_cases_are_known() -> None:
    paper = only(container_title="Tests", doi="10.1234/x", type="article-journal")
    assert (paper.booktitle, paper.doi) == ("Tests", "10.1234/x")


@pytest.mark.parametrize(
    ("author", "expected"),
    [
        ("Jane Doe and John Roe", (Author("Doe", "Jane"), Author("Roe", "John"))),
        (["Doe, Jane"], (Author("Doe", "Jane"),)),
        ({"family": "Doe"}, (Author("Doe"),)),
        ([{"given": "Plato"}], (Author("Plato"),)),
        ([{}, 3, None], ()),
    ],
)
def test_authors_in_any_form(author: object, expected: tuple[Author, ...]) -> None:
    assert only(author=author).authors == expected


def test_others_are_no_author() -> None:
    paper = only(author=[{"family": "Doe"}, {"literal": "others"}])
    assert (paper.authors, paper.et_al) == ((Author("Doe"),), True)
    paper = only(author="Jane Doe and others")
    assert (paper.authors, paper.et_al) == ((Author("Doe", "Jane"),), True)


def test_who_made_a_book_or_film_stands_in_for_its_author() -> None:
    doe = [{"family": "Doe"}]
    assert only(editor=doe).authors == (Author("Doe"),)
    assert only(type="motion_picture", director=doe).authors == (Author("Doe"),)
    assert only(type="chapter", editor=doe).authors == ()


def test_an_arxiv_preprint() -> None:
    paper = only(type="article", publisher="arXiv", number="arXiv:2306.01234")
    assert (paper.arxiv, paper.id) == ("2306.01234", "arxiv:2306.01234")
    assert paper.venue == Venue("arXiv")


@pytest.mark.parametrize("key", [17, "http://zotero.org/users/1/items/X", "a b"])
def test_an_id_that_is_no_key_is_left_out(key: object) -> None:
    assert only(id=key).native_key == ""


@pytest.mark.parametrize("wrapped", ["items", "references", ""])
def test_items_may_stand_in_an_object_or_alone(wrapped: str) -> None:
    item = {"type": "book", "title": "A"}
    papers, problems = load({wrapped: [item]} if wrapped else item)
    assert [paper.title for paper in papers] == ["A"]
    assert problems == []


def test_a_bad_item_costs_no_other() -> None:
    papers, problems = load(
        b'[{"type": "book", "title": "A"},\n{"type": oops},\n'
        b'{"type": "book", "title": "C"},\n"no item", {"type": "book"}]'
    )
    assert [paper.title for paper in papers] == ["A", "C"]
    assert problems == [
        "x.json:2: record 2: cannot be read: expecting value",
        "x.json:4: record 4: cannot be read: is no item of CSL-JSON",
        "x.json:4: record 5: has neither title nor authors nor abstract; "
        "it was left out",
    ]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ('[{"id": "a", "type": "article-journal", "title": "A"', True),
        ('{"references": [{"id": "a", "type": "book", "title": "A"', True),
        ('{"type": "paper-conference", "title": "A", "DOI": "10', True),
        ('[{"title": "A", "authors": "B"', False),
        ('[{"id": "a", "type": "journal-article", "title": "A"', False),
        ("[]", False),
        ("text", False),
    ],
)
def test_it_knows_its_files(head: str, expected: bool) -> None:
    assert csl_json.sniff(head) is expected


@pytest.mark.skipif(not FORMATS.is_dir(), reason="the real files are not here")
@pytest.mark.parametrize("name", REAL)
def test_no_item_of_a_real_file_is_lost(name: str) -> None:
    papers, problems = load((FORMATS / name).read_bytes())
    assert len(papers) == REAL[name]
    assert not any("left out" in problem for problem in problems)
