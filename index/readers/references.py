"""From the fields of a bibliographic record to a paper, the same for every format."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from paperstui.index.models import Paper, Problem, Venue
from paperstui.index.readers import addresses, containers
from paperstui.index.readers.identity import paper_id
from paperstui.index.readers.seed import derived_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.models import Author
    from paperstui.index.readers.base import Origin

SUBMITTED = re.compile(r"Submitted to ([^.]+?)(?: ((?:19|20)\d\d))?(?:\. (.*))?")
"""A note on a paper that its venue has not taken: venue, year, and the note besides."""
_DASHES = re.compile(r"\s*(?:-+|[\u2010-\u2015\u2212])\s*")
_PDF = re.compile(r"\.pdf(?:$|[?#])|/pdf[/?]", re.IGNORECASE)
_NO_ABSTRACT = re.compile(
    r"n/?a|none|null|\[?(?:no|without) abstract.{0,20}", re.IGNORECASE
)
_CITABLE_KEY = re.compile(r"[^\s\"#%',@{}~\\]+")


@dataclass(slots=True)
class Reference:
    """One record; all texts are clean."""

    number: int
    """1-based place among the records of its file."""
    line: int | None = None
    """1-based line where it begins."""
    key: str = ""
    kind: str = ""
    """CSL type."""
    title: str = ""
    abstract: str = ""
    authors: tuple[Author, ...] = ()
    et_al: bool = False
    editors: tuple[Author, ...] = ()
    container: str = ""
    """Full name of the proceedings or journal."""
    short: str = ""
    """Its short name, where the record gives one."""
    year: int | None = None
    volume: str = ""
    issue: str = ""
    series: str = ""
    pages: str = ""
    publisher: str = ""
    place: str = ""
    month: str = ""
    """As `dates.month` gives it."""
    doi: str = ""
    arxiv: str = ""
    links: tuple[str, ...] = ()
    """Texts that may hold addresses, the landing page first."""
    pdf: str = ""
    code: str = ""
    project: str = ""
    note: str = ""
    keywords: tuple[str, ...] = ()
    affiliations: tuple[str, ...] = ()
    citations: int | None = None
    status: str = ""
    track: str = ""


@dataclass(slots=True)
class Shelf:
    """Makes papers of the records of one file and sees where they clash."""

    origin: Origin
    _keys: dict[str, int] = field(default_factory=dict)
    """How often each citation key stood in the file."""
    _titles: dict[str, str] = field(default_factory=dict)
    """The title of the paper that has an identifier."""

    def problem(self, record: Reference, reason: str, *, lost: bool = False) -> Problem:
        """What is wrong with a record, at its place."""
        number = record.number
        return Problem(self.origin.source, reason, record.line, number, lost)

    def place(self, record: Reference) -> Iterator[Paper | Problem]:
        """The paper of a record and what had to be mended, or why it is none."""
        if not (record.title or record.abstract or record.authors):
            reason = "has neither title nor authors nor abstract; it was left out"
            yield self.problem(record, reason, lost=True)
            return
        if _NO_ABSTRACT.fullmatch(record.abstract):
            record.abstract = ""
        title, is_derived = record.title, False
        if not title and record.abstract:
            title, is_derived = derived_title(record.abstract), True
        if not title:
            title = "Untitled"
            yield self.problem(record, "has no title")
        key, complaint = self._key(record.key)
        if complaint:
            yield self.problem(record, complaint)
        links = [link for link in map(addresses.address, record.links) if link]
        doi = addresses.doi(record.doi) or _first(addresses.doi, links)
        arxiv = record.arxiv or _first(addresses.arxiv_id, links)
        for scheme, value in (("DOI", doi), ("arXiv id", arxiv)):
            if not self._is_own(scheme, value, title):
                yield self.problem(
                    record, f"has the {scheme} of another record; it was left out"
                )
                doi = "" if scheme == "DOI" else doi
                arxiv = "" if scheme == "arXiv id" else arxiv
        yield self._paper(record, title, is_derived, key, links, doi, arxiv)

    def _paper(
        self,
        record: Reference,
        title: str,
        is_derived: bool,
        key: str,
        links: list[str],
        doi: str,
        arxiv: str,
    ) -> Paper:
        venue = self._venue(record, arxiv)
        pdf = addresses.address(record.pdf) or _first(_as_pdf, links)
        url = next((link for link in links if link != pdf), "")
        volume, pmlr = "", ""
        for link in (*links, pdf):
            volume, pmlr = addresses.pmlr_place(link) if not pmlr else (volume, pmlr)
        openreview = _first(addresses.openreview_id, [*links, pdf])
        return Paper(
            id=paper_id(
                title=title,
                venue=venue,
                first_author=record.authors[0].name if record.authors else "",
                openreview=openreview,
                pmlr=pmlr,
                volume=volume,
                doi=doi,
                arxiv=arxiv,
            ),
            title=title,
            venue=venue,
            abstract=record.abstract,
            authors=record.authors,
            et_al=record.et_al,
            editors=record.editors,
            title_derived=is_derived,
            booktitle=record.container,
            volume=record.volume,
            series=record.series,
            pages=_DASHES.sub("-", record.pages),
            publisher=record.publisher,
            place=record.place,
            month=record.month if venue.year == record.year else "",
            url=url,
            pdf=pdf,
            doi=doi,
            pmlr=pmlr,
            openreview=openreview,
            arxiv=arxiv,
            source=self.origin.source,
            kind=record.kind,
            number=record.issue,
            track=record.track or containers.track(record.container),
            keywords=record.keywords,
            affiliations=record.affiliations,
            code=addresses.code_address(record.code),
            project=addresses.address(record.project),
            note=record.note,
            citations=record.citations,
            status=record.status,
            native_key=key,
        )

    def _key(self, key: str) -> tuple[str, str]:
        """The key of a record, made its own, and a complaint if it was changed."""
        if not key:
            return "", ""
        if not _CITABLE_KEY.fullmatch(key):
            return "", f"has a key that cannot be cited, {key}; it gets another"
        count = self._keys[key] = self._keys.get(key, 0) + 1
        if count == 1:
            return key, ""
        own = f"{key}-{count}"
        while own in self._keys:
            count += 1
            own = f"{key}-{count}"
        self._keys[own] = 1
        return own, f"has the key {key} like a record before it; it is {own} here"

    def _is_own(self, scheme: str, value: str, title: str) -> bool:
        """Whether an identifier belongs to no paper of another title."""
        if not value:
            return True
        folded = title.casefold()
        return self._titles.setdefault(f"{scheme}:{value.lower()}", folded) == folded

    def _venue(self, record: Reference, arxiv: str) -> Venue:
        """The venue a record names, else that of the file, else what is sensible."""
        given = self.origin.venue
        name = containers.short_name(record.short) or containers.short_name(
            record.container
        )
        if not name and given is not None:
            name = given.name
        if not name and (record.short or record.container):
            name = record.short or record.container
            if record.kind == "paper-conference":
                name = containers.plain_name(name)
        if not name:
            name = "arXiv" if arxiv else "Papers"
        year = record.year
        if year is None and given is not None:
            year = given.year
        return Venue(name, year)


def _first(find: object, links: list[str]) -> str:
    """The first thing that `find` sees in the links, or nothing."""
    found = (find(link) for link in links)  # type: ignore[operator]
    return next(filter(None, found), "")


def _as_pdf(link: str) -> str:
    return link if _PDF.search(link) else ""
