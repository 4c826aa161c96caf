"""Bookmarks from files and ids that others give: lists of ids, .bib, share pages."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from paperstui.index import files, text
from paperstui.index.lookup import row_like, row_named
from paperstui.index.markup.characters import admissible
from paperstui.index.models import Bookmark, Problem
from paperstui.index.readers.decoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from paperstui.index.citations.cited import Cited
    from paperstui.index.library import Library
    from paperstui.index.models import Paper

_LONGEST_LIST = 1_000_000
"""Bytes of a file that may be a list of ids."""
_LONGEST_NAME = 80
"""Characters of a line of such a list that are told."""
_WITH_MARKS = frozenset(("html", "jsonl", "csl-json", "zip"))
"""Formats of files that may hold tags and notes."""
_ID = re.compile(r"[^\s{}<>@\"]+")


@dataclass(slots=True)
class Wanted:
    """What is to be bookmarked."""

    bookmarks: list[Bookmark] = field(default_factory=list)
    """In the order in which they were named, which the list of bookmarks keeps."""
    foreign: int = 0
    """How many of them no list of the library has; they are kept with the bookmarks."""
    problems: list[str] = field(default_factory=list)
    """What could not be found or read, fit to show a person."""
    notices: list[str] = field(default_factory=list)
    """What was read otherwise than it stands there, as a damaged record."""


class BookmarkImport:
    """Finds what is named; changes nothing."""

    def __init__(
        self, library: Library, tags: Iterable[str] = (), *, keywords: bool = False
    ) -> None:
        """Every bookmark gets the tags; its paper's keywords, too, where wanted."""
        self._library = library
        # As they could be typed in the reader, which takes them away again.
        typed = (" ".join(admissible(tag).split()) for tag in tags)
        self._tags = tuple(filter(None, typed))
        self._keywords = keywords
        self._wanted = Wanted()
        self._now = datetime.now(UTC)
        self._pages: dict[str, int] = {}
        self._places: dict[str, int] = {}
        """Of the bookmarks, by the ids of their papers."""

    def read(self, names: Iterable[str]) -> Wanted:
        """The bookmarks of ids, citation keys, and files of papers or of ids."""
        for name in names:
            path = files.expanded(name)
            if os.path.isfile(path):  # False for names that no file can have
                self._read_file(path)
            else:
                self._look_up(name, f"{name}: there is no such file, key or id")
        return self._wanted

    def read_piped(self, data: bytes) -> Wanted:
        """The bookmarks of what came by a pipe, in any form that a file can have."""
        with TemporaryDirectory() as folder:
            path = Path(folder, "stdin")
            path.write_bytes(data)
            self._read_file(path)
        return self._wanted

    def _read_ids(self, content: str, source: str) -> None:
        """Read ids and keys, one a line; what follows a # is a remark."""
        for number, name in _named(content):
            shown = text.clean(name)
            if len(shown) > _LONGEST_NAME:
                shown = f"{shown[:_LONGEST_NAME]}…"
            self._look_up(name, f"{source}:{number}: there is no paper {shown}")

    def _look_up(self, name: str, otherwise: str) -> None:
        row = row_named(self._library, name, self._pages)
        if row is None:
            self._wanted.problems.append(otherwise)
        else:
            self._take(self._library.paper(row))

    def _read_file(self, path: Path) -> None:
        if ids := self._list_of_ids(path):
            self._read_ids(ids, path.name)
            return
        items = list(_contents(path))
        has_none = all(isinstance(item, Problem) for item in items)
        for item in items:
            if isinstance(item, Problem):
                is_bad = item.lost or (has_none and item.record is None)
                wanted = self._wanted
                (wanted.problems if is_bad else wanted.notices).append(str(item))
                continue
            row = row_like(self._library, item.paper)
            if row is None:
                self._wanted.foreign += item.paper.id not in self._places
                self._take(item.paper, item)
            else:
                self._take(self._library.paper(row), item)

    def _list_of_ids(self, path: Path) -> str:
        """The text of a file that lists ids; empty for other files.

        Each line has one word. One that has more must not make abstracts of all, so it
        is enough where a line names a paper and nothing tells another format.
        """
        if path.stat().st_size > _LONGEST_LIST:
            return ""
        content, _ = decode(path.read_bytes())
        if "\0" in content:  # packed, or no text at all
            return ""
        names = [name for _, name in _named(content)]
        words = list(filter(_ID.fullmatch, names))
        if len(words) == len(names):
            return content
        # Not at the top: most lists need none of the readers.
        from paperstui.index.readers import registry, seed

        if registry.format_of(content) not in ("", seed.FORMAT):
            return ""
        rows = (row_named(self._library, word, self._pages) for word in words)
        return content if any(row is not None for row in rows) else ""

    def _take(self, paper: Paper, given: Cited | None = None) -> None:
        tags = [*self._tags, *(given.tags if given else ())]
        if self._keywords and given:
            tags += given.paper.keywords
        bookmarks = self._wanted.bookmarks
        note = given.note if given else ""
        place = self._places.setdefault(paper.id, len(bookmarks))
        if place < len(bookmarks):
            # Named twice: both may say something of it.
            known = bookmarks[place]
            tags, note = [*known.tags, *tags], known.note or note
            bookmarks[place] = replace(
                known, tags=tuple(dict.fromkeys(tags)), note=note
            )
            return
        # The newest come first in the list of bookmarks.
        added = self._now - timedelta(milliseconds=place)
        bookmarks.append(Bookmark(paper, added, tuple(dict.fromkeys(tags)), note))


def _named(content: str) -> list[tuple[int, str]]:
    """The lines of a list of ids without remarks, with their numbers."""
    lines = enumerate(content.splitlines(), 1)
    names = ((number, line.partition("#")[0].strip()) for number, line in lines)
    return [(number, name) for number, name in names if name]


def _contents(path: Path) -> Iterator[Cited | Problem]:
    """The papers of a file with the tags and notes that it gives them."""
    # Not at the top: ids need none of the readers.
    from paperstui.index.citations.cited import Cited
    from paperstui.index.readers import registry
    from paperstui.index.readers.base import Origin
    from paperstui.index.readers.shared import marks, shared

    formats: list[str] = []
    items = list(registry.read(path, Origin(path.name, path), found=formats.append))
    given: dict[str, list[Cited]] = {}
    marked: dict[str, tuple[tuple[str, ...], str]] = {}
    for data in registry.unpacked(path) if _WITH_MARKS.intersection(formats) else ():
        for each in shared(BytesIO(data), path.name):
            given.setdefault(each.paper.id, []).append(each)
        marked |= marks(BytesIO(data))
    for item in items:
        if isinstance(item, Problem):
            yield item
        elif item.id in given:
            # One that is there twice may have other tags each time.
            yield from given.pop(item.id)
        else:
            key = item.native_key
            yield Cited(item, key, *marked.get(key, ((), "")))
