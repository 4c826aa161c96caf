"""Whoosh as it comes."""

from __future__ import annotations

import warnings
from itertools import islice
from typing import TYPE_CHECKING

from bench.peers import base
from bench.systems import Found

with warnings.catch_warnings():
    # Whoosh 2.7.4 holds invalid escapes that Python reports when it first compiles it.
    warnings.simplefilter("ignore")
    from whoosh import fields, index
    from whoosh.analysis import StemmingAnalyzer
    from whoosh.qparser import AndGroup, MultifieldParser, OrGroup
    from whoosh.sorting import Count, FieldFacet

if TYPE_CHECKING:
    from pathlib import Path

    from bench.systems import Ask
    from paperstui.index.library import Library

_VENUE = "venue_number"


class StockWhoosh:
    """Whoosh with its own stemming analyzer and query parser."""

    name = "stock Whoosh"

    def __init__(self, fields: tuple[str, ...] = base.SEARCHED) -> None:
        self._fields = fields

    def build(self, library: Library, folder: Path) -> None:
        """Index the fields, and the venue for counts."""
        schema = fields.Schema(**{_VENUE: fields.NUMERIC(sortable=True)})
        for name in self._fields:
            schema.add(name, fields.TEXT(analyzer=StemmingAnalyzer()))
        writer = index.create_in(str(folder), schema).writer(limitmb=256)
        for _, venue, texts in base.texts(library, self._fields):
            named = dict(zip(self._fields, texts, strict=True))
            writer.add_document(**named, **{_VENUE: venue})
        writer.commit(optimize=True)  # one segment: documents keep their numbers

    def open(self, library: Library, folder: Path) -> None:
        """Open the index."""
        self._labels = base.labels(library)
        self._index = index.open_dir(str(folder))
        self._searcher = self._index.searcher()

    def search(self, ask: Ask) -> Found:
        """Papers by BM25F over all fields."""
        words = base.words(ask.text)
        if not words:
            return Found([])  # "*" would find everything
        group = AndGroup if ask.every else OrGroup
        parser = MultifieldParser([*self._fields], self._index.schema, group=group)
        text = " ".join(words) + ("*" if ask.unfinished else "")
        # With groups it gathers all: still faster than to match a second time for them.
        hits = self._searcher.search(
            parser.parse(text),
            limit=ask.limit,
            groupedby=FieldFacet(_VENUE, maptype=Count),
        )
        counts = hits.groups(_VENUE)
        return Found(
            [number for number, _ in islice(hits.items(), ask.limit)],
            sum(counts.values()),
            {self._labels[venue]: count for venue, count in counts.items()},
        )

    def close(self) -> None:
        """Close the files."""
        self._searcher.close()
