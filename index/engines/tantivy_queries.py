"""Query trees as Tantivy takes them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tantivy import FieldType, Occur, Query

from paperstui.index import analysis, spelling
from paperstui.index.engines.base import SEARCHED, rarity
from paperstui.index.engines.recent import Recent
from paperstui.index.engines.tantivy_writing import (
    BEGINNINGS,
    HAS,
    TERMS,
    VENUE,
    YEAR,
    of_rows,
)
from paperstui.index.engines.weighing import UNRANKED, VARIANT
from paperstui.index.tree import (
    And,
    Exact,
    Flag,
    Fuzzy,
    Node,
    Not,
    Or,
    Phrase,
    Rows,
    Text,
    Wildcard,
    Word,
    YearRange,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tantivy import Schema, Searcher, SearchResult

_LIKELY = 20
"""How many of the words that an unfinished one may become choose the best papers."""
_KEPT = 256
"""Words and phrases that are not looked up again: while one types, only the last is
another one."""
_SPECIAL = re.compile(r"([\\.+*?()|\[\]{}^$])")
_MOST_YEAR = 2**63


class Leaf(NamedTuple):
    """A word or phrase of a query."""

    matching: Query
    scoring: Query
    """Chooses the papers that may be best; may match less."""
    papers: int
    """How many papers it is scored in."""
    spelled: Query | None = None
    """The spelling of the query, where it is not scored with the others."""


class Queries:
    """Makes queries for one state of an index; used by one thread at a time."""

    def __init__(self, schema: Schema, searcher: Searcher) -> None:
        self._schema = schema
        self._searcher = searcher
        self._leaves = Recent[Leaf](_KEPT)

    def matching(self, node: Node) -> Query:
        """What matches a tree."""
        match node:
            case Not(child):
                return both(Query.all_query(), without=self.matching(child))
            case Or(children):
                return _any(self.matching(child) for child in children)
            case And(children):
                return _all([self.matching(child) for child in children])
            case YearRange(low, high):
                least, most = max(low or 1, 1), _MOST_YEAR if high is None else high
                if least > most:
                    return Query.empty_query()
                return Query.range_query(
                    self._schema, YEAR, FieldType.Unsigned, least, most
                )
            case Flag(name):
                return self.having(name)
            case Rows(rows):
                return self.rows(rows)
            case Word() | Phrase() | Exact() | Fuzzy() | Wildcard():
                return self.leaf(node).matching
        raise TypeError(f"the search replaces {node}")

    def rows(self, rows: Iterable[int]) -> Query:
        """The papers of some rows."""
        return of_rows(self._schema, rows)

    def of_venues(self, numbers: Iterable[int]) -> Query:
        """The papers of some venues."""
        return Query.term_set_query(self._schema, VENUE, list(numbers))

    def having(self, name: str) -> Query:
        """The papers that have something."""
        return self._term(HAS, name)

    def stems(self, terms: Mapping[str, float]) -> Query:
        """The papers with any of some weighted stems, scored by these weights."""
        return _any(
            self._weighted(form, weight)
            for term, weight in terms.items()
            for form in (VARIANT + term, term)
            if self._held(TERMS, form)
        )

    def frequency(self, word: str) -> int:
        """How many papers have a word."""
        return self.count(self._term(TERMS, word))

    def count(self, query: Query) -> int:
        """How many papers match."""
        return count(self._searcher, query)

    def leaf(self, leaf: Text) -> Leaf:
        """What a word or phrase matches."""
        prefix = getattr(leaf, "prefix", False)
        key = (type(leaf), leaf.text, leaf.field, prefix)
        return self._leaves.get(key, lambda: self._look_up(leaf))

    def _look_up(self, leaf: Text) -> Leaf:
        field = leaf.field
        if isinstance(leaf, Wildcard):
            fitting = self._fitting(analysis.fold_pattern(leaf.text), field or TERMS)
            return Leaf(fitting, fitting, self.count(fitting))
        wanted = analysis.wanted(leaf.text)
        if not wanted.words:
            return Leaf(Query.all_query(), Query.empty_query(), 0)
        match leaf:
            case Word():
                return self._word(leaf, wanted)
            case Fuzzy():
                lines = self.lines if field in (None, *SEARCHED) else self._lines(field)
                near = [word for word, _ in spelling.similar(wanted.joined, lines)]
                found = _any(self._words(near, field or TERMS))
            case Phrase(prefix=True) if len(wanted.words) == 1:
                begun = self._begun(wanted.joined, field)
                papers = self.count(begun)
                likely = self._likely(wanted.joined, field or TERMS, papers)
                return Leaf(begun, _any([*likely, begun]), papers)
            case Phrase(prefix=True):
                found = self._unfinished(wanted.words, field)
            case Phrase() | Exact():
                found = self._row(wanted.words, field)
        return Leaf(found, found, self.count(found))

    def _word(self, word: Word, wanted: analysis.Wanted) -> Leaf:
        """A word in any of its spellings; joined words in a row or written as one."""
        field = word.field or TERMS
        several = len(wanted.words) > 1
        # A word that is its own stem is not written down twice.
        stems = {word for word in wanted.spellings if analysis.stem(word) == word}
        terms = {VARIANT + spelling for spelling in wanted.spellings}
        terms |= {*stems, wanted.joined}
        known = sorted(term for term in terms if self._held(field, term))
        rows = [self._row(wanted.words, word.field)] if several else []
        # Others are among those that have it as a variant.
        spelled = "" if wanted.joined in stems else wanted.joined
        if not word.prefix:
            return self._leaf(field, known, rows, spelled)
        begun = self._begun(wanted.joined, word.field)
        if not several and len(wanted.joined) <= UNRANKED:
            ranked = self._leaf(field, known, rows, spelled)
            return ranked._replace(matching=_any([ranked.matching, begun]))
        if several:
            rows.append(self._unfinished(wanted.words, word.field))
        return self._leaf(field, known, rows, spelled, wanted.joined, begun)

    def _leaf(
        self,
        field: str,
        known: Sequence[str],
        rows: Sequence[Query],
        spelled: str,
        prefix: str = "",
        begun: Query | None = None,
    ) -> Leaf:
        """What has some terms, words in some rows, or words that begin in some way."""
        terms, whole = known, [*rows]
        if begun is not None:
            beginnings = (prefix, VARIANT + prefix)
            terms = [term for term in known if not term.startswith(beginnings)]
            whole.append(begun)
        matching = _any([*self._words(terms, field), *whole])
        papers = self.count(matching)
        own = [term for term in known if term != spelled]
        scored = [self._scored(field, term, papers) for term in own]
        if begun is not None:
            scored += self._likely(prefix, field, papers, known)
        exact = self._scored(field, spelled, papers) if spelled in known else None
        return Leaf(matching, _any([*scored, *rows]), papers, exact)

    def _likely(
        self, prefix: str, field: str, papers: int, known: Sequence[str] = ()
    ) -> list[Query]:
        """The most frequent words that begin in some way, besides those known."""
        likely = self._searcher.terms_with_prefix(field, prefix, limit=_LIKELY)
        return [
            self._scored(field, term, papers) for term, _ in likely if term not in known
        ]

    def _scored(self, field: str, term: str, papers: int) -> Query:
        """A term that says as much as the word it stands for, in so many papers."""
        size = self._searcher.num_docs
        return self._weighted(term, rarity(min(size, papers), size), field)

    def _weighted(self, term: str, weight: float, field: str = TERMS) -> Query:
        """A term that says as much as is given, whatever its rarity."""
        size = self._searcher.num_docs
        own = rarity(min(size, self._held(field, term)), size)
        return Query.boost_query(self._term(field, term, "freq"), weight / own)

    def _row(self, words: tuple[str, ...], field: str | None) -> Query:
        """Words in a row, within one field."""
        if len(words) == 1:
            return _any(self._words(words, field or TERMS))
        return _any(
            Query.phrase_query(self._schema, name, list(words))
            for name in _fields(field)
        )

    def _begun(self, prefix: str, field: str | None) -> Query:
        """Words and variants that begin in some way."""
        if field is None and len(prefix) <= UNRANKED:
            return self._term(BEGINNINGS, prefix)
        pattern = f"{VARIANT}?{_escaped(prefix)}.*"
        return Query.regex_query(self._schema, field or TERMS, pattern)

    def _unfinished(self, words: tuple[str, ...], field: str | None) -> Query:
        """Words in a row, of which the last may be the beginning of one."""
        if len(words) == 1:
            return self._begun(words[0], field)
        *finished, last = words
        if len(last) <= UNRANKED:
            # Nearly all have a word that begins so, at thousands of places.
            begun = self._begun(last, field)
            return _all([self._row(tuple(finished), field), begun])
        patterns: list[str | tuple[int, str]] = [*map(_escaped, finished)]
        patterns.append(f"{_escaped(last)}.*")
        return _any(
            Query.regex_phrase_query(self._schema, name, patterns)
            for name in _fields(field)
            if all(self._held(name, word) for word in finished)
        )

    def _fitting(self, pattern: str, field: str) -> Query:
        """Words that fit a pattern; variants are no words."""
        wanted = ".*".join(map(_escaped, pattern.split("*")))
        if wanted.startswith(".*"):
            wanted = f"([^{VARIANT}].*)?{wanted[2:]}"
        return Query.regex_query(self._schema, field, wanted)

    def _words(self, words: Iterable[str], field: str) -> Iterable[Query]:
        return (self._term(field, word) for word in words)

    def _term(self, field: str, term: str, kind: str = "basic") -> Query:
        return Query.term_query(self._schema, field, term, kind)

    def _held(self, field: str, term: str) -> int:
        """How many papers have a term, deleted ones included."""
        return int(self._searcher.doc_freq(field, term))

    @cached_property
    def lines(self) -> str:
        """All words of `TERMS`, each between two line feeds."""
        # Letter by letter: all at once would be held several times.
        letters = {
            begun[:1] for begun, _ in self._searcher.terms_with_prefix(BEGINNINGS, "")
        }
        return "".join(self._lines(TERMS, letter) for letter in sorted(letters))

    def _lines(self, field: str, begun: str = "") -> str:
        """The words of a field that begin in some way, each between two line feeds."""
        terms = self._searcher.terms_with_prefix(field, begun)
        words = [term for term, _ in terms if not term.startswith(VARIANT)]
        return "\n".join(("", *sorted(words), ""))


def count(searcher: Searcher, query: Query) -> int:
    """How many papers match."""
    return total(searcher.search(Query.const_score_query(query, 1.0), limit=1))


def total(found: SearchResult) -> int:
    """How many papers match, of which a search found the best."""
    return int(found.count)  # type: ignore[attr-defined]  # not in the stubs


def both(*queries: Query, without: Query | None = None) -> Query:
    """What matches all of some queries, and none of another."""
    parts = [(Occur.Must, query) for query in queries]
    if without is not None:
        parts.append((Occur.MustNot, without))
    return Query.boolean_query(parts)


def _all(queries: Sequence[Query]) -> Query:
    if len(queries) == 1:
        return queries[0]
    return both(*queries) if queries else Query.all_query()


def _any(queries: Iterable[Query]) -> Query:
    parts = [(Occur.Should, query) for query in queries]
    if len(parts) == 1:
        return parts[0][1]
    return Query.boolean_query(parts) if parts else Query.empty_query()


def _fields(field: str | None) -> Sequence[str]:
    return SEARCHED if field is None else (field,)


def _escaped(text: str) -> str:
    """A text as a regular expression of Tantivy that matches just it."""
    return _SPECIAL.sub(r"\\\1", text)
