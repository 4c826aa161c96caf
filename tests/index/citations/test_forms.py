"""The table of copy forms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paperstui.index.citations.cited import DEFAULTS, Cited
from paperstui.index.citations.forms import FORMS, Form, copied, form_named, told
from paperstui.index.models import Author, Paper, Venue

PAPER = Paper(
    "test:1",
    r"*Deep* $\alpha$ Nets & Co",
    Venue("ICML", 2024),
    abstract="One $x^2$.\n\nTwo.",
    authors=(Author("Test", "Max"),),
    url="https://example.org/a",
)
COPIED = {
    "bibtex": (
        "BibTeX",
        "@misc{test2024deep,\n"
        "  title = {Deep {$\\alpha$} Nets \\& Co},\n"
        "  author = {Test, Max},\n"
        "  howpublished = {ICML 2024},\n"
        "  year = {2024},\n"
        "  url = {https://example.org/a}\n"
        "}",
    ),
    "key": ("Citation key", "test2024deep"),
    "cite": (r"\cite{key}", r"\cite{test2024deep}"),
    "reference": (
        "Reference",
        "Test, M. (2024). Deep α Nets & Co. ICML. https://example.org/a",
    ),
    "reference-markdown": (
        "Reference, Markdown",
        "Test, M. (2024). *Deep* α Nets & Co. *ICML*. <https://example.org/a>",
    ),
    "reference-html": (
        "Reference, HTML",
        "Test, M. (2024). <i>Deep</i> α Nets &amp; Co. <i>ICML</i>. "
        '<a href="https://example.org/a">https://example.org/a</a>',
    ),
    "link": ("Markdown link", "[Deep α Nets & Co](https://example.org/a)"),
    "title": ("Title", "Deep α Nets & Co"),
    "abstract": ("Abstract", "One x².\n\nTwo."),
}


COPY_FORMS = [form for form in FORMS if form.copied]


def test_the_forms_stand_in_the_order_of_the_menu() -> None:
    assert [form.id for form in COPY_FORMS] == list(COPIED)


@pytest.mark.parametrize("form", COPY_FORMS, ids=lambda form: form.id)
def test_a_form_makes_what_its_label_says(form: Form) -> None:
    made = copied(form, [Cited(PAPER, "test2024deep")], DEFAULTS)
    assert (form.label, made) == COPIED[form.id]


def test_references_are_in_the_style_of_the_person() -> None:
    options = replace(DEFAULTS, style="IEEE")
    form = form_named("reference-markdown")
    papers = [Cited(PAPER, "a"), Cited(PAPER, "b")]
    line = "M. Test, “*Deep* α Nets & Co,” in *ICML*, 2024. Available: "
    assert copied(form, papers, options) == (
        f"\\[1\\] {line}<https://example.org/a>\n\n"
        f"\\[2\\] {line}<https://example.org/a>"
    )
    assert told(form, options) == "Reference, Markdown (IEEE)"
    assert told(form_named("key"), options) == "Citation key"
