"""Where formulas stand in a text: telling mathematics from money."""

from __future__ import annotations

import re
from dataclasses import dataclass

from paperstui.index.latex.formula import MAX_LENGTH
from paperstui.index.latex.symbols import FUNCTIONS


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula of LaTeX in a text."""

    source: str
    """What stands between the delimiters."""
    end: int
    """Offset behind the closing delimiter."""


_DOLLAR = re.compile(r"\\.|\$|\n\n", re.DOTALL)
_DISPLAY = re.compile(r"\\.|\$\$|\n\n", re.DOTALL)
_ENVIRONMENT = re.compile(
    r"\\begin\{((?:equation|align|gather|multline|eqnarray|displaymath|math)\*?)\}"
)
# A dollar without its partner would take the sentence up to the next one.
_MAX_WORDS = 6
_SIGNAL = re.compile(r"[\\^_=<>{}+|]")
_MACRO = re.compile(r"\\[A-Za-z]+|\{[^{}]*\}")
_WORD = re.compile(r"(?<![A-Za-z\\])[A-Za-z]{2,}(?![A-Za-z])")


def formula_at(text: str, start: int) -> Formula | None:
    """The formula whose delimiter stands at `start`, or None if there is none.

    Delimiters are `$`, `$$`, `\\(`, `\\[` and the environments of displayed
    equations; a formula stays within its paragraph.
    """
    if text.startswith("$$", start):
        return _dollars(text, start, "$$", _DISPLAY)
    if text[start] == "$":
        return _dollars(text, start, "$", _DOLLAR)
    if text.startswith(("\\(", "\\["), start):
        return _bracketed(text, start, "\\)" if text[start + 1] == "(" else "\\]")
    if match := _ENVIRONMENT.match(text, start):
        closing = f"\\end{{{match[1]}}}"
        end = text.find(closing, match.end(), match.end() + MAX_LENGTH)
        if end >= 0:
            return Formula(text[match.end() : end], end + len(closing))
    return None


def _dollars(
    text: str, start: int, delimiter: str, pattern: re.Pattern[str]
) -> Formula | None:
    begin = start + len(delimiter)
    for match in pattern.finditer(text, begin, begin + MAX_LENGTH):
        if match[0] == delimiter:
            source = text[begin : match.start()]
            following = text[match.end() : match.end() + 1]
            if not source.strip():
                return None
            if delimiter == "$" and not _is_mathematics(source, following):
                return None
            return Formula(source, match.end())
        if match[0] == "\n\n":
            return None
    return None


def _bracketed(text: str, start: int, closing: str) -> Formula | None:
    end = text.find(closing, start + 2, start + 2 + MAX_LENGTH)
    source = text[start + 2 : max(end, 0)]
    if not source.strip() or "\n\n" in source:
        return None
    # Markdown writes the token [MASK] as \[MASK\].
    is_token = len(source) > 1 and re.fullmatch(r"[A-Za-z][A-Za-z -]*", source)
    return None if is_token else Formula(source, end + 2)


def _is_mathematics(source: str, following: str) -> bool:
    """True where the text between two dollar signs reads as a formula."""
    padded = source[0].isspace() + source[-1].isspace()
    signals = _SIGNAL.search(source) is not None
    words = [
        word for word in _WORD.findall(_MACRO.sub(" ", source)) if word not in FUNCTIONS
    ]
    if source[0].isdigit():
        # "$5-$10" and "$5 and $10" are money, and so is "$5 for \emph{x} and $n$".
        if not signals and (words or following.isdigit()):
            return False
        if words and (padded or len(words) > 2):
            return False
    if len(words) > _MAX_WORDS:
        return False
    if not padded:
        return signals or len(words) < 2 or " " not in source
    # White space inside the dollars: `$ x $` is a formula, `$ or 6 $` is not.
    if signals:
        return len(words) < 2
    return not words and (padded == 2 or len(source) == 2)
