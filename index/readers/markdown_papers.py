"""Finds the papers of a Markdown list by what stands around their titles."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from paperstui.index.readers.markdown_draft import Draft, authors_in, plain
from paperstui.index.readers.markdown_labels import column, is_label, label_of
from paperstui.index.readers.markdown_lines import (
    Kind,
    Line,
    cells,
    links,
    without_links,
)
from paperstui.index.readers.markdown_sections import Sections
from paperstui.index.readers.markdown_titles import bold_line, entry, is_title

if TYPE_CHECKING:
    from paperstui.index.readers.markdown_lines import Link

_SEPARATOR = re.compile(r"[\s|:+=-]+")
_STATUS = re.compile(
    r"(?:\w+ (?:20\d\d )?)?(oral|spotlight|poster|highlight|best paper)\b.{0,30}",
    re.IGNORECASE,
)
_PARAGRAPH_WORDS = 25
"""A text of so many words below a title is an abstract."""


class MarkedList:
    """Reads a list line by line; a title becomes a paper by what follows it."""

    def __init__(self) -> None:
        self.untitled: list[int] = []
        """Lines where a paper has no title."""
        self._sections = Sections()
        self._papers: list[Draft] = []
        self._title: Draft | None = None
        """The last line that may be a title."""
        self._kind = Kind.BLANK
        """What that line was; TEXT for a line in bold type."""
        self._indent = 0
        self._in_abstract = False
        self._is_next = False
        """Whether nothing but blank lines stands between the title and here."""
        self._head: list[str] = []
        self._columns: list[str] | None = None
        self._run: list[tuple[int, Draft]] = []
        """Indentation and content of the items below a heading."""
        self._may_go_on = False
        """Whether an abstract stands before the blank lines above."""

    def take(self, line: Line) -> None:
        """Read the next line."""
        if line.kind is not Kind.ROW:
            self._head, self._columns = [], None
        if line.kind not in (Kind.BLANK, Kind.TEXT):
            self._may_go_on = False
        match line.kind:
            case Kind.BLANK:
                self._blank()
            case Kind.HEADING:
                self._end_run()
                self._sections.enter(line.text, line.level)
                self._begin(line, Kind.HEADING)
            case Kind.ROW:
                self._row(line)
            case Kind.QUOTE:
                self._quote(line)
            case Kind.ITEM:
                self._item(line)
            case Kind.TEXT:
                self._text(line)

    def finish(self) -> list[Draft]:
        """The papers that were found."""
        self._end_run()
        return self._papers

    def _begin(self, line: Line, kind: Kind) -> None:
        """Take a line as a title, and as a paper if it has a link to one."""
        draft = entry(line.number, line.text, self._sections.venue)
        self._title, self._kind, self._indent = draft, kind, line.level
        self._in_abstract = False
        self._is_next = True
        if draft.is_paper and draft.title:
            self._papers.append(draft)
        if kind is Kind.ITEM:
            self._run.append((line.level, draft))

    def _confirm(self) -> None:
        draft = self._title
        if draft and not draft.is_paper:
            draft.is_paper = True
            if draft.title:
                self._papers.append(draft)
            else:
                self.untitled.append(draft.line)

    def _end_run(self) -> None:
        """Take the items without links in a list where most have them."""
        listed = Counter(indent for indent, _ in self._run)
        marked = Counter(indent for indent, draft in self._run if draft.is_paper)
        for indent, draft in self._run:
            is_list = marked[indent] > 1 and 2 * marked[indent] >= listed[indent]
            if is_list and not draft.is_paper and is_title(draft.title):
                self._papers.append(draft)
        self._run = []

    def _blank(self) -> None:
        if self._title and self._title.abstract and self._in_abstract:
            self._in_abstract, self._may_go_on = False, True

    def _quote(self, line: Line) -> None:
        if self._title and self._is_next:
            self._title.notes.append(plain(line.text))

    def _item(self, line: Line) -> None:
        if self._field(line):
            return
        found = links(line.text)
        draft = entry(line.number, line.text, self._sections.venue)
        is_nested = self._kind is Kind.ITEM and line.level > self._indent
        if not is_title(draft.title, 1):
            self._take_links(found)
            return
        if self._title and not draft.is_paper:
            if is_nested:
                self._detail(line)
                return
            if self._kind is not Kind.ITEM and self._remark(line.text):
                return
        self._begin(line, Kind.ITEM)

    def _text(self, line: Line) -> None:
        if self._field(line):
            return
        is_long = len(line.text.split()) >= _PARAGRAPH_WORDS
        if self._title and (self._in_abstract or (self._may_go_on and is_long)):
            self._title.abstract += ["", line.text] if self._may_go_on else [line.text]
            self._in_abstract, self._may_go_on = True, False
            return
        self._may_go_on = False
        if self._is_next and self._take_authors(line):
            return
        if bold_line(line.text):
            self._begin(line, Kind.TEXT)
            return
        found = links(line.text)
        if found and found[0].start < 3 and not is_label(found[0].text):
            draft = entry(line.number, line.text, self._sections.venue)
            if draft.is_paper and len(line.text.split()) < 60:
                self._begin(line, Kind.TEXT)
                return
        if self._title:
            self._detail(line)

    def _field(self, line: Line) -> bool:
        """Take a line with a label; whether it is one."""
        name, value = label_of(line.text)
        if not name:
            return False
        draft = self._title
        if draft is None:
            return True
        if name == "authors" and not authors_in(value, single=True):
            return True
        shows = draft.take_field(name, value)
        # "Paper: to appear" below a line in bold type says that this is a paper.
        is_small = self._kind is not Kind.HEADING and name in ("link", "code")
        if shows or is_small:
            self._confirm()
        self._in_abstract = name == "abstract"
        self._is_next = False
        return True

    def _take_authors(self, line: Line) -> bool:
        """Take the line below a title if it names the authors; whether it does."""
        draft = self._title
        if draft is None or draft.authors:
            return False
        several = authors_in(line.text)
        is_below = self._kind is Kind.ITEM and line.level > self._indent
        if several and self._kind is not Kind.HEADING:
            self._confirm()
        single = draft.is_paper or is_below
        draft.authors = several or authors_in(line.text, single=single)
        self._is_next = not draft.authors
        return bool(draft.authors)

    def _detail(self, line: Line) -> None:
        """Take a line below a title that has no label."""
        draft = self._title
        if draft is None:
            return
        if self._is_next and self._take_authors(line):
            return
        self._is_next = False
        is_long = len(line.text.split()) >= _PARAGRAPH_WORDS
        if not is_long:
            self._take_links(links(line.text))
            self._remark(line.text)
            return
        if draft.authors:
            self._confirm()
        if draft.is_paper and not draft.abstract:
            draft.abstract.append(plain(line.text))
            self._in_abstract = True

    def _remark(self, shown: str) -> bool:
        """Take a line such as "CVPR 2020 Oral"; whether it is one."""
        draft = self._title
        if draft is None or len(shown.split()) > 6:
            return False
        before = draft.venue
        draft.take_venue(without_links(shown))
        status = _STATUS.fullmatch(plain(shown))
        if status:
            draft.status = status[1].capitalize()
        return status is not None or draft.venue != before

    def _take_links(self, found: list[Link]) -> None:
        draft = self._title
        shown = [draft.take_link(link) for link in found] if draft else []
        if any(shown):
            self._confirm()

    def _row(self, line: Line) -> None:
        if self._columns is None:
            if _SEPARATOR.fullmatch(line.text) and "-" in line.text:
                self._columns = _columns(self._head)
            self._head = cells(line.text)
            return
        if "title" not in self._columns:
            return
        draft = Draft(line.number, "", self._sections.venue, is_paper=True)
        for name, cell in zip(self._columns, cells(line.text), strict=False):
            if name == "title":
                titled = entry(line.number, cell, draft.venue)
                draft.title = titled.title
            if name == "title" or not name:
                for link in links(cell):
                    draft.take_link(link)
            else:
                draft.take_field(name, cell)
        if draft.title and not is_label(draft.title):
            self._papers.append(draft)
            self._title = None
        else:
            self.untitled.append(line.number)


def _columns(head: list[str]) -> list[str]:
    """The fields of the columns; a column of papers is one of titles if need be."""
    found = [column(cell) for cell in head]
    if "title" not in found and len(set(filter(None, found))) > 1:
        for place, cell in enumerate(head):
            if plain(cell).lower() in ("paper", "papers", "论文", "name"):
                found[place] = "title"
                break
    return found
