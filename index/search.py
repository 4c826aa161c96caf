"""Ties library, query and engine: a request in, a page of results out."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

from paperstui.index import query, ranking, tree
from paperstui.index.engines.base import Filters, Hits, Scoring
from paperstui.index.errors import EngineError
from paperstui.index.models import Facets, ResultPage, Sort
from paperstui.index.tree import And, Marked, Not, Or, Rows, Word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.engines.base import Progress
    from paperstui.index.engines.store import IndexStore
    from paperstui.index.library import Library
    from paperstui.index.models import Marks, SearchRequest, Venue
    from paperstui.index.tree import Node, Text


class Search:
    """Searches one library; may be asked from several threads."""

    def __init__(self, library: Library, store: IndexStore) -> None:
        self._library = library
        self._engine = store.engine
        self._store = store
        self._lock = Lock()

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
        parsed = replace(
            typed,
            root=tree.both(within.root, typed.root),
            sort=typed.sort or within.sort,
        )
        if parsed.root is None and not request.facets:
            return self._library.everything(request, parsed)
        wanted = self._resolved(typed.root or And(()), request.marks)
        around = within.root and self._resolved(within.root, request.marks)
        leaves = tuple(tree.positive_leaves(wanted))
        scoring = ranking.scoring(leaves or tuple(tree.positive_leaves(around)))
        venues = self._library.venue_numbers()
        filters = _filters(request, venues)
        hits = self._hits(tree.both(around, wanted), filters, scoring)
        whole, matching = len(hits.rows), sum(hits.venues.values())
        partial = False
        if ranking.wants_partial(matching, wanted, leaves, scoring):
            some = tree.both(around, tree.relaxed(wanted, scoring.leaves))
            loose = self._hits(some, filters, scoring)
            partial = sum(loose.venues.values()) > matching
            if partial:
                hits = _after(hits, loose)
        sort = parsed.sort or request.sort or Sort.RELEVANCE
        if not scoring.leaves and sort is Sort.RELEVANCE:
            sort = Sort.LIST
        counts = {
            # The index may know a venue that has just left the library.
            venues[number]: count
            for number, count in hits.venues.items()
            if number in venues
        }
        return ResultPage(
            request,
            parsed,
            self._library.sorted(hits.rows, sort),
            counts,
            hits.marked,
            sort,
            partial,
            whole if partial else 0,
            Facets(hits.statuses, hits.having) if request.facets else None,
            "" if matching else self._suggestion(request, leaves),
        )

    def close(self) -> None:
        """Let go of the index."""
        with self._lock:
            self._engine.close()

    def _suggestion(self, request: SearchRequest, leaves: Sequence[Text]) -> str:
        """The text with words put right that no paper has, if that finds papers."""
        text = request.text
        wrong = [leaf for leaf in leaves if isinstance(leaf, Word) and leaf.end]
        for leaf in sorted(wrong, key=lambda leaf: leaf.start, reverse=True):
            if self._hits(leaf, Filters(refused=True), Scoring()).rows:
                continue
            with self._lock:
                better = self._engine.suggest(leaf.text)
            if better:
                text = text[: leaf.start] + better + text[leaf.end :]
        other = query.parse(text).root
        if text == request.text or other is None:
            return ""
        root = self._resolved(other, request.marks)
        return text if self._hits(root, Filters(), Scoring()).rows else ""

    def _resolved(self, node: Node, marks: Marks) -> Node:
        """The tree with rows in place of what the person marked."""
        match node:
            case Marked("bookmarked"):
                return Rows(marks.bookmarked)
            case Marked("seen"):
                return Rows(marks.seen)
            case Marked("note"):
                return Rows(marks.noted)
            case Marked("tag", value):
                return Rows(marks.tagged.get(value.casefold(), frozenset()))
            case Marked("id", value):
                found = (self._library.row(value), self._library.keyed(value))
                return Rows(frozenset(row for row in found if row is not None))
            case Not(child):
                return Not(self._resolved(child, marks))
            case And(children):
                return And(tuple(self._resolved(child, marks) for child in children))
            case Or(children):
                return Or(tuple(self._resolved(child, marks) for child in children))
        return node

    def _hits(self, root: Node, filters: Filters, scoring: Scoring) -> Hits:
        with self._lock:
            try:
                return self._engine.search(root, filters, scoring)
            except EngineError:
                self._store.rebuild(lambda done, total: None)
                return self._engine.search(root, filters, scoring)


def _after(whole: Hits, loose: Hits) -> Hits:
    """What matches whole, then what matches in part; counts are of both."""
    first = frozenset(whole.rows)
    rest = [row for row in loose.rows if row not in first]
    return replace(loose, rows=[*whole.rows, *rest])


def _filters(request: SearchRequest, venues: dict[int, Venue]) -> Filters:
    chosen = request.venues
    numbers = (
        None
        if chosen is None
        else frozenset(n for n, venue in venues.items() if venue in chosen)
    )
    return Filters(
        numbers,
        request.marks.bookmarked,
        request.bookmarked_only,
        request.refused,
        request.facets,
    )
