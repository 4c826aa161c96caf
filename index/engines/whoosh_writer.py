"""Writes segments of a Whoosh index from postings that are already by term."""

from __future__ import annotations

import warnings
from array import array
from itertools import chain
from typing import Any

from paperstui.index.engines.inverting import Batch, Joined
from paperstui.index.engines.whoosh_codec import BulkCodec, SegmentTerms

with warnings.catch_warnings():
    # Whoosh 2.7.4 holds invalid escapes that Python reports when it first compiles it.
    warnings.simplefilter("ignore")
    from whoosh import writing
    from whoosh.filedb.filestore import RamStorage

_SMALL = 4_000
"""Documents up to which a segment is merged with what is added next to it."""


class Memory(RamStorage):  # type: ignore[misc]
    """Where an index is kept in memory, and what is needed to write it, too.

    Whoosh would share one folder for that with every other process.
    """

    def temp_storage(self, name: str | None = None) -> Any:
        """Where files lie that are needed for a while."""
        return RamStorage()


class BulkWriter(writing.SegmentWriter):  # type: ignore[misc]
    """A writer of segments that takes the postings of a document as they are."""

    def __init__(self, opened: Any) -> None:
        super().__init__(opened, codec=BulkCodec(), compound=False)
        self.pool = _Pool()
        self.full: list[Any] = []
        """Segments that are written but not committed."""

    def add(self, batch: Batch) -> None:
        """Add the postings of some documents."""
        self._take(batch, len(batch.rows))

    def begin_segment(self) -> None:
        """Write what was added so far, to be committed with what is added next."""
        self.full.append(self._finalize_segment())
        self.newsegment = self.codec.new_segment(self.storage, self.indexname)
        self.perdocwriter = self.codec.per_document_writer(
            self.storage, self.newsegment
        )
        self.fieldwriter = self.codec.field_writer(self.storage, self.newsegment)
        self.docnum = self.docbase
        self._added = False

    def finish(self) -> None:
        """Commit all at once; small segments are merged into the last one."""
        self.commit(mergetype=_merge_small)

    def cancel(self) -> None:
        """Leave the index as it was, in its files as well."""
        super().cancel()
        for segment in (*self.full, self.newsegment):
            for name in segment.list_files(self.storage):
                self.storage.delete_file(name)

    def absorb(self, segment: Any) -> None:
        """Take over the documents of an earlier segment that are not deleted."""
        kept = [n for n in range(segment.doc_count_all()) if not segment.is_deleted(n)]
        numbers = {number: at for at, number in enumerate(kept)}
        found: list[str] = []
        terms = SegmentTerms(self.storage, segment)
        batch = Batch(
            array("I"),
            [terms.names[number] for number in kept],
            "",
            array("I"),
            array("I"),
            array("I"),
            array("f"),
            array("I"),
            array("I"),
        )
        for place, term in enumerate(terms.terms):
            postings = terms.postings(place)
            ends, places = postings.places()
            starts = chain((0,), ends)
            before = len(batch.ids), len(batch.places)
            for number, weight, start, end in zip(
                postings.ids, postings.weights, starts, ends, strict=False
            ):
                if number in numbers:
                    batch.ids.append(numbers[number])
                    batch.weights.append(weight)
                    batch.places.extend(places[start:end])
                    batch.ends.append(len(batch.places) - before[1])
            if len(batch.ids) > before[0]:
                found.append(term)
                batch.frequencies.append(len(batch.ids) - before[0])
                batch.widths.append(len(batch.places) - before[1])
        terms.close()
        self._take(batch._replace(terms="\n".join(found)), len(kept))

    def _take(self, batch: Batch, documents: int) -> None:
        """Number some documents, and keep their postings for the segment."""
        self.pool.joined.add(batch, self.docnum)
        for _ in range(documents):
            self.perdocwriter.start_doc(self.docnum)
            self.perdocwriter.finish_doc()
            self.docnum += 1
            self._added = True


class _Pool:
    """Takes the place of Whoosh's pool, which sorts postings one by one."""

    def __init__(self) -> None:
        self.joined = Joined()

    def iter_postings(self) -> Joined:
        """What the codec writes."""
        return self.joined

    def cleanup(self) -> None:
        """Let go of everything."""
        self.joined = Joined()


def _merge_small(writer: BulkWriter, segments: list[Any]) -> list[Any]:
    """Merge what is small or mostly deleted into the new segment."""
    kept = []
    for segment in segments:
        alive = segment.doc_count_all() - segment.deleted_count()
        if alive < max(_SMALL, segment.doc_count_all() // 2):
            writer.absorb(segment)
        else:
            kept.append(segment)
    return kept + writer.full
