"""The list of papers: title, authors, venue and what was found, with marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.content import Content

from paperstui.index import highlight, text
from paperstui.index.models import is_refused
from paperstui.index.requests import Query
from paperstui.tui.formatting import (
    BOOKMARKED,
    IN_RANGE,
    MARKED,
    NOTED,
    READ,
    VERDICTS,
    authors_line,
    cut_around,
    one_line,
    readable,
)
from paperstui.tui.key import Context
from paperstui.tui.keys import bindings
from paperstui.tui.widgets.lines import LineList

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from textual.binding import BindingType
    from textual.style import Style

    from paperstui.index.bookmarks import Bookmarks
    from paperstui.index.models import Paper
    from paperstui.index.reading import ReadingState
    from paperstui.index.requests import ResultPage
    from paperstui.index.snippets import Snippet

_TWO_LINES_FROM = 12
"""Height from which each paper gets a second line."""
_THREE_LINES_FROM = 18
"""Height from which a sentence of its abstract gets a third line in a search."""
_GUTTER = 5
"""Cells before a title: pointer, mark, bookmark, decision or read, and a blank."""
_SNIPPETS = 2_000
"""How many sentences are kept for rows that come into view again."""


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
        bookmarks: Bookmarks,
        reading: ReadingState,
        marked: Container[int],
    ) -> None:
        """Take the papers by library row, and the rows of the marked ones."""
        super().__init__(id="results")
        self._papers = papers
        self._bookmarks = bookmarks
        self._reading = reading
        self._marked = marked
        self.range_start: int | None = None
        """Where the range begins that goes to the cursor; None without a range."""
        self._rows: Sequence[int] = ()
        self._query = Query("", None)
        self._in_texts = False
        """Whether the query looks for something in abstracts or notes."""
        self._snippets: dict[tuple[str, str], Snippet] = {}
        """What papers were found for, by their ids and notes."""
        self._empty: list[str] = []

    @property
    def count(self) -> int:
        """How many papers are listed."""
        return len(self._rows)

    @property
    def row_height(self) -> int:
        """Two lines a paper where there is room, and three in a search."""
        if self._in_texts and self.size.height >= _THREE_LINES_FROM:
            return 3
        return 2 if self.size.height >= _TWO_LINES_FROM else 1

    @property
    def selected(self) -> Paper | None:
        """The paper under the cursor, None for one that is gone, too."""
        paper = None if self.row is None else self._papers[self.row]
        return paper if paper and paper.id else None

    @property
    def row(self) -> int | None:
        """The library row under the cursor."""
        return self._rows[self.cursor] if self._rows else None

    @property
    def span(self) -> range:
        """The places of the range; empty without one."""
        if self.range_start is None:
            return range(0)
        return range(
            min(self.range_start, self.cursor), max(self.range_start, self.cursor) + 1
        )

    def begin_range(self, place: int | None) -> None:
        """Begin a range at a place, or leave it where there is none."""
        self.range_start = place
        self.refresh()

    def watch_cursor(self, before: int, cursor: int) -> None:
        """Draw the places that came into the range or left it, too."""
        super().watch_cursor(before, cursor)
        if self.range_start is None:
            return
        passed = range(min(before, cursor), max(before, cursor))
        if len(passed) > self.size.height:
            self.refresh()
        else:
            for place in passed:
                self.refresh_row(place)

    def show(self, page: ResultPage, *, keep: bool, empty: list[str]) -> None:
        """List a page; `keep` leaves cursor and scroll on the paper they are on.

        `empty` is said where the page lists nothing.
        """
        before, offset = self.row, self.cursor_offset()
        begun = None if self.range_start is None else self._rows[self.range_start]
        self._rows, self._query, self._empty = page.rows, page.query, empty
        self._in_texts = any(
            highlight.leaves(page.query, field) for field in ("abstract", "note")
        )
        self._snippets.clear()
        if (
            self.range_start is not None
            and begun not in self._rows[self.range_start : self.range_start + 1]
        ):
            self.range_start = None
        cursor = self._place_of(before) if keep and before is not None else None
        if cursor is None:
            self.rows_changed(0, 0)
        else:
            self.rows_changed(cursor, offset)
        if self.row != before:
            self.post_message(self.Moved(self, self.cursor))

    def go_to(self, row: int | None, offset: int | None = None) -> bool:
        """Put the cursor on a library row, some lines below the top if that is given.

        False where it is not listed.
        """
        place = None if row is None else self._place_of(row)
        if place is None:
            return False
        if offset is None:
            self.cursor = place
        else:
            self.rows_changed(place, offset)
            self.post_message(self.Moved(self, place))
        return True

    def _place_of(self, row: int) -> int | None:
        """Where a library row is listed, mostly where the cursor is; None: nowhere."""
        if self.cursor < self.count and self._rows[self.cursor] == row:
            return self.cursor
        try:
            return self._rows.index(row)
        except ValueError:
            return None

    def empty_lines(self) -> list[str]:
        """Why there are no papers, and what to do."""
        return self._empty

    def row_lines(self, row: int, width: int, base: Style) -> list[Content]:
        """The title with its marks; then authors and venue; then what was found.

        Where there is room for two lines only, what was found stands in place of the
        authors if neither title nor authors hold all of the query.
        """
        paper = self._papers[self._rows[row]]
        if self.row_height == 1:
            return [self._title(paper, row, width, tags=True)]
        lines = [self._title(paper, row, width)]
        snippet = self._snippet(paper) if self._in_texts else None
        if self.row_height == 2 and snippet and snippet.adds:
            lead = f"{_imprint(paper)} · "
            return [*lines, self._sentence(snippet, lead, row, width)]
        lines.append(self._details(paper, row, width))
        if self.row_height == 3 and snippet:
            lines.append(self._sentence(snippet, "", row, width))
        return lines

    def _title(
        self, paper: Paper, row: int, width: int, *, tags: bool = False
    ) -> Content:
        title = text.plain(paper.title)
        content = Content(title)
        if paper.title_derived:
            content = content.stylize(self._style("results--derived"))
        elif paper.id in self._reading:
            content = content.stylize(self._style("results--read"))
        content = self._matched(content, "title", title)
        bookmark = self._bookmarks.bookmark(paper.id)
        mark = " " if bookmark is None else NOTED if bookmark.note else BOOKMARKED
        decision = self._reading.decisions.get(paper.id)
        read = READ if paper.id in self._reading else " "
        if decision:
            read = VERDICTS[decision.verdict]
        return Content.assemble(
            self._pointer(row),
            (self._mark(row), self._style("results--mark")),
            (mark, self._style("results--mark")),
            (read, self._style("line--muted")),
            " ",
            self._tagged(content, paper if tags else None, width - _GUTTER - 1),
        )

    def _tagged(self, content: Content, paper: Paper | None, room: int) -> Content:
        """A line cut to some cells, at its end the tags of a paper that fit."""
        tags = self._tags(paper, room - content.cell_length - 2) if paper else ""
        if not tags:
            return content.truncate(max(1, room), ellipsis=True)
        gap = " " * (room - content.cell_length - cell_len(tags))
        return Content.assemble(content, gap, (tags, self._style("results--mark")))

    def _tags(self, paper: Paper, room: int) -> str:
        """As many tags of a paper as fit into some cells: "#rl #vision +2"."""
        bookmark = self._bookmarks.bookmark(paper.id)
        tags = [readable(f"#{tag}") for tag in bookmark.tags] if bookmark else []
        for count in range(len(tags), 0, -1):
            more = (f"+{len(tags) - count}",) if count < len(tags) else ()
            line = " ".join((*tags[:count], *more))
            if cell_len(line) <= room:
                return line
        return ""

    def _details(self, paper: Paper, row: int, width: int) -> Content:
        venue = _imprint(paper)
        room = width - _GUTTER - 4 - len(venue)
        tags = self._tags(paper, room // 2)
        # They stand for a decision of the person; of authors the first say enough.
        room -= cell_len(tags) + 2 if tags else 0
        authors = authors_line(paper, room)
        line = f"{authors} · {venue}" if authors else venue
        content = Content(line).stylize(self._style("line--muted"))
        content = self._matched(content, "authors", authors)
        return Content.assemble(
            self._pointer(row),
            " " * (_GUTTER - 1),
            self._tagged(content, paper, width - _GUTTER - 1),
        )

    def _sentence(self, snippet: Snippet, lead: str, row: int, width: int) -> Content:
        room = max(1, width - _GUTTER - 1 - cell_len(lead))
        line, pieces = cut_around(snippet.text, snippet.pieces, room, snippet.adds)
        content = Content(f"{lead}{line}").stylize(self._style("line--muted"))
        match = self._style("results--match")
        for start, end in pieces:
            content = content.stylize(match, len(lead) + start, len(lead) + end)
        return Content.assemble(
            self._pointer(row),
            " " * (_GUTTER - 1),
            content.truncate(max(1, width - _GUTTER - 1), ellipsis=True),
        )

    def _snippet(self, paper: Paper) -> Snippet:
        """What a paper was found for; kept, since each of its lines asks for it."""
        # Not needed before the first query.
        from paperstui.index import snippets

        bookmark = self._bookmarks.bookmark(paper.id)
        note = bookmark.note if bookmark else ""
        if (paper.id, note) not in self._snippets:
            if len(self._snippets) >= _SNIPPETS:
                self._snippets.clear()
            found = snippets.snippet(self._query, paper)
            line = f"{NOTED} {one_line(note)}"
            pieces = tuple(highlight.matches(self._query, "note", line))
            if pieces and not found.adds:
                # Else nothing would tell what it was found for.
                found = snippets.Snippet(line, pieces, pieces)
            self._snippets[paper.id, note] = found
        return self._snippets[paper.id, note]

    def _matched(self, content: Content, field: str, searched: str) -> Content:
        match = self._style("results--match")
        for start, end in highlight.matches(self._query, field, searched):
            content = content.stylize(match, start, end)
        return content

    def _mark(self, row: int) -> str:
        if self._rows[row] in self._marked:
            return MARKED
        return IN_RANGE if row in self.span else " "

    def _pointer(self, row: int) -> str:
        return "▌" if row == self.cursor else " "

    def _style(self, name: str) -> Style:
        return self.get_visual_style(name, partial=True)


def _imprint(paper: Paper) -> str:
    """The venue, and what it decided where that was not to take the paper."""
    venue = paper.venue.label
    return f"{venue} · {paper.status}" if is_refused(paper) else venue
