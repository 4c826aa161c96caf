"""A reading list in Markdown, to paste into notes or to tick off on GitHub.

One task a paper: its title, linked, and its key; the authors; where it appeared; the
tags and the note. Items are tight, in the order given, and show all texts literally
(https://spec.commonmark.org/0.31.2/).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index import text
from paperstui.index.citations import fields, markdown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.citations.cited import CitationOptions, Cited
    from paperstui.index.models import Paper

_MOST_NAMES = 10
"""Authors of one paper; where there are more, the first of them stand for all."""

# What begins a block of Markdown at the start of a line.
_BLOCK = re.compile(r"(\d{1,9})(?=[.)](?:\s|$))|(?=[-+#=])")
_ITEM = re.compile(
    r"^ {0,3}[-*+] (?:\[[ xX]\] )?(?P<title>.*\S) (?P<fence>`+) ?(?P<key>\S+?) ?"
    r"(?P=fence)\\?$",
    re.MULTILINE,
)
_LINK = re.compile(r"\[(?P<text>.*)\]\([^()\s]*\)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def write(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    """One item of a list for each paper."""
    for each in papers:
        yield "\\\n  ".join(_lines(each)) + "\n" + _quoted(each.note)


def keys_in(content: str) -> dict[str, str]:
    """The citation keys of the items in a reading list, and their titles."""
    found = {}
    for item in _ITEM.finditer(content):
        link = _LINK.fullmatch(item["title"])
        found[item["key"]] = _ESCAPED.sub(
            r"\1", link["text"] if link else item["title"]
        )
    return found


def _lines(cited: Cited) -> Iterator[str]:
    paper = cited.paper
    yield f"- [ ] {markdown.link(paper)} {_code(cited.key)}"
    if names := _names(paper):
        yield _begun(markdown.literal(names))
    place = text.plain(paper.venue.label)
    if paper.status:
        place += f" ({text.plain(paper.status)})"
    links = (("PDF", paper.pdf), ("code", paper.code), ("project", paper.project))
    targets = ((name, markdown.target(url)) for name, url in links)
    given = [f"[{name}]({target})" for name, target in targets if target]
    if parts := list(filter(None, (markdown.literal(place), *given))):
        yield _begun(" · ".join(parts))
    if cited.tags:
        yield f"Tags: {markdown.literal(', '.join(cited.tags))}"


def _names(paper: Paper) -> str:
    names = fields.author_names(paper)
    if len(paper.authors) > _MOST_NAMES:
        names[_MOST_NAMES:] = ["et al."]
    return ", ".join(names)


def _quoted(note: str) -> str:
    """The note as a quotation in the item, line by line."""
    lines = [_begun(markdown.literal(line)) for line in note.strip().splitlines()]
    return "".join(f"  > {line}".rstrip() + "\n" for line in lines)


def _begun(line: str) -> str:
    """A line of literal text that begins no block."""
    return _BLOCK.sub(r"\1\\", line, count=1) if _BLOCK.match(line) else line


def _code(key: str) -> str:
    """A key as a span of code, which shows every character."""
    fence = "`" * (max(map(len, re.findall("`+", key)), default=0) + 1)
    return f"{fence} {key} {fence}" if "`" in key else f"{fence}{key}{fence}"
