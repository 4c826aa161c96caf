"""Tantivy with its own tokenizers, as its Python package gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tantivy

from bench.peers import base
from bench.systems import Found

if TYPE_CHECKING:
    from pathlib import Path

    from bench.systems import Ask
    from paperstui.index.library import Library

_MANY = 65_000
"""More than there are venues, and what one aggregation may give."""


class Tantivy:
    """Tantivy with English stems; prefixes run over fields of whole words."""

    name = "raw Tantivy"

    def __init__(self, fields: tuple[str, ...] = base.SEARCHED) -> None:
        self._fields = fields

    def build(self, library: Library, folder: Path) -> None:
        """Index the fields, each stemmed and as it is."""
        schema = tantivy.SchemaBuilder()
        for name in ("row", "venue_number"):
            schema.add_integer_field(name, fast=True)
        for name in self._fields:
            schema.add_text_field(name, tokenizer_name="en_stem")
            schema.add_text_field(f"{name}_whole", tokenizer_name="default")
        made = tantivy.Index(schema.build(), path=str(folder))
        writer = made.writer(num_threads=1)
        for row, venue, texts in base.texts(library, self._fields):
            document = tantivy.Document(row=row, venue_number=venue)
            for name, text in zip(self._fields, texts, strict=True):
                document.add_text(name, text)
                document.add_text(f"{name}_whole", text)
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()

    def open(self, library: Library, folder: Path) -> None:
        """Open the index."""
        self._labels = base.labels(library)
        self._index = tantivy.Index.open(str(folder))
        self._searcher = self._index.searcher()

    def search(self, ask: Ask) -> Found:
        """Papers by BM25 over all fields; its parser counts a repeated word once."""
        words = base.words(ask.text)
        if not words:
            return Found([])
        last = words.pop() if ask.unfinished else ""
        query = self._index.parse_query(
            " ".join(words), [*self._fields], conjunction_by_default=ask.every
        )
        if last:
            occur = tantivy.Occur.Must if ask.every and words else tantivy.Occur.Should
            parts = [(occur, query), (occur, self._beginning(last))]
            query = tantivy.Query.boolean_query(parts)
        hits = self._searcher.search(query, limit=ask.limit, count=False).hits
        addresses = [address for _, address in hits]
        rows: Any = self._searcher.fast_field_values("row", addresses)
        counted = {"venues": {"terms": {"field": "venue_number", "size": _MANY}}}
        buckets = self._searcher.aggregate(query, counted)["venues"]["buckets"]
        counts = {self._labels[int(b["key"])]: b["doc_count"] for b in buckets}
        return Found(rows, sum(counts.values()), counts)

    def close(self) -> None:
        """Nothing to let go of."""

    def _beginning(self, word: str) -> Any:
        # An automaton of no error that takes any end; a regular expression is slower.
        parts = (
            tantivy.Query.fuzzy_term_query(
                self._index.schema, f"{name}_whole", word, distance=0, prefix=True
            )
            for name in self._fields
        )
        return tantivy.Query.boolean_query(
            [(tantivy.Occur.Should, part) for part in parts]
        )
