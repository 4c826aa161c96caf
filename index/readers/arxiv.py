"""Reads arXiv metadata: the JSON Lines of the public snapshot, or an array of them."""

from __future__ import annotations

import json
import re
import zlib
from typing import TYPE_CHECKING, Any, BinaryIO

from paperstui.index import text
from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers import addresses, json_records, names, values
from paperstui.index.readers.arxiv_choice import (
    ArxivChoice,
    arxiv_id,
    categories,
    published,
)
from paperstui.index.readers.decoding import decode
from paperstui.index.readers.identity import paper_id
from paperstui.index.readers.json_records import Entry, entries, why

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.readers.base import Origin

FORMAT = "arxiv"

_POINTER = "version https://git-lfs.github.com/spec/"
_POINTER_SIZE = re.compile(rb"^size (\d+)\s*$", re.MULTILINE)
_OWN_FIELDS = frozenset(
    ("authors_parsed", "categories", "primary_category", "submitter", "update_date")
)
_LINE_FIELDS = frozenset(("category", "title", "abstract", "authors"))

# A file without line ends must not fill the memory.
_LONGEST = 16 * 1024 * 1024
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")

_REMARK = re.compile(r"\s*\([^()]*\)")
_COMMA = re.compile(r",(?!\s*(?:[JS]r|II|III|IV)\b)")
_COLLABORATION = re.compile(
    r"\b(?:collaboration|consortium|group|team)\b", re.IGNORECASE
)
# In the snapshot a line that is indented begins a paragraph.
_PARAGRAPH = re.compile(r"(?<=\S)[ \t]*\n[ \t]{2,}(?=\S)")


def sniff(head: str) -> bool:
    """Whether a file that begins with `head` holds arXiv metadata, or stands for some.

    A Git LFS pointer is taken too, whatever file it stands for, to say what it is.
    """
    head = head.lstrip("\ufeff \t\r\n")
    if head.startswith(_POINTER):
        return True
    first, keys = json_records.opening(head)
    if {"title", "abstract"} <= keys and len(keys & _OWN_FIELDS) > 1:
        return True
    # Other lists of objects have these fields, too, but not one object a line.
    return first == "{" and keys >= _LINE_FIELDS and _is_object(head.split("\n", 1)[0])


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def read(file: BinaryIO, origin: Origin) -> Iterator[Paper | Problem]:
    """The papers of arXiv metadata as the file is read; never raises.

    Records that `origin.categories` and `origin.since` leave out give no paper; one
    problem at the end counts them. "cs" stands for all categories of its archive.
    """
    choice = ArxivChoice(origin)
    found = False
    try:
        first = file.readline(_LONGEST)
        if first.startswith(_POINTER.encode()):
            yield Problem(origin.source, _pointer(file.read(1024)))
            return
        for record in _records(first, file, choice, origin.source):
            if isinstance(record, Problem):
                yield record
            else:
                found = True
                yield from _read_record(record, choice, origin)
    except (OSError, EOFError, zlib.error) as error:
        yield Problem(origin.source, f"cannot be read to its end: {error}")
    if choice.left_out:
        yield Problem(origin.source, choice.summary)
    elif not found:
        yield Problem(origin.source, "holds no arXiv records")


def _records(
    first: bytes, file: BinaryIO, choice: ArxivChoice, source: str
) -> Iterator[Entry | Problem]:
    """The records of a file whose first line has been read."""
    start = first.removeprefix(b"\xef\xbb\xbf").strip()
    if not start.startswith((b"[", *_UTF_16)) and start not in (b"", b"{"):
        yield from _lines(first, file, choice, source)
        return
    content, complaint = decode(first + file.read())
    if complaint:
        yield Problem(source, complaint)
    # Objects that follow one another are read like those of an array.
    is_array = content.lstrip().startswith("[")
    yield from entries(content if is_array else f"[{content}]")


def _lines(
    line: bytes, file: BinaryIO, choice: ArxivChoice, source: str
) -> Iterator[Entry | Problem]:
    """The records of JSON Lines, one at a time; those not wanted are not parsed."""
    number = place = 0
    is_utf_8 = True
    while line:
        place += 1
        record = line.removeprefix(b"\xef\xbb\xbf").strip()
        number += bool(record)
        if len(line) == _LONGEST:
            while line and not line.endswith(b"\n"):
                line = file.readline(_LONGEST)
            yield Entry(number, place, damage="the line is longer than 16 MiB")
        elif record and (not record.endswith(b"}") or choice.may_want(record)):
            content, complaint = decode(record)
            if complaint and is_utf_8:
                is_utf_8 = False
                yield Problem(source, "is not UTF-8; read as Windows-1252", place)
            try:
                # Raw tabs in texts are against the rules, but what is meant is clear.
                value = json.loads(content, strict=False)
                yield Entry(number, place, value)
            except (ValueError, RecursionError) as error:
                yield Entry(number, place, damage=why(error))
        line = file.readline(_LONGEST)


def _read_record(
    record: Entry, choice: ArxivChoice, origin: Origin
) -> Iterator[Paper | Problem]:
    """The paper of a record that is wanted, or what is wrong with it."""
    item = record.value
    reason = ""
    if record.damage:
        reason = f"is no valid JSON ({record.damage}), skipped"
    elif not isinstance(item, dict):
        reason = "is no JSON object, skipped"
    elif not (title := values.title(item.get("title"))):
        reason = "has no title, skipped"
    elif choice.wants(item):
        yield _paper(item, title, origin)
    if reason:
        yield Problem(origin.source, reason, record.line, record.number, lost=True)


def _pointer(rest: bytes) -> str:
    size = _POINTER_SIZE.search(rest)
    of_bytes = f" of {int(size[1][:15]):,} bytes" if size else ""
    return (
        f"is a Git LFS pointer, not the file{of_bytes} that it stands for: run "
        "`git lfs pull` in its repository, or download the file itself"
    )


def _paper(item: dict[str, Any], title: str, origin: Origin) -> Paper:
    listed = categories(item)
    venue = origin.venue or Venue("arXiv")
    if venue.year is None:
        venue = Venue(venue.name, published(item)[0])
    arxiv, doi = arxiv_id(item), addresses.doi(item.get("doi"))
    authors, affiliations = _authors(item)
    remarks = (
        values.line(item.get("comments") or item.get("comment")),
        values.line(item.get("journal-ref") or item.get("journal_ref")),
    )
    return Paper(
        # The DOI of a record is often that of another version, or of another paper.
        id=paper_id(
            title=title,
            venue=venue,
            first_author=authors[0].name if authors else "",
            arxiv=arxiv,
            doi="" if arxiv else doi,
        ),
        title=title,
        venue=venue,
        abstract=_abstract(item),
        authors=authors,
        et_al=bool(authors) and values.are_cut(_written(item)),
        url=f"https://arxiv.org/abs/{arxiv}" if arxiv else "",
        pdf=f"https://arxiv.org/pdf/{arxiv}" if arxiv else "",
        doi=doi,
        arxiv=arxiv,
        source=origin.source,
        kind="article",
        track=listed[0] if listed else "",
        keywords=listed,
        affiliations=affiliations,
        note="; ".join(filter(None, remarks)),
    )


def _abstract(item: dict[str, Any]) -> str:
    value = item.get("abstract") or item.get("summary")
    if not isinstance(value, str):
        return ""
    value = _PARAGRAPH.sub("\n\n", value)
    if "\\" in value:
        # Not at the top, to start sooner: many lists hold no LaTeX.
        from paperstui.index.readers.tex import to_text

        value = to_text(value)
    return text.clean_block(value)


def _authors(item: dict[str, Any]) -> tuple[tuple[Author, ...], tuple[str, ...]]:
    """The authors and, where the record gives them so, their affiliations."""
    parsed = item.get("authors_parsed")
    if isinstance(parsed, list):
        rows = [
            [part if isinstance(part, str) else "" for part in row]
            for row in parsed
            if isinstance(row, list)
        ]
        people = [(_parsed_author(row), "; ".join(row[3:])) for row in rows]
        people = [
            (person, place)
            for person, place in people
            if person.family and not names.is_nobody(person.name)
        ]
        if people:
            places = tuple(text.clean(place) for _, place in people)
            return tuple(person for person, _ in people), places if any(places) else ()
    return values.authors(_written(item)), ()


def _written(item: dict[str, Any]) -> object:
    """The list of authors as it is written, without their affiliations."""
    written = item.get("authors") or item.get("author")
    if isinstance(written, str):
        # Affiliations may hold parentheses themselves.
        for _ in range(3):
            written = _REMARK.sub("", written)
        # Names of arXiv are never turned round, even if each is one word.
        written = _COMMA.sub(";", written)
    return written


def _parsed_author(row: list[str]) -> Author:
    """The name of ["Test", "Max", "Jr."], with whatever may stand behind."""
    family, given, suffix = (part.strip() for part in (*row, "", "", "")[:3])
    if not given and (" " not in family or _COLLABORATION.search(family)):
        return Author(names.author(f"{{{family}}}").family)
    parts = (family, suffix, given) if given else (family,)
    return names.author(", ".join(filter(None, parts)))
