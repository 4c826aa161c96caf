"""The bookmarks file: JSON text to entries and back, what it does not know kept."""

from __future__ import annotations

import codecs
import gc
import json
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from paperstui.index.models import Bookmark
from paperstui.index.records import from_record, to_record

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

VERSION = 1
"""The format that is read and written here; it rises when an older one would lose."""

# No JSON string holds a raw line break, so this only ever stands between two entries
# (or inside a hand-made layout, whose pieces then do not parse by themselves).
_FIRST, _BETWEEN, _LAST = b"\n    {\n", b"\n    },\n    {\n", b"\n    }\n"


class NewerFormatError(Exception):
    """The file was written by a later paperstui, in a format that is unknown here."""

    def __init__(self, version: int) -> None:
        super().__init__(f"format {version}")
        self.version = version


@dataclass(frozen=True, slots=True)
class Entry:
    """One member of the list in the file."""

    text: bytes
    """Its JSON in UTF-8 as the file has it: with the fields that are unknown here."""
    bookmark: Bookmark | None = field(compare=False)
    """What it says; None where it cannot be read."""
    reason: str = field(default="", compare=False)
    """Why it cannot be read."""

    @classmethod
    def of(cls, bookmark: Bookmark) -> Entry:
        """The entry that says this."""
        value: dict[str, Any] = {
            "id": bookmark.paper.id,
            "added": stamp(bookmark.added),
            "paper": to_record(bookmark.paper),
        }
        if bookmark.tags:
            value["tags"] = list(bookmark.tags)
        if bookmark.note:
            value["note"] = bookmark.note
        return cls(_dump_entry(value), bookmark)

    @classmethod
    def read(cls, text: bytes) -> Entry:
        """The entry that is written so; raises ValueError where it is no JSON."""
        value = _load(text)
        try:
            return cls(text, _bookmark(value))
        except ValueError as error:
            return cls(text, None, str(error))

    def saying(self, bookmark: Bookmark) -> Entry:
        """This entry with the tags and the note that its bookmark has now, and when.

        All else stays as it is.
        """
        value: Any = _load(self.text)
        if self.bookmark is None or bookmark.added != self.bookmark.added:
            value["added"] = stamp(bookmark.added)
        # What stands in place of tags and is none is not ours to remove.
        others = value.get("tags", [])
        if isinstance(others, list):
            others = [other for other in others if not isinstance(other, str)]
        else:
            others = [others]
        value["tags"] = [*bookmark.tags, *others]
        if not value["tags"]:
            del value["tags"]
        if isinstance(value.get("note", ""), str):
            value["note"] = bookmark.note
            if not bookmark.note:
                del value["note"]
        tags, note = _personal(value)
        # The paper is not read anew: with many entries that takes long.
        return Entry(_dump_entry(value), replace(bookmark, tags=tags, note=note))


@dataclass(frozen=True, slots=True)
class Document:
    """What one bookmarks file holds."""

    entries: tuple[Entry, ...] = ()
    """In the order of the file: the oldest first, where nobody re-ordered it."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The top-level fields that are unknown here, as parsed."""

    @property
    def bookmarks(self) -> dict[str, Entry]:
        """The entries that can be read, by the id of their paper."""
        return {e.bookmark.paper.id: e for e in self.entries if e.bookmark}

    def restricted(self, paper_ids: Container[str]) -> Document:
        """The document with the bookmarks of some papers only."""
        return Document(
            tuple(
                entry
                for entry in self.entries
                if entry.bookmark and entry.bookmark.paper.id in paper_ids
            )
        )

    @property
    def unreadable(self) -> list[Entry]:
        """The entries that cannot be read."""
        return [entry for entry in self.entries if entry.bookmark is None]


def parse(data: bytes, known: Document | None = None) -> Document:
    """The content of a bookmarks file; entries of a known document are used again.

    Raises ValueError with the reason where it is not one, `NewerFormatError` where a
    later paperstui wrote it. Entries that cannot be read are kept as they are.
    """
    entries = {entry.text: entry for entry in known.entries} if known else {}
    # Some editors put a byte order mark before UTF-8.
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        with _no_collection():
            try:
                return _document(*_split_own_layout(data), entries)
            except ValueError:
                return _document(*_split_any_layout(data), entries)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def serialise(document: Document) -> bytes:
    """The file's content: JSON in UTF-8, two spaces a level, line by line."""
    top = {"version": VERSION, **document.extra, "bookmarks": []}
    empty = _dump(top)
    if not document.entries:
        return empty + b"\n"
    head = empty.removesuffix(b"[]\n}")
    entries = b",\n    ".join([entry.text for entry in document.entries])
    return head + b"[\n    " + entries + b"\n  ]\n}\n"


def _document(
    top: dict[str, Any], texts: list[bytes], known: Mapping[bytes, Entry]
) -> Document:
    entries = tuple([known.get(text) or Entry.read(text) for text in texts])
    extra = {key: top[key] for key in top if key not in ("version", "bookmarks")}
    # What cannot be written back must be found now, not when it is saved.
    _dump(extra)
    return Document(entries, extra)


@contextmanager
def _no_collection() -> Iterator[None]:
    # Parsing makes no cycles, but so many objects that the collector walks all of them
    # again and again: a third of the time for a large file.
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _split_own_layout(data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    # Entry by entry, as `serialise` lays it out: a tenth of the memory that parsing the
    # whole of a large file takes, and each entry's text comes for free. It gives what
    # parsing the whole would give, or raises ValueError: where the rest parses with a
    # 0 in place of all entries and every entry parses, so does the whole.
    start, stop = data.find(_FIRST) + 5, data.rfind(_LAST) + 6
    if not 5 <= start < stop:
        raise ValueError("another layout")
    top = _check(_load(data[:start] + b"0" + data[stop:]))
    if top["bookmarks"] != [0]:
        raise ValueError("another layout")
    texts = []
    while (end := data.find(_BETWEEN, start, stop)) >= 0:
        texts.append(data[start : end + 6])
        start = end + 12
    return top, [*texts, data[start:stop]]


def _split_any_layout(data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    top = _check(_load(data))
    return top, [_dump_entry(entry) for entry in top["bookmarks"]]


def _check(top: object) -> dict[str, Any]:
    if not isinstance(top, dict):
        raise ValueError("it is not a JSON object")
    version = top.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ValueError('it has no "version"')
    if version > VERSION:
        raise NewerFormatError(version)
    if not isinstance(top.get("bookmarks"), list):
        raise ValueError('it has no list of "bookmarks"')
    return top


def utc_now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """A moment in UTC as it is saved, in ISO 8601."""
    return moment.isoformat().replace("+00:00", "Z")


def _bookmark(value: object) -> Bookmark:
    if not isinstance(value, dict):
        raise ValueError("a bookmark must be an object")
    paper = from_record(value.get("paper"))
    if value.get("id") != paper.id:
        raise ValueError('"id" is not the id of the paper')
    added = value.get("added")
    if not isinstance(added, str):
        raise ValueError('"added" must be a date and time')
    try:
        moment = datetime.fromisoformat(added)
        if moment.tzinfo is not UTC:
            # Without a zone it is taken for UTC.
            moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError('"added" must be a date and time in ISO 8601') from None
    return Bookmark(paper, moment, *_personal(value))


def _personal(value: dict[str, Any]) -> tuple[tuple[str, ...], str]:
    """Tags and note that are texts; whatever else is there stays in the file."""
    tags, note = value.get("tags"), value.get("note")
    found = tags if isinstance(tags, list) else []
    texts = tuple(tag for tag in found if isinstance(tag, str))
    return texts, note if isinstance(note, str) else ""


def _load(data: bytes) -> object:
    try:
        return json.loads(data.decode())
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno} is not JSON: {error.msg}") from None


def _dump(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, indent=2)
    # A lone surrogate has no UTF-8; Python's escape for it is JSON's as well.
    return text.encode("utf-8", "backslashreplace")


def _dump_entry(value: object) -> bytes:
    return _dump(value).replace(b"\n", b"\n    ")
