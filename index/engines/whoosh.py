"""The Whoosh engine: pure Python, for conference-sized libraries."""

from __future__ import annotations

import warnings
from array import array
from typing import TYPE_CHECKING, Any

from paperstui.index import analysis
from paperstui.index.engines.base import (
    SEARCHED,
    TEXT_FIELDS,
    VARIANT_WEIGHT,
    WEIGHTS,
    Document,
    Filters,
    Hits,
)
from paperstui.index.errors import EngineError
from paperstui.index.tree import And, Node, Not, Or, Phrase, Word, YearRange

with warnings.catch_warnings():
    # Whoosh 2.7.4 holds invalid escapes that Python reports when it first compiles it.
    warnings.simplefilter("ignore")
    from whoosh import collectors, fields, index, query, scoring
    from whoosh.analysis import SpaceSeparatedTokenizer
    from whoosh.codec import whoosh3  # noqa: F401  (imported by Whoosh when it writes)
    from whoosh.filedb.filestore import RamStorage

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from paperstui.index.analysis import Wanted
    from paperstui.index.engines.base import Progress

_NO_YEAR = 0


def _schema() -> Any:
    schema = fields.Schema(
        paper=fields.ID(unique=True),  # the row as a term, to be replaced by
        row=fields.NUMERIC(sortable=True, bits=32),
        venue_number=fields.NUMERIC(sortable=True, bits=32),
        refused=fields.NUMERIC(sortable=True, bits=32),
        year=fields.NUMERIC(bits=32),
    )
    for name in TEXT_FIELDS:
        terms = SpaceSeparatedTokenizer()
        schema.add(name, fields.TEXT(analyzer=terms, phrase=True))
        schema.add(_variants(name), fields.TEXT(analyzer=terms, phrase=False))
    return schema


def _variants(name: str) -> str:
    return f"{name}_variants"


class WhooshEngine:
    """Searches with BM25F over the exact and the other spellings of each field."""

    name = "whoosh"
    version = "4"

    def __init__(self) -> None:
        self._searcher: Any = None
        self._rows: array[int] = array("l")
        self._venues: array[int] = array("l")
        self._refused: array[int] = array("l")

    def build(
        self, folder: Path | None, documents: Iterable[Document], progress: Progress
    ) -> None:
        """Index all documents; see `SearchEngine.build`."""
        documents = list(documents)
        if folder is None:
            made = RamStorage().create_index(_schema())
        else:
            made = index.create_in(str(folder), _schema())
        writer = made.writer(limitmb=128)
        try:
            for done, document in enumerate(documents, 1):
                writer.add_document(**_columns(document))
                progress(done, len(documents))
        except BaseException:
            writer.cancel()
            raise
        writer.commit(optimize=True)
        if folder is None:
            self._use(made)

    def update(
        self,
        folder: Path,
        documents: Iterable[Document],
        gone: Iterable[int],
        progress: Progress,
    ) -> None:
        """Bring an index up to date; see `SearchEngine.update`."""
        documents = list(documents)
        try:
            writer = index.open_dir(str(folder)).writer(limitmb=128)
        except Exception as error:
            raise _damaged(error) from error
        try:
            for row in gone:
                writer.delete_by_term("paper", str(row))
            for done, document in enumerate(documents, 1):
                writer.update_document(**_columns(document))
                progress(done, len(documents))
        except BaseException:
            writer.cancel()
            raise
        writer.commit()

    def open(self, folder: Path) -> int:
        """Open an index; see `SearchEngine.open`."""
        try:
            self._use(index.open_dir(str(folder)))
        except Exception as error:  # Whoosh raises nearly anything on a damaged file.
            raise _damaged(error) from error
        return self._searcher.doc_count()  # type: ignore[no-any-return]

    def search(self, root: Node, filters: Filters) -> Hits:
        """All papers that match; see `SearchEngine.search`."""
        collector = _Everything()
        try:
            self._searcher.search_with_collector(_translate(root), collector)
        except Exception as error:
            raise _damaged(error) from error
        venues: dict[int, int] = {}
        marked = 0
        kept: list[tuple[float, int]] = []
        for number, score in collector.found:
            if self._refused[number] and not filters.refused:
                continue
            row, venue = self._rows[number], self._venues[number]
            venues[venue] = venues.get(venue, 0) + 1
            is_marked = row in filters.marked
            marked += is_marked
            if filters.venues is not None and venue not in filters.venues:
                continue
            if is_marked or not filters.marked_only:
                kept.append((-score, row))
        kept.sort()
        return Hits([row for _, row in kept], venues, marked)

    def suggest(self, word: str) -> str:
        """The indexed word most like another; see `SearchEngine.suggest`."""
        return ""

    def close(self) -> None:
        """Close the files of the index."""
        if self._searcher is not None:
            self._searcher.close()
            self._searcher = None

    def _use(self, opened: Any) -> None:
        self._searcher = opened.searcher(weighting=scoring.BM25F())
        reader = self._searcher.reader()
        numbers = range(reader.doc_count_all())
        if not numbers:
            return
        self._rows, self._venues, self._refused = (
            array(
                "l",
                map(reader.column_reader(name, translate=True).__getitem__, numbers),
            )
            for name in ("row", "venue_number", "refused")
        )


class _Everything(collectors.Collector):  # type: ignore[misc]
    """Collects every match with its score."""

    def prepare(self, top_searcher: Any, q: Any, context: Any) -> None:
        # Scores are read from the matcher, which must follow the current match.
        context.needs_current = True
        super().prepare(top_searcher, q, context)
        self.found: list[tuple[int, float]] = []

    def collect(self, sub_docnum: int) -> None:
        self.found.append((self.offset + sub_docnum, self.matcher.score()))


def _damaged(error: Exception) -> EngineError:
    return EngineError(f"it was damaged ({type(error).__name__})")


def _columns(document: Document) -> dict[str, Any]:
    year = _NO_YEAR if document.year is None else document.year
    columns = {
        "paper": str(document.row),
        "row": document.row,
        "venue_number": document.venue,
        "refused": int(document.refused),
        "year": year,
    }
    variants = {_variants(name): value for name, value in document.variants.items()}
    return {**columns, **document.words, **variants}


def _translate(node: Node) -> Any:
    """The Whoosh query for a node of the tree."""
    match node:
        case Word():
            return _word(node)
        case Phrase():
            return _phrase(node)
        case YearRange(low, high):
            first = _NO_YEAR + 1 if low is None else low
            return query.ConstantScoreQuery(
                query.NumericRange("year", first, high), score=0.0
            )
        case Not(child):
            return query.And([query.Every(), query.Not(_translate(child))])
        case Or(children):
            return query.Or([_translate(child) for child in children])
        case And(children):
            wanted = [c for c in children if not isinstance(c, Not)]
            unwanted = [c.child for c in children if isinstance(c, Not)]
            parts = [_translate(child) for child in wanted] or [query.Every()]
            parts += [query.Not(_translate(child)) for child in unwanted]
            return query.And(parts)


def _fields(field: str | None) -> tuple[str, ...]:
    return SEARCHED if field is None else (field,)


def _word(word: Word) -> Any:
    """A word in any of its fields, in any of its spellings."""
    wanted = analysis.wanted(word.text)
    if not wanted.words:
        return query.Every()
    if len(wanted.words) > 1:
        return _joined(word, wanted)
    exact = wanted.joined
    found = []
    for name in _fields(word.field):
        weight = WEIGHTS[name]
        found.append(query.Term(name, exact, boost=weight))
        found += [
            query.Term(_variants(name), spelling, boost=weight * VARIANT_WEIGHT)
            for spelling in wanted.spellings
        ]
        if word.prefix:
            found += [
                query.Prefix(field, exact, boost=weight * VARIANT_WEIGHT)
                for field in (name, _variants(name))
            ]
    return query.Or(found)


def _joined(word: Word, wanted: Wanted) -> Any:
    """Words joined by hyphens and the like: in this order, or written as one."""
    parts, joined = list(wanted.words), wanted.joined
    found = []
    for name in _fields(word.field):
        weight = WEIGHTS[name]
        found.append(query.Phrase(name, parts, boost=weight))
        found += [
            query.Term(_variants(name), spelling, boost=weight)
            for spelling in wanted.spellings
        ]
        found.append(query.Term(name, joined, boost=weight))
        if word.prefix:
            found.append(query.Prefix(_variants(name), joined, boost=weight))
    if word.prefix:
        found.append(_unfinished(parts, word.field))
    return query.Or(found)


def _phrase(phrase: Phrase) -> Any:
    """Words in this order in one field; loosely for the last, if still typed."""
    parts = list(analysis.wanted(phrase.text).words)
    if not parts:
        return query.Every()
    if phrase.prefix:
        return _unfinished(parts, phrase.field)
    return query.Or(
        [
            query.Phrase(name, parts, boost=WEIGHTS[name])
            if len(parts) > 1
            else query.Term(name, parts[0], boost=WEIGHTS[name])
            for name in _fields(phrase.field)
        ]
    )


def _unfinished(parts: list[str], field: str | None) -> Any:
    """A run of words whose last one is still typed: the finished ones in order."""
    found = []
    for name in _fields(field):
        weight = WEIGHTS[name]
        last = query.Prefix(name, parts[-1], boost=weight)
        if len(parts) == 1:
            found.append(last)
            continue
        finished = parts[:-1]
        first = (
            query.Phrase(name, finished, boost=weight)
            if len(finished) > 1
            else query.Term(name, finished[0], boost=weight)
        )
        whole = query.Phrase(name, parts, boost=weight)
        found.append(query.AndMaybe(query.And([first, last]), whole))
    return query.Or(found)
