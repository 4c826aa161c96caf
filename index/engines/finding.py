"""What one word or phrase of a query matches, by the postings of a lexicon."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

from paperstui.index import analysis, spelling
from paperstui.index.engines import lexicon as lexicons
from paperstui.index.engines.base import SEARCHED, WEIGHTS
from paperstui.index.engines.lexicon import count_within
from paperstui.index.engines.recent import Recent
from paperstui.index.engines.weighing import UNRANKED, VARIANT, Weighing
from paperstui.index.tree import Wildcard, Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from paperstui.index.engines.lexicon import Lexicon, Mask, Occurrences
    from paperstui.index.tree import Text

_PLACE_BITS = 32
_PLACES = (1 << _PLACE_BITS) - 1
_KEPT = 256
"""Words and phrases whose matches stay in memory: while one types, only the last is
another one."""
_KEPT_ROWS = 16
"""Runs of words whose places are not looked up again while the next word is typed."""


class Found(NamedTuple):
    """What one word or phrase matches."""

    mask: Mask
    ids: Sequence[int]
    """The documents that it is scored in, in no order."""
    weights: Sequence[float]
    """How much its occurrences weigh in each, by the length of the document."""


class Finder(Weighing):
    """Finds words and phrases in one lexicon; used by one thread at a time."""

    def __init__(self, lexicon: Lexicon, lengths: Sequence[float]) -> None:
        """`lengths` is for each document what its weights are divided by."""
        self._lexicon = lexicon
        self._lengths = lengths
        self._found = Recent[Found](_KEPT)
        self._rows: dict[tuple[tuple[str, ...], str], set[int]] = {}

    def find(self, leaf: Text, exact: float = 0.0) -> Found:
        """What a word or phrase matches; only its mask may hold deleted documents.

        An occurrence that is spelled as in the query weighs `exact` more than others.
        """
        prefix = getattr(leaf, "prefix", False)
        key = (type(leaf), leaf.text, leaf.field, prefix, exact)
        return self._found.get(key, lambda: self._look_up(leaf, exact))

    def _look_up(self, leaf: Text, exact: float) -> Found:
        if isinstance(leaf, Wildcard):
            return self._found_in(self.weigh(leaf, exact))
        wanted = analysis.wanted(leaf.text)
        if not wanted.words:
            return Found(self._lexicon.everything, (), ())
        found = self._found_in(self.weigh(leaf, exact))
        begun = isinstance(leaf, Word) and leaf.prefix and len(wanted.words) == 1
        if not begun or len(wanted.joined) > UNRANKED:
            return found
        reached = self._reach(wanted.joined, leaf.field)
        return found._replace(mask=found.mask | reached)

    def phrase(self, words: tuple[str, ...], field: str | None) -> dict[int, float]:
        """Places where words stand in a row; see `Weighing`."""
        return _weighed_places(self._begins(words, _apart(field)), field)

    def _begins(self, words: tuple[str, ...], mark: str) -> set[int]:
        """Where words stand in a row: numbers made of a document and its first place.

        Kept for a while: as the next word is typed, those before it stay the same.
        """
        key = (words, mark)
        if key not in self._rows:
            self._rows[key] = self._in_a_row([mark + word for word in words])
            while len(self._rows) > _KEPT_ROWS:
                del self._rows[next(iter(self._rows))]
        return self._rows[key]

    def _in_a_row(self, terms: Sequence[str]) -> set[int]:
        found = [self._lexicon.find(term) for term in terms]
        there = [each for each in found if each is not None]
        if len(there) < len(terms):
            return set()
        shared = set(there[0].ids).intersection(*(each.ids for each in there[1:]))
        if not shared:
            return set()
        rows = [
            [
                (number << _PLACE_BITS) + place - offset
                for number, places, start, end in each.places()
                if number in shared
                for place in places[start:end]
            ]
            for offset, each in enumerate(there)
        ]
        rows.sort(key=len)
        return set(rows[0]).intersection(*rows[1:])

    def unfinished(self, words: tuple[str, ...], field: str | None) -> dict[int, float]:
        """Places where words stand in a row; see `Weighing`."""
        mark, offset = _apart(field), len(words) - 1
        begins = self._begins(words[:-1], mark)
        if len(words[-1]) <= UNRANKED:
            # Nearly all have a word that begins so, at thousands of places.
            reached = self._lexicon.numbers(self._reach(words[-1], field))
            counts = _weighed_places(begins, field)
            return {n: counts[n] for n in counts.keys() & reached}
        documents = {begin >> _PLACE_BITS for begin in begins}
        kept = set()
        for base, segment, first, last in self._lexicon.beginning(mark + words[-1]):
            for part in segment.stretch(first, last):
                start = 0
                for number, end in zip(part.ids, part.ends, strict=True):
                    if base + number in documents:
                        above = (base + number) << _PLACE_BITS
                        for place in part.places[start:end]:
                            begin = above + place - offset
                            if begin in begins:
                                kept.add(begin)
                    start = end
        return _weighed_places(kept, field)

    def fitting(self, pattern: str, field: str | None) -> Iterator[str]:
        """The words that fit a pattern; see `Weighing`."""
        fits = spelling.wildcard(pattern).fullmatch
        words = self._lexicon.words(pattern.partition("*")[0], _apart(field))
        return filter(fits, words)

    def near(self, word: str, field: str | None) -> Iterator[str]:
        """The words a letter or two away; see `Weighing`."""
        lines = self._lexicon.lines(_apart(field))
        return (other for other, _ in spelling.similar(word, lines))

    def weights(self, word: str, field: str | None, kind: str = "") -> dict[int, float]:
        """Occurrences of a word or a variant; see `Weighing`."""
        found = self._lexicon.find(_apart(field) + kind + word)
        return {} if found is None else _weighed(found, field)

    def begun(self, prefix: str, field: str | None) -> dict[int, float]:
        """Occurrences that begin in some way; see `Weighing`."""
        counts: dict[int, float] = {}
        get = counts.get
        for start in (prefix, VARIANT + prefix):
            for base, segment, first, last in self._lexicon.beginning(
                _apart(field) + start
            ):
                for part in segment.stretch(first, last):
                    if field is not None:
                        ends, places = part.ends, part.places
                        count_within(field, base, part.ids, ends, places, counts)
                        continue
                    for number, weight in zip(part.ids, part.weights, strict=True):
                        counts[base + number] = get(base + number, 0.0) + weight
        return counts

    def _reach(self, prefix: str, field: str | None) -> Mask:
        """The documents with a word that begins in some way."""
        if field is not None:
            return self._lexicon.mask(self.begun(prefix, field))
        there = bytearray(self._lexicon.size)
        for start in (prefix, VARIANT + prefix):
            for base, segment, first, last in self._lexicon.beginning(start):
                for part in segment.stretch(first, last):
                    for number in part.ids:
                        there[base + number] = 1
        return int.from_bytes(there, "little")

    def _found_in(self, counts: dict[int, float]) -> Found:
        for number in self._lexicon.deleted:
            counts.pop(number, None)
        ids, lengths = array("I", counts), self._lengths
        weights = array("f", [w / lengths[number] for number, w in counts.items()])
        return Found(self._lexicon.mask(ids), ids, weights)


def _weighed(found: Occurrences, field: str | None) -> dict[int, float]:
    if field is not None:
        return found.within(field)
    return dict(zip(found.ids, found.weights, strict=True))


def _apart(field: str | None) -> str:
    """What the terms of a field begin with."""
    return "" if field is None or field in SEARCHED else lexicons.APART


def _weighed_places(begins: Iterable[int], field: str | None) -> dict[int, float]:
    """By document how much places weigh, those of one field only if it is given."""
    counts: dict[int, float] = {}
    for begin in begins:
        number, place = begin >> _PLACE_BITS, begin & _PLACES
        name = lexicons.FIELDS[place // lexicons.FIELD_SIZE]
        if field is None:
            counts[number] = counts.get(number, 0.0) + WEIGHTS[name]
        elif name == field:
            counts[number] = counts.get(number, 0.0) + 1.0
    return counts
