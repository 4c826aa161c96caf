"""A paper as plain JSON data and back, for files that outlive this version."""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Any

from paperstui.index.models import Author, Paper, Venue

_TEXTS = tuple(field.name for field in fields(Paper) if field.type == "str")
_FLAGS = ("title_derived", "et_al")
_PEOPLE = ("authors", "editors")
_LISTS = tuple(field.name for field in fields(Paper) if field.type == "tuple[str, ...]")


def to_record(paper: Paper) -> dict[str, Any]:
    """The paper without its empty fields; people are CSL-JSON names; lossless."""
    record: dict[str, Any] = {"id": paper.id, "title": paper.title}
    record |= dict.fromkeys((name for name in _FLAGS if getattr(paper, name)), True)
    for name in _PEOPLE:
        if people := getattr(paper, name):
            record[name] = [_to_name(person) for person in people]
    record["venue"] = {"name": paper.venue.name}
    if paper.venue.year is not None:
        record["venue"]["year"] = paper.venue.year
    for name in _TEXTS:
        if text := getattr(paper, name):
            record[name] = text
    for name in _LISTS:
        if texts := getattr(paper, name):
            record[name] = list(texts)
    numbers = {"rating": paper.rating, "citations": paper.citations}
    record |= {name: known for name, known in numbers.items() if known is not None}
    return record


def from_record(record: object) -> Paper:
    """The paper of a record; fields unknown here are passed over.

    Raises ValueError, naming the field, where the record has another shape.
    """
    if not isinstance(record, dict):
        raise ValueError("a paper must be an object")
    texts = {name: record[name] for name in _TEXTS if name in record}
    for name, text in texts.items():
        if not isinstance(text, str):
            raise ValueError(f'"{name}" of the paper must be text')
    for name in ("id", "title"):
        if name not in texts:
            raise ValueError(f'"{name}" of the paper is missing')
    flags = {name: record.get(name, False) for name in _FLAGS}
    for name, flag in flags.items():
        if not isinstance(flag, bool):
            raise ValueError(f'"{name}" must be true or false')
    lists = {name: _from_list(record[name], name) for name in _LISTS if name in record}
    return Paper(
        venue=_from_venue(record.get("venue")),
        **{name: _from_names(record, name) for name in _PEOPLE},  # type: ignore[arg-type]
        **flags,
        rating=_from_rating(record.get("rating")),
        citations=_from_citations(record.get("citations")),
        **lists,  # type: ignore[arg-type]
        **texts,
    )


def _to_name(author: Author) -> dict[str, str]:
    name = {"family": author.family}
    if author.given:
        name["given"] = author.given
    if author.particle:
        name["non-dropping-particle"] = author.particle
    if author.suffix:
        name["suffix"] = author.suffix
    return name


def _from_names(record: dict[str, Any], field: str) -> tuple[Author, ...]:
    names = record.get(field, [])
    if not isinstance(names, list):
        raise ValueError(f'"{field}" must be a list')
    return tuple([_from_name(name) for name in names])


def _from_name(name: object) -> Author:
    if not isinstance(name, dict):
        raise ValueError("an author must be an object")
    # CSL-JSON writes the name of a group as "literal".
    family: Any = name.get("family", name.get("literal"))
    given = name.get("given", "")
    particle = name.get("non-dropping-particle", "")
    suffix = name.get("suffix", "")
    for part in (family, given, particle, suffix):
        if not isinstance(part, str):
            raise ValueError('an author needs a "family", and only texts')
    return Author(family, given, particle, suffix)


def _from_venue(venue: object) -> Venue:
    if not isinstance(venue, dict):
        raise ValueError('"venue" must be an object')
    name = venue.get("name")
    if not isinstance(name, str):
        raise ValueError('"name" of the venue must be text')
    year = venue.get("year")
    if year is not None and (not isinstance(year, int) or isinstance(year, bool)):
        raise ValueError('"year" of the venue must be a whole number')
    return Venue(name, year)


def _from_list(texts: object, name: str) -> tuple[str, ...]:
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError(f'"{name}" of the paper must be a list of texts')
    return tuple(texts)


def _from_rating(rating: object) -> float | None:
    if rating is None:
        return None
    if isinstance(rating, bool) or not isinstance(rating, int | float):
        raise ValueError('"rating" of the paper must be a number')
    # A whole number of JSON may be too large for a float.
    found = float(rating) if abs(rating) < 1e300 else math.inf
    if not math.isfinite(found):
        raise ValueError('"rating" of the paper must be a number')
    return found


def _from_citations(citations: object) -> int | None:
    if citations is None:
        return None
    if isinstance(citations, bool) or not isinstance(citations, int):
        raise ValueError('"citations" of the paper must be a whole number')
    return citations
