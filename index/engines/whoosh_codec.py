"""How Whoosh keeps our terms: a codec whose postings are read whole, as arrays.

Whoosh's own codec hands postings out one by one through layers of Python, at some
microseconds each; a word of a search as one types has ten thousands of them. Here a
term's postings are three arrays and are read by one call each. Segments, deletions,
commits, locks and files are Whoosh's.
"""

from __future__ import annotations

import sys
import warnings
import weakref
from array import array
from bisect import bisect_left
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

with warnings.catch_warnings():
    # Whoosh 2.7.4 holds invalid escapes that Python reports when it first compiles it.
    warnings.simplefilter("ignore")
    from whoosh import fields, writing
    from whoosh.codec import base, whoosh3

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

VERSION = f"1 {sys.byteorder}"
"""Changes with what is written; arrays are written as they lie in memory."""

FIELD = "terms"
"""The one field of the schema: fields of a paper are told apart by places."""

_TERMS, _POSTINGS = ".terms", ".postings"
_SMALL = 4_000
"""Documents up to which a segment is merged with what is added next to it."""


def schema() -> Any:
    """The schema of an index: one field of terms, which we make ourselves."""
    return fields.Schema(**{FIELD: fields.KEYWORD()})


class Postings:
    """Where one term stands: in which documents, how heavy, at which places."""

    __slots__ = ("_read", "ids", "weights")

    def __init__(
        self, ids: array[int], weights: array[float], read: _PlacesReader
    ) -> None:
        self.ids = ids
        """Numbers of the documents that have it, rising."""
        self.weights = weights
        """How much its occurrences in each of these documents weigh."""
        self._read = read

    def places(self) -> tuple[array[int], array[int]]:
        """Where the places of each document end, and the places, read when asked."""
        return self._read()


class Slices(NamedTuple):
    """The postings of one term among others that were read with it."""

    ids: memoryview[int]
    weights: memoryview[float]
    ends: memoryview[int]
    """Where the places of each document end."""
    places: memoryview[int]


class _PlacesReader:
    """Reads the places of one term."""

    __slots__ = ("_at", "_count", "_file")

    def __init__(self, file: Any, at: int, count: int) -> None:
        self._file = file
        self._at = at
        self._count = count

    def __call__(self) -> tuple[array[int], array[int]]:
        ends = array("I")
        ends.frombytes(self._file.get(self._at, 4 * self._count))
        places = array("I")
        places.frombytes(self._file.get(self._at + 4 * self._count, 4 * ends[-1]))
        return ends, places


class BulkCodec(whoosh3.W3Codec):  # type: ignore[misc]
    """Whoosh's codec with other files for terms and postings."""

    length_stats = False

    def field_writer(self, storage: Any, segment: Any) -> _TermsWriter:
        """What writes the terms of a new segment."""
        return _TermsWriter(storage, segment)

    def terms_reader(self, storage: Any, segment: Any) -> SegmentTerms:
        """What reads the terms of a segment."""
        return SegmentTerms(storage, segment)


class SegmentTerms(base.TermsReader):  # type: ignore[misc]
    """The terms of one segment, in memory; their postings are read when asked for."""

    def __init__(self, storage: Any, segment: Any) -> None:
        with segment.open_file(storage, _TERMS) as file:
            count = file.read_uint()
            size = file.read_uint()
            self.documents: int = segment.doc_count_all()
            """How many documents the segment has, deleted ones included."""
            self.frequencies = array("I")
            """For each term how many documents have it."""
            self.frequencies.frombytes(file.read(4 * count))
            self._offsets = array("Q")
            self._offsets.frombytes(file.read(8 * count + 8))
            text = bytes(file.read(size)).decode()
        self.terms = text.split("\n") if count else []
        """The terms, in the order of their code points."""
        if not count == len(self.terms) == len(self.frequencies):
            raise ValueError("the terms are incomplete")
        self._file = segment.open_file(storage, _POSTINGS)
        # A search is let go of, not closed, where a thread may still be in it.
        self.close = weakref.finalize(self, self._file.close)
        """Lets go of the file."""

    def place(self, term: str) -> int:
        """The number of a term, -1 where the segment does not have it."""
        at = bisect_left(self.terms, term)
        return at if at < len(self.terms) and self.terms[at] == term else -1

    def postings(self, number: int) -> Postings:
        """The postings of a term by its number."""
        count, offset = self.frequencies[number], self._offsets[number]
        ids, weights = array("I"), array("f")
        ids.frombytes(self._file.get(offset, 4 * count))
        weights.frombytes(self._file.get(offset + 4 * count, 4 * count))
        return Postings(
            ids, weights, _PlacesReader(self._file, offset + 8 * count, count)
        )

    def stretch(self, first: int, last: int) -> Iterator[Slices]:
        """The postings of the terms from one number to before another.

        Terms that begin alike stand together: one read does for thousands of them.
        """
        begin = self._offsets[first]
        content = memoryview(self._file.get(begin, self._offsets[last] - begin))
        whole, weights = content.cast("I"), content.cast("f")
        at = 0
        for number in range(first, last):
            count = self.frequencies[number]
            end = (self._offsets[number + 1] - begin) // 4
            yield Slices(
                whole[at : at + count],
                weights[at + count : at + 2 * count],
                whole[at + 2 * count : at + 3 * count],
                whole[at + 3 * count : end],
            )
            at = end

    def indexed_field_names(self) -> Sequence[str]:
        """The one field there is."""
        return (FIELD,)


class _Gathered:
    """The postings of a term while a segment is written."""

    __slots__ = ("ends", "ids", "places", "weights")

    def __init__(self) -> None:
        self.ids = array("I")
        self.weights = array("f")
        self.ends = array("I")
        self.places = array("I")


class _TermsWriter(base.FieldWriter):  # type: ignore[misc]
    """Writes what was gathered, term by term."""

    def __init__(self, storage: Any, segment: Any) -> None:
        self._storage = storage
        self._segment = segment
        self.is_closed = False

    def add_postings(
        self, schema: Any, lengths: Any, items: dict[str, _Gathered]
    ) -> None:
        """Write all terms of a segment."""
        frequencies, offsets = array("I"), array("Q")
        terms = sorted(items)
        # Made only now: a writer that is cancelled leaves nothing behind.
        with self._segment.create_file(self._storage, _POSTINGS) as file:
            for term in terms:
                found = items[term]
                frequencies.append(len(found.ids))
                offsets.append(file.tell())
                for part in (found.ids, found.weights, found.ends, found.places):
                    file.write(part.tobytes())
            offsets.append(file.tell())
        text = "\n".join(terms).encode()
        with self._segment.create_file(self._storage, _TERMS) as file:
            file.write_uint(len(terms))
            file.write_uint(len(text))
            for content in (frequencies.tobytes(), offsets.tobytes(), text):
                file.write(content)

    def close(self) -> None:
        """Whoosh asks for it at the end."""
        self.is_closed = True


class BulkWriter(writing.SegmentWriter):  # type: ignore[misc]
    """A writer of segments that takes the postings of a document as they are."""

    def __init__(self, opened: Any) -> None:
        super().__init__(opened, codec=BulkCodec(), compound=False)
        self.pool = _Pool()
        self._gathered = self.pool.terms
        self.full: list[Any] = []
        """Segments that are written but not committed."""

    def add(self, postings: Iterable[tuple[str, float, Sequence[int]]]) -> None:
        """Add a document: its terms, each with its weight and its places."""
        number = self.docnum
        self._next_document()
        gathered = self._gathered
        for term, weight, places in postings:
            found = gathered.get(term)
            if found is None:
                found = gathered[term] = _Gathered()
            found.ids.append(number)
            found.weights.append(weight)
            found.places.extend(places)
            found.ends.append(len(found.places))

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
        numbers: dict[int, int] = {}
        for number in range(segment.doc_count_all()):
            if not segment.is_deleted(number):
                numbers[number] = self.docnum
                self._next_document()
        terms = SegmentTerms(self.storage, segment)
        for place, term in enumerate(terms.terms):
            postings = terms.postings(place)
            ends, places = postings.places()
            kept = self._gathered.get(term) or _Gathered()
            starts = chain((0,), ends)
            for number, weight, start, end in zip(
                postings.ids, postings.weights, starts, ends, strict=False
            ):
                if number in numbers:
                    kept.ids.append(numbers[number])
                    kept.weights.append(weight)
                    kept.places.extend(places[start:end])
                    kept.ends.append(len(kept.places))
            if kept.ids:
                self._gathered[term] = kept
        terms.close()

    def _next_document(self) -> None:
        self.perdocwriter.start_doc(self.docnum)
        self.perdocwriter.finish_doc()
        self._added = True
        self.docnum += 1


class _Pool:
    """Takes the place of Whoosh's pool, which sorts postings one by one."""

    def __init__(self) -> None:
        self.terms: dict[str, _Gathered] = {}

    def iter_postings(self) -> dict[str, _Gathered]:
        """What `_TermsWriter` writes."""
        return self.terms

    def cleanup(self) -> None:
        """Let go of everything."""
        self.terms.clear()


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
