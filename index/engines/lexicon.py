"""The terms of all segments of a Whoosh index as one, and facts on its documents."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from functools import cached_property
from itertools import chain, compress
from typing import TYPE_CHECKING, NamedTuple

from paperstui.index.engines.base import Names
from paperstui.index.engines.weighing import VARIANT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from paperstui.index.engines.whoosh_codec import Postings, SegmentTerms

APART = "^"
"""Begins the terms of a field that is searched only when asked for by its name."""
FACTS = " facts"
"""A term of every document whose places are numbers on it; no word has a space."""
STATUS = " status "
"""Begins the terms that stand for a whole status."""

FIELD_SIZE = 1 << 24
"""Places that each field has."""
FIELDS = ("title", "authors", "keywords", "venue", "status", "abstract")
"""The fields in the order of their places.

The longest is last: most postings show at their first place that they are of no other.
"""
FIRST_PLACE = {name: at * FIELD_SIZE for at, name in enumerate(FIELDS)}
"""The place of the first word of each field."""

_NO_WORDS = (VARIANT, APART, " ")

Mask = int
"""A set of documents: an integer with one byte a document, the first one lowest."""


class Stretch(NamedTuple):
    """Terms of one segment that follow each other."""

    base: int
    """Number of the segment's first document."""
    segment: SegmentTerms
    first: int
    last: int
    """Number of the term behind the last."""


class Occurrences:
    """Where a term stands, over all segments."""

    __slots__ = ("_parts", "ids", "weights")

    def __init__(self, parts: list[tuple[int, Postings]]) -> None:
        """The postings of each segment with the number of its first document."""
        self._parts = parts
        if len(parts) == 1 and not parts[0][0]:
            self.ids: Sequence[int] = parts[0][1].ids
            self.weights: Sequence[float] = parts[0][1].weights
        else:
            self.ids = array("I")
            self.weights = array("f")
            for base, postings in parts:
                ids = postings.ids
                self.ids.extend([base + number for number in ids] if base else ids)
                self.weights.extend(postings.weights)

    def places(self) -> Iterator[tuple[int, Sequence[int], int, int]]:
        """For each document its number, and places with where its own begin and end."""
        for base, postings in self._parts:
            ends, places = postings.places()
            starts = chain((0,), ends)
            for number, start, end in zip(postings.ids, starts, ends, strict=False):
                yield base + number, places, start, end

    def within(self, field: str) -> dict[int, float]:
        """By document how often the term stands in one field, where it does."""
        counts: dict[int, float] = {}
        for base, postings in self._parts:
            count_within(field, base, postings.ids, *postings.places(), counts)
        return counts


def count_within(
    field: str,
    base: int,
    ids: Sequence[int],
    ends: Sequence[int],
    places: Sequence[int],
    counts: dict[int, float],
) -> None:
    """Add by document how often a term of one segment stands in one field."""
    low = FIRST_PLACE[field]
    high = low + FIELD_SIZE
    start = 0
    for number, end in zip(ids, ends, strict=True):
        # Most places are in the last field: one look at them does.
        if places[start] < high and places[end - 1] >= low:
            first = bisect_left(places, low, start, end)
            count = bisect_left(places, high, first, end) - first
            if count:
                counts[base + number] = counts.get(base + number, 0.0) + count
        start = end


class Lexicon:
    """Looks terms up; documents are numbered through all segments."""

    def __init__(
        self, segments: Sequence[SegmentTerms], deleted: Iterable[int]
    ) -> None:
        self._segments: list[tuple[int, SegmentTerms]] = []
        size = 0
        for segment in segments:
            self._segments.append((size, segment))
            size += segment.documents
        self.size = size
        """Documents, deleted ones included."""
        self.deleted = frozenset(deleted)
        """Documents that still have postings but are gone."""
        self.everything = self.mask(set(range(size)) - self.deleted)
        """All documents that are not deleted."""
        self._lines: dict[str, str] = {}
        self._flagged: dict[int, Mask] = {}
        facts = array("I")
        found = self.find(FACTS)
        if found:
            for _, places, start, end in found.places():
                facts.extend(places[start:end])
        self.rows = facts[0::5]
        """By document its row in the library."""
        self.venues = facts[1::5]
        """By document the number of its venue."""
        self.years = facts[2::5]
        """By document its year, 0 where it is not known."""
        self.lengths = facts[3::5]
        """By document how many words it has, as fields weigh."""
        self.flags = facts[4::5]
        """By document the bits of what else is known of it."""
        if len(self.flags) != size:
            raise ValueError("documents are missing")

    def mask(self, numbers: Iterable[int]) -> Mask:
        """The set of some documents."""
        there = bytearray(self.size)
        for number in numbers:
            there[number] = 1
        return int.from_bytes(there, "little")

    def numbers(self, mask: Mask) -> list[int]:
        """The documents of a set, rising."""
        return list(compress(range(self.size), mask.to_bytes(self.size, "little")))

    def where(self, facts: Sequence[int], low: int, high: int) -> Mask:
        """The documents with a fact from `low` to `high`."""
        there = bytes([low <= fact <= high for fact in facts])
        return int.from_bytes(there, "little")

    def flagged(self, bit: int) -> Mask:
        """The documents with a bit among their flags."""
        mask = self._flagged.get(bit)
        if mask is None:
            there = bytes([flags >> bit & 1 for flags in self.flags])
            mask = self._flagged[bit] = int.from_bytes(there, "little")
        return mask

    def find(self, term: str) -> Occurrences | None:
        """Where a term stands, None where it does not."""
        parts = self.parts(term)
        return Occurrences(parts) if parts else None

    def parts(self, term: str) -> list[tuple[int, Postings]]:
        """The same by segment, with the number of its first document."""
        return [
            (base, segment.postings(number))
            for base, segment in self._segments
            if (number := segment.place(term)) >= 0
        ]

    def beginning(self, prefix: str) -> Iterator[Stretch]:
        """Where in each segment the terms with a prefix stand."""
        for base, segment in self._segments:
            first = bisect_left(segment.terms, prefix)
            last = bisect_left(segment.terms, prefix + "\U0010ffff", first)
            if first < last:
                yield Stretch(base, segment, first, last)

    def names(self, number: int) -> Names:
        """The words of the title and of the authors of a document."""
        for base, segment in reversed(self._segments):
            if number >= base:
                title, _, authors = segment.names[number - base].partition("\t")
                return Names(tuple(title.split()), tuple(authors.split()))
        raise IndexError(number)

    @cached_property
    def by_row(self) -> dict[int, int]:
        """The number of the document of each row, without deleted ones."""
        return {
            row: number
            for number, row in enumerate(self.rows)
            if number not in self.deleted
        }

    def statuses(self) -> dict[str, Mask]:
        """The documents of each status."""
        names = {
            segment.terms[number][len(STATUS) :]
            for _, segment, first, last in self.beginning(STATUS)
            for number in range(first, last)
        }
        found = {}
        for name in sorted(names):
            occurrences = self.find(STATUS + name)
            found[name] = self.mask(occurrences.ids) if occurrences else 0
        return found

    def words(self, beginning: str = "", mark: str = "") -> Iterator[str]:
        """All words that begin in some way; those of `APART` where that is the mark."""
        for _, segment, first, last in self.beginning(mark + beginning):
            for term in segment.terms[first:last]:
                word = term[len(mark) :]
                if word[0] not in _NO_WORDS:
                    yield word

    def lines(self, mark: str = "") -> str:
        """All words, each between two line feeds."""
        lines = self._lines.get(mark)
        if lines is None:
            lines = self._lines[mark] = "\n".join(
                ("", *sorted(set(self.words(mark=mark))), "")
            )
        return lines

    @property
    def alive(self) -> int:
        """Documents that are not deleted."""
        return self.size - len(self.deleted)

    def frequency(self, term: str) -> int:
        """How many documents have a term."""
        if self.deleted:
            found = self.find(term)
            return self.count(found.ids) if found else 0
        return sum(
            segment.frequencies[number]
            for _, segment in self._segments
            if (number := segment.place(term)) >= 0
        )

    def count(self, numbers: Sequence[int]) -> int:
        """How many of some documents are not deleted."""
        gone = len(self.deleted.intersection(numbers)) if self.deleted else 0
        return len(numbers) - gone

    def close(self) -> None:
        """Let go of the files."""
        for _, segment in self._segments:
            segment.close()
