"""Authors by their names: their papers, co-authors, and who comes again.

All that is known of an author is a name: two people of one name are one here, and a
person who writes two names is two.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from paperstui.index.analysis import indexed
from paperstui.index.query.words import has_letters
from paperstui.index.query_text import by_author
from paperstui.index.requests import Sort

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from paperstui.index.models import Paper
    from paperstui.index.requests import ResultPage, SearchRequest

    Find = Callable[[SearchRequest], ResultPage]


@dataclass(frozen=True, slots=True)
class Coauthor:
    """Someone who wrote papers with an author."""

    name: str
    """As the newest of the papers has it."""
    papers: int
    """How many they wrote together."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What a library knows of the papers of one name."""

    asked: str
    """The name that was looked up."""
    name: str
    """As the newest of the papers has it."""
    page: ResultPage
    """The papers, newest first."""
    years: Mapping[int, int]
    """Papers by year, the first year first."""
    venues: Mapping[str, int]
    """Papers by conference, most papers first."""
    coauthors: tuple[Coauthor, ...]
    """Most papers first."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """How many papers an author has in two years of a conference."""

    name: str
    before: int
    after: int

    @property
    def papers(self) -> int:
        """In both years."""
        return self.before + self.after


@dataclass(frozen=True, slots=True)
class Turnover:
    """Who wrote in two years of a conference; most papers first."""

    returning: tuple[Attendance, ...]
    """Authors of both years."""
    new: tuple[Attendance, ...]
    """Authors of the later year alone."""
    gone: tuple[Attendance, ...]
    """Authors of the year before alone."""


@lru_cache(maxsize=100_000)
def identity(name: str) -> str:
    """What two spellings of one name have in common: no case, accents, hyphens."""
    return " ".join(indexed(name).words) or name


def papers_of(
    find: Find, papers: Sequence[Paper], name: str, request: SearchRequest
) -> ResultPage:
    """The papers that a name stands on, newest first.

    `papers` are those of the library by row; `request` says which of them count and
    what is marked. Raises EngineError as the search does.
    """
    asked = replace(
        request,
        text=by_author(name),
        within="",
        venues=None,
        bookmarked_only=False,
        sort=Sort.RELEVANCE,  # no order of all papers is made for a few
        facets=False,
    )
    page = find(asked)
    if not has_letters(name):
        return replace(page, rows=())  # nothing was searched for
    wanted = identity(name)
    # The words of the name stand in longer ones, too.
    rows = [row for row in page.rows if wanted in _identities(papers[row])]
    rows.sort(key=lambda row: (-(papers[row].year or 0), row))
    return replace(page, rows=rows, sort=Sort.YEAR, partial=False)


def profile(
    find: Find, papers: Sequence[Paper], name: str, request: SearchRequest
) -> Profile:
    """All about a name; as `papers_of`."""
    page = papers_of(find, papers, name, request)
    me = identity(name)
    years: Counter[int] = Counter()
    venues: Counter[str] = Counter()
    others: Counter[str] = Counter()
    names: dict[str, str] = {}
    for row in page.rows:
        paper = papers[row]
        venues[paper.venue.name] += 1
        if paper.year is not None:
            years[paper.year] += 1
        mine = _identities(paper)
        others.update(mine.keys())
        for other, spelled in mine.items():
            names.setdefault(other, spelled)
    del others[me]
    coauthors = [Coauthor(names[other], count) for other, count in others.items()]
    coauthors.sort(key=lambda other: (-other.papers, other.name.casefold()))
    return Profile(
        name,
        names.get(me, name),
        page,
        dict(sorted(years.items())),
        dict(sorted(venues.items(), key=lambda venue: (-venue[1], venue[0]))),
        tuple(coauthors),
    )


def count_authors(papers: Iterable[Paper]) -> dict[str, tuple[str, int]]:
    """How many of some papers each author has, with the name as first met."""
    counts: dict[str, tuple[str, int]] = {}
    for paper in papers:
        for author, name in _identities(paper).items():
            spelled, count = counts.get(author, (name, 0))
            counts[author] = spelled, count + 1
    return counts


def turnover(
    before: Mapping[str, tuple[str, int]], after: Mapping[str, tuple[str, int]]
) -> Turnover:
    """Who came again, who is new and who is gone; counts are of `count_authors`."""
    both = [
        Attendance(name, before[author][1], count)
        for author, (name, count) in after.items()
        if author in before
    ]
    new = [
        Attendance(name, 0, count)
        for author, (name, count) in after.items()
        if author not in before
    ]
    gone = [
        Attendance(name, count, 0)
        for author, (name, count) in before.items()
        if author not in after
    ]
    return Turnover(_ordered(both), _ordered(new), _ordered(gone))


def _identities(paper: Paper) -> dict[str, str]:
    """The authors of a paper, each once, with the name as written."""
    return {identity(author.name): author.name for author in paper.authors}


def _ordered(some: Iterable[Attendance]) -> tuple[Attendance, ...]:
    return tuple(sorted(some, key=lambda each: (-each.papers, each.name.casefold())))
