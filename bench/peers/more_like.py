"""What Whoosh itself offers to find similar papers, over one field of an index."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from bench.peers import base
from paperstui.index.engines.base import field_text

with warnings.catch_warnings():
    # Whoosh 2.7.4 holds invalid escapes that Python reports when it first compiles it.
    warnings.simplefilter("ignore")
    from whoosh import fields, index
    from whoosh.analysis import StemmingAnalyzer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from paperstui.index.library import Library
    from paperstui.index.models import Paper

_FIELD = "content"
_USUAL_TERMS = 5
"""What Whoosh takes by itself."""


class MoreLike:
    """`Searcher.more_like` as it comes."""

    name = "more_like"

    def build(self, library: Library, folder: Path) -> None:
        """Index title and abstract as one text, as it can ask but one field."""
        schema = fields.Schema(**{_FIELD: fields.TEXT(analyzer=StemmingAnalyzer())})
        writer = index.create_in(str(folder), schema).writer(limitmb=256)
        for _, _, texts in base.texts(library, base.SEARCHED):
            writer.add_document(**{_FIELD: "\n".join(texts)})
        writer.commit(optimize=True)  # one segment: documents keep their numbers

    def open(self, library: Library, folder: Path) -> None:
        """Open the index."""
        self._index = index.open_dir(str(folder))
        self._searcher = self._index.searcher()

    def like(
        self, row: int, paper: Paper, limit: int, terms: int = _USUAL_TERMS
    ) -> Sequence[int]:
        """The rows of papers like one, the best first, without itself."""
        text = "\n".join(field_text(paper, name) for name in base.SEARCHED)
        found = self._searcher.more_like(
            row, _FIELD, text=text, top=limit, numterms=terms
        )
        return [number for number, _ in found.items()]

    def close(self) -> None:
        """Close the files."""
        self._searcher.close()
