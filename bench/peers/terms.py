"""FTS5 with the terms that paperstui indexes, to compare the work of both."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING

from paperstui.index.engines.base import TEXT_FIELDS, document

if TYPE_CHECKING:
    from pathlib import Path

    from paperstui.index.engines.base import Document
    from paperstui.index.library import Library

_AT_ONCE = 500
_WHOLE = "unicode61 remove_diacritics 0 categories ''L* M* N* P* S* C*''"
"""A tokenizer that parts at spaces only, since all else may be part of a term."""


class Fts5Terms:
    """One FTS5 table of words and variants, as `analysis.indexed` gives them."""

    name = "SQLite FTS5, our terms"
    analysis = 0.0
    """Seconds of the last build that went into making the terms."""

    def build(self, library: Library, folder: Path) -> None:
        """Index every field as a column, without prefix indexes."""
        columns = ", ".join(TEXT_FIELDS)
        marks = ", ".join("?" * (len(TEXT_FIELDS) + 1))
        self.analysis = 0.0
        with closing(sqlite3.connect(folder / "terms.db")) as connection, connection:
            connection.execute(
                f"CREATE VIRTUAL TABLE papers USING fts5({columns}, "
                f"tokenize = '{_WHOLE}')"
            )
            papers = library.contents()
            while contents := list(islice(papers, _AT_ONCE)):
                began = time.perf_counter()
                rows = [_texts(document(*content)) for content in contents]
                self.analysis += time.perf_counter() - began
                connection.executemany(
                    f"INSERT INTO papers (rowid, {columns}) VALUES ({marks})", rows
                )


def _texts(paper: Document) -> list[int | str]:
    """Row and columns of a paper; `~` tells variants from words, as in our index."""
    terms = (paper.terms[name] for name in TEXT_FIELDS)
    return [
        paper.row,
        *(
            " ".join([*each.words, *(f"~{v}" for v, _ in each.variants)])
            for each in terms
        ),
    ]
