"""Reads the XML of the ACL Anthology: one file for each collection of volumes."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, BinaryIO

from paperstui.index import text
from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers import addresses, dates, names, values
from paperstui.index.readers.acl_repair import Piece, pieces
from paperstui.index.readers.identity import paper_id
from paperstui.index.readers.known_venues import known_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from paperstui.index.readers.base import Origin

FORMAT = "acl-xml"

_SITE = "https://aclanthology.org"
_COLLECTION = re.compile(r"<collection\s[^<>]*\bid\s*=")
_MODERN = re.compile(r"(\d{4})\.")
_LETTERED = re.compile(r"([A-Z])(\d\d)")
_DASHES = re.compile(r"\s*[-–—]+\s*")

_KEPT = frozenset(("b", "i", "em", "strong", "sub", "sup", "tex-math"))
"""Elements that `text.clean` understands; of others only the content counts."""

_TRACKS = {
    "demo": "System demonstrations",
    "demos": "System demonstrations",
    "industry": "Industry",
    "long": "Long papers",
    "main": "Main",
    "short": "Short papers",
    "srw": "Student research workshop",
    "tutorial": "Tutorials",
    "tutorials": "Tutorials",
}


def sniff(head: str) -> bool:
    """Whether a file that begins with `head` is a collection of the ACL Anthology."""
    return head.lstrip("\ufeff \t\r\n").startswith("<") and bool(
        _COLLECTION.search(head[:4096])
    )


def read(file: BinaryIO, origin: Origin) -> Iterator[Paper | Problem]:
    """The papers of a collection as the file is read; never raises.

    Front matter gives no paper; one problem at the end counts it. Behind a place that
    is no XML it goes on paper by paper.
    """
    # Not at the top, to start sooner.
    from xml.etree.ElementTree import ParseError

    collection = _Collection(origin)
    try:
        try:
            yield from _stream(file, collection)
        except (ParseError, ValueError, LookupError) as error:
            line, _ = getattr(error, "position", (None, 0))
            reason = f"is not well-formed XML ({error}); went on paper by paper"
            yield Problem(origin.source, reason, line)
            yield from _repaired(file, collection)
    except (OSError, EOFError, zlib.error) as error:
        yield Problem(origin.source, f"cannot be read to its end: {error}")
    if collection.fronts:
        fronts = "front matter" if collection.fronts == 1 else "front matters"
        reason = f"left out {collection.fronts} {fronts}, which are no papers"
        yield Problem(origin.source, reason)
    if not collection.papers:
        yield Problem(origin.source, "holds no papers of the ACL Anthology")


@dataclass(slots=True)
class _Volume:
    """What the papers of a volume have in common."""

    id: str = ""
    is_journal: bool = False
    meta: dict[str, str] = field(default_factory=dict)
    venues: list[str] = field(default_factory=list)
    editors: tuple[Author, ...] = ()

    def take(self, meta: Element) -> None:
        """Keep the texts of its description; of names and the like the last one."""
        self.meta = {element.tag: _line(element) for element in meta}
        self.venues = [_line(element) for element in meta if element.tag == "venue"]
        self.editors, _ = _people(meta, "editor")


@dataclass(slots=True)
class _Collection:
    """Where reading stands: the collection and volume, and what was counted."""

    origin: Origin
    id: str = ""
    volume: _Volume | None = None
    papers: int = 0
    fronts: int = 0

    def start(self, element: Element) -> None:
        """Take the attributes of a collection or volume that begins."""
        if element.tag == "collection":
            self.id = element.get("id", "")
        elif element.tag == "volume":
            is_journal = element.get("type") == "journal"
            self.volume = _Volume(element.get("id", ""), is_journal)

    def end(self, element: Element) -> Paper | Problem | None:
        """Take what ends: a description, front matter or a paper, which is returned."""
        volume = self.volume
        if volume is None:
            return None
        if element.tag == "meta":
            volume.take(element)
        elif element.tag == "frontmatter":
            self.fronts += 1
        elif element.tag == "volume":
            self.volume = None
        elif element.tag == "paper":
            if element.get("type") in ("frontmatter", "backmatter"):
                self.fronts += 1
                return None
            self.papers += 1
            return self._paper(element, volume)
        return None

    def anthology_id(self, number: str) -> str:
        """The identifier of a paper: "2022.acl-long.1", or "L06-1001" up to 2019."""
        name = self.volume.id if self.volume else ""
        if _MODERN.match(self.id) or not (name.isdecimal() and number.isdecimal()):
            return f"{self.id}-{name}.{number}"
        volume, paper = int(name), int(number)
        # Workshops have many volumes with few papers.
        is_workshop = self.id.startswith("W") or self.id == "C69"
        if is_workshop or (self.id == "D19" and volume >= 5):
            return f"{self.id}-{volume:02}{paper:02}"
        return f"{self.id}-{volume}{paper:03}"

    def _paper(self, element: Element, volume: _Volume) -> Paper | Problem:
        number = element.get("id", "")
        anthology = self.anthology_id(number)
        parts = {part.tag: part for part in element}
        title = text.clean(_markup(parts.get("title")))
        if not title:
            reason = f"{anthology} has no title, skipped"
            return Problem(self.origin.source, reason, record=self.papers, lost=True)
        authors, affiliations = _people(element, "author")
        doi = addresses.doi(_line(parts.get("doi")))
        venue = self._venue(volume)
        marks = [_line(part) for part in element if part.tag == "award"]
        withdrawn = [tag for tag in ("retracted", "removed") if tag in parts]
        meta = volume.meta
        return Paper(
            id=paper_id(title=title, venue=venue, doi=doi)
            if doi
            else f"acl:{anthology}",
            title=title,
            venue=venue,
            abstract=text.clean_block(_markup(parts.get("abstract"))),
            authors=authors,
            editors=volume.editors,
            booktitle=meta.get("journal-title") or meta.get("booktitle", ""),
            volume=meta.get("journal-volume", ""),
            pages=_DASHES.sub("-", _line(parts.get("pages"))),
            publisher=meta.get("publisher", ""),
            place=meta.get("address", ""),
            month=dates.month(meta.get("month", "")),
            url=f"{_SITE}/{anthology}/",
            pdf=_pdf(_line(parts.get("url"))),
            doi=doi,
            source=self.origin.source,
            kind="article-journal" if volume.is_journal else "paper-conference",
            number=meta.get("journal-issue", "") or _line(parts.get("issue")),
            status=withdrawn[0].capitalize() if withdrawn else "",
            track="" if volume.id.isdecimal() else _track(volume),
            affiliations=affiliations,
            code=addresses.code_address(_attribute(parts.get("pwccode"), "url")),
            note="; ".join(marks),
            native_key=_line(parts.get("bibkey")),
        )

    def _venue(self, volume: _Volume) -> Venue:
        year = values.year(volume.meta.get("year", "")) or self._year()
        named = [slug for slug in volume.venues if slug not in ("", "ws")]
        slug = (named or volume.venues or [""])[0]
        if not slug:
            given = self.origin.venue or Venue("ACL Anthology")
            return Venue(given.name, given.year or year)
        if slug == "findings":
            return Venue(f"Findings of {_spelled(volume.id)}", year)
        return Venue(_spelled(slug), year)

    def _year(self) -> int | None:
        """The year in the name of the collection: "2022.acl", "L06", "P98"."""
        if modern := _MODERN.match(self.id):
            return int(modern[1])
        lettered = _LETTERED.match(self.id)
        if lettered is None:
            return None
        return int(lettered[2]) + (1900 if int(lettered[2]) > 50 else 2000)


def _stream(file: BinaryIO, collection: _Collection) -> Iterator[Paper | Problem]:
    """The papers of well-formed XML, one at a time; raises ParseError elsewhere."""
    from xml.etree.ElementTree import iterparse

    for event, element in iterparse(file, events=("start", "end")):
        if event == "start":
            collection.start(element)
            continue
        found = collection.end(element)
        if found is not None:
            yield found
        if element.tag in ("paper", "volume"):
            element.clear()


def _repaired(file: BinaryIO, collection: _Collection) -> Iterator[Paper | Problem]:
    """The papers behind those that were read, each of them parsed by itself."""
    source, passed = collection.origin.source, collection.papers + collection.fronts
    fronts, collection.fronts, collection.papers = collection.fronts, 0, 0
    file.seek(0)
    for piece in pieces(file.read()):
        if piece.element is None:
            collection.papers += 1
            if collection.papers + collection.fronts > passed:
                reason = f"{piece.complaint}, skipped"
                yield Problem(source, reason, piece.line, collection.papers, lost=True)
            continue
        yield from _taken(piece, collection, passed)
    collection.fronts = max(fronts, collection.fronts)


def _taken(
    piece: Piece, collection: _Collection, passed: int
) -> Iterator[Paper | Problem]:
    element = piece.element
    if element is None:
        return
    collection.start(element)
    found = None if element.tag == "volume" else collection.end(element)
    if found is None or collection.papers + collection.fronts <= passed:
        return
    if piece.complaint and isinstance(found, Paper):
        source, number = collection.origin.source, collection.papers
        yield Problem(source, piece.complaint, piece.line, number)
    yield found


def _markup(element: Element | None) -> str:
    """The content of an element with the tags that `text.clean` reads."""
    if element is None:
        return ""
    parts = [escape(element.text or "", quote=False)]
    for child in element:
        inner = _markup(child)
        tag = child.tag
        parts.append(f"<{tag}>{inner}</{tag}>" if tag in _KEPT else inner)
        parts.append(escape(child.tail or "", quote=False))
    return "".join(parts)


def _line(element: Element | None) -> str:
    """All the text in an element, on one line."""
    return "" if element is None else text.clean(_markup(element))


def _attribute(element: Element | None, name: str) -> str:
    return "" if element is None else element.get(name, "")


def _spelled(slug: str) -> str:
    return known_name(slug) or slug.upper()


def _track(volume: _Volume) -> str:
    return "" if "findings" in volume.venues else _TRACKS.get(volume.id, volume.id)


def _pdf(link: str) -> str:
    """The address of the file: some are elsewhere, most are named by their id."""
    if not link or "://" in link:
        return addresses.address(link)
    return f"{_SITE}/{link}" if link.endswith(".pdf") else f"{_SITE}/{link}.pdf"


def _people(of: Element, role: str) -> tuple[tuple[Author, ...], tuple[str, ...]]:
    """The people in a role and, where there are some, the affiliation of each."""
    found: list[Author] = []
    places: list[str] = []
    for person in of.iterfind(role):
        first, last = _line(person.find("first")), _line(person.find("last"))
        name = f"{last}, {first}" if first and last else f"{{{last or first}}}"
        author = names.author(name)
        if author.family:
            found.append(author)
            affiliations = person.iterfind("affiliation")
            places.append("; ".join(_line(place) for place in affiliations))
    return tuple(found), tuple(places) if any(places) else ()
