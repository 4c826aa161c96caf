"""Conference lists in the shape of the paperlists collection."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest

from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers.base import Origin
from paperstui.index.readers.paperlists import read, sniff

DATA = Path(__file__).parents[4] / "shared" / "data"
REAL = sorted(DATA.glob("paperlists/*.json.gz")) + sorted(
    DATA.glob("formats/paperlists-json/*.json")
)
MAX, ADA = Author("Test", "Max"), Author("Probe", "Ada")


def papers(*records: Any, source: str = "icml2024.json") -> list[Paper | Problem]:
    """What a list of these records gives."""
    content = json.dumps(records, ensure_ascii=False)
    return list(read(io.BytesIO(content.encode()), Origin(source)))


def paper(**fields: Any) -> Paper:
    """The only paper of a list with this record and no problem."""
    (found,) = papers({"title": "T", **fields})
    assert isinstance(found, Paper)
    return found


def test_a_full_record() -> None:
    found = paper(
        id="2260",
        title="Signals &amp; Systems\n  in CO<sub>2</sub>",
        track="main",
        status="Oral",
        award=True,
        tldr="We test.",
        abstract="<p>One &lt;b&gt;.</p><p>Two.</p>",
        keywords="tests;signals",
        primary_area="Theory",
        author="Max Test; Ada Probe",
        author_site="M. Test, A. Probe",
        aff="Here + There; Elsewhere",
        bibtex="@InProceedings{pmlr-v80-test18a,\n  title = {T},\n"
        "  booktitle = {Proceedings of the 35th {ICML}},\n  pages = {1--9},\n"
        "  year = {2018},\n  volume = {80},\n  series = {PMLR Series},\n"
        "  publisher = {PMLR}\n}",
        github="max/test",
        project="www.test.org",
        site="https://icml.cc/virtual/2018/poster/2260",
        oa="https://proceedings.mlr.press/v80/test18a.html",
        pdf="http://proceedings.mlr.press/v80/test18a/test18a.pdf",
        rating="6;8;4",
        rating_avg=[6.1, 0.4],
        gs_citation=46,
        pdf_size=0,
    )
    assert found == Paper(
        id="pmlr:v80/test18a",
        title="Signals & Systems in CO₂",
        venue=Venue("ICML", 2024),
        abstract="One <b>.\n\nTwo.",
        authors=(MAX, ADA),
        booktitle="Proceedings of the 35th ICML",
        volume="80",
        series="PMLR Series",
        pages="1-9",
        publisher="PMLR",
        url="https://icml.cc/virtual/2018/poster/2260",
        pdf="http://proceedings.mlr.press/v80/test18a/test18a.pdf",
        pmlr="test18a",
        source="icml2024.json",
        kind="paper-conference",
        status="Oral",
        track="main",
        keywords=("tests", "signals", "Theory"),
        affiliations=("Here + There", "Elsewhere"),
        code="https://github.com/max/test",
        project="https://www.test.org",
        note="Award · TL;DR: We test.",
        rating=6.0,
        citations=46,
        native_key="pmlr-v80-test18a",
    )


@pytest.mark.parametrize(
    "author", ["Max Test;Ada Probe", "Max Test, Ada Probe", "Max Test and Ada Probe"]
)
def test_authors_in_every_way(author: str) -> None:
    assert paper(author=author).authors == (MAX, ADA)


def test_authors_of_the_site_stand_in() -> None:
    assert paper(author="", author_site="Max Test, Ada Probe").authors == (MAX, ADA)


@pytest.mark.parametrize("nothing", ["", None, [], {}, False, [None], "  "])
def test_a_field_may_hold_nothing_of_any_type(nothing: object) -> None:
    names = (
        "abstract aff author award bibtex doi github gs_citation id keywords oa pdf "
        "project rating rating_avg site status tldr track year"
    )
    found = paper(**dict.fromkeys(names.split(" "), nothing))
    assert found == Paper(
        id=found.id,
        title="T",
        venue=Venue("ICML", 2024),
        source="icml2024.json",
        kind="paper-conference",
    )


@pytest.mark.parametrize(
    ("record", "rating"),
    [
        ({"rating": "6;8;5"}, 19 / 3),
        ({"rating": "", "rating_avg": [6.1, 0.4]}, 6.1),
        ({"rating_avg": 5}, 5.0),
        ({"rating_avg": 3.5}, 3.5),
        ({"rating": "", "rating_avg": [0, 0]}, None),
    ],
)
def test_ratings_in_every_type(record: dict[str, Any], rating: float | None) -> None:
    assert paper(**record).rating == rating


def test_citations_that_are_unknown() -> None:
    assert paper(gs_citation=-1).citations is None
    assert paper(gs_citation=0).citations == 0


def test_an_openreview_page_names_the_forum() -> None:
    found = paper(id="a", site="https://openreview.net/forum?id=-JwmfQC6IRt")
    assert found.id == "openreview:-JwmfQC6IRt"
    assert found.pdf == "https://openreview.net/pdf?id=-JwmfQC6IRt"


@pytest.mark.parametrize(
    ("name", "forum"),
    [
        ("06c7e989wH", "06c7e989wH"),
        ("b1mcqyrb2x", "b1mcqyrb2x"),
        ("906549ec18", ""),
        ("site_396261", ""),
        ("paper1234", ""),
        ("12345678", ""),
        ("2021.acl-long.24", ""),
    ],
)
def test_an_id_beside_reviews_is_a_forum(name: str, forum: str) -> None:
    assert paper(id=name, replies_avg=4).openreview == forum
    assert paper(id=name).openreview == ""


def test_refused_submissions_are_manuscripts() -> None:
    assert paper(status="Reject").kind == "manuscript"
    assert paper(status="Withdraw").kind == "manuscript"
    assert paper(status="Desk Reject").kind == "manuscript"
    assert paper(status="Poster").kind == "paper-conference"


def test_a_list_that_names_all_authors_twice() -> None:
    found = papers(
        {"title": "A", "author": "Max Test;Max Test", "aff": "Here"},
        {
            "title": "B",
            "author": "Max Test;Ada Probe;Max Test;Ada Probe",
            "aff": "H; T",
        },
        {"title": "C", "author": "Max Test;Max Test", "aff": "Here;There"},
    )
    assert [p.authors for p in found if isinstance(p, Paper)] == [
        (MAX,),
        (MAX, ADA),
        (MAX, MAX),
    ]
    assert [str(problem) for problem in found if isinstance(problem, Problem)] == [
        "icml2024.json: names all authors of 2 papers twice; took them once"
    ]


def test_papers_without_a_title() -> None:
    found = papers(
        {"title": "", "abstract": "We test a thing. It works."},
        {
            "title": " ",
            "author": "",
            "site": "https://openreview.net/forum?id=SJUdkecgx",
        },
        {"author": "Max Test"},
    )
    assert [(p.title, p.title_derived) for p in found if isinstance(p, Paper)] == [
        ("We test a thing", True),
        ("Untitled", True),
    ]
    assert [(p.reason, p.record, p.lost) for p in found if isinstance(p, Problem)] == [
        ("has no title; took the beginning of the abstract", 1, False),
        ("has no title; shown as “Untitled”", 2, False),
        ("has neither a title nor an abstract", 3, True),
    ]


def test_bad_records_cost_no_others() -> None:
    content = (
        '[\n {"title": "A"},\n 7,\n {"title": "B" "status": 1},\n'
        ' {"title": "C"},\n {"ti'
    )
    found = list(read(io.BytesIO(content.encode()), Origin("x.json")))
    assert [p.title for p in found if isinstance(p, Paper)] == ["A", "C"]
    assert [str(problem) for problem in found if isinstance(problem, Problem)] == [
        "x.json:3: record 2: is no JSON object",
        "x.json:4: record 3: cannot be read: expecting ',' delimiter",
        "x.json:6: record 5: cannot be read: unterminated string",
    ]
    assert all(problem.lost for problem in found if isinstance(problem, Problem))


def test_other_encodings_are_read_and_told() -> None:
    content = '[{"title": "Café"}]'
    (told, found) = read(io.BytesIO(content.encode("latin-1")), Origin("x.json"))
    assert isinstance(told, Problem)
    assert told.reason == "is not UTF-8 (line 1); read as Windows-1252"
    assert isinstance(found, Paper)
    assert found.title == "Café"
    (found,) = read(io.BytesIO(content.encode("utf-16")), Origin("x.json"))
    assert isinstance(found, Paper)
    assert found.title == "Café"


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe\x00", b"[" * 9_999, b"[,]"])
def test_what_is_no_list_is_a_problem(content: bytes) -> None:
    found = list(read(io.BytesIO(content), Origin("x.json")))
    assert found
    assert all(isinstance(item, Problem) for item in found)


def test_the_venue_is_that_of_the_file_or_the_person() -> None:
    content = b'[{"title": "A", "bibtex": "@misc{a,\\n year={2019}}"}]'

    def label(origin: Origin) -> str:
        (found,) = read(io.BytesIO(content), origin)
        assert isinstance(found, Paper)
        return found.venue.label

    assert label(Origin("nips2013.json.gz")) == "NeurIPS 2013"
    assert label(Origin("nips2013.json", venue=Venue("Mine"))) == "Mine 2019"
    assert label(Origin("papers.json")) == "Papers 2019"


@pytest.mark.parametrize(
    ("head", "is_list"),
    [
        ('[{"title": "A", "status": "Poster"}]', True),
        ('\ufeff[\n    {\n        "id": 1, "title": "A", "author": "unfini', True),
        ('[{"title": "A", "github": null, "paper_thecvf": ""}', True),
        ('[{"title": "A", "author": [], "type": "book"}]', False),
        ('[{"title": "A", "abstract": "B", "categories": "cs.LG"}]', False),
        ('[{"id": "a", "content": {"title": "A", "status": ""}}]', False),
        ('{"title": "A", "status": ""}', False),
        ("[]", False),
        ("ICML 2024 Papers\n\nWe test.", False),
    ],
)
def test_sniffing(head: str, is_list: bool) -> None:
    assert sniff(head) is is_list


@pytest.mark.skipif(not REAL, reason="the folder of real lists is not there")
@pytest.mark.parametrize("path", REAL, ids=lambda path: str(path.name))
def test_real_lists_lose_nothing(path: Path) -> None:
    data = path.read_bytes()
    data = gzip.decompress(data) if path.suffix == ".gz" else data
    records = json.loads(data)
    assert sniff(data[:65536].decode(errors="ignore"))
    found = list(read(io.BytesIO(data), Origin(path.name)))
    loaded = [item for item in found if isinstance(item, Paper)]
    assert len(loaded) == len(records)
    for record, item in zip(records, loaded, strict=True):
        assert bool(item.abstract) == bool((record.get("abstract") or "").strip())
        assert item.status == (record.get("status") or "")
        cited = record.get("gs_citation", -1)
        assert item.citations == (None if cited < 0 else cited)
        listed = record.get("author") or record.get("author_site") or ""
        assert bool(item.authors) == (listed not in ("", "Anonymous"))
    untitled = sum(not record["title"].strip() for record in records)
    problems = [item for item in found if isinstance(item, Problem)]
    assert len([problem for problem in problems if problem.record]) == untitled
    assert not any(problem.lost for problem in problems)


@pytest.mark.parametrize("given", ["Max Test;et al.", ["Max Test", "others"]])
def test_a_list_may_name_only_some(given: object) -> None:
    found = paper(author="", authors=given, author_site="Max Test")
    assert (found.authors, found.et_al) == ((MAX,), True)
    assert not paper(author="Max Test", author_site="Max Test, et al.").et_al
