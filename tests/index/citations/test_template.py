"""Templates: filled in by name, and told where they are none."""

from __future__ import annotations

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
    "plain": "plain\nplain\n",
}


@pytest.mark.parametrize(("template", "text"), FILLED.items())
def test_a_template_is_filled_in_for_each_paper(template: str, text: str) -> None:
    assert "".join(Template(template).filled([ONE, TWO])) == text


KNOWN = ", ".join(NAMES)
BAD = {
    "{kye}": "{kye} is none of",
    "{}": "{} is none of",
    "{key.__class__}": "{key.__class__} is none of",
    "{key[0]}": "{key[0]} is none of",
    "{key!r}": "{key} is none of",
    "{key:>99999999}": "{key} is none of",
    r"\cite{key}}": "Single '}' encountered in format string; braces",
    r"\cite{{{key}": "",
    "{key": "expected '}' before end of string; braces",
}


@pytest.mark.parametrize(("template", "reason"), BAD.items())
def test_a_template_that_is_none_is_told(template: str, reason: str) -> None:
    if not reason:
        assert "".join(Template(template).filled([TWO])) == "\\cite{anonbare\n"
        return
    with pytest.raises(PaperstuiError) as error:
        Template(template)
    assert str(error.value).startswith(f"{template}: {reason}")
    assert str(error.value).endswith("braces that are meant are doubled: {{ and }}")
