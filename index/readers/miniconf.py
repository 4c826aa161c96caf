"""Reads CSV tables of papers, as MiniConf sites and CMT exports have them."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from paperstui.index import text
from paperstui.index.models import Paper, Problem, Venue
from paperstui.index.readers import addresses, known_venues, names, values
from paperstui.index.readers.common import Place, finished, venue
from paperstui.index.readers.decoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.readers.base import Origin

FORMAT = "csv"

_DELIMITERS = (",", ";", "\t")
_COLUMNS = {
    "title": ("title", "papertitle"),
    "abstract": ("abstract", "paperabstract", "summary"),
    # "Family, Given" says more than "Given Family (Affiliation)".
    "authors": ("authornames", "authors", "author", "authorlist"),
    "affiliations": ("affiliations", "affiliation", "institutions"),
    "keywords": ("keywords", "authorkeywords", "tags"),
    "subjects": (
        "primarysubjectarea",
        "secondarysubjectareas",
        "subjectareas",
        "topics",
    ),
    "conference": ("conference", "venue", "journal"),
    "year": ("year", "publicationyear"),
    "status": ("status", "decision", "presentationtype"),
    "track": ("track", "trackname"),
    "url": ("url", "paperurl", "link", "openreview", "site", "website"),
    "pdf": ("pdf", "pdfurl", "paperpdf", "paper"),
    "doi": ("doi",),
    "arxiv": ("arxiv", "arxivid"),
    "code": ("code", "codeurl", "github"),
    "project": ("project", "projectpage"),
    "note": ("note", "notes"),
    "key": ("key", "citationkey", "bibtexkey"),
    "kind": ("type",),
    "booktitle": ("booktitle", "proceedings"),
    "volume": ("volume",),
    "number": ("number", "issue"),
    "series": ("series",),
    "pages": ("pages",),
    "publisher": ("publisher",),
    "rating": ("rating", "ratings", "averagerating"),
    "citations": ("citations", "citedby"),
}
_GUARDED = re.compile(r"'(?='*[-=+@\t\r＝＋－＠])")
"""What keeps spreadsheets from taking a cell for a formula."""
_LARGEST_CELL = 2**22
"""In characters; what is larger began with a quote that nothing ends."""
_EVIDENCE = ("abstract", "authors", "url", "pdf", "doi")
_IN_PARENTHESES = re.compile(r"\(((?:[^()]|\([^()]*\))*)\)[\s*]*$")
_NOT_IN_NAMES = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class _Row:
    """One row, read by what its columns hold."""

    columns: dict[str, list[int]]
    cells: Sequence[str]

    def all(self, name: str) -> list[str]:
        """The cells of this meaning that hold something, the best column first."""
        places = self.columns.get(name, ())
        cells = [self.cells[place] for place in places if place < len(self.cells)]
        found = [unguarded(cell) for cell in cells]
        return [cell for cell in found if cell.strip()]

    def first(self, name: str) -> str:
        """The best cell of this meaning; empty for none."""
        return next(iter(self.all(name)), "")


def sniff(head: str) -> bool:
    """Whether the first row names a title and what else papers have."""
    return bool(_table(head.split("\n", 1)[0])[1])


def read(file: BinaryIO, origin: Origin) -> Iterator[Paper | Problem]:
    """The papers of a table, and what is wrong with it; never raises."""
    content, complaint = decode(file.read())
    if complaint:
        yield Problem(origin.source, complaint)
    delimiter, columns = _table(content.split("\n", 1)[0])
    if not columns:
        yield Problem(origin.source, "the first row names no column “title”", 1)
        return
    width = 0
    for record, (line, cells) in enumerate(_rows(content, delimiter)):
        place = Place(origin, record, line)
        if isinstance(cells, csv.Error):
            yield place.problem(f"cannot be read: {cells}", lost=True)
        elif record == 0:
            width = len(cells)
        else:
            if len(cells) != width:
                reason = f"has {len(cells)} cells where the table has {width}"
                yield place.problem(reason)
            yield from _paper(_Row(columns, cells), place)


def guarded(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: with an apostrophe before one.

    As https://owasp.org/www-community/attacks/CSV_Injection advises.
    """
    return f"'{cell}" if _GUARDED.match(f"'{cell}") else cell


def unguarded(cell: str) -> str:
    """What `guarded` was given."""
    return cell[1:] if _GUARDED.match(cell) else cell


def _rows(content: str, delimiter: str) -> Iterator[tuple[int, list[str] | csv.Error]]:
    """The rows that are not empty, each with its line, or why it cannot be read."""
    # The authors of some papers take more than the 128 KiB that Python allows.
    csv.field_size_limit(_LARGEST_CELL)
    rows = csv.reader(io.StringIO(content, newline=""), delimiter=delimiter)
    while True:
        line = rows.line_num + 1
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield line, error
        else:
            if any(cell.strip() for cell in cells):
                yield line, cells


def _table(header: str) -> tuple[str, dict[str, list[int]]]:
    """What separates the cells, and where each meaning stands; nothing if no table."""
    for delimiter in _DELIMITERS:
        try:
            cells = next(csv.reader([header], delimiter=delimiter), [])
        except csv.Error:
            continue
        titles = [_NOT_IN_NAMES.sub("", text.clean(cell)).lower() for cell in cells]
        columns = {
            meaning: places
            for meaning, known in _COLUMNS.items()
            if (places := [titles.index(name) for name in known if name in titles])
        }
        if "title" in columns and any(name in columns for name in _EVIDENCE):
            return delimiter, columns
    return "", {}


def _paper(row: _Row, place: Place) -> Iterator[Paper | Problem]:
    people = row.all("authors")
    authors = values.authors(people[0]) if people else ()
    affiliations = values.affiliations(row.first("affiliations"), len(authors))
    if not affiliations and people:
        # "Max Test (Somewhere); Ada Test (Elsewhere)*" in one of the columns.
        named = [
            ""
            if names.NICKNAMED.fullmatch(name.strip())
            else " ".join(_IN_PARENTHESES.findall(name))
            for name in people[-1].split(";")
        ]
        affiliations = values.affiliations(named, len(authors))
    url = addresses.address(row.first("url"))
    volume, pmlr = addresses.pmlr_place(url)
    yield from finished(
        place,
        title=values.title(row.first("title")),
        venue=_venue(row, place.origin),
        abstract=values.block(row.first("abstract")),
        authors=authors,
        et_al=bool(authors) and values.are_cut(people[0]),
        url=url,
        pdf=addresses.address(row.first("pdf")),
        doi=addresses.doi(row.first("doi")) or addresses.doi(url),
        openreview=addresses.openreview_id(url),
        arxiv=addresses.arxiv_id(row.first("arxiv")),
        kind=values.line(row.first("kind")) or "paper-conference",
        status=values.line(row.first("status")),
        track=values.line(row.first("track")),
        keywords=_keywords(row),
        affiliations=affiliations,
        code=addresses.code_address(row.first("code")),
        project=addresses.address(row.first("project")),
        note=values.line(row.first("note")),
        rating=values.mean_score(row.first("rating")),
        citations=values.count(row.first("citations")),
        native_key=values.line(row.first("key")),
        booktitle=values.line(row.first("booktitle")),
        volume=volume or values.line(row.first("volume")),
        pmlr=pmlr,
        number=values.line(row.first("number")),
        series=values.line(row.first("series")),
        pages=values.line(row.first("pages")),
        publisher=values.line(row.first("publisher")),
    )


def _keywords(row: _Row) -> tuple[str, ...]:
    """The keywords and, behind them, the subject areas."""
    found = [*values.words(row.first("keywords")), *values.words(row.all("subjects"))]
    return tuple(dict.fromkeys(found))


def _venue(row: _Row, origin: Origin) -> Venue:
    year = values.year(row.first("year"))
    usual = venue(origin, year)
    name = values.line(row.first("conference"))
    if not name:
        return Venue(usual.name, year or usual.year)
    found = known_venues.venue_named(name, year)
    return Venue(found.name, found.year or usual.year)
