"""The volumes and papers of an ACL Anthology file that is not well-formed XML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html.entities import html5
from typing import TYPE_CHECKING

from paperstui.index.readers.decoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

_START = re.compile(r"<(collection|volume|meta|frontmatter|paper)\b[^<>]*>")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9A-Fa-f]+);)(?:(\w+;))?")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a file that is parsed by itself."""

    line: int
    """1-based line where it begins."""
    element: Element | None
    """None for a paper that cannot be read even so."""
    complaint: str = ""
    """Why it cannot be read, or what was mended in it."""


def pieces(data: bytes) -> Iterator[Piece]:
    """Collection, volumes, descriptions, front matter and papers in their order.

    Collections and volumes come empty, with their attributes only.
    """
    content, complaint = decode(data)
    starts = list(_START.finditer(content))
    stops = [start.start() for start in starts[1:]] + [len(content)]
    line, counted = 1, 0
    # Where nothing starts, one stop is left over.
    for start, stop in zip(starts, stops, strict=False):
        line += content.count("\n", counted, start.start())
        counted = start.start()
        name = start[1]
        if name in ("collection", "volume"):
            source = start[0].rstrip("/>") + "/>"
        else:
            end = content.find(f"</{name}>", start.end(), stop)
            source = content[start.start() : end + len(name) + 3] if end >= 0 else ""
        piece = _piece(source, line, complaint)
        if piece.element is not None or name == "paper":
            yield piece


def _piece(source: str, line: int, complaint: str) -> Piece:
    # Not at the top, to start sooner.
    from xml.etree.ElementTree import ParseError, fromstring

    if not source:
        return Piece(line, None, "the paper does not end")
    mended = _AMPERSAND.sub(_ampersand, _CONTROL.sub("", source))
    if mended != source:
        complaint = "signs that XML does not allow were mended"
    try:
        return Piece(line, fromstring(mended), complaint)
    except ParseError as error:
        return Piece(line, None, f"the paper is not well-formed XML ({error.msg})")


def _ampersand(match: re.Match[str]) -> str:
    """A named character of HTML, or an ampersand that nobody escaped."""
    return html5.get(match[1] or "", f"&amp;{match[1] or ''}")
