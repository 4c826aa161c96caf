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
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

with warnings.catch_warnings():
    # Whoosh 2.7.4 holds invalid escapes that Python reports when it first compiles it.
    warnings.simplefilter("ignore")
    from whoosh import fields
    from whoosh.codec import base, whoosh3

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.engines.inverting import Joined

VERSION = f"2 {sys.byteorder}"
"""Changes with what is written; arrays are written as they lie in memory."""

FIELD = "terms"
"""The one field of the schema: fields of a paper are told apart by places."""

_TERMS, _POSTINGS, _NAMES = ".terms", ".postings", ".names"


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
        self._storage = storage
        self._segment = segment
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

    @cached_property
    def names(self) -> Sequence[str]:
        """By document the words of its title and, behind a tab, of its authors."""
        with self._segment.open_file(self._storage, _NAMES) as file:
            names = bytes(file.read(file.read_uint())).decode().split("\n")
        if len(names) != self.documents:
            raise ValueError("the names are incomplete")
        return names

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


class _TermsWriter(base.FieldWriter):  # type: ignore[misc]
    """Writes what was gathered, term by term."""

    def __init__(self, storage: Any, segment: Any) -> None:
        self._storage = storage
        self._segment = segment
        self.is_closed = False

    def add_postings(self, schema: Any, lengths: Any, joined: Joined) -> None:
        """Write all terms of a segment."""
        terms: list[str] = []
        frequencies, offsets = array("I"), array("Q", [0])
        # Made only now: a writer that is cancelled leaves nothing behind.
        with self._segment.create_file(self._storage, _POSTINGS) as file:
            for term, frequency, content in joined.postings():
                terms.append(term)
                frequencies.append(frequency)
                offsets.append(offsets[-1] + len(content))
                file.write(content)
        text = "\n".join(terms).encode()
        with self._segment.create_file(self._storage, _TERMS) as file:
            file.write_uint(len(terms))
            file.write_uint(len(text))
            for content in (frequencies.tobytes(), offsets.tobytes(), text):
                file.write(content)

        text = "\n".join(joined.names).encode()
        with self._segment.create_file(self._storage, _NAMES) as file:
            file.write_uint(len(text))
            file.write(text)

    def close(self) -> None:
        """Whoosh asks for it at the end."""
        self.is_closed = True
