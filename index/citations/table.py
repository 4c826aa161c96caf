"""CSV (RFC 4180) for spreadsheets and scripts, read back by `readers.miniconf`.

All cells are quoted, and none is a formula to a spreadsheet. Lists are separated by
semicolons, names are "Family, Given, Suffix", groups stand in braces.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from paperstui.index import text
from paperstui.index.citations import csl, fields
from paperstui.index.readers.miniconf import guarded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.citations.cited import CitationOptions, Cited
    from paperstui.index.models import Author, Paper

COLUMNS = (
    "key",
    "title",
    "authors",
    "venue",
    "year",
    "status",
    "track",
    "type",
    "booktitle",
    "volume",
    "number",
    "series",
    "pages",
    "publisher",
    "doi",
    "arxiv",
    "url",
    "pdf",
    "code",
    "project",
    "keywords",
    "affiliations",
    "rating",
    "citations",
    "tags",
    "note",
    "abstract",
)
"""In their order; the longest comes last, where it hides no other."""


def write(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    """The header and a row for each paper."""
    yield row(COLUMNS)
    for each in papers:
        cells = _cells(each)
        yield row([guarded(cells[name]) for name in COLUMNS])


def row(cells: Sequence[str]) -> str:
    """The line of a table with these cells."""
    line = io.StringIO()
    csv.writer(line, quoting=csv.QUOTE_ALL, lineterminator="\n").writerow(cells)
    return line.getvalue()


def _cells(cited: Cited) -> dict[str, str]:
    """The cell of each column, as readable text."""
    paper = cited.paper
    texts = {
        "title": paper.title,
        "venue": paper.venue.name,
        "status": paper.status,
        "track": paper.track,
        "type": csl.item_type(paper),
        "booktitle": paper.booktitle,
        "volume": paper.volume,
        "number": paper.number,
        "series": paper.series,
        "pages": fields.page_range(paper.pages, "-"),
        "publisher": paper.publisher,
        "abstract": paper.abstract,
        "keywords": "; ".join(paper.keywords),
        "affiliations": "; ".join(paper.affiliations),
    }
    return {
        **{name: text.plain(source) for name, source in texts.items()},
        "key": cited.key,
        "authors": _names(paper),
        "year": str(paper.year or ""),
        "doi": fields.doi(paper),
        "arxiv": paper.arxiv,
        "url": fields.address(paper.url),
        "pdf": fields.address(paper.pdf),
        "code": fields.address(paper.code),
        "project": fields.address(paper.project),
        "rating": "" if paper.rating is None else str(paper.rating),
        "citations": "" if paper.citations is None else str(paper.citations),
        "tags": "; ".join(cited.tags),
        "note": "; ".join(filter(None, (text.plain(paper.note), cited.note))),
    }


def _names(paper: Paper) -> str:
    names = [_name(author) for author in paper.authors]
    if names and paper.et_al:
        names.append("et al.")
    if len(names) == 1 and " " in names[0].partition(",")[0] and "," in names[0]:
        # Several words before a comma could be one of many names.
        return f"{names[0]};"
    return "; ".join(names)


def _name(author: Author) -> str:
    family = " ".join(filter(None, (author.particle, author.family)))
    if " " in family and not author.given:
        # Without braces a group would be read as a person.
        family = f"{{{family}}}"
    parts = (family, author.given, author.suffix)
    return text.plain(", ".join(filter(None, parts)))
