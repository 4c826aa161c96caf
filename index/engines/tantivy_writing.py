"""How papers stand in an index of Tantivy."""

from __future__ import annotations

from contextlib import suppress
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import tantivy

from paperstui.index.engines import candidates
from paperstui.index.engines.base import SEARCHED
from paperstui.index.engines.candidates import FIELD_END, FIELDS, WORDS_END
from paperstui.index.engines.tantivy_errors import failing_disk
from paperstui.index.engines.weighing import UNRANKED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from paperstui.index.engines.base import Document, Documents, Progress

TERMS = "terms"
"""The words and variants of all fields in which one searches; those of titles twice."""
BEGINNINGS = "beginnings"
"""The first one and two letters of all that is in `TERMS`."""
ROW, VENUE, YEAR, LENGTH = "row", "venue_number", "year_number", "length"
HAS = "has"
"""What `has:` can ask for, and `REFUSED`."""
REFUSED = "refused"
STATUS = "whole_status"
TEXT = "text"
"""All terms, as `Candidates` takes them; it is stored, not searched."""

_BEGINNING = itemgetter(slice(UNRANKED))
_HEAP = 128 << 20
"""Bytes in which terms are gathered before they are written."""


class PackedPaper(NamedTuple):
    """A paper on its way from the process that analyzes it to the writer."""

    row: int
    venue: int
    year: int
    length: int
    """In words, as fields weigh."""
    has: tuple[str, ...]
    status: str
    beginnings: str
    text: str


def schema() -> tantivy.Schema:
    """The fields; those of text have the names that they have in a query."""
    builder = tantivy.SchemaBuilder()
    for name in (ROW, VENUE, YEAR, LENGTH):
        builder.add_unsigned_field(name, indexed=name != LENGTH, fast=True)
    for name in (HAS, STATUS):
        builder.add_text_field(
            name, fast=True, tokenizer_name="raw", index_option="basic"
        )
    builder.add_text_field(
        BEGINNINGS, tokenizer_name="whitespace", index_option="basic"
    )
    builder.add_text_field(TERMS, tokenizer_name="whitespace", index_option="freq")
    for name in FIELDS:
        builder.add_text_field(name, tokenizer_name="whitespace")
    builder.add_bytes_field(TEXT, stored=True)
    return builder.build()


def of_rows(schema: tantivy.Schema, rows: Iterable[int]) -> tantivy.Query:
    """The papers of some rows."""
    return tantivy.Query.term_set_query(schema, ROW, list(rows))


def pack(documents: Sequence[Document]) -> list[PackedPaper]:
    """What of some documents takes the longest to make, to be sent to the writer."""
    return [_packed(document) for document in documents]


def write(
    index: tantivy.Index,
    documents: Documents,
    progress: Progress,
    gone: Iterable[int] | None = None,
) -> None:
    """Add documents to an empty index: all of them or nothing.

    Where rows are given that are gone, the index need not be empty: documents take the
    places of those that have their rows. Raises OSError where the disk fails.
    """
    total, done = len(documents), 0
    with failing_disk():
        # One thread, so that papers stand in the order of their rows.
        writer = index.writer(_HEAP, 1)
        if gone is not None:
            writer.delete_documents_by_query(of_rows(index.schema, gone))
    try:
        for _, papers in documents.packed(pack):
            with failing_disk():
                if gone is not None:
                    rows = of_rows(index.schema, [paper.row for paper in papers])
                    writer.delete_documents_by_query(rows)
                for paper in papers:
                    writer.add_document(_document(paper))
            for _ in papers:
                done += 1
                progress(done, total)
        with failing_disk():
            writer.commit()
    except BaseException:
        with suppress(OSError), failing_disk():
            writer.rollback()
            writer.garbage_collect_files()
        raise
    finally:
        with suppress(OSError), failing_disk():
            writer.wait_merging_threads()


def _packed(document: Document) -> PackedPaper:
    terms = document.terms
    beginnings: set[str] = set()
    for name in SEARCHED:
        beginnings.update(map(_BEGINNING, terms[name].words))
        beginnings.update(map(_BEGINNING, [v for v, _ in terms[name].variants]))
    beginnings.update([begun[0] for begun in beginnings])
    has = (*document.having, REFUSED) if document.refused else tuple(document.having)
    return PackedPaper(
        document.row,
        document.venue,
        document.year_asked_for,
        document.length,
        has,
        document.whole_status,
        " ".join(beginnings),
        candidates.packed(terms),
    )


def _document(paper: PackedPaper) -> tantivy.Document:
    made = tantivy.Document()
    made.add_unsigned(ROW, paper.row)
    made.add_unsigned(VENUE, paper.venue)
    made.add_unsigned(YEAR, paper.year)
    made.add_unsigned(LENGTH, paper.length)
    for name in paper.has:
        made.add_text(HAS, name)
    if paper.status:
        made.add_text(STATUS, paper.status)
    made.add_text(BEGINNINGS, paper.beginnings)
    words, _, variants = paper.text.partition(WORDS_END)
    for text in (words, variants):
        fields = text.split(FIELD_END)
        for name, terms in zip(FIELDS, fields, strict=True):
            if terms:
                made.add_text(name, terms)
        # The status stands last and is searched only when asked for by its name.
        made.add_text(TERMS, text.rpartition(FIELD_END)[0])
        made.add_text(TERMS, fields[0])
    made.add_bytes(TEXT, paper.text.encode())
    return made
