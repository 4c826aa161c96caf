"""Which words of a title keep their capitals whatever a style does to its case."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index.citations.formulas import FORMULA

if TYPE_CHECKING:
    from collections.abc import Iterator

_LETTER = rf"(?:[^\W_]|{FORMULA})[\u0300-\u036f]*"
_WORD = rf"(?:{_LETTER})+(?:['’.^_+*#]{{1,3}}(?:{_LETTER})+)*[+*#]*"
_COMPOUND = re.compile(rf"({_WORD}(?:[-‐‑–/&]{_WORD})*)")
_JOINT = re.compile(r"([-‐‑–/&])")
# Among the parts of a compound: those with capitals (C), with digits next to such (D).
_PROTECTED = re.compile("D*C[CD]*")
_SHOUTED_WORDS = 4
# Behind these a title goes on with a capital, but BibTeX leaves only that of the very
# first character and of one right behind a colon and a space.
_OPENING = re.compile(r"(?:^|:\s)[^\w\s]+$|[?!][^\w\s]*\s[^\w\s]*$")
_FIRST_LETTER = re.compile(_LETTER)


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """A title in pieces, and whether each keeps its capitals: DiffDA, GPT-4o, U-Net.

    A formula in it is a `FORMULA`. Joined, the pieces are the title.
    """
    if _is_shouted(text):
        yield text, False
        return
    # Of every two pieces the second is a compound.
    for position, piece in enumerate(_COMPOUND.split(text)):
        if position % 2:
            yield from _parts(piece)
        elif piece:
            yield piece, False


def bibtex_pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The same for BibTeX, which takes the first word behind a sign for any other.

    So "“Why?” A Study" keeps the capitals W and A, but "Why? a Study" only its own.
    """
    is_shouted, before = _is_shouted(text), ""
    for piece, is_protected in pieces(text):
        is_open = not (is_protected or is_shouted) and piece[:1].isupper()
        first = _FIRST_LETTER.match(piece) if is_open else None
        if first and _OPENING.search(before):
            yield first[0], True
            yield piece[first.end() :], False
        else:
            yield piece, is_protected
        before += piece


def _is_shouted(text: str) -> bool:
    """True for a title that is all in capitals, which then tell no names apart."""
    return text.count(" ") >= _SHOUTED_WORDS - 1 and text.upper() == text


def _parts(compound: str) -> Iterator[tuple[str, bool]]:
    """A compound such as "GPT-4o-based" in the parts that are protected or not."""
    parts = _JOINT.split(compound)
    kinds = "".join(_kind(part, compound) for part in parts[::2])
    position = 0
    for match in _PROTECTED.finditer(kinds):
        start, end = 2 * match.start(), 2 * match.end() - 1
        if start > position:
            yield "".join(parts[position:start]), False
        yield "".join(parts[start:end]), True
        position = end
    if position < len(parts):
        yield "".join(parts[position:]), False


def _kind(part: str, compound: str) -> str:
    has_inner_capital = any(char.isupper() for char in part[1:])
    # The article "A" is no name; the language "C" and the net in "U-Net" are.
    is_symbol = (
        part[0].isupper() and sum(map(str.isalpha, part)) == 1 and compound != "A"
    )
    if has_inner_capital or is_symbol:
        return "C"
    return "D" if any(map(str.isdigit, part)) else "-"
