"""Reads the bibliographic facts beside a list of abstracts (CSL-JSON)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paperstui.index import text
from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers import dates
from paperstui.index.readers.identity import paper_id

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Facts:
    """One CSL-JSON item and the opening words of its abstract."""

    opening: str
    """Folded to lower case and single spaces."""
    item: dict[str, Any]


def load(path: Path | None) -> tuple[list[Facts], list[Problem]]:
    """The entries of a facts file, none where the file is absent; never raises."""
    if path is None:
        return [], []
    try:
        items = json.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return [], []
    except OSError as error:
        return [], [Problem(path.name, f"cannot be read: {error.strerror}")]
    except ValueError as error:
        line = getattr(error, "lineno", None)
        return [], [Problem(path.name, f"is not JSON: {error}", line)]
    if not isinstance(items, list):
        return [], [Problem(path.name, "is not a list of CSL-JSON items")]
    entries: list[Facts] = []
    problems: list[Problem] = []
    for number, item in enumerate(items, 1):
        custom = item.get("custom") if isinstance(item, dict) else None
        opening = custom.get("opening") if isinstance(custom, dict) else None
        if isinstance(opening, str) and opening.strip():
            entries.append(Facts(_squash(text.clean(opening)), item))
        else:
            problems.append(
                Problem(path.name, f"item {number} has no custom.opening words")
            )
    return entries, problems


def find(entries: Sequence[Facts], abstract: str) -> Facts | None:
    """The entry whose opening words, the longest if several, begin the abstract."""
    start = _squash(abstract)
    fitting = [entry for entry in entries if start.startswith(entry.opening)]
    return max(fitting, key=lambda entry: len(entry.opening), default=None)


def paper(entry: Facts, abstract: str, venue: Venue, source: str) -> Paper:
    """The paper that an entry and its abstract describe; never raises."""
    item, custom = entry.item, entry.item["custom"]
    title = _string(item, "title")
    authors = tuple(_people(item.get("author")))
    venue = Venue(venue.name, _year(item.get("issued")) or venue.year)
    volume, doi = _string(item, "volume"), _string(item, "DOI")
    pmlr, openreview = _string(custom, "pmlr"), _string(custom, "openreview")
    arxiv = _string(custom, "arxiv")
    return Paper(
        id=paper_id(
            title=title or abstract,
            venue=venue,
            first_author=authors[0].name if authors else "",
            openreview=openreview,
            pmlr=pmlr,
            volume=volume,
            doi=doi,
            arxiv=arxiv,
        ),
        title=title or "Untitled",
        venue=venue,
        abstract=abstract,
        authors=authors,
        booktitle=_string(item, "container-title"),
        volume=volume,
        series=_string(item, "collection-title"),
        pages=_string(item, "page"),
        publisher=_string(item, "publisher"),
        editors=tuple(_people(item.get("editor"))),
        month=dates.csl_month(item.get("issued")),
        url=_string(item, "URL"),
        pdf=_string(custom, "pdf"),
        doi=doi,
        pmlr=pmlr,
        openreview=openreview,
        arxiv=arxiv,
        source=source,
    )


def _squash(words: str) -> str:
    return " ".join(words.casefold().split())


def _string(item: dict[str, Any], name: str) -> str:
    """A field as clean text; CSL allows a number wherever a string stands."""
    value = item.get(name)
    return text.clean(str(value)) if isinstance(value, str | int | float) else ""


def _people(names: object) -> list[Author]:
    if not isinstance(names, list):
        return []
    authors = [
        Author(
            family=_string(name, "family") or _string(name, "literal"),
            given=_string(name, "given"),
            particle=_string(name, "non-dropping-particle"),
            suffix=_string(name, "suffix"),
        )
        for name in names
        if isinstance(name, dict)
    ]
    return [author for author in authors if author.family]


def _year(issued: object) -> int | None:
    """The year of a CSL date; None where there is none that can be read."""
    try:
        return int(issued["date-parts"][0][0])  # type: ignore[index]
    except (TypeError, KeyError, IndexError, ValueError):
        return None
