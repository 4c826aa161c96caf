"""Papers for the comparisons of references, chosen by a fixed rule."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, TypeVar

from paperstui.index.citations.cited import Cited
from paperstui.index.citations.key_pattern import DEFAULT, KeyPattern
from paperstui.index.locations import SEEDS
from paperstui.index.models import Paper
from paperstui.index.readers import registry
from paperstui.index.readers.base import Origin
from paperstui.index.readers.known_venues import venue_of_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_Thing = TypeVar("_Thing")

LOOKED_AT = 40
"""Papers of a file among which one is chosen."""


def sample(data: Path, count: int) -> list[Cited]:
    """`count` papers of the seeds, evenly spread, and as many of other lists.

    These are one of each of `count` files, evenly spread over the names of all files
    of `data`: the one of its first papers for which most facts are known.
    """
    seeds = [paper for path in sorted(SEEDS.glob("*.txt")) for paper in _papers(path)]
    chosen = [*_spread(seeds, count)]
    files = [
        path
        for folder in ("formats", "paperlists")
        for path in sorted((data / folder).rglob("*.*"))
        if path.name != "INDEX.md"
    ]
    told = [path for path in files if any(_papers(path))]
    for path in _spread(told, count):
        first = list(itertools.islice(_papers(path), LOOKED_AT))
        chosen.append(max(first, key=_facts))
    keys = [KeyPattern(DEFAULT).key(paper) for paper in chosen]
    return [
        Cited(paper, key if keys.count(key) == 1 else f"{key}{number}")
        for number, (paper, key) in enumerate(zip(chosen, keys, strict=True))
    ]


def _papers(path: Path) -> Iterator[Paper]:
    for found in registry.read(path, Origin(path.name, path, venue_of_file(path.name))):
        if isinstance(found, Paper):
            yield found


def _facts(paper: Paper) -> int:
    facts = (paper.pages, paper.volume, paper.publisher, paper.doi, paper.year)
    return len(list(filter(None, facts))) + bool(paper.authors)


def _spread(things: Sequence[_Thing], count: int) -> list[_Thing]:
    return [things[number * len(things) // count] for number in range(count)]
