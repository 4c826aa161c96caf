"""RIS records that Zotero, EndNote and Mendeley import as what they are.

Tags: https://en.wikipedia.org/wiki/RIS_(file_format). Papers at conferences are `CONF`:
Mendeley knows no `CPAPER`, Zotero and EndNote take either. Their proceedings stand in
`T2`, and again in `C3`, where Zotero wants them. Lines end with a line feed alone,
which all of these read, so that files fit into repositories like all others.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index import text
from paperstui.index.citations import csl, fields

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.citations.cited import CitationOptions, Cited
    from paperstui.index.models import Author, Paper

_TYPES = {
    "article": "UNPB",
    "article-journal": "JOUR",
    "article-magazine": "MGZN",
    "article-newspaper": "NEWS",
    "book": "BOOK",
    "chapter": "CHAP",
    "classic": "CLSWK",
    "dataset": "DATA",
    "entry-dictionary": "DICT",
    "entry-encyclopedia": "ENCYC",
    "manuscript": "UNPB",
    "motion_picture": "MPCT",
    "pamphlet": "PAMP",
    "paper-conference": "CONF",
    "patent": "PAT",
    "post-weblog": "BLOG",
    "report": "RPRT",
    "software": "COMP",
    "standard": "STAND",
    "thesis": "THES",
    "webpage": "ELEC",
}
_OTHER = "GEN"
_RANGE = re.compile(r"([^\s,-]+)-([^\s,-]+)")


def write(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    """The records of papers, an empty line between two of them."""
    for number, each in enumerate(papers):
        yield "\n" if number else ""
        yield from _record(each)


def _record(cited: Cited) -> Iterator[str]:
    """The lines of a record; values are readable text on one line each."""
    for tag, value in _fields(cited):
        if line := " ".join(value.split()):
            yield f"{tag}  - {line}\n"
    yield "ER  - \n"


def _fields(cited: Cited) -> Iterator[tuple[str, str]]:
    paper, item, shown = cited.paper, csl.item(cited), text.plain
    kind = _TYPES.get(item["type"], _OTHER)
    container = shown(item.get("container-title", ""))
    yield "TY", kind
    yield "ID", cited.key
    yield "TI", shown(paper.title)
    for author in paper.authors:
        yield "AU", shown(_name(author))
    # Those of a book without authors stand there as such.
    for editor in paper.editors if {"author", "editor"} <= item.keys() else ():
        yield "ED", shown(_name(editor))
    yield "T2", container
    yield "C3", container if kind == "CONF" else ""
    # Zotero makes a note of a short name where the type has none.
    short = item.get("container-title-short", "")
    yield "J2", shown(short) if kind == "JOUR" else ""
    yield "T3", shown(paper.series)
    yield "PY", str(paper.year or "")
    yield "DA", _date(paper)
    yield "VL", shown(paper.volume)
    yield "IS", shown(paper.number)
    pages = fields.page_range(shown(paper.pages), "-")
    first_and_last = _RANGE.fullmatch(pages)
    yield "SP", first_and_last[1] if first_and_last else pages
    yield "EP", first_and_last[2] if first_and_last else ""
    yield "PB", shown(paper.publisher)
    yield "CY", shown(paper.place)
    yield "DO", fields.doi(paper)
    yield "UR", fields.address(paper.url)
    yield "L1", fields.address(paper.pdf)
    yield "DB", "arXiv" if paper.arxiv else ""
    yield "AN", paper.arxiv
    yield "AB", shown(paper.abstract)
    for word in dict.fromkeys((*map(shown, paper.keywords), *cited.tags)):
        yield "KW", word
    # What its venue did not take names it here only, as in BibTeX.
    yield "N1", item.get("status", "")
    yield "N1", shown(paper.note)
    yield "N1", cited.note


def _date(paper: Paper) -> str:
    """The day, or the first one of a span, as "2024/07/21/"; empty for a year alone."""
    for month, day in fields.dates(paper):
        return f"{paper.year}/{month:02}/{day:02}/".replace("/00/", "//")
    return ""


def _name(author: Author) -> str:
    """ "Family, Given, Suffix"; behind the name of a group stands a comma."""
    family = " ".join(filter(None, (author.particle, author.family)))
    if author.suffix:
        return f"{family}, {author.given}, {author.suffix}"
    return f"{family}, {author.given}" if author.given else f"{family},"
