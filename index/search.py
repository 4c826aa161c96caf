"""Ties library, query and engine: a request in, a page of results out."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from paperstui.index import query, ranking, similar, tree
from paperstui.index.engines.base import Filters, Hits, Scoring
from paperstui.index.engines.recent import Recent
from paperstui.index.errors import EngineError
from paperstui.index.ordering import first_of
from paperstui.index.requests import Facets, ResultPage, Sort
from paperstui.index.resolving import resolved, with_notes
from paperstui.index.rows import JoinedRows
from paperstui.index.similar import Alike
from paperstui.index.tree import And, Not, Rows, Word

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from paperstui.index.engines.base import Progress, SearchEngine
    from paperstui.index.engines.store import IndexStore
    from paperstui.index.library import Library
    from paperstui.index.models import Venue
    from paperstui.index.notes import Notes
    from paperstui.index.requests import Marks, SearchRequest
    from paperstui.index.tree import Node, Text

_KEPT_LIKES = 16
"""Lists of similar papers that are not made again: one walks back through them."""

Answer = TypeVar("Answer")
Key = TypeVar("Key")


class Search:
    """Searches one library; may be asked from several threads."""

    def __init__(self, library: Library, store: IndexStore) -> None:
        self._library = library
        self._engine = store.engine
        self._store = store
        self._lock = Lock()
        self._likes = Recent[Alike](_KEPT_LIKES)

    @property
    def engine(self) -> str:
        """Name of the engine, for the status line."""
        return self._engine.name

    def prepare(self, progress: Progress) -> tuple[str, ...]:
        """Open or build the index; gives notices. Must come before a worded query."""
        with self._lock:
            return self._store.prepare(progress)

    def find(self, request: SearchRequest) -> ResultPage:
        """The papers that a request asks for.

        Raises EngineError when the index is damaged and cannot be built again.
        """
        typed, within = query.parse(request.text), query.parse(request.within)
        parsed = query.asked(request.text, request.within)
        alike = self._alike(request)
        narrowed = request.facets or request.hidden or alike is not None
        if parsed.root is None and not narrowed:
            return self._library.everything(request, parsed)
        wanted = self._resolved(typed.root or And(()), request.marks)
        around = within.root and self._resolved(within.root, request.marks)
        if request.hidden:
            around = tree.both(around, Not(Rows(request.hidden)))
        if alike is not None:
            around = tree.both(Rows(frozenset(alike.rows)), around)
            parsed = replace(parsed, root=tree.both(parsed.root, alike.shared))
        leaves = tuple(tree.positive_leaves(wanted))
        scoring = ranking.scoring(leaves or tuple(tree.positive_leaves(around)))
        venues = self._library.venue_numbers()
        filters = _filters(request, venues)
        notes = request.marks.notes
        hits = self._hits(tree.both(around, wanted), notes, filters, scoring)
        whole, matching = 0, sum(hits.venues.values())
        partial = False
        few = ranking.wants_partial(matching, wanted, leaves)
        # Who pasted a title wants that paper.
        if few and not self._bonus(dict.fromkeys(hits.rows, 1.0), leaves):
            some = And((tree.relaxed(wanted, scoring.leaves), Not(wanted)))
            loose = self._hits(tree.both(around, some), notes, filters, scoring)
            partial = bool(loose.venues)
            if partial:
                whole, hits = len(hits.rows), _after(hits, loose)
        sort = parsed.sort or request.sort or Sort.RELEVANCE
        if alike is not None and sort is Sort.RELEVANCE:
            rows: Sequence[int] = alike.ordered(hits.rows, hits.rows[:whole])
        else:
            if not scoring.leaves and sort is Sort.RELEVANCE:
                sort = Sort.LIST
            rows = self._ordered(hits, whole, sort, scoring, leaves, request)
        counts = {
            # The index may know a venue that has just left the library.
            venues[number]: count
            for number, count in hits.venues.items()
            if number in venues
        }
        return ResultPage(
            request,
            parsed,
            rows,
            counts,
            hits.marked,
            sort,
            partial,
            whole,
            _facets(hits) if request.facets else None,
            "" if matching else self._suggestion(request, around, leaves),
        )

    def close(self) -> None:
        """Let go of the index."""
        with self._lock:
            self._engine.close()

    def _alike(self, request: SearchRequest) -> Alike | None:
        """The papers that are like what is asked for; None where nothing is."""
        like, refused, library = request.like, request.refused, self._library
        if like is None:
            return None

        def find(engine: SearchEngine) -> Alike:
            # While a query narrows the list, letter by letter, it stays the same.
            return self._likes.get(
                (like, refused, library.revision),
                lambda: similar.alike(engine, library, like, refused=refused),
            )

        return self._asked(find)

    def _ordered(
        self,
        hits: Hits,
        whole: int,
        sort: Sort,
        scoring: Scoring,
        leaves: Sequence[Text],
        request: SearchRequest,
    ) -> Sequence[int]:
        """The rows in an order; the `whole` first ones stay before the rest."""
        library, rows = self._library, hits.rows

        def ordered(some: Sequence[int]) -> Sequence[int]:
            found = library.sorted(some, sort)
            if sort is Sort.BOOKMARKED:
                return first_of(found, request.marks.latest)
            return found

        if sort is Sort.RELEVANCE:
            return self._ranked(hits, whole, scoring, leaves)
        by_row = sort is Sort.LIST and not scoring.leaves  # as nothing is scored
        if by_row and library.lists_by_row(refused=request.refused):
            return rows
        if not whole:
            return ordered(rows)
        return [*ordered(rows[:whole]), *ordered(rows[whole:])]

    def _ranked(
        self, hits: Hits, whole: int, scoring: Scoring, leaves: Sequence[Text]
    ) -> Sequence[int]:
        """The best hits in a better order; the `whole` first ones stay before the rest.

        By what the best papers share, where a question is asked, and by titles that
        begin as the query does.
        """
        rows = hits.rows[: len(hits.scores)]
        if not rows or not hits.scores[0]:
            return hits.rows
        scores = dict(zip(rows, hits.scores, strict=True))
        first = frozenset(hits.rows[:whole])

        def reordered(some: Sequence[int]) -> list[int]:
            return sorted(some, key=lambda row: (row not in first, -scores[row]))

        bonus = self._bonus(scores, leaves)
        if ranking.wants_feedback(leaves, scoring):
            again = rows[: ranking.RESCORED]
            gains = self._gains(scores, rows[: ranking.FED_BACK], again)
            for row, gain in zip(again, gains, strict=True):
                scores[row] += hits.mass * gain
            # Those below were not looked at: they stay below.
            rows = [*reordered(again), *rows[ranking.RESCORED :]]
            for above, row in pairwise(rows):
                scores[row] = min(scores[row], scores[above])
        for row, more in bonus.items():
            scores[row] += more
        return JoinedRows(reordered(rows), hits.rows, len(rows))

    def _bonus(
        self, scores: Mapping[int, float], leaves: Sequence[Text]
    ) -> dict[int, float]:
        """What titles and names add to scores of papers, where they add something."""
        words = ranking.typed_words(leaves)
        if not words:
            return {}
        unfinished = isinstance(leaves[-1], Word) and leaves[-1].prefix
        names = self._asked(lambda engine: engine.names(list(scores)))
        bonus = {
            row: score * ranking.bonus(words, name, unfinished)
            for (row, score), name in zip(scores.items(), names, strict=True)
        }
        return {row: more for row, more in bonus.items() if more}

    def _gains(
        self, scores: Mapping[int, float], best: Sequence[int], again: Sequence[int]
    ) -> list[float]:
        """What papers gain by what the best ones share, as part of a whole score."""
        papers = [(self._library.papers[row], scores[row]) for row in best]

        def gains(engine: SearchEngine) -> list[float]:
            terms = ranking.feedback(papers, engine.mean_length, engine.rarity)
            return engine.gains(terms, again, ranking.LEAST_SATURATION)

        return [ranking.FEEDBACK * gain for gain in self._asked(gains)]

    def _suggestion(
        self, request: SearchRequest, around: Node | None, leaves: Sequence[Text]
    ) -> str:
        """The text with words put right that no paper has, if that finds papers."""
        text, notes = request.text, request.marks.notes
        wrong = [leaf for leaf in leaves if isinstance(leaf, Word) and leaf.end]
        for leaf in sorted(wrong, key=lambda leaf: leaf.start, reverse=True):
            if self._hits(leaf, notes, Filters(refused=True), Scoring()).rows:
                continue
            better = self._suggested(leaf.text)
            if better:
                text = text[: leaf.start] + better + text[leaf.end :]
        other = query.parse(text).root
        if text == request.text or other is None:
            return ""
        root = tree.both(around, self._resolved(other, request.marks))
        filters = Filters(refused=request.refused)
        return text if self._hits(root, notes, filters, Scoring()).rows else ""

    def _resolved(self, node: Node, marks: Marks) -> Node:
        return resolved(node, marks, self._library)

    def _hits(
        self, root: Node, notes: Notes | None, filters: Filters, scoring: Scoring
    ) -> Hits:
        whole = with_notes(root, notes)
        return self._asked(lambda engine: engine.search(whole, filters, scoring))

    def _suggested(self, word: str) -> str:
        return self._asked(lambda engine: engine.suggest(word))

    def _asked(self, question: Callable[[SearchEngine], Answer]) -> Answer:
        """What the engine answers, after its index was built again if it is damaged."""
        with self._lock:
            try:
                return question(self._engine)
            except EngineError:
                self._store.rebuild(lambda done, total: None)
                return question(self._engine)


def _after(whole: Hits, loose: Hits) -> Hits:
    """What matches whole, then what matches in part; counts are of both."""
    return replace(
        loose,
        rows=JoinedRows(whole.rows, loose.rows),
        scores=[*whole.scores, *loose.scores],
        venues=_sum(whole.venues, loose.venues),
        marked=whole.marked + loose.marked,
        statuses=_sum(whole.statuses, loose.statuses),
        having=_sum(whole.having, loose.having),
    )


def _sum(one: dict[Key, int], other: dict[Key, int]) -> dict[Key, int]:
    return {key: one.get(key, 0) + other.get(key, 0) for key in {**one, **other}}


def _facets(hits: Hits) -> Facets:
    most = sorted(hits.statuses.items(), key=lambda item: (-item[1], item[0]))
    return Facets(dict(most), hits.having)


def _filters(request: SearchRequest, venues: dict[int, Venue]) -> Filters:
    chosen = request.venues
    numbers = (
        None
        if chosen is None
        else frozenset(n for n, venue in venues.items() if venue in chosen)
    )
    only = request.among
    if request.bookmarked_only:
        bookmarked = request.marks.bookmarked
        only = bookmarked if only is None else bookmarked & only
    return Filters(
        numbers,
        request.marks.bookmarked,
        only,
        request.refused,
        request.facets,
    )
