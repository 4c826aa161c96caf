"""BibTeX entries that BibTeX, Biber and LaTeX take as they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index.citations import fields
from paperstui.index.citations.latex import encode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.citations.cited import CitationOptions, Cited
    from paperstui.index.models import Author, Paper

# What BibTeX (and Biber: =) takes for the structure of a list of names.
_STRUCTURE = re.compile(r"(?<!\\)[,=]|(?<!\S)(?:and|others)(?!\S)", re.IGNORECASE)


def write(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    """The entries of papers in pieces, an empty line between two of them."""
    for number, each in enumerate(papers):
        yield "\n" if number else ""
        yield f"{entry(each.paper, each.key)}\n"


def entry(paper: Paper, key: str) -> str:
    """The whole entry of a paper under `key`, without a newline at its end.

    `@inproceedings` where the proceedings are known, else `@misc`; only fields that
    are known, on one line each, with balanced braces whatever the paper holds.
    """
    kind, known = (
        _proceedings(paper) if fields.is_in_proceedings(paper) else _misc(paper)
    )
    lines = [f"  {name} = {{{value}}}" for name, value in known.items() if value]
    return ",\n".join([f"@{kind}{{{key}", *lines]) + "\n}"


def _proceedings(paper: Paper) -> tuple[str, dict[str, str]]:
    return "inproceedings", {
        **_title_and_authors(paper),
        "booktitle": encode(paper.booktitle),
        "pages": encode(fields.page_range(paper.pages, "--")),
        "year": _year(paper),
        "volume": encode(paper.volume),
        "series": encode(paper.series),
        "publisher": encode(paper.publisher),
        **_locators(paper),
    }


def _misc(paper: Paper) -> tuple[str, dict[str, str]]:
    arxiv = fields.address(paper.arxiv)
    return "misc", {
        **_title_and_authors(paper),
        "howpublished": encode(paper.venue.label) if paper.venue.name.strip() else "",
        "year": _year(paper),
        "eprint": arxiv,
        "archiveprefix": "arXiv" if arxiv else "",
        **_locators(paper),
    }


def _title_and_authors(paper: Paper) -> dict[str, str]:
    return {
        "title": encode(paper.title, keep_case=True),
        "author": " and ".join(filter(None, map(_name, paper.authors))),
    }


def _year(paper: Paper) -> str:
    return "" if paper.year is None else str(paper.year)


def _locators(paper: Paper) -> dict[str, str]:
    # Styles print both verbatim, so that an escaped % or _ would break the link.
    return {
        "doi": fields.doi(paper),
        "url": fields.address(paper.url or paper.pdf),
    }


def _name(author: Author) -> str:
    """A name as "von Last, Jr, First", the name of a group in one pair of braces."""
    given = _part(author.given)
    family = " ".join(filter(None, map(_part, (author.particle, author.family))))
    if given and family:
        return ", ".join(filter(None, (family, _part(author.suffix), given)))
    alone = encode(author.name)
    return _braced(alone) if " " in alone else _part(author.name)


def _part(name: str) -> str:
    """A part of a name, in braces where BibTeX would take it apart."""
    latex = encode(name)
    return _braced(latex) if _STRUCTURE.search(latex) else latex


def _braced(latex: str) -> str:
    return f"{{{latex}}}"
