"""The tagged records of RIS, Web of Science and PubMed files, nothing left out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a kind of tagged file writes its records."""

    name: str
    line: re.Pattern[str]
    """A line with a tag and its value."""
    continuation: re.Pattern[str]
    """What begins a line that goes on with the value before it."""
    first: str
    """The tag that begins a record."""
    last: str = "ER"
    """The tag that ends a record; empty where none does."""
    ignored: frozenset[str] = frozenset()
    """Tags of the file, outside records."""


RIS = Dialect(
    "RIS",
    # Some programs write only one space, or none behind the dash.
    re.compile(r"[ \t]*(?:([A-Z][A-Z0-9])  ?-|(TY|ER) -)(?: |\t|$)[ \t]*(.*)"),
    re.compile(r""),
    "TY",
)
WEB_OF_SCIENCE = Dialect(
    "Web of Science",
    re.compile(r"([A-Z][A-Z0-9])()(?: (.*)|$)"),
    re.compile(r"\s"),
    "PT",
    ignored=frozenset(("FN", "VR", "EF")),
)
PUBMED = Dialect(
    "PubMed",
    re.compile(r"(?=.{4}- ?)([A-Z][A-Z0-9]{1,3}) *()- ?(.*)"),
    re.compile(r"\s"),
    "PMID",
    last="",
)


@dataclass(slots=True)
class Record:
    """One record: the values of each tag in their order."""

    number: int
    line: int
    """1-based line where it begins."""
    values: dict[str, list[str]] = field(default_factory=dict)
    """Each value with the line ends it had."""
    is_begun: bool = True
    """Whether it begins with the tag that begins records."""
    is_ended: bool = False
    """Whether the tag that ends records ends it."""
    _last: str = ""

    def add(self, tag: str, value: str) -> None:
        """Add one more value of a tag."""
        self.values.setdefault(tag, []).append(value)
        self._last = tag

    def go_on(self, line: str) -> None:
        """Add a line to the value before it."""
        if self._last:
            self.values[self._last][-1] += f"\n{line}"

    def all(self, *tags: str) -> list[str]:
        """The values of the first of these tags that has any."""
        found = ([v for v in self.values.get(tag, ()) if v.strip()] for tag in tags)
        return next(filter(None, found), [])

    def first(self, *tags: str) -> str:
        """The first value of the first of these tags that has one."""
        return next(iter(self.all(*tags)), "")


def dialect(head: str) -> Dialect | None:
    """The dialect of a file that begins so; None where it is none of these."""
    for line in head.splitlines():
        if RIS.line.match(line):
            return RIS
        if re.match(r"PMID ?- ?\d", line):
            return PUBMED
        if re.match(r"(?:FN|PT) \S", line):
            return WEB_OF_SCIENCE
    return None


def records(content: str, kind: Dialect) -> Iterator[Record]:
    """Every record; a new one, or the end of the file, closes the one before it."""
    record: Record | None = None
    number = 0
    for place, line in enumerate(re.split(r"\r\n|\r|\n", content), 1):
        match = kind.line.match(line)
        tag = (match[1] or match[2]) if match else ""
        if tag in kind.ignored and tag:
            continue
        if tag == kind.last and tag:
            if record is not None:
                record.is_ended = True
                yield record
            record = None
            continue
        if match is None:
            if record is not None and (not line or kind.continuation.match(line)):
                record.go_on(line.strip())
            continue
        if record is None or tag == kind.first:
            if record is not None:
                yield record
            number += 1
            record = Record(number, place, is_begun=tag == kind.first)
        record.add(tag, match[3] or "")
    if record is not None:
        yield record
