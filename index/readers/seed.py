"""Reads a list of abstracts: a heading line, then one abstract a paragraph."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index import text
from paperstui.index.models import Paper, Problem, Venue
from paperstui.index.readers import facts
from paperstui.index.readers.identity import paper_id

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_HEADING_WIDTH = 100
_TITLE_WIDTH = 90

# Words of headings that are never part of a venue's name.
_GENERIC = re.compile(
    r"abstracts?|accepted|all|at|conference|de[rs]?|die|from|in|liste?|main|of|papers?"
    r"|proceedings|reading|the|titles|track",
    re.IGNORECASE,
)
_ACRONYMS = re.compile(
    r"(?:[A-Z][\w&+/-]*[A-Z][\w&+/-]*)(?: [A-Z][\w&+/-]*[A-Z][\w&+/-]*)*", re.ASCII
)
_PUNCTUATION = ".,:;()[]|'\"-\u2013\u2014"
_NO_SENTENCE_END = re.compile(
    r"(?:\b(?:al|cf|e\.g|eq|etc|[fF]ig|i\.e|resp|vs|[A-Z]))\.$"
)


def read(path: Path, source: str) -> Iterator[Paper | Problem]:
    """The papers of one list, and what is wrong with it; never raises.

    `source` is how the list is called in papers and problems. Bibliographic facts
    are taken from `NAME.csl.json` beside `NAME.txt`, matched by opening words.
    """
    try:
        content, complaint = _decode(path.read_bytes())
    except OSError as error:
        yield Problem(source, f"cannot be read: {error.strerror}")
        return
    if complaint:
        yield Problem(source, complaint)
    entries, problems = facts.load(path.with_suffix(".csl.json"))
    yield from problems
    venue: Venue | None = None
    seen: set[str] = set()
    for line, paragraph, is_heading in _paragraphs(content):
        if is_heading:
            venue = heading_venue(paragraph)
            continue
        if venue is None:
            venue = heading_venue(re.sub(r"[-_]+", " ", path.stem))
            yield Problem(
                source,
                f"no heading line with venue and year; took {venue.label} from the "
                "file name",
                line,
            )
        abstract = text.clean_block(paragraph)
        paper = _paper(abstract, venue, facts.find(entries, abstract), source)
        if paper.id in seen:
            yield Problem(source, "this abstract stands in the list twice", line)
            continue
        seen.add(paper.id)
        yield paper
    if not seen:
        yield Problem(source, "holds no abstracts")


def heading_venue(heading: str) -> Venue:
    """The venue and year that a heading names, in whatever language.

    "ICML 2023 论文列表" and "Papers of ICML 2023" both give ICML 2023.
    """
    heading = text.clean(heading)
    year = _YEAR.search(heading)
    if year is None:
        return Venue(heading)
    name = _name(heading[: year.start()]) or _name(heading[year.end() :])
    return Venue(name or "Papers", int(year.group()))


def derived_title(abstract: str) -> str:
    """A display title from the first sentence of an abstract, at most 90 characters."""
    plain = text.plain(abstract).split("\n", 1)[0]
    sentence = plain
    for end in re.finditer(r"[.!?](?=\s)|[。！？]", plain):
        if not _NO_SENTENCE_END.search(plain[: end.end()]):
            sentence = plain[: end.end()]
            break
    sentence = sentence.rstrip(".。 ")
    if len(sentence) <= _TITLE_WIDTH:
        return sentence
    cut = sentence[: _TITLE_WIDTH - 1]
    return cut.rsplit(" ", 1)[0].rstrip(",;: ") + "…"


def _decode(data: bytes) -> tuple[str, str]:
    """The text of a file and a complaint about its encoding, empty if there is none."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace"), ""
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError as error:
        # cp1252 leaves five bytes undefined; latin-1 maps every byte.
        line = data.count(b"\n", 0, error.start) + 1
        try:
            content = data.decode("cp1252")
        except UnicodeDecodeError:
            content = data.decode("latin-1")
        return content, f"is not UTF-8 (line {line}); read as Windows-1252"


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
        and _YEAR.search(line) is not None
        and not line.endswith((".", "。", "!", "?"))
    )


def _name(words: str) -> str:
    """The name of a conference among the words of a heading, or nothing."""
    tokens = [word.strip(_PUNCTUATION) for word in words.split()]
    tokens = [word for word in tokens if word]
    while tokens and _GENERIC.fullmatch(tokens[0]):
        tokens.pop(0)
    while tokens and _GENERIC.fullmatch(tokens[-1]):
        tokens.pop()
    name = " ".join(tokens)
    # "Beiträge der ICML", "ICML论文": an acronym among words of other languages.
    acronyms = _ACRONYMS.findall(name)
    if acronyms and (name.endswith(acronyms[-1]) or not name.isascii()):
        return str(acronyms[-1])
    return name


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
