"""Finds the papers of a library that a person or a file names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.index.merging import native_ids, twin
from paperstui.index.readers import addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.library import Library
    from paperstui.index.models import Paper


def row_named(
    library: Library, name: str, pages: dict[str, int] | None = None
) -> int | None:
    """The row of the paper with a citation key, an id, or an address.

    As ids count those of the library, DOIs, arXiv ids and OpenReview ids; an address
    has one in it, or is that of the paper's page or PDF. None where there is no such
    paper. Who asks for many hands in `pages`, which takes the addresses of all papers
    when the first one is looked up.
    """
    # Bytes of a command line that are no UTF-8 are in no name.
    name = name.encode("utf-8", "replace").decode()
    row = library.keyed(name)
    names = iter(()) if row is not None else _ids(name)
    row = next((row for row in map(library.row, names) if row is not None), row)
    if row is None and "://" in name:
        pages = {} if pages is None else pages
        if not pages:
            pages.update((_page(url), row) for url, row in library.addresses())
        row = pages.get(_page(name))
    return row


def row_like(library: Library, paper: Paper) -> int | None:
    """The row of a paper that another list, or a file, gives; None if not here.

    It is the same by an identifier, or by title and first author, as when lists are
    added.
    """
    names = [*native_ids(paper)]
    if same := twin(paper):
        names.append(f"twin:{same}")
    return next((row for row in map(library.row, names) if row is not None), None)


def _page(url: str) -> str:
    """An address without what differs between those who write it down."""
    bare = url.strip().partition("://")[2].removeprefix("www.").partition("#")[0]
    return bare.rstrip("/").removesuffix(".pdf")


def _ids(name: str) -> Iterator[str]:
    name = name.strip()
    yield name
    schemes = {
        "doi": addresses.doi(name).lower(),
        "arxiv": addresses.arxiv_id(name),
        "openreview": addresses.openreview_id(name) or name,
    }
    for scheme, value in schemes.items():
        if value:
            yield f"{scheme}:{value}"
