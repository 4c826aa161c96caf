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


def marks(file: BinaryIO) -> dict[str, tuple[tuple[str, ...], str]]:
    """Tags and notes by the ids of the items of CSL-JSON that has them; never raises.

    Only `citations.csl_json` tells them apart from what a paper has itself.
    """
    content, _ = decode(file.read())
    try:
        items = json.loads(content, strict=False)
    except (ValueError, RecursionError):
        return {}
    if isinstance(items, dict):
        items = items.get("items", items.get("references"))
    return {
        str(item["id"]): _marks(item["custom"])
        for item in (items if isinstance(items, list) else ())
        if isinstance(item, dict) and "id" in item and "custom" in item
    }


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
    key = key if isinstance(key, str) and key else paper.native_key
    return Cited(paper, key, *_marks(record))


def _marks(record: object) -> tuple[tuple[str, ...], str]:
    """The tags and the note in a record."""
    given = record.get("bookmark") if isinstance(record, dict) else None
    given = lossless.admitted(given)
    if not isinstance(given, dict):
        return (), ""
    tags, note = given.get("tags"), given.get("note")
    return (
        tuple(tag for tag in tags if isinstance(tag, str) and tag)
        if isinstance(tags, list)
        else (),
        note if isinstance(note, str) else "",
    )
