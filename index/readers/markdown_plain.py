"""Lists of titles without any marks: one a line, with authors and address below."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index.readers.markdown_draft import authors_in, plain
from paperstui.index.readers.markdown_labels import label_of
from paperstui.index.readers.markdown_lines import Kind, links
from paperstui.index.readers.markdown_sections import Sections, named_venue
from paperstui.index.readers.markdown_titles import entry, is_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.readers.markdown_draft import Draft
    from paperstui.index.readers.markdown_lines import Line

_FEWEST = 3
_SHARE = 0.5
"""So much of a text must be titles and what belongs to them."""
_SMALL = 0.5
"""So many lines of prose, or more, begin with a small letter."""
_ABSTRACT = 200
"""A line of so many characters below a title is its abstract."""
_NO_LIST = re.compile(
    "acknowledge?ments?|categories|citations?|contacts?|contents?|contribut(?:e|ing|ion)"
    "|index|install(?:ation)?|licen[cs]e|prerequisites|references|requirements"
    "|table of contents|toc|usage|目录"
)


def plain_titles(found: Sequence[Line]) -> list[Draft]:
    """The titles of a text in its order; none where it is no list of titles.

    Where a quarter of the lines or more are items, only items count.
    """
    reading = _PlainList(found)
    for line in found:
        reading.take(line)
    return reading.finish()


class _PlainList:
    """Reads a list line by line; a line is a title, or belongs to the one before."""

    def __init__(self, found: Sequence[Line]) -> None:
        used = [line for line in found if line.kind in (Kind.ITEM, Kind.TEXT)]
        items = [line for line in used if line.kind is Kind.ITEM]
        self._used = len(used)
        self._kind = Kind.ITEM if 4 * len(items) >= len(used) else Kind.TEXT
        self._headings = {
            _folded(line.text) for line in found if line.kind is Kind.HEADING
        }
        self._prose = _prose(found)
        texts = [line for line in used if line.kind is Kind.TEXT]
        listed = [line for line in texts if authors_in(line.text)]
        # One or two titles such as "Attention & Memory" name nobody.
        self._has_authors = 3 * len(listed) >= len(texts)
        self._sections = Sections()
        self._is_list = True
        self._titles: list[Draft] = []
        self._last: Draft | None = None
        """The title that the next lines may belong to."""
        self._indent = 0
        self._fit = 0
        """Lines that are titles or belong to them."""

    def take(self, line: Line) -> None:
        """Read the next line."""
        if line.kind is Kind.HEADING:
            self._sections.enter(line.text, line.level)
            self._is_list = not _NO_LIST.fullmatch(_folded(line.text))
            self._last = None
        elif line.kind in (Kind.ITEM, Kind.TEXT):
            is_below = line.kind is not self._kind or line.level > self._indent
            is_below = is_below or self._kind is Kind.TEXT
            if self._last and is_below and self._belongs(line, self._last):
                self._fit += 1
            elif line.kind is Kind.TEXT and _is_heading(line.text):
                self._sections.enter(line.text, 1)
                self._fit += 1
            else:
                self._last = self._title(line)

    def finish(self) -> list[Draft]:
        """The titles, if they are what the text consists of."""
        is_list = len(self._titles) >= _FEWEST and self._fit >= _SHARE * self._used
        return self._titles if is_list else []

    def _title(self, line: Line) -> Draft | None:
        """Take a line as a title; None where it is none."""
        is_listed = line.kind is self._kind and self._is_list
        if not is_listed or line.number in self._prose:
            return None
        if _folded(line.text) in self._headings:
            return None
        draft = entry(line.number, line.text, self._sections.venue)
        if not is_title(draft.title, 2 if self._kind is Kind.ITEM else 3):
            return None
        self._titles.append(draft)
        self._indent = line.level
        self._fit += 1
        return draft

    def _belongs(self, line: Line, draft: Draft) -> bool:
        """Take a line that belongs to the title before it; whether it does."""
        name, value = label_of(line.text)
        if name:
            draft.take_field(name, value)
            return True
        found = links(line.text)
        if found and not found[0].text:
            for link in found:
                draft.take_link(link)
            return True
        if not draft.authors and line.number - draft.line <= 2:
            is_name = len(line.text.split()) < 3
            if is_name or self._has_authors:
                draft.authors = authors_in(line.text, single=is_name)
            if draft.authors:
                return True
        if len(line.text) > _ABSTRACT and not draft.abstract:
            draft.abstract.append(line.text)
            return True
        return False


def _prose(found: Sequence[Line]) -> set[int]:
    """Numbers of the lines in paragraphs whose lines begin anywhere in a sentence."""
    prose: set[int] = set()
    paragraph: list[Line] = []
    for line in [*found, None]:
        if line is not None and line.kind is Kind.TEXT:
            paragraph.append(line)
            continue
        small = [part for part in paragraph[1:] if part.text[:1].islower()]
        if len(paragraph) > 1 and len(small) >= _SMALL * (len(paragraph) - 1):
            prose.update(part.number for part in paragraph)
        paragraph = []
    return prose


def _is_heading(shown: str) -> bool:
    venue = named_venue(shown)
    return bool(venue.name and venue.year) and len(shown) < 100


def _folded(shown: str) -> str:
    return plain(shown).casefold().strip(" :：.#")
