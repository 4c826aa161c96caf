"""The reader: one paper with its links and its abstract."""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region, Size, Spacing
from textual.message import Message
from textual.reactive import Reactive
from textual.style import Style
from textual.widgets import Static

from paperstui.index.requests import Query
from paperstui.tui.formatting import state_line
from paperstui.tui.key import Context
from paperstui.tui.keys import bindings
from paperstui.tui.widgets.paper_text import (
    STYLES,
    AbstractText,
    AuthorChosen,
    PaperText,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from paperstui.index.models import Bookmark, Paper, Verdict


class AbstractReader(VerticalScroll):
    """Shows one paper; scrolls when it is longer than the pane."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*STYLES}
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Context.READER)]

    virtual_size = Reactive(Size(0, 0), repaint=False)

    class Stepped(Message):
        """The next (1) or the previous (-1) paper is wanted."""

        def __init__(self, papers: int) -> None:
            super().__init__()
            self.papers = papers

    def __init__(self) -> None:
        super().__init__(id="reader")
        self.source = False
        """Whether the abstract is shown as its source."""
        self._paper: Paper | None = None
        self._query = Query("", None)
        self._key = ""
        self._marks = ""
        self._tags: Sequence[str] = ()
        self._note = ""
        self._content = Content()
        self._matches: list[tuple[int, int]] = []
        self._place = "", 0
        """The paper that begins elsewhere than at its top, and the line."""
        self._awaited = 0
        """The line to begin at when the text is laid out, which takes a while."""
        self._match: int | None = None
        """Which of the matches was jumped to last."""

    @property
    def matches(self) -> int:
        """How many pieces of the text the query matched."""
        return len(self._matches)

    @property
    def text(self) -> str:
        """The text that is shown."""
        return str(self.query_one("#abstract", Static).content)

    def compose(self) -> ComposeResult:
        """One text that can be selected with the mouse."""
        yield AbstractText(id="abstract")

    def show(
        self,
        paper: Paper | None,
        searched: Query,
        key: str,
        *,
        bookmark: Bookmark | None,
        verdict: Verdict | None,
        read: bool,
    ) -> None:
        """Show a paper with the matches of a query, from its top if it is another."""
        # Not `is`: the library makes a paper anew when it has changed.
        other = (paper and paper.id) != (self._paper and self._paper.id)
        if other or searched != self._query:
            self._match = None
        self._paper, self._query, self._key = paper, searched, key
        self._tags = bookmark.tags if bookmark else ()
        self._note = bookmark.note if bookmark else ""
        bookmarked = bookmark is not None
        self._marks = state_line(verdict, bookmarked=bookmarked, read=read)
        self._draw()
        if other:
            known, line = self._place
            top = line if paper and paper.id == known else 0
            self._place = "", 0
            self._awaited = top if top > self.max_scroll_y else 0
            self.scroll_to(y=top, animate=False)

    def watch_virtual_size(self) -> None:
        """Begin where the paper is to begin, as there is such a line now."""
        if self._awaited:
            top, self._awaited = self._awaited, 0
            self.scroll_to(y=top, animate=False)

    def remember(self, paper_id: str, top: int) -> None:
        """Begin at a line of a paper, if that is the next one to be shown."""
        self._place = paper_id, top

    def toggle_source(self) -> bool:
        """Switch between readable text and source; True when the source is shown."""
        self.source = not self.source
        self._match = None
        self._draw()
        return self.source

    def to_match(self, step: int) -> int:
        """Go to the next (1) or the previous (-1) match, and around the ends.

        Returns its number from 1. There must be a match.
        """
        at = (-1 if step > 0 else 0) if self._match is None else self._match
        self._match = (at + step) % self.matches
        body = self._refresh_text(layout=False)
        lines = _lines(self._content, max(1, body.content_size.width))
        start, end = self._matches[self._match]
        first, last = bisect(lines, start) - 1, bisect(lines, end - 1) - 1
        self.scroll_to_region(
            Region(0, body.virtual_region.y + first, 1, last - first + 1),
            spacing=Spacing(1, 0, 1, 0),
            animate=False,
            force=True,
            immediate=True,
            x_axis=False,
        )
        return self._match + 1

    def action_move(self, lines: int) -> None:
        """Scroll by some lines."""
        self.scroll_relative(y=lines, animate=False)

    def action_move_pages(self, pages: float) -> None:
        """Scroll by (part of) a page."""
        lines = max(1, int(self.size.height * abs(pages)) - 1)
        self.scroll_relative(y=lines if pages > 0 else -lines, animate=False)

    def action_move_to(self, line: int) -> None:
        """Scroll to the top (0) or the bottom (-1)."""
        if line == 0:
            self.scroll_home(animate=False)
        else:
            self.scroll_end(animate=False)

    def action_step(self, papers: int) -> None:
        """Ask for another paper."""
        self.post_message(self.Stepped(papers))

    def _draw(self) -> None:
        missing = Content("No paper to show.").stylize(self._style("muted"))
        parts = self._parts(self._paper) if self._paper else [missing]
        self._content = Content("\n").join(parts)
        match = self._style("match")
        self._matches = [s[:2] for s in self._content.spans if s.style == match]
        self._refresh_text(layout=True)

    def _refresh_text(self, *, layout: bool) -> Static:
        """Show the text with the present match marked."""
        content, body = self._content, self.query_one("#abstract", Static)
        if self._match is not None:
            # A style sheet's "reverse" is lost in partial styles of Textual.
            present = Style(reverse=True)
            content = content.stylize(present, *self._matches[self._match])
        body.update(content, layout=layout)
        return body

    def _parts(self, paper: Paper) -> list[Content]:
        written = PaperText(self._style, self._query, source=self.source)
        parts = [*written.heading(paper), *written.personal(self._tags, self._note)]
        parts += [written.links(paper, self._key), *written.remarks(paper)]
        if self._marks:
            parts.append(Content(self._marks).stylize(self._style("mark")))
        return [*parts, Content(""), written.abstract(paper)]

    @on(AbstractText.AuthorClicked)
    def _author_clicked(self, event: AbstractText.AuthorClicked) -> None:
        event.stop()
        if self._paper and event.number < len(self._paper.authors):
            self.post_message(AuthorChosen(self._paper.authors[event.number].name))

    def _style(self, name: str) -> Style:
        return self.get_visual_style(f"reader--{name}", partial=True)


def _lines(content: Content, width: int) -> list[int]:
    """Where in a text each of its lines begins when it is wrapped."""
    starts, at = [], 0
    for line in content.wrap(width):
        # Only white space is left out between lines.
        at = content.plain.find(line.plain.strip(), at)
        starts.append(at)
        at += len(line.plain.strip())
    return starts
