"""What is asked of a library, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from paperstui.index.models import by_year

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from paperstui.index.models import Venue, Verdict
    from paperstui.index.notes import Notes
    from paperstui.index.tree import Node


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A part of the query that could not be used."""

    start: int
    end: int
    reason: str


class Sort(StrEnum):
    """Orders of a list of papers; the values are what `sort:` takes."""

    RELEVANCE = "relevance"
    LIST = "list"
    YEAR = "year"
    """Newest first."""
    TITLE = "title"
    CITATIONS = "citations"
    """Most cited first; papers whose lists do not count come last."""
    ADDED = "added"
    """Last added to the library first."""
    BOOKMARKED = "bookmarked"
    """Last bookmarked first; papers without a bookmark follow in list order."""


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query."""

    text: str
    root: Node | None
    """None matches every paper."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """In the order of the text."""
    sort: Sort | None = None
    """The order that the text asks for; None where it asks for none."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Library rows of the papers that the person has marked in some way."""

    bookmarked: frozenset[int] = frozenset()
    seen: frozenset[int] = frozenset()
    """Those whose abstracts were read."""
    noted: frozenset[int] = frozenset()
    """Those with a note of the person."""
    tagged: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """By tag in lower case."""
    decided: Mapping[Verdict, frozenset[int]] = field(default_factory=dict)
    """By verdict."""
    notes: Notes | None = field(default=None, compare=False)
    """What finds notes by their words; None where there are none."""
    latest: tuple[int, ...] = field(default=(), compare=False)
    """The bookmarked ones, the last bookmarked first."""


@dataclass(frozen=True, slots=True)
class Like:
    """What papers are to be like: one of the library, or a text."""

    label: str
    """What it is called on the screen: a title, or how the text begins."""
    paper: str = ""
    """Id of the paper; empty for a text."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One question to the library."""

    text: str = ""
    """What the person typed; empty lists all papers in list order."""
    within: str = ""
    """A second query that papers must match as well, such as a saved search."""
    like: Like | None = None
    """Only the papers most like this, which all else narrows; None for all papers."""
    venues: frozenset[Venue] | None = None
    """Only papers of these venues; None for all."""
    marks: Marks = Marks()
    """What `is:bookmarked` and its like mean; bookmarks are counted, too."""
    bookmarked_only: bool = False
    """Only bookmarked papers."""
    among: frozenset[int] | None = None
    """Only these library rows, such as a group of bookmarks; None for all."""
    refused: bool = False
    """Also papers that their venues refused."""
    hidden: frozenset[int] = frozenset()
    """Library rows that are not wanted."""
    sort: Sort | None = None
    """The order wanted where the text asks for none; None for relevance, which is
    likeness among papers that are like one, and list order where nothing is asked."""
    facets: bool = False
    """Whether the facets are wanted, which need the index."""


@dataclass(frozen=True, slots=True)
class Facets:
    """How many papers of a page have each property."""

    statuses: dict[str, int]
    """By status, "Oral" or "Poster", the most frequent first; without it: not here."""
    having: dict[str, int]
    """By what `has:` takes: "code", "pdf", "abstract"."""


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The answer to one request."""

    request: SearchRequest
    query: Query
    """The parsed text with its diagnostics; its tree holds `within`, too, and the words
    by which papers are like one."""
    rows: Sequence[int]
    """Library rows in the order of `sort`."""
    counts: dict[Venue, int]
    """Papers per venue that match the text, whatever venue is chosen."""
    bookmarked: int
    """Bookmarked papers that match the text, whatever venue is chosen."""
    sort: Sort = Sort.LIST
    """The order of the rows."""
    partial: bool = False
    """Whether partial matches follow, for want of papers with all the words."""
    whole: int = 0
    """How many rows of a partial page hold all the words; they come first."""
    facets: Facets | None = None
    """Over the rows; None where they were not asked for."""
    suggestion: str = ""
    """Where no paper has all the words: the text with its unknown words put right, if
    that finds something."""

    @property
    def matching(self) -> int:
        """Papers that match the text, whatever venue is chosen."""
        return sum(self.counts.values())

    @property
    def years(self) -> dict[int, int]:
        """Papers per year that match the text, whatever venue is chosen."""
        return by_year(self.counts.items())
