"""The text of a paper: its parts, readable, with the matches of a query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.style import Style
from textual.widgets import Static

from paperstui.index import highlight, text
from paperstui.tui.formatting import NOTED, imprint, readable
from paperstui.tui.links import LINKS, address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.events import Click

    from paperstui.index.models import Paper
    from paperstui.index.requests import Query

STYLES = frozenset(
    f"reader--{name}"
    for name in (
        "title",
        "authors",
        "muted",
        "match",
        "mark",
        "note",
        "emphasis",
        "strong",
        "math",
        "code",
        "key",
    )
)
"""Component classes of whatever shows the text."""

_CLICKABLE = 100
"""Authors of a paper whose names can be clicked; a paper may have thousands."""


class LinkChosen(Message):
    """A link of the paper was clicked."""

    def __init__(self, link: str) -> None:
        super().__init__()
        self.link = link


class AuthorChosen(Message):
    """An author of the paper was clicked."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class AbstractText(Static):
    """The text of the reader, with links and names that can be clicked."""

    # Textual's own lays the screen out once more when a layout has changed it.
    virtual_size = Reactive(Size(0, 0), repaint=False)

    def action_follow(self, link: str) -> None:
        """Ask for a link to be opened; the name is one of `LINKS`, never data."""
        self.post_message(LinkChosen(link))

    def on_click(self, event: Click) -> None:
        """Tell which author was clicked: names are no links, to be read in peace."""
        number = event.style.meta.get("author")
        if number is not None:
            self.post_message(self.AuthorClicked(number))

    class AuthorClicked(Message):
        """The author of some number, from 0, was clicked."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number


class PaperText:
    """Makes the parts of the text of papers."""

    def __init__(
        self, style: Callable[[str], Style], query: Query, *, source: bool = False
    ) -> None:
        """Take what gives the style of a name, and whether LaTeX is shown as it is."""
        self._style = style
        self._query = query
        self._source = source

    def heading(self, paper: Paper) -> list[Content]:
        """Title, authors, and where it appeared."""
        muted = self._style("muted")
        parts = [self._text(paper.title, "title", self._style("title"))]
        if paper.title_derived:
            parts.append(Content("title made from the abstract").stylize(muted))
        if paper.authors:
            parts.append(self._authors(paper))
        return [*parts, self._imprint(paper).stylize_before(muted)]

    def personal(self, tags: Iterable[str], note: str) -> list[Content]:
        """What the person wrote on it, if anything."""
        parts = []
        names = readable(" ".join(f"#{tag}" for tag in tags))
        if names:
            parts.append(Content(names).stylize(self._style("muted")))
        lines = "\n".join(map(readable, note.split("\n")))
        if lines:
            sign = Content(f"{NOTED} ").stylize(self._style("mark"))
            parts.append(sign + self._plain(lines, "note", self._style("note")))
        return parts

    def remarks(self, paper: Paper) -> list[Content]:
        """What its lists say of it: their names, keywords, a remark."""
        muted, parts = self._style("muted"), []
        if "; " in paper.source:
            parts.append(Content(f"in {paper.source}").stylize(muted))
        if paper.keywords:
            words = " · ".join(map(text.plain, paper.keywords))
            parts.append(self._plain(words, "keywords", muted))
        if paper.note:
            parts.append(Content(text.plain(paper.note)).stylize(muted))
        return parts

    def links(self, paper: Paper, key: str) -> Content:
        """Its links, which can be clicked, and its citation key."""
        shown = [
            (name, Style.from_meta({"@click": f"follow('{field}')"}))
            for field, name in LINKS.items()
            if address(paper, field)
        ]
        last = (key, self._style("muted"))
        return Content("  ").join(Content.assemble(part) for part in [*shown, last])

    def abstract(self, paper: Paper, key: tuple[int, int] | None = None) -> Content:
        """The abstract, with its key sentence, from one letter to another, set off."""
        if not paper.abstract:
            return Content("No abstract.").stylize(self._style("muted"))
        content = self._text(paper.abstract, "abstract", Style())
        return content.stylize(self._style("key"), *key) if key else content

    def _authors(self, paper: Paper) -> Content:
        """The names, of which the first can be clicked."""
        names = [author.name for author in paper.authors]
        content = self._plain(", ".join(names), "authors", self._style("authors"))
        start = 0
        for number, name in enumerate(names[:_CLICKABLE]):
            meta = Style.from_meta({"author": number})
            content = content.stylize(meta, start, start + len(name))
            start += len(name) + 2
        if paper.et_al:
            content += Content(" et al.").stylize(self._style("authors"))
        return content

    def _imprint(self, paper: Paper) -> Content:
        """Where it appeared, of which venue and status can be searched."""
        line, venue = imprint(paper), paper.venue.label
        content = Content(line)
        status = line.find(paper.status, len(venue)) if paper.status else -1
        searched = {"venue": (0, len(venue))}
        if status >= 0:
            searched["status"] = (status, status + len(paper.status))
        for field, (start, end) in searched.items():
            content = self._matched(content, field, start, end)
        return content

    def _text(self, source: str, field: str, base: Style) -> Content:
        """Text that may hold LaTeX: readable with styles, or the source itself."""
        if self._source:
            return self._plain(source, field, base)
        styled = text.render(source)
        content = Content(styled.text).stylize(base)
        for span in styled.spans:
            content = content.stylize(self._style(span.style), span.start, span.end)
        return self._matched(content, field)

    def _plain(self, shown: str, field: str, base: Style) -> Content:
        return self._matched(Content(shown).stylize(base), field)

    def _matched(
        self, content: Content, field: str, start: int = 0, end: int | None = None
    ) -> Content:
        """Marks for the matches in the part of a text that is a field."""
        match, searched = self._style("match"), content.plain[start:end]
        for first, last in highlight.matches(self._query, field, searched):
            content = content.stylize(match, start + first, start + last)
        return content
