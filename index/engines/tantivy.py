"""The engine for large libraries: Tantivy finds, and the best papers are scored anew.

Tantivy's BM25 chooses the papers that may be best. Their scores are then worked out
from their texts, by the same rules as in the other engines.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import version as installed
from typing import TYPE_CHECKING

import tantivy

from paperstui.index import spelling
from paperstui.index.analysis import wanted
from paperstui.index.engines import tantivy_writing
from paperstui.index.engines.base import (
    HAVING,
    Hits,
    Names,
    saturated,
    stem_rarity,
)
from paperstui.index.engines.tantivy_errors import damage, failing_disk
from paperstui.index.engines.tantivy_queries import both
from paperstui.index.engines.tantivy_reading import OpenedIndex
from paperstui.index.engines.tantivy_writing import HAS, REFUSED, STATUS, TERMS
from paperstui.index.engines.weighing import VARIANT
from paperstui.index.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from paperstui.index.engines.base import Documents, Filters, Progress, Scoring
    from paperstui.index.tree import Node


class TantivyEngine:
    """Finds with Tantivy and scores the best papers by their texts."""

    name = "tantivy"
    # Tantivy may not read the indexes of its other versions.
    version = f"2 {installed('tantivy')}"

    def __init__(self) -> None:
        self._opened: OpenedIndex | None = None

    def build(
        self, folder: Path | None, documents: Documents, progress: Progress
    ) -> None:
        """Index all documents; see `SearchEngine.build`."""
        place = None if folder is None else str(folder)
        with failing_disk():
            made = tantivy.Index(tantivy_writing.schema(), place)
        tantivy_writing.write(made, documents, progress)
        if folder is None:
            self._use(made)

    def update(
        self,
        folder: Path,
        documents: Documents,
        gone: Iterable[int],
        progress: Progress,
    ) -> None:
        """Bring an index up to date; see `SearchEngine.update`."""
        with damage():
            opened = tantivy.Index.open(str(folder))
        tantivy_writing.write(opened, documents, progress, gone)

    def open(self, folder: Path) -> int:
        """Open an index; see `SearchEngine.open`."""
        with damage():
            return self._use(tantivy.Index.open(str(folder)))

    def search(self, root: Node, filters: Filters, scoring: Scoring) -> Hits:
        """All papers that match; see `SearchEngine.search`."""
        with self._reading() as opened:
            queries = opened.queries
            matching = queries.matching(root)
            if not filters.refused:
                matching = both(matching, without=queries.having(REFUSED))
            within = matching
            if filters.venues is not None:
                within = both(within, queries.of_venues(filters.venues))
            marked = 0
            if filters.marked:
                those = queries.rows(filters.marked)
                marked = queries.count(both(matching, those))
            if filters.only is not None:
                within = both(within, queries.rows(filters.only))
            found = opened.best(within, scoring)
            venues = opened.values(matching, tantivy_writing.VENUE)
            found = replace(found, venues=venues, marked=marked)
            if not filters.facets:
                return found
            statuses = opened.values(within, STATUS)
            having = opened.values(within, HAS)
            return replace(
                found,
                statuses={name: statuses[name] for name in sorted(statuses)},
                having={name: having.get(name, 0) for name in HAVING},
            )

    def names(self, rows: Sequence[int]) -> list[Names]:
        """The words of titles and authors; see `SearchEngine.names`."""
        with self._reading() as opened:
            return [paper.names for paper in opened.papers(rows)]

    def gains(
        self, terms: Mapping[str, float], rows: Sequence[int], saturation: float
    ) -> list[float]:
        """What stems would add to scores; see `SearchEngine.gains`."""
        with self._reading() as opened:
            wanted = [
                ((VARIANT + term).encode(), term.encode(), weight)
                for term, weight in terms.items()
            ]
            gains = [0.0] * len(rows)
            for at, paper in enumerate(opened.papers(rows)):
                variants, words = paper.variants.weights(), paper.words.weights()
                for variant, word, weight in wanted:
                    count = variants.get(variant, 0.0) + words.get(word, 0.0)
                    if count:
                        there = saturated(count / paper.norm, saturation)
                        gains[at] += weight * there
        return gains

    def resembling(
        self, terms: Mapping[str, float], most: int, *, refused: bool
    ) -> list[int]:
        """Rows in which stems weigh most; see `SearchEngine.resembling`."""
        with self._reading() as opened:
            wanted = opened.queries.stems(terms)
            if not refused:
                wanted = both(wanted, without=opened.queries.having(REFUSED))
            return opened.rows(wanted, most)

    def rarity(self, term: str, least: int = 2) -> float:
        """How much a stem says; see `SearchEngine.rarity`."""
        with self._reading() as opened:
            searcher = opened.searcher
            # Some have it in several forms; to tell, they would have to be found.
            forms = (VARIANT + term, term)
            frequency = sum(searcher.doc_freq(TERMS, form) for form in forms)
            return stem_rarity(frequency, opened.alive, least)

    @property
    def mean_length(self) -> float:
        """Mean length of the papers; see `SearchEngine.mean_length`."""
        with self._reading() as opened:
            return opened.mean_length

    def suggest(self, word: str) -> str:
        """The indexed word most like another; see `SearchEngine.suggest`."""
        folded = wanted(word).joined
        with self._reading() as opened:
            frequency = opened.queries.frequency
            if frequency(folded):
                return ""
            return spelling.nearest(folded, opened.queries.lines, frequency)

    def close(self) -> None:
        """Let go of the files."""
        self._opened = None

    @contextmanager
    def _reading(self) -> Iterator[OpenedIndex]:
        """What was opened; whatever goes wrong with it is damage."""
        if self._opened is None:
            raise EngineError("it is not open")
        with damage():
            yield self._opened

    def _use(self, index: tantivy.Index) -> int:
        """Read the index as it is now; gives how many papers it holds."""
        # By itself it would look for changes of the files all the time.
        index.config_reader("manual")
        index.reload()
        self._opened = OpenedIndex(index)
        return self._opened.alive
