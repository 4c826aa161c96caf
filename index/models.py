"""What passes between the parts: papers, venues, search requests and their answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from paperstui.index.notes import Notes
    from paperstui.index.tree import Node


@dataclass(frozen=True, slots=True)
class Author:
    """One author, in the name parts of CSL-JSON."""

    family: str
    """Family name; the whole name of a mononym or a group."""
    given: str = ""
    """Given names and initials."""
    particle: str = ""
    """Non-dropping particle such as "van der"."""
    suffix: str = ""
    """Generational suffix such as "Jr."."""

    @property
    def name(self) -> str:
        """The name in reading order: "Max van der Test, Jr."."""
        full = " ".join(filter(None, (self.given, self.particle, self.family)))
        return f"{full}, {self.suffix}" if self.suffix else full


@dataclass(frozen=True, slots=True, order=True)
class Venue:
    """One edition of a conference or journal, such as ICML 2024."""

    name: str
    """Short name of the conference, as researchers write it."""
    year: int | None = None
    """Year of this edition; None where it is not known."""

    @property
    def label(self) -> str:
        """The name as shown: "ICML 2024"."""
        return self.name if self.year is None else f"{self.name} {self.year}"


def by_year(counts: Iterable[tuple[Venue, int]]) -> dict[int, int]:
    """Counts of venues summed by their years; those without a year are left out."""
    years: dict[int, int] = {}
    for venue, count in counts:
        if venue.year is not None:
            years[venue.year] = years.get(venue.year, 0) + count
    return years


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper; every text in it is clean (see `text.clean`) but may hold LaTeX."""

    id: str
    """Stable identifier: the native one with its scheme, else a content hash."""
    title: str
    """One line."""
    venue: Venue
    abstract: str = ""
    """Paragraphs separated by one empty line."""
    authors: tuple[Author, ...] = ()
    """In the order of the paper; the editors of a book that has no authors."""
    et_al: bool = False
    """Whether there are more authors, whom the list does not name."""
    editors: tuple[Author, ...] = ()
    """Those of the proceedings or the book."""
    title_derived: bool = False
    """True where the list gave no title and it was made from the abstract."""
    booktitle: str = ""
    """Full name of the proceedings."""
    volume: str = ""
    series: str = ""
    """Name of the series, such as "Proceedings of Machine Learning Research"."""
    pages: str = ""
    """As "19327-19343", with one hyphen."""
    publisher: str = ""
    place: str = ""
    """Where it was held or published, such as "Vienna, Austria"."""
    month: str = ""
    """Beside the year: "07", with a day "07-21", a span "07-21/07-27" or "06/07"."""
    url: str = ""
    """Landing page."""
    pdf: str = ""
    """Address of the PDF file."""
    doi: str = ""
    pmlr: str = ""
    """Identifier in its PMLR volume, such as "hu24j"."""
    openreview: str = ""
    """OpenReview forum id."""
    arxiv: str = ""
    """arXiv identifier without version."""
    source: str = ""
    """Name of the list that the paper came from."""
    kind: str = ""
    """CSL type such as "paper-conference" or "article-journal"; empty if unknown."""
    number: str = ""
    """Issue of a journal, or number in a series."""
    status: str = ""
    """What the venue decided, as it says so: "Oral", "Poster", "Reject", "Withdraw"."""
    track: str = ""
    """Part of the venue, such as "Datasets & Benchmarks"."""
    keywords: tuple[str, ...] = ()
    affiliations: tuple[str, ...] = ()
    """One for each author, in their order, where the list gives them so."""
    code: str = ""
    """Address of the code."""
    project: str = ""
    """Address of the project page."""
    note: str = ""
    """A remark that the list holds on the paper."""
    rating: float | None = None
    """Mean score of the reviews."""
    citations: int | None = None
    """How often it was cited when the list was made."""
    native_key: str = ""
    """Citation key that the list gives the paper."""

    @property
    def year(self) -> int | None:
        """Year of publication; None where it is not known."""
        return self.venue.year


_REFUSED = ("reject", "withdraw", "desk", "retract")


def is_refused(paper: Paper) -> bool:
    """Whether the venue did not take the paper, so that lists hide it by default."""
    status = paper.status.lower()
    return any(word in status for word in _REFUSED)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file of papers that a person should know about."""

    source: str
    """The file, as the person named it."""
    reason: str
    """What is wrong and what was done about it."""
    line: int | None = None
    """1-based line where it stands; None where it is not known."""
    record: int | None = None
    """1-based number of the record it concerns; None where it is the whole file."""
    lost: bool = False
    """Whether a record could not be loaded because of it."""

    def __str__(self) -> str:
        place = self.source if self.line is None else f"{self.source}:{self.line}"
        number = "" if self.record is None else f"record {self.record}: "
        return f"{place}: {number}{self.reason}"


@dataclass(frozen=True, slots=True)
class Bookmark:
    """One bookmarked paper, with a snapshot that outlives its list."""

    paper: Paper
    added: datetime
    """When it was bookmarked, in UTC."""
    tags: tuple[str, ...] = ()
    note: str = ""


class Grouping(StrEnum):
    """What bookmarks are grouped by, in the order of the key that changes it."""

    NONE = "none"
    TAG = "tag"
    VENUE = "venue"
    DATE = "date"


class Verdict(StrEnum):
    """What a person decided on a paper."""

    KEEP = "keep"
    MAYBE = "maybe"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict on one paper, the last one."""

    verdict: Verdict
    at: datetime
    """When it was decided, in UTC."""


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
