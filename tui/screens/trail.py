"""The way from list to list of similar papers, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from paperstui.tui.formatting import BOOKMARKED, SAVED, readable
from paperstui.tui.shelves import ALL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.requests import Like, ResultPage, Sort
    from paperstui.tui.screens.main import MainScreen
    from paperstui.tui.shelves import Shelf


class Level(NamedTuple):
    """A list that one can go back to, as it was left."""

    like: Like | None
    """What its papers are like; None for the list that one came from at first."""
    text: str
    """The query."""
    shelf: Shelf
    sort: Sort | None
    """The order that was chosen."""
    paper: str
    """Id of the paper under the cursor, empty where there was none."""
    offset: int
    """How many lines below the top it stood."""

    def crumbs(self) -> Iterator[str]:
        """What tells the list from others."""
        if self.like is not None:
            yield name_of(self.like)
        if self.like is None or self.shelf != ALL:
            yield _label(self.shelf)
        if self.text.strip():
            yield " ".join(self.text.split())


class Trail:
    """The lists that one came through; each is put back as it was left."""

    def __init__(self, screen: MainScreen) -> None:
        self._screen = screen
        self._levels: list[Level] = []
        self._left: Level | None = None
        """What is gone back to, until its list is there."""
        self.like: Like | None = None
        """What the papers listed are to be like; None for all papers."""

    def __bool__(self) -> bool:
        """Whether there is a list to go back to."""
        return bool(self._levels)

    @property
    def base(self) -> Level | None:
        """The list that one came from at first; None where one is there."""
        return self._levels[0] if self._levels else None

    def go(self, like: Like) -> None:
        """List the papers like something: all of them, the most similar first."""
        screen = self._screen
        screen.marking.leave_range()
        paper = screen.paper
        self._levels.append(
            Level(
                self.like,
                screen.typed,
                screen.shelf,
                screen.chosen_sort,
                paper.id if paper else "",
                screen.results.cursor_offset(),
            )
        )
        self._left, self.like = None, like
        self._show("", ALL, None)
        screen.action_pane("results")

    def back(self) -> bool:
        """Go to the list before; False where there is none."""
        if not self._levels:
            return False
        level = self._left = self._levels.pop()
        self.like = level.like
        self._show(level.text, level.shelf, level.sort)
        return True

    def arrived(self, page: ResultPage) -> None:
        """Put the cursor where it was, once the list that one went back to is there."""
        level = self._left
        if level is None or not _is_of(page, level):
            return
        self._left = None
        row = self._screen.services.library.row(level.paper)
        if row is not None:
            self._screen.results.go_to(row, level.offset)

    def _show(self, text: str, shelf: Shelf, sort: Sort | None) -> None:
        screen = self._screen
        screen.chosen_sort = sort
        crumbs = [part for level in self._levels for part in level.crumbs()]
        screen.crumbs.parts = (*crumbs, name_of(self.like)) if self.like else ()
        typed = screen.typed != text
        screen.search_bar.box.fill(text)
        # Either asks by itself.
        if not screen.sidebar.choose(shelf) and not typed:
            screen.ask()


def name_of(like: Like) -> str:
    """What papers are like, in a line: a title, or a text in quotes."""
    label = readable(like.label)
    return f"~ {label}" if like.paper else f"~ “{label}”"


def _label(shelf: Shelf) -> str:
    sign = BOOKMARKED if shelf.bookmarks else SAVED if shelf.search else ""
    name = shelf.label if shelf.bookmarks else readable(shelf.name)
    return f"{sign} {name}" if sign else name


def _is_of(page: ResultPage, level: Level) -> bool:
    """Whether a page is the list of a level."""
    request, shelf = page.request, level.shelf
    return (request.like, request.text, request.within, request.venues) == (
        level.like,
        level.text,
        shelf.query,
        shelf.venues,
    ) and request.bookmarked_only == shelf.bookmarks
