"""BibTeX entries that BibTeX, Biber and LaTeX take as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.index.citations import csl
from paperstui.index.citations.entries import Values, rendered, separated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.citations.cited import CitationOptions, Cited

_TYPES = {
    csl.CONFERENCE: "inproceedings",
    csl.JOURNAL: "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "book": "book",
    "chapter": "incollection",
    "classic": "book",
    "entry": "incollection",
    "entry-dictionary": "incollection",
    "entry-encyclopedia": "incollection",
    "pamphlet": "booklet",
    "report": "techreport",
    "standard": "techreport",
    "thesis": "phdthesis",
    csl.UNPUBLISHED: "unpublished",
}
"""Type of an entry by type of CSL; all others are misc."""

_REQUIRED = {
    "inproceedings": ("author", "title", "booktitle", "year"),
    "article": ("author", "title", "journal", "year"),
    "book": ("author", "title", "publisher", "year"),
    "incollection": ("author", "title", "booktitle", "publisher", "year"),
    "booklet": ("author", "title"),
    "techreport": ("author", "title", "institution", "year"),
    "phdthesis": ("author", "title", "school", "year"),
    "mastersthesis": ("author", "title", "school", "year"),
    "unpublished": ("author", "title", "note"),
    "misc": (),
}
"""What plain.bst and its kin complain about where it is missing."""

_PUBLISHERS = {
    "techreport": "institution",
    "phdthesis": "school",
    "mastersthesis": "school",
}
_CONTAINERS = {"article": "journal", "inproceedings": "booktitle"}


def write(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    """The entries of papers in pieces, an empty line between two of them."""
    yield from separated(entry(each, options) for each in papers)


def entry(cited: Cited, options: CitationOptions) -> str:
    """The whole entry of a paper, without a newline at its end.

    Of the type that the paper is of where all is known that styles ask for, else
    `@misc`; only fields that are known, on one line each, with balanced braces
    whatever the paper holds.
    """
    values = Values(cited, options, for_biber=False)
    kind = "misc" if values.was_submitted else _TYPES.get(values.type, "misc")
    if kind == "phdthesis" and values.is_masters_thesis:
        kind = "mastersthesis"
    known = _fields(values, kind)
    if kind == "incollection" and not known["publisher"]:
        # Printed alike, pages and all, but it needs no publisher.
        kind = "inproceedings"
    required = _REQUIRED[kind]
    if kind == "book" and known["editor"]:
        required = ("editor", *required[1:])
    if not all(known.get(name) for name in required):
        kind, known = "misc", _fields(values, "misc")
    return rendered(kind, cited.key, known)


def _fields(values: Values, kind: str) -> dict[str, str]:
    authors, editors = values.authors(), values.editors()
    # Styles complain about a book with both.
    editors = "" if kind == "misc" or (kind == "book" and authors) else editors
    container = _CONTAINERS.get(kind, "booktitle")
    publisher = _PUBLISHERS.get(kind, "publisher")
    is_misc = kind == "misc"
    eprint, eprint_class = values.eprint()
    return {
        "title": values.title,
        "author": authors,
        # By which styles sort and label what has no authors.
        "key": "" if authors or editors else values.title,
        container: "" if is_misc else values.container,
        "howpublished": _how_published(values) if is_misc else "",
        "editor": editors,
        "year": values.year,
        "month": values.month(),
        **_numbers(values, kind),
        "pages": values.pages,
        publisher: values.publisher(is_required=publisher in _REQUIRED[kind]),
        "address": values.chosen("address", "publisher-place"),
        "eprint": eprint,
        "archiveprefix": "arXiv" if eprint else "",
        "primaryclass": eprint_class,
        **values.locators(),
        "abstract": values.chosen("abstract", "abstract"),
        "keywords": values.keywords(),
        "note": values.notes(is_required=kind == "unpublished"),
        "annote": values.remark(),
    }


def _numbers(values: Values, kind: str) -> dict[str, str]:
    """Volume, number and series as styles take them together without complaint.

    A number that they would not take is the issue, which they do not look at.
    """
    volume = values.chosen("volume", "volume")
    number = values.number()
    series = values.chosen("series", "collection-title")
    if kind == "article":
        is_taken = bool(volume)
    elif kind in ("techreport", "misc"):
        is_taken = True
    else:
        is_taken = bool(series and not volume)
    return {
        "volume": volume,
        "number" if is_taken else "issue": number,
        "series": series,
    }


def _how_published(values: Values) -> str:
    """Where to find what is in no proceedings."""
    if values.type == csl.PREPRINT and (eprint := values.arxiv):
        return f"arXiv:{eprint}"
    return values.container or values.place
