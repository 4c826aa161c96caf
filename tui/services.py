"""What the interface works with: made once, handed in everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperstui.index import library as libraries
from paperstui.index.bookmarks import Bookmarks
from paperstui.index.citations.keys import CitationKeys
from paperstui.index.locations import SEEDS, Locations
from paperstui.index.reading import ReadingState
from paperstui.tui.clipboard import Clipboard

if TYPE_CHECKING:
    from paperstui.index.engines.store import IndexStore
    from paperstui.index.library import Library
    from paperstui.index.search import Search


@dataclass(frozen=True, slots=True)
class Services:
    """The library and what belongs to it."""

    locations: Locations
    library: Library
    bookmarks: Bookmarks
    reading: ReadingState
    """Not loaded yet: the reader does so after the first paint."""
    keys: CitationKeys
    clipboard: Clipboard
    notices: tuple[str, ...] = ()
    """What a person should know about the files that were read."""

    def open_store(self) -> IndexStore:
        """The index on disk; importing its engine takes 100 ms."""
        from paperstui.index.engines.store import IndexStore
        from paperstui.index.engines.whoosh import WhooshEngine

        return IndexStore(self.locations.index, WhooshEngine(), self.library)

    def open_search(self) -> Search:
        """The search over the library, not prepared yet."""
        from paperstui.index.search import Search

        return Search(self.library, self.open_store())

    def close(self) -> None:
        """Let go of the files."""
        self.reading.close()


def open_services(locations: Locations, complaints: tuple[str, ...] = ()) -> Services:
    """Read the user's files and the lists; never raises, problems become notices.

    `complaints` are earlier problems that belong with them.
    """
    bookmarks = Bookmarks(locations.bookmarks)
    notices = [*complaints, *bookmarks.load()]
    kept = (bookmark.paper for bookmark in bookmarks.all())
    library = libraries.load([SEEDS, locations.lists], kept)
    notices += map(str, library.problems)
    return Services(
        locations,
        library,
        bookmarks,
        ReadingState(locations.reading),
        CitationKeys(library.papers),
        Clipboard(locations.copies),
        tuple(notices),
    )
