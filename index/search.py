"""Ties library, query and engine: a request in, a page of results out."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from paperstui.index import query, tree
from paperstui.index.engines.base import Filters, Hits
from paperstui.index.errors import EngineError
from paperstui.index.models import ResultPage

if TYPE_CHECKING:
    from paperstui.index.engines.base import Progress
    from paperstui.index.engines.store import IndexStore
    from paperstui.index.library import Library
    from paperstui.index.models import SearchRequest
    from paperstui.index.tree import Node


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
        parsed = query.parse(request.text)
        if parsed.root is None:
            return self._library.everything(request, parsed)
        venues = self._library.venue_numbers()
        chosen = request.venues
        numbers = (
            None
            if chosen is None
            else frozenset(n for n, venue in venues.items() if venue in chosen)
        )
        filters = Filters(
            numbers, request.bookmarked, request.bookmarked_only, request.refused
        )
        hits, partial = self._hits(parsed.root, filters), False
        if not hits.venues:
            relaxed = tree.relaxed(parsed.root)
            if relaxed is not None:
                hits = self._hits(relaxed, filters)
                partial = bool(hits.venues)
        counts = {
            # The index may know a venue that has just left the library.
            venues[number]: count
            for number, count in hits.venues.items()
            if number in venues
        }
        return ResultPage(request, parsed, hits.rows, counts, hits.marked, partial)

    def close(self) -> None:
        """Let go of the index."""
        with self._lock:
            self._engine.close()

    def _hits(self, root: Node, filters: Filters) -> Hits:
        with self._lock:
            try:
                return self._engine.search(root, filters)
            except EngineError:
                self._store.rebuild(lambda done, total: None)
                return self._engine.search(root, filters)
