"""Text with markers in it, which is what passes through the elements of a style.

A marker is one noncharacter, which no clean text holds; so pieces of text are joined as
strings, and italics, quotes and the ends of variables are still known afterwards.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index.citations.display import NO_CASE, WORD_JOINER
from paperstui.index.latex.symbols import names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ITALIC, BOLD, SMALL_CAPS, UNDERLINE = "\ufdd1", "\ufdd2", "\ufdd3", "\ufdd4"
SUPERSCRIPT, SUBSCRIPT, KEPT, QUOTED = "\ufdd5", "\ufdd6", "\ufdd7", "\ufdd8"
VALUE, LINK = "\ufdd9", "\ufdda"
"""Begin what a variable holds; `LINK` one that holds an address or a DOI."""
END = "\ufddf"
"""Ends what the last marker that is still open began."""

BEGINNINGS = frozenset(map(chr, range(0xFDD1, 0xFDDF)))
"""All that `END` ends."""

_ANY = "\ufdd1-\ufddf"
_TAGS = {
    "<i>": ITALIC,
    "<b>": BOLD,
    "<sup>": SUPERSCRIPT,
    "<sub>": SUBSCRIPT,
    NO_CASE: KEPT,
}
_TAG = re.compile(rf"{'|'.join(map(re.escape, _TAGS))}|</(?:i|b|sup|sub|span)>")
_MARKER = re.compile(f"[{_ANY}]")
# Straight quotes in pairs; single ones that are left are apostrophes.
_QUOTES = re.compile(
    rf"(?:(?<=[\s(\[{{/‘“–—{_ANY}-])|^)"
    r"(?:\"(?=\S)([^\"]*[^\s\"])\"|“([^”]+)”|'(?=\S)([^']*[^\s'])')(?![^\W_])"
)

_WORD = re.compile(rf"[^\W_](?:[\w'’.{_ANY}]*[^\W_])?")
# https://docs.citationstyles.org/en/stable/specification.html#title-case-conversion
STOP_WORDS = names(
    "a an and as at but by down for from in into nor of on onto or over so the till to "
    "up via with yet"
)
# Not in that list, but no English words: they stay as they are, as does "d’été".
_FOREIGN = names("al d de et l van von")
_OPENING = " \"'“‘([{"
_PART_BEGINS_AFTER = ("", ":", "?", "!")
_WORD_BEGINS_AFTER = frozenset((*_OPENING, *"-‐‑–—/:", ""))


def mark(marker: str, text: str) -> str:
    """A text that `marker` sets apart."""
    return f"{marker}{text}{END}"


def unmarked(text: str) -> str:
    """A text without its markers."""
    return _MARKER.sub("", text)


def split(text: str) -> list[str]:
    """A text in pieces, each marker by itself."""
    return re.split(f"([{_ANY}])", text)


def from_rich(source: str) -> str:
    """CSL rich text with markers for its tags and quotes."""
    source = _MARKER.sub("", source).strip()
    text = _TAG.sub(lambda tag: _TAGS.get(tag[0], END), source)
    text = text.replace(WORD_JOINER, "")
    return _QUOTES.sub(_quotes, text).replace("'", "’")


def _quotes(match: re.Match[str]) -> str:
    inner = next(filter(None, match.groups()))
    # Markers that cross the quotes would be ended by the wrong end.
    depth = 0
    for marker in _MARKER.findall(inner):
        depth += -1 if marker == END else 1
        if depth < 0:
            return match[0]
    return match[0] if depth else mark(QUOTED, _QUOTES.sub(_quotes, inner))


def cased(text: str, text_case: str | None, *, is_english: bool = True) -> str:
    """A text in one of the cases of CSL; what is `KEPT` stays."""
    match text_case:
        case "lowercase":
            return _changed(text, str.lower)
        case "uppercase":
            return _changed(text, str.upper)
        case "capitalize-first":
            return _at_words(text, lambda position, word: position == 0)
        case "capitalize-all":
            return _at_words(text, lambda position, word: True)
        case "sentence":
            bare = unmarked(text)
            if bare.isupper():
                text = _changed(text, str.lower)
            return _at_words(text, lambda position, word: position == 0)
        case "title" if is_english:
            return _title_case(text)
    return text


def _stretches(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, markers by themselves, and whether each keeps its case."""
    opened: list[str] = []
    for piece in split(text):
        if piece == END:
            opened.pop()
        elif _MARKER.match(piece):
            opened.append(piece)
        yield piece, KEPT in opened


def _changed(text: str, change: Callable[[str], str]) -> str:
    return "".join(
        piece if is_kept else change(piece) for piece, is_kept in _stretches(text)
    )


def _kept_places(text: str) -> set[int]:
    """Offsets of the characters that keep their case."""
    kept: set[int] = set()
    position = 0
    for piece, is_kept in _stretches(text):
        if is_kept:
            kept.update(range(position, position + len(piece)))
        position += len(piece)
    return kept


def _at_words(text: str, wanted: Callable[[int, str], bool]) -> str:
    """Capital letters for the lowercase words that are `wanted`, by number and word."""
    kept = _kept_places(text)
    out = list(text)
    for number, word in enumerate(_WORD.finditer(text)):
        if word.start() not in kept and wanted(number, word[0]):
            out[word.start()] = _capital(word[0])
    return "".join(out)


def _capital(word: str) -> str:
    """The first letter of a word, in upper case if the word has no capitals."""
    return word[0].upper() if word == word.lower() else word[0]


def _title_case(text: str) -> str:
    kept = _kept_places(text)
    out = list(text)
    words = list(_WORD.finditer(text))
    for number, match in enumerate(words):
        start, word = match.start(), unmarked(match[0])
        before = unmarked(text[:start])
        if start in kept or before[-1:] not in _WORD_BEGINS_AFTER:
            continue
        last = before.rstrip(_OPENING)[-1:]
        is_first = number == 0 or last in _PART_BEGINS_AFTER
        is_stop = word.lower() in STOP_WORDS
        is_foreign = re.split("[.’]", word, maxsplit=1)[0] in _FOREIGN
        if not is_first and (is_foreign or (is_stop and last == ".")):
            # A point may end a part, or an abbreviation: "Trans. on".
            continue
        if not is_stop or is_first or number == len(words) - 1:
            # Letters such as x and the points of "e.g." stand for themselves.
            if is_first or (len(word) > 1 and "." not in word[:2]):
                out[start] = _capital(word)
        elif word.istitle() and len(word) > 1:
            out[start] = word[0].lower()
    return "".join(out)
