"""Reads JSON Lines: one paper a line, in the lossless shape or a plain one.

The lossless shape is what `records.to_record` makes: an object with "id", "title",
"venue" ({"name": ..., "year": ...}) and every field of a paper that is not empty, under
its name in `models.Paper`; "authors" are CSL-JSON names. It comes back as it went out.
A "key" is its citation key; a "bookmark" is left to `readers.shared`.

In the plain shape "venue" is a text, beside "year", "title", "abstract", "authors" and
"keywords" (lists or texts), and whatever else a paper has as text. Lines are UTF-8 and
end with a line feed; empty ones are passed over. See docs/formats.md.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, BinaryIO

from paperstui.index.models import Problem, Venue
from paperstui.index.readers import (
    addresses,
    json_records,
    known_venues,
    lossless,
    values,
)
from paperstui.index.readers.common import Place, finished, venue
from paperstui.index.readers.decoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.models import Paper
    from paperstui.index.readers.base import Origin

FORMAT = "jsonl"

_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_OTHERS = frozenset(
    ("categories", "category", "content", "issued", "notes", "versions")
)
"""Fields of objects in other JSON formats."""


def sniff(head: str) -> bool:
    """Whether the first line is an object with a title, or the start of one."""
    first, keys = json_records.opening(head)
    if first != "{" or "title" not in keys or not keys.isdisjoint(_OTHERS):
        return False
    line, end, _ = head.lstrip("\ufeff \t\r\n").partition("\n")
    return not end or line.rstrip().endswith("}")


def read(file: BinaryIO, origin: Origin) -> Iterator[Paper | Problem]:
    """The papers line by line, and what is wrong with them; never raises."""
    record = 0
    is_complained = False
    for number, data in enumerate(_lines(file), 1):
        if not data.strip():
            continue
        record += 1
        content, complaint = decode(data)
        if complaint and not is_complained:
            reason = "is not UTF-8; read this line as Windows-1252"
            yield Problem(origin.source, reason, number)
            is_complained = True
        place = Place(origin, record, number)
        try:
            value = json.loads(content, strict=False)
        except (ValueError, RecursionError) as error:
            reason = f"is not JSON: {json_records.why(error)}"
            if not data.endswith(b"\n"):
                reason = "is cut off: the file ends in the middle of it"
            yield place.problem(reason, lost=True)
            continue
        if not isinstance(value, dict):
            yield place.problem("is no JSON object", lost=True)
        elif lossless.is_lossless(value):
            yield lossless.restored(value, place)
        else:
            yield from _plain(value, place)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, those of UTF-16 in UTF-8."""
    first = file.readline()
    if first.startswith(_UTF_16):
        content, _ = decode(first + file.read())
        yield from content.encode().splitlines(keepends=True)
    else:
        yield first
        yield from file


def _plain(record: dict[str, Any], place: Place) -> Iterator[Paper | Problem]:
    listed = record.get("authors") or record.get("author")
    authors = values.authors(listed)
    url = addresses.address(record.get("url"))
    volume, pmlr = addresses.pmlr_place(url)
    yield from finished(
        place,
        title=values.title(record.get("title")),
        venue=_venue(record, place.origin),
        abstract=values.block(record.get("abstract")),
        authors=authors,
        et_al=bool(authors) and values.are_cut(listed),
        booktitle=values.line(record.get("booktitle")),
        volume=volume or values.line(record.get("volume")),
        series=values.line(record.get("series")),
        number=values.line(record.get("number")),
        pages=values.line(record.get("pages")),
        publisher=values.line(record.get("publisher")),
        url=url,
        pdf=addresses.address(record.get("pdf")),
        doi=addresses.doi(record.get("doi")) or addresses.doi(url),
        pmlr=pmlr,
        openreview=addresses.openreview_id(url)
        or values.line(record.get("openreview")),
        arxiv=addresses.arxiv_id(record.get("arxiv")),
        kind=values.line(record.get("kind")),
        status=values.line(record.get("status")),
        track=values.line(record.get("track")),
        keywords=values.words(record.get("keywords")),
        affiliations=values.affiliations(record.get("affiliations"), len(authors)),
        code=addresses.code_address(record.get("code")),
        project=addresses.address(record.get("project")),
        note=values.line(record.get("note")),
        rating=values.mean_score(record.get("rating")),
        citations=values.count(record.get("citations")),
        native_key=values.line(record.get("native_key")),
    )


def _venue(record: dict[str, Any], origin: Origin) -> Venue:
    """The venue that a record names by text, else that of the file."""
    year = values.year(record.get("year"))
    name = values.line(record.get("venue"))
    if not name:
        found = venue(origin, year)
        return Venue(found.name, year or found.year)
    return known_venues.venue_named(name, year)
