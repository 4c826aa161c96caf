"""The texts of the papers that may be best, and how much a query weighs in them."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from paperstui.index import spelling
from paperstui.index.engines.base import SEARCHED, WEIGHTS
from paperstui.index.engines.weighing import UNRANKED, VARIANT, Weighing, add

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from paperstui.index.analysis import Indexed

FIELDS = ("title", "authors", "keywords", "venue", "abstract", "status")
"""The fields in the order in which a text holds them, those that are searched first."""
WORDS_END = "\0"
"""Stands between the words of a paper and its variants."""
FIELD_END = "\n"
"""Stands between two fields, of words as well as of variants."""
_WORDS_END, _FIELD_END = WORDS_END.encode(), FIELD_END.encode()

_UNFIELDED = tuple(WEIGHTS[name] if name in SEARCHED else 0.0 for name in FIELDS)

NOTHING = _WORDS_END.join([_FIELD_END * (len(FIELDS) - 1)] * 2)
"""The text of a paper without a word."""


def packed(terms: Mapping[str, Indexed]) -> str:
    """The terms of a paper as one text, as `Candidates` reads it in UTF-8.

    A space stands before and behind each term; variants begin with their mark.
    """
    words = [_spaced(terms[name].words) for name in FIELDS]
    variants = [
        _spaced([VARIANT + term for term, _ in terms[name].variants]) for name in FIELDS
    ]
    return f"{FIELD_END.join(words)}{WORDS_END}{FIELD_END.join(variants)}"


def words(text: bytes, field: str) -> tuple[str, ...]:
    """The words of one field of a packed text."""
    place = FIELDS.index(field)
    # The long abstract is not split for those who want the title.
    fields = text.split(_FIELD_END, place + 1)
    return tuple(fields[place].partition(_WORDS_END)[0].decode().split())


class Candidates(Weighing):
    """Weighs words and phrases in some papers, which count from 0."""

    def __init__(self, texts: Sequence[bytes]) -> None:
        """Take the packed texts."""
        parts = [text.partition(_WORDS_END) for text in texts]
        self._words = _Fields([words for words, _, _ in parts])
        self._variants = _Fields([variants for _, _, variants in parts])

    def weights(self, word: str, field: str | None, kind: str = "") -> dict[int, float]:
        """Occurrences of a word or a variant; see `Weighing`."""
        text = self._variants if kind == VARIANT else self._words
        return _weighed(text, f" {kind}{word} ", field)

    def phrase(self, words: tuple[str, ...], field: str | None) -> dict[int, float]:
        """Places where words stand in a row; see `Weighing`."""
        return _weighed(self._words, f" {' '.join(words)} ", field)

    def begun(self, prefix: str, field: str | None) -> dict[int, float]:
        """Occurrences that begin in some way; see `Weighing`."""
        counts = _weighed(self._words, f" {prefix}", field)
        add(counts, _weighed(self._variants, f" {VARIANT}{prefix}", field))
        return counts

    def unfinished(self, words: tuple[str, ...], field: str | None) -> dict[int, float]:
        """Places where words stand in a row; see `Weighing`."""
        if len(words[-1]) > UNRANKED:
            return _weighed(self._words, f" {' '.join(words)}", field)
        counts = self.phrase(words[:-1], field)
        begun = self.begun(words[-1], field)
        return {number: counts[number] for number in counts.keys() & begun.keys()}

    def fitting(self, pattern: str, field: str | None) -> Iterator[str]:
        """The words that fit a pattern; see `Weighing`."""
        fits = spelling.wildcard(pattern).fullmatch
        return filter(fits, self._lines.split())

    def near(self, word: str, field: str | None) -> Iterator[str]:
        """The words a letter or two away; see `Weighing`."""
        return (other for other, _ in spelling.similar(word, self._lines))

    @cached_property
    def _lines(self) -> str:
        """All words, each between two line feeds."""
        there = sorted(set(self._words.text.decode().split()))
        return "\n".join(("", *there, ""))


class _Fields:
    """The fields of some papers as one text, in which terms are looked for at once."""

    def __init__(self, parts: Sequence[bytes]) -> None:
        self.text = _FIELD_END.join(parts)
        fields = self.text.split(_FIELD_END)
        self._ends = list(accumulate(len(field) + 1 for field in fields))

    def holding(self, piece: str) -> Iterator[tuple[int, int]]:
        """Each place of a piece: number of the paper, and of the field in it."""
        wanted, find, ends = piece.encode(), self.text.find, self._ends
        at = find(wanted)
        while at >= 0:
            yield divmod(bisect_right(ends, at), len(FIELDS))
            # The space behind a word is also the one before the next.
            at = find(wanted, at + 1)


def _spaced(terms: Sequence[str]) -> str:
    return f" {' '.join(terms)} " if terms else ""


def _weighed(text: _Fields, piece: str, field: str | None) -> dict[int, float]:
    """By paper how much the places of a piece weigh."""
    counts: dict[int, float] = {}
    if field is None:
        for number, place in text.holding(piece):
            weight = _UNFIELDED[place]
            if weight:
                counts[number] = counts.get(number, 0.0) + weight
        return counts
    wanted = FIELDS.index(field)
    for number, place in text.holding(piece):
        if place == wanted:
            counts[number] = counts.get(number, 0.0) + 1.0
    return counts
