"""bm25s: BM25 over NumPy, each score computed when a paper is indexed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bm25s
import numpy
import Stemmer

from bench.peers import base
from bench.systems import Found

if TYPE_CHECKING:
    from pathlib import Path

    from bench.systems import Ask
    from paperstui.index.library import Library

_VENUES = "venues.npy"


class Bm25s:
    """bm25s with English stop words and stems; it knows words only, not prefixes."""

    name = "bm25s"

    def __init__(self, fields: tuple[str, ...] = base.SEARCHED) -> None:
        self._fields = fields
        self._stemmer = Stemmer.Stemmer("english")

    def build(self, library: Library, folder: Path) -> None:
        """Index all fields as one text."""
        found, venues = [], []
        for _, venue, texts in base.texts(library, self._fields):
            found.append(" ".join(texts))
            venues.append(venue)
        retriever = bm25s.BM25()
        retriever.index(self._tokens(found, return_ids=True), show_progress=False)
        retriever.save(folder)
        numpy.save(folder / _VENUES, numpy.array(venues))

    def open(self, library: Library, folder: Path) -> None:
        """Load the index."""
        self._labels = base.labels(library)
        self._retriever = bm25s.BM25.load(folder)
        self._venues = numpy.load(folder / _VENUES)

    def search(self, ask: Ask) -> Found:
        """Papers with any of the words."""
        (tokens,) = self._tokens([ask.text], return_ids=False)
        known = [t for t in tokens if t in self._retriever.vocab_dict]
        if not known:
            return Found([])
        scores = self._retriever.get_scores(known)
        (rows,) = numpy.nonzero(scores > 0)
        counts = numpy.bincount(self._venues[rows])
        venues = {self._labels[int(n)]: int(counts[n]) for n in counts.nonzero()[0]}
        return Found(_best(rows, scores[rows], ask.limit).tolist(), len(rows), venues)

    def close(self) -> None:
        """Nothing to let go of."""

    def _tokens(self, texts: list[str], *, return_ids: bool) -> Any:
        return bm25s.tokenize(
            texts,
            stopwords="en",
            stemmer=self._stemmer,
            return_ids=return_ids,
            show_progress=False,
        )


def _best(rows: Any, scores: Any, limit: int) -> Any:
    """The rows with the highest scores in order, equal ones by row."""
    if len(rows) > limit:
        # All that are as good as the last one: which of them come is told by row.
        least = scores[numpy.argpartition(scores, -limit)[-limit:]].min()
        rows, scores = rows[scores >= least], scores[scores >= least]
    return rows[(-scores).argsort(kind="stable")][:limit]
