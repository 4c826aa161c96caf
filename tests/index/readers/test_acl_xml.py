"""The XML of the ACL Anthology: texts in tags, identifiers, volumes, damaged files."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers import acl_xml
from paperstui.index.readers.base import Origin
from tests.examples import examples

REAL = Path(__file__).parents[4] / "shared/data/formats/acl-xml"
ORIGIN = Origin("file.xml")

META = """
    <meta>
      <booktitle>Proceedings of the <fixed-case>ACL</fixed-case>
        (Long Papers)</booktitle>
      <editor><first>Edda</first><last>Itor</last></editor>
      <publisher>Association for Computational Linguistics</publisher>
      <address>Dublin, Ireland</address>
      <month>May</month>
      <year>2022</year>
      <url hash="1">2022.acl-long</url>
      <venue>acl</venue>
    </meta>
    <frontmatter><url>2022.acl-long.0</url><bibkey>front</bibkey></frontmatter>
"""
PAPER = """
    <paper id="7">
      <title><fixed-case>B</fixed-case>ert &amp; <tex-math>k</tex-math>-Tests:
        <i>Why</i> Not?</title>
      <author id="max"><first>Max</first><last>van der Test</last></author>
      <author><first/><last>Monomir</last>
        <affiliation>Where Institute</affiliation></author>
      <pages>1–15</pages>
      <abstract>Less &lt;1% of <tex-math>O(n^2)</tex-math> at <b>H</b>ome,
      CO<sub>2</sub>.
      See <url>https://example.org/a</url>.</abstract>
      <url hash="2">2022.acl-long.7</url>
      <bibkey>van-der-test-2022-bert</bibkey>
      <doi>10.18653/v1/2022.acl-long.7</doi>
      <award>Best Paper</award>
      <pwccode url="https://github.com/test/bert" additional="false">test/bert</pwccode>
      <revision id="1" href="2022.acl-long.7v1" hash="3"/>
    </paper>
"""


def collection(
    papers: str = PAPER, name: str = "2022.acl", volume: str = "long", meta: str = META
) -> bytes:
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        f'<collection id="{name}"><volume id="{volume}" type="proceedings">'
        f"{meta}{papers}</volume></collection>"
    ).encode()


def read(data: bytes, origin: Origin = ORIGIN) -> tuple[list[Paper], list[Problem]]:
    found = list(acl_xml.read(io.BytesIO(data), origin))
    return (
        [item for item in found if isinstance(item, Paper)],
        [item for item in found if isinstance(item, Problem)],
    )


def simple(number: int, title: str = "A Title") -> str:
    return f'<paper id="{number}"><title>{title}</title></paper>\n'


def test_a_paper_with_everything() -> None:
    papers, problems = read(collection())
    assert papers == [
        Paper(
            id="doi:10.18653/v1/2022.acl-long.7",
            title="Bert & $k$-Tests: *Why* Not?",
            venue=Venue("ACL", 2022),
            abstract="Less <1% of $O(n^2)$ at Home, CO₂. See https://example.org/a.",
            authors=(Author("Test", "Max", "van der"), Author("Monomir")),
            editors=(Author("Itor", "Edda"),),
            booktitle="Proceedings of the ACL (Long Papers)",
            pages="1-15",
            publisher="Association for Computational Linguistics",
            place="Dublin, Ireland",
            month="05",
            url="https://aclanthology.org/2022.acl-long.7/",
            pdf="https://aclanthology.org/2022.acl-long.7.pdf",
            doi="10.18653/v1/2022.acl-long.7",
            source="file.xml",
            kind="paper-conference",
            track="Long papers",
            affiliations=("", "Where Institute"),
            code="https://github.com/test/bert",
            note="Best Paper",
            native_key="van-der-test-2022-bert",
        )
    ]
    assert [(item.reason, item.lost) for item in problems] == [
        ("left out 1 front matter, which are no papers", False)
    ]


@pytest.mark.parametrize(
    ("name", "volume", "number", "expected"),
    [
        ("2020.acl", "main", 12, "2020.acl-main.12"),
        ("L06", "1", 60, "L06-1060"),
        ("P98", "2", 123, "P98-2123"),
        ("W19", "50", 1, "W19-5001"),
        ("W05", "3", 12, "W05-0312"),
        ("D19", "5", 7, "D19-0507"),
        ("D19", "1", 7, "D19-1007"),
    ],
)
def test_identifiers_of_every_age(
    name: str, volume: str, number: int, expected: str
) -> None:
    papers, _ = read(collection(simple(number), name, volume))
    assert papers[0].id == f"acl:{expected}"
    assert papers[0].url == f"https://aclanthology.org/{expected}/"


@pytest.mark.parametrize(
    ("name", "volume", "meta", "venue"),
    [
        ("2022.acl", "long", "<year>2022</year><venue>acl</venue>", ("ACL", 2022)),
        ("2022.tacl", "1", "<venue>tacl</venue>", ("TACL", 2022)),
        ("2023.bea", "1", "<venue>ws</venue><venue>bea</venue>", ("BEA", 2023)),
        (
            "2023.findings",
            "emnlp",
            "<venue>findings</venue>",
            ("Findings of EMNLP", 2023),
        ),
        ("P98", "1", "<venue>acl</venue>", ("ACL", 1998)),
        ("L06", "1", "", ("ACL Anthology", 2006)),
    ],
)
def test_venues(name: str, volume: str, meta: str, venue: tuple[str, int]) -> None:
    papers, _ = read(collection(simple(1), name, volume, f"<meta>{meta}</meta>"))
    assert papers[0].venue == Venue(*venue)


def test_a_journal() -> None:
    meta = (
        "<meta><booktitle>Test Letters, Volume 9</booktitle><venue>tacl</venue>"
        "<journal-volume>9</journal-volume><journal-issue>2</journal-issue>"
        "<journal-title>Test Letters</journal-title><year>2021</year></meta>"
    )
    data = collection(simple(1), "2021.tacl", "1", meta)
    papers, _ = read(data.replace(b"proceedings", b"journal"))
    assert papers[0].kind == "article-journal"
    assert (papers[0].booktitle, papers[0].volume, papers[0].number) == (
        "Test Letters",
        "9",
        "2",
    )


def test_an_event_is_no_volume() -> None:
    event = (
        b'<event id="acl-2022"><meta><title>Meeting</title></meta>'
        b"<talk><title>Keynote</title></talk></event></collection>"
    )
    papers, problems = read(collection().replace(b"</collection>", event))
    assert len(papers) == 1
    assert len(problems) == 1


def test_papers_that_are_none_are_counted() -> None:
    front = '<paper id="0" type="frontmatter"><title>Front</title></paper>'
    papers, problems = read(collection(front + simple(1) + '<paper id="2"/>'))
    assert [paper.id for paper in papers] == ["acl:2022.acl-long.1"]
    assert [(item.reason, item.record, item.lost) for item in problems] == [
        ("2022.acl-long.2 has no title, skipped", 2, True),
        ("left out 2 front matters, which are no papers", None, False),
    ]


def test_a_retracted_paper_says_so() -> None:
    paper = simple(1).replace("</paper>", '<retracted date="2023-01-01"/></paper>')
    assert read(collection(paper))[0][0].status == "Retracted"


def test_a_pdf_that_lies_elsewhere() -> None:
    paper = simple(1).replace("</paper>", "<url>http://example.org/1.pdf</url></paper>")
    assert read(collection(paper))[0][0].pdf == "http://example.org/1.pdf"


def test_a_broken_paper_costs_no_other() -> None:
    broken = simple(2).replace("</title>", "</titel>")
    papers, problems = read(collection(simple(1) + broken + simple(3)))
    assert [paper.id for paper in papers] == [
        "acl:2022.acl-long.1",
        "acl:2022.acl-long.3",
    ]
    assert [paper.venue for paper in papers] == [Venue("ACL", 2022)] * 2
    lost = [item for item in problems if item.lost]
    assert [(item.line, item.record) for item in lost] == [(16, 2)]
    assert lost[0].reason.startswith("the paper is not well-formed XML (mismatched tag")
    assert problems[0].line == 16


def test_a_cut_file_keeps_what_is_whole() -> None:
    data = collection(simple(1) + simple(2))
    papers, problems = read(data[: data.rindex(b"</paper>")])
    assert [paper.id for paper in papers] == ["acl:2022.acl-long.1"]
    assert [item.reason for item in problems if item.lost] == [
        "the paper does not end, skipped"
    ]


def test_bare_ampersands_and_characters_of_html_are_mended() -> None:
    bad = simple(2, "Q&A &uuml;ber\x02 Tests &amp; R&D; &lt;x&gt;")
    papers, problems = read(collection(simple(1) + bad + simple(3)))
    assert [paper.title for paper in papers] == [
        "A Title",
        "Q&A über Tests & R&D; <x>",
        "A Title",
    ]
    assert [item.record for item in problems if item.record] == [2]
    assert not any(item.lost for item in problems)


def test_another_encoding_than_the_file_says() -> None:
    data = collection(simple(1, "Über Tests")).decode().encode("cp1252")
    papers, problems = read(data)
    assert [paper.title for paper in papers] == ["Über Tests"]
    assert any("read as Windows-1252" in item.reason for item in problems)


def test_what_holds_no_papers_says_so() -> None:
    for data in (b"", b"<a/>", b"<collection id='x'></collection>", b"\xff\xfe<"):
        papers, problems = read(data)
        assert papers == []
        assert problems[-1].reason == "holds no papers of the ACL Anthology"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (collection().decode(), True),
        ('\ufeff<collection\n  id="L06">', True),
        ("<html><collection></html>", False),
        ("<?xml version='1.0'?><records/>", False),
        ("A <collection id='x'> in a text", False),
        ("", False),
    ],
)
def test_sniffing(head: str, expected: bool) -> None:
    assert acl_xml.sniff(head) is expected


@settings(max_examples=examples(60))
@given(st.integers(0, 1500), st.binary(max_size=8))
def test_damage_anywhere_never_raises(place: int, noise: bytes) -> None:
    data = collection(simple(1) + PAPER + simple(3))
    papers, problems = read(data[:place] + noise + data[place + len(noise) :])
    assert papers or problems


@pytest.mark.skipif(not REAL.is_dir(), reason=f"real files are not at {REAL}")
@pytest.mark.parametrize(
    ("name", "count", "fronts"), [("2022.acl.xml", 774, 5), ("L06.xml", 4, 1)]
)
def test_real_files(name: str, count: int, fronts: int) -> None:
    data = (REAL / name).read_bytes()
    papers, problems = read(data, Origin(name))
    assert len(papers) == count == len(re.findall(rb"<paper ", data))
    assert [item.reason.split(",")[0] for item in problems] == [
        f"left out {fronts} front matter{'s' if fronts > 1 else ''}"
    ]
    assert len({paper.id for paper in papers}) == count
    # No word behind a tag is lost.
    words = re.sub(r"<[^>]*>", "", data.decode()).count("Reproducibility")
    found = sum(
        (paper.title + paper.abstract).count("Reproducibility") for paper in papers
    )
    assert found == words
