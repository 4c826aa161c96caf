"""The collection: the papers of all lists, in list order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.index.models import Paper, Problem, ResultPage, Venue
from paperstui.index.readers import seed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from paperstui.index.models import Query, SearchRequest


class Library:
    """Papers by row, and the venues they belong to."""

    def __init__(
        self, papers: Iterable[Paper] = (), problems: Iterable[Problem] = ()
    ) -> None:
        self.papers = tuple(papers)
        """In list order; a paper's place is its row."""
        self.problems = tuple(problems)
        """What was wrong in the lists."""
        self._rows = {paper.id: row for row, paper in enumerate(self.papers)}

    def __len__(self) -> int:
        return len(self.papers)

    def row(self, paper_id: str) -> int | None:
        """The row of a paper, None where it is not in the library."""
        return self._rows.get(paper_id)

    def rows(self, paper_ids: Iterable[str]) -> frozenset[int]:
        """The rows of those papers that are in the library."""
        found = (self.row(paper_id) for paper_id in paper_ids)
        return frozenset(row for row in found if row is not None)

    def fingerprint(self) -> str:
        """Changes when any paper does: tells whether an index is current."""
        import hashlib  # loads OpenSSL, which the first screen can do without

        digest = hashlib.sha256()
        for paper in self.papers:
            digest.update(repr(paper).encode())
        return digest.hexdigest()

    def everything(self, request: SearchRequest, query: Query) -> ResultPage:
        """All papers in list order within the filters of a request; needs no index.

        `query` is the parsed text of the request, which names nothing to search for.
        """
        counts: dict[Venue, int] = {}
        rows = []
        for row, paper in enumerate(self.papers):
            counts[paper.venue] = counts.get(paper.venue, 0) + 1
            if request.venue not in (None, paper.venue):
                continue
            if row in request.bookmarked or not request.bookmarked_only:
                rows.append(row)
        return ResultPage(request, query, rows, counts, len(request.bookmarked))

    def venues(self) -> tuple[Venue, ...]:
        """The venues, by name and then newest first."""
        return tuple(
            sorted(
                {paper.venue for paper in self.papers},
                key=lambda venue: (venue.name.casefold(), -(venue.year or 0)),
            )
        )


def load(folders: Sequence[Path], kept: Iterable[Paper] = ()) -> Library:
    """The library of all `*.txt` lists in some folders; never raises.

    `kept` are papers that stay even when no list holds them any more, such as the
    snapshots of bookmarks; they come last.
    """
    papers: dict[str, Paper] = {}
    problems: list[Problem] = []
    for path in (path for folder in folders for path in _lists(folder)):
        for item in seed.read(path, source=path.name):
            if isinstance(item, Problem):
                problems.append(item)
            elif item.id in papers:
                problems.append(
                    Problem(
                        path.name,
                        f"“{item.title}” is already in {papers[item.id].source}",
                    )
                )
            else:
                papers[item.id] = item
    for paper in kept:
        papers.setdefault(paper.id, paper)
    return Library(papers.values(), problems)


def _lists(folder: Path) -> list[Path]:
    """The lists of one folder, newest name first so that recent years lead."""
    try:
        return sorted(folder.glob("*.txt"), reverse=True)
    except OSError:
        return []
