"""Known-item search: somebody has one paper in mind and types what comes to mind."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperstui.index.text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.models import Paper

WORDS, PREFIX, TITLE = KINDS = ("1-4 title words", "typed prefix", "whole title")

_DEPTH = 10
"""How far down a list one looks for the paper."""
_SHORTEST, _LONGEST = 8, 30
"""Letters of a typed prefix."""
_WORD = re.compile(r"\w[\w'’+#-]*")
_EMPTY = re.compile(
    "an?|and|are|as|at|be|beyond|by|can|do|does|for|from|how|in|into|is|its?|no|not|of"
    "|on|or|our|over|that|the|their|this|through|to|towards?|under|using|via|we|what"
    "|when|where|which|who|why|with|within|without|your?",
    re.IGNORECASE,
)
"""Words that nobody searches by."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What is typed for one paper."""

    paper: str
    """Its id."""
    kind: str
    """One of `KINDS`."""
    text: str


def drawn(papers: Sequence[Paper], count: int, seed: int) -> list[Sought]:
    """Queries of every kind for as many papers, whose titles no other paper has."""
    titles = [plain(paper.title) for paper in papers]
    times = Counter(map(str.casefold, titles))
    chosen = random.Random(seed)
    found: list[Sought] = []
    for number in chosen.sample(range(len(papers)), len(papers)):
        title = titles[number]
        words, cuts = content_words(title), inner_cuts(title)
        if times[title.casefold()] > 1 or not words or not cuts:
            continue
        texts = (_some(words, chosen), title[: chosen.choice(cuts)], title)
        found += map(Sought, [papers[number].id] * len(KINDS), KINDS, texts)
        if len(found) == count * len(KINDS):
            break
    return found


def content_words(title: str) -> list[str]:
    """The different words of a title that say what it is about, in their order."""
    words = (word.rstrip("'’-") for word in _WORD.findall(title))
    return list(dict.fromkeys(w for w in words if not _EMPTY.fullmatch(w)))


def inner_cuts(title: str) -> list[int]:
    """The lengths of prefixes that end inside a word."""
    last = min(_LONGEST, len(title) - 1)
    return [
        cut
        for cut in range(_SHORTEST, last + 1)
        if title[cut - 1].isalnum() and title[cut].isalnum()
    ]


def reciprocal_rank(found: Sequence[str], paper: str) -> float:
    """One over the place of the paper, 0 where it is not among the first ten."""
    first = list(found[:_DEPTH])
    return 1 / (first.index(paper) + 1) if paper in first else 0.0


def _some(words: list[str], chosen: random.Random) -> str:
    count = min(chosen.randint(1, 4), len(words))
    places = sorted(chosen.sample(range(len(words)), count))
    return " ".join(words[place] for place in places)
