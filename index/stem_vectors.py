"""The papers of a list as weighted stems, and how alike others are to all of them."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from paperstui.index.engines.base import saturated, stem_rarity
from paperstui.index.ranking import (
    LEAST_SATURATION,
    stem_weights,
    telling_stem,
    word_weights,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from paperstui.index.engines.base import Progress
    from paperstui.index.models import Paper

UNIT = 255
"""The length of a vector. As weights are rounded down, no vector is longer, so by
Cauchy and Schwarz two of them are alike by at most 255 * 255: that fits 16 bits."""

_LEAST = 2
"""Papers that have a stem which says something."""
_RARITY = 0.75
"""The power of the rarity in a weight; chosen with the rest of `likely`."""
_DENSE = 1 / 32
"""What part of the papers must have a stem for its weights to be kept as one number,
which takes two bytes a paper: those few stems make up most of the work."""
_TOLD_EVERY = 50
"""Papers between two calls of progress: some hundredth of a second."""


class Vector(NamedTuple):
    """The stems of a paper, by their numbers, and the weight of each."""

    stems: tuple[int, ...]
    weights: bytes


class StemVectors:
    """A vector for each paper of a list, those of other papers, and what is alike.

    Weights are whole numbers, so that what is added can be taken away exactly.
    """

    def __init__(self, papers: Sequence[Paper], progress: Progress) -> None:
        """Read all papers; `progress` may raise to leave it."""
        self._papers = len(papers)
        self._numbers: dict[str, int] = {}
        seen: Counter[str] = Counter()
        counted: list[tuple[list[int], list[float]]] = []
        for done, paper in enumerate(papers):
            if done % _TOLD_EVERY == 0:
                progress(done, self._papers)
            words = word_weights(paper)
            seen.update(words.keys())
            stems = stem_weights(words)
            numbers = [self._numbers.setdefault(s, len(self._numbers)) for s in stems]
            counted.append((numbers, list(stems.values())))
        frequencies = Counter(number for numbers, _ in counted for number in numbers)
        self._rarities = [
            stem_rarity(frequencies[number], self._papers, _LEAST) ** _RARITY
            for number in range(len(self._numbers))
        ]
        self.words = self._named(seen)
        self.vectors: list[Vector] = []
        self._sparse: list[tuple[list[int], bytearray]] = [
            ([], bytearray()) for _ in self._numbers
        ]
        for place, (numbers, weights) in enumerate(counted):
            if place % _TOLD_EVERY == 0:
                progress(self._papers, self._papers)
            vector = self._vector(numbers, weights)
            self.vectors.append(vector)
            for number, weight in zip(*vector, strict=True):
                places, there = self._sparse[number]
                places.append(place)
                there.append(weight)
        self._dense = self._packed()

    @property
    def stems(self) -> int:
        """How many different stems there are."""
        return len(self.words)

    def vector(self, paper: Paper) -> Vector:
        """The vector of a paper that need not be of the list, by the list's stems."""
        known = [
            (self._numbers[stem], weight)
            for stem, weight in stem_weights(word_weights(paper)).items()
            if stem in self._numbers
        ]
        return self._vector([n for n, _ in known], [weight for _, weight in known])

    def alike(self, vector: Vector) -> array[int]:
        """How alike a vector is to each paper of the list, from 0 to 255 * 255."""
        total = 0
        sparse = []
        for number, weight in zip(*vector, strict=True):
            if dense := self._dense.get(number):
                total += weight * dense
            else:
                sparse.append((number, weight))
        sums = array("H", total.to_bytes(2 * self._papers, sys.byteorder))
        for number, weight in sparse:
            for place, other in zip(*self._sparse[number], strict=True):
                sums[place] += weight * other
        return sums

    def _vector(self, numbers: Sequence[int], weights: Sequence[float]) -> Vector:
        """Saturated weights times rarities, brought to the length `UNIT`."""
        raw = [
            saturated(weight, LEAST_SATURATION) * self._rarities[number]
            for number, weight in zip(numbers, weights, strict=True)
        ]
        length = sqrt(sum(weight * weight for weight in raw)) or 1.0
        scaled = [int(UNIT * weight / length) for weight in raw]
        stems = tuple(n for n, weight in zip(numbers, scaled, strict=True) if weight)
        return Vector(stems, bytes(filter(None, scaled)))

    def _named(self, seen: Mapping[str, int]) -> list[str]:
        """For each stem the word that most papers of the list have of it."""
        words = [""] * len(self._numbers)
        for word in sorted(seen, key=lambda word: (-seen[word], word)):
            number = self._numbers.get(telling_stem(word))
            if number is not None and not words[number]:
                words[number] = word
        return words

    def _packed(self) -> dict[int, int]:
        """The weights of frequent stems, each as one number with 16 bits for a paper.

        One multiplication then does what would be a step for each paper.
        """
        packed = {}
        for number, (places, weights) in enumerate(self._sparse):
            if len(places) > _DENSE * self._papers:
                lanes = array("H", bytes(2 * self._papers))
                for place, weight in zip(places, weights, strict=True):
                    lanes[place] = weight
                packed[number] = int.from_bytes(lanes.tobytes(), sys.byteorder)
                self._sparse[number] = ([], bytearray())
        return packed
