"""The texts of the papers that may be best, and how much a query weighs in them."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from paperstui.index import spelling
from paperstui.index.engines.base import SEARCHED, WEIGHTS, Names
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
_BETWEEN = "  "
_WORDS_END, _FIELD_END = WORDS_END.encode(), FIELD_END.encode()

NOTHING = _WORDS_END.join([_FIELD_END * (len(FIELDS) - 1)] * 2)
"""The text of a paper without a word."""

_APART = tuple(
    (place, more)
    for place, name in enumerate(FIELDS)
    if (more := (WEIGHTS[name] if name in SEARCHED else 0.0) - 1.0)
)
"""Fields whose occurrences do not weigh 1, and how much more they weigh."""


def packed(terms: Mapping[str, Indexed]) -> str:
    """The terms of a paper as one text, as `PaperText` reads it in UTF-8.

    A space of its own stands before and behind each term; variants begin with their
    mark.
    """
    words = [_spaced(terms[name].words) for name in FIELDS]
    variants = [
        _spaced([VARIANT + term for term, _ in terms[name].variants]) for name in FIELDS
    ]
    return f"{FIELD_END.join(words)}{WORDS_END}{FIELD_END.join(variants)}"


class PaperText:
    """The terms of one paper."""

    __slots__ = ("norm", "variants", "words")

    def __init__(self, text: bytes = NOTHING, norm: float = 1.0) -> None:
        """Take a packed text, and what its weights are divided by."""
        words, _, variants = text.partition(_WORDS_END)
        self.words = _Fields(words)
        self.variants = _Fields(variants)
        self.norm = norm

    @property
    def names(self) -> Names:
        """The words of its title and authors."""
        title, authors = (part.decode().split() for part in self.words.parts[:2])
        return Names(tuple(title), tuple(authors))


class _Fields:
    """The words, or the variants, of one paper by field."""

    __slots__ = ("_parts", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._parts: list[bytes] = []

    @property
    def parts(self) -> list[bytes]:
        """By field its terms."""
        # Most papers are not asked for theirs.
        if not self._parts:
            self._parts = self.text.split(_FIELD_END)
        return self._parts

    def weight(self, piece: bytes, place: int | None) -> float:
        """How much a term, or its beginning, weighs in a field or in all of them."""
        if place is not None:
            return float(self.parts[place].count(piece))
        found = float(self.text.count(piece))
        if found:
            parts = self.parts
            for apart, more in _APART:
                found += more * parts[apart].count(piece)
        return found

    def weights(self) -> dict[bytes, float]:
        """By term how much it weighs in all fields."""
        found: dict[bytes, float] = {**Counter(self.text.split())}
        for apart, more in _APART:
            for term in self.parts[apart].split():
                found[term] += more
        return found

    def row_weight(self, piece: bytes, place: int | None) -> float:
        """The same for terms in a row, which may overlap with themselves."""
        if place is not None:
            return float(_overlapping(self.parts[place], piece))
        if piece not in self.text:
            return 0.0
        return sum(
            WEIGHTS[name] * _overlapping(self.parts[FIELDS.index(name)], piece)
            for name in SEARCHED
        )


class Candidates(Weighing):
    """Weighs words and phrases in some papers, which count from 0."""

    def __init__(self, papers: Sequence[PaperText]) -> None:
        self._papers = papers

    def weights(self, word: str, field: str | None, kind: str = "") -> dict[int, float]:
        """Occurrences of a word or a variant; see `Weighing`."""
        return self._weights(f" {kind}{word} ", field, kind)

    def phrase(self, words: tuple[str, ...], field: str | None) -> dict[int, float]:
        """Places where words stand in a row; see `Weighing`."""
        return self._in_a_row(f" {_BETWEEN.join(words)} ", field)

    def begun(self, prefix: str, field: str | None) -> dict[int, float]:
        """Occurrences that begin in some way; see `Weighing`."""
        counts = self._weights(f" {prefix}", field)
        add(counts, self._weights(f" {VARIANT}{prefix}", field, VARIANT))
        return counts

    def unfinished(self, words: tuple[str, ...], field: str | None) -> dict[int, float]:
        """Places where words stand in a row; see `Weighing`."""
        if len(words[-1]) > UNRANKED:
            return self._in_a_row(f" {_BETWEEN.join(words)}", field)
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

    def _weights(
        self, piece: str, field: str | None, kind: str = ""
    ) -> dict[int, float]:
        wanted = piece.encode()
        place = None if field is None else FIELDS.index(field)
        counts = {}
        for number, paper in enumerate(self._papers):
            fields = paper.variants if kind else paper.words
            weight = fields.weight(wanted, place)
            if weight:
                counts[number] = weight
        return counts

    def _in_a_row(self, piece: str, field: str | None) -> dict[int, float]:
        wanted = piece.encode()
        place = None if field is None else FIELDS.index(field)
        weights = (paper.words.row_weight(wanted, place) for paper in self._papers)
        return {number: weight for number, weight in enumerate(weights) if weight}

    @cached_property
    def _lines(self) -> str:
        """All words, each between two line feeds."""
        there: set[bytes] = set()
        for paper in self._papers:
            for part in paper.words.parts:
                there.update(part.split())
        return "\n".join(("", *sorted(word.decode() for word in there), ""))


def _spaced(terms: Sequence[str]) -> str:
    return f" {_BETWEEN.join(terms)} " if terms else ""


def _overlapping(text: bytes, piece: bytes) -> int:
    """At how many places a piece begins."""
    count, at = 0, text.find(piece)
    while at >= 0:
        count += 1
        at = text.find(piece, at + 1)
    return count
