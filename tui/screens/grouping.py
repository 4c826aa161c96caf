"""The bookmarks in groups, below them in the sidebar."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from textual import on, work

from paperstui.index.errors import PaperstuiError
from paperstui.index.models import Grouping
from paperstui.tui import messages
from paperstui.tui.formatting import plural
from paperstui.tui.screens.shelving import ShelvingScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.grouping import BookmarkGroups, Group
    from paperstui.index.requests import SearchRequest
    from paperstui.index.search import Search


class GroupingScreen(ShelvingScreen):
    """A screen that groups the bookmarks, and counts them as the query goes."""

    grouping = Grouping.NONE
    """What they are grouped by."""
    _grouped: Sequence[Group] = ()
    """Those that are shown."""
    _counting_groups = False
    """Whether a worker counts; there is one at most."""
    _count_groups_again = False

    @cached_property
    def _groups(self) -> BookmarkGroups:
        # Imported when it is first wanted: the start does not need it.
        from paperstui.index.grouping import BookmarkGroups

        return BookmarkGroups(self.services.bookmarks, self.services.marked)

    @property
    def settled(self) -> bool:
        """Whether no group is being counted either."""
        return super().settled and not self._counting_groups

    def action_group_bookmarks(self) -> None:
        """Group the bookmarks by the next of what they can be grouped by."""
        ways = [*Grouping]
        self.group_by(ways[(ways.index(self.grouping) + 1) % len(ways)])
        self.sidebar.reveal_groups()
        if self.grouping is Grouping.NONE:
            self.tell("The bookmarks are in no groups any more")
        elif not self._grouped:
            self.tell(f"Bookmarks by {self.grouping}: there are none yet")
        else:
            groups = plural(len(self._grouped), "group")
            self.tell(f"Bookmarks by {self.grouping}: {groups} in the sidebar")

    def group_by(self, grouping: Grouping) -> None:
        """Group the bookmarks in some way."""
        self.grouping = grouping
        self.regroup()

    def among(self) -> frozenset[int] | None:
        """The rows of the group that is chosen; None where none is."""
        name = self.shelf.group
        if not name:
            return None
        groups = self._groups.groups(self.grouping)
        found = (group.rows for group in groups if group.name == name)
        return next(found, frozenset())  # nothing is left in it

    def recount(self, *, personal: bool = False) -> None:
        """Count the groups anew, too."""
        super().recount(personal=personal)
        self.regroup()

    def regroup(self) -> None:
        """Show the groups as they are now, and count what of them matches.

        The bookmarks are counted, too, where others are set than when the list was
        made: it stays as it is.
        """
        none = self.grouping is Grouping.NONE
        groups = () if none else self._groups.groups(self.grouping)
        shown = [*groups, *self._emptied(groups)]
        if shown != self._grouped:
            self._grouped = shown
            self.sidebar.show_groups(shown)
        if self._counting_groups:
            self._count_groups_again = True
            return
        request = replace(
            self.request(),
            within="",
            venues=None,
            among=None,
            bookmarked_only=True,
            facets=False,
        )
        if shown or request.marks is not self.page.request.marks:
            self._counting_groups = True
            self._count_groups(self.search, request, shown)

    def _emptied(self, groups: Sequence[Group]) -> list[Group]:
        """The group that is chosen, where nothing is left in it.

        It stays while it is chosen, so that a slip can be put right.
        """
        name = self.shelf.group
        there = any(group.name == name for group in groups)
        if there or not name.startswith(f"{self.grouping}:"):
            return []
        from paperstui.index.grouping import Group

        return [Group(name, self.shelf.label, frozenset())]

    @work(thread=True, group="groups", exit_on_error=False)
    def _count_groups(
        self, search: Search | None, request: SearchRequest, groups: Sequence[Group]
    ) -> None:
        rows = None
        try:
            rows = self._bookmarked(search, request)
        except PaperstuiError as error:
            told = f"The groups were not counted: {error}"
            self.post_message(messages.Notice(told, warning=True))
        finally:
            matching = rows or frozenset()
            counts = {group.name: len(group.rows & matching) for group in groups}
            # What is not known is not told.
            text = None if rows is None else request.text
            self.post_message(messages.BookmarksGrouped(text, len(matching), counts))

    def _bookmarked(
        self, search: Search | None, request: SearchRequest
    ) -> frozenset[int] | None:
        """The bookmarked papers that match; None where that is not known yet."""
        from paperstui.index import query  # not needed without bookmarks

        parsed = query.parse(request.text)
        if parsed.root is None and request.like is None and not request.hidden:
            return frozenset(self.services.library.everything(request, parsed).rows)
        return None if search is None else frozenset(search.find(request).rows)

    @on(messages.BookmarksGrouped)
    def _groups_counted(self, event: messages.BookmarksGrouped) -> None:
        self._counting_groups = False
        if event.text == self.typed:
            self.around = replace(self.around, bookmarked=event.bookmarked)
            self.sidebar.show_counts(self.around.counts, event.bookmarked)
            self.sidebar.show_grouped(event.counts)
        again, self._count_groups_again = self._count_groups_again, False
        if again:
            self.regroup()
