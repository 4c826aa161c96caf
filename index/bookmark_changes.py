"""What an instance changes about bookmarks, and documents after such changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from paperstui.index.bookmark_file import Document, Entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from paperstui.index.models import Bookmark


@dataclass(frozen=True, slots=True)
class Edit:
    """What is to be said of a paper that is bookmarked already."""

    tags: tuple[str, ...] = ()
    """Those it gets, unless it has them in one case or another."""
    dropped: frozenset[str] = frozenset()
    """Those it loses, in lower case; none of them is in `tags`."""
    note: str = ""
    """The one it gets where it has none."""
    renoted: str | None = None
    """The one it gets whatever it has, "" for none; None leaves that alone."""

    def of(self, bookmark: Bookmark) -> Bookmark:
        """The bookmark after the edit."""
        kept = (tag for tag in bookmark.tags if tag.casefold() not in self.dropped)
        note = bookmark.note or self.note if self.renoted is None else self.renoted
        return replace(bookmark, tags=united(kept, self.tags), note=note)

    def then(self, later: Edit) -> Edit:
        """Both edits as one."""
        tags = (tag for tag in self.tags if tag.casefold() not in later.dropped)
        dropped = self.dropped.difference(map(str.casefold, later.tags))
        note, renoted = self.note or later.note, later.renoted
        if renoted is None and self.renoted is not None:
            renoted = self.renoted or later.note
        return Edit(united(tags, later.tags), dropped | later.dropped, note, renoted)


@dataclass(frozen=True, slots=True)
class Change:
    """What one instance did to the bookmark of one paper."""

    entry: Entry | None
    """The bookmark where the file has none; None where it was removed."""
    at: datetime
    """A removal leaves alone what another instance added after this moment."""
    edit: Edit = Edit()
    """What becomes of the one that the file has, which stays otherwise."""
    before: Entry | None = None
    """The one that became `entry` by the edit."""

    def then(self, later: Change) -> Change:
        """Both changes as one, where the later one found a bookmark."""
        if self.entry is None or later.entry is None:
            return later
        edit = self.edit.then(later.edit)
        return replace(later, edit=edit, before=self.before)


def united(tags: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    """Tags and those of some more that differ in more than case, in their order."""
    found: dict[str, str] = {}
    for tag in (*tags, *more):
        found.setdefault(tag.casefold(), tag)
    return tuple(found.values())


def edited(entry: Entry, edit: Edit) -> Entry:
    """An entry that can be read after an edit; the same one where nothing changes."""
    if entry.bookmark is None:
        return entry
    bookmark = edit.of(entry.bookmark)
    if bookmark == entry.bookmark:
        return entry
    after = entry.saying(bookmark)
    return entry if after == entry else after


def apply(document: Document, changes: Mapping[str, Change]) -> Document:
    """The document after changes by paper id; one that it has is only edited."""
    if not changes:
        return document
    entries = []
    missing = dict(changes)
    for entry in document.entries:
        kept = entry
        if entry.bookmark:
            paper_id = entry.bookmark.paper.id
            change = changes.get(paper_id)
            if change and not change.entry and entry.bookmark.added <= change.at:
                continue
            missing.pop(paper_id, None)
            if change and change.entry:
                known = entry is change.before
                kept = change.entry if known else edited(entry, change.edit)
        entries.append(kept)
    entries += [change.entry for change in missing.values() if change.entry]
    return Document(tuple(entries), document.extra)


def unite(first: Document, second: Document) -> Document:
    """Both documents, paper by paper; the first prevails where they differ."""
    ids = first.bookmarks.keys()
    texts = {entry.text for entry in first.unreadable}
    added = [
        entry
        for entry in second.entries
        if (entry.bookmark.paper.id not in ids if entry.bookmark else True)
        and entry.text not in texts
    ]
    return Document((*first.entries, *added), {**second.extra, **first.extra})
