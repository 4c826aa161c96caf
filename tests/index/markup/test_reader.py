"""What a person reads where an abstract holds LaTeX or Markdown."""

from __future__ import annotations

import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.text import Span, Style, StyledText, clean_block, plain, render

TEXTS = [
    # Formulas in their delimiters.
    (r"under $\ell_\infty$ with", "under ℓ_∞ with"),
    (r"$0.25^\circ$ and 0.25$^\circ$", "0.25° and 0.25°"),
    (r"($\approx$30km), $a < b$, $10000$", "(≈30km), a < b, 10000"),
    (r"$$x = 1$$ \(y\) \[z_1\]", "x = 1 y z₁"),
    (r"\begin{equation} x^2 \end{equation}", "x²"),
    (r"Aut$(G)$-equivariant", "Aut(G)-equivariant"),
    (r"$k$-NN, $10\times$, $5\%$, $5%$ and $n$th", "k-NN, 10×, 5%, 5% and nth"),
    (r"$ n $ and $\alpha $ and $ O(n log n) $", "n and α and O(n log n)"),
    (r"$\max$\{ \# of stored, length\}", "max{ # of stored, length}"),
    (r"\ensuremath{\pm} 1", "± 1"),
    # Dollars that are money, or have lost their partner.
    ("costs $5 and $10 today",) * 2,
    ("$5-$10, US$100 and HK$200, $1.5M/year, $5 for 3 months and $6",) * 2,
    ("a $5 budget ($n$ items)", "a $5 budget (n items)"),
    ("for all $x",) * 2,
    ("for $x and $y$", "for $x and y"),
    ("$or not\n\n to be$",) * 2,
    ("$$ and $ $",) * 2,
    (r"10\$ and \$5", "10$ and $5"),
    (
        r"$a very long list of the words that \emph{are} in it$",
        "$a very long list of the words that are in it$",
    ),
    # Mathematics without delimiters.
    (r"\alpha and \max\{a\} of O(n\log n)", "α and max{a} of O(n log n)"),
    (r"\tilde{O}(\sqrt{n}) in \mathbb R^d", "Õ(√n) in ℝᵈ"),
    (r"\ell_1-norm, \epsilon^{-2}, x^{k+1}, T^{2/3}", "ℓ₁-norm, ε⁻², xᵏ⁺¹, T^(2/3)"),
    (r"\mathcalO(\sqrtT \log T), \emphlinear", "O(√T log T), linear"),
    (r"2\times 2 and 4.2\times faster, \|x\|", "2×2 and 4.2× faster, ‖x‖"),
    (r"\w^* in \cC by \barα", "w* in 𝒞 by ᾱ"),
    ("a < b, x^2 and n^1/3, H^2-MIL",) * 2,
    # Macros of text.
    (r"11.5\% of \textit{e.g.} A\&B \#1 a\_b \{c\}", "11.5% of e.g. A&B #1 a_b {c}"),
    (r"\textsc{Best} \texttt{x} \foo{bar} \underline{u}", "Best x bar u"),
    (
        r"{\em foo} {\bf b} \em bare, \foo stays, \foo{} too",
        "foo b bare, \\foo stays, \\foo too",
    ),
    (r"\url{http://a.b/c\_d} \href{http://x.y/}{x.y}", "http://a.b/c_d x.y"),
    (
        r"\href{http://x.y/z}{here} \href{http://x.y}{}",
        "here (http://x.y/z) http://x.y",
    ),
    (
        r"as in \cite{x} and~\citep[p.~3]{a,b}, \citeKey",
        "as in [x] and\xa0[a,b], [Key]",
    ),
    # A brace that is never closed.
    (r"\textbf{a and \frac{1 and \url{b",) * 2,
    (r"this\footnote{that} \enquote{so} \textcolor{red}{x}", "this (that) “so” x"),
    (r"\textsuperscript{2} \textregistered \ie, \LaTeX{}.", "² ® i.e., LaTeX."),
    (
        r"H\"{o}lder {\"o} G\"odel na\"{\i}ve \'etale Nos\'e",
        "Hölder ö Gödel naïve étale Nosé",
    ),
    (
        r"Stra\ss e, Erd\H{o}s, {\L}ojasiewicz, \v{S}, \c{c}",
        "Straße, Erdős, Łojasiewicz, Š, ç",
    ),
    (r"it\'s \"so\" said", 'it\'s "so" said'),
    (r"a \\ b\,c\ d hyphen\-ation http:\/\/a.b", "a b c d hyphenation http://a.b"),
    (
        r"Poincar{é} {b}andits, sets {a, b} and {x}",
        "Poincaré bandits, sets {a, b} and {x}",
    ),
    (r"\begin{itemize} \item a \end{itemize}",) * 2,
    (r"C:\Users and \[MASK\] \(", r"C:\Users and [MASK] \("),
    ("improves 10% over, 100% of, 5 % 6",) * 2,
    # Quotation marks, ties and dashes.
    ("`one' (`two') or `three' of `code`", "‘one’ (‘two’) or ‘three’ of code"),
    ("``x'' and ``y\" and `z' but `` and ''", "“x” and “y” and ‘z’ but `` and ''"),
    (
        "Fig.~2, Lov\\'asz~$x$ function~(LFM)",
        "Fig.\xa02, Lovász\xa0x function\xa0(LFM)",
    ),
    ("~10%, 25K~34K, six~seven, ~x, a.b/~user, x~",) * 2,
    (
        "RPEs---including 10--20, a -- b, ---so---",
        "RPEs—including 10–20, a – b, —so---",
    ),
    ("--flag, <!-- x -->, -----",) * 2,
    # Markdown.
    (
        "*Learning-augmented* **lifts** ***x*** `a_b` _so_",
        "Learning-augmented lifts x a_b so",
    ),
    ('(*a*) first; *i.e.*, "*b*"', '(a) first; i.e., "b"'),
    (r"*$\text{L}$-/$\text{L}^\natural$-convex* f", "L-/L♮-convex f"),
    ("**O**utcome **RE**w**A**rd-based", "Outcome REwArd-based"),
    ("a * b * c, 2*3*4, p*-value, A* and B*, (*) and (*)",) * 2,
    ("snake_case_name, __init__, x_i, *a\n\nb*, *p<0.05, **p<0.01",) * 2,
    ("a** b, **c, 2**3**4, ****",) * 2,
    ("see https://a.b/_foo_/~bar--x now",) * 2,
    ("- a robot",) * 2,
    ("-A microrobot",) * 2,
    ("# so",) * 2,
    ("1. so\n\n* so",) * 2,
]


@pytest.mark.parametrize(("source", "wanted"), TEXTS)
def test_plain(source: str, wanted: str) -> None:
    assert plain(source) == wanted


def test_formulas_emphasis_and_code_are_styled() -> None:
    assert render(
        r"The *$\text{L}$-convex* **set** `x` of {\em two} $S_n$"
    ) == StyledText(
        "The L-convex set x of two Sₙ",
        (
            Span(4, 12, Style.EMPHASIS),
            Span(4, 5, Style.MATH),
            Span(13, 16, Style.STRONG),
            Span(17, 18, Style.CODE),
            Span(22, 25, Style.EMPHASIS),
            Span(26, 28, Style.MATH),
        ),
    )


def test_emphasis_does_not_reach_out_of_a_group() -> None:
    assert render(r"\emph{a *b} c*") == StyledText(
        "a *b c*", (Span(0, 4, Style.EMPHASIS),)
    )


def test_both_styles_of_three_asterisks_cover_the_text() -> None:
    assert render("***x***").spans == (
        Span(0, 1, Style.EMPHASIS),
        Span(0, 1, Style.STRONG),
    )


PROSE = st.text(string.ascii_letters + string.digits + " .,;:!?()[]/%&+=<>\"'#@é中-\n")


@given(PROSE.filter(lambda text: "--" not in text))
def test_prose_is_shown_as_it_is(source: str) -> None:
    assert render(source) == StyledText(source)


TOKENS = (
    r"\frac \sqrt { } $ $$ \ ^ _ * ** ` `` '' \emph \em {\em \" \begin{array}{c} | \| "
    r"\end{array} & \\ % \% ~ -- --- \alpha \log \mathcal \tilde \over \choose \[ \] ' "
    r"\url \href \cite \not \hat \operatorname \overset \left \right \text \( \) [ ] ( "
    r") 5 a https://a.b/c_d \foo \item \v \pmod \xrightarrow \norm \color \textcolor "
    r"\footnote \, \begin{equation} \end{equation}"
)
PIECES = st.one_of(
    st.sampled_from([*TOKENS.split(), " ", "\n\n", "é", "中"]), st.text(max_size=3)
)
MARKS = st.lists(PIECES, max_size=16).map("".join)


@given(MARKS)
def test_any_source_is_shown_with_spans_that_nest(raw: str) -> None:
    source = clean_block(raw)
    shown = render(source)
    ends: list[int] = []
    for span in shown.spans:
        assert 0 <= span.start < span.end <= len(shown.text)
        while ends and ends[-1] <= span.start:
            ends.pop()
        assert not ends or span.end <= ends[-1]
        ends.append(span.end)
    order = [(span.start, -span.end) for span in shown.spans]
    assert order == sorted(order)
    assert not any(
        unicodedata.category(char) == "Cc" for char in shown.text.replace("\n", "")
    )


@pytest.mark.parametrize(
    "source",
    [
        "$" * 50000,
        "{" * 10000 + "}" * 10000,
        "$" + "{" * 900 + "}" * 900 + "$",
        "\\sqrt{" * 300 + "}" * 300,
        "\\" * 50000,
        "_{" * 20000,
        "*a " * 20000,
        "`` a" * 10000,
        "~" * 50000,
        "-" * 50000,
    ],
    ids=lambda source: source[:8],
)
def test_hostile_sources_are_shown_as_they_are(source: str) -> None:
    assert plain(source) == source


@pytest.mark.parametrize(
    "source",
    ["\\emph{" * 5000 + "}" * 5000, "\\emph{*a " * 4000, "\\frac" * 5000, "`a" * 9000],
    ids=lambda source: source[:8],
)
def test_hostile_sources_are_read_in_passing(source: str) -> None:
    assert len(plain(source)) <= len(source)
