"""The table of copy forms."""

from __future__ import annotations

import pytest

from paperstui.index.citations.cited import DEFAULTS, Cited
from paperstui.index.citations.forms import FORMS, Form, copied
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
    "plain": (
        "Plain reference",
        "Max Test. Deep α Nets & Co. ICML 2024. https://example.org/a",
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
