"""Tables from LaTeX to Unicode, beside those that pylatexenc brings."""

from __future__ import annotations

import re


def names(words: str) -> frozenset[str]:
    """The names in a list that is parted by white space."""
    return frozenset(words.split())


LETTERS = {
    "AA": "Å",
    "AE": "Æ",
    "L": "Ł",
    "O": "Ø",
    "OE": "Œ",
    "aa": "å",
    "ae": "æ",
    "dh": "ð",
    "dj": "đ",
    "i": "ı",
    "j": "ȷ",
    "l": "ł",
    "o": "ø",
    "oe": "œ",
    "ss": "ß",
    "th": "þ",
}
"""Macros that are letters of a word."""

SYMBOLS = {
    "C": "ℂ",
    "E": "𝔼",
    "EE": "𝔼",
    "LaTeX": "LaTeX",
    "N": "ℕ",
    "NN": "ℕ",
    "Otilde": "Õ",
    "PP": "ℙ",
    "Q": "ℚ",
    "QQ": "ℚ",
    "Im": "ℑ",
    "R": "ℝ",
    "Re": "ℜ",
    "RR": "ℝ",
    "Real": "ℝ",
    "TeX": "TeX",
    "Z": "ℤ",
    "ZZ": "ℤ",
    "argmax": "argmax",
    "argmin": "argmin",
    "ast": "*",
    "bigO": "O",
    "bigo": "O",
    "blacksquare": "■",
    "checkmark": "✓",
    "cO": "O",
    "colon": ":",
    "cdots": "⋯",
    "copyright": "©",
    "degree": "°",
    "doteq": "≐",
    "eg": "e.g.",
    "eps": "ε",
    "epsilon": "ε",
    "etc": "etc.",
    "ie": "i.e.",
    "iff": "⇔",
    "imath": "ı",
    "implies": "⇒",
    "independent": "⫫",
    "indep": "⫫",
    "jmath": "ȷ",
    "lbrace": "{",
    "lbrack": "[",
    "land": "∧",
    "lnot": "¬",
    "lor": "∨",
    "lp": "(",
    "lvert": "|",
    "ne": "≠",
    "neg": "¬",
    "omicron": "ο",
    "order": "O",
    "otilde": "Õ",
    "phi": "φ",
    "pounds": "£",
    "prime": "′",
    "rbrace": "}",
    "rbrack": "]",
    "real": "ℝ",
    "reals": "ℝ",
    "rp": ")",
    "rvert": "|",
    "sqrt": "√",
    "square": "□",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textbar": "|",
    "textless": "<",
    "textgreater": ">",
    "textunderscore": "_",
    "tO": "Õ",
    "Var": "Var",
    "varepsilon": "ε",
    "vert": "|",
    "|": "‖",
}
"""Symbols that pylatexenc lacks or shows less legibly, and those authors define."""

ENCLOSING = {
    "abs": ("|", "|"),
    "brac": ("(", ")"),
    "brace": ("{", "}"),
    "bracket": ("[", "]"),
    "ceil": ("⌈", "⌉"),
    "dotp": ("⟨", "⟩"),
    "floor": ("⌊", "⌋"),
    "inner": ("⟨", "⟩"),
    "ip": ("⟨", "⟩"),
    "norm": ("‖", "‖"),
    "pa": ("(", ")"),
    "paren": ("(", ")"),
    "set": ("{", "}"),
}
"""Macros of one argument that authors define, with the brackets that they draw."""

INVISIBLE = names(
    "Big Bigg Biggl Biggr Bigl Bigm Bigr Huge LARGE Large allowbreak big bigg biggl "
    "biggr bigl bigm bigr bf bfseries boldmath centering displaystyle em "
    "footnotesize hfill huge it itshape large left limits middle mit mleft mright "
    "newline nobreak noindent nolimits nonumber normalfont normalsize notag par "
    "protect relax right rm sc scriptscriptstyle scriptsize scriptstyle scshape sf "
    "sffamily sl slshape small textstyle tiny tt ttfamily unboldmath upshape xspace"
)
"""Macros without an argument that only set the type."""

SWITCHES = {
    "bf": "textbf",
    "bfseries": "textbf",
    "em": "emph",
    "it": "textit",
    "itshape": "textit",
    "sl": "textsl",
    "slshape": "textsl",
    "tt": "texttt",
    "ttfamily": "texttt",
}
"""Macros that style the rest of a group, with the macro that takes it as argument."""

SPACES = {
    " ": 2,
    "!": 0,
    ",": 2,
    "/": 0,
    ":": 2,
    ";": 2,
    ">": 2,
    "@": 0,
    "-": 0,
    "enspace": 2,
    "hskip": 2,
    "qquad": 2,
    "quad": 2,
    "space": 2,
    "thinspace": 2,
    "thickspace": 2,
}
"""Spacing macros, and whether they leave a space."""

PLAIN = names(
    "bm bold boldsymbol boxed emph enquote hbox math mathbf mathbin mathclose "
    "mathinner mathit mathnormal mathop mathopen mathord mathpunct mathrel mathrm "
    "mathsf mathtt mb mbox mathsl overbrace overrightarrow pmb smash substack text "
    "textbf textit textmd textnormal textrm textsc textsf textsl texttt textup "
    "underbrace underline uline vct mat operatorname DeclareMathOperator"
)
"""Macros of one argument that leave its characters as they are."""

FRACTIONS = names("frac dfrac tfrac cfrac nicefrac sfrac flatfrac")
"""Macros of a numerator and a denominator."""

BINOMIALS = names("binom dbinom tbinom")
"""Macros of a binomial coefficient."""

STACKED = {"overset": "sup", "stackrel": "sup", "underset": "sub"}
"""Macros that put their first argument above or below the second."""

IGNORED = names("color hphantom hspace label phantom tag vphantom vspace")
"""Macros whose arguments are not shown."""

FUNCTIONS = names(
    "arccos arcsin arctan argmax argmin arg cos cosh cot cov csc deg det diag dim "
    "erf exp gcd hom inf ker lcm lim liminf limsup ln log max min mod polylog poly "
    "rank sec sgn sign sin sinh span sup supp tan tanh tr Tr trace var vol Pr Var "
    "Cov"
)
"""Names of functions and operators, which stand off from their operands."""

# Macros that authors' lists show without the braces of their argument: \sqrtT.
_UNBRACED = re.compile(
    r"(mathcal|mathbb|mathbf|mathrm|mathsf|mathit|sqrt|cal|widetilde|tilde|widehat|hat|bar"
    r"|log|textsc|textit|textbf|textrm|texttt|textsf|textsl|text|emph|bm|bf|url)(.+)"
)


def unbraced(macro: str) -> tuple[str, str] | None:
    """The macro and argument in a name like `sqrtT`, or None where it is no such."""
    match = _UNBRACED.fullmatch(macro)
    return (match[1], match[2]) if match else None
