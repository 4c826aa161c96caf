"""Papers that go out in a form and come back, as far as the form holds them."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import rispy
from hypothesis import given, settings
from hypothesis import strategies as st

from paperstui.index import text
from paperstui.index.citations.cited import DEFAULTS, Cited
from paperstui.index.citations.forms import form_named
from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers import addresses, registry
from paperstui.index.readers.base import Origin
from paperstui.index.readers.shared import shared
from tests.examples import examples

if TYPE_CHECKING:
    from collections.abc import Sequence

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"
LISTS = sorted((DATA / "paperlists").glob("*.json.gz"))
FILES = sorted(
    path
    for path in (DATA / "formats").rglob("*")
    if path.is_file() and path.name != "INDEX.md" and path.stat().st_size < 1_200_000
)
"""Real files of each format, the few largest left out: reading them takes long."""
FROM_EACH = 30
"""Papers of each real list that make the way."""

EVERYTHING = {field.name for field in fields(Paper)} - {"source"}
IN_RIS = {
    "title",
    "abstract",
    "authors",
    "volume",
    "series",
    "pages",
    "publisher",
    "place",
    "month",
    "url",
    "pdf",
    "doi",
    "arxiv",
    "keywords",
    "number",
    "note",
    "native_key",
}
IN_CSV = IN_RIS - {"place", "month"} | {
    "et_al",
    "booktitle",
    "venue",
    "status",
    "track",
    "code",
    "project",
    "rating",
    "citations",
    "kind",
}
HELD = {
    "jsonl": EVERYTHING,
    "html": EVERYTHING,
    "csl-json": EVERYTHING,
    "ris": IN_RIS,
    "csv": IN_CSV,
}
"""The fields of a paper that each form holds."""
WHOLE = ("jsonl", "html", "csl-json")
READABLE = ("ris", "csv")
"""The forms that hold texts as people read them: without LaTeX, on one line."""

any_texts = st.text(max_size=12).map(text.clean)
any_blocks = st.text(st.sampled_from("a b$\\{}é\n<>&\u2028,;'\""), max_size=20).map(
    text.clean_block
)
any_authors = st.builds(
    Author,
    family=any_texts.filter(bool),
    given=any_texts,
    particle=any_texts,
    suffix=any_texts,
)
any_lists = st.lists(any_texts.filter(bool), max_size=3).map(tuple)
any_papers = st.builds(
    Paper,
    id=any_texts.filter(bool),
    title=any_texts.filter(bool),
    venue=st.builds(Venue, any_texts, st.none() | st.integers(1900, 2100)),
    abstract=any_blocks,
    authors=st.lists(any_authors, max_size=3).map(tuple),
    editors=st.lists(any_authors, max_size=2).map(tuple),
    title_derived=st.booleans(),
    et_al=st.booleans(),
    keywords=any_lists,
    affiliations=any_lists,
    rating=st.none() | st.floats(0, 10),
    citations=st.none() | st.integers(0, 10**6),
    kind=st.sampled_from(("", "article", "article-journal", "paper-conference")),
    **dict.fromkeys(
        EVERYTHING
        - {"id", "title", "venue", "abstract", "authors", "editors", "et_al", "kind"}
        - {"title_derived", "keywords", "affiliations", "rating", "citations"},
        any_texts,
    ),
)

words = st.lists(
    st.sampled_from(("Deep", "α-nets", "für", "C++", "=1", "(a)", "深度", "O’Neil")),
    min_size=1,
    max_size=3,
).map(" ".join)
urls = st.sampled_from(
    ("", "https://example.org/a_b(c)'d;2?d=1&e=~f", "http://x.org/%20")
)
numbers = st.integers(1, 99_999).map(str)
months = st.dates().map("{:%m}".format) | st.dates().map("{:%m-%d}".format)
readable_papers = st.builds(
    Paper,
    id=st.just("test:1"),
    title=words,
    venue=st.builds(
        Venue, st.sampled_from(("ICML", "NeurIPS")), st.integers(1763, 2030)
    ),
    abstract=words,
    authors=st.lists(
        st.builds(
            Author,
            st.sampled_from(("Test", "Müller-Lüdenscheidt", "O'Neil", "Ben Ari")),
            st.sampled_from(("Max", "J. R.", "Ada-Lou Zoë", "Hao (Bo)")),
            st.sampled_from(("", "van der", "de")),
            st.sampled_from(("", "Jr.", "III")),
        )
        | st.builds(Author, st.sampled_from(("Plato", "The Research Group"))),
        min_size=1,
        max_size=3,
    ).map(tuple),
    et_al=st.booleans(),
    booktitle=st.just("Proceedings of a Conference on Tests"),
    volume=numbers,
    series=words,
    pages=st.tuples(st.integers(1, 99), st.integers(100, 999)).map(
        "{0[0]}-{0[1]}".format
    )
    | numbers,
    publisher=words,
    place=words | st.just(""),
    month=months,
    url=urls,
    pdf=st.sampled_from(
        ("", "https://example.org/x.pdf", "https://example.org/get?i=1")
    ),
    doi=st.sampled_from(("", "10.1234/a_b(c)")),
    arxiv=st.sampled_from(("", "2401.01234")),
    kind=st.sampled_from(("article-journal", "paper-conference", "chapter")),
    number=numbers,
    status=st.sampled_from(("", "Oral", "Poster")),
    track=words,
    keywords=st.lists(words, max_size=3, unique=True).map(tuple),
    code=st.sampled_from(("", "https://github.com/x/y")),
    project=urls,
    note=words | st.just("See 2023-2024, @ada: " + "long " * 120),
    rating=st.none() | st.floats(1, 10),
    citations=st.none() | st.integers(0, 10**6),
)


def written(name: str, papers: Sequence[Cited]) -> bytes:
    return "".join(form_named(name).write(papers, DEFAULTS)).encode()


def back(name: str, papers: Sequence[Cited]) -> list[Paper]:
    """The papers as our readers find them in what a form writes, by content alone."""
    reader = {r.FORMAT: r for r in registry.readers()}[name]
    data = written(name, papers)
    if papers:
        head = data[: 64 * 1024].decode(errors="ignore")
        assert next(r for r in registry.readers() if r.sniff(head)) is reader
    found = list(reader.read(io.BytesIO(data), Origin("back")))
    lost = [item for item in found if isinstance(item, Problem)]
    assert [problem for problem in lost if problem.lost] == []
    return [item for item in found if isinstance(item, Paper)]


def kept(paper: Paper, name: str) -> dict[str, Any]:
    """What a form holds of a paper, as it shows it."""
    values = {field: getattr(paper, field) for field in HELD[name]}
    if name in WHOLE:
        return values
    for field, value in values.items():
        if isinstance(value, str) and field not in ("url", "pdf", "doi", "native_key"):
            values[field] = " ".join(text.plain(value).split())
    return values


def keyed(paper: Paper, name: str, key: str) -> Paper:
    """The paper with the key that it is given back with."""
    if name in ("jsonl", "html"):
        key = paper.native_key or key
    return replace(paper, native_key=key)


@pytest.mark.parametrize("name", WHOLE)
@given(papers=st.lists(any_papers, max_size=3))
@settings(max_examples=examples(30))
def test_nothing_at_all_is_lost(name: str, papers: list[Paper]) -> None:
    cited = [Cited(paper, f"key{n}") for n, paper in enumerate(papers)]
    expected = [keyed(each.paper, name, each.key) for each in cited]
    found = back(name, cited)
    assert [replace(paper, source="") for paper in found] == [
        replace(paper, source="") for paper in expected
    ]


@given(
    papers=st.lists(any_papers, max_size=3),
    tags=any_lists,
    note=any_blocks,
)
@settings(max_examples=examples(30))
def test_tags_and_notes_come_along(
    papers: list[Paper], tags: tuple[str, ...], note: str
) -> None:
    cited = [
        Cited(replace(paper, source="x"), f"key{n}", tags, note)
        for n, paper in enumerate(papers)
    ]
    expected = [
        replace(each, paper=keyed(each.paper, "jsonl", each.key)) for each in cited
    ]
    for name in ("jsonl", "html"):
        assert list(shared(io.BytesIO(written(name, cited)))) == expected


@pytest.mark.parametrize("name", READABLE)
@given(papers=st.lists(readable_papers, min_size=1, max_size=3))
@settings(max_examples=examples(50))
def test_what_a_form_holds_comes_back(name: str, papers: list[Paper]) -> None:
    # Papers of one title may share what identifies them, others may not.
    papers = [replace(paper, title=papers[0].title) for paper in papers]
    cited = [Cited(paper, f"key{n}") for n, paper in enumerate(papers)]
    expected = [keyed(each.paper, name, each.key) for each in cited]
    found = back(name, cited)
    assert [kept(paper, name) for paper in found] == [
        kept(paper, name) for paper in expected
    ]


def real(path: Path) -> list[Cited]:
    items = registry.read(path, Origin(path.name))
    papers = [item for item in items if isinstance(item, Paper)]
    chosen = papers[:: max(1, len(papers) // FROM_EACH)]
    return [Cited(paper, f"key{number}") for number, paper in enumerate(chosen)]


@pytest.mark.skipif(not LISTS, reason=f"the real lists are not in {DATA}")
@pytest.mark.parametrize("path", [*LISTS[::6], *FILES], ids=lambda path: path.name)
def test_real_papers_make_every_way(path: Path) -> None:
    cited = real(path)
    for name in WHOLE:
        expected = [keyed(each.paper, name, each.key) for each in cited]
        found = back(name, cited)
        assert [replace(paper, source="") for paper in found] == [
            replace(paper, source="") for paper in expected
        ]
    for name in READABLE if cited else ():
        found = back(name, cited)
        assert [paper.native_key for paper in found] == [each.key for each in cited]
        for paper, each in zip(found, cited, strict=True):
            for field in ("title", "abstract"):
                # Broken LaTeX may lose one more brace each time.
                shown = text.plain(text.plain(getattr(each.paper, field)))
                assert text.plain(getattr(paper, field)).split() == shown.split()
            # A venue without a year may have one in its name.
            assert each.paper.year in (paper.year, None)
            assert (
                addresses.doi(paper.doi).lower()
                == addresses.doi(
                    f"https://doi.org/{each.paper.doi or paper.doi}"
                ).lower()
            )
            assert len(paper.authors) == len(each.paper.authors) or name == "csv"


def pandoc(source: str, content: bytes) -> list[dict[str, Any]]:
    """The items that Pandoc reads; skips the test where it cannot."""
    program = shutil.which("pandoc")
    if program is None:
        pytest.skip("Pandoc is not installed")
    known = subprocess.run(
        [program, "--list-input-formats"], capture_output=True, text=True, check=True
    )
    if source not in known.stdout.split():
        pytest.skip(f"this Pandoc does not read {source}")
    made = subprocess.run(
        [program, "-f", source, "-t", "csljson"],
        input=content,
        capture_output=True,
        check=True,
        timeout=60,
    )
    items: list[dict[str, Any]] = json.loads(made.stdout)
    return items


INDEPENDENT = [
    Cited(
        Paper(
            f"test:{number}",
            title,
            Venue("ICML", 2024),
            abstract="One 50% *more* $x^2$.",
            authors=(
                Author("Müller", "Zoë", "van der", "Jr."),
                Author("Probe", "Ada"),
                Author("The Research Group"),
            ),
            booktitle="Proceedings of Tests",
            volume="235",
            series="Series of Tests",
            pages="28-30",
            publisher="PMLR",
            place="Vienna, Austria",
            month="07-21",
            url="https://example.org/a_b",
            doi="10.1234/a_b",
        ),
        f"key{number}",
        ("rl", "to read"),
        "Ask Ada.",
    )
    for number, title in enumerate((r"Nets of $\alpha_2$ & Co", "深度: <b> nets"))
]


def last_name(person: dict[str, str]) -> str:
    """The family name with its particle, wherever a reader puts that."""
    particles = (f"{kind}dropping-particle" for kind in ("", "non-"))
    given = [*map(person.get, particles), person.get("family", person.get("literal"))]
    return " ".join(filter(None, given))


def test_another_reader_of_ris_reads_the_same() -> None:
    found = rispy.loads(written("ris", INDEPENDENT).decode())
    for entry, each in zip(found, INDEPENDENT, strict=True):
        paper = each.paper
        assert entry == {
            "type_of_reference": "CONF",
            "id": each.key,
            "title": text.plain(paper.title),
            "authors": [
                "van der Müller, Zoë, Jr.",
                "Probe, Ada",
                "The Research Group,",
            ],
            "secondary_title": paper.booktitle,
            "custom3": paper.booktitle,
            "tertiary_title": paper.series,
            "volume": paper.volume,
            "start_page": "28",
            "end_page": "30",
            "publisher": paper.publisher,
            "place_published": paper.place,
            "year": "2024",
            "date": "2024/07/21/",
            "doi": paper.doi,
            "urls": [paper.url],
            "keywords": list(each.tags),
            "notes": [each.note],
            "abstract": text.plain(paper.abstract),
        }


@pytest.mark.parametrize(("name", "source"), [("csl-json", "csljson"), ("ris", "ris")])
def test_pandoc_reads_the_same(name: str, source: str) -> None:
    items = pandoc(source, written(name, INDEPENDENT))
    ours = json.loads(written("csl-json", INDEPENDENT))
    same = ("id", "type", "container-title", "volume", "page", "publisher", "issued")
    for item, own in zip(items, ours, strict=True):
        if name == "ris":  # Pandoc takes neither the day nor the place of a record.
            own["issued"] = {"date-parts": [[2024]]}
            del own["publisher-place"]
        for variable in (*same, "publisher-place", "DOI", "URL"):
            assert item.get(variable) == own.get(variable), variable
        for variable in ("title", "abstract"):
            # It marks up what is raised and lowered.
            assert text.clean(item[variable]) == text.clean(own[variable])
        assert list(map(last_name, item["author"])) == [
            "van der Müller",
            "Probe",
            "The Research Group",
        ]
