"""The notes of the person, found by the words in them as papers are by theirs."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from paperstui.index import highlight, spelling

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set

    from paperstui.index.analysis import Terms
    from paperstui.index.tree import Text


def written(text: str) -> str:
    """A note as it is kept: lines of what can be read, none of them empty at the ends.

    Control characters become spaces.
    """
    lines = (_readable(line).rstrip() for line in text.splitlines())
    return "\n".join(lines).strip("\n")


class Notes:
    """Finds notes by words and phrases; may be asked from any thread.

    Nothing is analysed before it is asked for something.
    """

    def __init__(self, texts: Mapping[int, str], before: Notes | None = None) -> None:
        """Take the notes by library row; those that `before` has are not read anew."""
        self.texts = texts
        self._known = before.known() if before else {}

    def known(self) -> Mapping[str, Terms]:
        """The terms of the notes that were analysed so far."""
        read: Mapping[str, Terms] | None = self.__dict__.get("_terms")
        return self._known if read is None else read

    def rows(self, leaf: Text) -> frozenset[int]:
        """The library rows of the notes that a word or phrase matches.

        Just those in which `highlight` marks something.
        """
        likely: Set[int] = frozenset()
        for term in self._likely(leaf):
            likely |= self._postings.get(term, frozenset())
        terms = self._terms
        return frozenset(
            row for row in likely if highlight.found(leaf, terms[self.texts[row]])
        )

    # Analyzer and tree are not needed before the first query.

    @cached_property
    def _terms(self) -> Mapping[str, Terms]:
        from paperstui.index import analysis

        known = self._known
        return {
            text: known.get(text) or analysis.terms(text)
            for text in self.texts.values()
        }

    @cached_property
    def _postings(self) -> Mapping[str, Set[int]]:
        """By word or variant: the rows of the notes that hold it."""
        found: dict[str, set[int]] = {}
        for row, text in self.texts.items():
            terms = self._terms[text]
            for term in (*terms.words, *terms.variants):
                found.setdefault(term.text, set()).add(row)
        return found

    @cached_property
    def _vocabulary(self) -> list[str]:
        return sorted(self._postings)

    def _likely(self, leaf: Text) -> Iterable[str]:
        """Terms of which every note that matches holds one."""
        from paperstui.index import analysis
        from paperstui.index.tree import Fuzzy, Wildcard

        if isinstance(leaf, Wildcard):
            fits = spelling.wildcard(analysis.fold_pattern(leaf.text)).fullmatch
            return filter(fits, self._vocabulary)
        wanted = analysis.wanted(leaf.text)
        if isinstance(leaf, Fuzzy):
            lines = "\n".join(("", *self._vocabulary, ""))
            near = (word for word, _ in spelling.similar(wanted.joined, lines))
            return {*near, *wanted.words[:1]}
        likely = {*wanted.words[:1], *wanted.spellings}
        if getattr(leaf, "prefix", False) and wanted.joined:
            # Where it is one word, that is the one that is not finished.
            likely.update(self._beginning(wanted.joined))
        return likely

    def _beginning(self, start: str) -> Iterable[str]:
        words = self._vocabulary
        later = (words[at] for at in range(bisect_left(words, start), len(words)))
        return takewhile(lambda word: word.startswith(start), later)


def _readable(line: str) -> str:
    """A line without what would act on a terminal, or cannot be saved."""
    kept = (" " if _is_control(letter) else letter for letter in line)
    return "".join(kept)


def _is_control(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cs")
