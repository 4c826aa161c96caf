"""One state of an index of Tantivy: what is found in it, and how good it is."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from tantivy import Occur, Query

from paperstui.index.engines import tantivy_writing
from paperstui.index.engines.base import Hits, length_norm, rarity
from paperstui.index.engines.candidates import NOTHING, Candidates, PaperText
from paperstui.index.engines.recent import Recent
from paperstui.index.engines.tantivy_queries import Queries, total
from paperstui.index.engines.tantivy_rows import FoundRows
from paperstui.index.engines.tantivy_writing import ROW

if TYPE_CHECKING:
    from collections.abc import Sequence

    import tantivy

    from paperstui.index.engines.base import Scoring
    from paperstui.index.tree import Text

_MOST_VALUES = 65_000
"""Venues and statuses that can be counted; Tantivy allows no more at once."""
_KEPT_LEAVES = 64
"""Words and phrases whose weights are kept: from letter to letter only one changes."""
_KEPT = 2_000
"""Papers whose texts are kept: from letter to letter most of the best stay the same."""

_MISSING = PaperText()
"""In place of a paper that left since it was found."""


class OpenedIndex:
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
        self._weighed = Recent[dict[int, float]](_KEPT_LEAVES)
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

    def rows(self, query: Query, most: int) -> list[int]:
        """The rows of the best papers that match, by Tantivy's own scores.

        Their texts are read, too.
        """
        found = self.searcher.search(query, limit=most, count=False)
        addresses = [address for _, address in found.hits]
        rows = [int(row or 0) for row in self._facts(ROW, addresses)]
        self._read(rows, addresses)
        return rows

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
            (norm,) = array("f", [length_norm(length or 0, self.mean_length)])
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
        known = self._weighed.get((leaf, exact), dict)
        new = [at for at, row in enumerate(rows) if row not in known]
        found = Candidates([papers[at] for at in new]).weigh(leaf, exact) if new else {}
        for number, at in enumerate(new):
            known[rows[at]] = found.get(number, 0.0)
        return [known[row] for row in rows]
