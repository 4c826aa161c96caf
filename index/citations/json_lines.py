"""JSON Lines in the lossless shape, which comes back as it went out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from paperstui.index.records import to_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.citations.cited import CitationOptions, Cited


def write(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    """One paper a line."""
    for each in papers:
        yield f"{dumped(record(each))}\n"


def record(cited: Cited) -> dict[str, Any]:
    """All of a paper with its key, and the tags and the note where it has any."""
    made = {**to_record(cited.paper), "key": cited.key}
    if made.get("native_key") == cited.key:
        # Readers take the one for the other.
        del made["native_key"]
    if marks := bookmark(cited):
        made["bookmark"] = marks
    return made


def bookmark(cited: Cited) -> dict[str, Any]:
    """What the person put on the bookmark of a paper: "tags" and "note"."""
    given = {"tags": list(cited.tags), "note": cited.note}
    return {name: value for name, value in given.items() if value}


def dumped(value: object, indent: int | None = None) -> str:
    """A value as JSON that can be written in UTF-8."""
    dump = json.dumps(value, ensure_ascii=False, indent=indent)
    # A lone surrogate has no UTF-8; Python's escape for it is JSON's as well.
    return dump.encode("utf-8", "backslashreplace").decode()
