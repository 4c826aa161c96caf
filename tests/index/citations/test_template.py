"""Templates: filled in by name, and told where they are none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paperstui.index.citations.cited import Cited
from paperstui.index.citations.template import NAMES, Template
from paperstui.index.errors import PaperstuiError
from paperstui.index.models import Author, Paper, Venue

ONE = Cited(
    Paper(
        "doi:10.1/a",
        r"*Deep* $\alpha$ Nets",
        Venue("ICML", 2024),
        authors=(Author("Oord", "Aäron", "van den"), Author("Hu", "Jo")),
        doi="10.1/a",
        pdf="https://example.org/a b.pdf",
        arxiv="2401.00001",
    ),
    "vandenoord2024deep",
)
TWO = Cited(Paper("t:2", "Bare", Venue("")), "anonbare")

FILLED = {
    r"\cite{{{key}}}": "\\cite{vandenoord2024deep}\n\\cite{anonbare}\n",
    r"\cite{{{keys}}}": "\\cite{vandenoord2024deep,anonbare}\n",
    "[@{key}]": "[@vandenoord2024deep]\n[@anonbare]\n",
    "{title} ({author}, {year})": "Deep α Nets (Aäron van den Oord, 2024)\nBare (, )\n",
    "{authors}|{venue}|{id}": "Aäron van den Oord, Jo Hu|ICML|doi:10.1/a\n||t:2\n",
    "{url} {pdf} {doi} {arxiv}": "https://doi.org/10.1/a https://example.org/a%20b.pdf "
    "10.1/a 2401.00001\n   \n",
    "[@{keys:; @}]": "[@vandenoord2024deep; @anonbare]\n",
}


def test_authors_may_be_only_some() -> None:
    cut = Cited(replace(ONE.paper, et_al=True), "k")
    filled = "".join(Template("{author}: {authors}").filled([cut]))
    assert filled == "Aäron van den Oord: Aäron van den Oord, Jo Hu, et al.\n"


@pytest.mark.parametrize(("template", "text"), FILLED.items())
def test_a_template_is_filled_in_for_each_paper(template: str, text: str) -> None:
    assert "".join(Template(template).filled([ONE, TWO])) == text


KNOWN = ", ".join(NAMES)
BAD = {
    "{kye}": (1, f"{{kye}} is none of {KNOWN}"),
    "{}": (1, f"{{}} is none of {KNOWN}"),
    "{key.__class__}": (1, f"{{key.__class__}} is none of {KNOWN}"),
    "{key[0]}": (1, f"{{key[0]}} is none of {KNOWN}"),
    "{key!r}": (1, f"{{key!r}} is none of {KNOWN}"),
    "[@{key:>9}]": (3, "only {keys:...} can tell what stands between"),
    r"\cite{key}}": (11, "} stands alone"),
    "{key": (1, "{ stands alone"),
}


@pytest.mark.parametrize(("template", "fault"), BAD.items())
def test_a_template_that_is_none_is_told(template: str, fault: tuple[int, str]) -> None:
    with pytest.raises(PaperstuiError) as error:
        Template(template)
    position, reason = fault
    assert str(error.value) == (
        f"position {position} of {template}: {reason}; "
        "braces that are meant are doubled: {{ and }}"
    )


def test_a_brace_that_is_doubled_is_meant() -> None:
    assert "".join(Template(r"\cite{{{key}").filled([TWO])) == "\\cite{anonbare\n"


def test_a_text_without_a_name_is_no_format() -> None:
    with pytest.raises(PaperstuiError, match="“plain” is no format, and holds no name"):
        Template("plain")
