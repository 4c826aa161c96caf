"""What the views of the trends show, counted in a thread."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from paperstui.index import query
from paperstui.index.authors import turnover
from paperstui.index.models import Venue
from paperstui.index.term_trends import SURE, compare
from paperstui.index.trends import found, portions
from paperstui.tui.formatting import BOOKMARKED, SAVED, plural, readable
from paperstui.tui.screens.trend_rows import author_rows, term_rows, topic_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from paperstui.index.editions import Edition, Editions
    from paperstui.index.facets import Find
    from paperstui.index.library import Library
    from paperstui.index.requests import SearchRequest
    from paperstui.tui.screens.exploring import ExploringScreen
    from paperstui.tui.screens.pair import Pair
    from paperstui.tui.widgets.table import TableRow

    Progress = Callable[[str], None]
    """Gets a word on how far the counting is; may raise to leave it."""

_BUILDING = "The index is being built; the topic follows."
_EACH = 50
"""Papers between two words on how far the counting is."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A table and what it is about."""

    subject: str
    rows: list[TableRow]
    columns: tuple[str, ...] = ()
    """What the numbers are."""
    empty: str = ""
    """What is said where there are no rows."""


@dataclass(frozen=True, slots=True)
class Topic:
    """The query, by year and venue."""

    library: Library
    find: Find | None
    """None while the index is being built."""
    request: SearchRequest
    asked: str
    """What it is, in words."""
    shares: bool
    """Whether bars are of shares, not of counts."""

    @classmethod
    def of(cls, main: ExploringScreen, *, shares: bool) -> Topic:
        """What the main screen lists, whatever venue is chosen there."""
        request = replace(main.request(), venues=None, sort=None, facets=False)
        typed, shelf = readable(request.text.strip()), main.shelf
        parts = [
            f"“{typed}”" if typed else "",
            f"{SAVED} {readable(shelf.search)}" if shelf.search else "",
            f"{BOOKMARKED} bookmarks" if shelf.bookmarks else "",
        ]
        asked = " in ".join(filter(None, parts)) or "all papers"
        library, search = main.services.library, main.search
        find = None if search is None else search.find
        return cls(library, find, request, asked, shares)

    def count(self, progress: Progress) -> Shown:
        """Ask the index; raises EngineError as that does."""
        progress("counting ...")
        parsed = query.parse(self.request.text)
        if self.find is not None:
            page = self.find(self.request)
        elif parsed.root is None and not self.request.within:
            page = self.library.everything(self.request, parsed)
        else:
            return Shown(self.asked, [], empty=_BUILDING)
        parts = portions(page, found(page, self.library), self.library.counts)
        if not any(one.matching for one in parts):
            partly = "No paper has all the words." if page.partial else ""
            return Shown(self.asked, [], empty=partly or "Nothing is found.")
        rows = topic_rows(parts, shares=self.shares)
        if all(one.matching == one.papers for one in parts):
            return Shown(f"{self.asked} · bars: papers", rows, ("papers",))
        bars = "share of the papers" if self.shares else "papers found"
        columns = ("found", "of", "share")
        return Shown(f"{self.asked} · bars: {bars}", rows, columns)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two years of a conference."""

    library: Library
    editions: Editions
    pair: Pair
    refused: bool
    """Whether papers count that the venue refused."""
    terms: bool
    """Whether their terms are compared, not their authors."""

    def count(self, progress: Progress) -> Shown:
        """Count both years, which takes seconds unless they are known."""
        before, after = (self._edition(year, progress) for year in self._years)
        first, last = (str(year) for year in self._years)
        if self.terms:
            sizes = before.terms.papers, after.terms.papers
            papers = f"{sizes[0]:,} ▸ {plural(sizes[1], 'paper')}"
            return Shown(
                f"{self.pair.label} · {papers} · ±{SURE} and less may be chance",
                term_rows(compare(before.terms, after.terms), *sizes),
                (first, last, "±"),
                "No term grew or faded.",
            )
        who = turnover(before.authors, after.authors)
        again, total = len(who.returning), len(who.returning) + len(who.new)
        return Shown(
            f"{self.pair.label} · {again:,} of {plural(total, 'author')} were there "
            f"in {first} · told by their names alone",
            author_rows(who),
            (first, last),
            "These papers name no authors.",
        )

    @property
    def _years(self) -> tuple[int, int]:
        return self.pair.before, self.pair.after

    def _edition(self, year: int, progress: Progress) -> Edition:
        counts = {count.venue: count for count in self.library.counts}
        venue = counts[Venue(self.pair.name, year)]
        total = venue.papers + venue.hidden * self.refused

        def counted(papers: int) -> None:
            if papers % _EACH == 0:
                told = f"counting {venue.venue.label}: {papers:,} of {total:,}"
                progress(told)

        return self.editions.of(venue, counted, refused=self.refused)
