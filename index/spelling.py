"""Words that are a letter or two apart, and words that fit a pattern."""

from __future__ import annotations

import re
from functools import lru_cache, reduce
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_TWO_FROM = 8
"""Letters from which two of them may be wrong."""
_FUZZY_FROM = 3
"""Letters below which none may be wrong."""


def tolerance(word: str) -> int:
    """How many letters of a word may be wrong, too many, missing or exchanged."""
    return 0 if len(word) < _FUZZY_FROM else 1 if len(word) < _TWO_FROM else 2


def distance(one: str, other: str, most: int) -> int:
    """Edits that make one word the other, `most + 1` where it takes more than `most`.

    An edit changes, adds or drops a letter, or exchanges two neighbours (the optimal
    string alignment distance).
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        now = [i]
        for j, there in enumerate(other, 1):
            cost = min(now[j - 1], last[j]) + 1
            cost = min(cost, last[j - 1] + (letter != there))
            if i > 1 and j > 1 and letter == other[j - 2] and there == one[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            now.append(cost)
        if min(now) > most:
            return most + 1
        before, last = last, now
    return min(last[-1], most + 1)


@lru_cache(maxsize=256)
def wildcard(pattern: str) -> re.Pattern[str]:
    """What a pattern with `*` for any letters matches as a whole."""
    return re.compile("[^\\n]*".join(map(re.escape, pattern.split("*"))))


def similar(word: str, lines: str) -> Iterator[tuple[str, int]]:
    """The words near enough to a word, each with its distance, itself as well.

    `lines` holds the words of a vocabulary, each between two line feeds.
    """
    most = tolerance(word)
    if not most:
        if f"\n{word}\n" in lines:
            yield word, 0
        return
    wanted = "|".join(map(re.escape, _unbroken(word, most)))
    found = re.compile(f"^.*(?:{wanted}).*$", re.MULTILINE)
    least, longest = len(word) - most, len(word) + most
    for match in found.finditer(lines):
        candidate = match[0]
        if least <= len(candidate) <= longest:
            edits = distance(word, candidate, most)
            if edits <= most:
                yield candidate, edits


def nearest(word: str, lines: str, frequency: Callable[[str], int]) -> str:
    """The word most like another that papers have, of these the most frequent; or "".

    `lines` is as for `similar`.
    """
    near = [
        (edits, -papers, other)
        for other, edits in similar(word, lines)
        if (papers := frequency(other))
    ]
    return min(near)[2] if near else ""


def _unbroken(word: str, most: int) -> list[str]:
    """Pieces of which every word up to `most` edits away holds one.

    An edit breaks one of `most + 1` pieces; an exchange of the last letter of one with
    the first of the next breaks both, but then those two stand there, so exchanged.
    """
    size, more = divmod(len(word), most + 1)
    cuts = [number * size + min(number, more) for number in range(most + 2)]
    pieces = [word[start:end] for start, end in pairwise(cuts)]
    for start, cut, end in zip(cuts, cuts[1:], cuts[2:], strict=False):
        pieces.append(_exchanged(word, cut)[start:end])
    if most > 1:
        pieces.append(reduce(_exchanged, cuts[1:-1], word))
    return sorted(set(pieces))


def _exchanged(word: str, at: int) -> str:
    """A word with the letters beside a place exchanged."""
    return word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]
