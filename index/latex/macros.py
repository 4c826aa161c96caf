"""The LaTeX macros that formulas use: pylatexenc's, and those that it lacks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pylatexenc import latex2text, latexwalker, macrospec

from paperstui.index.latex.characters import ALPHABETS, COMBINING
from paperstui.index.latex.symbols import (
    BINOMIALS,
    ENCLOSING,
    FRACTIONS,
    FUNCTIONS,
    LETTERS,
    PLAIN,
    STACKED,
    SYMBOLS,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%")
# pylatexenc takes a macro that is an argument without braces alone: \tilde\mathcal{O}.
_UNBRACED_ARGUMENT = re.compile(
    r"(\\(?:(?:wide)?(?:tilde|hat)|bar|vec|sqrt|overline))\s*"
    r"(\\(?:math[a-z]+|bm|boldsymbol|cal|text[a-z]*)\s*(?:\{[^{}]*\}|[A-Za-z]))"
)
# In a formula these are no accents, but names that authors gave to something else.
_NO_ARGUMENT = [name for name in COMBINING if len(name) == 1 and name.isalpha()]
_ONE_ARGUMENT = (
    PLAIN
    | ALPHABETS
    | ENCLOSING.keys()
    | {accent for accent in COMBINING if len(accent) > 1}
    | {"pmod", "textsuperscript", "textsubscript"}
)
_TWO_ARGUMENTS = FRACTIONS | BINOMIALS | STACKED.keys()


class Macros:
    """What each macro shows and takes, and the parser that knows it."""

    def __init__(self) -> None:
        specs = [
            *(macrospec.std_macro(name, "") for name in _NO_ARGUMENT),
            *(macrospec.std_macro(name, "{") for name in _ONE_ARGUMENT),
            *(macrospec.std_macro(name, "{{") for name in _TWO_ARGUMENTS),
            macrospec.std_macro("operatorname", "*{"),
        ]
        base = latexwalker.get_default_latex_context_db()
        self._context = base.filter_context(keep_categories=["latex-base"])
        self._context.add_context_category("paperstui", macros=specs, prepend=True)
        names = latex2text.get_default_latex_context_db()
        self.symbols: dict[str, str] = {
            spec.macroname: spec.simplify_repl
            for spec in names.iter_macro_specs()
            if _is_symbol(spec.simplify_repl)
            and not (spec.macroname in LETTERS and len(spec.macroname) == 1)
        } | {**{name: name for name in FUNCTIONS}, **SYMBOLS}
        """What each macro without an argument shows."""

    def parse(self, source: str) -> Sequence[Any]:
        """The nodes of a formula, in which % is an ordinary character.

        A subscript may be escaped as in Markdown: `D\\_{KL}`.
        """
        source = _COMMENT.sub(r"\1\%", source).replace(r"\_{", "_{")
        walker = latexwalker.LatexWalker(
            _UNBRACED_ARGUMENT.sub(r"\1{\2}", source),
            latex_context=self._context,
            tolerant_parsing=True,
        )
        nodes: Sequence[Any] = walker.get_latex_nodes()[0]
        return nodes

    def arguments(self, macro: str) -> str:
        """The argument specification of a macro, such as "[{"; empty where unknown."""
        spec = self._context.get_macro_spec(macro)
        return str(spec.args_parser.argspec) if spec and spec.macroname else ""


def _is_symbol(replacement: object) -> bool:
    """True for the text of a macro without arguments, not a template or placeholder."""
    return (
        isinstance(replacement, str)
        and bool(replacement.strip())
        and replacement.isprintable()
        and "%" not in replacement
        and not replacement.startswith(("<", "(<"))
    )
