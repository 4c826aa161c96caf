"""The texts of an item as CSL processors and programs that read CSL-JSON want them.

Rich text: https://citeproc-js.readthedocs.io/en/latest/csl-json/markup.html
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from paperstui.index import text
from paperstui.index.citations.capitals import pieces
from paperstui.index.citations.formulas import FORMULA, FormulaReader
from paperstui.index.latex.formula import to_unicode
from paperstui.index.markup.styled import Style, StyledText

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.citations.csl import Item

WORD_JOINER = "\u2060"
"""Behind a "<" that would begin a tag: invisible, and no clean text holds one."""

NO_CASE = '<span class="nocase">'
"""Begins a piece that keeps its case; `</span>` ends it."""

_RICH = frozenset(("title", "container-title", "collection-title"))
_AS_IT_IS = frozenset(("id", "type", "DOI", "URL"))
_TAGS = {Style.EMPHASIS: "<i>", Style.STRONG: "<b>"}
_LIKE_A_TAG = re.compile(r"<(?=/?(?:i|b|sc|sub|sup|span)\b)", re.IGNORECASE)
_SCRIPT = re.compile(
    rf"([_^])\(((?:[^()<>]|{re.escape(NO_CASE)}[^()<>]{{1,40}}</span>){{1,40}})\)"
)
_SCRIPT_TAGS = {"_": "sub", "^": "sup"}


def displayed(item: Item) -> Item:
    """An item with its LaTeX and Markdown as Unicode and, in titles, as rich text."""
    return {name: _displayed(name, value) for name, value in item.items()}


def rich(source: str) -> str:
    """A text as CSL rich text on one line, its formulas and names kept in their case.

    Emphasis is `<i>` and `<b>`, scripts that Unicode lacks are `<sub>` and `<sup>`,
    words with inner capitals stand in `NO_CASE`. A "<" that no tag begins with stays;
    a `WORD_JOINER` follows where one could.
    """
    styled, formulas = _separate(source)
    remaining = iter(formulas)
    written: list[str] = []
    opened: list[str] = []
    for segment, tags in _segments(styled):
        common = 0
        while common < min(len(opened), len(tags)) and opened[common] == tags[common]:
            common += 1
        written += map(_closing, reversed(opened[common:]))
        written += tags[common:]
        opened = tags
        shown = re.sub(FORMULA, lambda _: next(remaining), segment)
        written.append(literal(shown))
    written += map(_closing, reversed(opened))
    return _SCRIPT.sub(_script, "".join(written))


def literal(text: str) -> str:
    """A text in which nothing can be taken for a tag of rich text."""
    return _LIKE_A_TAG.sub(f"<{WORD_JOINER}", text)


def _displayed(name: str, value: Any) -> Any:
    if name in _AS_IT_IS:
        return value
    if isinstance(value, str):
        return rich(value) if name in _RICH else literal(text.plain(value))
    if isinstance(value, list):
        return [
            {part: literal(text.plain(words)) for part, words in each.items()}
            for each in value
        ]
    return value


def _separate(source: str) -> tuple[StyledText, list[str]]:
    """A text with each formula as one `FORMULA`, and the formulas in Unicode."""
    # Before it falls into pieces: those of "</I>" would look like no tag.
    reader = _Reader(literal(" ".join(source.replace(FORMULA, "").split())))
    return reader.read(), reader.formulas


class _Reader(FormulaReader):
    """Reads a text as for the screen, its formulas apart in Unicode."""

    def kept(self, source: str) -> str | None:
        shown = to_unicode(source.replace(WORD_JOINER, ""))
        return None if shown is None else " ".join(shown.split())


def _segments(styled: StyledText) -> Iterator[tuple[str, list[str]]]:
    """A text in pieces, each with the tags around it from the outermost in."""
    keeps_case: list[tuple[int, int]] = []
    position = 0
    for piece, is_protected in pieces(styled.text):
        if is_protected:
            keeps_case.append((position, position + len(piece)))
        position += len(piece)
    keeps_case += [
        (span.start, span.end)
        for span in styled.spans
        if span.style in (Style.MATH, Style.CODE)
    ]
    spans = [span for span in styled.spans if span.style in _TAGS]
    edges = {0, len(styled.text)}
    edges.update(edge for span in spans for edge in (span.start, span.end))
    edges.update(edge for stretch in keeps_case for edge in stretch)
    ordered = sorted(edges)
    for start, end in pairwise(ordered):
        tags = [_TAGS[each.style] for each in spans if each.start <= start < each.end]
        if any(first <= start < last for first, last in keeps_case):
            tags.append(NO_CASE)
        yield styled.text[start:end], tags


def _closing(tag: str) -> str:
    return "</span>" if tag == NO_CASE else f"</{tag[1:]}"


def _script(match: re.Match[str]) -> str:
    tag = _SCRIPT_TAGS[match[1]]
    return f"<{tag}>{match[2]}</{tag}>"
