"""Papers that come and go while they are read: added here, or by another instance."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from paperstui.tui.screens.saved_searches import SavedSearchesScreen

if TYPE_CHECKING:
    from paperstui.tui.screens.marking import Marking

LOOK_AGAIN = 2.0
"""Seconds between looks at what other running instances saved."""


class LibraryScreen(SavedSearchesScreen):
    """A screen that follows its library."""

    marking: Marking
    """The papers that are marked."""

    def marks_changed(self) -> None:
        """Show what was read and decided."""
        raise NotImplementedError

    def show_venues(self) -> None:
        """Show the venues that the library has now."""
        raise NotImplementedError

    def look_again(self) -> None:
        """Take over what other running instances saved."""
        if self.services.library.reload():
            self.library_changed()
        decided = self.services.reading.refresh()
        if self.services.bookmarks.refresh():
            self.ask()
            self.recount(personal=True)
        elif decided:
            self.marks_changed()
        if decided:
            self.marking.load()
        for kept in (self.services.bookmarks, self.services.reading):
            for notice in kept.take_notices():
                self.tell(notice, warning=True)

    def library_changed(self) -> None:
        """Papers came or went: list them now, and search them when indexed."""
        self.show_venues()
        self._search_anew()

    def action_switch_engine(self) -> None:
        """Search by the other engine for the rest of the session."""
        from paperstui.index.engines import choice

        if not choice.is_fast_engine_here():
            self.tell(f"There is no other engine; one is had by {choice.FAST}")
            return
        fast = self.services.choices.engine == choice.WHOOSH
        other = choice.TANTIVY if fast else choice.WHOOSH
        choices = replace(self.services.choices, engine=other)
        self.services = replace(self.services, choices=choices)
        # Not in the status line: the answer to the query would clear it.
        self.notify(f"{other} searches until paperstui is closed.", markup=False)
        self._search_anew()

    def _search_anew(self) -> None:
        self.search = None
        self.ask()
        self.prepare()

    def action_add(self) -> None:
        """Add papers from a file, a folder, an address, or the catalogue."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.add_dialog import AddDialog

        library = self.services.library
        loaded = frozenset(source.place for source in library.sources())

        def added(something: bool | None) -> None:
            if something:
                self.library_changed()

        self.app.push_screen(AddDialog(self.services.open_intake(), loaded), added)
