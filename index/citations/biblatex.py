"""BibLaTeX entries that Biber and LaTeX take as they are."""

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
    csl.PREPRINT: "online",
    csl.UNPUBLISHED: "unpublished",
    "article-magazine": "article",
    "article-newspaper": "article",
    "book": "book",
    "chapter": "incollection",
    "classic": "book",
    "dataset": "dataset",
    "entry": "incollection",
    "entry-dictionary": "incollection",
    "entry-encyclopedia": "incollection",
    "pamphlet": "booklet",
    "patent": "patent",
    "post": "online",
    "post-weblog": "online",
    "report": "report",
    "software": "software",
    "standard": "report",
    "thesis": "thesis",
    "webpage": "online",
}
"""Type of an entry by type of CSL; all others are misc."""

_REQUIRED = {
    "inproceedings": ("author", "title", "booktitle"),
    "article": ("author", "title", "journaltitle"),
    "book": ("author", "title"),
    "collection": ("editor", "title"),
    "booklet": ("author", "title"),
    "incollection": ("author", "title", "booktitle"),
    "patent": ("author", "title", "number"),
    "report": ("author", "title", "institution"),
    "thesis": ("author", "title", "institution"),
    "unpublished": ("author", "title"),
}
"""What Biber complains about where it is missing, when it validates."""


def write(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    """The entries of papers in pieces, an empty line between two of them."""
    yield from separated(entry(each, options) for each in papers)


def entry(cited: Cited, options: CitationOptions) -> str:
    """The whole entry of a paper, without a newline at its end; see `bibtex.entry`."""
    values = Values(cited, options, for_biber=True)
    kind = "misc" if values.was_submitted else _TYPES.get(values.type, "misc")
    known = _fields(values, kind)
    is_edited = kind == "book" and not known["author"] and known["editor"]
    kind = "collection" if is_edited else kind
    is_whole = all(known.get(name) for name in _REQUIRED.get(kind, ()))
    is_found = any(known[name] for name in ("url", "doi", "eprint"))
    if not is_whole or (kind == "online" and not is_found):
        kind, known = "misc", _fields(values, "misc")
    return rendered(kind, cited.key, known)


def _fields(values: Values, kind: str) -> dict[str, str]:
    is_part = kind in ("inproceedings", "incollection")
    is_whole = not is_part and kind != "article"
    publisher = "institution" if kind in ("report", "thesis") else "publisher"
    types = {
        "report": "techreport",
        "thesis": "mathesis" if values.is_masters_thesis else "phdthesis",
    }
    eprint, eprint_class = values.eprint()
    return {
        "title": values.title,
        "author": values.authors(),
        "type": types.get(kind, ""),
        "booktitle": values.container if is_part else "",
        "journaltitle": values.container if kind == "article" else "",
        "howpublished": (values.container or values.place) if is_whole else "",
        "editor": values.editors(),
        "date": values.date(),
        "volume": values.chosen("volume", "volume"),
        "number": values.number(),
        "series": values.chosen("series", "collection-title"),
        "pages": values.pages,
        publisher: values.publisher(is_required=publisher == "institution"),
        "location": values.chosen("address", "publisher-place"),
        "eprint": eprint,
        "eprinttype": "arxiv" if eprint else "",
        "eprintclass": eprint_class,
        **values.locators(),
        "abstract": values.chosen("abstract", "abstract"),
        "keywords": values.keywords(),
        "note": values.notes(),
        "annotation": values.remark(),
    }
