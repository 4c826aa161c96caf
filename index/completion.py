"""What can stand where a query is being typed: fields, values, and names."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from paperstui.index import analysis, text
from paperstui.index.errors import EngineError
from paperstui.index.models import by_year
from paperstui.index.query.language import FIELD_HINTS, VALUES
from paperstui.index.query.parser import MAX_LENGTH, typing
from paperstui.index.query.scanner import QUOTES
from paperstui.index.requests import SearchRequest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from paperstui.index.library import Library
    from paperstui.index.marked import MarkedRows
    from paperstui.index.search import Search

_ROWS_READ = 200
"""Papers, the best ones, in which names are looked for."""
_REST_OF_FIELD = re.compile(r"[A-Za-z]*:?")
_REST_OF_VALUE = re.compile(rf"[^\s(){QUOTES}]*")
_BEFORE_YEAR = re.compile(r"\d{4}(?:\.\.|[-\u2013])|[<>=]*")
_EXACT = re.compile("=")
_QUOTE = re.compile(f"[{QUOTES}]")
_SIMPLE = re.compile(r"(?!(?:AND|OR|NOT)$)\w[\w.:/&+#'\u2019-]*")
_WORD = re.compile(r"\w+")


class Kind(StrEnum):
    """What is being typed; values other than of FIELD are those of a field."""

    FIELD = "field"
    VENUE = "venue"
    STATUS = "status"
    TAG = "tag"
    AUTHOR = "authors"
    KEYWORD = "keywords"
    YEAR = "year"
    IS = "is"
    HAS = "has"
    SORT = "sort"


_KINDS = {kind.value: kind for kind in Kind}


@dataclass(frozen=True, slots=True)
class Completion:
    """The piece of a query that is being typed."""

    start: int
    end: int
    """A candidate takes the place of `text[start:end]`; it can lie behind the cursor,
    where the piece goes on there."""
    kind: Kind
    typed: str
    """What is typed of it up to the cursor, without its quote."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the piece can become."""

    text: str
    """Quoted where it must be; a space closes a value, a colon a field."""
    count: int | None
    """How many papers have it; None where that is not known."""
    hint: str
    """What it asks for; empty where it speaks for itself."""


@dataclass(frozen=True, slots=True)
class _Option:
    name: str
    count: int | None = None
    hint: str = ""


def completion_at(text: str, cursor: int) -> Completion | None:
    """The piece that is being typed before the cursor; None where it is just text."""
    if not 0 < cursor <= min(len(text), MAX_LENGTH):
        return None
    begun = typing(text[:cursor])
    if begun is None:
        return None
    start = begun.start
    if begun.field is None:
        typed = text[start:cursor]
        if begun.quoted or not any(n.startswith(typed.lower()) for n in FIELD_HINTS):
            return None
        rest = _REST_OF_FIELD.match(text, cursor)
        return Completion(start, rest.end() if rest else cursor, Kind.FIELD, typed)
    kind = _KINDS.get(begun.field)
    if kind is None:
        return None
    if not begun.quoted:
        before = (_BEFORE_YEAR if kind is Kind.YEAR else _EXACT).match(
            text, start, cursor
        )
        start = before.end() if before else start
    typed = text[start + begun.quoted : cursor]
    return Completion(start, _end(text, cursor, quoted=begun.quoted), kind, typed)


def _end(text: str, cursor: int, *, quoted: bool) -> int:
    """Where the value at the cursor ends."""
    quotes = list(_QUOTE.finditer(text, cursor))
    if quoted and len(quotes) % 2:
        return quotes[0].end()  # the others belong together
    rest = _REST_OF_VALUE.match(text, cursor)
    return rest.end() if rest else cursor


class Completer:
    """Finds candidates in a library; may be asked from any thread.

    Without a search, as long as the index is not ready, there are no authors and no
    keywords.
    """

    def __init__(
        self, library: Library, marked: MarkedRows, search: Search | None
    ) -> None:
        self._library = library
        self._marked = marked
        self.search = search

    def candidates(self, completion: Completion, limit: int = 50) -> list[Candidate]:
        """What the piece can become, best first: what begins so, what many papers have.

        Case and accents do not matter.
        """
        kind, typed = completion.kind, completion.typed
        if kind is Kind.FIELD:
            fields = FIELD_HINTS.items()
            found = [
                Candidate(f"{name}:", None, hint)
                for name, hint in fields
                if name.startswith(typed.lower())
            ]
        elif kind in VALUES:
            options = [_Option(name, None, hint) for name, hint in VALUES[kind].items()]
            found = _matching(typed, options)
        else:
            found = _matching(typed, self._options(kind, typed))
        return found[:limit]

    def _options(self, kind: Kind, typed: str) -> list[_Option]:
        """All there are of a kind, or those that can match, in their order."""
        match kind:
            case Kind.VENUE:
                return sorted(self._venues(), key=_order)
            case Kind.YEAR:
                counts = self._library.counts
                years = by_year((c.venue, c.papers) for c in counts if c.papers)
                newest_first = sorted(years.items(), reverse=True)
                return [_Option(f"{year:04}", papers) for year, papers in newest_first]
            case Kind.STATUS:
                return _merged(self._library.statuses())
            case Kind.TAG:
                tagged = self._marked.current().tagged.items()
                tags = (_Option(tag, len(rows)) for tag, rows in tagged if rows)
                return sorted(tags, key=_order)
            case _:
                return self._names(kind, typed)

    def _venues(self) -> Iterator[_Option]:
        names: Counter[str] = Counter()
        for count in self._library.counts:
            venue = count.venue
            if count.papers and venue.name:
                names[venue.name] += count.papers
                if venue.year is not None:
                    yield _Option(venue.label, count.papers)
        for name, papers in names.items():
            yield _Option(name, papers)

    def _names(self, kind: Kind, typed: str) -> list[_Option]:
        """Authors or keywords of the best papers that have one beginning like this."""
        wanted = _QUOTE.sub(" ", typed).strip()
        if self.search is None or not _folded(wanted):
            return []
        field = "author" if kind is Kind.AUTHOR else "keyword"
        try:
            rows = self.search.find(SearchRequest(f'{field}:"{wanted}')).rows
        except EngineError:
            return []  # the query itself tells of it
        names: Counter[str] = Counter()
        for row in rows[:_ROWS_READ]:
            paper = self._library.papers[row]
            if kind is Kind.AUTHOR:
                listed = [author.name for author in paper.authors]
            else:
                listed = [text.plain(keyword) for keyword in paper.keywords]
            # A value cannot hold quotes, and is found without them.
            names.update({" ".join(_QUOTE.sub(" ", name).split()) for name in listed})
        options = _merged(names)
        if len(rows) <= _ROWS_READ:
            return options
        # There may be more papers of each than were read.
        return [_Option(option.name) for option in options]


def _order(option: _Option) -> tuple[int, str]:
    return (-(option.count or 0), _folded(option.name))


def _merged(counts: dict[str, int]) -> list[_Option]:
    """Names that differ in case or accents as one, in the most frequent spelling.

    The most frequent names come first.
    """
    total: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        folded = _folded(name)
        total[folded] += count
        spelled.setdefault(folded, name)
    options = (_Option(spelled[folded], total[folded]) for folded in total if folded)
    return sorted(options, key=_order)


def _matching(typed: str, options: Iterable[_Option]) -> list[Candidate]:
    """The options that begin with what is typed, have a word that does, or hold it."""
    wanted = _folded(typed)
    ranked: tuple[list[Candidate], ...] = ([], [], [])
    for option in options:
        name = _folded(option.name)
        value = _value(option.name)
        if wanted in name and value:
            rank = 0 if name.startswith(wanted) else 1 if f" {wanted}" in name else 2
            ranked[rank].append(Candidate(value, option.count, option.hint))
    return [candidate for candidates in ranked for candidate in candidates]


def _value(name: str) -> str:
    """A name as a value of a field, with a space behind it; "" where it has none."""
    if _SIMPLE.fullmatch(name):
        return f"{name} "
    return "" if _QUOTE.search(name) else f'"{name}" '


def _folded(name: str) -> str:
    """The words of a name without case, accents and what stands between them."""
    return " ".join(_WORD.findall(analysis.fold(name)))
