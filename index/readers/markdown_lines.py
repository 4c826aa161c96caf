"""The lines of a Markdown or plain text file and the links in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from paperstui.index.markup.characters import admissible

if TYPE_CHECKING:
    from collections.abc import Iterator

_NEWLINE = re.compile(r"\r\n|\r|\n")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_FENCE = re.compile(r"\s*(```+|~~~+)")
_HEADING = re.compile(r"\s{0,3}(#{1,6})(?:\s+(.*?))?\s*#*\s*")
_HTML_HEADING = re.compile(r"\s*<h([1-6])\b[^<>]*>(.*?)</h\1>\s*", re.IGNORECASE)
_UNDERLINE = re.compile(r"\s{0,3}(=+|-{3,})\s*")
_RULE = re.compile(r"\s*(?:[-*_=]\s*){3,}")
_ITEM = re.compile(
    r"(\s*)(?:[-*+•·]|\(?\d{1,5}[.)]|\[\d{1,5}\])\s+(?:\[[ xX]\]\s+)?(.*)"
)
_QUOTE = re.compile(r"\s{0,3}>\s?(.*)")
_SUMMARY = re.compile(r"<summary>(.*?)</summary>", re.IGNORECASE)

_ANCHOR = re.compile(
    r"<a\b[^<>]*?\bhref\s*=\s*[\"']?([^\s\"'<>]+)[\"']?[^<>]*>(.*?)</a>", re.IGNORECASE
)
_STRONG = re.compile(r"</?(?:strong|b)\s*>", re.IGNORECASE)
_ITALIC = re.compile(r"</?(?:em|i)\s*>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:p|div|span|details|summary|center|img|a|font|table|tbody|thead|tr|td|th|ul"
    r"|ol|li|hr|sub|sup|kbd)\b[^<>]*/?>",
    re.IGNORECASE,
)
_KEPT_TAG = re.compile(r"</?su[bp]\s*>", re.IGNORECASE)
_BADGE = re.compile(r"\[\s*!\[([^\[\]]*)\]\([^()]*\)\s*\]")
_IMAGE = re.compile(r"!\[[^\[\]]*\]\([^()]*\)")
_LINK = re.compile(
    r"\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]"
    r"\(\s*<?(?P<address>[^()\s<>]*(?:\([^()\s<>]*\)[^()\s<>]*)*)>?"
    r"(?:\s+[\"'][^\"']*[\"'])?\s*\)"
)
_ADDRESS = re.compile(r"<?(https?://[^\s<>\"'`|，。；、）]+)>?")


_LONGEST_TITLE = 300


class Kind(Enum):
    """What a line is."""

    BLANK = "blank"
    HEADING = "heading"
    ITEM = "item"
    QUOTE = "quote"
    ROW = "row"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Line:
    """One line without the marks that say what it is."""

    number: int
    """1-based."""
    kind: Kind
    text: str
    level: int = 0
    """1 to 6 for a heading; columns of white space before any other line."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link in a line."""

    text: str
    """What is shown; empty for a bare address."""
    address: str
    start: int
    """Offset in the line."""


def lines(content: str) -> Iterator[Line]:
    """The lines of a text; comments and code are left out, tags of HTML are read."""
    content = admissible(content)
    content = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), content)
    raw = _NEWLINE.split(content)
    fence = ""
    for number, line in enumerate(raw, 1):
        match = _FENCE.match(line)
        if fence:
            if match and match[1].startswith(fence):
                fence = ""
            continue
        if match:
            fence = match[1]
            continue
        following = raw[number] if number < len(raw) else ""
        yield _line(number, line, following)


def links(text: str) -> list[Link]:
    """The links of a line in their order, also bare addresses."""
    found = [Link(m["text"], m["address"], m.start()) for m in _LINK.finditer(text)]
    rest = _LINK.sub(lambda match: " " * len(match[0]), text)
    found += [
        Link("", match[1].rstrip(".,:;!?)]*"), match.start())
        for match in _ADDRESS.finditer(rest)
    ]
    return sorted(found, key=lambda link: link.start)


def without_links(text: str, dropped: frozenset[int] = frozenset()) -> str:
    """A line with the texts of its links, but of those that start at `dropped`."""

    def shown(match: re.Match[str]) -> str:
        return " " if match.start() in dropped else match["text"]

    return _ADDRESS.sub(" ", _LINK.sub(shown, text))


def cells(row: str) -> list[str]:
    """The cells of a row; a bar inside of a link or behind a backslash parts none."""
    row = row.strip().removeprefix("|")
    if row.endswith("|") and not row.endswith("\\|"):
        row = row[:-1]
    found, depth = [""], 0
    for piece in re.split(r"(\\\||[|\[\]])", row):
        depth = max(0, depth + (piece == "[") - (piece == "]"))
        if piece == "|" and depth == 0:
            found.append("")
        else:
            found[-1] += "|" if piece == "\\|" else piece
    plain = re.split(r"(?<!\\)\|", row)
    return [cell.strip() for cell in (plain if depth else found)]


def _line(number: int, raw: str, following: str) -> Line:
    line = raw.expandtabs(4)
    if not line.strip():
        return Line(number, Kind.BLANK, "")
    if heading := _HEADING.fullmatch(line) or _HTML_HEADING.fullmatch(line):
        mark, title = heading.groups()
        level = len(mark) if mark.startswith("#") else int(mark)
        return Line(number, Kind.HEADING, _markdown(title or ""), level)
    indent = len(line) - len(line.lstrip())
    if _RULE.fullmatch(line):
        return Line(number, Kind.BLANK, "")
    stripped = line.strip()
    if stripped.startswith("|") or (stripped.count("|") > 1 and not indent):
        return Line(number, Kind.ROW, _markdown(stripped), indent)
    if item := _ITEM.fullmatch(line):
        return Line(number, Kind.ITEM, _markdown(item[2]), len(item[1]))
    if quote := _QUOTE.fullmatch(line):
        return Line(number, Kind.QUOTE, _markdown(quote[1]))
    text = _markdown(stripped)
    if text and len(text) < _LONGEST_TITLE and _UNDERLINE.fullmatch(following):
        level = 1 if following.lstrip().startswith("=") else 2
        return Line(number, Kind.HEADING, text, level)
    return Line(number, Kind.TEXT if text else Kind.BLANK, text, indent)


def _markdown(text: str) -> str:
    """A line with the Markdown for tags, badges as links, and no images."""
    text = _BADGE.sub(r"[\1]", text)
    text = _IMAGE.sub(" ", text)
    if "<" in text:
        text = _BREAK.sub(" ", text)
        text = _STRONG.sub("**", text)
        text = _ITALIC.sub("*", text)
        text = _ANCHOR.sub(r"[\2](\1)", text)
        text = _SUMMARY.sub(r"\1:", text)
        text = _TAG.sub(lambda m: m[0] if _KEPT_TAG.fullmatch(m[0]) else " ", text)
    return text.strip()
