"""Markdown lists in the shapes in which people keep them, and plain lists."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers import markdown
from paperstui.index.readers.base import Origin
from tests.examples import examples

REAL = Path(__file__).parents[4] / "shared/data/formats/text-md"
SEEDS = Path(__file__).parents[3] / "seeds"
LONG = "We study tests of many kinds and show that " + "they hold in every case " * 9


ORIGIN = Origin("list.md")


def read(
    content: str | bytes, origin: Origin = ORIGIN
) -> tuple[list[Paper], list[Problem]]:
    data = content.encode() if isinstance(content, str) else content
    found = list(markdown.read(io.BytesIO(data), origin))
    return (
        [item for item in found if isinstance(item, Paper)],
        [item for item in found if isinstance(item, Problem)],
    )


def names(paper: Paper) -> list[str]:
    return [author.name for author in paper.authors]


def test_headings_with_labels_below() -> None:
    papers, problems = read(f"""\
# **Awesome ICLR 2024 Test Papers**

- [**Tests**](https://github.com/me/list#tests)
  - [A Title of Tests](https://github.com/me/list#a-title-of-tests)

## Tests

### A Title of $K^2$-Tests
> In short it tests.
<details open>
  <summary>Details</summary>

- **Abstract**: {LONG}
More of *it*.
- **OpenReview**: https://openreview.net/pdf?id=4Ua4hKiAJX

![](fig/x.jpg)
</details>

---

## Another Title at a Higher Level
**Abstract:** Short. Code at [this url](https://github.com/me/tests).

- OpenReview: https://openreview.net/forum?id=AJBkfwXh3u

## A Third: Label Without Colon
- **Abstract** \u200bShort.
- **Code**: me/code

## Credits
**Ada Test**
[![website](https://img.shields.io/badge/x.svg)](https://ada.github.io)
""")
    assert problems == []
    assert [paper.title for paper in papers] == [
        "A Title of $K^2$-Tests",
        "Another Title at a Higher Level",
        "A Third: Label Without Colon",
    ]
    first, second, third = papers
    assert first.id == "openreview:4Ua4hKiAJX"
    assert first.url == "https://openreview.net/forum?id=4Ua4hKiAJX"
    assert first.pdf == "https://openreview.net/pdf?id=4Ua4hKiAJX"
    assert first.abstract == f"{LONG.strip()} More of *it*."
    assert first.note == "In short it tests."
    assert {paper.venue for paper in papers} == {Venue("ICLR", 2024)}
    assert second.abstract == "Short. Code at this url."
    assert second.code == "https://github.com/me/tests"
    assert third.abstract == "Short."


def test_a_table() -> None:
    papers, problems = read("""\
# ICLR 2021 Data

| Rank | AvgRating | Title | Ratings | Decision | Authors | Code |
|---:|---:|:---|:---|---|---|---|
|1 |8.75 | [A $\\ell_p$ Test](https://openreview.net/forum?id=UH-cm) | 9, 8 \
| Accept (Oral) | Ada Test; Max van der Else | [x](https://github.com/a/b) |
| 2 | 5 | [Two \\| Three](https://arxiv.org/abs/2101.00001v2) | 5, 5 | Unknown | | |
| 3 | 5 | | 5 | Reject | | |

Visualizations are by me.
""")
    assert [paper.title for paper in papers] == ["A $\\ell_p$ Test", "Two | Three"]
    first, second = papers
    assert (first.rating, first.status) == (8.75, "Accept (Oral)")
    assert names(first) == ["Ada Test", "Max van der Else"]
    assert first.code == "https://github.com/a/b"
    assert first.venue == Venue("ICLR", 2021)
    assert (second.id, second.status) == ("arxiv:2101.00001", "")
    assert second.pdf == "https://arxiv.org/pdf/2101.00001"
    assert [(item.line, item.reason, item.lost) for item in problems] == [
        (7, "a paper without a title, skipped", True)
    ]


def test_a_table_with_badges_and_other_tables() -> None:
    papers, _ = read("""\
# ICCV-2023-Papers

| Year | 2024 | 2023 |
|:-:|:-:|:-:|
| json | [2024](https://x.org/iclr2024.json) | [2023](https://x.org/iclr2023.json) |

| **Title** | **Repo** | **Paper** | **Video** |
|-----------|:--------:|:---------:|:---------:|
| Simoun: Testing It | :heavy_minus_sign: | [![thecvf](https://img.shields.io/b.svg)]\
(https://openaccess.thecvf.com/content/ICCV2023/papers/X_paper.pdf) | no |
| Among Tests | [![GitHub](https://img.shields.io/g)](https://github.com/a/b) <br /> \
[![Web](https://img.shields.io/w)](https://a.github.io/b/) | [![arXiv](https://i.io/a)]\
(https://arxiv.org/abs/2303.09495) | [![YouTube](https://i.io/y)](https://youtu.be/1) |
""")
    assert [(paper.title, paper.venue.label) for paper in papers] == [
        ("Simoun: Testing It", "ICCV 2023"),
        ("Among Tests", "ICCV 2023"),
    ]
    assert papers[0].pdf.endswith("/X_paper.pdf")
    assert papers[1].arxiv == "2303.09495"
    assert papers[1].code == "https://github.com/a/b"
    assert papers[1].project == "https://a.github.io/b/"


def test_items_with_authors_and_labels_nested_below() -> None:
    papers, _ = read("""\
# Awesome Test Agents

This repo covers:
- Datasets
- Vision and language models

## All Papers
- [Vision2Test: A Benchmark](https://arxiv.org/abs/2603.26648)
    - Zehai Test, Wenyi Else, Zhen van Where
    - 🏛️ Institutions: Unknown
    - 📅 Date: March 27, 2026
    - 📑 Publisher: CVPR 2026
    - 🔑 Key: [benchmark], [user intent detection]
    - 📖 TLDR: A benchmark.

- [Seed Card](https://arxiv.org/abs/2603.20633)
    - Bytedance Seed
    - 📅 Date: March 21, 2026
    - 📑 Publisher: arXiv
""")
    first, second = papers
    assert names(first) == ["Zehai Test", "Wenyi Else", "Zhen van Where"]
    assert first.venue == Venue("CVPR", 2026)
    assert first.keywords == ("benchmark", "user intent detection")
    assert first.note == "A benchmark."
    assert (second.title, second.year) == ("Seed Card", 2026)
    assert names(second) == ["Bytedance Seed"]


def test_items_with_everything_on_one_line() -> None:
    papers, _ = read("""\
### ICML 2023
- [2022/05] **Tests Are All You Need.** *Ada Test et al. arXiv.* \
[[paper](https://arxiv.org/abs/2305.06500)] [[code](https://github.com/a/b)]
- [2023/02] Toolformer: Models Can Test *Timo Test et al. IEEE(RAL)* \
[[paper](https://arxiv.org/pdf/2302.04761.pdf)]
- **A Third Title**, Ada Test and Bo Else, NeurIPS 2021. [[pdf]](https://x.org/a.pdf)
- [A Fourth Title](https://doi.org/10.1000/abc.1), *Ada Test, Bo Else*, **KDD 2020**
- A Fifth Title Without Link (CVPR 2019)
- Ada Test, Bo Else, and Cy Where. A Sixth Title of Tests. In KDD 2018. \
[link](https://dl.acm.org/x)
""")
    found = [(paper.title, names(paper), paper.venue.label) for paper in papers]
    assert found == [
        ("Tests Are All You Need", ["Ada Test"], "ICML 2022"),
        ("Toolformer: Models Can Test", ["Timo Test"], "ICML 2023"),
        ("A Third Title", ["Ada Test", "Bo Else"], "NeurIPS 2021"),
        ("A Fourth Title", ["Ada Test", "Bo Else"], "KDD 2020"),
        ("A Fifth Title Without Link", [], "CVPR 2019"),
        ("A Sixth Title of Tests", ["Ada Test", "Bo Else", "Cy Where"], "KDD 2018"),
    ]
    assert papers[0].code == "https://github.com/a/b"
    assert [paper.et_al for paper in papers] == [True, True, *4 * [False]]
    assert papers[1].arxiv == "2302.04761"
    assert papers[2].pdf == "https://x.org/a.pdf"
    assert papers[3].doi == "10.1000/abc.1"


def test_items_with_links_nested_below() -> None:
    papers, _ = read("""\
## Tests, UAI 2019
* One Title of Tests
  * [Paper](https://arxiv.org/abs/2301.00001)
  * [Code](https://github.com/a/b)
* Two Titles of Tests
  * PDF: https://x.org/2.pdf
""")
    assert [(paper.title, paper.pdf, paper.code) for paper in papers] == [
        (
            "One Title of Tests",
            "https://arxiv.org/pdf/2301.00001",
            "https://github.com/a/b",
        ),
        ("Two Titles of Tests", "https://x.org/2.pdf", ""),
    ]
    assert {paper.venue for paper in papers} == {Venue("UAI", 2019)}


def test_lines_in_bold_type_with_labels_below() -> None:
    papers, _ = read("""\
# CVPR 2020 论文开源项目合集

【推荐阅读】

<a name="GAN"></a>

# 目标检测

**Mask Testing: A Way**

- CVPR 2020 Oral

- 论文：https://arxiv.org/abs/2005.08139

- 代码（即将开源）：https://github.com/cxy/test

**Train Here, Test There**

论文：暂无

代码：https://github.com/a/b

## 3D

**About this list**

It is long.
""")
    assert [(paper.title, paper.venue.label) for paper in papers] == [
        ("Mask Testing: A Way", "CVPR 2020"),
        ("Train Here, Test There", "CVPR 2020"),
    ]
    assert papers[0].status == "Oral"
    assert papers[0].arxiv == "2005.08139"
    assert papers[0].code == "https://github.com/cxy/test"
    assert papers[1].code == "https://github.com/a/b"


def test_abstracts_folded_away() -> None:
    papers, _ = read(f"""\
# 2022

658 papers in this year.

### [Memory Tests](https://arxiv.org/abs/2301.00066)
**Yukun Test, Ming Else, Rui Where et al.** · 2022-12-30

<details>
<summary>Abstract</summary>

{LONG}

{LONG}

</details>

- **FocusTest: A Framework**
  Sifan Test, Jiahao Else
  _2026-02-27_ · https://arxiv.org/abs/2602.24133v1
  <details><summary>Abstract</summary>

  {LONG}

  </details>
""")
    first, second = papers
    assert first.title == "Memory Tests"
    assert names(first) == ["Yukun Test", "Ming Else", "Rui Where"]
    assert first.abstract == f"{LONG.strip()}\n\n{LONG.strip()}"
    assert second.title == "FocusTest: A Framework"
    assert names(second) == ["Sifan Test", "Jiahao Else"]
    assert (second.arxiv, second.year) == ("2602.24133", 2026)
    assert second.abstract == LONG.strip()


def test_html_in_markdown() -> None:
    papers, _ = read("""\
<h1 align="center">top CVPR 2024 papers</h1>
<!--- DO NOT EDIT
**A Title in a Comment** -->
<p align="left">
    <a href="https://arxiv.org/abs/2404.04319" title="x">
        <strong>unused</strong>
    </a>
</p>
<p>
    <a href="https://arxiv.org/abs/2404.04320"><b>SpatialTest: In 3D Space</b></a>
    <br/>
    Yuxi Test, Qianqian Else
    <br/>
    [<a href="https://arxiv.org/abs/2404.04320">paper</a>] \
[<a href="https://github.com/a/b">code</a>]
</p>
""")
    assert [(paper.title, names(paper), paper.code) for paper in papers] == [
        (
            "SpatialTest: In 3D Space",
            ["Yuxi Test", "Qianqian Else"],
            "https://github.com/a/b",
        )
    ]
    assert papers[0].venue == Venue("CVPR", 2024)


def test_a_list_of_nothing_but_titles() -> None:
    papers, problems = read("""\
# ICRA2020-paper-list

Welcome to ICRA 2020.

# Categories
- Awards I: Service Robots
- SLAM
- Motion and Path Planning

## Awards I: Service Robots
- Online Testing through Combined Optimization: Application
- Human-Centric Active Testing &amp; More

## SLAM
-  Structure-Aware COP-SLAM
- Dynamic SLAM: The Need for Tests (I)
- Testing Maps. ICRA 2019 [测试地图]
""")
    assert problems == []
    assert [paper.title for paper in papers] == [
        "Online Testing through Combined Optimization: Application",
        "Human-Centric Active Testing & More",
        "Structure-Aware COP-SLAM",
        "Dynamic SLAM: The Need for Tests (I)",
        "Testing Maps",
    ]
    assert [paper.year for paper in papers] == [2020, 2020, 2020, 2020, 2019]
    assert all(paper.venue.name == "ICRA" for paper in papers)


def test_a_plain_text_of_titles() -> None:
    papers, _ = read(
        "ICML 2024 Papers\n\nOne Title of Tests\nk-Tests at Home\n"
        "Where Tests & Trials Are Made\n测试深度学习方法研究的一篇论文\n"
    )
    assert [paper.title for paper in papers] == [
        "One Title of Tests",
        "k-Tests at Home",
        "Where Tests & Trials Are Made",
        "测试深度学习方法研究的一篇论文",
    ]
    assert {paper.venue for paper in papers} == {Venue("ICML", 2024)}


def test_a_plain_text_of_titles_with_authors_and_addresses() -> None:
    papers, _ = read(f"""\
1. One Title of Tests
   Ada Test, Bo Else
   https://arxiv.org/abs/2401.00001

2) Two Titles of Tests: More
   Jane Doe

(3) Three Titles, Even
   Ada Test and Bo Else
   {LONG}
""")
    assert [(paper.title, names(paper)) for paper in papers] == [
        ("One Title of Tests", ["Ada Test", "Bo Else"]),
        ("Two Titles of Tests: More", ["Jane Doe"]),
        ("Three Titles, Even", ["Ada Test", "Bo Else"]),
    ]
    assert papers[0].arxiv == "2401.00001"
    assert papers[2].abstract == LONG.strip()


def test_the_venue_comes_from_the_nearest_heading_that_says_it() -> None:
    papers, _ = read("""\
# My reading

## NeurIPS
### 2023
- [One Title of Tests](https://arxiv.org/abs/2301.00001)
### 2022
- [Two Titles of Tests](https://arxiv.org/abs/2301.00002)
## Robots
- [Three Titles of Tests](https://arxiv.org/abs/2301.00003)
""", Origin("list.md", venue=Venue("Reading group", 2020)))  # fmt: skip
    assert [paper.venue.label for paper in papers] == [
        "NeurIPS 2023",
        "NeurIPS 2022",
        "Reading group 2020",
    ]


def test_without_any_venue_there_is_still_one() -> None:
    papers, _ = read("- [One Title of Tests](https://arxiv.org/abs/2301.00001)\n")
    assert papers[0].venue == Venue("Papers")
    papers, _ = read(
        "- [One Title of Tests](https://arxiv.org/abs/2301.00001)\n",
        Origin("icml2024.md"),
    )
    assert papers[0].venue == Venue("ICML", 2024)


def test_what_stands_twice_is_given_once() -> None:
    papers, problems = read("""\
- [One Title of Tests](https://arxiv.org/abs/2301.00001)
- [One title of tests](https://arxiv.org/abs/2301.00001)
- [Another Title](https://arxiv.org/abs/2301.00001)
""")
    assert [paper.title for paper in papers] == ["One Title of Tests", "Another Title"]
    assert papers[0].id == "arxiv:2301.00001"
    assert papers[1].id.startswith("hash:")
    assert [(item.line, item.record, item.reason, item.lost) for item in problems] == [
        (2, 2, "“One title of tests” stands in the list twice", False),
        (3, 3, "has the same address as “One Title of Tests”", False),
    ]


def test_code_and_tables_of_keys_are_no_papers() -> None:
    papers, problems = read("""\
# A Tool

Reads lists of papers. See the [manual](https://example.org/manual).

```
- [One Title of Tests](https://arxiv.org/abs/2301.00001)
```

| Papers | |
|---|---|
| `j` | Down |

1. Run `make` to build.
2. Open the file.
""")
    assert papers == []
    assert [item.reason for item in problems] == [
        "holds no titles of papers that could be found"
    ]


def test_marks_and_math_in_titles() -> None:
    papers, _ = read("""\
- **[*Fast* Tests: 10% of $O(n^2)$](https://arxiv.org/abs/2301.00001)**
- [Tests\\_of \\[MASK\\] &lt;s&gt;](https://arxiv.org/abs/2301.00002)
- [G\\"odel's Tests, 11.5\\%](https://arxiv.org/abs/2301.00003)
- [CO<sub>2</sub> Tests\x1b[31m](https://arxiv.org/abs/2301.00004)
""")
    assert [paper.title for paper in papers] == [
        "*Fast* Tests: 10% of $O(n^2)$",
        "Tests_of [MASK] <s>",
        "Gödel's Tests, 11.5%",
        "CO₂ Tests",
    ]


def test_other_encodings() -> None:
    line = "- [Tests für Zoë](https://arxiv.org/abs/2301.00001)\r\n"
    papers, problems = read(line.encode("cp1252"))
    assert [paper.title for paper in papers] == ["Tests für Zoë"]
    assert [item.reason for item in problems] == [
        "is not UTF-8 (line 1); read as Windows-1252"
    ]
    assert read(line.encode("utf-16"))[0][0].title == "Tests für Zoë"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("- [One Title](https://arxiv.org/abs/2301.00001)\n", True),
        ("| Title | Authors |\n|---|---|\n| One Title | Ada Test |\n", True),
        ("One Title of Tests\nTwo Titles of Tests\nThree of Them\n", True),
        (f"ICML 2024 - abstracts\n\n{LONG}\n\n{LONG}\n", False),
        ('{"title": "One Title of Tests"}', False),
        ('[{"title": "One Title of Tests"}]', False),
        ("@article{a, title={One Title of Tests}}", False),
        ("<?xml version='1.0'?><collection id='x'/>", False),
        ("TY  - CONF\nTI  - One Title of Tests\nER  - \n", False),
        ("Some words only.\n", False),
        ("", False),
    ],
)
def test_sniffing(head: str, expected: bool) -> None:
    assert markdown.sniff(head) is expected


@pytest.mark.parametrize(
    "path", sorted(SEEDS.glob("*.txt")), ids=lambda path: path.name
)
def test_lists_of_abstracts_are_left_to_their_reader(path: Path) -> None:
    assert not markdown.sniff(path.read_text(encoding="utf-8"))


@settings(max_examples=examples(150))
@given(
    st.lists(
        st.sampled_from(
            [
                "# ICML 2024", "### A Title", "- [A B](https://arxiv.org/abs/2301.00001)",
                "| Title | Code |", "|---|---|", "| a | b | c", "**A Bold Title**",
                "Ada Test, Bo Else", "- **Abstract**: x", "> q", "", "```", "<details>",
                "[", "](", "**", "  - nested", LONG, "|", "---", "Paper: x", "\\|[|](",
            ]
        )
        | st.text(max_size=40),
        max_size=25,
    )
)  # fmt: skip
def test_no_mixture_of_lines_raises(parts: list[str]) -> None:
    papers, problems = read("\n".join(parts))
    assert papers or problems
    assert all(paper.title and paper.id for paper in papers)


def test_long_lines_take_no_long_time() -> None:
    for piece in ("[a](", "**x ", "| [", "A. B ", "*a, ", "(((", "<a href=", "- [ ] "):
        read(f"- {piece * 20_000}\n{piece * 20_000}\n")


@pytest.mark.skipif(not REAL.is_dir(), reason=f"real files are not at {REAL}")
@pytest.mark.parametrize(
    ("name", "count", "doubles", "pattern"),
    [
        ("iclr2021-openreviewdata.md", 2966, 0, rb"(?m)^\| *\d+ *\|.*forum\?id="),
        ("iclr2024-graph-papers.md", 27, 1, rb"(?m)^(?:- )?\*\*Abstract:?\*\*"),
    ],
)
def test_real_files(name: str, count: int, doubles: int, pattern: bytes) -> None:
    data = (REAL / name).read_bytes()
    papers, problems = read(data, Origin(name))
    assert markdown.sniff(data[:65536].decode(errors="ignore"))
    assert len(papers) == count
    assert len(re.findall(pattern, data)) == count + doubles
    assert sum("twice" in item.reason for item in problems) == doubles
    assert not any(item.lost for item in problems)
    assert all(paper.openreview and paper.venue.name == "ICLR" for paper in papers)


def test_an_author_in_parts() -> None:
    papers, _ = read("**One Title of Tests**\nMax van der Test, Zoë Müller\n")
    assert papers[0].authors == (
        Author("Test", "Max", "van der"),
        Author("Müller", "Zoë"),
    )
