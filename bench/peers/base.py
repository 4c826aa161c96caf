"""What the peers share: each takes the rows of the library as its numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index.engines.base import TEXT_FIELDS, field_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.library import Library

SEARCHED = ("title", "abstract")
"""The fields that peers search."""
ALL = TEXT_FIELDS
"""Those that paperstui indexes."""

_WORD = re.compile(r"\w+")


def texts(
    library: Library, fields: tuple[str, ...]
) -> Iterator[tuple[int, int, list[str]]]:
    """Row, venue number and the texts of some fields of every paper, by rising row."""
    for row, paper, venue, _ in library.contents():
        yield row, venue, [field_text(paper, name) for name in fields]


def labels(library: Library) -> dict[int, str]:
    """What venues are called, by their numbers."""
    return {n: venue.label for n, venue in library.venue_numbers().items()}


def words(text: str) -> list[str]:
    """The words of a text that is typed, in lower case."""
    return _WORD.findall(text.lower())
