"""Papers that another person shared, with the keys, tags and notes that came along."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, BinaryIO

from paperstui.index.citations.cited import Cited
from paperstui.index.models import Paper
from paperstui.index.readers import lossless, share_page
from paperstui.index.readers.base import Origin
from paperstui.index.readers.common import Place
from paperstui.index.readers.decoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterator


def shared(file: BinaryIO, source: str = "") -> Iterator[Cited]:
    """The papers of a share page, or of JSON Lines in the lossless shape; never raises.

    What cannot be read is left out: `read` of either reader says what and why.
    """
    content, _ = decode(file.read())
    place = Place(Origin(source), 0)
    for record in _records(content):
        if not lossless.is_lossless(record):
            continue
        paper = lossless.restored(record, place)
        if isinstance(paper, Paper):
            yield _cited(paper, record)


def _records(content: str) -> Iterator[Any]:
    if share_page.sniff(content):
        yield from (entry.value for entry in share_page.entries(content))
        return
    for line in content.split("\n"):
        try:
            yield json.loads(line, strict=False)
        except (ValueError, RecursionError):
            continue


def _cited(paper: Paper, record: dict[str, Any]) -> Cited:
    """The paper with what the record says besides, cleaned like its texts."""
    key = lossless.admitted(record.get("key"))
    marks = lossless.admitted(record.get("bookmark"))
    marks = marks if isinstance(marks, dict) else {}
    tags, note = marks.get("tags"), marks.get("note")
    return Cited(
        paper,
        key if isinstance(key, str) and key else paper.native_key,
        tuple(tag for tag in tags if isinstance(tag, str) and tag)
        if isinstance(tags, list)
        else (),
        note if isinstance(note, str) else "",
    )
