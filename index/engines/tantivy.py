"""The engine for large libraries: Tantivy finds, and the best papers are scored anew.

Tantivy's BM25 chooses the papers that may be best. Their scores are then worked out
from their texts, by the same rules as in the other engines.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import version as installed
from typing import TYPE_CHECKING, Any

import tantivy
from tantivy import Occur, Query

from paperstui.index import spelling
from paperstui.index.analysis import wanted
from paperstui.index.engines import tantivy_writing
from paperstui.index.engines.base import (
    HAVING,
    LENGTH,
    Hits,
    Names,
    rarity,
    saturated,
)
from paperstui.index.engines.candidates import NOTHING, Candidates, PaperText
from paperstui.index.engines.tantivy_queries import Queries, both, total
from paperstui.index.engines.tantivy_rows import FoundRows
from paperstui.index.engines.tantivy_writing import HAS, REFUSED, ROW, STATUS, TERMS
from paperstui.index.engines.weighing import VARIANT, add
from paperstui.index.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from paperstui.index.engines.base import Documents, Filters, Progress, Scoring
    from paperstui.index.tree import Node, Text

_MOST_VALUES = 65_000
"""Venues and statuses that can be counted; Tantivy allows no more at once."""
_KEPT_LEAVES = 64
"""Words and phrases whose weights are kept: from letter to letter only one changes."""
_KEPT = 2_000
"""Papers whose texts are kept: from letter to letter most of the best stay the same."""


class TantivyEngine:
    """Finds with Tantivy and scores the best papers by their texts."""

    name = "tantivy"
    # Tantivy may not read the indexes of its other versions.
    version = f"2 {installed('tantivy')}"

    def __init__(self) -> None:
        self._opened: _Opened | None = None

    def build(
        self, folder: Path | None, documents: Documents, progress: Progress
    ) -> None:
        """Index all documents; see `SearchEngine.build`."""
        place = None if folder is None else str(folder)
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
        with _damage():
            opened = tantivy.Index.open(str(folder))
        tantivy_writing.write(opened, documents, progress, gone)

    def open(self, folder: Path) -> int:
        """Open an index; see `SearchEngine.open`."""
        with _damage():
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
            if filters.marked or filters.marked_only:
                those = queries.rows(filters.marked)
                marked = queries.count(both(matching, those))
                if filters.marked_only:
                    within = both(within, those)
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
            papers = opened.papers(rows)
            some = Candidates(papers)
            gains = [0.0] * len(rows)
            for term, weight in terms.items():
                counts = some.weights(term, None, VARIANT)
                add(counts, some.weights(term, None))
                for number, count in counts.items():
                    there = count / papers[number].norm
                    gains[number] += weight * saturated(there, saturation)
        return gains

    def rarity(self, term: str) -> float:
        """How much a stem says; see `SearchEngine.rarity`."""
        with self._reading() as opened:
            searcher = opened.searcher
            # Some have it in several forms; to tell, they would have to be found.
            forms = (VARIANT + term, term)
            frequency = sum(searcher.doc_freq(TERMS, form) for form in forms)
            alive = int(searcher.num_docs)
        frequency = min(frequency, alive)
        return rarity(frequency, alive) if frequency > 1 else 0.0

    @property
    def mean_length(self) -> float:
        """Mean length of the papers; see `SearchEngine.mean_length`."""
        with self._reading() as opened:
            return opened.mean_length

    def suggest(self, word: str) -> str:
        """The indexed word most like another; see `SearchEngine.suggest`."""
        folded = wanted(word).joined
        with self._reading() as opened:
            queries = opened.queries
            if queries.frequency(folded):
                return ""
            near = [
                (edits, -frequency, other)
                for other, edits in spelling.similar(folded, queries.lines)
                if (frequency := queries.frequency(other))
            ]
        return min(near)[2] if near else ""

    def close(self) -> None:
        """Let go of the files."""
        self._opened = None

    @contextmanager
    def _reading(self) -> Iterator[_Opened]:
        """What was opened; whatever goes wrong with it is damage."""
        if self._opened is None:
            raise EngineError("it is not open")
        with _damage():
            yield self._opened

    def _use(self, index: tantivy.Index) -> int:
        """Read the index as it is now; gives how many papers it holds."""
        # By itself it would look for changes of the files all the time.
        index.config_reader("manual")
        index.reload()
        self._opened = _Opened(index)
        return self._opened.alive


_MISSING = PaperText()
"""In place of a paper that left since it was found."""


class _Opened:
    """One state of an index; used by one thread at a time."""

    def __init__(self, index: tantivy.Index) -> None:
        self._schema = index.schema
        self.searcher = index.searcher()
        self.alive = int(self.searcher.num_docs)
        """Papers that are not deleted."""
        self.queries = Queries(self._schema, self.searcher)
        length = {"sum": {"field": tantivy_writing.LENGTH}}
        found = self.searcher.aggregate(Query.all_query(), {"length": length})
        mean = (found["length"]["value"] or 0.0) / max(1, self.alive)
        self.mean_length: float = mean or 1.0
        """In words, as fields weigh."""
        self._papers: OrderedDict[int, PaperText] = OrderedDict()
        self._weighed: OrderedDict[tuple[Text, float], dict[int, float]] = OrderedDict()
        """By leaf, and how much its own spelling counts, the weights by row."""

    def best(self, query: Query, scoring: Scoring) -> Hits:
        """What matches a query, the best first."""
        if not scoring.leaves:
            size = self.queries.count(query)
            return Hits(FoundRows(self._schema, self.searcher, query, size))
        parts = [(Occur.Must, Query.const_score_query(query, 0.0))]
        leaves = [self.queries.leaf(leaf) for leaf in scoring.leaves]
        for leaf in leaves:
            parts.append((Occur.Should, leaf.scoring))
            if leaf.spelled is not None:
                more = Query.boost_query(leaf.spelled, scoring.exact)
                parts.append((Occur.Should, more))
        scored = Query.boolean_query(parts)
        found = self.searcher.search(scored, limit=scoring.depth)
        addresses = [address for _, address in found.hits]
        rows = [int(row or 0) for row in self._facts(ROW, addresses)]
        says = [rarity(leaf.papers, self.alive) for leaf in leaves]
        self._read(rows, addresses)
        scores = self._scores(rows, says, scoring)
        order = sorted(range(len(rows)), key=lambda at: (-scores[at], rows[at]))
        best = [rows[at] for at in order]
        listed = FoundRows(self._schema, self.searcher, scored, total(found), best)
        return Hits(listed, [scores[at] for at in order], sum(says))

    def values(self, query: Query, field: str) -> dict[Any, int]:
        """How many of the papers that match have each value of a field."""
        terms = {"terms": {"field": field, "size": _MOST_VALUES}}
        found = self.searcher.aggregate(query, {"values": terms})
        return {
            each["key"]: int(each["doc_count"]) for each in found["values"]["buckets"]
        }

    def papers(self, rows: Sequence[int]) -> list[PaperText]:
        """Papers by their rows."""
        missing = [row for row in rows if row not in self._papers]
        if missing:
            query = Query.const_score_query(self.queries.rows(missing), 1.0)
            found = self.searcher.search(query, limit=len(missing))
            addresses = [address for _, address in found.hits]
            self._read([int(r or 0) for r in self._facts(ROW, addresses)], addresses)
        return [self._papers.get(row, _MISSING) for row in rows]

    def _read(
        self, rows: Sequence[int], addresses: Sequence[tantivy.DocAddress]
    ) -> None:
        """Read papers by where they stand; they are kept for a while."""
        kept, searcher = self._papers, self.searcher
        new = []
        for row, address in zip(rows, addresses, strict=True):
            if row in kept:
                kept.move_to_end(row)
            else:
                new.append((row, address))
        lengths = self._facts(tantivy_writing.LENGTH, [address for _, address in new])
        for (row, address), length in zip(new, lengths, strict=True):
            text = searcher.doc(address).get_first(tantivy_writing.TEXT)
            norm = 1 - LENGTH + LENGTH * (length or 0) / self.mean_length
            (norm,) = array("f", [norm])
            kept[row] = PaperText(text or NOTHING, norm)
        while len(kept) > _KEPT:
            kept.popitem(last=False)

    def _facts(self, field: str, addresses: Sequence[tantivy.DocAddress]) -> list[Any]:
        return self.searcher.fast_field_values(field, list(addresses))

    def _scores(
        self, rows: Sequence[int], says: Sequence[float], scoring: Scoring
    ) -> list[float]:
        """The scores of papers; each leaf of a query says as much as is given."""
        papers = [self._papers[row] for row in rows]
        scores = [0.0] * len(papers)
        k1 = scoring.saturation
        for leaf, said in zip(scoring.leaves, says, strict=True):
            gain = said * (k1 + 1)
            counts = self._counts(leaf, scoring.exact, rows, papers)
            # In single precision, as the other engine keeps weights: ties stay ties.
            weights = array(
                "f", [c / paper.norm for c, paper in zip(counts, papers, strict=True)]
            )
            for at, weight in enumerate(weights):
                if weight:
                    scores[at] += gain * weight / (weight + k1)
        return scores

    def _counts(
        self, leaf: Text, exact: float, rows: Sequence[int], papers: Sequence[PaperText]
    ) -> list[float]:
        """How much a leaf weighs in papers; kept for a while, as most stay the same."""
        known = self._weighed.pop((leaf, exact), {})
        self._weighed[leaf, exact] = known  # the newest is the last
        if len(self._weighed) > _KEPT_LEAVES:
            self._weighed.popitem(last=False)
        new = [at for at, row in enumerate(rows) if row not in known]
        found = Candidates([papers[at] for at in new]).weigh(leaf, exact) if new else {}
        for number, at in enumerate(new):
            known[rows[at]] = found.get(number, 0.0)
        return [known[row] for row in rows]


@contextmanager
def _damage() -> Iterator[None]:
    """What Tantivy raises is taken for damage to the index."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise EngineError(f"it was damaged ({type(error).__name__})") from error
    except BaseException as error:
        # Where its own code fails, the error is no Exception.
        if type(error).__name__ != "PanicException":
            raise
        raise EngineError("it was damaged") from error
