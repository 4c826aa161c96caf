"""Takes a line of a list apart: title, authors, venue and links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index.readers.markdown_draft import (
    Draft,
    authors_in,
    plain,
    without_venue,
)
from paperstui.index.readers.markdown_labels import is_label
from paperstui.index.readers.markdown_lines import links, without_links

if TYPE_CHECKING:
    from paperstui.index.models import Venue

_TAGS = re.compile(
    r"\s*(?:[\[(（【][^\[\]()（）【】]{2,30}[\])）】]\s*[:：,-]?\s*)+(?=\S)"
)
_EMPTY = re.compile(r"\[[\s\[\]|,/]*\]|\([\s,|/]*\)")
_BOLD = re.compile(r"(\*\*|__)(?P<title>.+?)\1(?P<rest>.*)", re.DOTALL)
_QUOTED = re.compile(r"[\"“](?P<title>[^\"“”]{8,}?)[,.]?[\"”](?P<rest>.*)", re.DOTALL)
_EMPHASISED = re.compile(
    r"(?P<title>[^*]{8,}?)\.?\s*\*(?=\S)(?P<rest>[^*]+\*.*)", re.DOTALL
)
_VENUE_BEHIND = re.compile(
    r"(?P<title>.{8,}?)[\s,.]*[(\[]?\s*"
    r"(?P<rest>\b[A-Z][A-Za-z]{2,10}[ '’-]*20\d\d\b.*)",
    re.DOTALL,
)
_SENTENCE = re.compile(r"[.?!]\s+")
_BETWEEN = re.compile(r",\s*and\b|[,;]|\band\b|&")
_DASH = re.compile(r"\s+(?:[-–—|]|by|::)\s+")
_PIECES = re.compile(r"[*_]{1,3}|\.\s+(?=[A-Z])|[()\[\]]|\s[-–—|]\s")
_ET_AL = re.compile(r".{3,}?\bet\.? al\b", re.IGNORECASE)
_PROSE = re.compile(
    r"\w{2,}\. [A-Z]\w+ \w+ \w+|https?://|`|\{|^(?:note|run|see)\b", re.I
)
_LONGEST = 6000
"""Characters of the longest line that can be an entry."""
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def entry(number: int, line: str, venue: Venue) -> Draft:
    """What a line says of a paper, if it is one; `is_paper` where it links to one.

    The title is empty where there is none.
    """
    draft = Draft(number, "", venue)
    if len(line) > _LONGEST:
        return draft
    found = links(line)
    named = [link for link in found if not is_label(link.text)]
    labels = frozenset(link.start for link in found if is_label(link.text))
    for link in found:
        shows = draft.take_link(link)
        draft.is_paper = draft.is_paper or shows
    body = _EMPTY.sub(" ", without_links(line, labels)).strip()
    title_link = next((link for link in named if len(link.text) > 7), None)
    if title_link and plain(title_link.text) in body:
        draft.title = plain(title_link.text)
        before, _, behind = body.partition(title_link.text)
        _take_rest(draft, f"{before} {behind}")
        return draft
    tags = _TAGS.match(body)
    if tags:
        draft.take_venue(tags[0])
        body = body[tags.end() :]
    title, rest = _parted(body)
    draft.title = plain(title)
    _take_rest(draft, rest)
    return draft


def bold_line(line: str) -> bool:
    """Whether a line is in bold type but for links and a few words behind."""
    match = _BOLD.fullmatch(line.strip())
    if match is None:
        return False
    found = links(match["rest"])
    rest = without_links(match["rest"], frozenset(link.start for link in found))
    return len(rest.split()) < 8


def is_title(shown: str, least: int = 2) -> bool:
    """Whether a line can be a title: of so many words at least, and no sentences."""
    words = len(shown.split())
    if _CJK.search(shown):
        words = max(words, len(_CJK.findall(shown)) // 2)
    ends_open = shown.endswith((":", "：", ",", ";", "，"))
    return (
        least <= words <= 40
        and len(shown) < 300
        and not ends_open
        and _PROSE.search(shown) is None
        and any(char.isalpha() for char in shown)
    )


def _parted(body: str) -> tuple[str, str]:
    """Title and rest of a line whose title is no link."""
    stops = [*_SENTENCE.finditer(body), *_DASH.finditer(body)]
    for stop in stops:
        before = body[: stop.start() + 1]
        piece = _SENTENCE.split(body[stop.end() :], maxsplit=1)[0]
        if _is_author_list(before) and len(piece.split()) > 2:
            # A reference: authors, title, and where it appeared.
            return piece, f"{before} {body[stop.end() + len(piece) :]}"
    for pattern in (_BOLD, _QUOTED, _EMPHASISED, _VENUE_BEHIND):
        match = pattern.fullmatch(body)
        if match:
            return match["title"], match["rest"]
    for stop in stops:
        before, behind = body[: stop.start() + 1], body[stop.end() :]
        is_whole = len(before.split()) > 1
        if is_whole and authors_in(_SENTENCE.split(behind, maxsplit=1)[0]):
            return before.rstrip(" .-–—|:"), behind
    return body, ""


def _is_author_list(before: str) -> bool:
    """Whether a text is of names only, each of two words or more."""
    parts = _BETWEEN.split(before)
    whole = [part for part in parts if len(part.split()) != 1]
    return len(whole) == len(parts) > 1 and bool(authors_in(before))


def _take_rest(draft: Draft, rest: str) -> None:
    """Take the authors and the venue from what stands around a title."""
    draft.take_venue(rest)
    for piece in _PIECES.split(without_venue(rest)):
        piece = piece.strip(' .,:;"“”')
        several = _ET_AL.match(piece)
        draft.authors = authors_in(several[0] if several else piece)
        if draft.authors:
            return
