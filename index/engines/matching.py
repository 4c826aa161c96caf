"""Which documents match a query tree, and how well, by the postings of a lexicon."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import OrderedDict
from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING, NamedTuple

from paperstui.index import analysis, spelling
from paperstui.index.engines import lexicon as lexicons
from paperstui.index.engines.base import (
    EXACT,
    HAVING,
    LENGTH,
    SCORED,
    SEARCHED,
    WEIGHTS,
    Scoring,
    rarity,
    saturated,
)
from paperstui.index.engines.lexicon import count_within
from paperstui.index.tree import (
    And,
    Exact,
    Flag,
    Fuzzy,
    Node,
    Not,
    Or,
    Phrase,
    Rows,
    Text,
    Wildcard,
    Word,
    YearRange,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from paperstui.index.analysis import Wanted
    from paperstui.index.engines.lexicon import Lexicon, Mask, Occurrences

_UNRANKED = 2
"""Letters up to which the beginning of a word says nothing on what is wanted."""
_PLACE_BITS = 32
_PLACES = (1 << _PLACE_BITS) - 1
_KEPT = 256
"""Words and phrases whose matches stay in memory: while one types, only the last is
another one."""
_KEPT_ROWS = 16
"""Runs of words whose places are not looked up again while the next word is typed."""
_MOST_WORDS = 4_000
"""Words that a pattern stands for at most, the most frequent ones."""


class Found(NamedTuple):
    """What one word or phrase matches."""

    mask: Mask
    ids: Sequence[int]
    """The documents that it is scored in, in no order."""
    weights: Sequence[float]
    """How much its occurrences weigh in each, by the length of the document."""


class Matcher:
    """Answers trees over one lexicon; used by one thread at a time."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._found: OrderedDict[object, Found] = OrderedDict()
        self._rows: dict[tuple[tuple[str, ...], str], set[int]] = {}
        gone = sum(lexicon.lengths[number] for number in lexicon.deleted)
        mean = (sum(lexicon.lengths) - gone) / max(1, lexicon.alive) or 1.0
        self.mean_length = mean
        """Mean length of the documents, in words as fields weigh."""
        self._lengths = array(
            "f", [1 - LENGTH + LENGTH * length / mean for length in lexicon.lengths]
        )

    def match(self, node: Node) -> Mask:
        """The documents that match a tree."""
        everything = self._lexicon.everything
        match node:
            case Not(child):
                return everything & ~self.match(child)
            case Or(children):
                return reduce(or_, map(self.match, children), 0)
            case And(children):
                return reduce(and_, map(self.match, children), everything)
        return self._filtered(node) & everything

    def _filtered(self, node: Node) -> Mask:
        """What one piece of a query matches, deleted documents included."""
        lexicon = self._lexicon
        match node:
            case YearRange(low, high):
                return lexicon.where(lexicon.years, max(low or 1, 1), _year(high))
            case Flag(name):
                return lexicon.flagged(HAVING.index(name))
            case Rows(rows):
                return lexicon.mask(n for n, r in enumerate(lexicon.rows) if r in rows)
            case Word() | Phrase() | Exact() | Fuzzy() | Wildcard():
                return self.leaf(node).mask
        raise TypeError(f"the search replaces {node}")

    def ranked(
        self, numbers: Sequence[int], scoring: Scoring
    ) -> tuple[list[int], list[float], float]:
        """Documents, the best first, their scores, and the sum of all rarities.

        Equally good ones come by their rows, as they all do where nothing is scored.
        """
        listed = sorted(numbers, key=self._lexicon.rows.__getitem__)
        if not scoring.leaves:
            return listed, [], 0.0
        scores = [0.0] * self._lexicon.size
        mass = 0.0
        k1 = scoring.saturation
        for leaf in scoring.leaves:
            found = self.leaf(leaf)
            says = rarity(len(found.ids), self._lexicon.alive)
            mass += says
            gain = says * (k1 + 1)
            # Written out: `saturated` would cost more than all the rest.
            for number, weight in zip(found.ids, found.weights, strict=True):
                scores[number] += gain * weight / (weight + k1)
        listed.sort(key=scores.__getitem__, reverse=True)
        return listed, [scores[number] for number in listed[:SCORED]], mass

    def gains(
        self, terms: Mapping[str, float], numbers: Sequence[int], saturation: float
    ) -> list[float]:
        """What weighted stems would add to the scores of some documents."""
        gains = [0.0] * len(numbers)
        for term, weight in terms.items():
            counts = [0.0] * len(numbers)
            for found in self._stem(term):
                ids, size = found.ids, len(found.ids)
                for at, number in enumerate(numbers):
                    place = bisect_left(ids, number)
                    if place < size and ids[place] == number:
                        counts[at] += found.weights[place]
            for at, number in enumerate(numbers):
                there = counts[at] / self._lengths[number]
                gains[at] += weight * saturated(there, saturation)
        return gains

    def rarity(self, term: str) -> float:
        """How much a stem says; 0 where less than two documents have it."""
        # Some have it in several forms; to tell, all its postings would be read.
        lexicon = self._lexicon
        forms = sum(lexicon.count(found.ids) for found in self._stem(term))
        frequency = min(forms, lexicon.alive)
        return rarity(frequency, lexicon.alive) if frequency > 1 else 0.0

    def _stem(self, term: str) -> list[Occurrences]:
        """Where words stand that have a stem as their variant, or are it."""
        found = [self._lexicon.find(lexicons.VARIANT + term), self._lexicon.find(term)]
        return [each for each in found if each is not None]

    def leaf(self, leaf: Text) -> Found:
        """What a word or phrase matches; only its mask may hold deleted documents."""
        key = (type(leaf), leaf.text, leaf.field, getattr(leaf, "prefix", False))
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._look_up(leaf)
            if len(self._found) > _KEPT:
                self._found.popitem(last=False)
        else:
            self._found.move_to_end(key)
        return found

    def _look_up(self, leaf: Text) -> Found:
        if isinstance(leaf, Wildcard):
            return self._any_word(self._fitting(leaf.text, leaf.field), leaf.field)
        wanted = analysis.wanted(leaf.text)
        if not wanted.words:
            return Found(self._lexicon.everything, (), ())
        match leaf:
            case Word():
                return self._word(leaf, wanted)
            case Fuzzy():
                lines = self._lexicon.lines(_apart(leaf.field))
                near = spelling.similar(wanted.joined, lines)
                return self._any_word([word for word, _ in near], leaf.field)
            case Exact():
                return self._found_in(self._phrase(wanted.words, leaf.field))
            case Phrase(prefix=prefix):
                if prefix:
                    return self._found_in(self._unfinished(wanted.words, leaf.field))
                return self._found_in(self._phrase(wanted.words, leaf.field))

    def _word(self, word: Word, wanted: Wanted) -> Found:
        """A word in any of its spellings; joined words in a row or written as one."""
        field = word.field
        exact = self._weights(wanted.joined, field)
        if len(wanted.words) > 1:
            _keep_larger(exact, self._phrase(wanted.words, field))
        # What has the word as its stem has its exact form among its variants.
        once = 0.0 if analysis.stem(wanted.joined) != wanted.joined else 1.0
        once = 1.0 if len(wanted.words) > 1 else once
        counts = {number: (once + EXACT) * weight for number, weight in exact.items()}
        for other in sorted(wanted.spellings):
            stemmed = self._stemmed(other, field, but=wanted.joined)
            if len(wanted.words) > 1:
                _keep_larger(counts, stemmed)
            else:
                _add(counts, stemmed)
        if not word.prefix:
            return self._found_in(counts)
        if len(wanted.words) > 1:
            _keep_larger(counts, self._begun(wanted.joined, field))
            _keep_larger(counts, self._unfinished(wanted.words, field))
            return self._found_in(counts)
        if len(wanted.joined) <= _UNRANKED:
            found = self._found_in(counts)
            return found._replace(mask=found.mask | self._reach(wanted.joined, field))
        _keep_larger(counts, self._begun(wanted.joined, field))
        return self._found_in(counts)

    def _phrase(self, words: tuple[str, ...], field: str | None) -> dict[int, float]:
        """By document how much the places weigh where words stand in a row."""
        if len(words) == 1:
            return self._weights(words[0], field)
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

    def _unfinished(
        self, words: tuple[str, ...], field: str | None
    ) -> dict[int, float]:
        """Words in a row, of which the last may be the beginning of one."""
        if len(words) == 1:
            return self._begun(words[0], field)
        mark, offset = _apart(field), len(words) - 1
        begins = self._begins(words[:-1], mark)
        if len(words[-1]) <= _UNRANKED:
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

    def _any_word(self, words: Iterable[str], field: str | None) -> Found:
        """Any of some words, exactly as they are spelled."""
        counts: dict[int, float] = {}
        # Each segment has its own words, most of them the same.
        several = sorted(set(words))
        if len(several) > _MOST_WORDS:
            mark, frequency = _apart(field), self._lexicon.frequency
            several.sort(key=lambda word: frequency(mark + word), reverse=True)
        for word in several[:_MOST_WORDS]:
            _add(counts, self._weights(word, field))
        return self._found_in(counts)

    def _fitting(self, pattern: str, field: str | None) -> Iterator[str]:
        """The words that fit a pattern."""
        folded = analysis.fold_pattern(pattern)
        fits = spelling.wildcard(folded).fullmatch
        words = self._lexicon.words(folded.partition("*")[0], _apart(field))
        return filter(fits, words)

    def _weights(
        self, word: str, field: str | None, kind: str = ""
    ) -> dict[int, float]:
        """By document how much the occurrences of a term weigh, where it stands."""
        found = self._lexicon.find(_apart(field) + kind + word)
        return {} if found is None else _weighed(found, field)

    def _stemmed(self, word: str, field: str | None, but: str = "") -> dict[int, float]:
        """By document how much the words weigh that have a word as a variant.

        One of them is left out where it is named.
        """
        counts = self._weights(word, field, lexicons.VARIANT)
        # A word that is its own stem is not written down twice.
        if word != but and analysis.stem(word) == word:
            counts = counts.copy()
            _add(counts, self._weights(word, field))
        return counts

    def _begun(self, prefix: str, field: str | None) -> dict[int, float]:
        """By document how much the words weigh that begin in some way."""
        counts: dict[int, float] = {}
        get = counts.get
        for start in (prefix, lexicons.VARIANT + prefix):
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
            return self._lexicon.mask(self._begun(prefix, field))
        there = bytearray(self._lexicon.size)
        for start in (prefix, lexicons.VARIANT + prefix):
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


def _add(counts: dict[int, float], more: Mapping[int, float]) -> None:
    for number, weight in more.items():
        counts[number] = counts.get(number, 0.0) + weight


def _keep_larger(counts: dict[int, float], more: Mapping[int, float]) -> None:
    for number, weight in more.items():
        if weight > counts.get(number, 0.0):
            counts[number] = weight


def _year(high: int | None) -> int:
    return 1 << 31 if high is None else high
