"""Finds the papers of a library that a person or a file names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.index.merging import native_ids, twin
from paperstui.index.readers import addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.library import Library
    from paperstui.index.models import Paper


def row_named(library: Library, name: str) -> int | None:
    """The row of the paper with a citation key, an id, or an address with one in it.

    As ids count those of the library, DOIs, arXiv ids and OpenReview ids. None where
    there is no such paper.
    """
    # Bytes of a command line that are no UTF-8 are in no name.
    name = name.encode("utf-8", "replace").decode()
    row = library.keyed(name)
    names = iter(()) if row is not None else _ids(name)
    return next((row for row in map(library.row, names) if row is not None), row)


def row_like(library: Library, paper: Paper) -> int | None:
    """The row of a paper that another list, or a file, gives; None if not here.

    It is the same by an identifier, or by title and first author, as when lists are
    added.
    """
    names = [*native_ids(paper)]
    if same := twin(paper):
        names.append(f"twin:{same}")
    return next((row for row in map(library.row, names) if row is not None), None)


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
