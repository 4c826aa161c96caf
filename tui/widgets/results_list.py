"""The list of papers: title, authors and venue, with marks and matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.content import Content

from paperstui.index import highlight, text
from paperstui.index.models import Query, is_refused
from paperstui.tui.formatting import BOOKMARKED, READ, authors_line
from paperstui.tui.keys import Context, bindings
from paperstui.tui.widgets.lines import LineList

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from textual.binding import BindingType
    from textual.style import Style

    from paperstui.index.models import Paper, ResultPage

_TWO_LINES_FROM = 12
"""Height from which each paper gets a second line."""


class ResultsList(LineList):
    """Shows the rows of one page of results."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "results--mark",
        "results--match",
        "results--read",
        "results--derived",
    }
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Context.RESULTS)]

    def __init__(
        self,
        papers: Sequence[Paper],
        bookmarked: Container[object],
        read: Container[object],
    ) -> None:
        """Take the papers by library row, and the ids that bear marks."""
        super().__init__(id="results")
        self._papers = papers
        self._bookmarked = bookmarked
        self._read = read
        self._rows: Sequence[int] = ()
        self._query = Query("", None)
        self._empty: list[str] = []

    @property
    def count(self) -> int:
        """How many papers are listed."""
        return len(self._rows)

    @property
    def row_height(self) -> int:
        """Two lines a paper where there is room."""
        return 2 if self.size.height >= _TWO_LINES_FROM else 1

    @property
    def selected(self) -> Paper | None:
        """The paper under the cursor, None for one that is gone, too."""
        paper = None if self._row is None else self._papers[self._row]
        return paper if paper and paper.id else None

    @property
    def _row(self) -> int | None:
        """The library row under the cursor."""
        return self._rows[self.cursor] if self._rows else None

    def show(self, page: ResultPage, *, keep: bool, empty: list[str]) -> None:
        """List a page; `keep` leaves cursor and scroll on the paper they are on.

        `empty` is said where the page lists nothing.
        """
        before, offset = self._row, self.cursor_offset()
        self._rows, self._query, self._empty = page.rows, page.query, empty
        try:
            cursor = page.rows.index(before) if keep and before is not None else None
        except ValueError:
            cursor = None  # it is not listed any more
        if cursor is None:
            self.rows_changed(0, 0)
        else:
            self.rows_changed(cursor, offset)
        if self._row != before:
            self.post_message(self.Moved(self, self.cursor))

    def empty_lines(self) -> list[str]:
        """Why there are no papers, and what to do."""
        return self._empty

    def row_lines(self, row: int, width: int, base: Style) -> list[Content]:
        """The title with its marks; below it authors and venue."""
        paper = self._papers[self._rows[row]]
        lines = [self._title(paper, row, width)]
        if self.row_height == 2:
            lines.append(self._details(paper, row, width))
        return lines

    def _title(self, paper: Paper, row: int, width: int) -> Content:
        title = text.plain(paper.title)
        content = Content(title)
        if paper.title_derived:
            content = content.stylize(self._style("results--derived"))
        elif paper.id in self._read:
            content = content.stylize(self._style("results--read"))
        content = self._matched(content, "title", title)
        mark = BOOKMARKED if paper.id in self._bookmarked else " "
        read = READ if paper.id in self._read else " "
        return Content.assemble(
            self._pointer(row),
            (mark, self._style("results--mark")),
            (read, self._style("line--muted")),
            " ",
            content.truncate(max(1, width - 5), ellipsis=True),
        )

    def _details(self, paper: Paper, row: int, width: int) -> Content:
        venue = paper.venue.label
        if is_refused(paper):
            venue = f"{venue} · {paper.status}"
        room = width - 8 - len(venue)
        authors = authors_line(paper.authors, room)
        line = f"{authors} · {venue}" if authors else venue
        content = Content(line).stylize(self._style("line--muted"))
        content = self._matched(content, "authors", authors)
        return Content.assemble(
            self._pointer(row),
            "   ",
            content.truncate(max(1, width - 5), ellipsis=True),
        )

    def _matched(self, content: Content, field: str, searched: str) -> Content:
        match = self._style("results--match")
        for start, end in highlight.matches(self._query, field, searched):
            content = content.stylize(match, start, end)
        return content

    def _pointer(self, row: int) -> str:
        return "▌" if row == self.cursor else " "

    def _style(self, name: str) -> Style:
        return self.get_visual_style(name, partial=True)
