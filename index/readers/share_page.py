"""Reads the web pages that `citations.share_page` writes, by the records in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO

from paperstui.index.models import Problem
from paperstui.index.readers import json_records, lossless
from paperstui.index.readers.common import Place
from paperstui.index.readers.decoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.models import Paper
    from paperstui.index.readers.base import Origin

FORMAT = "html"

MARK = '<meta name="generator" content="paperstui">'
"""By what a page is known."""
RECORDS = '<script type="application/json" id="paperstui">['
"""What the array of records begins with."""

_MARK = re.compile(r"<meta\s[^>]*content=[\"']?paperstui\b", re.IGNORECASE)
_RECORDS = re.compile(r"<script\s[^>]*\bid=[\"']?paperstui\b[^>]*>", re.IGNORECASE)


def sniff(head: str) -> bool:
    """Whether a file begins like a page that was written here."""
    return head.lstrip("\ufeff \t\r\n").startswith("<") and bool(_MARK.search(head))


def read(file: BinaryIO, origin: Origin) -> Iterator[Paper | Problem]:
    """The papers of a page, and what is wrong with it; never raises."""
    content, complaint = decode(file.read())
    if complaint:
        yield Problem(origin.source, complaint)
    for entry in entries(content):
        place = Place(origin, entry.number, entry.line)
        if entry.damage or not lossless.is_lossless(entry.value):
            reason = f"cannot be read: {entry.damage or 'is no record of a paper'}"
            yield place.problem(reason, lost=True)
        else:
            yield lossless.restored(entry.value, place)


def entries(content: str) -> Iterator[json_records.Entry]:
    """The records in a page, and those that are damaged."""
    start = _RECORDS.search(content)
    if start is None:
        yield json_records.Entry(1, 1, damage="the page holds no records")
        return
    end = content.find("</script", start.end())
    yield from json_records.entries(
        content[: end if end >= 0 else len(content)], start.end(), is_inner=True
    )
