"""The one analyzer: text to terms, used to index, to query and to highlight.

A text has two streams of terms. Its *words* stand in order, folded but unstemmed:
phrases and exact forms match there. Its *variants* are other spellings by which a
word is also found: its stem, the joined form of a hyphenated word, the form with its
accents, the German spelling of an umlaut, the parts of a word in camel case, the
single characters of a CJK run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from paperstui.index.folding import IGNORED, fold, greek_name, shown
from paperstui.index.stemming import stem
from paperstui.index.text import plain
from paperstui.index.variants import Piece, others

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["fold", "fold_pattern", "indexed", "stem", "terms", "wanted"]

VERSION = 3
"""Raised whenever the same text would give other terms: indexes are then rebuilt."""

# Without the middle dot, which divides words.
_CJK = (
    "\u1100-\u11ff\u3005-\u3007\u3040-\u309a\u309d-\u30fa\u30fc-\u30ff\u3130-\u318f\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U0003ffff"
)
# Accents, what is ignored, and the vowel signs of Indic scripts and Thai.
_MARK = (
    f"{IGNORED}\u0300-\u036f\u0483-\u0487\u0900-\u0903\u093a-\u0963\u0981-\u0dfe"
    "\u0e31-\u0e3a\u0e47-\u0e4e\u102b-\u103e"
)
_WORD = f"[^\\W_{_CJK}](?:[A-Za-z0-9]++|[^\\W_{_CJK}]|[{_MARK}])*+"
_APOSTROPHE = "'\u2018\u2019\u02bb\u02bc\uff07"
_HYPHEN = "-\u2010-\u2013\ufe63\uff0d"
# Joined words: state-of-the-art, O'Neil, snake_case; GPT−4 with a minus, but not x−1;
# v1.5, 3.x, 10,000; U.S.; then C++, C#.
_JOINER = (
    f"(?:[{_HYPHEN}_{_APOSTROPHE}](?=[^\\W_])"
    r"|(?<=[^\W\d_]{2})\u2212(?=[^\W_])"
    r"|(?<=\d)\.(?=\d|[a-z]\b)|(?<=\d),(?=\d{3}(?!\d))"
    r"|(?<=\b[A-Za-z])\.(?=[A-Za-z]\b))"
)
_TOKEN = re.compile(
    rf"[{_CJK}]+|{_WORD}(?:{_JOINER}{_WORD})*(?:\+\+|⁺⁺|\#)?"
    r"|(?<![\w.])\.[Nn][Ee][Tt]\b"
)
# No token, nor what is looked at around one, has any other ASCII in it.
_BLANKS = bytes(
    code if code > 127 or re.match(r"[\w\-'.,+#]", chr(code)) else 32
    for code in range(256)
)
_PART = re.compile(f"[^{_HYPHEN}\u2212_{_APOSTROPHE}]+")
_CJK_RUN = re.compile(f"[{_CJK}]")
# Letters of a Korean syllable, or kana with the mark that voices it.
_CLUSTER = re.compile("[\u1100-\u115f][\u1160-\u11ff]*|.[\u3099\u309a\uff9e\uff9f]*")

_Numbered = tuple[tuple[str, ...], tuple[tuple[str, int], ...]]
"""Words, and other variants by the number of their word."""
_KEPT = 50_000
"""Pieces of texts after which those not met again are forgotten: some 30 MB."""
_LONGEST = 40
"""Characters of a piece that is remembered; in Chinese a piece can be a paragraph."""


class Term(NamedTuple):
    """One term and the piece of text that it stands for."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Terms:
    """The two streams of terms of one text."""

    words: tuple[Term, ...]
    """Folded words in the order of the text."""
    variants: tuple[Term, ...]
    """Other spellings by which the words are also found, in no useful order."""


class Indexed(NamedTuple):
    """The terms of one text by the places of its words, which count from 0."""

    words: Sequence[str]
    """The words in order."""
    variants: Sequence[tuple[str, int]]
    """Variants that are not the word itself, each with the place of its word."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a word or phrase of a query looks for."""

    words: tuple[str, ...]
    """Its words in order; several for `self-attention`, a phrase or a CJK run."""
    joined: str
    """All of them written as one."""
    spellings: frozenset[str]
    """Every spelling that stands for the whole, among the variants of a text."""


@lru_cache(maxsize=1_000)
def wanted(text: str) -> Wanted:
    """The terms of a piece of a query, read like the text of a paper."""
    found = terms(plain(text))
    words = tuple(term.text for term in found.words)
    joined = "".join(words)
    spellings = {joined} if joined else set()
    if len(words) == 1:
        whole = (found.words[0].start, found.words[0].end)
        spellings |= {t.text for t in found.variants if (t.start, t.end) == whole}
    # "Schrödinger" meets the stem of "Schroedinger".
    return Wanted(words, joined, frozenset(spellings | set(map(stem, spellings))))


def fold_pattern(pattern: str) -> str:
    """A pattern with `*` in it, folded like the words it is to match."""
    return "*".join(_word(piece) if piece else "" for piece in pattern.split("*"))


def terms(text: str) -> Terms:
    """The terms of a text, with offsets into it."""
    words: list[Term] = []
    variants: list[Term] = []
    for match in _TOKEN.finditer(text):
        at = match.start()
        found, other = _read(match[0])
        for term, start, end in found:
            words.append(Term(term, at + start, at + end))
        for term, start, end in other:
            variants.append(Term(term, at + start, at + end))
    return Terms(tuple(words), tuple(variants))


def indexed(text: str) -> Indexed:
    """The terms of a text without their offsets, as an engine takes them."""
    words: list[str] = []
    variants: list[tuple[str, int]] = []
    first = 0
    for found, other in map(_pieces.__getitem__, _cut(text)):
        if other:
            for term, number in other:
                variants.append((term, first + number))
        words += found
        first += len(found)
    return Indexed(words, variants)


def _cut(text: str) -> list[str]:
    """The pieces of a text that have all its tokens in them, one or more in each."""
    # In bytes, as that is twenty times as fast. ASCII is the same in UTF-8.
    content = text.encode("utf-8", "surrogatepass").translate(_BLANKS)
    # Stops and commas at the ends of words would only make more pieces.
    content = (content + b" ").replace(b". ", b" ").replace(b", ", b" ")
    return content.decode("utf-8", "surrogatepass").split()


class _Pieces(dict[str, _Numbered]):
    """What pieces of texts give: those met lately, up to twice as many as `_KEPT`."""

    def __init__(self) -> None:
        super().__init__()
        self._before: dict[str, _Numbered] = {}

    def __missing__(self, piece: str) -> _Numbered:
        if len(piece) > _LONGEST:
            return _numbered(piece)
        if len(self) >= _KEPT:
            self._before = dict(self)
            self.clear()
        found = self[piece] = self._before.get(piece) or _numbered(piece)
        return found


_pieces = _Pieces()


def _numbered(piece: str) -> _Numbered:
    """The terms of what stands between spaces."""
    if _is_plain(piece):  # as most are
        folded = piece.lower()
        stemmed = stem(folded)
        return (folded,), () if stemmed == folded else ((stemmed, 0),)
    parts = piece.split("-")
    if piece.isascii() and all(map(str.isalnum, parts)):
        return _of_parts(parts)
    words: list[str] = []
    variants: list[tuple[str, int]] = []
    for some, other in map(_token, _TOKEN.findall(piece)):
        variants += [(term, len(words) + number) for term, number in other]
        words += some
    return tuple(words), tuple(variants)


def _is_plain(word: str) -> bool:
    """Whether it is of ASCII letters, and none but the first a capital."""
    return word.isalpha() and word.isascii() and (word[1:].islower() or len(word) == 1)


def _of_parts(parts: list[str]) -> _Numbered:
    """As `_token`, but faster: for ASCII letters and digits with hyphens between."""
    words = tuple(map(str.lower, parts))
    variants: list[tuple[str, int]] = []
    for number, (part, word) in enumerate(zip(parts, words, strict=True)):
        if _is_plain(part):
            variants.append((stem(word), number))
        else:
            variants += [
                (other, 0 if start else number)
                for other, start, _ in others(part, word)
            ]
    if len(parts) > 1:
        joined = "".join(words)
        if not joined.isdigit():
            variants += [(form, 0) for form in dict.fromkeys((joined, stem(joined)))]
    return words, _besides(words, variants)


def _token(token: str) -> _Numbered:
    """The words of a token, and its other variants by the number of their word."""
    words, variants = _read_token(token)
    numbers = {piece[1]: number for number, piece in enumerate(words)}
    numbered = [(term, numbers.get(start, 0)) for term, start, _ in variants]
    spelled = tuple(piece[0] for piece in words)
    return spelled, _besides(spelled, numbered)


def _besides(
    words: tuple[str, ...], variants: list[tuple[str, int]]
) -> tuple[tuple[str, int], ...]:
    """The variants that are not their words themselves."""
    return tuple(each for each in variants if each[0] != words[each[1]])


@lru_cache(maxsize=50_000)
def _read(token: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """As `_read_token`, for texts that are read again and again."""
    return _read_token(token)


def _read_token(token: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Words and variants of what stands between spaces and punctuation."""
    read = _read_cjk if _CJK_RUN.match(token) else _read_word
    return read(token)


def _read_cjk(run: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Overlapping pairs as words, single characters as variants."""
    single = [(fold(c[0]), c.start(), c.end()) for c in _CLUSTER.finditer(run)]
    if len(single) == 1:
        return tuple(single), ()
    pairs = pairwise(single)
    return tuple((a + b, at, end) for (a, at, _), (b, _, end) in pairs), tuple(single)


def _read_word(token: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    words: list[Piece] = []
    variants: list[Piece] = []
    for part in _PART.finditer(token):
        raw, start, end = part[0], part.start(), part.end()
        if words and raw in ("s", "S") and token[start - 1] in _APOSTROPHE:
            # What belongs to the word is marked with it: "Tramèr's", "C++".
            words[-1] = (*words[-1][:2], end)
            continue
        word = _word(raw)
        if word:
            words.append((word, start, end))
            variants += [(o, start + a, start + b) for o, a, b in others(raw, word)]
    if len(words) > 1 and any(letter.isalpha() for letter in token):
        joined = "".join(word for word, _, _ in words)
        whole = (words[0][1], len(token))
        variants += [(form, *whole) for form in dict.fromkeys((joined, stem(joined)))]
    return tuple(words), tuple(variants)


def _word(raw: str) -> str:
    """The folded form; dots and thousands commas inside numbers are settled here."""
    folded = fold(shown(raw)).replace(",", "")
    if not folded.isascii() and any(letter.isascii() for letter in folded):
        # "π₀" and "pi0" meet, and "μP" and "muP".
        folded = "".join(map(greek_name, folded))
    # U.S.A and USA are one word, v1.5 keeps its dot.
    if "." in folded[1:] and not any(c.isdigit() for c in folded):
        return folded.replace(".", "")
    return folded
