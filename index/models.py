"""What passes between the parts: papers, their problems, what was decided on them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime


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
