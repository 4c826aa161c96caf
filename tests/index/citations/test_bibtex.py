"""BibTeX entries: whole, exact, and safe for any text."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.citations import biblatex, bibtex
from paperstui.index.citations.cited import (
    DEFAULTS,
    FIELDS,
    CitationOptions,
    Cited,
)
from paperstui.index.citations.formulas import is_balanced
from paperstui.index.models import Author, Paper, Venue

ICML = Venue("ICML", 2024)
BARE = Paper("test:1", "Deep Nets", ICML)
FULL = Paper(
    id="openreview:vhMq3eAB34",
    title="DiffDA: a Diffusion model for weather-scale Data Assimilation",
    venue=ICML,
    abstract="Never exported.",
    authors=(
        Author("Huang", "Langwen"),
        Author("Dueben", "Peter Dominik"),
        Author("Azizian", "Waïss"),
    ),
    booktitle="Proceedings of the 41st International Conference on Machine Learning",
    volume="235",
    series="Proceedings of Machine Learning Research",
    pages="19798-19815",
    publisher="PMLR",
    url="https://proceedings.mlr.press/v235/huang24h.html",
    doi="https://doi.org/10.1234/test_5",
    arxiv="2401.05932",
)


def entry(paper: Paper, key: str, options: CitationOptions = DEFAULTS) -> str:
    return bibtex.entry(Cited(paper, key), options)


def fields(text: str) -> dict[str, str]:
    """The fields of one entry, read as BibTeX does; fails where it would."""
    head = re.match(r"@[a-z]+\{[a-z0-9]+(?:,\n|\n(?=\}$))", text)
    assert head is not None
    assert is_balanced(text)
    found: dict[str, str] = {}
    position = head.end()
    while text[position] != "}":
        name = re.compile(r" *([a-z]+) = \{").match(text, position)
        assert name is not None
        start = end = name.end()
        depth = 1
        while depth:
            depth += (text[end] == "{") - (text[end] == "}")
            end += 1
        found[name[1]] = text[start : end - 1]
        separator = re.compile(r",\n(?! *\})|\n(?=\}$)").match(text, end)
        assert separator is not None
        position = separator.end()
    assert position == len(text) - 1
    return found


def made(**facts: Any) -> dict[str, str]:
    return fields(entry(replace(BARE, **facts), "key"))


def test_a_paper_in_proceedings() -> None:
    assert (
        entry(FULL, "huang2024diffda")
        == r"""@inproceedings{huang2024diffda,
  title = {{DiffDA}: a Diffusion model for weather-scale Data Assimilation},
  author = {Huang, Langwen and Dueben, Peter Dominik and Azizian, Wa{\"i}ss},
  booktitle = {Proceedings of the 41st International Conference on Machine Learning},
  year = {2024},
  volume = {235},
  series = {Proceedings of Machine Learning Research},
  pages = {19798--19815},
  publisher = {PMLR},
  eprint = {2401.05932},
  archiveprefix = {arXiv},
  doi = {10.1234/test_5},
  url = {https://proceedings.mlr.press/v235/huang24h.html}
}"""
    )


def test_a_paper_with_a_title_from_its_abstract() -> None:
    paper = Paper(
        "hash:1",
        "Initial conditions matter & count",
        ICML,
        title_derived=True,
        booktitle="Proceedings of ICML",
        url="https://example.org/a",
    )
    assert (
        entry(paper, "icml2024initial")
        == r"""@misc{icml2024initial,
  title = {Initial conditions matter \& count},
  key = {Initial conditions matter \& count},
  howpublished = {ICML},
  year = {2024},
  url = {https://example.org/a}
}"""
    )


def test_a_paper_that_is_only_on_arxiv() -> None:
    paper = Paper(
        "arxiv:2401.05932",
        "Deep Nets",
        Venue("arXiv", 2024),
        authors=(
            Author("Test", "Max", "von der", "Jr."),
            Author("The Test & Co Group"),
        ),
        url="https://arxiv.org/abs/2401.05932",
        arxiv="2401.05932",
    )
    assert (
        entry(paper, "vondertest2024deep")
        == r"""@misc{vondertest2024deep,
  title = {Deep Nets},
  author = {von der Test, Jr., Max and {The Test \& Co Group}},
  howpublished = {arXiv:2401.05932},
  year = {2024},
  eprint = {2401.05932},
  archiveprefix = {arXiv},
  url = {https://arxiv.org/abs/2401.05932}
}"""
    )


def test_what_is_not_known_is_left_out() -> None:
    assert entry(Paper("test:1", "Deep Nets", Venue(" ")), "anondeep") == (
        "@misc{anondeep,\n  title = {Deep Nets},\n  key = {Deep Nets}\n}"
    )
    assert made(booktitle="Proceedings") == {
        "title": "Deep Nets",
        "key": "Deep Nets",
        "howpublished": "Proceedings",
        "year": "2024",
    }


NAMES = [
    (Author("García-Test", "Ana"), r"Garc{\'i}a-Test, Ana"),
    (Author("Test", "Max", "von der", "Jr."), "von der Test, Jr., Max"),
    (Author("De Bortoli", "Valentin"), "De Bortoli, Valentin"),
    # BibTeX would take "Ortega y" and Biber "van" for the particle.
    (Author("Ortega y Tést", "José"), r"{Ortega y T{\'e}st}, Jos{\'e}"),
    (Author("van Test", "Max"), "{van Test}, Max"),
    (Author("Él Test", "Max", "d'"), r"d' {\'E}l Test, Max"),
    (Author("Monomir-Test"), "Monomir-Test"),
    (Author("江测试"), "江测试"),
    # BibTeX would cut it within a letter to abbreviate it.
    (Author("江", "测试"), "江测试"),
    (Author("Петров", "Иван Я."), r"Петров, {\relax И}ван {\relax Я}."),
    (Author("Nguyễn", "Ân"), r"Nguy{\~{\^e}}n, {\^A}n"),
    (Author("Kritika", "-"), "Kritika"),
    (Author("The Test Collaboration"), "{The Test Collaboration}"),
    (Author("Österreich Group"), r"{{\"O}sterreich Group}"),
    (Author("Marland and Sons"), "{Marland and Sons}"),
    (Author("Marland and Sons", "L."), "{Marland and Sons}, L."),
    (Author("Test, Inc.", "A."), "{Test, Inc.}, A."),
    (Author("Test", "", "", "Jr."), "{Test, Jr.}"),
    (Author("Others"), "{Others}"),
    (Author("Test", "And"), "Test, {And}"),
    (Author("Ādams", "Andy"), r"{\=A}dams, Andy"),
    (Author("Test\\", "{A"), "Test, A"),
    (Author("", "Given"), "Given"),
    (Author("M.", "Probe, V., Test, A., Ada"), "M., Probe V. Test A. Ada"),
]


@pytest.mark.parametrize(("author", "name"), NAMES)
def test_names(author: Author, name: str) -> None:
    assert made(authors=(author,))["author"] == name


def test_a_list_that_was_cut_says_so() -> None:
    assert made(authors=(Author("Test", "M."),), et_al=True)["author"] == (
        "Test, M. and others"
    )
    group = (Author("Test", "M."), Author("others"))
    assert made(authors=group)["author"] == "Test, M. and {others}"


def test_the_editors_of_a_book_may_be_cut_as_well() -> None:
    people = (Author("Test", "M."), Author("Doe", "J."))
    book = {"kind": "book", "publisher": "P", "authors": people, "et_al": True}
    assert made(**book, editors=people)["editor"] == "Test, M. and Doe, J. and others"
    assert made(**book)["author"] == "Test, M. and Doe, J. and others"


@pytest.mark.parametrize(
    ("month", "in_bibtex", "in_biblatex"),
    [
        ("07", "jul", "2023-07"),
        ("07-03", "jul", "2023-07-03"),
        ("07-21/07-27", "jul", "2023-07-21/2023-07-27"),
        ("06/07", "jun", "2023-06/2023-07"),
        ("07-30/08-02", "jul", "2023-07-30/2023-08-02"),
        ("12-30/01-02", "dec", "2023-12"),
        ("02-29", "", "2023"),
        ("July", "", "2023"),
    ],
)
def test_months(month: str, in_bibtex: str, in_biblatex: str) -> None:
    cited = Cited(replace(BARE, month=month, venue=Venue("ICML", 2023)), "key")
    found = re.findall(r"  month = (.*)\n", bibtex.entry(cited, DEFAULTS))
    assert found == ([in_bibtex] if in_bibtex else [])
    assert f"\n  date = {{{in_biblatex}}}" in biblatex.entry(cited, DEFAULTS)
    bare = CitationOptions(fields=DEFAULTS.fields - {"month"})
    assert "month" not in bibtex.entry(cited, bare)
    assert "\n  date = {2023}" in biblatex.entry(cited, bare)


def test_a_month_without_a_year_is_left_out() -> None:
    made_up = Cited(replace(BARE, month="07", venue=Venue("ICML")), "key")
    assert "month" not in bibtex.entry(made_up, DEFAULTS)


def test_a_nameless_author_is_left_out() -> None:
    assert "author" not in made(authors=(Author(""),))
    assert made(authors=(Author(""), Author("Test")))["author"] == "Test"


@pytest.mark.parametrize(
    ("pages", "latex"),
    [
        ("1-34", "1--34"),
        ("1–34", "1--34"),
        ("1--34", "1--34"),
        ("1 — 34", "1--34"),
        ("12, 15-17", "12, 15--17"),
        ("S12-S34", "S12--S34"),
        ("4:1-4:24", "4:1--4:24"),
        ("xi-xiv", "xi--xiv"),
        ("e123", "e123"),
        ("A-3", "A-3"),
    ],
)
def test_pages(pages: str, latex: str) -> None:
    facts = {"booktitle": "Proceedings", "pages": pages}
    assert made(**facts)["pages"] == latex
    assert made(**{**facts, "pages": latex})["pages"] == latex


def test_pages_that_are_none_and_those_from_zero_are_sound_for_biber() -> None:
    assert "pages" not in made(booktitle="Proceedings", pages="-")
    assert made(booktitle="Proceedings", pages="0-10")["pages"] == "{0--10}"


@pytest.mark.parametrize(
    ("url", "field"),
    [
        ("https://x.org/a_b?c=1&d=%20#e~f", "https://x.org/a_b?c=1&d=%20#e~f"),
        ("https://x.org/{a}\\b c", "https://x.org/%7Ba%7D%5Cb%20c"),
        ("https://x.org/é", "https://x.org/%C3%A9"),
    ],
)
def test_addresses_stay_usable(url: str, field: str) -> None:
    assert made(url=url)["url"] == field
    assert made(pdf=url)["url"] == field
    everything = CitationOptions(fields=frozenset(FIELDS))
    paper = replace(BARE, pdf=url)
    assert fields(entry(paper, "key", everything))["pdf"] == field


@pytest.mark.parametrize(
    ("doi", "field"),
    [
        ("10.1234/a_b", "10.1234/a_b"),
        ("doi: 10.1234/a", "10.1234/a"),
        ("http://dx.doi.org/10.1002/(SICI)1<1::AID>3.0", "10.1002/(SICI)1<1::AID>3.0"),
    ],
)
def test_a_doi_stands_alone(doi: str, field: str) -> None:
    assert made(doi=doi)["doi"] == field


nasty = st.text(st.sampled_from("{}\\$%&_^~'\"` ,=aB1\n-–é中*") | st.characters())
authors = st.lists(st.builds(Author, nasty, nasty, nasty, nasty), max_size=3)
papers = st.builds(
    Paper,
    id=nasty,
    title=nasty,
    venue=st.builds(Venue, nasty, st.none() | st.integers(1, 9999)),
    authors=authors.map(tuple),
    title_derived=st.booleans(),
    booktitle=nasty,
    volume=nasty,
    series=nasty,
    pages=nasty,
    publisher=nasty,
    url=nasty,
    pdf=nasty,
    doi=nasty,
    arxiv=nasty,
)


@given(papers)
def test_no_text_breaks_an_entry(paper: Paper) -> None:
    for options in (DEFAULTS, CitationOptions("short", frozenset(FIELDS), True)):
        text = entry(paper, "key", options)
        found = fields(text)
        assert all(value.strip() for value in found.values())
        assert text.count("\n") == len(found) + 1
        biblatex_text = biblatex.entry(Cited(paper, "key"), options)
        assert biblatex_text.count("\n") == len(fields(biblatex_text)) + 1
