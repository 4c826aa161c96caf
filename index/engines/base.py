"""What every search engine offers, and what it is given to index."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from paperstui.index import analysis, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from paperstui.index.analysis import Indexed
    from paperstui.index.models import Paper
    from paperstui.index.tree import Node, Text

    Progress = Callable[[int, int], None]
    """Told how many papers are indexed, of how many."""

Packed = TypeVar("Packed")

TEXT_FIELDS = ("title", "authors", "keywords", "abstract", "venue", "status")
"""The fields that hold words."""

SEARCHED = ("title", "authors", "keywords", "abstract", "venue")
"""Those in which words without a field are looked for."""

WEIGHTS = {
    "title": 2.0,
    "authors": 1.0,
    "keywords": 1.0,
    "abstract": 1.0,
    "venue": 0.5,
    "status": 1.0,
}
"""How much a match in each field counts."""

LENGTH = 0.6
"""BM25's b: how much a long paper is marked down."""

SCORED = 100
"""Hits whose scores an engine gives, unless more are asked for."""

LAST_YEAR = 9999
"""What a query can name; other numbers are no years."""

HAVING = ("code", "pdf", "abstract")
"""What `has:` can ask for of a paper, in the order in which it is shown."""


@dataclass(frozen=True, slots=True)
class Document:
    """One paper as an engine indexes it."""

    row: int
    """Its row in the library; engines may hold no more than 2**32 of them."""
    venue: int
    """Number of its venue in the library."""
    refused: bool
    """Whether its venue refused it."""
    year: int | None
    status: str
    """As its facet counts it."""
    having: frozenset[str]
    """What it has: "pdf", "code", "abstract"."""
    terms: Mapping[str, Indexed]
    """The terms of each text field."""

    @property
    def length(self) -> int:
        """Its length in words, as fields weigh."""
        return round(sum(WEIGHTS[n] * len(self.terms[n].words) for n in SEARCHED))

    @property
    def year_asked_for(self) -> int:
        """The year, 0 where there is none that a query can name."""
        year = self.year or 0
        return year if 0 < year <= LAST_YEAR else 0

    @property
    def whole_status(self) -> str:
        """The status on one line."""
        return " ".join(self.status.split())


class Documents(Protocol):
    """Papers to be indexed; some at a time, as all of them may not fit into memory."""

    def __len__(self) -> int:
        """How many there are."""

    def packed(
        self, pack: Callable[[list[Document]], Packed]
    ) -> Iterator[tuple[int, Packed]]:
        """What a function makes of some documents at a time, with how many they were.

        In order, and every one of them. The function is one of a module, and what it
        makes can be pickled: other processes may do it.
        """


@dataclass(frozen=True, slots=True)
class Filters:
    """What restricts the hits but not the facets."""

    venues: frozenset[int] | None = None
    """Only papers of these venue numbers; None for all."""
    marked: frozenset[int] = frozenset()
    """Rows to be counted apart, such as the bookmarked ones."""
    only: frozenset[int] | None = None
    """Only these rows; None for all."""
    refused: bool = False
    """Also papers that their venues refused; they count in the facets, too."""
    facets: bool = False
    """Whether statuses and what papers have are to be counted."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """What makes one match better than another."""

    leaves: tuple[Text, ...] = ()
    """The words and phrases that count; without any, hits come in list order."""
    saturation: float = 1.2
    """BM25's k1: from how many occurrences on more of them say little."""
    exact: float = 0.0
    """How much more an occurrence counts that is spelled as in the query."""
    depth: int = SCORED
    """How many of the best papers are to get scores: what may be ranked once more."""


@dataclass(frozen=True, slots=True)
class Hits:
    """What matches a query."""

    rows: Sequence[int]
    """Library rows, best first; equally good ones in list order."""
    scores: Sequence[float] = ()
    """Scores of the first rows, as many as were asked for, where there are any."""
    mass: float = 0.0
    """Sum of the rarities of what was scored: what a score can come to."""
    venues: dict[int, int] = field(default_factory=dict)
    """Matching papers per venue number, without the filters."""
    marked: int = 0
    """Matching papers among the marked ones, without the filters."""
    statuses: dict[str, int] = field(default_factory=dict)
    """Papers per status, within the filters."""
    having: dict[str, int] = field(default_factory=dict)
    """Papers that have something, by what it is, within the filters."""


class Names(NamedTuple):
    """What a paper is called by, as folded words."""

    title: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()


class SearchEngine(Protocol):
    """One engine over one index; used by one thread at a time."""

    name: str
    version: str
    """Changes when an index of an earlier version cannot be used any more."""

    def build(
        self, folder: Path | None, documents: Documents, progress: Progress
    ) -> None:
        """Index all documents into an empty folder, or into memory if it is None.

        `progress` may raise to end the build early. Raises OSError where the disk
        fails.
        """

    def update(
        self,
        folder: Path,
        documents: Documents,
        gone: Iterable[int],
        progress: Progress,
    ) -> None:
        """Bring an index up to date: new or other documents, and rows that are gone.

        Must be opened again. Raises OSError where the disk fails, EngineError where
        the index is damaged.
        """

    def open(self, folder: Path) -> int:
        """Open an index and return how many documents it holds.

        Raises EngineError where it is damaged.
        """

    def search(self, root: Node, filters: Filters, scoring: Scoring) -> Hits:
        """All papers that match a query tree; raises EngineError on a damaged index."""

    def names(self, rows: Sequence[int]) -> Sequence[Names]:
        """The words in titles and names of authors of some rows.

        Nothing for rows that are gone. Raises EngineError on a damaged index.
        """

    def gains(
        self, terms: Mapping[str, float], rows: Sequence[int], saturation: float
    ) -> list[float]:
        """What weighted stems would add to the scores of some rows.

        Each adds its weight, saturated by how often it stands there, whatever its
        rarity. Raises EngineError on a damaged index.
        """

    def resembling(
        self, terms: Mapping[str, float], most: int, *, refused: bool
    ) -> list[int]:
        """Rows in which weighted stems weigh most, about the best first.

        Up to `most` that have any of them, with those that their venues refused if
        wanted. They are to be told apart by `gains`: scores here are the engine's own.
        Raises EngineError on a damaged index.
        """

    def rarity(self, term: str, least: int = 2) -> float:
        """How much a stem says, by BM25; 0 where less than so many papers have it."""

    @property
    def mean_length(self) -> float:
        """Mean length of the papers, in words as fields weigh."""

    def suggest(self, word: str) -> str:
        """The indexed word most like a folded one that is not indexed, else ""."""

    def close(self) -> None:
        """Let go of the index."""


def document(row: int, paper: Paper, venue: int, refused: bool = False) -> Document:
    """What an engine indexes of a paper: its text as it is read on the screen."""
    return Document(
        row=row,
        venue=venue,
        refused=refused,
        year=paper.year,
        status=paper.status,
        having=having(paper),
        terms={n: analysis.indexed(field_text(paper, n)) for n in TEXT_FIELDS},
    )


def field_text(paper: Paper, name: str) -> str:
    """The text of a field as it is read on the screen."""
    match name:
        case "title":
            return text.plain(paper.title)
        case "authors":
            return "; ".join(author.name for author in paper.authors)
        case "keywords":
            return "; ".join(map(text.plain, paper.keywords))
        case "abstract":
            return text.plain(paper.abstract)
        case "status":
            return paper.status
        case _:
            return paper.venue.label


def having(paper: Paper) -> frozenset[str]:
    """What `has:` finds a paper by."""
    return frozenset(name for name in HAVING if getattr(paper, name))


def rarity(frequency: int, documents: int) -> float:
    """How much a word says that stands in some of all documents, by BM25."""
    return log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def stem_rarity(frequency: int, documents: int, least: int) -> float:
    """The same of a stem, whose forms may be counted twice; 0 below some documents."""
    known = min(frequency, documents)
    return rarity(known, documents) if known >= least else 0.0


def length_norm(length: float, mean: float) -> float:
    """What the weights in a document are divided by: more in a long one, by BM25."""
    return 1 - LENGTH + LENGTH * length / mean


def saturated(weight: float, saturation: float) -> float:
    """What occurrences of some weight count for: from 0 up to `saturation` + 1."""
    return (saturation + 1) * weight / (weight + saturation)
