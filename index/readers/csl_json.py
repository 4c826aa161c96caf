"""Reads CSL-JSON, as Zotero, Pandoc and the web services of DOIs write it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, BinaryIO

from paperstui.index.latex import symbols
from paperstui.index.models import Author, Problem
from paperstui.index.readers import (
    addresses,
    dates,
    json_records,
    lossless,
    names,
    values,
)
from paperstui.index.readers.common import Place
from paperstui.index.readers.decoding import decode
from paperstui.index.readers.references import Reference, Shelf
from paperstui.index.readers.venues import YEAR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.models import Paper
    from paperstui.index.readers.base import Origin

FORMAT = "csl-json"

# Types that no other format of JSON writes in this way.
_TYPE = re.compile(
    r"\"type\"\s*:\s*\"(?:article(?:-journal|-magazine|-newspaper)?|bill|book|broadcast"
    r"|chapter|classic|collection|dataset|document|entry(?:-dictionary|-encyclopedia)?"
    r"|event|figure|graphic|hearing|interview|legal_case|legislation|manuscript|map"
    r"|motion_picture|musical_score|pamphlet|paper-conference|patent|performance"
    r"|periodical|personal_communication|post(?:-weblog)?|regulation|report"
    r"|review(?:-book)?|software|song|speech|standard|thesis|treaty|webpage)\""
)
_KEYS = symbols.names(
    "DOI URL abstract author citation-key container-title custom editor id issued "
    "language page publisher title"
)
_ARRAY = re.compile(r"\"(?:items|references)\"\s*:\s*(?=\[)")
_PARTS_OF_OTHERS = frozenset(("article-journal", "chapter", "paper-conference"))
_WITH_UNDERSCORES = {
    name.replace("_", "-"): name
    for name in (
        "legal_case",
        "motion_picture",
        "musical_score",
        "personal_communication",
    )
}
_CREATORS = ("editor", "director", "script-writer", "composer", "collection-editor")
_DATES = ("issued", "published-print", "published", "year", "event-date", "submitted")
_DATE_FORMS = ("date-parts", "dateparts", "year", "literal", "raw", "date", "start")
_YEARS = range(1000, 3000)
VARIABLES = {
    "title": ("title",),
    "abstract": ("abstract",),
    "booktitle": ("container-title",),
    "volume": ("volume",),
    "number": ("issue", "number"),
    "series": ("collection-title",),
    "pages": ("page",),
    "publisher": ("publisher",),
    "place": ("publisher-place",),
    "url": ("URL",),
    "doi": ("DOI",),
    "kind": ("type",),
    "note": ("note",),
}
"""The texts of a paper that items written here have, and where: in the first of these
that is there, unless `custom` has the field."""
_CITABLE = re.compile(r"[^\s/:#]*[^\W\d_][^\s/#]*")


def sniff(head: str) -> bool:
    """Whether a file begins with an item of CSL-JSON, in an array or alone."""
    first, keys = json_records.opening(head)
    if first == "{" and _ARRAY.search(head):
        return _TYPE.search(head) is not None
    return "type" in keys and len(keys & _KEYS) > 1 and bool(_TYPE.search(head))


def read(file: BinaryIO, origin: Origin) -> Iterator[Paper | Problem]:
    """The papers of a CSL-JSON file and what is wrong with it; never raises."""
    content, complaint = decode(file.read())
    if complaint:
        yield Problem(origin.source, complaint)
    shelf = Shelf(origin)
    for item in _items(content):
        if item.damage or not isinstance(item.value, dict):
            reason = f"cannot be read: {item.damage or 'is no item of CSL-JSON'}"
            yield Problem(origin.source, reason, item.line, item.number, lost=True)
        elif _is_own(item.value):
            yield _restored(item.value, Place(origin, item.number, item.line))
        else:
            yield from shelf.place(_reference(item))


def _items(content: str) -> Iterator[json_records.Entry]:
    """The items of an array, of an object that holds one, or a single item."""
    if not content.lstrip().startswith("{"):
        return json_records.entries(content)
    if array := _ARRAY.search(content):
        try:
            decoder = json.JSONDecoder(strict=False)
            _, end = decoder.raw_decode(content, array.end())
        except (ValueError, RecursionError):
            end = content.rfind("]") + 1 or len(content)
        return json_records.entries(content[:end], array.end())
    return json_records.entries(f"[{content}]")


def _is_own(item: dict[str, Any]) -> bool:
    """Whether it was written here, with all that CSL has no variables for."""
    custom = item.get("custom")
    return lossless.is_lossless(custom) and "id" in item["custom"]


def _restored(item: dict[str, Any], place: Place) -> Paper | Problem:
    """The paper as it went out: its custom fields count for more than variables."""
    key = values.line(item.get("id"))
    record = {f"{role}s": item.get(role, []) for role in ("author", "editor")}
    for role, people in record.items():
        if item["custom"].get("et_al") and isinstance(people, list):
            record[role] = [name for name in people if name != {"literal": "others"}]
    record["native_key"] = key
    for name, variables in VARIABLES.items():
        record[name] = next((item[v] for v in variables if v in item), "")
    return lossless.restored(record | item["custom"], place)


def _reference(entry: json_records.Entry) -> Reference:
    # Some programs write container_title for container-title.
    item = {str(name).lower().replace("_", "-"): v for name, v in entry.value.items()}
    custom = item["custom"] if isinstance(item.get("custom"), dict) else {}

    def line(*fields: str) -> str:
        """The first of these fields that is not empty; Crossref makes them lists."""
        given = (item.get(name) for name in fields)
        flat = (v[0] if isinstance(v, list) and v else v for v in given)
        return next(filter(None, map(values.line, flat)), "")

    kind = line("type").replace("_", "-")
    kind = _WITH_UNDERSCORES.get(kind, kind)
    authors = _people(item.get("author"))
    # Pandoc makes a group of "and others" in BibTeX.
    ends_with_others = len(authors) > 1 and names.is_nobody(authors[-1].name)
    is_cut_text = bool(authors) and values.are_cut(item.get("author"))
    if not authors and kind not in _PARTS_OF_OTHERS:
        found = (_people(item.get(role)) for role in _CREATORS)
        authors = next(filter(None, found), ())
    pmlr = values.line(custom.get("pmlr"))
    volume = line("volume")
    return Reference(
        number=entry.number,
        line=entry.line,
        key=_key(line("citation-key", "citation-label", "id")),
        kind=kind,
        title=values.title(line("title", "reviewed-title")),
        abstract=values.block(item.get("abstract")),
        authors=authors[:-1] if ends_with_others else authors,
        et_al=ends_with_others or is_cut_text,
        editors=_people(item.get("editor")),
        container=line("container-title", "event-title", "event"),
        short=line("container-title-short", "journalabbreviation", "event-short"),
        year=_first_year(item),
        volume=volume,
        issue=line("issue") or (line("number") if kind != "article" else ""),
        series=line("collection-title"),
        pages=line("page", "pages", "page-first", "article-number"),
        publisher=line("publisher"),
        place=line("publisher-place", "event-place"),
        month=dates.csl_month(item.get("issued")),
        doi=line("doi"),
        arxiv=values.line(custom.get("arxiv")) or _preprint(item, line),
        links=(
            line("url"),
            f"https://proceedings.mlr.press/v{volume}/{pmlr}.html" if pmlr else "",
            addresses.openreview_page(values.line(custom["openreview"]))
            if custom.get("openreview")
            else "",
        ),
        pdf=values.line(custom.get("pdf")),
        status=line("status"),
        note=line("note"),
        keywords=values.words(item.get("keyword") or item.get("keywords")),
    )


def _key(value: str) -> str:
    """The key by which an item is cited, where it is no number and no address."""
    return value if _CITABLE.fullmatch(value) else ""


def _preprint(item: dict[str, Any], line: Any) -> str:
    """The arXiv id, from where Zotero and Better BibTeX put it."""
    where = line("archive", "publisher", "note").lower()
    if "arxiv" not in where:
        return ""
    given = (line(name) for name in ("archive-location", "number", "eprint", "note"))
    found = (addresses.arxiv_id(value) for value in given)
    return next(filter(None, found), "")


def _people(given: object) -> tuple[Author, ...]:
    """The names of a list; one alone, and a text of them, are understood as well."""
    if isinstance(given, str):
        return names.authors(given)
    people = given if isinstance(given, list) else [given]
    found = [person for item in people for person in _person(item)]
    return tuple(person for person in found if person.family)


def _person(item: object) -> tuple[Author, ...]:
    if isinstance(item, str):
        return (names.author(item),)
    if not isinstance(item, dict):
        return ()
    part = {str(name).replace("_", "-"): values.line(v) for name, v in item.items()}
    family, given = part.get("family", ""), part.get("given", "")
    if not family:
        # A group, or the only name of a person.
        return (Author(part.get("literal") or part.get("name") or given),)
    particles = (part.get("dropping-particle"), part.get("non-dropping-particle"))
    return (
        Author(
            family, given, " ".join(filter(None, particles)), part.get("suffix", "")
        ),
    )


def _first_year(item: dict[str, Any]) -> int | None:
    found = (_year(item.get(name)) for name in _DATES)
    return next((year for year in found if year is not None), None)


def _year(date: object, depth: int = 0) -> int | None:
    """The year of a date in whatever form; None where there is none."""
    if isinstance(date, bool) or depth > 4:
        return None
    if isinstance(date, int | float):
        return int(date) if date in _YEARS else None
    if isinstance(date, str):
        found = YEAR.search(date)
        return int(found.group()) if found else values.year(date)
    parts: list[object] = []
    if isinstance(date, list):
        parts = date
    elif isinstance(date, dict):
        known = {str(name).replace("_", "-"): v for name, v in date.items()}
        parts = [known[name] for name in _DATE_FORMS if name in known]
    years = (_year(part, depth + 1) for part in parts)
    return next((year for year in years if year is not None), None)
