"""Texts as LaTeX source: escaped once, with formulas and capitals protected."""

from __future__ import annotations

import functools
import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from paperstui.index.citations.capitals import bibtex_pieces
from paperstui.index.citations.formulas import FORMULA, is_balanced, separate
from paperstui.index.latex.characters import COMBINING, SUBSCRIPTS, SUPERSCRIPTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_ASCII = str.maketrans(
    {
        "&": r"\&",
        "%": r"\%",
        "#": r"\#",
        "_": r"\_",
        "$": r"\$",
        "~": r"{\textasciitilde}",
        "^": r"{\textasciicircum}",
        "\\": r"{\textbackslash}",
        "{": r"{\textbraceleft}",
        "}": r"{\textbraceright}",
        "<": "{$<$}",
        ">": "{$>$}",
        "|": r"{\textbar}",
    }
)
# Where pylatexenc gives what LaTeX lacks, or more than a person would write.
_SYMBOLS = {
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "–": "--",
    "—": "---",
    "‐": "-",
    "‑": "-",
    "−": "{$-$}",
    "…": r"{\ldots}",
    "×": r"{$\times$}",
    "÷": r"{$\div$}",
    "°": r"{$^{\circ}$}",
    "→": r"{$\rightarrow$}",
}
# Those of pylatexenc that no LaTeX has, or only one with packages of symbols.
_UNDEFINED = re.compile(
    r"\\(?:nument|texthvlig|textnrleg|textschwa|textphi|textglotstop|textturnk"
    r"|quarternote|arrowwave(?:left|right)|dblarrowupdown|DownArrowUpArrow|rightangle"
    r"|surfintegral|volintegral|clwintegral|homothetic|lazysinv|approxnotequal"
    r"|tildetrpl|allequal|estimates|starequal|notlessgreater|notgreaterless|truestate"
    r"|forcesextra|VDash|original|image|hermitconjmatrix|rightanglearc|verymuch\w+"
    r"|precedesnotsimilar|udots|varperspcorrespond|recorder|clockoint|sqrint|mathchar"
    r"|kern|acute(?=\{))(?![A-Za-z])"
)
_ONLY_MATH = re.compile(r"\\(?:varepsilon|Upsilon|flat|natural|sharp)")
_FRACTION = re.compile(r"\\textfrac(\{\d+\}\{\d+\})")
_ACCENTS = {mark: macro for macro, mark in COMBINING.items() if len(macro) == 1}
_BELOW = frozenset("bcdk")
# LaTeX takes the dot off by itself in \'i, \`i, \^i and \"i.
_DOTLESS = {
    "~i": r"{\i}",
    "=i": r"{\i}",
    "u{i}": r"{\i}",
    "v{i}": r"{\i}",
    "^j": r"{\j}",
    "v{j}": r"{\j}",
}

# LaTeX has it in formulas, where words are none.
_GREEK = "[\u0370-\u03ff\u1f00-\u1fff]"
_RAISED = re.escape("".join(SUPERSCRIPTS.values()))
_LOWERED = re.escape("".join(SUBSCRIPTS.values()))
_BEYOND_ASCII = re.compile(
    rf"(?P<raised>[{_RAISED}]+)|(?P<lowered>[{_LOWERED}]+)"
    rf"|(?P<word>{_GREEK}{{3,}})"
    rf"|[A-Za-z][\u0300-\u036f]+|(?!{FORMULA})[^\x00-\x7f][\u0300-\u036f]*"
)
# Letters of Western and Central Europe: utf8 of LaTeX knows no others without help.
_EVERYWHERE = re.compile("[À-ÖØ-öø-ĥĨ-ķĹ-ľŁ-ňŊ-ťŨ-ž]")
# Most names and many words: what is the same in LaTeX, found out in no time.
_PLAIN = re.compile(r"(?:[A-Za-z0-9 .,:]|-(?!-))*")
_OPENING_QUOTE = re.compile(r'(?<![^\s(\[{/‘“–—-])"(?=\S)')


class Letters(StrEnum):
    """How letters beyond ASCII are written."""

    ASCII = "ascii"
    """As LaTeX wherever there is LaTeX for them."""
    BIBER = "biber"
    """The same, but an accent upon an accent, which Biber misreads, stands on UTF-8."""
    UTF_8 = "utf-8"
    """As they are, where every LaTeX reads them so."""


def encode(
    source: str, *, keep_case: bool = False, letters: Letters = Letters.ASCII
) -> str:
    """A text with its formulas as one line of LaTeX, braces balanced whatever it holds.

    Math stays as it is, in braces of its own so that no style changes its case.
    `keep_case` does the same for words with inner capitals: {DiffDA}, {GPT-4o}, and for
    capitals that styles take from the beginning of a sentence: ``{W}hy?''.
    Letters without a LaTeX form stay as they are.
    """
    if not keep_case and _PLAIN.fullmatch(source):
        return " ".join(source.split())
    text, formulas = separate(source)
    text = " ".join(text.split())
    text = _OPENING_QUOTE.sub("“", text).replace('"', "”")
    writer = _Writer(iter(formulas), letters)
    if not keep_case:
        return writer.latex(text)
    return "".join(
        f"{{{writer.latex(piece, in_braces=True)}}}"
        if is_protected
        else writer.latex(piece)
        for piece, is_protected in bibtex_pieces(text)
    )


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the pieces of one text from left to right."""

    formulas: Iterator[str]
    """Those that were not written yet."""
    letters: Letters = Letters.ASCII

    def latex(self, text: str, *, in_braces: bool = False) -> str:
        """A text with its next formulas as LaTeX."""
        escaped = _BEYOND_ASCII.sub(self._character, text.translate(_ASCII))
        return re.sub(FORMULA, lambda _: _math(next(self.formulas), in_braces), escaped)

    def _character(self, match: re.Match[str]) -> str:
        """A script or a letter with its combining marks as LaTeX."""
        if match["raised"] or match["lowered"]:
            sign = "^" if match["raised"] else "_"
            script = unicodedata.normalize("NFKC", match[0]).replace("−", "-")
            return _math(f"{sign}{{{script}}}", in_braces=False)
        composed = unicodedata.normalize("NFC", match[0])
        if match["word"]:
            return composed
        if self.letters == Letters.UTF_8 and _EVERYWHERE.fullmatch(composed):
            return composed
        return _letter(match[0], for_biber=self.letters != Letters.ASCII)


def _math(formula: str, in_braces: bool) -> str:
    latex = re.sub(r"[^\x00-\x7f]", lambda match: _in_math(match[0]), formula)
    return f"${latex}$" if in_braces else f"{{${latex}$}}"


@functools.cache
def _letter(cluster: str, *, for_biber: bool) -> str:
    """A letter with its accents in braces, which BibTeX sorts as that letter."""
    base, *marks = list(unicodedata.normalize("NFD", cluster))
    is_accented = marks and all(mark in _ACCENTS for mark in marks)
    if not is_accented or "LATIN" not in unicodedata.name(base, ""):
        return "".join(map(_symbol, cluster))
    # LaTeX sets those below under anything, but the others over one letter only.
    marks.sort(key=lambda mark: _ACCENTS[mark] in _BELOW)
    if for_biber and len(marks) > 1:
        # Of {\~{\^e}} Biber makes \~ê, which is an error in pdfLaTeX.
        base = unicodedata.normalize("NFC", base + "".join(marks[:-1]))
        marks = marks[-1:]
    latex = base
    for mark in marks:
        latex = _accented(_ACCENTS[mark], latex)
    return f"{{{latex}}}"


def _accented(accent: str, inner: str) -> str:
    """A letter, or one with an accent already, below or under an accent."""
    if accent.isalpha() or not inner.isascii() or inner.startswith("\\"):
        inner = f"{{{inner}}}"
    if accent not in _BELOW:
        inner = _DOTLESS.get(accent + inner, inner)
    return f"\\{accent}{inner}"


@functools.cache
def _symbol(char: str) -> str:
    """A character beyond ASCII as LaTeX, in braces; itself if LaTeX has no name."""
    if char in _SYMBOLS:
        return _SYMBOLS[char]
    # \mathscr needs a package that few documents load.
    latex = _encoder()(char).replace(r"\mathscr", r"\mathcal")
    if latex == char and unicodedata.decomposition(char).startswith("<font>"):
        # A letter of an alphabet that has no macro, such as bold Greek.
        latex = _Writer(iter(())).latex(unicodedata.normalize("NFKC", char))
        return latex if latex.startswith("{") else f"{{{latex}}}"
    if "\\" not in latex or "\\cyr" in latex.lower() or not is_balanced(latex):
        return char
    if _UNDEFINED.search(latex):
        return char
    if fraction := _FRACTION.fullmatch(latex):
        return rf"{{$\frac{fraction[1]}$}}"
    if _ONLY_MATH.fullmatch(latex):
        return f"{{${latex}$}}"
    formula = latex.removeprefix(r"\ensuremath{").removesuffix("}")
    is_formula = latex == rf"\ensuremath{{{formula}}}" and is_balanced(formula)
    return f"{{${formula}$}}" if is_formula else f"{{{latex}}}"


def _in_math(char: str) -> str:
    """A character beyond ASCII as it stands in a formula."""
    latex = _symbol(char)
    if latex.startswith("{$"):
        return f"{{{latex[2:-2]}}}"
    return f"\\mbox{{{latex}}}" if "\\" in latex else latex


@functools.cache
def _encoder() -> Callable[[str], str]:
    # Not at the top: most texts are ASCII, and it loads slowly.
    from pylatexenc.latexencode import UnicodeToLatexEncoder

    encoder = UnicodeToLatexEncoder(
        replacement_latex_protection="none",
        unknown_char_policy="keep",
        unknown_char_warning=False,
    )
    return encoder.unicode_to_latex  # type: ignore[no-any-return]
