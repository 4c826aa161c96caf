"""A paper as an item of CSL-JSON, from which every citation is made.

The texts of an item are those of the paper, LaTeX and all; whoever writes them renders
them. Types and variables: https://docs.citationstyles.org/en/stable/specification.html
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from paperstui.index.citations import fields, venue_names
from paperstui.index.citations.venue_names import is_venue
from paperstui.index.models import is_refused
from paperstui.index.readers import containers
from paperstui.index.readers.known_venues import known_name

if TYPE_CHECKING:
    from paperstui.index.citations.cited import Cited
    from paperstui.index.models import Author, Paper

Item = dict[str, Any]
"""Variables of CSL-JSON by name; those that are unknown are not there."""

CONFERENCE, JOURNAL, PREPRINT = "paper-conference", "article-journal", "article"
UNPUBLISHED, OTHER = "manuscript", "document"
OTHERS = {"literal": "others"}
"""The last of the names in a list that does not name all, as Pandoc has it."""
_PARTS = frozenset((CONFERENCE, JOURNAL, "chapter"))
_PARTS_OF_NAMED = frozenset(
    (
        "article-magazine",
        "article-newspaper",
        "broadcast",
        "entry",
        "entry-dictionary",
        "entry-encyclopedia",
        "motion_picture",
        "post",
        "post-weblog",
        "review",
        "review-book",
        "song",
        "webpage",
    )
)
"""Types that stand in something, for which the venue of a list is no name."""
_PREPRINTS = frozenset(("arxiv", "corr"))
_JOURNALS = frozenset(("jmlr", "tmlr", "tacl"))
_UNDER_REVIEW = frozenset(("active", "submitted", "under review"))
_MASTERS = re.compile(r"master'?s? thesis|diplom", re.IGNORECASE)


def item(cited: Cited) -> Item:
    """The item of a paper; its `id` is the citation key."""
    paper = cited.paper
    kind = item_type(paper)
    is_part = kind in _PARTS or (kind in _PARTS_OF_NAMED and paper.booktitle)
    is_edited = kind == "book" and paper.authors == paper.editors
    authors = [_name(author) for author in paper.authors]
    if authors and paper.et_al:
        authors.append(OTHERS)
    has_editors = kind in (CONFERENCE, "chapter", "book")
    editors = [_name(editor) for editor in paper.editors] if has_editors else []
    variables: Item = {
        "id": cited.key,
        "type": kind,
        "title": paper.title,
        "author": [] if is_edited else authors,
        "editor": authors if is_edited else editors,
        "container-title": venue_names.full_name(paper) if is_part else "",
        "container-title-short": venue_names.short_name(paper) if is_part else "",
        "collection-title": paper.series,
        "volume": paper.volume,
        ("issue" if kind == JOURNAL else "number"): paper.number,
        "page": fields.page_range(paper.pages, "-"),
        "publisher": paper.publisher,
        "publisher-place": paper.place,
        "issued": _date(paper),
        "DOI": fields.doi(paper),
        "URL": fields.address(paper.url or paper.pdf),
        "abstract": paper.abstract,
        "keyword": ", ".join(paper.keywords),
        "note": paper.note,
    }
    if kind == PREPRINT and paper.arxiv:
        volume = "" if paper.volume.startswith("abs/") else paper.volume
        variables |= {"number": f"arXiv:{paper.arxiv}", "publisher": "arXiv"}
        variables["volume"] = volume
    elif kind == UNPUBLISHED and _was_submitted(paper) and is_venue(paper.venue.name):
        variables["status"] = f"Submitted to {paper.venue.label}"
    elif kind == "thesis" and _MASTERS.search(paper.note):
        variables["genre"] = "Master's thesis"
    return {name: value for name, value in variables.items() if value}


def item_type(paper: Paper) -> str:
    """The CSL type: what the list says, else what its venue is known to be."""
    if paper.title_derived:
        # A made-up title stands in no proceedings.
        return OTHER
    name = paper.venue.name.strip()
    if _is_preprint(paper):
        return PREPRINT
    if paper.kind in ("", CONFERENCE, JOURNAL) and _was_submitted(paper):
        return UNPUBLISHED
    if paper.kind and paper.kind != OTHER:
        return paper.kind
    if name.casefold() in _JOURNALS:
        return JOURNAL
    if paper.booktitle.strip() or known_name(name):
        return CONFERENCE
    return PREPRINT if paper.arxiv else OTHER


def _is_preprint(paper: Paper) -> bool:
    """Whether it stands on arXiv alone, which some files call a journal."""
    if paper.kind == JOURNAL:
        container = containers.short_name(paper.booktitle)
        return bool(paper.arxiv) and container.casefold() in _PREPRINTS
    is_open = not paper.kind or paper.kind == OTHER
    return is_open and paper.venue.name.strip().casefold() in _PREPRINTS


def _was_submitted(paper: Paper) -> bool:
    """Whether the venue has not taken the paper, or not yet."""
    return is_refused(paper) or paper.status.strip().casefold() in _UNDER_REVIEW


def _name(author: Author) -> dict[str, str]:
    """A name in its parts; that of a group or a mononym is literal."""
    if not author.given and not author.particle and not author.suffix:
        return {"literal": author.family}
    parts = {
        "family": author.family,
        "given": author.given,
        "non-dropping-particle": author.particle,
        "suffix": author.suffix,
    }
    return {name: part for name, part in parts.items() if part}


def _date(paper: Paper) -> dict[str, list[list[int]]] | None:
    """When it appeared; of a span only the month where it begins."""
    if paper.year is None:
        return None
    dates = fields.dates(paper)
    known = [part for part in dates[0] if part] if dates else []
    return {"date-parts": [[paper.year, *(known[:1] if len(dates) > 1 else known)]]}
