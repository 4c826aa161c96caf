"""The sidebar: all papers, conferences with their years, saved searches, bookmarks."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.content import Content

from paperstui.tui.formatting import BOOKMARKED, SAVED, readable
from paperstui.tui.key import Context
from paperstui.tui.keys import bindings
from paperstui.tui.shelves import (
    ALL,
    Shelf,
    of_bookmarks,
    of_searches,
    of_venues,
    same,
)
from paperstui.tui.widgets.lines import LineList

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from textual.binding import BindingType
    from textual.events import Key
    from textual.style import Style

    from paperstui.index.grouping import Group
    from paperstui.index.models import Venue

_OPEN_UP_TO = 30
"""Venues up to which every conference shows its years from the start."""
_OPEN, _CLOSED = "▾", "▸"
_FAULTY = "!"
_UNKNOWN = "…"


class VenueSidebar(LineList):
    """Chooses which papers are searched.

    A conference of several years opens and closes like the branch of a tree. Typing
    after `f` leaves only venues whose names hold what is typed.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Context.SIDEBAR)]

    def __init__(
        self, venues: Sequence[Venue], searches: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(id="sidebar")
        self._venues = tuple(venues)
        self._open: set[str] = set()
        if len(self._venues) <= _OPEN_UP_TO:
            self._open = {venue.name for venue in self._venues}
        self._filter = ""
        self._filtering = False
        self._counts: dict[Venue, int] = {}
        self._bookmarked = 0
        self._groups: Sequence[Group] = ()
        self._shows_groups = True
        """Whether the groups of the bookmarks are unfolded."""
        self._grouped: Mapping[str, int] = {}
        """How many papers of each group match the query."""
        self._searches = searches or {}
        self._found: Mapping[str, int] = {}
        self._faulty: Container[str] = ()
        self.shelves = tuple(self._rows())
        """The rows that are shown."""

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self.shelves)

    @property
    def chosen(self) -> Shelf:
        """The row under the cursor."""
        return self.shelves[self.cursor]

    def show_venues(self, venues: Sequence[Venue]) -> None:
        """Show other venues, with the cursor where it was, if that is still there."""
        known = {venue.name for venue in self._venues}
        self._venues = tuple(venues)
        if len(self._venues) <= _OPEN_UP_TO:
            self._open |= {venue.name for venue in self._venues} - known
        self._reshape()

    def show_counts(self, counts: dict[Venue, int], bookmarked: int) -> None:
        """Show how many papers of each row match the query."""
        before = list(map(self._count, self.shelves))
        self._counts, self._bookmarked = counts, bookmarked
        for row, count in enumerate(before):
            if self._count(self.shelves[row]) != count:
                self.refresh_row(row)

    def show_searches(self, searches: Mapping[str, str]) -> None:
        """Show other saved searches, by name."""
        self._searches = searches
        self._reshape()

    def show_found(self, found: Mapping[str, int], faulty: Container[str]) -> None:
        """Show how many papers saved searches find, and which have faults."""
        self._found, self._faulty = found, faulty
        self.refresh()

    def show_groups(self, groups: Sequence[Group]) -> None:
        """Show the bookmarks in other groups; none for no groups."""
        if groups and not self._groups:
            self._shows_groups = True
        self._groups = groups
        self._reshape()

    def show_grouped(self, counts: Mapping[str, int]) -> None:
        """Show how many papers of each group match the query, by its name."""
        self._grouped = counts
        self.refresh()

    def take_up(self, key: tuple[str, ...]) -> None:
        """Put the cursor on a row by its key, if it is still there."""
        if key[:1] == ("venue",):
            self._open.update(key[1:2])
            self.shelves = tuple(self._rows())
        places = (n for n, shelf in enumerate(self.shelves) if shelf.key == key)
        self.rows_changed(next(places, 0))

    def choose_bookmarks(self) -> None:
        """Put the cursor on the bookmarks, or back on all papers."""
        if self.chosen.bookmarks:
            self.cursor = 0
        else:
            self.cursor = self._bookmarks
            self.reveal_groups()

    def reveal_groups(self) -> None:
        """Bring the groups of the bookmarks into sight, as many as can be."""
        if self._groups:
            # One row more tells that there are others above.
            top = max(0, self._bookmarks - 1)
            if self.count - self.scroll_offset.y > self.size.height:
                self.scroll_to(y=top, animate=False, immediate=True)

    @property
    def _bookmarks(self) -> int:
        """The place of the bookmarks."""
        return next(n for n, shelf in enumerate(self.shelves) if shelf.bookmarks)

    def choose(self, shelf: Shelf) -> bool:
        """Put the cursor on a row, which is brought to light; else on all papers.

        Whether it stood on another one, so that `Moved` is told.
        """
        before = self.chosen
        if self._filter:
            self._filtering = False
            self._set_filter("")
        if shelf.year and shelf.venues:
            self._open |= {venue.name for venue in shelf.venues}
            self._reshape()
        places = (n for n, each in enumerate(self.shelves) if same(each, shelf))
        self.cursor = next(places, 0)
        return not same(self.chosen, before)

    def action_fold(self) -> None:
        """Open or close the conference under the cursor, or the bookmarks."""
        chosen = self.chosen
        if chosen.conference:
            self._open ^= {chosen.conference}
            self._reshape()
        elif chosen.bookmarks and self._groups:
            self._shows_groups = not self._shows_groups
            self._reshape()

    def action_filter(self) -> None:
        """Take what is typed next as part of a name."""
        self._filtering = True
        self._set_filter("")

    def on_key(self, event: Key) -> None:
        """While filtering, letters belong to the filter."""
        if not self._filtering:
            return
        if event.key == "escape":
            self._filtering = False
            self._set_filter("")
        elif event.key == "backspace":
            self._set_filter(self._filter[:-1])
        elif event.is_printable and event.character is not None:
            self._set_filter(self._filter + event.character)
        else:
            self._filtering = event.key not in ("enter", "tab")
            return
        event.stop()
        event.prevent_default()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Letters typed while filtering are no commands."""
        printable = character is not None and character.isprintable()
        return self._filtering and (printable or key in ("escape", "backspace"))

    def row_lines(self, row: int, width: int, base: Style) -> list[Content]:
        """The label, cut to fit, and the count at the right."""
        shelf = self.shelves[row]
        number = self._count(shelf)
        count = _UNKNOWN if number is None else f"{number:,}"
        pointer = "▌" if row == self.cursor else " "
        mark = self._mark(shelf)
        room = max(1, width - len(count) - cell_len(mark) - 3)
        name = readable(shelf.label)
        if shelf.bookmarks and self._groups and not shelf.group:
            name = f"{name} {_OPEN if self._shows_groups else _CLOSED}"
        label = Content(name).truncate(room, ellipsis=True)
        gap = " " * max(1, width - 2 - cell_len(mark) - label.cell_length - len(count))
        muted = self.get_visual_style("line--muted", partial=True)
        line = Content.assemble(pointer, mark, label, gap, (count, muted))
        # What has no match fades.
        return [line if number else line.stylize(muted, len(pointer))]

    def _mark(self, shelf: Shelf) -> str:
        if shelf.group:
            return "    "
        if shelf.bookmarks:
            return f"{BOOKMARKED} "
        if shelf.search:
            return f"{_FAULTY if shelf.search in self._faulty else SAVED} "
        if shelf.conference:
            return f"{_OPEN if self._is_open(shelf.conference) else _CLOSED} "
        return "    " if shelf.year else "  "

    def _count(self, shelf: Shelf) -> int | None:
        if shelf.group:
            return self._grouped.get(shelf.group)
        if shelf.bookmarks:
            return self._bookmarked
        if shelf.search:
            return self._found.get(shelf.search)
        if shelf.venues is None:
            return sum(self._counts.values())
        return sum(self._counts.get(venue, 0) for venue in shelf.venues)

    def _is_open(self, name: str) -> bool:
        return name in self._open or bool(self._filter)

    def _set_filter(self, text: str) -> None:
        self._filter = text
        self.border_subtitle = Content(f"f {text}") if self._filtering or text else ""
        self._reshape()

    def _reshape(self) -> None:
        """Make the rows anew, with the cursor on the row it was on or its parent."""
        before = self.chosen
        self.shelves = tuple(self._rows())
        cursor = 0
        for place, shelf in enumerate(self.shelves):
            if same(shelf, before):
                cursor = place
                break
            if shelf.venues and before.venues and before.venues <= shelf.venues:
                cursor = place
            if before.group and shelf.bookmarks and not shelf.group:
                cursor = place
        else:
            # One that was removed: on to its neighbour.
            for place in (self.cursor, self.cursor - 1) if before.search else ():
                if place < self.count and self.shelves[place].search:
                    cursor = place
                    break
        self.rows_changed(cursor)
        if not same(self.chosen, before) or self.chosen.query != before.query:
            self.post_message(self.Moved(self, self.cursor))

    def _rows(self) -> Iterator[Shelf]:
        yield ALL
        wanted = _unspaced(self._filter)
        venues = (v for v in self._venues if wanted in _unspaced(v.label))
        every = {venue.name for venue in self._venues}
        yield from of_venues(venues, every if self._filter else self._open)
        found = {n: q for n, q in self._searches.items() if wanted in _unspaced(n)}
        yield from of_searches(found)
        groups = self._groups if self._shows_groups or self._filter else ()
        yield from of_bookmarks(g for g in groups if wanted in _unspaced(g.label))


def _unspaced(name: str) -> str:
    """What a filter and a name have in common."""
    return "".join(name.casefold().split())
