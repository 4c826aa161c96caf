"""What the interface works with: made once, handed in everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from paperstui.index.bookmarks import Bookmarks
from paperstui.index.citations.cited import DEFAULTS, CitationOptions, Cited, KeyScheme
from paperstui.index.collection import Collection
from paperstui.index.engines.choice import AUTO
from paperstui.index.errors import PaperstuiError
from paperstui.index.locations import SEEDS, Locations
from paperstui.index.marked import MarkedRows
from paperstui.index.reading import ReadingState
from paperstui.tui.clipboard import Clipboard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.completion import Completer
    from paperstui.index.engines.store import IndexStore
    from paperstui.index.history import QueryHistory
    from paperstui.index.intake import Intake
    from paperstui.index.journal import Journal
    from paperstui.index.library import Library
    from paperstui.index.models import Paper
    from paperstui.index.search import Search

MANY = 10_000
"""Papers above which Whoosh is slow to index and to search."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person can choose about the services."""

    catalog: str = ""
    """Address of a copy of the catalogue's lists; empty for the public one."""
    engine: str = AUTO
    """Name of the search engine that is wanted."""
    citations: CitationOptions = DEFAULTS
    """How papers are cited."""
    paper_keys: KeyScheme | None = None
    """How citation keys are made; None to leave them as they are."""


DEFAULT_CHOICES = Choices()
"""For someone who chose nothing."""


@dataclass(frozen=True)
class Services:
    """The library and what belongs to it."""

    locations: Locations
    collection: Collection
    bookmarks: Bookmarks
    reading: ReadingState
    """Not loaded yet: the journal does so, for the reader after the first paint."""
    clipboard: Clipboard
    marked: MarkedRows
    choices: Choices = DEFAULT_CHOICES
    notices: tuple[str, ...] = ()
    """What a person should know about the files that were read."""

    @property
    def library(self) -> Library:
        """The papers."""
        return self.collection.library

    @cached_property
    def journal(self) -> Journal:
        """All changes of bookmarks and reading state go through it."""
        # Not needed to show the first screen.
        from paperstui.index.journal import Journal

        return Journal(self.bookmarks, self.reading)

    @property
    def citations(self) -> CitationOptions:
        """How papers are cited."""
        return self.choices.citations

    def cited(self, papers: Sequence[Paper]) -> list[Cited]:
        """Papers with what citations and exports need: keys, tags, notes."""
        cited = []
        for paper, key in zip(papers, self.library.keys(papers), strict=True):
            bookmark = self.bookmarks.bookmark(paper.id)
            personal = (bookmark.tags, bookmark.note) if bookmark else ((), "")
            cited.append(Cited(paper, key, *personal))
        return cited

    def open_store(self) -> IndexStore:
        """The index on disk; importing its engine takes 100 ms."""
        from paperstui.index.engines.choice import choose
        from paperstui.index.engines.store import IndexStore

        chosen = choose(self.choices.engine)
        return IndexStore(
            self.locations.index, chosen.engine, self.library, chosen.notices
        )

    def open_search(self) -> Search:
        """The search over the library, not prepared yet."""
        from paperstui.index.search import Search

        return Search(self.library, self.open_store())

    def engine_hint(self, engine: str) -> str:
        """What to say, once ever, to someone with many papers and the slow engine."""
        from paperstui.index import hints
        from paperstui.index.engines.choice import FAST, WHOOSH, is_fast_engine_here

        wanted = self.choices.engine == WHOOSH
        chosen = engine != WHOOSH or wanted or is_fast_engine_here()
        if chosen or len(self.library) <= MANY:
            return ""
        if not hints.is_new(self.locations.hints, "fast-engine"):
            return ""
        return f"Over {MANY:,} papers another engine searches much faster: {FAST}"

    def open_intake(self) -> Intake:
        """What adds papers."""
        from paperstui.index.intake import Intake

        return Intake(self.collection, self.locations.downloads, self.choices.catalog)

    def open_completer(self, search: Search | None) -> Completer:
        """What completes words of a query; the search is None while it is opened."""
        from paperstui.index.completion import Completer

        return Completer(self.library, self.marked, search)

    def open_history(self) -> QueryHistory:
        """The earlier queries, not read yet."""
        from paperstui.index.history import QueryHistory

        return QueryHistory(self.locations.history)

    def close(self) -> None:
        """Let go of the files."""
        self.reading.close()
        self.collection.close()


def open_services(
    locations: Locations,
    complaints: tuple[str, ...] = (),
    choices: Choices = DEFAULT_CHOICES,
) -> Services:
    """Read the user's files and the lists; never raises, problems become notices.

    `complaints` are earlier problems that belong with them.
    """
    bookmarks = Bookmarks(locations.bookmarks)
    notices = [*complaints, *bookmarks.load()]
    collection = Collection(locations.library)
    notices += collection.notices
    try:
        if scheme := choices.paper_keys:
            count = collection.use_keys(scheme.pattern, native=scheme.native)
            if count:
                told = f"{count:,} papers have new citation keys: the settings for them"
                notices.append(f"{told} are others now.")
        collection.seed(SEEDS)
        collection.keep(bookmark.paper for bookmark in bookmarks.all())
    except PaperstuiError as error:
        notices.append(str(error))
    reading = ReadingState(locations.reading)
    return Services(
        locations,
        collection,
        bookmarks,
        reading,
        Clipboard(locations.copies),
        MarkedRows(collection.library, bookmarks, reading),
        choices,
        tuple(notices),
    )
