"""The Whoosh engine: pure Python, for conference-sized libraries."""

from __future__ import annotations

import warnings
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from paperstui.index import spelling
from paperstui.index.analysis import wanted
from paperstui.index.engines import whoosh_codec
from paperstui.index.engines.base import (
    HAVING,
    Filters,
    Hits,
    Names,
)
from paperstui.index.engines.inverting import REFUSED, invert
from paperstui.index.engines.lexicon import Lexicon
from paperstui.index.engines.matching import Matcher
from paperstui.index.engines.whoosh_writer import BulkWriter, Memory
from paperstui.index.errors import EngineError

with warnings.catch_warnings():
    # Whoosh 2.7.4 holds invalid escapes that Python reports when it first compiles it.
    warnings.simplefilter("ignore")
    from whoosh import index

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from paperstui.index.engines.base import Documents, Progress, Scoring
    from paperstui.index.tree import Node

_AT_ONCE = 20_000
"""Papers that one segment takes: what is in memory while it is made."""


class WhooshEngine:
    """Searches with BM25F over the exact and the other spellings of each field."""

    name = "whoosh"
    version = f"6 {whoosh_codec.VERSION}"

    def __init__(self) -> None:
        self._opened: tuple[Lexicon, Matcher] | None = None

    def build(
        self, folder: Path | None, documents: Documents, progress: Progress
    ) -> None:
        """Index all documents; see `SearchEngine.build`."""
        schema = whoosh_codec.schema()
        if folder is None:
            made = Memory().create_index(schema)
        else:
            made = index.create_in(str(folder), schema)
        _write(made, documents, {}, (), progress)
        if folder is None:
            self._use(made)

    def update(
        self,
        folder: Path,
        documents: Documents,
        gone: Iterable[int],
        progress: Progress,
    ) -> None:
        """Bring an index up to date; see `SearchEngine.update`."""
        try:
            opened = index.open_dir(str(folder))
            held = _lexicon(opened)
            old = held.by_row
            held.close()
        except OSError:
            raise
        except Exception as error:
            raise _damaged(error) from error
        _write(opened, documents, old, gone, progress)

    def open(self, folder: Path) -> int:
        """Open an index; see `SearchEngine.open`."""
        try:
            self._use(index.open_dir(str(folder)))
        except Exception as error:  # Whoosh raises nearly anything on a damaged file.
            raise _damaged(error) from error
        with self._reading() as (held, _):
            return held.everything.bit_count()

    def search(self, root: Node, filters: Filters, scoring: Scoring) -> Hits:
        """All papers that match; see `SearchEngine.search`."""
        with self._reading() as (held, matcher):
            return _hits(held, matcher, root, filters, scoring)

    def names(self, rows: Sequence[int]) -> list[Names]:
        """Words of titles and authors; see `SearchEngine.names`."""
        with self._reading() as (held, _):
            numbers = held.by_row
            return [
                held.names(numbers[row]) if row in numbers else Names() for row in rows
            ]

    def gains(
        self, terms: Mapping[str, float], rows: Sequence[int], saturation: float
    ) -> list[float]:
        """What stems would add to scores; see `SearchEngine.gains`."""
        with self._reading() as (held, matcher):
            numbers = held.by_row
            known = [row for row in rows if row in numbers]
            found = matcher.gains(terms, [numbers[row] for row in known], saturation)
            gains = dict(zip(known, found, strict=True))
            # One may have left since it was found.
            return [gains.get(row, 0.0) for row in rows]

    def resembling(
        self, terms: Mapping[str, float], most: int, *, refused: bool
    ) -> list[int]:
        """Rows in which stems weigh most; see `SearchEngine.resembling`."""
        with self._reading() as (held, matcher):
            allowed = held.everything
            if not refused:
                allowed &= ~held.flagged(REFUSED)
            return [held.rows[n] for n in matcher.resembling(terms, most, allowed)]

    def rarity(self, term: str, least: int = 2) -> float:
        """How much a stem says; see `SearchEngine.rarity`."""
        with self._reading() as (_, matcher):
            return matcher.rarity(term, least)

    @property
    def mean_length(self) -> float:
        """Mean length of the papers; see `SearchEngine.mean_length`."""
        with self._reading() as (_, matcher):
            return matcher.mean_length

    def suggest(self, word: str) -> str:
        """The indexed word most like another; see `SearchEngine.suggest`."""
        folded = wanted(word).joined
        with self._reading() as (held, _):
            if held.frequency(folded):
                return ""
            return spelling.nearest(folded, held.lines(), held.frequency)

    def close(self) -> None:
        """Close the files of the index."""
        if self._opened is not None:
            self._opened[0].close()
            self._opened = None

    @contextmanager
    def _reading(self) -> Iterator[tuple[Lexicon, Matcher]]:
        """What was opened; whatever goes wrong with it is damage."""
        if self._opened is None:
            raise EngineError("it is not open")
        try:
            yield self._opened
        except Exception as error:
            raise _damaged(error) from error

    def _use(self, opened: Any) -> None:
        self.close()
        held = _lexicon(opened)
        self._opened = held, Matcher(held)


def _hits(
    held: Lexicon, matcher: Matcher, root: Node, filters: Filters, scoring: Scoring
) -> Hits:
    """The papers that match, ranked and counted."""
    matching = matcher.match(root, scoring)
    if not filters.refused:
        matching &= ~held.flagged(REFUSED)
    numbers = held.numbers(matching)
    rows, venue_of = held.rows, held.venues
    venues = dict(Counter(map(venue_of.__getitem__, numbers)))
    marked = {n for n in numbers if rows[n] in filters.marked} if filters.marked else ()
    if filters.venues is not None:
        chosen = filters.venues
        numbers = [n for n in numbers if venue_of[n] in chosen]
    if filters.only is not None:
        only = filters.only
        numbers = [n for n in numbers if rows[n] in only]
    ranked, scores, mass = matcher.ranked(numbers, scoring)
    found = Hits([rows[n] for n in ranked], scores, mass, venues, len(marked))
    if not filters.facets:
        return found
    within = held.mask(numbers)
    statuses = {
        name: count
        for name, mask in held.statuses().items()
        if (count := (mask & within).bit_count())
    }
    having = {
        name: (held.flagged(bit) & within).bit_count()
        for bit, name in enumerate(HAVING)
    }
    return replace(found, statuses=statuses, having=having)


def _lexicon(opened: Any) -> Lexicon:
    """The terms of all segments of an index."""
    segments = opened._segments()
    deleted, base = [], 0
    for segment in segments:
        deleted += [base + number for number in segment.deleted_docs()]
        base += segment.doc_count_all()
    terms: list[whoosh_codec.SegmentTerms] = []
    try:
        for segment in segments:
            terms.append(segment.codec().terms_reader(opened.storage, segment))
        return Lexicon(terms, deleted)
    except BaseException:
        for each in terms:
            each.close()
        raise


def _write(
    opened: Any,
    documents: Documents,
    old: dict[int, int],
    gone: Iterable[int],
    progress: Progress,
) -> None:
    """Delete rows that are gone and add documents: all of it or nothing.

    `old` gives the number of the document of each row; new ones take their places.
    """
    total, done = len(documents), 0
    writer = BulkWriter(opened)
    try:
        for row in gone:
            if row in old:
                writer.delete_document(old[row])
        for count, batch in documents.packed(invert):
            if writer.docnum and writer.docnum + count > _AT_ONCE:
                writer.begin_segment()
            for row in batch.rows:
                if row in old:
                    writer.delete_document(old[row])
            writer.add(batch)
            done += count
            progress(done, total)
        writer.finish()
    except BaseException:
        writer.cancel()
        raise


def _damaged(error: Exception) -> EngineError:
    return EngineError(f"it was damaged ({type(error).__name__})")
