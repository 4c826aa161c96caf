"""Formulas on one line."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.latex.formula import MAX_LENGTH, arity, knows, to_unicode

FORMULAS = [
    ("n", "n"),
    ("10000", "10000"),
    # Scripts.
    ("S_n", "Sₙ"),
    (r"\mathbb R^d", "ℝᵈ"),
    (r"\mathbb{R}^{n}", "ℝⁿ"),
    (r"\mathbb{R}^{m \times n}", "ℝ^(m×n)"),
    ("x^{k+1}", "xᵏ⁺¹"),
    ("x^2_i", "xᵢ²"),
    ("10^{-3}", "10⁻³"),
    ("10^-3", "10⁻³"),
    ("x_{i,j}", "x_(i,j)"),
    (r"\ell_\infty", "ℓ_∞"),
    (r"\pi_\theta(a)", "π_θ(a)"),
    (r"W_Q x", "W_Q x"),
    (r"L_{\text{adv}}", "L_adv"),
    (r"D\_{\mathsf{KL}} a\_b", "D_KL a_b"),
    (r"n^{1/3}", "n^(1/3)"),
    (r"A^\top x^* y^{\star}", "Aᵀx* y⋆"),
    (r"0.25^\circ", "0.25°"),
    (r"\text{L}^\natural", "L♮"),
    ("x'", "x′"),
    (r"x''_i\alpha", "x″ᵢα"),
    ("n^{th}", "nᵗʰ"),
    (r"x^{y^z}", "x^(yᶻ)"),
    ("x^", "x^"),
    # Operators, relations and brackets.
    (r"\max", "max"),
    (r"n\log n", "n log n"),
    (r"\log^2 n", "log² n"),
    (r"\Omega(\log\log n)", "Ω(log log n)"),
    (r"\min\{a,b\}", "min{a,b}"),
    (r"\sum_{i=1}^n x_i", "∑ᵢ₌₁ⁿ xᵢ"),
    (r"\max_{x \in X} f(x)", "max_(x∈X) f(x)"),
    (r"\operatorname*{arg\,max}_x f", "arg maxₓ f"),
    (r"(1 - 1/e)\operatorname{OPT} - 2\epsilon", "(1 - 1/e) OPT - 2ε"),
    ("a < b", "a < b"),
    ("a<b", "a < b"),
    (r"\approx", "≈"),
    (r"\gg 10", "≫10"),
    (r"x \in \{-1, 1\}^n", "x ∈ {-1, 1}ⁿ"),
    (r"10\times", "10×"),
    (r"256\times256", "256×256"),
    (r"256 \times 256", "256 × 256"),
    (r"1.5 \pm 0.2", "1.5 ± 0.2"),
    (r"\pm", "±"),
    (r"1-\delta", "1-δ"),
    (r"f: X \to Y", "f: X → Y"),
    (r"f:X\to Y", "f: X → Y"),
    (r"x := -1", "x := -1"),
    (r"p(x \mid y)", "p(x | y)"),
    (r"\|x\|_2^2", "‖x‖₂²"),
    (r"\left\| a - b \right\|_F", "‖a - b‖_F"),
    (r"\left.\frac{a}{b}\right|_0", "a/b|₀"),
    (r"\langle \cdot, x\rangle", "⟨·, x⟩"),
    (r"\{x_1, \ldots, x_n\}", "{x₁, …, xₙ}"),
    (r"a \not= b, c \neq d", "a ≠ b, c ≠ d"),
    (r"X_i \xrightarrow{d} X", "Xᵢ →ᵈ X"),
    (r"a \equiv b \pmod{n}", "a ≡ b (mod n)"),
    # Fractions and roots.
    (r"O\big(s\log\frac ds\big)", "O(s log(d/s))"),
    (r"O\big(\frac1T\big)", "O(1/T)"),
    (r"\frac{a+b}{c d}", "(a+b)/(cd)"),
    (r"\frac{\beta/\mu}{1-\rho}", "(β/μ)/(1-ρ)"),
    (r"\frac{\log n}{n}", "(log n)/n"),
    (r"\frac{1}{2}\|x\|^2", "(1/2)‖x‖²"),
    (r"\frac{1}{(1-\gamma)^2}", "1/(1-γ)²"),
    (r"\left(\frac{1}{\epsilon}\right)^2", "(1/ε)²"),
    (r"\nicefrac{1}{2}, {a \over b}, \dfrac12", "1/2, a/b, 1/2"),
    (r"\binom nk + {n \choose k}", "C(n, k) + C(n, k)"),
    (r"\sqrt{n}", "√n"),
    (r"\sqrt{nT}", "√(nT)"),
    (r"\sqrt{x^2}", "√(x²)"),
    (r"\sqrt{d_k} m", "√dₖ m"),
    (r"\sqrt[3]{n}", "∛n"),
    (r"O(1/\sqrt{n})", "O(1/√n)"),
    # Letters.
    (r"\tilde{O}(\sqrt{n})", "Õ(√n)"),
    (r"\tilde\mathcal{O}(n^{2})", "Õ(n²)"),
    (r"\mathcal{O}(n^{2})", "O(n²)"),
    (r"\mathcal{X}, \mathcal P, {\cal L}, \cS", "𝒳, 𝒫, ℒ, 𝒮"),
    (r"\mathbb{E}[\mathbf{x}], \mathfrak{g}", "𝔼[x], 𝔤"),
    (r"\hat{x}_t + \overline{AB} + \vec v", "x̂ₜ + A̅B̅ + v⃗"),
    (r"\bm{\mu}, \boldsymbol{V}^{\top}, {\bf y}", "μ, Vᵀ, y"),
    (r"k\text{-means if } x", "k-means if x"),
    (r"\mathrm{poly}(n, 1/\epsilon)", "poly(n, 1/ε)"),
    (r"\norm{x} + \abs{y}", "‖x‖ + |y|"),
    # Spaces, sets of rows, and what nobody knows.
    (r"a\,b\;c\quad d\!e", "a b c de"),
    (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", "(1 2; 3 4)"),
    (r"\begin{array}{c}N \\{k}\end{array}", "N; k"),
    (r"10\% \text{ of } 5%", "10% of 5%"),
    (r"\foo{bar}", "bar"),
    (r"\foo", "foo"),
    (r"\mathcalO(\sqrtKT \logn)", "O(√(KT) log n)"),
    ("{a", "a"),
    ("", ""),
]


@pytest.mark.parametrize(("source", "wanted"), FORMULAS)
def test_formula(source: str, wanted: str) -> None:
    assert to_unicode(source) == wanted


@pytest.mark.parametrize(
    "source", ["x" * (MAX_LENGTH + 1), "{" * 200 + "x" + "}" * 200, r"\begin{a}" * 200]
)
def test_formulas_beyond_measure_are_left_alone(source: str) -> None:
    assert to_unicode(source) is None


TOKENS = (
    r"\frac \sqrt \sqrt[ { } ^ _ ' '' \left \right . ( ) [ ] | \| \big \text \mathcal "
    r"\tilde \bar \overline \over \choose \binom \not \hat \log \sum \operatorname "
    r"\overset \begin{array}{c} \end{array} \begin{pmatrix} & \\ % \% ~ a xy 12 + - = "
    r"< : , ; ! \in \to \pm \cdot \, \! \foo \sqrtT \x \pmod \xrightarrow \norm \color "
    r"\limits \textsuperscript \c \mid"
)
PIECES = st.one_of(st.sampled_from([*TOKENS.split(), " "]), st.text(max_size=2))


@given(st.lists(PIECES, max_size=14).map("".join))
def test_any_formula_is_drawn_on_one_line(source: str) -> None:
    shown = to_unicode(source)
    assert shown is None or shown == shown.strip()


def test_macros_are_known_with_their_arguments() -> None:
    assert [arity(name) for name in ("frac", "sqrt", "alpha", "foo")] == [2, 1, 0, 0]
    assert [knows(name) for name in ("alpha", "cX", "left", "foo")] == [
        True,
        True,
        True,
        False,
    ]


def test_pylatexenc_is_loaded_for_the_first_formula_only() -> None:
    script = (
        "import sys; from paperstui.index.text import clean, plain;"
        "clean('<p>a &amp; b</p>'); plain(r'*a* 5\\% of $n$');"
        "before = 'pylatexenc' in sys.modules; plain('$x^2$');"
        "print(before, 'pylatexenc' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True"]
