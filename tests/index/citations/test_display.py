"""Texts as CSL rich text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index import text
from paperstui.index.citations.cited import Cited
from paperstui.index.citations.csl import item
from paperstui.index.citations.display import WORD_JOINER, displayed, rich
from paperstui.index.models import Author, Paper, Venue


def kept(words: str) -> str:
    return f'<span class="nocase">{words}</span>'


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("Deep nets", "Deep nets"),
        (r"Na\"ive {\'e}tudes \& more", "Naïve études & more"),
        (r"*Deep* nets **now**", "<i>Deep</i> nets <b>now</b>"),
        ("**A *b* now**", "<b>A <i>b</i> now</b>"),
        ("GPT-4o-based tuning", f"{kept('GPT-4o')}-based tuning"),
        ("A U-Net in C", f"A {kept('U')}-Net in {kept('C')}"),
        ("*Deep GAN* nets", f"<i>Deep {kept('GAN')}</i> nets"),
        ("ALL OF IT IS SHOUTED", "ALL OF IT IS SHOUTED"),
        (r"$O(\sqrt{n})$ of $\ell_1$", f"{kept('O(√n)')} of {kept('ℓ₁')}"),
        (r"GAN$^2$s", kept("GAN²s")),
        (r"x\textsuperscript{qq!} now", "x<sup>qq!</sup> now"),
        (r"of `nn.Linear` now", f"of {kept('nn.Linear')} now"),
        ("a < b & c > d &amp; R&D", f"a < b & c > d &amp; {kept('R&D')}"),
        ("the <s> token", "the <s> token"),
        (
            "the <b> word, </I>",
            f"the <{WORD_JOINER}b> word, <{WORD_JOINER}/{kept('I')}>",
        ),
        ("a\ufdd0b", "ab"),
        ("", ""),
    ],
)
def test_rich_text(source: str, shown: str) -> None:
    assert rich(source) == shown


def test_an_item_is_ready_for_other_programs() -> None:
    paper = Paper(
        "test:1",
        r"*On* $x^2$ <i>",
        Venue("ICML", 2024),
        abstract="One $x^2$ of *GPT*.\n\nTwo.",
        authors=(Author(r"Sm\'ith", "<b>"), Author("{OpenAI}")),
        booktitle=r"Proceedings \& more",
        doi="10.1/a_b<c>",
        url="https://x.org/a_b",
        keywords=(r"$\alpha$",),
    )
    assert displayed(item(Cited(paper, "test_a"))) == {
        "id": "test_a",
        "type": "paper-conference",
        "title": f"<i>On</i> {kept('x²')} <{WORD_JOINER}i>",
        "author": [
            {"family": "Smíth", "given": f"<{WORD_JOINER}b>"},
            {"literal": "{OpenAI}"},
        ],
        "container-title": "Proceedings & more",
        "container-title-short": "ICML",
        "issued": {"date-parts": [[2024]]},
        "DOI": "10.1/a_b<c>",
        "URL": "https://x.org/a_b",
        "abstract": "One x² of GPT.\n\nTwo.",
        "keyword": "α",
    }


TAGS = re.compile(r'<span class="nocase">|<([ib]|su[bp])>|</(?:span|[ib]|su[bp])>')


@given(st.text(st.sampled_from("aB1 $^_*{}()\\<>/ib&`~-")))
def test_tags_nest_and_the_words_are_those_of_the_screen(source: str) -> None:
    cleaned = text.clean(source)
    shown = rich(cleaned)
    opened: list[str] = []
    for tag in TAGS.finditer(shown):
        if tag[0].startswith("</"):
            assert opened.pop() == tag[0][2:-1]
        else:
            opened.append(tag[1] or "span")
    assert opened == []
    without = TAGS.sub("", shown).replace(WORD_JOINER, "")
    letters = str.maketrans("", "", "_^() ")
    assert without.translate(letters) == text.plain(cleaned).translate(letters)
