"""Reads lists of papers in Markdown, and plain lists of titles.

A paper is a row of a table with a column of titles, or a heading, an item or a line in
bold type that has links to a paper beside it, or authors, or an abstract below. Where a
file has none of them, its items or lines are read as titles.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

from paperstui.index import text
from paperstui.index.models import Paper, Problem, Venue
from paperstui.index.readers import common, names, values
from paperstui.index.readers.decoding import decode
from paperstui.index.readers.identity import paper_id
from paperstui.index.readers.markdown_lines import lines
from paperstui.index.readers.markdown_papers import MarkedList
from paperstui.index.readers.markdown_plain import plain_titles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.readers.base import Origin
    from paperstui.index.readers.markdown_draft import Draft

FORMAT = "markdown"

_ESCAPED = re.compile(r"\\([_*\[\]#`~|])")
_NUMBER = re.compile(r"(?:\d+\.)+\d*\s+(?=\S)")
_DATA = re.compile(r"\s*(?:\{|\[\s*\{|<(?:\?xml|!doctype|html))", re.IGNORECASE)
_ENTRY = re.compile(r"^\s*@\w+\s*[{(][^\s,{}]*,", re.MULTILINE)
_TAGGED = re.compile(
    r"^(?:[A-Z][A-Z0-9]{1,3} {0,2}- |(?:AU|FN|PT|SO|TI) \S)", re.MULTILINE
)
_FEW = 3
"""A list of papers may hold so many entries of BibTeX, or of tagged lines."""


def sniff(head: str) -> bool:
    """Whether a text that begins with `head` has papers that are marked as such.

    A list of titles without any marks has three of them at least.
    """
    head = head.lstrip("\ufeff")
    if not head.strip() or "\0" in head or _DATA.match(head):
        return False
    if any(len(other.findall(head)) > _FEW for other in (_ENTRY, _TAGGED)):
        return False
    return bool(_drafts(head)[0])


def read(file: BinaryIO, origin: Origin) -> Iterator[Paper | Problem]:
    """The papers of a list in its order, and what is wrong with it; never raises.

    A paper that stands in it twice is given once.
    """
    try:
        content, complaint = decode(file.read())
    except (OSError, EOFError, zlib.error) as error:
        yield Problem(origin.source, f"cannot be read: {error}")
        return
    if complaint:
        yield Problem(origin.source, complaint)
    drafts, untitled = _drafts(content)
    seen: dict[str, Paper] = {}
    for number, draft in enumerate(sorted(drafts, key=lambda item: item.line), 1):
        place = common.Place(origin, number, draft.line)
        paper = _paper(draft, origin)
        if paper.title:
            yield from _once(paper, place, seen)
        else:
            yield place.problem("has no title, skipped", lost=True)
    for line in untitled:
        reason = "a paper without a title, skipped"
        yield Problem(origin.source, reason, line, lost=True)
    if not drafts:
        yield Problem(origin.source, "holds no titles of papers that could be found")


def _drafts(content: str) -> tuple[list[Draft], list[int]]:
    """What the papers of a text are, and the lines of those without a title."""
    found = list(lines(content))
    marked = MarkedList()
    for line in found:
        marked.take(line)
    drafts = marked.finish()
    return (drafts, marked.untitled) if drafts else (plain_titles(found), [])


def _once(
    paper: Paper, place: common.Place, seen: dict[str, Paper]
) -> Iterator[Paper | Problem]:
    """A paper that is not among those seen, or the problem that it is."""
    earlier = seen.get(paper.id)
    if earlier is not None:
        if _key(earlier.title) == _key(paper.title):
            yield place.problem(f"“{paper.title}” stands in the list twice")
            return
        yield place.problem(f"has the same address as “{earlier.title}”")
        paper = replace(paper, id=_hash_id(paper))
        if paper.id in seen:
            return
    seen[paper.id] = paper
    yield paper


def _key(title: str) -> str:
    return "".join(char for char in title.casefold() if char.isalnum())


def _hash_id(paper: Paper) -> str:
    first = paper.authors[0].name if paper.authors else ""
    return paper_id(title=paper.title, venue=paper.venue, first_author=first)


def _paper(draft: Draft, origin: Origin) -> Paper:
    given = common.venue(origin, draft.venue.year)
    venue = Venue(draft.venue.name or given.name, draft.venue.year or given.year)
    listed = _unescaped(draft.authors).replace("*", "")
    authors = names.authors(listed)
    affiliations = values.affiliations(draft.affiliations, len(authors))
    title = _NUMBER.sub("", _unescaped(draft.title), count=1).strip(" .,:;")
    abstract = text.clean_block("\n".join(draft.abstract).strip(' "“”\n'))
    return Paper(
        id=paper_id(
            title=title,
            venue=venue,
            first_author=authors[0].name if authors else "",
            openreview=draft.openreview,
            doi=draft.doi,
            arxiv=draft.arxiv,
        ),
        title=values.title(title),
        venue=venue,
        abstract=abstract,
        authors=authors,
        et_al=bool(authors) and names.are_cut(listed),
        url=draft.url,
        pdf=draft.pdf,
        doi=draft.doi,
        openreview=draft.openreview,
        arxiv=draft.arxiv,
        source=origin.source,
        status=draft.status,
        keywords=draft.keywords,
        affiliations=affiliations,
        code=draft.code,
        project=draft.project,
        note=text.clean(" ".join(draft.notes)),
        rating=draft.rating,
    )


def _unescaped(shown: str) -> str:
    return _ESCAPED.sub(r"\1", shown)
