"""RIS and the tagged exports of databases, sound and sloppy."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers import ris
from paperstui.index.readers.base import Origin

FORMATS = Path(__file__).parents[4] / "shared" / "data" / "formats"

REAL = {
    "ris/agris-citesource.ris": 12,
    "ris/asreview-baseline.ris": 100,
    "ris/asreview-embase.ris": 6,
    "ris/asreview-issue-1099.txt": 7,
    "ris/asreview-many-authors.ris": 1,
    "ris/asreview-proquest.ris": 6,
    "ris/asreview-pubmed-endnote.txt": 6,
    "ris/asreview-pubmed-zotero.ris": 6,
    "ris/asreview-scopus.ris": 6,
    "ris/citesource-merged-export.ris": 499,
    "ris/colrev-ieee.ris": 2,
    "ris/dimensions-citesource-246.ris": 246,
    "ris/greenfile-citesource.ris": 139,
    "ris/lens-citesource-49.ris": 49,
    "ris/psycinfo-citesource-64.ris": 64,
    "ris/pubmed-citesource-46.ris": 46,
    "ris/scopus-citesource-255.ris": 255,
    "ris/scopus-synthesisr.ris": 92,
    "ris-like/jabref-medline.nbib": 1,
    "ris-like/wos-tagged-rispy.ris": 2,
    "ris-like/wos-tagged-zoorec-bom.txt": 134,
}


def load(content: str | bytes) -> tuple[list[Paper], list[str]]:
    """The papers and the problems of a file with this content."""
    data = content if isinstance(content, bytes) else content.encode()
    items = list(ris.read(io.BytesIO(data), Origin("x.ris")))
    return (
        [item for item in items if isinstance(item, Paper)],
        [str(item) for item in items if isinstance(item, Problem)],
    )


def only(content: str) -> Paper:
    """The one paper of a file that has no problems."""
    papers, problems = load(content)
    assert problems == []
    (paper,) = papers
    return paper


def test_a_conference_paper() -> None:
    paper = only("""
TY  - CONF
ID  - doe2023
AU  - Doe, Jane
AU  - von der Test, Max, Jr.
A1  - not asked
TI  - On $k$-Means
ST  - k-Means
T2  - Proceedings of the 40th International Conference on Machine Learning (ICML)
T3  - PMLR
PY  - 2023/07/03/
VL  - 202
SP  - 101
EP  - 110
PB  - Publisher
DO  - https://doi.org/10.1234/abc
UR  - https://x.org/a; https://x.org/b
L1  - https://x.org/a.pdf
KW  - one
KW  - two; three
N1  - read twice
N1  - Cited By :12
AD  - First Place
AD  - Second Place
AB  - First line
  goes on.
ER  -
""")
    assert paper == Paper(
        id="doi:10.1234/abc",
        title="On $k$-Means",
        venue=Venue("ICML", 2023),
        abstract="First line goes on.",
        authors=(Author("Doe", "Jane"), Author("Test", "Max", "von der", "Jr.")),
        booktitle="Proceedings of the 40th International Conference on Machine "
        "Learning (ICML)",
        volume="202",
        series="PMLR",
        pages="101-110",
        publisher="Publisher",
        month="07-03",
        url="https://x.org/a",
        pdf="https://x.org/a.pdf",
        doi="10.1234/abc",
        source="x.ris",
        kind="paper-conference",
        keywords=("one", "two", "three"),
        affiliations=("First Place", "Second Place"),
        note="read twice",
        citations=12,
        native_key="doe2023",
    )


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_no_record_is_lost_by_line_ends_or_byte_order_mark(
    newline: str, encoding: str
) -> None:
    lines = [
        "TY  - CONF",
        "TI  - A",
        "ER  - ",
        "",
        "",
        "TY  - JOUR",
        "TI  - B",
        "ER  -",
    ]
    papers, problems = load(newline.join(lines).encode(encoding))
    assert [paper.title for paper in papers] == ["A", "B"]
    assert problems == []


def test_the_next_record_or_the_end_closes_a_record_without_er() -> None:
    papers, problems = load("TY  - CONF\nTI  - A\n\nTY  - JOUR\nTI  - B")
    assert [paper.title for paper in papers] == ["A", "B"]
    assert problems == [
        "x.ris:1: record 1: has no ER; the next record or the end closes it",
        "x.ris:4: record 2: has no ER; the next record or the end closes it",
    ]


def test_records_without_ty_are_read_and_told_of_once() -> None:
    papers, problems = load("AU  - Doe, J\nTI  - A\nER  - \n\nTI  - B\nER  - \n")
    assert [paper.title for paper in papers] == ["A", "B"]
    assert problems == ["x.ris:1: 2 records do not begin with TY"]


def test_blank_and_untagged_lines_go_on_with_the_value_before() -> None:
    paper = only(
        "Provider: X\n\nTY  - JOUR\nTI  - A long\ntitle\nKW  - one\ntwo words\n"
        "AB  - First.\n\nSecond.\nER  - \n"
    )
    assert paper.title == "A long title"
    assert paper.keywords == ("one", "two words")
    assert paper.abstract == "First.\n\nSecond."


def test_repeated_tags_lose_nothing() -> None:
    paper = only(
        "TY  - JOUR\nTI  - A\nTI  - B\nST  - C\nAB  - English.\nAB  - Français.\n"
        "JF  - Journal of Tests\nJO  - J. Test.\nER  - \n"
    )
    assert (paper.title, paper.abstract) == ("A", "English.\n\nFrançais.")
    assert paper.booktitle == "Journal of Tests"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("Y1  - 4-8 Aug. 2020", 2020),
        ("PY  - \nDA  - 2019/05", 2019),
        ("PY  - in press", None),
    ],
)
def test_the_year_is_found_in_any_form(lines: str, expected: int | None) -> None:
    assert only(f"TY  - JOUR\nTI  - A\n{lines}\nER  - ").year == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Test M.A.", (Author("Test", "M.A."),)),
        ("Test Group,", (Author("Test Group"),)),
        ("Ministry of Tests and Doubts", (Author("Doubts", "Ministry of Tests and"),)),
        ("Doe, J.; Roe, A.", (Author("Doe", "J."), Author("Roe", "A."))),
        ("Doe, J. and Roe, A.", (Author("Doe", "J."), Author("Roe", "A."))),
    ],
)
def test_a_line_names_one_author_unless_it_joins_more(
    name: str, expected: tuple[Author, ...]
) -> None:
    assert only(f"TY  - JOUR\nTI  - A\nAU  - {name}\nER  - ").authors == expected


def test_labels_of_an_abstract_in_xml_stay() -> None:
    paper = only(
        'TY  - JOUR\nTI  - A\nAB  - <AbstractText Label="Aims" Category="X">Why.'
        '</AbstractText>\n   <AbstractText Label="Methods">How.</AbstractText>\nER  - '
    )
    assert paper.abstract == "Aims: Why.\n\nMethods: How."


def test_the_mark_for_no_abstract_is_none() -> None:
    assert only("TY  - JOUR\nTI  - A\nAB  - NA\nER  - ").abstract == ""


def test_web_of_science() -> None:
    paper = only(
        "FN Clarivate\nVR 1.0\nPT J\nAU Doe, J\n   Roe, A\nAF Doe, Jane\n   Roe, Ann\n"
        "TI A title on\n   two lines\nSO TESTS\nDE one; two\n   words\nBP 7\nEP 9\n"
        "PY 2004\nDI 10.1234/x\nTC 3\nER\n\nEF\n"
    )
    assert (paper.title, paper.pages) == ("A title on two lines", "7-9")
    assert paper.authors == (Author("Doe", "Jane"), Author("Roe", "Ann"))
    assert (paper.keywords, paper.citations) == (("one", "two words"), 3)


def test_pubmed() -> None:
    paper = only(
        "PMID- 1\nVI  - 5\nIS  - 1234-5678\nIP  - 2\nDP  - 2016 May\n"
        "TI  - A title on\n      two lines\nLID - 10.1234/x [doi]\nFAU - Doe, Jane\n"
        "AU  - Doe J\nJT  - Tests\nOT  - one\n"
    )
    assert (paper.title, paper.doi) == ("A title on two lines", "10.1234/x")
    assert paper.authors == (Author("Doe", "Jane"),)
    assert (paper.volume, paper.number, paper.year) == ("5", "2", 2016)


def test_a_record_of_nothing_is_lost_with_its_place() -> None:
    papers, problems = load(
        "TY  - JOUR\nTI  - A\nER  - \nTY  - JOUR\nVL  - 1\nER  - \n"
    )
    assert len(papers) == 1
    assert problems == [
        "x.ris:4: record 2: has neither title nor authors nor abstract; it was left out"
    ]


@given(st.text(alphabet="TYERAUI  - \n\rx;,1", max_size=80))
def test_no_text_makes_it_raise(content: str) -> None:
    load(content)
    load(f"TY  - JOUR\n{content}")


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("TY  - JOUR\nTI  - A\n", True),
        ("Provider: X\nContent: text\n\nTY  - CONF\r\n", True),
        ("AU  - A\r\nTI  - B\r\nER  - \r\n", True),
        ("FN X\nVR 1.0\nPT J\nAU A\n", True),
        ("PMID- 123\nOWN - X\n", True),
        ("Papers of ICML 2023\n\nAn abstract.", False),
        ("@misc{a,\n note={\nTY  - JOUR\n}}", False),
        ("", False),
    ],
)
def test_it_knows_its_files(head: str, expected: bool) -> None:
    assert ris.sniff(head) is expected


@pytest.mark.skipif(not FORMATS.is_dir(), reason="the real files are not here")
@pytest.mark.parametrize("name", REAL)
def test_no_record_of_a_real_file_is_lost(name: str) -> None:
    papers, problems = load((FORMATS / name).read_bytes())
    assert len(papers) == REAL[name]
    assert not any("left out" in problem for problem in problems)


def test_nobody_is_called_et_al() -> None:
    book = only("TY  - BOOK\nTI  - A\nED  - Doe, Jane\nED  - et al.\nER  - ")
    assert book.authors == book.editors == (Author("Doe", "Jane"),)
    assert book.et_al
