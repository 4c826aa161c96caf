"""How much a word or phrase of a query weighs in papers, wherever these are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.index import analysis
from paperstui.index.tree import Exact, Fuzzy, Phrase, Text, Wildcard, Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from paperstui.index.analysis import Wanted

VARIANT = "~"
"""Begins the terms that are variants; no word begins so."""
UNRANKED = 2
"""Letters up to which the beginning of a word says nothing on what is wanted."""


class Weighing:
    """Weighs the occurrences of words and phrases; subclasses look them up.

    Each of their methods gives by document how much the occurrences weigh: as fields
    weigh, or 1 each where one field is asked for.
    """

    def weights(self, word: str, field: str | None, kind: str = "") -> dict[int, float]:
        """Occurrences of a word, or of a variant for the kind `VARIANT`."""
        raise NotImplementedError

    def phrase(self, words: tuple[str, ...], field: str | None) -> dict[int, float]:
        """Places where words stand in a row."""
        raise NotImplementedError

    def begun(self, prefix: str, field: str | None) -> dict[int, float]:
        """Occurrences of words and variants that begin in some way."""
        raise NotImplementedError

    def unfinished(self, words: tuple[str, ...], field: str | None) -> dict[int, float]:
        """Places where words stand in a row, the last of which may be unfinished.

        One of up to `UNRANKED` letters may begin any word of the paper.
        """
        raise NotImplementedError

    def fitting(self, pattern: str, field: str | None) -> Iterable[str]:
        """The words that fit a pattern, folded like words."""
        raise NotImplementedError

    def near(self, word: str, field: str | None) -> Iterable[str]:
        """The words that are a letter or two away from another."""
        raise NotImplementedError

    def weigh(self, leaf: Text, exact: float) -> dict[int, float]:
        """By document how much what matches a leaf weighs in it.

        An occurrence that is spelled as in the query weighs `exact` more than others.
        The beginning of a word of up to `UNRANKED` letters weighs as a whole word.
        """
        field = leaf.field
        if isinstance(leaf, Wildcard):
            pattern = analysis.fold_pattern(leaf.text)
            return self._any_word(self.fitting(pattern, field), field)
        wanted = analysis.wanted(leaf.text)
        if not wanted.words:
            return {}
        match leaf:
            case Word():
                return self._word(leaf, wanted, exact)
            case Fuzzy():
                return self._any_word(self.near(wanted.joined, field), field)
            case Phrase(prefix=True):
                return self._begun_row(wanted.words, field)
            case Phrase() | Exact():
                return self._row(wanted.words, field)

    def _word(self, word: Word, wanted: Wanted, exact: float) -> dict[int, float]:
        """A word in any of its spellings; joined words in a row or written as one."""
        field = word.field
        several = len(wanted.words) > 1
        counts: dict[int, float] = {}
        for other in sorted(wanted.spellings):
            # Joined words stand for one occurrence, however many ways they are found.
            (keep_larger if several else add)(counts, self._stemmed(other, field))
        spelled = self.weights(wanted.joined, field)
        if several:
            keep_larger(spelled, self.phrase(wanted.words, field))
        keep_larger(counts, spelled)
        add(counts, {number: exact * weight for number, weight in spelled.items()})
        if word.prefix and (several or len(wanted.joined) > UNRANKED):
            keep_larger(counts, self.begun(wanted.joined, field))
            if several:
                keep_larger(counts, self.unfinished(wanted.words, field))
        return counts

    def _row(self, words: tuple[str, ...], field: str | None) -> dict[int, float]:
        if len(words) == 1:
            return self.weights(words[0], field)
        return self.phrase(words, field)

    def _begun_row(self, words: tuple[str, ...], field: str | None) -> dict[int, float]:
        if len(words) == 1:
            return self.begun(words[0], field)
        return self.unfinished(words, field)

    def _any_word(self, words: Iterable[str], field: str | None) -> dict[int, float]:
        """Any of some words, exactly as they are spelled."""
        counts: dict[int, float] = {}
        # Each part of an index has its own words, most of them the same.
        for word in sorted(set(words)):
            add(counts, self.weights(word, field))
        return counts

    def _stemmed(self, word: str, field: str | None) -> dict[int, float]:
        """Words that have a word as a variant."""
        counts = self.weights(word, field, VARIANT)
        # A word that is its own stem is not written down twice.
        if analysis.stem(word) == word:
            add(counts, self.weights(word, field))
        return counts


def add(counts: dict[int, float], more: Mapping[int, float]) -> None:
    """Add weights by document to others."""
    for number, weight in more.items():
        counts[number] = counts.get(number, 0.0) + weight


def keep_larger(counts: dict[int, float], more: Mapping[int, float]) -> None:
    """Keep the larger of two weights by document."""
    for number, weight in more.items():
        if weight > counts.get(number, 0.0):
            counts[number] = weight
