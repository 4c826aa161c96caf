"""Papers like a paper or a text: those that share the stems that say most in it.

The parameters were chosen on papers with keywords, whose lists were blind to these (see
bench/similar.py, which measures with other papers).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from paperstui.index import analysis, ranking
from paperstui.index.engines.base import field_text, length_norm, saturated
from paperstui.index.merging import twin
from paperstui.index.models import Paper, Venue
from paperstui.index.requests import Like
from paperstui.index.text import clean, plain
from paperstui.index.tree import Or, Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from paperstui.index.engines.base import SearchEngine
    from paperstui.index.library import Library
    from paperstui.index.ranking import Rarity
    from paperstui.index.tree import Node

MOST = 100
"""Papers that a list of similar ones has at most."""

_STEMS = 80
"""Stems of a paper that tell how much another is like it."""
_CHOOSING = 20
"""The strongest of them, by which the engine chooses from all papers."""
_CHOSEN = 2 * MOST
"""Papers that are compared by all the stems."""
_SATURATION = 1.1
"""BM25's k1 for the stems of the paper or text itself."""
_SATURATION_THERE = 4.0
"""The same for those of the papers it is compared with."""
_RARITY = 1.2
"""Power of the rarity in the weight of a stem."""
_FED_BACK = 10
"""The best papers: what they share makes others more alike, too."""
_FEW = 2 * _FED_BACK
"""Papers below which the best ones share but what most of them have."""
_FEEDBACK = 0.3
"""What that can add, as a part of what the stems of the paper can."""
_MARKED = 8
"""Stems that are marked in the papers found."""
_LONGEST = 200_000
"""Characters of a text that are looked at: some thirty pages."""
_LABEL = 80
"""Characters of a text that name it."""


@dataclass(frozen=True, slots=True)
class Alike:
    """The papers that are like one."""

    rows: tuple[int, ...] = ()
    """Library rows, the most similar first."""
    stems: tuple[str, ...] = ()
    """Those that say most and that the best papers share; none where none says much."""

    @property
    def shared(self) -> Node | None:
        """What is to be marked in the papers, as a query for it."""
        return (
            Or(tuple(Word(stem, 0, 0) for stem in self.stems)) if self.stems else None
        )

    def ordered(self, rows: Iterable[int], first: Iterable[int] = ()) -> list[int]:
        """Some of the rows, the most similar first, but others before the rest."""
        places = {row: place for place, row in enumerate(self.rows)}
        before = frozenset(first)
        return sorted(
            rows, key=lambda row: (row not in before, places.get(row, len(places)))
        )


def like_paper(paper: Paper) -> Like:
    """A wish for papers like one of the library."""
    return Like(plain(paper.title), paper=paper.id)


def like_text(text: str) -> Like:
    """A wish for papers like a text, which its first words name."""
    return Like(" ".join(text[:_LONGEST].split())[:_LABEL], text=text)


def alike(
    engine: SearchEngine, library: Library, like: Like, *, refused: bool
) -> Alike:
    """The papers most like a paper or text, refused ones as well if wanted.

    Neither the paper itself nor another listing of it. None for a paper that has left
    the library, or a text without a word that says something. Raises EngineError on a
    damaged index.
    """
    source, own = _source(library, like)
    if source is None:
        return Alike()
    # What a paper alone has leads to no other; what a text has may lead to one.
    rarity = partial(engine.rarity, least=1 if own is None else 2)
    stems = _weighted(source, engine.mean_length, rarity)
    choosing = dict(list(stems.items())[:_CHOOSING])
    rows = engine.resembling(choosing, _CHOSEN, refused=refused)
    if own is not None:
        rows = _without(engine, library, rows, source, own)
    gains = engine.gains(stems, rows, _SATURATION_THERE)
    scores = dict(zip(rows, gains, strict=True))
    best = _best(scores)[:MOST]
    trusted = [(library.papers[row], scores[row]) for row in best[:_FED_BACK]]
    if len(rows) >= _FEW:
        terms = ranking.feedback(trusted, engine.mean_length, engine.rarity)
        most = _FEEDBACK * sum(stems.values())
        more = engine.gains(terms, best, ranking.LEAST_SATURATION)
        best = _best(
            {r: scores[r] + most * gain for r, gain in zip(best, more, strict=True)}
        )
    return Alike(tuple(best), _shared(stems, [paper for paper, _ in trusted]))


def _shared(stems: Mapping[str, float], papers: Sequence[Paper]) -> tuple[str, ...]:
    """The stems that say most of what some papers have, of all where none has any."""
    there = [ranking.stems(paper)[0] for paper in papers]
    # Squared, as all papers share common words.
    says = {s: w * w * sum(s in each for each in there) for s, w in stems.items()}
    return tuple(sorted(stems, key=lambda stem: (-says[stem], -stems[stem])))[:_MARKED]


def _source(library: Library, like: Like) -> tuple[Paper | None, int | None]:
    """What is compared with all papers, and its row if it is one of them."""
    if not like.paper:
        text = clean(like.text[:_LONGEST])
        return Paper("", "", Venue(""), abstract=text), None
    row = library.row(like.paper)
    return (None if row is None else library.paper(row)), row


def _weighted(paper: Paper, mean_length: float, rarity: Rarity) -> dict[str, float]:
    """The stems of a paper that say most, the strongest first, with their weights."""
    counts, length = ranking.stems(paper)
    norm = length_norm(length, mean_length)
    weights = {
        stem: saturated(count / norm, _SATURATION) * rarity(stem) ** _RARITY
        for stem, count in counts.items()
    }
    known = [item for item in weights.items() if item[1]]
    return dict(sorted(known, key=lambda item: (-item[1], item[0]))[:_STEMS])


def _without(
    engine: SearchEngine,
    library: Library,
    rows: Sequence[int],
    paper: Paper,
    own: int,
) -> list[int]:
    """Some rows without that of a paper, and those of its other listings."""
    title = tuple(analysis.indexed(field_text(paper, "title")).words)
    same = twin(paper)
    return [
        row
        for row, names in zip(rows, engine.names(rows), strict=True)
        if row != own
        # Few have the title: only these are read.
        and (names.title != title or not same or twin(library.papers[row]) != same)
    ]


def _best(scores: dict[int, float]) -> list[int]:
    return sorted(scores, key=lambda row: (-scores[row], row))
