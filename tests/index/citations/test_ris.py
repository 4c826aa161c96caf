"""RIS records as reference managers want them, and what our reader makes of them."""

from __future__ import annotations

import io
from typing import Any

import pytest

from paperstui.index.citations import csl, ris
from paperstui.index.citations.cited import DEFAULTS, Cited
from paperstui.index.models import Author, Paper, Venue
from paperstui.index.readers import ris as reader
from paperstui.index.readers.base import Origin

PAPER = Paper(
    "pmlr:v235/x24a",
    r"Deep $\alpha$ Nets &amp; Co",
    Venue("ICML", 2024),
    abstract="One $x^2$.\n\nTwo.",
    authors=(Author("Test", "Max", "van der", "Jr."), Author("The Group")),
    booktitle="Proceedings of the 41st International Conference on Machine Learning",
    volume="235",
    series="Proceedings of Machine Learning Research",
    pages="28-30",
    publisher="PMLR",
    url="https://example.org/x24a.html",
    pdf="https://example.org/files/x24a",
    doi="10.1234/a_b_c",
    keywords=("nets", "*deep*"),
    note="of the list",
)
RECORD = """\
TY  - CONF
ID  - test2024deep
TI  - Deep α Nets &amp; Co
AU  - van der Test, Max, Jr.
AU  - The Group,
T2  - Proceedings of the 41st International Conference on Machine Learning
C3  - Proceedings of the 41st International Conference on Machine Learning
T3  - Proceedings of Machine Learning Research
PY  - 2024
VL  - 235
SP  - 28
EP  - 30
PB  - PMLR
DO  - 10.1234/a_b_c
UR  - https://example.org/x24a.html
L1  - https://example.org/files/x24a
AB  - One x². Two.
KW  - nets
KW  - deep
KW  - to read
N1  - of the list
N1  - Ask *Ada*. Soon.
"""
RECORD += "ER  - \n"


def written(*papers: Cited) -> str:
    return "".join(ris.write(papers, DEFAULTS))


def read(content: str | bytes) -> list[Paper]:
    data = content if isinstance(content, bytes) else content.encode()
    found = list(reader.read(io.BytesIO(data), Origin("x.ris")))
    return [item for item in found if isinstance(item, Paper)]


ICML = "Proceedings of the 41st International Conference on Machine Learning"


def lines_of(**facts: Any) -> list[str]:
    paper = Paper("test:1", "T", **{"venue": Venue("ICML", 2024), **facts})
    return written(Cited(paper, "k")).splitlines()


def test_a_record_has_every_field_once_and_no_empty_line() -> None:
    cited = Cited(PAPER, "test2024deep", ("to read", "nets"), "Ask *Ada*.\n\nSoon.")
    assert written(cited) == RECORD
    assert written(cited, cited) == f"{RECORD}\n{RECORD}"
    assert written() == ""


def test_its_own_reader_finds_all_of_it_again() -> None:
    (paper,) = read(RECORD)
    assert paper.authors == PAPER.authors
    assert (paper.url, paper.pdf, paper.doi) == (PAPER.url, PAPER.pdf, PAPER.doi)
    assert (paper.pages, paper.volume, paper.series) == ("28-30", "235", PAPER.series)
    assert (paper.venue, paper.booktitle) == (PAPER.venue, PAPER.booktitle)
    assert paper.keywords == ("nets", "deep", "to read")
    assert paper.note == "of the list; Ask *Ada*. Soon."
    assert paper.native_key == "test2024deep"


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"kind": "article-journal", "number": "3"}, ["TY  - JOUR", "J2  - ICML"]),
        (
            {"kind": "paper-conference"},
            ["TY  - CONF", f"T2  - {ICML}", f"C3  - {ICML}"],
        ),
        ({"status": "Reject"}, ["TY  - UNPB", "N1  - Submitted to ICML 2024"]),
        ({"kind": "speech"}, ["TY  - GEN"]),
        ({"kind": "standard"}, ["TY  - STAND"]),
        ({"kind": "article-magazine", "booktitle": "M"}, ["TY  - MGZN", "T2  - M"]),
        ({"arxiv": "2401.01234", "venue": Venue("arXiv")}, ["AN  - 2401.01234"]),
        ({"pages": "28"}, ["SP  - 28"]),
        ({"pages": "1-3, 7-9"}, ["SP  - 1-3, 7-9"]),
        ({"pages": "e1--e9"}, ["SP  - e1", "EP  - e9"]),
        ({"authors": (Author("Plato"),)}, ["AU  - Plato,"]),
        ({"abstract": "A\r\nB\n\nC"}, ["AB  - A B C"]),
    ],
)
def test_lines(facts: dict[str, Any], expected: list[str]) -> None:
    lines = lines_of(**facts)
    assert [line for line in lines if line in expected] == expected
    assert "" not in lines
    assert not [line for line in lines if line.startswith(("A2", "ED"))]


def test_a_preprint_comes_back_as_one() -> None:
    venue = Venue("arXiv", 2024)
    (paper,) = read("\n".join(lines_of(arxiv="2401.01234", venue=venue)))
    assert (paper.kind, paper.arxiv) == ("article", "2401.01234")
    assert paper.venue == venue


@pytest.mark.parametrize("arxiv", ["", "2401.01234"])
def test_a_refused_paper_comes_back_as_one(arxiv: str) -> None:
    lines = lines_of(status="Reject", note="Good", arxiv=arxiv)
    (paper,) = read("\n".join(lines))
    assert (paper.venue, paper.kind) == (Venue("ICML", 2024), "manuscript")
    assert (paper.status, paper.note) == ("Submitted", "Good")
    assert [line for line in lines_of(status="Submitted") if line.startswith("N1")] == [
        "N1  - Submitted to ICML 2024"
    ]


@pytest.mark.parametrize(
    "note",
    [
        "One word. " * 60,
        "Ask @ada",
        "2024-2025 seminar",
        "Corresponds to ours",
        "Cited by Test",
    ],
)
def test_a_remark_comes_back_whatever_it_says(note: str) -> None:
    (paper,) = read("\n".join(lines_of(note=note.strip())))
    assert paper.note == note.strip()


def test_kinds_come_back_in_what_they_stand() -> None:
    for kind in ris._TYPES.keys() - {"article", "book"}:
        (paper,) = read("\n".join(lines_of(kind=kind, booktitle="In It")))
        assert paper.kind == kind
        is_part = kind in csl._PARTS | csl._PARTS_OF_NAMED
        assert paper.booktitle == ("In It" if is_part else "")


def test_a_record_that_does_not_end_is_closed_by_the_next() -> None:
    unended = RECORD.replace("ER  - \n", "")
    trimmed = RECORD.replace("ER  - ", "ER  -")
    keys = [paper.native_key for paper in read(unended + trimmed + unended)]
    assert keys == ["test2024deep", "test2024deep-2", "test2024deep-3"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_byte_order_mark_and_any_line_ends_cost_nothing(end: str) -> None:
    data = b"\xef\xbb\xbf" + RECORD.replace("\n", end).encode()
    assert read(data) == read(RECORD)
    assert reader.sniff(data.decode("utf-8-sig"))


def test_lines_of_an_abstract_are_joined() -> None:
    (paper,) = read("TY  - CONF\r\nTI  - T\r\nAB  - One\r\ntwo\r\n three\r\nER  - \r\n")
    assert paper.abstract == "One two three"


def test_the_editors_of_proceedings_are_not_their_authors() -> None:
    (paper,) = read("TY  - CONF\nTI  - T\nA2  - Ed, Itor\nAU  - Test, Max\nER  - \n")
    assert paper.authors == (Author("Test", "Max"),)


def test_the_key_of_a_record_is_no_keyword() -> None:
    (paper,) = read("TY  - CONF\nTI  - T\nID  - key2024\nER  - \n")
    assert (paper.keywords, paper.native_key) == ((), "key2024")


def test_old_years_are_years() -> None:
    (paper,) = read("TY  - BOOK\nTI  - T\nPY  - 1883\nER  - \n")
    assert paper.year == 1883


def test_a_list_in_one_line_gives_its_authors_not_its_letters() -> None:
    (paper,) = read("TY  - CONF\nTI  - T\nAU  - ['Max Test', 'Ada Probe']\nER  - \n")
    assert paper.authors == (Author("Test", "Max"), Author("Probe", "Ada"))
