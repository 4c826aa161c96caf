"""Tables of papers in CSV."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers.base import Origin
from paperstui.index.readers.miniconf import read, sniff

DATA = Path(__file__).parents[4] / "shared" / "data" / "formats" / "miniconf-csv"
COUNTS = {"colt2020-clustered.csv": 120, "ismir2020.csv": 115}
COUNTS["sigdial-inlg2023.csv"] = 117
MAX, ADA = Author("Test", "Max"), Author("Probe", "Ada")


def table(content: str, source: str = "ismir2020.csv") -> list[Paper | Problem]:
    """What a table gives."""
    return list(read(io.BytesIO(content.encode()), Origin(source)))


def test_a_table_of_miniconf() -> None:
    (found,) = table(
        "UID,title,abstract,session,authors,affiliations,keywords,pdf_url,status\r\n"
        '1-01,"A ""T"" &amp; U","One\r\nline.",1,Max Test|Ada Probe,"Here| There, X",'
        '"tests|Structure, and form",https://x.org/1.pdf,Oral\r\n'
    )
    assert isinstance(found, Paper)
    assert found == Paper(
        id=found.id,
        title='A "T" & U',
        venue=Venue("ISMIR", 2020),
        abstract="One line.",
        authors=(MAX, ADA),
        pdf="https://x.org/1.pdf",
        source="ismir2020.csv",
        kind="paper-conference",
        status="Oral",
        keywords=("tests", "Structure, and form"),
        affiliations=("Here", "There, X"),
    )


def test_an_export_of_cmt() -> None:
    (found,) = table(
        "cmtid,Paper Title,Abstract,Authors,Author Names,Primary Subject Area,"
        "Secondary Subject Areas\n"
        '54,T,We test.,Ada Probe (Here (X) & There); Max Test (There)*,"Probe, Ada; '
        'Test, Max*","Economics, and games",Convexity; Statistics\n'
    )
    assert isinstance(found, Paper)
    assert found.authors == (ADA, MAX)
    assert found.affiliations == ("Here (X) & There", "There")
    assert found.keywords == ("Economics, and games", "Convexity", "Statistics")


def test_a_row_may_name_its_conference() -> None:
    found = table(
        "conference,title,authors,year,openreview\n"
        "inlg,A,Max Test,,https://openreview.net/forum?id=abc\n"
        "NIPS,B,Max Test,2017,\n"
        ",C,Max Test,2018,\n",
        "sigdial2023.csv",
    )
    assert [(p.id[:4], p.venue.label) for p in found if isinstance(p, Paper)] == [
        ("open", "INLG 2023"),
        ("hash", "NeurIPS 2017"),
        ("hash", "SIGDIAL 2018"),
    ]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_cells_are_separated_in_every_way(delimiter: str) -> None:
    rows = (("Title", "Authors"), ("A: b, c", "Max Test|Ada Probe"))
    lines = [delimiter.join(f'"{cell}"' for cell in row) for row in rows]
    (found,) = table("\n".join(lines))
    assert isinstance(found, Paper)
    assert (found.title, found.authors) == ("A: b, c", (MAX, ADA))


def test_bad_rows_cost_no_others() -> None:
    found = table(
        "title,authors,abstract\n"
        'A,Max Test,"one\n\nline"\n'
        "\n"
        ",Max Test,\n"
        "B,Max Test\n"
        f"C,{'x' * 5_000_000},\n"
        "D,Max Test,,more\n"
    )
    titles = [paper.title for paper in found if isinstance(paper, Paper)]
    assert titles == ["A", "B", "D"]
    problems = [item for item in found if isinstance(item, Problem)]
    assert [str(problem) for problem in problems] == [
        "ismir2020.csv:6: record 2: has neither a title nor an abstract",
        "ismir2020.csv:7: record 3: has 2 cells where the table has 3",
        "ismir2020.csv:8: record 4: cannot be read: field larger than field limit "
        "(4194304)",
        "ismir2020.csv:9: record 5: has 4 cells where the table has 3",
    ]
    assert [problem.lost for problem in problems] == [True, False, True, False]


def test_a_table_without_titles_is_a_problem() -> None:
    assert table("a,b\n1,2\n") == [
        Problem("ismir2020.csv", "the first row names no column “title”", 1)
    ]
    assert len(table("")) == 1


@pytest.mark.parametrize(
    ("head", "is_table"),
    [
        ("UID,title,abstract\n1,A,B\n", True),
        ("\ufeffPaper Title;Author Names\n", True),
        ("title\tauthors", True),
        ("title,other\n", False),
        ("We propose a title, an abstract and authors.\n", False),
        ('{"title": 1, "abstract": 2}', False),
        ("@article{a,\n title={A}, abstract={B}}", False),
        ("", False),
    ],
)
def test_sniffing(head: str, is_table: bool) -> None:
    assert sniff(head) is is_table


@pytest.mark.skipif(not DATA.is_dir(), reason="the folder of real files is not there")
@pytest.mark.parametrize("name", COUNTS)
def test_real_tables_lose_nothing(name: str) -> None:
    data = (DATA / name).read_bytes()
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert sniff(data[:65536].decode())
    found = list(read(io.BytesIO(data), Origin(name)))
    assert len(found) == len(rows) == COUNTS[name]
    for row, item in zip(rows, found, strict=True):
        assert isinstance(item, Paper)
        title = row.get("title") or row.get("Paper Title") or ""
        assert item.title[:10].split()[:1] == title[:10].split()[:1]
        listed = row.get("authors") or row.get("Author Names") or ""
        if "|" in listed or ";" in listed:
            names = [name for name in re.split("[|;]", listed) if name.strip()]
            assert len(item.authors) == len(names)
        else:
            assert item.authors
