"""Exported bibliographies go through BibTeX, Biber and LaTeX without a complaint."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bench import compiling
from bench.compile import EVERYTHING, USUAL, cited, keyed, nastiest
from paperstui.index.citations import biblatex, bibtex
from paperstui.index.citations.cited import Cited
from paperstui.index.locations import SEEDS
from paperstui.index.models import Author, Paper, Venue

if TYPE_CHECKING:
    from bench.compiling import Outcome
    from paperstui.index.citations.cited import CitationOptions

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
LISTS = ("iclr2018.json.gz", "naacl2024.json.gz", "siggraph2020.json.gz")
FILES = ("bibtex/biblatex-examples.bib", "bibtex/orcid-russian.bib")
OF_EACH = 40

missing = compiling.missing_programs(("bibtex", "biber", "pdflatex", "kpsewhich"))
if not missing:
    missing = compiling.missing_files(("IEEEtran.bst", "acm.bst", "biblatex.sty"))
pytestmark = [
    pytest.mark.skipif(
        bool(missing), reason=f"not installed, see .ci/run: {', '.join(missing)}"
    ),
    pytest.mark.timeout(300),
]

TITLES = (
    r"100% of Data2Text & Code: $\ell_2$-norms, l_2, x^2, #1, ~8 and $5",
    r"A {half} \brace{ {, $\mathbb{E}[x | y]$, $\{1, 2$ and a \ at its end \ ",
    '“Curly” and "straight" quotes, it\'s 1–2—3… a < b > c | d',
    "CO₂ at 360° × 10⁻³ ≤ ∞ → ℝ, ½ § ‰ „low“ «wide» ¿what? ƒ № €",
    "Façade, naïve Łoś, Ångström, Nguyễn Thị Việt, Đorđe, Þórr, ŋ, Ĳ",
    "α-Divergences, 𝝀-Calculus, ÅÄÖ: GPT-4o, U-Net, C++, C# and A",
    "SHOUTED TITLE OF ALL IN CAPITALS",
    r"\emph{Emphatic} \textbf{bold} \'Etude, \unknown{macro} \& $\text{if } x_1$",
    "Entry @misc{a, title = {b}} in a title, with % and \\% and \\\\",
)
PEOPLE = (
    (Author("Müller", "Ödön"), Author("Test", "Max", "von der", "Jr.")),
    (Author("The Test & Co Group"), Author("Monomir-Test")),
    (Author("Marland and Sons", "L."), Author("Test, Inc.", "A."), Author("Others")),
    (Author("Kritika", "-"), Author("Test", "And"), Author("O'Test", "M.-É.")),
    (Author("Nguyễn", "Ân"), Author("Ādams", "Ž. Ý."), Author("d'Été", "Łukasz")),
    (Author("M.", "Probe, V., Test, A., Ada, B."),),
    (Author("Test\\", "{A"), Author("", "Given"), Author("Test", suffix="III")),
    (),
)
ABROAD = (
    (Author("江", "测试"), Author("江测试"), Author("Петров", "Иван Я.")),
    (Author("Θεός", "Αλέξης Ο."), Author("山田", "テスト"), Author("김", "테스트")),
)
KINDS = (
    *("paper-conference", "article-journal", "article", "book", "chapter", "thesis"),
    *("report", "manuscript", "webpage", "software", "dataset", "patent", "pamphlet"),
)


def made() -> list[Paper]:
    """Papers of every kind that lack this or that, with what LaTeX trips on."""
    known = Paper(
        "test",
        "",
        Venue("ICML", 2024),
        abstract="An abstract \\& more: 5% of $x_1$ } {.",
        booktitle="Proceedings of Tests & Trials, 100%",
        volume="3",
        series="Series of #1 Räume",
        pages="1-34, S12–S34",
        publisher="Räume & Söhne",
        place="Räume & Städte, 100%",
        month="07-21/07-27",
        url="https://x.org/a_b?c=1&d=%20#e~f",
        pdf="https://x.org/{a}\\b c.pdf",
        doi="10.1002/(SICI)1<1::AID>3.0_%",
        arxiv="2401.05932",
        number="5",
        keywords=("R&D", "a, b"),
        note="Best 1% {",
    )
    found: list[Paper] = []
    for number, kind in enumerate(KINDS):
        for title in TITLES[number % 2 :: 2]:
            authors = PEOPLE[(number + len(found)) % len(PEOPLE)]
            whole = replace(known, title=title, authors=authors, kind=kind)
            found += [
                whole,
                replace(whole, volume="", number=""),
                replace(whole, series="", publisher="", doi="", url=""),
                replace(whole, venue=Venue("Papers"), booktitle="", arxiv="", note=""),
            ]
    known = replace(known, title="Deep Nets", authors=PEOPLE[0])
    found.append(replace(known, status="Reject", kind="manuscript"))
    found.append(replace(known, title_derived=True))
    return found


def remarked(papers: list[Paper]) -> list[Cited]:
    note = "A remark of 5%"
    return [replace(each, tags=("to & fro",), note=note) for each in keyed(papers)]


@pytest.fixture(scope="module")
def papers() -> list[Cited]:
    """Those made here, the seeds and, where there are some, the worst of real lists."""
    found = made()
    for path in sorted(SEEDS.glob("*.txt")):
        found += [each.paper for each in cited(path)]
    real = [DATA / "paperlists" / name for name in LISTS]
    for path in (*real, *(DATA / "formats" / name for name in FILES)):
        if path.exists():
            worst = nastiest(cited(path), OF_EACH, USUAL)
            found += [each.paper for each in worst]
    return remarked(found)


@pytest.fixture(scope="module")
def abroad() -> list[Cited]:
    """Papers with letters that pdflatex does not know."""
    title = "深度学习, テスト, 테스트, Привет and Θεός"
    known = Paper("t", title, Venue("ICML", 2024), booktitle="机器学习 & more")
    return remarked([replace(known, authors=authors) for authors in ABROAD])


def complaints(outcome: Outcome) -> dict[str, str]:
    """The first message of each kind."""
    assert outcome.entries > 0
    kinds = outcome.errors | outcome.warnings
    return {kind: outcome.examples[kind] for kind in kinds}


@pytest.mark.parametrize("options", [USUAL, EVERYTHING], ids=["usual", "everything"])
@pytest.mark.parametrize("style", compiling.STYLES)
def test_no_style_of_bibtex_complains(
    papers: list[Cited],
    abroad: list[Cited],
    style: str,
    options: CitationOptions,
    tmp_path: Path,
) -> None:
    written = "".join(bibtex.write(papers, options))
    assert complaints(compiling.bibtex(written, style, tmp_path)) == {}
    written = "".join(bibtex.write(abroad, options))
    assert complaints(compiling.bibtex(written, style, tmp_path)) == {}


@pytest.mark.parametrize("options", [USUAL, EVERYTHING], ids=["usual", "everything"])
def test_biber_does_not_complain(
    papers: list[Cited], abroad: list[Cited], options: CitationOptions, tmp_path: Path
) -> None:
    worst = [*nastiest(papers, 60, options), *abroad]
    written = "".join(biblatex.write(worst, options))
    assert complaints(compiling.biber(written, tmp_path)) == {}


BROKEN = """@inproceedings{a, title = {A}, year = {2024}}
@misc{b, title = {B}, author = {Test, and Max}, year = {2024}}
@misc{c, title = {C $}, author = {Test, Max}, year = {2024}}
"""


def test_what_is_broken_is_complained_about(tmp_path: Path) -> None:
    found = complaints(compiling.bibtex(BROKEN, "plain", tmp_path))
    assert found["empty author"] == "Warning--empty author in a"
    assert found["empty booktitle"] == "Warning--empty booktitle in a"
    assert "while executing" in found
    assert complaints(compiling.biber(BROKEN.replace("{B}", "B}"), tmp_path)) != {}
    outcome = compiling.typeset("pdflatex", BROKEN, "plain", tmp_path)
    assert any("Missing $" in error for error in outcome.errors)


@pytest.mark.parametrize("style", ["plain", "IEEEtran", "biblatex"])
def test_pdflatex_typesets_the_worst(
    papers: list[Cited], style: str, tmp_path: Path
) -> None:
    form = biblatex if style == "biblatex" else bibtex
    latin = [each for each in papers if bibtex.entry(each, USUAL).isascii()]
    assert len(latin) > 0.9 * len(papers)
    written = "".join(form.write(nastiest(latin, 60, USUAL), USUAL))
    assert complaints(compiling.typeset("pdflatex", written, style, tmp_path)) == {}


def _has_font() -> bool:
    if shutil.which("fc-list") is None or shutil.which("lualatex") is None:
        return False
    listed = subprocess.run(["fc-list"], stdout=subprocess.PIPE, check=True).stdout
    return b"WenQuanYi" in listed


@pytest.mark.skipif(
    not _has_font(), reason="lualatex or fonts-wqy-microhei is not installed"
)
@pytest.mark.parametrize("style", ["abbrv", "biblatex"])
def test_lualatex_typesets_every_script(
    papers: list[Cited], abroad: list[Cited], style: str, tmp_path: Path
) -> None:
    form = biblatex if style == "biblatex" else bibtex
    written = "".join(form.write([*nastiest(papers, 30, USUAL), *abroad], EVERYTHING))
    outcome = compiling.typeset("lualatex", written, style, tmp_path)
    assert complaints(outcome) == {}
