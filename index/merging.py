"""When two listings are one paper, and what that paper then looks like."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from paperstui.index import analysis
from paperstui.index.models import Paper, is_refused
from paperstui.index.text import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Titles that many different papers bear.
_GENERIC = frozenset(
    (
        "acknowledgments",
        "editorial",
        "foreword",
        "front matter",
        "frontmatter",
        "introduction",
        "invited talk",
        "keynote",
        "organizing committee",
        "preface",
        "program committee",
        "title",
        "untitled",
        "withdrawn",
        "withdrawn paper",
    )
)
_OF_AUTHORS = ("authors", "et_al", "affiliations")
_PREPRINTS = ("arxiv", "corr", "biorxiv", "openreview archive")


def native_ids(paper: Paper) -> Iterator[str]:
    """Every identifier that names this paper and no other."""
    yield paper.id
    for scheme in ("openreview", "doi", "arxiv"):
        value = getattr(paper, scheme)
        if value:
            yield f"{scheme}:{value.lower() if scheme == 'doi' else value}"


def twin(paper: Paper) -> str | None:
    """What listings of one paper share: folded title and first author.

    None where that says too little: without an author, with a title that many papers
    bear, or one made from the abstract.
    """
    title = " ".join(term.text for term in analysis.terms(plain(paper.title)).words)
    if paper.title_derived or not paper.authors or not title or title in _GENERIC:
        return None
    family = analysis.fold(paper.authors[0].family)
    return f"{title}\n{family}"


def merged(listings: Sequence[Paper], paper_id: str) -> Paper:
    """One paper from its listings in the order they were added.

    The venue's version leads, before a preprint or a refused submission; what it
    lacks is taken from the others, and all sources are named.
    """
    best = min(listings, key=_standing)
    found: dict[str, object] = {}
    for field in fields(Paper):
        if field.name in ("id", "source", "status", "title_derived", "et_al"):
            continue
        if not getattr(best, field.name):
            value = next(filter(None, (getattr(o, field.name) for o in listings)), None)
            if value:
                found[field.name] = value
    named = min((best, *listings), key=lambda each: (not each.authors, each.et_al))
    if named is not best:
        found |= {name: getattr(named, name) for name in _OF_AUTHORS}
    sources = dict.fromkeys(listing.source for listing in listings)
    return replace(best, id=paper_id, source="; ".join(sources), **found)  # type: ignore[arg-type]


def _standing(paper: Paper) -> int:
    """The lower, the more a listing is the version to cite.

    A conference before its workshops, a preprint before a refused submission.
    """
    if is_refused(paper):
        return 3
    venue = paper.venue.name.lower()
    if any(venue.startswith(name) for name in _PREPRINTS):
        return 2
    where = f"{venue} {paper.track} {paper.status}".lower()
    return 1 if "workshop" in where else 0
