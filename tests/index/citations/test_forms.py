"""The table of copy forms."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from paperstui.index.citations import csl_json
from paperstui.index.citations.cited import DEFAULTS, Cited
from paperstui.index.citations.forms import FORMS, Form, copied, form_named, told
from paperstui.index.models import Author, Paper, Venue

ICML = "Proceedings of the 41st International Conference on Machine Learning"
PAPER = Paper(
    "test:1",
    r"*Deep* $\alpha$ Nets & Co",
    Venue("ICML", 2024),
    abstract="One $x^2$.\n\nTwo.",
    authors=(Author("Test", "Max"),),
    url="https://example.org/a",
)
CITED = Cited(PAPER, "test2024deep")
COPIED = {
    "bibtex": (
        "BibTeX",
        "@inproceedings{test2024deep,\n"
        "  title = {Deep {$\\alpha$} Nets \\& Co},\n"
        "  author = {Test, Max},\n"
        "  booktitle = {Proceedings of the 41st International Conference on Machine "
        "Learning},\n"
        "  year = {2024},\n"
        "  url = {https://example.org/a}\n"
        "}",
    ),
    "biblatex": (
        "BibLaTeX",
        "@inproceedings{test2024deep,\n"
        "  title = {Deep {$\\alpha$} Nets \\& Co},\n"
        "  author = {Test, Max},\n"
        "  booktitle = {Proceedings of the 41st International Conference on Machine "
        "Learning},\n"
        "  date = {2024},\n"
        "  url = {https://example.org/a}\n"
        "}",
    ),
    "key": ("Citation key", "test2024deep"),
    "cite": (r"\cite{key}", r"\cite{test2024deep}"),
    "reference": (
        "Reference",
        f"Test, M. (2024). Deep α Nets & Co. {ICML}. https://example.org/a",
    ),
    "reference-markdown": (
        "Reference, Markdown",
        f"Test, M. (2024). *Deep* α Nets & Co. *{ICML}*. <https://example.org/a>",
    ),
    "reference-html": (
        "Reference, HTML",
        f"Test, M. (2024). <i>Deep</i> α Nets &amp; Co. <i>{ICML}</i>. "
        '<a href="https://example.org/a">https://example.org/a</a>',
    ),
    "link": ("Markdown link", "[Deep α Nets & Co](https://example.org/a)"),
    "title": ("Title", "Deep α Nets & Co"),
    "abstract": ("Abstract", "One x².\n\nTwo."),
    "ris": (
        "RIS",
        "TY  - CONF\n"
        "ID  - test2024deep\n"
        "TI  - Deep α Nets & Co\n"
        "AU  - Test, Max\n"
        f"T2  - {ICML}\n"
        f"C3  - {ICML}\n"
        "PY  - 2024\n"
        "UR  - https://example.org/a\n"
        "AB  - One x². Two.\n"
        "ER  - ",
    ),
    "csl-json": (
        "CSL-JSON",
        json.dumps([csl_json.item(CITED)], ensure_ascii=False, indent=2),
    ),
    "markdown": (
        "Reading list",
        "- [ ] [Deep α Nets & Co](https://example.org/a) `test2024deep`\\\n"
        "  Max Test\\\n"
        "  ICML 2024",
    ),
}
FILES = {
    "bibtex": ".bib",
    "biblatex": ".bib",
    "ris": ".ris",
    "csl-json": ".json",
    "markdown": ".md",
    "csv": ".csv",
    "jsonl": ".jsonl",
    "html": ".html",
}


COPY_FORMS = [form for form in FORMS if form.copied]


def test_the_forms_stand_in_the_order_of_the_menu() -> None:
    assert [form.id for form in COPY_FORMS] == list(COPIED)


@pytest.mark.parametrize("form", COPY_FORMS, ids=lambda form: form.id)
def test_a_form_makes_what_its_label_says(form: Form) -> None:
    made = copied(form, [CITED], DEFAULTS)
    assert (form.label, made) == COPIED[form.id]


def test_the_endings_of_files() -> None:
    assert {form.id: form.ending for form in FORMS if form.ending} == FILES


@pytest.mark.parametrize("name", FILES)
def test_texts_of_files_come_in_pieces_and_end_with_a_line_feed(name: str) -> None:
    pieces = form_named(name).write([CITED] * 100, DEFAULTS)
    longest, whole = 0, ""
    for piece in pieces:
        longest = max(longest, len(piece))
        whole += piece
    assert whole.endswith("\n")
    assert "\r" not in whole
    # The largest piece of a page is its head, with the whole style.
    assert longest < (12_000 if name == "html" else 2_000)


def test_references_are_in_the_style_of_the_person() -> None:
    options = replace(DEFAULTS, style="IEEE")
    form = form_named("reference-markdown")
    papers = [Cited(PAPER, "a"), Cited(PAPER, "b")]
    line = (
        f"M. Test, “*Deep* α Nets & Co,” in *{ICML}*, 2024. \\[Online\\]. Available: "
    )
    assert copied(form, papers, options) == (
        f"\\[1\\] {line}<https://example.org/a>\n\n"
        f"\\[2\\] {line}<https://example.org/a>"
    )
    assert told(form, options) == "Reference, Markdown (IEEE)"
    assert told(form_named("key"), options) == "Citation key"


PERSONAL = {
    "bibtex": ("keywords = {rl, to read}", "annote = {Why so? Because}"),
    "biblatex": ("keywords = {rl, to read}", "annotation = {Why so? Because}"),
    "ris": ("KW  - rl\nKW  - to read\n", "N1  - Why so? Because\n"),
    "csl-json": ('"keyword": "rl, to read"', r'"annote": "Why so?\n\n  Because"'),
    "csv": ('"rl; to read"', '"Why so?\n\n  Because"'),
    "markdown": ("Tags: rl, to read\n", "  > Why so?\n  >\n  > Because\n"),
    "jsonl": ('"tags": ["rl", "to read"]', r'"note": "Why so?\n\n  Because"'),
    "html": ("<li>rl</li>\n<li>to read</li>", ">Why so?\n\n  Because</block"),
}
"""How tags and notes stand in the forms that have a place for them."""


@pytest.mark.parametrize("form", PERSONAL)
def test_tags_and_notes_of_several_lines_go_along(form: str) -> None:
    cited = replace(CITED, tags=("rl", "to read"), note="Why so?\n\n  Because")
    options = replace(DEFAULTS, fields=DEFAULTS.fields | {"note", "keywords"})
    text = "".join(form_named(form).write([cited], options))
    for expected in PERSONAL[form]:
        assert expected in text
