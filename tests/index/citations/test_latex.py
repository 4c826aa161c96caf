"""Texts as LaTeX source."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paperstui.index.citations.formulas import FORMULA, is_balanced, separate
from paperstui.index.citations.latex import encode

ESCAPES = {
    "Data2Text & Code": r"Data2Text \& Code",
    r"Data2Text \& Code": r"Data2Text \& Code",
    "100% of #1": r"100\% of \#1",
    r"11.5\% more": r"11.5\% more",
    "l_2, x^2 and ~8": r"l\_2, x{\textasciicircum}2 and {\textasciitilde}8",
    "a < b > c | d": r"a {$<$} b {$>$} c {\textbar} d",
    "a { b": r"a {\textbraceleft} b",
    "a } b": r"a {\textbraceright} b",
    "ends with \\": r"ends with {\textbackslash}",
    r"\unknown": r"{\textbackslash}unknown",
    "$5 and $10": r"\$5 and \$10",
    r"\$5": r"\$5",
    '"Good Robot!" Now': "``Good Robot!'' Now",
    '("quoted")': "(``quoted'')",
    "“Curly” ‘quotes’, it’s": "``Curly'' `quotes', it's",
    "``LaTeX'' quotes": "``LaTeX'' quotes",
    "1–2 — 3…": r"1--2 --- 3{\ldots}",
    "two\n  lines": "two lines",
    "*emphatic* and **bold**": "emphatic and bold",
    r"\emph{emphatic} \textsc{Caps}": "emphatic Caps",
}


@pytest.mark.parametrize(("source", "latex"), ESCAPES.items())
def test_text_is_escaped_once(source: str, latex: str) -> None:
    assert encode(source) == latex


FORMULAS = {
    "with $l_2$ norm": "with {$l_2$} norm",
    r"$\text{L}$-/$\text{L}^\natural$-Convex": (
        r"{$\text{L}$}-/{$\text{L}^\natural$}-Convex"
    ),
    r"\(x + 1\) and $$x_2$$": "{$x + 1$} and {$x_2$}",
    r"\alpha outside": r"{$\alpha$} outside",
    "x_{k} outside": "x{$_{k}$} outside",
    r"$50%$ of $a#b & c$": r"{$50\%$} of {$a\#b \& c$}",
    r"$50\%$": r"{$50\%$}",
    r"the set $\{1, 2\}$": r"the set {$\{1, 2\}$}",
    r"half a set $\{1$": r"half a set {$\lbrace 1$}",
    r"$\{x}$": r"\${\textbackslash}{\textbraceleft}x{\textbraceright}\$",
    "$x^$": r"\$x{\textasciicircum}\$",
    r"$\mathcal$": r"\${\textbackslash}mathcal\$",
    r"$\text{if $x$}$": (
        r"\${\textbackslash}text{\textbraceleft}if \$x\${\textbraceright}\$"
    ),
    r"$\sqrtT$": r"{$\sqrt{T}$}",
    r"$\ell_∞$ and $χ$": r"{$\ell_{\infty}$} and {${\chi}$}",
    "for all $x": r"for all \$x",
}


@pytest.mark.parametrize(("source", "latex"), FORMULAS.items())
def test_formulas_stay_in_braces_of_their_own(source: str, latex: str) -> None:
    assert encode(source) == latex


LETTERS = {
    "Waïss": r"Wa{\"i}ss",
    "Tramèr": r"Tram{\`e}r",
    "Łukasz Großmann": r"{\L}ukasz Gro{\ss}mann",
    "Ångström": r"{\r{A}}ngstr{\"o}m",
    "Čapek, Façade": r"{\v{C}}apek, Fa{\c{c}}ade",
    "Ĭ ĭ ĩ ĵ": r"{\u{I}} {\u{\i}} {\~{\i}} {\^{\j}}",
    "Kreı̆n": r"Kre{\u{ı}}n",
    "Nguyễn Thị": r"Nguy{\~{\^e}}n Th{\d{i}}",
    "ệ": r"{\d{\^e}}",
    "T̈": r"{\"T}",
    "CO₂, 10⁻³": r"CO{$_{2}$}, 10{$^{-3}$}",
    "∞, α, ℝ, ℋ, 𝝀": r"{$\infty$}, {$\alpha$}, {$\mathbb{R}$}, {$\mathcal{H}$}, "
    r"{$\lambda$}",
    "360° × 2": r"360{$^{\circ}$} {$\times$} 2",
    "江测试": "江测试",
    "Иванов й": "Иванов й",
    "한국": "한국",
}


@pytest.mark.parametrize(("source", "latex"), LETTERS.items())
def test_letters_beyond_ascii_take_the_form_that_bibtex_sorts(
    source: str, latex: str
) -> None:
    assert encode(source) == latex


CAPITALS = {
    "DiffDA: a Diffusion model": "{DiffDA}: a Diffusion model",
    "CLIPScore: GPT-4o for NLP": "{CLIPScore}: {GPT-4o} for {NLP}",
    '"CLIPScore" or “NLP”': "``{CLIPScore}'' or ``{NLP}''",
    "SE(3) diffusion with SGD": "{SE}(3) diffusion with {SGD}",
    "A Square-Root Method": "A Square-Root Method",
    "Don't Assume a State-of-the-Art Model": "Don't Assume a State-of-the-Art Model",
    "U-Net and LLM-Based Nets": "{U}-Net and {LLM}-Based Nets",
    "2D-3D or 4K": "{2D-3D} or {4K}",
    "What I Know of C++ and A* Search": "What {I} Know of {C++} and {A*} Search",
    "Q&A": r"{Q\&A}",
    "O'Reilly": "{O'Reilly}",
    "H^2-MIL: 100% of l_2 with $l_2$": (
        r"{H{\textasciicircum}2-MIL}: 100\% of l\_2 with {$l_2$}"
    ),
    "T$^2$SQNet and $K$-Free VO$Q$L": "{T$^2$SQNet} and {$K$}-Free {VO$Q$L}",
    "ÖBERT": r"{{\"O}BERT}",
    "TRUNCATED HORIZON POLICY SEARCH": "TRUNCATED HORIZON POLICY SEARCH",
    "BIG QUIC": "{BIG} {QUIC}",
    "“Why?” – A Study of “It”": "``{W}hy?'' -- A Study of ``It''",
    "Why Not? (Part of) It: Yes": "Why Not? ({P}art of) It: Yes",
    "Nets: “Ärger” All Over": r"Nets: ``{{\"A}}rger'' All Over",
    "(Un)certain? Yes, Really! “Well”": "({U}n)certain? {Y}es, Really! ``{W}ell''",
    "“WHY?” A STUDY OF IT": "``WHY?'' A STUDY OF IT",
}


@pytest.mark.parametrize(("title", "latex"), CAPITALS.items())
def test_words_with_inner_capitals_keep_them(title: str, latex: str) -> None:
    assert encode(title, keep_case=True) == latex


def test_formulas_are_set_apart_in_order() -> None:
    text, formulas = separate(r"A $x_1$ of \emph{b} $y$")
    assert text == f"A {FORMULA} of b {FORMULA}"
    assert formulas == ["x_1", "y"]


@pytest.mark.parametrize(
    ("latex", "expected"),
    [("", True), ("{a}{b{c}}", True), ("}{", False), ("{", False), (r"{\{}", False)],
)
def test_braces_are_counted_as_bibtex_does(latex: str, expected: bool) -> None:
    assert is_balanced(latex) is expected


nasty = st.text(st.sampled_from("{}\\$%&_^~'\"` aB\n-–ı̆éα中*|") | st.characters())


@given(nasty, st.booleans())
@example("\u0344", False)
def test_braces_balance_on_one_line_whatever_the_text(text: str, keep: bool) -> None:
    latex = encode(text, keep_case=keep)
    assert is_balanced(latex)
    assert latex == " ".join(latex.split())
    assert FORMULA not in latex
