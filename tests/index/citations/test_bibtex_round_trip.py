"""Papers through BibTeX and BibLaTeX and back: by our reader, by pybtex, by pandoc."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperstui.index import text
from paperstui.index.citations import biblatex, bibtex
from paperstui.index.citations.cited import FIELDS, CitationOptions, Cited
from paperstui.index.models import Author, Paper, Venue
from paperstui.index.readers import bibtex as reader
from paperstui.index.readers.base import Origin
from tests.examples import examples

if TYPE_CHECKING:
    from types import ModuleType

EVERYTHING = CitationOptions(fields=frozenset(FIELDS))
UTF_8 = replace(EVERYTHING, unicode=True)

WORDS = tuple(
    r"""
    Deep learning for the GPT-4o CLIPScore Data2Text & R&D 100% l_2 #1 x^2 ~8 U-Net a A
    C++ § „ ½ ə naïve Łoś façade 'single' “double” it’s 1–2
    $l_2$ $\alpha$-divergence α ∞ ≤ O(n^2)
    <b a|b 深度学习 Привет {set} \$5 CO₂ Nguyễn Việt half-life and others: [MASK]
    """.split()  # noqa: SIM905
)
NAMES = (
    *("Test", "Müller", "García-Test", "O'Test", "Nguyễn", "Łoś", "Ōta", "Šimůnek"),
    *("Ðorđe", "Åse", "Ñandú", "Test-Ødegård", "Иванов", "Θεός"),
)
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
words = st.sampled_from(("Deep", "Nets: GPT-4o", "R&D", "naïve", "x_1")).flatmap(
    lambda word: st.sampled_from((word, f"{word} nets"))
)
names = st.sampled_from(NAMES)
people = st.one_of(
    st.builds(Author, names, names),
    st.builds(
        Author,
        names,
        st.sampled_from(("Max", "Ödön", "Иван Я.", "M.-É.", "Hao (Bo)")),
        st.sampled_from(("von der", "de la", "van")),
        st.sampled_from(("", "Jr.", "III")),
    ),
    st.builds(
        Author,
        st.sampled_from(
            ("Monomir-Test", "江测试", "The Test & Co Group", "Marland and Sons")
        ),
    ),
)
CONTAINERS = {
    "paper-conference": (
        (
            "ICML",
            "Proceedings of the 41st International Conference on Machine Learning",
        ),
        ("NeurIPS", "Advances in Neural Information Processing Systems"),
        ("RSS", "Proceedings of RSS & Friends"),
    ),
    "article-journal": (("JMLR", "Journal of Machine Learning Research"),),
    "chapter": (("Handbook of Räume", "Handbook of Räume"),),
}
numbers = st.sampled_from(("", "7", "12", "3A"))
MONTHS = ("", "07", "07-03", "07-21/07-27", "06/07", "07-30/08-02")


@st.composite
def papers(draw: st.DrawFn) -> Paper:
    """Papers as lists hold them, all of what BibTeX has a field for."""
    kind = draw(st.sampled_from(tuple(CONTAINERS)))
    name, booktitle = draw(st.sampled_from(CONTAINERS[kind]))
    doi = draw(st.sampled_from(("", "10.1234/a_b(1)", "10.1002/x<1::AID>3.0")))
    return Paper(
        "test:1",
        draw(texts),
        Venue(name, draw(st.integers(1700, 2099))),
        abstract=draw(texts),
        authors=tuple(draw(st.lists(people, min_size=1, max_size=3))),
        booktitle=booktitle,
        volume=draw(numbers),
        series=draw(st.sampled_from(("", "Proceedings of Räume & Zeiten"))),
        pages=draw(st.sampled_from(("", "1-34", "12, 15-17", "S12-S34", "e123"))),
        publisher=draw(st.sampled_from(("PMLR & Söhne", "Räume and Sons"))),
        place=draw(st.sampled_from(("", "Räume, Österreich"))),
        month=draw(st.sampled_from(MONTHS)),
        url=draw(st.sampled_from(("", "https://x.org/a_b'c;2?c=1&d=%20#e~f"))),
        pdf=draw(st.sampled_from(("", "https://x.org/a_b.pdf"))),
        doi=doi,
        arxiv=draw(st.sampled_from(("", "2401.05932"))),
        kind=kind,
        number=draw(numbers),
        keywords=tuple(draw(st.lists(words, max_size=3, unique=True))),
        note=draw(st.sampled_from(("", "Best paper & more"))),
        native_key="key",
    )


def back(paper: Paper, form: ModuleType, options: CitationOptions) -> Paper:
    """What our reader makes of the entry of a paper."""
    written = "".join(form.write([Cited(paper, "key")], options))
    found = list(reader.read(BytesIO(written.encode()), Origin("test.bib")))
    assert len(found) == 1, written
    assert isinstance(found[0], Paper)
    return found[0]


def readable(paper: Paper) -> dict[str, Any]:
    """The fields that both formats hold, texts as a person reads them."""
    return {
        "title": _shown(paper.title),
        "abstract": _shown(paper.abstract),
        "authors": paper.authors,
        "venue": paper.venue,
        "booktitle": _shown(paper.booktitle),
        "volume": paper.volume,
        "number": paper.number,
        "series": _shown(paper.series),
        "pages": paper.pages,
        "publisher": _shown(paper.publisher),
        "place": paper.place,
        "month": paper.month,
        "url": paper.url or paper.pdf,
        "pdf": paper.pdf,
        "doi": paper.doi,
        "arxiv": paper.arxiv,
        "kind": paper.kind,
        "keywords": tuple(map(_shown, paper.keywords)),
        "note": _shown(paper.note),
        "key": paper.native_key,
    }


def _shown(source: str) -> str:
    # LaTeX prints a straight apostrophe as a curved one.
    return " ".join(text.plain(source).replace("’", "'").split())


@settings(max_examples=examples(150))
@given(
    papers(), st.sampled_from((bibtex, biblatex)), st.sampled_from((EVERYTHING, UTF_8))
)
def test_our_reader_finds_every_field_again(
    paper: Paper, form: ModuleType, options: CitationOptions
) -> None:
    again = back(paper, form, options)
    found = readable(again)
    found["url"] = found["url"] or found["pdf"]
    expected = readable(paper)
    if form is bibtex:
        expected["month"] = paper.month[:2]
    assert found == expected
    assert back(again, form, options) == again


BARE = Paper(
    "test:1", "Deep Nets", Venue("ICML", 2024), authors=(Author("Test", "M."),)
)
PREPRINT = replace(
    BARE,
    venue=Venue("arXiv", 2024),
    arxiv="2401.05932",
    kind="article",
    track="cs.LG",
    url="https://arxiv.org/abs/2401.05932",
)
THESIS = replace(BARE, kind="thesis", publisher="University of Räume", venue=Venue("X"))
KINDS = [
    replace(BARE, kind="book", publisher="Räume Press", number="3", series="Zeiten"),
    replace(BARE, kind="report", publisher="Räume Lab", number="TR-3"),
    replace(BARE, kind="thesis", publisher="University of Räume"),
    replace(
        BARE,
        kind="thesis",
        publisher="University of Räume",
        note="Master's thesis",
    ),
    PREPRINT,
    replace(BARE, kind="report", publisher="Räume Lab", et_al=True),
    replace(BARE, kind="book", publisher="Räume Press", editors=BARE.authors),
    replace(
        BARE,
        kind="paper-conference",
        booktitle="Räume",
        editors=(Author("Test", "Eva", "van der"),),
    ),
]


@pytest.mark.parametrize("form", [bibtex, biblatex])
@pytest.mark.parametrize("paper", KINDS, ids=lambda paper: paper.kind)
def test_kinds_of_papers_come_back(paper: Paper, form: ModuleType) -> None:
    again = back(paper, form, EVERYTHING)
    kept = (
        "title",
        "authors",
        "editors",
        "et_al",
        "publisher",
        "number",
        "series",
        "arxiv",
        "url",
    )
    for name in (*kept, "kind", "note", "track"):
        assert getattr(again, name) == getattr(paper, name), name
    assert again.year == paper.year


@pytest.mark.parametrize("form", [bibtex, biblatex])
def test_what_is_in_a_magazine_or_an_encyclopedia_names_it(form: ModuleType) -> None:
    paper = replace(BARE, kind="article-magazine", booktitle="Räume Monthly")
    assert back(paper, form, UTF_8).booktitle == "Räume Monthly"
    paper = replace(paper, kind="entry-encyclopedia", publisher="Räume Press")
    assert back(paper, form, UTF_8).booktitle == "Räume Monthly"
    # The venue of a list is no name of what it stands in.
    paper = replace(BARE, kind="webpage", url="https://x.org/a")
    assert "ICML" not in form.entry(Cited(paper, "key"), UTF_8)


@pytest.mark.parametrize("kind", ["software", "dataset", "webpage", "patent"])
def test_kinds_that_only_biblatex_has_come_back(kind: str) -> None:
    paper = replace(BARE, kind=kind, url="https://x.org/a", number="3")
    assert back(paper, biblatex, EVERYTHING).kind == kind
    assert back(paper, bibtex, EVERYTHING).title == "Deep Nets"


@pytest.mark.parametrize("form", [bibtex, biblatex])
def test_a_refused_paper_comes_back_as_one(form: ModuleType) -> None:
    paper = replace(BARE, status="Reject", note="Best paper", kind="manuscript")
    again = back(paper, form, EVERYTHING)
    assert (again.venue, again.kind) == (Venue("ICML", 2024), "manuscript")
    assert (again.status, again.note) == ("Submitted", "Best paper")
    assert "Submitted to ICML 2024" in form.entry(Cited(again, "key"), EVERYTHING)


@pytest.mark.parametrize("form", [bibtex, biblatex])
def test_tags_and_remarks_of_the_person_come_back(form: ModuleType) -> None:
    cited = Cited(replace(BARE, keywords=("nets",)), "key", ("to, read",), "Good & new")
    written = "".join(form.write([cited], EVERYTHING))
    (again,) = reader.read(BytesIO(written.encode()), Origin("test.bib"))
    assert isinstance(again, Paper)
    assert again.keywords == ("nets", "to read")
    assert again.note == "Good & new"


PLAIN = Paper(
    "test:1",
    "CLIPScore: 100% of Data2Text & Räume, a Façade with Łoś",
    Venue("ICML", 2024),
    abstract="One & all.",
    authors=(
        Author("Müller", "Ödön"),
        Author("Test", "Max", "von der", "Jr."),
        Author("Łoś-Ōta", "Ân"),
        Author("Monomir-Test"),
        Author("The Test & Co Group"),
        Author("García-Test", "Ana María"),
    ),
    booktitle="Proceedings of the 41st International Conference on Machine Learning",
    volume="235",
    series="Proceedings of Machine Learning Research",
    pages="19798-19815",
    publisher="Räume and Sons",
    url="https://x.org/a_b",
    doi="10.1234/a_b",
    kind="paper-conference",
    keywords=("deep nets", "R&D"),
    note="Best paper",
)
PEOPLE = [
    ("Ödön", "", "Müller", ""),
    ("Max", "von der", "Test", "Jr."),
    ("Ân", "", "Łoś-Ōta", ""),
    ("", "", "Monomir-Test", ""),
    ("", "", "The Test & Co Group", ""),
    ("Ana María", "", "García-Test", ""),
]


@pytest.mark.parametrize("options", [EVERYTHING, UTF_8])
@pytest.mark.parametrize("form", [bibtex, biblatex])
def test_pybtex_reads_the_same(form: ModuleType, options: CitationOptions) -> None:
    from pybtex.database import parse_string
    from pybtex.richtext import Text

    written = "".join(form.write([Cited(PLAIN, "key")], options))
    entry = parse_string(written, "bibtex").entries["key"]

    def plain(latex: str) -> str:
        return str(Text.from_latex(latex)).replace("\xa0", " ")

    found = {name: plain(value) for name, value in entry.fields.items()}
    assert entry.type == "inproceedings"
    assert found["title"] == PLAIN.title
    assert found["booktitle"] == PLAIN.booktitle
    assert found.get("year", found.get("date")) == "2024"
    assert (found["volume"], found["series"]) == (PLAIN.volume, PLAIN.series)
    assert (found["pages"], found["publisher"]) == ("19798–19815", PLAIN.publisher)
    assert (found["abstract"], found["note"]) == ("One & all.", "Best paper")
    assert found["keywords"] == "deep nets, R&D"
    assert (entry.fields["doi"], entry.fields["url"]) == (PLAIN.doi, PLAIN.url)
    assert [
        tuple(
            plain(" ".join(part))
            for part in (
                person.first_names + person.middle_names,
                person.prelast_names,
                person.last_names,
                person.lineage_names,
            )
        )
        for person in entry.persons["author"]
    ] == PEOPLE


@pytest.mark.skipif(shutil.which("pandoc") is None, reason="pandoc is not installed")
@pytest.mark.parametrize("options", [EVERYTHING, UTF_8])
@pytest.mark.parametrize("form", [bibtex, biblatex])
def test_pandoc_reads_the_same(form: ModuleType, options: CitationOptions) -> None:
    written = "".join(form.write([Cited(PLAIN, "key")], options))
    name = form.__name__.rpartition(".")[2]
    command = ["pandoc", "-f", name, "-t", "csljson"]
    done = subprocess.run(command, input=written.encode(), stdout=-1, check=True)
    (item,) = json.loads(done.stdout)
    title = item["title"].replace('<span class="nocase">', "").replace("</span>", "")
    # pandoc makes small letters of all that is not in braces, as styles do.
    assert title.casefold() == PLAIN.title.casefold()
    assert "CLIPScore" in title
    assert "Data2Text" in title
    assert (item["type"], item["id"]) == ("paper-conference", "key")
    assert item["container-title"].casefold() == PLAIN.booktitle.casefold()
    assert item["collection-title"].casefold() == PLAIN.series.casefold()
    assert (item["volume"], item["publisher"]) == (PLAIN.volume, PLAIN.publisher)
    assert item["issued"] == {"date-parts": [[2024]]}
    assert item["page"].replace("–", "-") == PLAIN.pages
    assert (item["DOI"], item["URL"]) == (PLAIN.doi, PLAIN.url)
    assert item["abstract"] == PLAIN.abstract
    assert [
        (
            name.get("given", ""),
            name.get("dropping-particle", name.get("non-dropping-particle", "")),
            name.get("family", name.get("literal")),
            name.get("suffix", ""),
        )
        for name in item["author"]
    ] == PEOPLE


@pytest.mark.parametrize("form", [bibtex, biblatex])
def test_an_article_of_arxiv_alone_is_a_preprint_at_once(form: ModuleType) -> None:
    source = b"""@article{key, title={A}, author={Test, Ada}, year={2020},
      eprint={2003.05580}, eprinttype={arXiv}, eprintclass={q-bio.PE}}"""
    [paper] = reader.read(BytesIO(source), Origin("test.bib"))
    assert isinstance(paper, Paper)
    assert (paper.kind, paper.arxiv, paper.track) == (
        "article",
        "2003.05580",
        "q-bio.PE",
    )
    assert back(paper, form, CitationOptions()) == paper
