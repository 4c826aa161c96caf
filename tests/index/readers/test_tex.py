"""LaTeX of bibliographies in Unicode."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.readers.tex import to_name, to_text


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "{BERT}: {P}re-training of {{Deep}} Models",
            "BERT: Pre-training of Deep Models",
        ),
        (r"{$_2$} and $\{x\}_{i}$ in {Cu$_2$O}", r"$_2$ and $\{x\}_{i}$ in Cu$_2$O"),
        (r"G{\"o}del, \'{E}cole, \c{c}a, na\"{\i}ve", "Gödel, École, ça, naïve"),
        (r"Stra\ss e, \O{}re, {\AE}on", "Straße, Øre, Æon"),
        (r"\emph{On} \textbf{{B}old} {\em it} \mbox{x}", "On Bold it x"),
        (r"R\&D, 5\% of \#1, a\_b", "R&D, 5% of #1, a_b"),
        (r"costs \$5 and \$6", r"costs \$5 and \$6"),
        (r"Using \{ in sets", r"Using \{ in sets"),
        (r"Fig.~3 is about ~10\%", "Fig. 3 is about ~10%"),
        (r"see \url{http://x.org/~a\_b}", "see http://x.org/~a_b"),
        ("see http://x.org/~a", "see http://x.org/~a"),
        (r"\href{http://x.org}{the page}", "the page"),
        (r"10\,000 a\textemdash b \textregistered{}", "10 000 a—b ®"),
        (r"\unknown{kept} here", r"\unknown{kept} here"),
        ("``Two ``in'' one'' and `a' or (`b')", "“Two “in” one” and ‘a' or (‘b')"),
        ("`code` isn`t ` $f''(x)$", "`code` isn`t ` $f''(x)$"),
        ("a lone \\", "a lone \\"),
        ("open {brace and } closed } one", "open brace and  closed  one"),
    ],
)
def test_formulas_stay_and_all_else_becomes_unicode(source: str, expected: str) -> None:
    assert to_text(source) == expected


def test_names_keep_the_braces_of_groups() -> None:
    assert to_name(r"{Test \& Sons} and {\'E}mile") == "{Test & Sons} and {É}mile"


@given(st.text(alphabet="ab{}\\\"'$~ cvH%&\n", max_size=40))
def test_any_text_can_be_read(source: str) -> None:
    assert isinstance(to_text(source), str)
    assert isinstance(to_name(source), str)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"Nguy{\~{\^e}}n", "Nguyễn"),
        (r"Nguy\~{\^{e}}n", "Nguyễn"),
        (r"Nguy{\~{ê}}n Vi{\d{\^e}}t", "Nguyễn Việt"),
        (r"{\'{\"u}} {\DJ}or{\dj}e {\TH}{\'o}rr", "ǘ Đorđe Þórr"),
        (r"{\textonehalf} {\textsection} {\quotedblbase}a''", "½ § „a”"),
        (r"\cyrchar\CYRA.V. {\CYRYO}\cyrzh, \CYRSHCH\cyrya", "А.V. Ёж, Щя"),
        (r"a {\textbraceleft} b {\textbar} c", r"a \{ b | c"),
    ],
)
def test_accents_upon_accents_and_symbols_of_text(source: str, text: str) -> None:
    assert to_text(source) == text
