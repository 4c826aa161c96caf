"""What all readers of lists do with a record: its title, its problems, its venue."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from paperstui.index.models import Paper, Problem, Venue
from paperstui.index.readers.identity import paper_id
from paperstui.index.readers.known_venues import venue_of_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.readers.base import Origin

UNTITLED = "Untitled"
"""Title of a paper that has neither a title nor an abstract to make one from."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file a record stands."""

    origin: Origin
    record: int
    line: int | None = None

    def problem(self, reason: str, *, lost: bool = False) -> Problem:
        """A problem with this record."""
        return Problem(self.origin.source, reason, self.line, self.record, lost)


def venue(origin: Origin, year: int | None = None) -> Venue:
    """The venue of records that name none, of `year` where the file does not say."""
    found = origin.venue or venue_of_file(origin.source) or Venue("Papers")
    return found if found.year is not None else replace(found, year=year)


def finished(place: Place, /, **fields: Any) -> Iterator[Paper | Problem]:
    """The paper of these fields with its id, or the problem that it has no content.

    A missing title is made from the abstract. Without either, a paper that can still
    be looked up is untitled, and any other is lost.
    """
    title, derived = fields["title"], False
    named = title
    if not title and fields["abstract"]:
        # Not at the top, to start sooner: nearly all papers have titles.
        from paperstui.index.readers.seed import derived_title

        named, derived = fields["abstract"], True
        title = derived_title(named)
        yield place.problem("has no title; took the beginning of the abstract")
    if not title:
        named = fields.get("doi") or fields.get("url") or fields.get("pdf") or ""
        if not named:
            yield place.problem("has neither a title nor an abstract", lost=True)
            return
        title, derived = UNTITLED, True
        yield place.problem(f"has no title; shown as “{UNTITLED}”")
    authors = fields["authors"]
    fields |= {"title": title, "title_derived": derived}
    yield Paper(
        id=paper_id(
            title=named,
            venue=fields["venue"],
            first_author=authors[0].name if authors else "",
            openreview=fields.get("openreview", ""),
            pmlr=fields.get("pmlr", ""),
            volume=fields.get("volume", ""),
            doi=fields.get("doi", ""),
            arxiv=fields.get("arxiv", ""),
        ),
        source=place.origin.source,
        **fields,
    )
