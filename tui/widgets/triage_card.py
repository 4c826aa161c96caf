"""One paper to decide on, in the middle of the screen and with room around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.containers import VerticalScroll
from textual.content import Content

from paperstui.index.models import Verdict
from paperstui.index.requests import Query
from paperstui.tui.formatting import state_line
from paperstui.tui.widgets.paper_text import STYLES, AbstractText, PaperText

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.style import Style

    from paperstui.index.models import Bookmark, Paper


@dataclass(frozen=True, slots=True)
class Card:
    """What is shown of a paper."""

    paper: Paper
    key: str
    """Its citation key."""
    bookmark: Bookmark | None = None
    verdict: Verdict | None = None
    why: Sequence[str] = ()
    """Words for which it is taken to be likely."""


class TriageCard(VerticalScroll, inherit_bindings=False):
    """Scrolls where the paper is longer than the screen."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*STYLES, "card--verdict"}
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self) -> None:
        super().__init__(id="card")
        self._shown = ""
        """The id of the paper."""

    @property
    def text(self) -> str:
        """The text that is shown."""
        return str(self.query_one(AbstractText).content)

    def compose(self) -> ComposeResult:
        """One text that can be selected with the mouse."""
        yield AbstractText(id="paper")

    def show(self, card: Card, query: Query) -> None:
        """Show a paper with what a query matched, from its top if it is another."""
        written = PaperText(self._style, query)
        paper, bookmark = card.paper, card.bookmark
        title, *others = written.heading(paper)
        parts = [title, Content(""), *others]
        if bookmark:
            parts += written.personal(bookmark.tags, bookmark.note)
        parts += self._state(card)
        parts += [Content(""), written.abstract(paper, _key_sentence(paper))]
        parts += [Content(""), *written.remarks(paper), written.links(paper, card.key)]
        self.query_one(AbstractText).update(Content("\n").join(parts))
        if paper.id != self._shown:
            self.scroll_home(animate=False)
        self._shown = paper.id

    def say(self, lines: Content) -> None:
        """Show something in place of a paper."""
        self._shown = ""
        self.query_one(AbstractText).update(lines)

    def read_on(self, pages: int) -> bool:
        """Scroll by a page, two lines less; False where that was the end."""
        before = self.scroll_offset.y
        lines = max(1, self.size.height - 2)
        self.scroll_relative(y=lines * pages, animate=False, immediate=True)
        return self.scroll_offset.y != before

    def _state(self, card: Card) -> list[Content]:
        """What was decided, and why it comes now."""
        lines = []
        state = state_line(card.verdict, bookmarked=card.bookmark is not None)
        if state:
            style = self.get_visual_style("card--verdict", partial=True)
            lines.append(Content(state).stylize(style))
        if card.why:
            told = f"likely, for {', '.join(card.why)}"
            lines.append(Content(told).stylize(self._style("muted")))
        return lines

    def _style(self, name: str) -> Style:
        return self.get_visual_style(f"reader--{name}", partial=True)


def _key_sentence(paper: Paper) -> tuple[int, int] | None:
    from paperstui.index import text
    from paperstui.index.key_sentence import key_sentence

    return key_sentence(text.plain(paper.abstract))
