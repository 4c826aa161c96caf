"""Documents to postings: by term where it stands, some documents at a time.

Needs nothing but the standard library, so that processes that do it start at once.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from itertools import accumulate, chain, count, repeat
from typing import TYPE_CHECKING, NamedTuple

from paperstui.index.engines import lexicon
from paperstui.index.engines.base import HAVING, SEARCHED, WEIGHTS
from paperstui.index.engines.weighing import VARIANT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.engines.base import Document

REFUSED = len(HAVING)
"""The bit of `Lexicon.flags` above those of what a paper has."""

_FIELD_BITS = lexicon.FIELD_SIZE.bit_length() - 1
_PLACE_BITS = (lexicon.FIELD_SIZE * len(lexicon.FIELDS)).bit_length()
_PLACE = (1 << _PLACE_BITS) - 1
_FIELD = _PLACE >> _FIELD_BITS


class Batch(NamedTuple):
    """The postings of some documents, which are numbered from 0, term by term."""

    rows: array[int]
    """By document its row in the library."""
    names: Sequence[str]
    """By document the words of its title and, behind a tab, of its authors."""
    terms: str
    """The terms, one a line, in no order."""
    frequencies: array[int]
    """For each term how many documents have it."""
    widths: array[int]
    """For each term how many places it has."""
    ids: array[int]
    """For each term the documents that have it, rising; one term after another."""
    weights: array[float]
    """Likewise how much it weighs in each of these documents."""
    ends: array[int]
    """Likewise where its places in each end, counted from those of the term on."""
    places: array[int]
    """The places, term by term and document by document."""


def invert(documents: Sequence[Document]) -> Batch:
    """The postings of some documents."""
    # By mark and term each occurrence: the number of the document, then the place.
    found: dict[str, defaultdict[str, list[int]]] = {
        mark + kind: defaultdict(list)
        for mark in ("", lexicon.APART)
        for kind in ("", VARIANT)
    }
    statuses: defaultdict[str, list[int]] = defaultdict(list)
    facts = array("I")
    for number, document in enumerate(documents):
        for field in lexicon.FIELDS:
            terms = document.terms[field]
            mark = "" if field in SEARCHED else lexicon.APART
            words, variants = found[mark], found[mark + VARIANT]
            first = (number << _PLACE_BITS) + lexicon.FIRST_PLACE[field]
            for place, word in enumerate(terms.words, first):
                words[word].append(place)
            for variant, at in terms.variants:
                variants[variant].append(first + at)
        if status := document.whole_status:
            statuses[status].append(number)
        facts.extend(_facts(document))
    names = [mark + term for mark, by_term in found.items() for term in by_term]
    batch = _counted([each for by_term in found.values() for each in by_term.values()])
    for status, numbers in statuses.items():
        names.append(lexicon.STATUS + status)
        _add(batch, numbers, 0)
    if documents:
        names.append(lexicon.FACTS)
        _add(batch, range(len(documents)), 5)
        batch.places.extend(facts)
    return batch._replace(
        rows=facts[0::5],
        names=[_names(document) for document in documents],
        terms="\n".join(names),
    )


def _counted(lists: Sequence[list[int]]) -> Batch:
    """Postings of terms by their occurrences."""
    weight_of = [WEIGHTS[field] for field in lexicon.FIELDS]
    frequencies: list[int] = []
    ids: list[int] = []
    weights: list[float] = []
    ends: list[int] = []
    for occurrences in lists:
        before = len(ids)
        last = -1
        for end, occurrence in enumerate(occurrences, 1):
            number = occurrence >> _PLACE_BITS
            if number != last:
                last = number
                ids.append(number)
                weights.append(weight_of[occurrence >> _FIELD_BITS & _FIELD])
                ends.append(end)
            else:
                weights[-1] += weight_of[occurrence >> _FIELD_BITS & _FIELD]
                ends[-1] = end
        frequencies.append(len(ids) - before)
    return Batch(
        array("I"),
        (),
        "",
        array("I", frequencies),
        array("I", map(len, lists)),
        array("I", ids),
        array("f", weights),
        array("I", ends),
        array("I", [each & _PLACE for each in chain.from_iterable(lists)]),
    )


def _add(batch: Batch, numbers: Sequence[int], places: int) -> None:
    """Add a term that stands in some documents, with so many places in each."""
    batch.frequencies.append(len(numbers))
    batch.widths.append(places * len(numbers))
    batch.ids.extend(numbers)
    batch.weights.extend(repeat(1.0, len(numbers)))
    batch.ends.extend(places * at for at in range(1, len(numbers) + 1))


def _names(document: Document) -> str:
    fields = (document.terms[field].words for field in ("title", "authors"))
    return "\t".join(" ".join(words) for words in fields)


def _facts(document: Document) -> tuple[int, int, int, int, int]:
    """The numbers of a document that `Lexicon` gives."""
    flags = sum(1 << bit for bit, name in enumerate(HAVING) if name in document.having)
    flags |= document.refused << REFUSED
    year = document.year_asked_for
    return document.row, document.venue, year, document.length, flags


class Joined:
    """The postings of many batches as one.

    They are put side by side; only when they are read are those of a term joined.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        """By document, as in a batch."""
        self._last: dict[str, int] = {}
        """By term the number of its last piece."""
        self._before = array("q")
        """By piece the one before it of the same term, -1 for the first."""
        self._starts = array("Q", [0])
        """By piece where its documents begin, and where they end the next begin."""
        self._place_starts = array("Q", [0])
        self._ids = array("I")
        self._weights = array("f")
        self._ends = array("I")
        self._places = array("I")

    def add(self, batch: Batch, first: int) -> None:
        """Add a batch whose documents are numbered from `first` on."""
        self.names += batch.names
        terms = batch.terms.split("\n") if batch.frequencies else []
        at = len(self._before)
        self._before.extend(map(self._last.get, terms, repeat(-1)))
        self._last.update(zip(terms, count(at), strict=False))
        for starts, sizes in (
            (self._starts, batch.frequencies),
            (self._place_starts, batch.widths),
        ):
            starts.extend(accumulate(sizes, initial=starts.pop()))
        self._ids.extend(map(first.__add__, batch.ids))
        self._weights.extend(batch.weights)
        self._ends.extend(batch.ends)
        self._places.extend(batch.places)

    def postings(self) -> Iterator[tuple[str, int, bytes]]:
        """Each term, in the order of code points, with how many documents have it.

        And what is kept of it: these documents, weights, where the places of each
        document end, and places.
        """
        starts, place_starts, before = self._starts, self._place_starts, self._before
        ids, weights, ends, places = self._ids, self._weights, self._ends, self._places
        for term in sorted(self._last):
            number = self._last[term]
            part = slice(starts[number], starts[number + 1])
            of_places = slice(place_starts[number], place_starts[number + 1])
            if before[number] < 0:  # as with most terms
                content = ids[part], weights[part], ends[part], places[of_places]
                yield term, part.stop - part.start, b"".join(content)
                continue
            pieces = [(part, of_places)]
            while (number := before[number]) >= 0:
                part = slice(starts[number], starts[number + 1])
                of_places = slice(place_starts[number], place_starts[number + 1])
                pieces.append((part, of_places))
            joined = array("I"), array("f"), array("I"), array("I")
            for part, of_places in reversed(pieces):
                joined[0].extend(ids[part])
                joined[1].extend(weights[part])
                joined[2].extend(map(len(joined[3]).__add__, ends[part]))
                joined[3].extend(places[of_places])
            yield term, len(joined[0]), b"".join(joined)
