"""More papers than there are: made of pieces of real ones."""

from __future__ import annotations

import random
import re
from itertools import zip_longest
from typing import TYPE_CHECKING

from paperstui.index.models import Paper

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.models import Author

_PARENTS = 3
"""Real papers that each made one takes its pieces from."""
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?])\s+")


def recombined(papers: Sequence[Paper], count: int, seed: int) -> Iterator[Paper]:
    """So many papers, each made of three of those given, the same for the same seed.

    The beginning of one title and the end of another, sentences and authors of all
    three at the places that they had; the venue, the status and the length are those
    of the first. Words that occur together in a paper do so here, and are as frequent;
    no word is new, so the vocabulary is smaller than that of so many real papers.
    Nothing but the given papers is held in memory.
    """
    chosen = random.Random(seed)
    for number in range(count):
        parents = chosen.choices(papers, k=_PARENTS)
        first, second, third = parents
        yield Paper(
            id=f"recombined:{seed}-{number}",
            title=_title(first.title, second.title),
            venue=first.venue,
            abstract=_abstract([parent.abstract for parent in parents], chosen),
            authors=_authors([parent.authors for parent in parents], chosen),
            keywords=third.keywords,
            status=first.status,
            url=first.url,
            pdf=first.pdf,
        )


def _title(first: str, second: str) -> str:
    """The first half of one title, then the second half of another."""
    beginning, end = first.split(), second.split()
    return " ".join(
        [*beginning[: (len(beginning) + 1) // 2], *end[(len(end) + 1) // 2 :]]
    )


def _abstract(texts: Sequence[str], chosen: random.Random) -> str:
    """As many sentences as the first text has, each from where it stood in one."""
    sentences = [_BETWEEN_SENTENCES.split(text) for text in texts]
    return " ".join(
        chosen.choice([each for each in at_one_place if each])
        for at_one_place in zip_longest(*sentences)
        if at_one_place[0]
    )


def _authors(
    lists: Sequence[Sequence[Author]], chosen: random.Random
) -> tuple[Author, ...]:
    """As many different authors as the first list has, if there are so many."""
    known = dict.fromkeys(author for authors in lists for author in authors)
    return tuple(chosen.sample(list(known), len(set(lists[0]))))
