"""What broke exports of BibTeX elsewhere, and how entries of well-known sites look."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paperstui.index.citations import biblatex, bibtex
from paperstui.index.citations.cited import (
    DEFAULTS,
    FIELDS,
    SHORT,
    CitationOptions,
    Cited,
)
from paperstui.index.citations.key_pattern import DEFAULT, KeyPattern
from paperstui.index.citations.keys import candidates
from paperstui.index.models import Author, Paper, Venue

EVERYTHING = CitationOptions(fields=frozenset(FIELDS))
ICML = Venue("ICML", 2024)
AUTHORS = (Author("Test", "Max"),)
BARE = Paper("test:1", "Deep Nets", ICML, authors=AUTHORS, kind="paper-conference")


def line(paper: Paper, name: str, options: CitationOptions = DEFAULTS) -> str:
    """The value of a field in BibTeX, which must be the same in BibLaTeX."""
    found = [_line(form.entry(Cited(paper, "key"), options), name) for form in FORMS]
    assert found[0] == found[1]
    return found[0]


FORMS = (bibtex, biblatex)


def _line(entry: str, name: str) -> str:
    start = f"  {name} = {{"
    (found,) = (row for row in entry.splitlines() if row.startswith(start))
    return found.removeprefix(start).removesuffix(",").removesuffix("}")


@pytest.mark.parametrize("title", ["Data2Text & Code", r"Data2Text \& Code"])
def test_an_ampersand_is_escaped_once(title: str) -> None:
    """C1."""
    assert line(replace(BARE, title=title), "title") == r"{Data2Text} \& Code"


def test_specials_are_escaped_outside_math() -> None:
    """C2."""
    title = "H^2-MIL: 100% of l_2 with $l_2$"
    written = r"{H{\textasciicircum}2-MIL}: 100\% of l\_2 with {$l_2$}"
    assert line(replace(BARE, title=title), "title") == written


def test_keys_are_ascii_without_accents_braces_and_apostrophes() -> None:
    """C4 and C5."""
    paper = replace(BARE, authors=(Author("Tönning-Test", "Jan"),), title="Where to")
    assert KeyPattern(DEFAULT).key(paper) == "tonningtest2024where"
    paper = replace(BARE, authors=(Author("D'Test", "Max"),), title="Brown's Motion")
    assert KeyPattern(DEFAULT).key(paper) == "dtest2024browns"


def test_keys_of_one_author_year_and_word_differ() -> None:
    """C6, beyond the alphabet."""
    keys = candidates(KeyPattern(DEFAULT).key(BARE))
    found = [next(keys) for _ in range(60)]
    assert (found[0], found[1]) == ("test2024deep", "test2024deepa")
    assert len(set(found)) == 60


@pytest.mark.parametrize(
    ("title", "latex"),
    [
        ("CLIPScore: GPT-4o for NLP", "{CLIPScore}: {GPT-4o} for {NLP}"),
        ("“Good” Nets for McTest", "``{G}ood'' Nets for {McTest}"),
        ("A Plain Title in Title Case", "A Plain Title in Title Case"),
        ("SHOUTED TITLES TELL NOTHING", "SHOUTED TITLES TELL NOTHING"),
    ],
)
def test_only_capitals_that_styles_take_are_braced(title: str, latex: str) -> None:
    """C9."""
    assert line(replace(BARE, title=title), "title") == latex


def test_no_field_is_braced_twice() -> None:
    """C10."""
    paper = replace(
        BARE, authors=(Author("García-Test", "Ana"), *AUTHORS), booktitle="ICML"
    )
    assert line(paper, "author") == r"Garc{\'i}a-Test, Ana and Test, Max"
    for form in FORMS:
        assert "{{" not in form.entry(Cited(paper, "key"), EVERYTHING)


@pytest.mark.parametrize("pages", ["1-34", "1–34", "1--34", "1 - 34"])
def test_pages_have_one_dash_of_two_however_often_they_are_exported(pages: str) -> None:
    """C11."""
    once = line(replace(BARE, pages=pages), "pages")
    assert once == "1--34"
    assert line(replace(BARE, pages=once), "pages") == once


def test_names_of_all_forms() -> None:
    """C13."""
    names = (
        Author("Test", "Max", "von der", "Jr."),
        Author("Monomir-Test"),
        Author("江测试"),
        Author("The Test & Co Collaboration"),
    )
    assert line(replace(BARE, authors=names), "author") == (
        r"von der Test, Jr., Max and Monomir-Test and 江测试 and "
        r"{The Test \& Co Collaboration}"
    )


def test_letters_are_ascii_or_as_they_are() -> None:
    """C14."""
    paper = replace(
        BARE,
        title="Über naïve Łoś with Nguyễn",
        authors=(Author("Müller", "Ödön"), Author("李", "测试")),
    )
    ascii_only = bibtex.entry(Cited(replace(paper, authors=AUTHORS), "key"), DEFAULTS)
    assert ascii_only.isascii()
    utf_8 = CitationOptions(unicode=True)
    entry = biblatex.entry(Cited(paper, "key"), utf_8)
    assert r"title = {Über naïve Łoś with Nguy{\~{ê}}n}" in entry
    assert "author = {Müller, Ödön and 李, 测试}" in entry
    # BibTeX abbreviates a given name to its first byte, unless it is LaTeX.
    assert r"Müller, {\"O}dön" in bibtex.entry(Cited(paper, "key"), utf_8)


def test_a_paper_of_which_little_is_known() -> None:
    """C18."""
    paper = Paper("test:1", "Deep Nets", Venue("ICML"))
    assert bibtex.entry(Cited(paper, "key"), DEFAULTS) == (
        "@misc{key,\n"
        "  title = {Deep Nets},\n"
        "  key = {Deep Nets},\n"
        "  howpublished = {International Conference on Machine Learning}\n"
        "}"
    )


def test_a_paper_of_openreview() -> None:
    paper = replace(
        BARE,
        venue=Venue("ICLR", 2024),
        openreview="abc",
        url="https://openreview.net/forum?id=abc",
    )
    assert bibtex.entry(Cited(paper, "key"), DEFAULTS) == (
        "@inproceedings{key,\n"
        "  title = {Deep Nets},\n"
        "  author = {Test, Max},\n"
        "  booktitle = {The Twelfth International Conference on Learning "
        "Representations},\n"
        "  year = {2024},\n"
        "  url = {https://openreview.net/forum?id=abc}\n"
        "}"
    )
    short = CitationOptions(SHORT)
    assert line(paper, "booktitle", short) == "ICLR"


@pytest.mark.parametrize("status", ["Reject", "Withdraw", "Desk Reject", "Active"])
def test_a_paper_that_was_not_taken_is_only_submitted(status: str) -> None:
    for kind in ("paper-conference", "manuscript", ""):
        paper = replace(BARE, status=status, kind=kind, booktitle="Proceedings of ICML")
        entry = bibtex.entry(Cited(paper, "key"), DEFAULTS)
        assert entry.startswith("@misc{key,")
        assert "  note = {Submitted to ICML 2024}" in entry
        assert "Proceedings" not in entry


def test_a_paper_of_the_acl_anthology() -> None:
    paper = replace(
        BARE,
        venue=Venue("ACL", 2022),
        booktitle="Findings of the Association for Computational Linguistics: ACL 2022",
        publisher="Association for Computational Linguistics",
        pages="1-12",
        doi="10.18653/v1/2022.findings-acl.1",
        url="https://aclanthology.org/2022.findings-acl.1/",
        track="Findings",
    )
    assert bibtex.entry(Cited(paper, "key"), DEFAULTS) == (
        "@inproceedings{key,\n"
        "  title = {Deep Nets},\n"
        "  author = {Test, Max},\n"
        "  booktitle = {Findings of the Association for Computational Linguistics: "
        "ACL 2022},\n"
        "  year = {2022},\n"
        "  pages = {1--12},\n"
        "  publisher = {Association for Computational Linguistics},\n"
        "  doi = {10.18653/v1/2022.findings-acl.1},\n"
        "  url = {https://aclanthology.org/2022.findings-acl.1/}\n"
        "}"
    )
    assert line(paper, "booktitle", CitationOptions(SHORT)) == "Findings of ACL"


def test_a_preprint_in_both_forms() -> None:
    paper = replace(
        BARE,
        venue=Venue("arXiv", 2024),
        arxiv="2401.05932",
        kind="article",
        track="cs.LG",
        url="https://arxiv.org/abs/2401.05932",
    )
    assert bibtex.entry(Cited(paper, "key"), DEFAULTS) == (
        "@misc{key,\n"
        "  title = {Deep Nets},\n"
        "  author = {Test, Max},\n"
        "  howpublished = {arXiv:2401.05932},\n"
        "  year = {2024},\n"
        "  eprint = {2401.05932},\n"
        "  archiveprefix = {arXiv},\n"
        "  primaryclass = {cs.LG},\n"
        "  url = {https://arxiv.org/abs/2401.05932}\n"
        "}"
    )
    assert biblatex.entry(Cited(paper, "key"), DEFAULTS) == (
        "@online{key,\n"
        "  title = {Deep Nets},\n"
        "  author = {Test, Max},\n"
        "  date = {2024},\n"
        "  eprint = {2401.05932},\n"
        "  eprinttype = {arxiv},\n"
        "  eprintclass = {cs.LG},\n"
        "  url = {https://arxiv.org/abs/2401.05932}\n"
        "}"
    )
    called_a_journal = replace(
        paper, kind="article-journal", booktitle="CoRR", volume="abs/2401.05932"
    )
    assert bibtex.entry(Cited(called_a_journal, "key"), DEFAULTS).startswith("@misc{")


@pytest.mark.parametrize(
    ("facts", "kind", "biblatex_kind"),
    [
        ({"venue": Venue("TMLR", 2024), "kind": ""}, "article", "article"),
        ({"venue": Venue("JMLR", 2024), "kind": ""}, "article", "article"),
        ({"venue": Venue("TACL", 2024), "kind": ""}, "article", "article"),
        ({"kind": "book", "publisher": "P"}, "book", "book"),
        ({"kind": "book"}, "misc", "book"),
        ({"kind": "thesis", "publisher": "U"}, "phdthesis", "thesis"),
        (
            {"kind": "thesis", "publisher": "U", "note": "Master's thesis"},
            "mastersthesis",
            "thesis",
        ),
        ({"kind": "report", "publisher": "L"}, "techreport", "report"),
        (
            {"kind": "chapter", "publisher": "P", "booktitle": "B"},
            "incollection",
            "incollection",
        ),
        ({"kind": "chapter", "booktitle": "B"}, "inproceedings", "incollection"),
        ({"kind": "software"}, "misc", "software"),
        ({"kind": "dataset"}, "misc", "dataset"),
        ({"kind": "webpage", "url": "https://x.org/"}, "misc", "online"),
        ({"kind": "manuscript", "note": "Draft"}, "unpublished", "unpublished"),
        ({"authors": ()}, "misc", "misc"),
        ({"title_derived": True}, "misc", "misc"),
    ],
)
def test_types_of_entries(
    facts: dict[str, object], kind: str, biblatex_kind: str
) -> None:
    paper = replace(BARE, **facts)  # type: ignore[arg-type]
    found = [form.entry(Cited(paper, "key"), DEFAULTS) for form in FORMS]
    assert [entry.partition("{")[0] for entry in found] == [
        f"@{kind}",
        f"@{biblatex_kind}",
    ]


EDITORS = (Author("Test", "Eva", "van"), Author("Editing Group"))


def test_editors_are_those_of_the_proceedings() -> None:
    paper = replace(BARE, booktitle="Test Letters", editors=EDITORS)
    assert line(paper, "editor") == "van Test, Eva and {Editing Group}"
    fewer = CitationOptions(fields=frozenset())
    assert "editor" not in bibtex.entry(Cited(paper, "key"), fewer)


def test_editors_of_a_book_are_its_authors_only_where_it_has_none() -> None:
    edited = replace(
        BARE, kind="book", publisher="P", authors=EDITORS[:1], editors=EDITORS[:1]
    )
    both = replace(edited, authors=EDITORS[1:])
    found = [
        (entry.partition("{")[0], "  author" in entry, "  editor" in entry)
        for form in FORMS
        for entry in (
            form.entry(Cited(each, "key"), DEFAULTS) for each in (edited, both)
        )
    ]
    assert found == [
        ("@book", False, True),
        # Styles of BibTeX complain about both.
        ("@book", True, False),
        ("@collection", False, True),
        ("@book", True, True),
    ]


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        ({"kind": "article-journal", "volume": "3"}, ("volume = {3}", "number = {5}")),
        ({"kind": "article-journal"}, ("issue = {5}",)),
        ({"volume": "3", "series": "S"}, ("volume = {3}", "issue = {5}")),
        ({"series": "S"}, ("number = {5}", "series = {S}")),
        ({}, ("issue = {5}",)),
    ],
)
def test_styles_are_not_given_a_number_that_they_complain_about(
    facts: dict[str, str], fields: tuple[str, ...]
) -> None:
    paper = replace(BARE, number="5", booktitle="Test Letters", **facts)  # type: ignore[arg-type]
    entry = bibtex.entry(Cited(paper, "key"), DEFAULTS)
    assert all(f"  {field}" in entry for field in fields)
    assert ("number = " in entry) == ("number = {5}" in fields)


def test_fields_are_those_asked_for() -> None:
    paper = replace(
        BARE,
        abstract="One & all.",
        keywords=("nets", "R&D"),
        note="Best paper",
        pdf="https://x.org/a.pdf",
        url="https://x.org/a",
        doi="10.1/a",
        pages="1-2",
        publisher="PMLR",
    )
    cited = Cited(paper, "key", ("to read", "nets"), "My remark")
    bare = bibtex.entry(cited, CitationOptions(fields=frozenset()))
    names = [row.split()[0] for row in bare.splitlines()[1:-1]]
    assert names == ["title", "author", "booktitle", "year"]
    usual = bibtex.entry(cited, DEFAULTS)
    for name in ("abstract", "keywords", "note", "annote", "pdf"):
        assert f"  {name} = " not in usual
    whole = bibtex.entry(cited, EVERYTHING)
    assert r"  abstract = {One \& all.}" in whole
    assert r"  keywords = {nets, R\&D, to read}" in whole
    assert "  note = {Best paper}" in whole
    assert "  annote = {My remark}" in whole
    assert "  pdf = {https://x.org/a.pdf}" in whole
    assert "  annotation = {My remark}" in biblatex.entry(cited, EVERYTHING)
