"""LaTeX math as Unicode on one line."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from paperstui.index.latex.layout import join
from paperstui.index.latex.symbols import INVISIBLE, SPACES

if TYPE_CHECKING:
    from paperstui.index.latex.macros import Macros

MAX_LENGTH = 2000
"""Longest formula, in code points, that is converted; abstracts hold none beyond it."""
_MAX_DEPTH = 24
_SIMPLE = re.compile(r"[A-Za-z]|\d+(?:[.,]\d+)*")
# A letter in another alphabet, as authors abbreviate it: \cX, \bbR.
_SHORTHAND = re.compile(r"(?:bb|c|m)[A-Z]")
_NESTING = re.compile(r"\\[{}]|[{}]|\\begin\b|\\end\b|\\\\")
_DEEPER = {"{": 1, "\\begin": 1, "}": -1, "\\end": -1}


def to_unicode(source: str) -> str | None:
    """The formula `source`, without delimiters, as a person would type it on one line.

    None where it is too long, nested too deeply or beyond repair. An unknown macro
    leaves its argument, or its name if it has none.
    """
    if _SIMPLE.fullmatch(source):
        return source
    if len(source) > MAX_LENGTH or _is_too_deep(source):
        return None
    # Not at the top: it loads pylatexenc, and most lists hold no formula.
    from paperstui.index.latex.nodes import Converter

    macros = _macros()
    try:
        nodes = macros.parse(source)
    except Exception:
        # A parser that is lenient on purpose has no complete list of what it raises;
        # whatever happens inside it, the person gets the formula as it was written.
        return None
    return join(Converter(macros.symbols).atoms(nodes)).strip()


def knows(macro: str) -> bool:
    """True where `macro`, without its backslash, has a meaning in mathematics."""
    return (
        _SHORTHAND.fullmatch(macro) is not None
        or macro in INVISIBLE
        or macro in SPACES
        or macro in _macros().symbols
        or arity(macro) > 0
    )


def arity(macro: str) -> int:
    """How many arguments in braces `macro` takes in mathematics; 0 where unknown."""
    return _macros().arguments(macro).count("{")


def _is_too_deep(source: str) -> bool:
    depth = 0
    for match in _NESTING.finditer(source):
        depth += _DEEPER.get(match[0], 0)
        if depth > _MAX_DEPTH:
            return True
    return False


@functools.cache
def _macros() -> Macros:
    # Not at the top: it loads pylatexenc, and most lists hold no formula.
    from paperstui.index.latex.macros import Macros

    return Macros()
