"""Papers of a list by how likely a person keeps them, learned from each decision.

Rocchio's rule (J. J. Rocchio, Relevance feedback in information retrieval, 1971): a
paper ranks by how much more it is like the mean of the kept papers than like the mean
of the skipped ones, as weighted stems. Of what was measured nothing found more (see
docs/triage.md): logistic regression, fitted anew after every few decisions, did as well
at a hundred times the cost; the nearest kept papers, naive Bayes and odds of stems did
worse, and so did vectors of fewer stems, or without the frequent ones.

Sums are whole numbers: a decision that is taken back leaves nothing behind.
"""

from __future__ import annotations

from math import inf
from operator import add, sub
from typing import TYPE_CHECKING

from paperstui.index.models import Verdict
from paperstui.index.stem_vectors import StemVectors

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paperstui.index.engines.base import Progress
    from paperstui.index.models import Paper
    from paperstui.index.stem_vectors import Vector

_LIKED = {Verdict.KEEP: 2, Verdict.MAYBE: 1}
"""What a decision counts for. Half a keep found the most; a quarter, or a whole one,
hardly less."""
_PRESUMED = 20
"""Papers like the mean of the list that are taken to be skipped from the start, as some
are by Cormack and Grossman (2015): the first skipped papers say little."""
_PATIENCE = 20
"""Skipped papers, without a kept one, after which those least like them come instead of
the next of the list: the first paper to keep is found sooner."""
_BEFORE = 2
"""What all papers kept elsewhere count for at most: as one kept here. They may be of
other subjects."""


class Likely:
    """The learned order of one list; used by one thread at a time."""

    def __init__(
        self, papers: Iterable[tuple[int, Paper]], progress: Progress | None = None
    ) -> None:
        """Read papers with their library rows: some seconds for 10,000.

        `progress` may raise to leave it.
        """
        by_row = dict(papers)
        self._places = {row: place for place, row in enumerate(by_row)}
        self._vectors = StemVectors([*by_row.values()], progress or _unheard)
        self._verdicts: dict[int, Verdict] = {}
        self._liked = _Sum(self._vectors)
        self._typical = _typical(self._vectors)
        self._skipped = _Sum(self._vectors)
        self._skipped.merge(self._typical, 1)
        self._before = _Sum(self._vectors)
        self._scores = _Scores()
        self._is_scored = False

    @property
    def has_learned(self) -> bool:
        """Whether enough was decided for an order other than the given one."""
        return self._liked.count > 0 or self._skipped.count >= _PRESUMED + _PATIENCE

    def start(self, papers: Iterable[Paper]) -> None:
        """Begin with papers that were kept elsewhere, instead of any given before.

        All of them together count as one paper that is kept here.
        """
        before = _Sum(self._vectors)
        for vector in map(self._vectors.vector, papers):
            if vector.stems:
                before.add(vector, 1)
        before.count_as(min(_BEFORE, before.count))
        self._liked.merge(self._before, -1)
        self._liked.merge(before, 1)
        self._before = before
        self._is_scored = False

    def learn(self, row: int, verdict: Verdict | None) -> None:
        """Take the last decision on a paper; None takes it back.

        Rows that are not of the list teach nothing.
        """
        place = self._places.get(row)
        former = self._verdicts.get(row)
        if place is None or former is verdict:
            return
        vector = self._vectors.vectors[place]
        if former is not None:
            del self._verdicts[row]
            self._count(vector, former, -1)
        if verdict is not None:
            self._verdicts[row] = verdict
            self._count(vector, verdict, 1)
        self._is_scored = False

    def order(self, rows: Iterable[int]) -> list[int]:
        """Rows with the most likely first, equally likely ones as they come.

        As they come, too, before enough is decided; rows that are not of the list last.
        """
        if not self.has_learned:
            return list(rows)
        return sorted(rows, key=self._scored().__getitem__, reverse=True)

    def next(self, candidates: Iterable[int]) -> int | None:
        """The first of their `order`; None where there are none."""
        if not self.has_learned:
            return next(iter(candidates), None)
        return max(candidates, key=self._scored().__getitem__, default=None)

    def why(self, row: int, count: int) -> tuple[str, ...]:
        """The words that speak most for a paper, at most so many, the strongest first.

        Each in the form that most papers of the list have; none before a paper is kept.
        """
        place = self._places.get(row)
        if place is None or not self._liked.count:
            return ()
        gains = []
        for number, weight in zip(*self._vectors.vectors[place], strict=True):
            gain = self._gain(number)
            if gain > 0:
                gains.append((-gain * weight, self._vectors.words[number]))
        return tuple(word for _, word in sorted(gains)[:count])

    def _count(self, vector: Vector, verdict: Verdict, sign: int) -> None:
        if verdict is Verdict.SKIP:
            self._skipped.add(vector, sign)
        else:
            self._liked.add(vector, sign * _LIKED[verdict])

    def _gain(self, number: int) -> float:
        """What a stem adds to the score of a paper, by its weight there."""
        liked = self._liked.stems[number] / self._liked.count
        return liked - self._skipped.stems[number] / self._skipped.count

    def _scored(self) -> _Scores:
        """How likely each paper is, by its row, in no unit."""
        if not self._is_scored:
            # Before one is kept, any might be.
            sought = self._liked if self._liked.count else self._typical
            by = self._skipped.count / sought.count
            sums = zip(sought.alike, self._skipped.alike, strict=True)
            # In place, as a new one of thousands of rows would take as long again.
            self._scores.update(
                zip(self._places, [by * near - far for near, far in sums], strict=True)
            )
            self._is_scored = True
        return self._scores


class _Scores(dict[int, float]):
    """Scores by row; rows without one come after all others."""

    def __missing__(self, row: int) -> float:
        return -inf


class _Sum:
    """A sum of vectors, and how alike it is to each paper of the list."""

    def __init__(self, vectors: StemVectors) -> None:
        self._vectors = vectors
        self.count = 0
        """How many they are, as they were counted."""
        self.stems = [0] * vectors.stems
        self.alike = [0.0] * len(vectors.vectors)
        """Whole numbers; floats, as these are multiplied faster."""

    def add(self, vector: Vector, times: int) -> None:
        """Add a vector so many times; take it away where that is negative."""
        self.count += times
        for number, weight in zip(*vector, strict=True):
            self.stems[number] += times * weight
        more = self._vectors.alike(vector)
        step = add if times > 0 else sub
        for _ in range(abs(times)):
            self.alike = list(map(step, self.alike, more))

    def merge(self, other: _Sum, sign: int) -> None:
        """Add another sum, or take it away where the sign is negative."""
        step = add if sign > 0 else sub
        self.count = step(self.count, other.count)
        self.stems = list(map(step, self.stems, other.stems))
        self.alike = list(map(step, self.alike, other.alike))

    def count_as(self, count: int) -> None:
        """Shrink it to so many vectors, in whole numbers."""
        if self.count:
            self.stems = [each * count // self.count for each in self.stems]
            self.alike = [each * count // self.count for each in self.alike]
        self.count = count


def _typical(vectors: StemVectors) -> _Sum:
    """`_PRESUMED` times the mean of a list."""
    mean = _Sum(vectors)
    for vector in vectors.vectors:
        for number, weight in zip(*vector, strict=True):
            mean.stems[number] += weight
    # Not by `add`, which would compare each paper with all others.
    mean.alike = [
        float(sum(mean.stems[n] * weight for n, weight in zip(*vector, strict=True)))
        for vector in vectors.vectors
    ]
    mean.count = len(vectors.vectors)
    mean.count_as(_PRESUMED)
    return mean


def _unheard(done: int, total: int) -> None:
    """Nobody wants to know how far it is."""
