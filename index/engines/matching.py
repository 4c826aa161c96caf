"""Which documents match a query tree, and how well, by the postings of a lexicon."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from functools import reduce
from heapq import nlargest
from itertools import compress
from operator import and_, or_
from typing import TYPE_CHECKING

from paperstui.index.engines.base import (
    HAVING,
    Scoring,
    length_norm,
    rarity,
    saturated,
    stem_rarity,
)
from paperstui.index.engines.finding import Finder
from paperstui.index.engines.weighing import VARIANT
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
    Wildcard,
    Word,
    YearRange,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from paperstui.index.engines.lexicon import Lexicon, Mask
    from paperstui.index.engines.whoosh_codec import Postings

_FEW = 500
"""Postings that are sooner gone through than some hundred documents looked up."""


class Matcher:
    """Answers trees over one lexicon; used by one thread at a time."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        gone = sum(lexicon.lengths[number] for number in lexicon.deleted)
        mean = (sum(lexicon.lengths) - gone) / max(1, lexicon.alive) or 1.0
        self.mean_length = mean
        """Mean length of the documents, in words as fields weigh."""
        self._lengths = array(
            "f", [length_norm(length, mean) for length in lexicon.lengths]
        )
        self._finder = Finder(lexicon, self._lengths)

    def match(self, node: Node, scoring: Scoring) -> Mask:
        """The documents that match a tree, which is to be scored in some way."""
        everything = self._lexicon.everything
        match node:
            case Not(child):
                return everything & ~self.match(child, scoring)
            case Or(children):
                return reduce(or_, (self.match(c, scoring) for c in children), 0)
            case And(children):
                return reduce(
                    and_, (self.match(c, scoring) for c in children), everything
                )
        return self._piece(node, scoring) & everything

    def _piece(self, node: Node, scoring: Scoring) -> Mask:
        """What one piece of a query matches, deleted documents included."""
        lexicon = self._lexicon
        match node:
            case YearRange(low, high):
                return lexicon.where(lexicon.years, max(low or 1, 1), _year(high))
            case Flag(name):
                return lexicon.flagged(HAVING.index(name))
            case Rows(rows):
                numbers = lexicon.by_row
                return lexicon.mask(numbers[row] for row in rows if row in numbers)
            case Word() | Phrase() | Exact() | Fuzzy() | Wildcard():
                return self._finder.find(node, scoring.exact).mask
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
            found = self._finder.find(leaf, scoring.exact)
            says = rarity(len(found.ids), self._lexicon.alive)
            mass += says
            gain = says * (k1 + 1)
            # Written out: `saturated` would cost more than all the rest.
            for number, weight in zip(found.ids, found.weights, strict=True):
                scores[number] += gain * weight / (weight + k1)
        listed.sort(key=scores.__getitem__, reverse=True)
        return listed, [scores[number] for number in listed[: scoring.depth]], mass

    def gains(
        self, terms: Mapping[str, float], numbers: Sequence[int], saturation: float
    ) -> list[float]:
        """What weighted stems would add to the scores of some documents."""
        gains = dict.fromkeys(numbers, 0.0)
        locally: dict[int, set[int]] = {}
        for term, weight in terms.items():
            counts: dict[int, float] = {}
            for base, found in self._stem(term):
                if base not in locally:
                    locally[base] = {n - base for n in gains if n >= base}
                ids, place = found.ids, 0
                some = locally[base]
                if len(ids) < _FEW:
                    some = some.intersection(ids)
                for number in sorted(some):
                    place = bisect_left(ids, number, place)
                    if place == len(ids):
                        break
                    if ids[place] == number:
                        more = found.weights[place]
                        counts[base + number] = counts.get(base + number, 0.0) + more
            for number, count in counts.items():
                there = count / self._lengths[number]
                gains[number] += weight * saturated(there, saturation)
        return [gains[number] for number in numbers]

    def resembling(
        self, terms: Mapping[str, float], most: int, allowed: Mask
    ) -> list[int]:
        """Allowed documents in which weighted stems weigh most, the best first."""
        gains, lengths = [0.0] * self._lexicon.size, self._lengths
        for term, weight in terms.items():
            for base, found in self._stem(term):
                there = zip(found.ids, found.weights, strict=True)
                # Each form by itself, and written out: this is most of the work.
                if base:
                    for number, count in there:
                        at = base + number
                        gains[at] += weight * count / (count + lengths[at])
                else:
                    for at, count in there:
                        gains[at] += weight * count / (count + lengths[at])
        flags = allowed.to_bytes(self._lexicon.size, "little")
        # By numbers alone, as a key for each document would take longer.
        best = nlargest(most, compress(gains, flags))
        least = max(best[-1], sys.float_info.min) if best else 0.0
        chosen = [n for n, gain in enumerate(gains) if gain >= least and flags[n]]
        return sorted(chosen, key=gains.__getitem__, reverse=True)[:most]

    def rarity(self, term: str, least: int) -> float:
        """How much a stem says; 0 where less than so many documents have it."""
        # Some have it in several forms; to tell, all its postings would be read.
        frequency = self._lexicon.frequency
        forms = frequency(VARIANT + term) + frequency(term)
        return stem_rarity(forms, self._lexicon.alive, least)

    def _stem(self, term: str) -> list[tuple[int, Postings]]:
        """By segment where words stand that have a stem as their variant or are it."""
        return [*self._lexicon.parts(VARIANT + term), *self._lexicon.parts(term)]


def _year(high: int | None) -> int:
    return 1 << 31 if high is None else high
