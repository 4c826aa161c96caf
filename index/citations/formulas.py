"""Formulas set apart from the words of a text, their LaTeX kept."""

from __future__ import annotations

import re

from paperstui.index.latex.formula import arity, knows
from paperstui.index.latex.symbols import unbraced
from paperstui.index.markup.reader import MarkupReader
from paperstui.index.markup.styled import Style

FORMULA = "\ufdd0"
"""Stands for a formula: a noncharacter, which no clean text holds."""

_TOKEN = re.compile(r"\\.|[^\\]|\\$", re.DOTALL)
_MACRO = re.compile(r"(?<!\\)\\([A-Za-z]+)")
_LAST_MACRO = re.compile(rf"{_MACRO.pattern}$")
_BARE = {"%": r"\%", "#": r"\#", "&": r"\&"}
_NAMED_BRACES = {r"\{": r"\lbrace ", r"\}": r"\rbrace "}


def separate(source: str) -> tuple[str, list[str]]:
    """A text as a person reads it, each formula in it one `FORMULA`; the formulas.

    The formulas are in order, without delimiters, each one line of LaTeX that stands
    between dollars and balances its braces.
    """
    reader = FormulaReader(source.replace(FORMULA, ""))
    text = reader.read().text
    return text, reader.formulas


def is_balanced(latex: str) -> bool:
    r"""True where braces balance as BibTeX counts them: `\{` is a brace, too."""
    depth = 0
    for char in latex:
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return False
    return depth == 0


class FormulaReader(MarkupReader):
    """Reads a text as for the screen, its formulas apart, each one `FORMULA` in it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.formulas: list[str] = []

    def formula(
        self, source: str, start: int, end: int, style: Style | None = Style.MATH
    ) -> int:
        if style is None:
            # A macro of prose such as \copyright or \ldots.
            return super().formula(source, start, end, style)
        kept = self.kept(source)
        if kept is None:
            return self.show(start, end)
        self.formulas.append(kept)
        self.out.add(FORMULA, style)
        return end

    def kept(self, source: str) -> str | None:
        """What is kept of a formula: its LaTeX; None if beyond repair."""
        return _one_line(source)


def _one_line(source: str) -> str | None:
    """A formula as LaTeX that cannot break what it stands in; None if beyond repair."""
    source = _MACRO.sub(_with_argument, " ".join(source.split()))
    tokens = _TOKEN.findall(source)
    if not tokens or "$" in tokens or tokens[-1] in ("\\", "^", "_"):
        return None
    last = _LAST_MACRO.search(source)
    if last and arity(last[1]):
        return None
    if not is_balanced("".join(token for token in tokens if len(token) == 1)):
        return None
    latex = "".join(_BARE.get(token, token) for token in tokens)
    if not is_balanced(latex):
        latex = "".join(
            _NAMED_BRACES.get(token, _BARE.get(token, token)) for token in tokens
        )
    return latex


def _with_argument(match: re.Match[str]) -> str:
    r"""A macro that lost the braces of its argument, such as `\sqrtT`, with them."""
    parts = None if knows(match[1]) else unbraced(match[1])
    return f"\\{parts[0]}{{{parts[1]}}}" if parts else match[0]
