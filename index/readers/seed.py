"""Reads a list of abstracts: a heading line, then one abstract a paragraph."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index import text
from paperstui.index.models import Paper, Problem, Venue
from paperstui.index.readers import facts
from paperstui.index.readers.decoding import decode
from paperstui.index.readers.identity import paper_id
from paperstui.index.readers.venues import YEAR, heading_venue

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from paperstui.index.readers.base import Origin

_NEWLINE = re.compile(r"\r\n|\r|\n")
_HEADING_WIDTH = 100
_TITLE_WIDTH = 90

_ABBREVIATED = re.compile(r"(?:\b(?:al|cf|e\.g|eq|etc|[fF]ig|i\.e|resp|vs|[A-Z]))\.$")


FORMAT = "abstracts"


def sniff(head: str) -> bool:
    """Whether it is a heading with a year above paragraphs, or paragraphs of prose."""
    if "\0" in head:  # a picture or a program, not a text
        return False
    paragraphs = list(_paragraphs(head))[:20]
    prose = [text for _, text, is_heading in paragraphs if not is_heading]
    if not prose:
        return False
    long = sum(len(text) > 200 for text in prose)
    return paragraphs[0][2] or 2 * long > len(prose)


def read(file: BinaryIO, origin: Origin) -> Iterator[Paper | Problem]:
    """The papers of one list, and what is wrong with it; never raises.

    Bibliographic facts are taken from `NAME.csl.json` beside `NAME.txt`, matched by
    opening words.
    """
    source = origin.source
    try:
        content, complaint = decode(file.read())
    except OSError as error:
        yield Problem(source, f"cannot be read: {error.strerror or error}")
        return
    if complaint:
        yield Problem(source, complaint)
    entries, problems = facts.load(_beside(origin))
    yield from problems
    venue = origin.venue
    found = False
    for line, paragraph, is_heading in _paragraphs(content):
        if is_heading:
            venue = heading_venue(paragraph)
            continue
        if venue is None:
            venue = heading_venue(re.sub(r"[-_]+", " ", source.partition(".")[0]))
            yield Problem(
                source,
                f"no heading line with venue and year; took {venue.label} from the "
                "file name",
                line,
            )
        abstract = text.clean_block(paragraph)
        yield _paper(abstract, venue, facts.find(entries, abstract), source)
        found = True
    if not found:
        yield Problem(source, "holds no abstracts")


def derived_title(abstract: str) -> str:
    """A display title from the first sentence of an abstract, at most 90 characters."""
    plain = text.plain(abstract).split("\n", 1)[0]
    sentence = plain
    for end in re.finditer(r"[.!?](?=\s)|[。！？]", plain):
        if not _ABBREVIATED.search(plain[: end.end()]):
            sentence = plain[: end.end()]
            break
    sentence = sentence.rstrip(".。 ")
    if len(sentence) <= _TITLE_WIDTH:
        return sentence
    cut = sentence[: _TITLE_WIDTH - 1]
    return cut.rsplit(" ", 1)[0].rstrip(",;: ") + "…"


def _paragraphs(content: str) -> Iterator[tuple[int, str, bool]]:
    """Line number, text and whether it is a heading, of each paragraph."""
    block: list[str] = []
    start = 0
    for number, line in enumerate([*_NEWLINE.split(content), ""], 1):
        if line.strip():
            start = start or number
            block.append(line)
            continue
        if not block:
            continue
        if len(block) > 1 and _is_heading(block[0]):
            # A heading directly above its first abstract.
            yield start, block[0], True
            start, block = start + 1, block[1:]
        joined = "\n".join(block)
        yield start, joined, len(block) == 1 and _is_heading(joined)
        start, block = 0, []


def _is_heading(line: str) -> bool:
    """Whether a line names a venue and a year rather than starting an abstract."""
    line = line.strip()
    return (
        len(line) <= _HEADING_WIDTH
        and YEAR.search(line) is not None
        and not line.endswith((".", "。", "!", "?"))
    )


def _beside(origin: Origin) -> Path | None:
    """Where the facts of a list lie."""
    return origin.path.with_suffix(".csl.json") if origin.path else None


def _paper(
    abstract: str, venue: Venue, entry: facts.Facts | None, source: str
) -> Paper:
    if entry is not None:
        return facts.paper(entry, abstract, venue, source)
    title = derived_title(abstract)
    return Paper(
        id=paper_id(title=abstract, venue=venue),
        title=title,
        venue=venue,
        abstract=abstract,
        title_derived=True,
        source=source,
    )
