"""Reads conference lists in the JSON shape of the paperlists collection.

A list is one array with one object a paper. Any field may be missing, empty, null, a
text, a number or a list: https://github.com/papercopilot/paperlists.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, BinaryIO

from paperstui.index.models import Author, Paper, Problem
from paperstui.index.readers import (
    addresses,
    cited,
    dates,
    json_records,
    names,
    values,
)
from paperstui.index.readers.common import Place, finished, venue
from paperstui.index.readers.decoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.readers.base import Origin

FORMAT = "paperlists"

_KNOWN = frozenset(
    ("abstract", "aff", "author", "gs_citation", "paper_thecvf", "site", "status")
)
_OTHERS = frozenset(("categories", "content", "issued", "type", "versions"))
"""Fields of records in other JSON formats."""

# What OpenReview calls a forum, where the list has nothing but the id.
_FORUM = re.compile(r"(?!\d+$|[\da-f]{10}$|site_|paper\d)[\w-]{8,14}", re.ASCII)
_FROM_OPENREVIEW = frozenset(("replies_avg", "authorids"))
_SUBJECTS = ("primary_area", "sess", "session", "section")
_PAGES = ("site", "openreview", "oa", "proceeding", "url", "url_paper", "title_page")
_REFUSED = re.compile(r"reject|withdraw", re.IGNORECASE)


def sniff(head: str) -> bool:
    """Whether a file begins as an array of objects with the fields of such lists."""
    first, keys = json_records.opening(head)
    known = "title" in keys and not keys.isdisjoint(_KNOWN)
    return first == "[" and known and keys.isdisjoint(_OTHERS)


def read(file: BinaryIO, origin: Origin) -> Iterator[Paper | Problem]:
    """The papers of a list, and what is wrong with it; never raises."""
    content, complaint = decode(file.read())
    if complaint:
        yield Problem(origin.source, complaint)
    doubled = 0
    for entry in json_records.entries(content):
        place = Place(origin, entry.number, entry.line)
        if entry.damage:
            yield place.problem(f"cannot be read: {entry.damage}", lost=True)
        elif not isinstance(entry.value, dict):
            yield place.problem("is no JSON object", lost=True)
        else:
            authors, twice = _authors(entry.value)
            doubled += twice
            yield from _paper(entry.value, authors, place)
    if doubled:
        yield Problem(
            origin.source,
            f"names all authors of {doubled} papers twice; took them once",
        )


def _paper(
    record: dict[str, Any], authors: tuple[Author, ...], place: Place
) -> Iterator[Paper | Problem]:
    entry = cited.fields(record.get("bibtex"))
    links = [addresses.address(record.get(name)) for name in _PAGES]
    pages = [link for link in links if link]
    forum = _forum(record, pages)
    volume, pmlr = next(filter(any, map(addresses.pmlr_place, pages)), ("", ""))
    pdf = _first(record, "pdf", "paper_pdf", "paper_thecvf")
    if forum:
        pages.append(addresses.openreview_page(forum))
        pdf = pdf or addresses.openreview_pdf(forum)
    status = values.line(record.get("status"))
    yield from finished(
        place,
        title=values.title(record.get("title")),
        venue=venue(place.origin, values.year(record.get("year") or entry.get("year"))),
        abstract=values.block(record.get("abstract")),
        authors=authors,
        et_al=bool(authors) and _are_cut(record),
        booktitle=entry.get("booktitle", ""),
        volume=volume or entry.get("volume", ""),
        series=entry.get("series", ""),
        number=entry.get("number", ""),
        pages=entry.get("pages", ""),
        publisher=entry.get("publisher", ""),
        place=entry.get("address", ""),
        month=dates.month(entry.get("month", "")),
        editors=names.authors(entry.get("editor", ""), bibtex=True),
        url=pages[0] if pages else "",
        pdf=pdf,
        doi=addresses.doi(record.get("doi")) or addresses.doi(entry.get("doi")),
        pmlr=pmlr,
        openreview=forum,
        arxiv=addresses.arxiv_id(record.get("arxiv") or record.get("paper_arxiv_id")),
        # A refused submission is cited as a manuscript: it appeared nowhere.
        kind="manuscript" if _REFUSED.search(status) else "paper-conference",
        status=status,
        track=values.line(record.get("track")),
        keywords=_keywords(record),
        affiliations=_affiliations(record, len(authors)),
        code=addresses.code_address(record.get("github")),
        project=_first(record, "project", "github_page", "web_page"),
        note=_note(record),
        rating=values.mean_score(record.get("rating"), record.get("rating_avg")),
        citations=values.count(record.get("gs_citation")),
        native_key=entry.get("key", ""),
    )


def _first(record: dict[str, Any], *names: str) -> str:
    """The first of these fields that holds a web address."""
    links = (addresses.address(record.get(name)) for name in names)
    return next(filter(None, links), "")


def _authors(record: dict[str, Any]) -> tuple[tuple[Author, ...], bool]:
    """The authors, and whether the list names all of them twice in the same order.

    Two names alone may well be two people who share them; one affiliation for both
    tells that they are one.
    """
    found = next(filter(None, map(values.authors, _listed(record))), ())
    half = len(found) // 2
    if not half or len(found) % 2 or found[:half] != found[half:]:
        return found, False
    if half == 1 and len(_affiliations(record, 2)) != 1:
        return found, False
    return found[:half], True


def _are_cut(record: dict[str, Any]) -> bool:
    """Whether the field that names the authors says that it does not name all."""
    listed = _listed(record)
    # First what costs little, as hardly any says so.
    if not any(map(values.are_cut, listed)):
        return False
    return values.are_cut(next(filter(values.authors, listed)))


def _listed(record: dict[str, Any]) -> list[Any]:
    """What may hold the authors, what is best first."""
    return [record.get(name) for name in ("author", "authors", "author_site")]


def _affiliations(record: dict[str, Any], authors: int) -> tuple[str, ...]:
    given = record.get("aff") or record.get("affs") or record.get("affiliations")
    return values.affiliations(given, authors)


def _keywords(record: dict[str, Any]) -> tuple[str, ...]:
    """The keywords and, behind them, the subject area and the session."""
    subjects = (values.line(record.get(name)) for name in _SUBJECTS)
    found = (*values.words(record.get("keywords")), *filter(None, subjects))
    return tuple(dict.fromkeys(found))


def _note(record: dict[str, Any]) -> str:
    """The authors' summary in one sentence, and whether the paper won an award."""
    summary = values.line(record.get("tldr"))
    parts = ["Award"] if values.is_true(record.get("award")) else []
    parts += [f"TL;DR: {summary}"] if summary else []
    return " \N{MIDDLE DOT} ".join(parts)


def _forum(record: dict[str, Any], pages: list[str]) -> str:
    """The OpenReview forum that a page leads to, else the id if it must be one."""
    found = next(filter(None, map(addresses.openreview_id, pages)), "")
    name = values.line(record.get("id"))
    is_forum = not record.keys().isdisjoint(_FROM_OPENREVIEW) and _FORUM.fullmatch(name)
    return found or (name if is_forum else "")
