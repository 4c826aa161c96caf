"""What a person left off at: the query, the list, the place in it, and the look."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from threading import Lock
from typing import TYPE_CHECKING, Any

from paperstui.index import files
from paperstui.index.models import Grouping, Venue
from paperstui.index.requests import Sort

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

VERSION = 1
"""The format that is read and written here; a file of another one counts for nothing.
"""
MOST_ROWS = 5_000
"""Papers up to which a list is remembered: some 40 kB, read in a millisecond."""
_MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of papers as it was, to be shown until the index is open."""

    revision: int
    """Of the library whose rows these are."""
    rows: tuple[int, ...]
    """At most `MOST_ROWS`."""
    sort: Sort = Sort.LIST
    partial: bool = False
    """Whether partial matches follow."""
    whole: int = 0
    """How many rows hold all the words, where partial matches follow."""
    counts: tuple[tuple[str, int | None, int], ...] = ()
    """Papers that match, by name and year of their venue."""
    around: tuple[tuple[str, int | None, int], ...] = ()
    """The same outside the saved search that is listed, too."""
    bookmarked: int = 0
    """How many of those are bookmarked."""


@dataclass(frozen=True, slots=True)
class Session:
    """All of it; what is not told is as at the first start."""

    query: str = ""
    shelf: tuple[str, ...] = ()
    """What names the row of the sidebar; empty for all papers."""
    sort: Sort | None = None
    """The order that was chosen."""
    refused: bool = False
    """Whether papers that their venues refused are shown."""
    hides: tuple[str, ...] = ()
    """What is not listed: "seen", "skipped"."""
    paper: str = ""
    """Id of the paper under the cursor."""
    offset: int = 0
    """How many lines below the top of the list it stands."""
    scrolled: int = 0
    """How many lines of the abstract are above the window."""
    pane: str = ""
    """Id of the pane that has the focus."""
    sidebar: int = 0
    """Its cells; 0 for as many as it has by itself."""
    share: float = 0.0
    """Of the room that list and reader have, the list's; 0 for half of it."""
    grouping: Grouping = Grouping.NONE
    """What the bookmarks in the sidebar are grouped by."""
    theme: str = ""
    """The one that was chosen; empty for that of the config file."""
    listed: Listed | None = None
    """None where everything is listed, or too much."""


class SessionFile:
    """The session of one library in one file; the last instance to write has it.

    Whatever the file holds, a session can be read. It can be written by several
    threads: what was wanted last stays.
    """

    def __init__(self, path: Path, library: str, *, fresh: bool = False) -> None:
        """The file at this path, for the library of this fingerprint.

        It is read now, unless a new session is wanted.
        """
        self._path = path
        self._library = library
        self._writing = Lock()
        self._wanted: Session | None = None
        self.last = Session() if fresh else self._read()
        """The session that was left; a new one where there is none."""

    def _read(self) -> Session:
        try:
            if self._path.stat().st_size > _MOST_BYTES:
                return Session()
            return loads(self._path.read_bytes(), self._library)
        except OSError:
            return Session()

    def write(self, session: Session) -> str:
        """Save a session; gives why it could not be, else "". Never raises."""
        self._wanted = session
        with self._writing:
            wanted, self._wanted = self._wanted, None
            if wanted is None:
                return ""  # another thread wrote it, or something newer
            try:
                files.write_atomically(self._path, dumps(wanted, self._library))
            except OSError as error:
                return f"{self._path.name} cannot be saved: {files.reason(error)}."
        return ""


def dumps(session: Session, library: str) -> bytes:
    """The text of a session; what is as at the first start is left out."""
    first = asdict(Session())
    told = {name: v for name, v in asdict(session).items() if v != first[name]}
    value = {"version": VERSION, "library": library, **told}
    return json.dumps(value, separators=(",", ":")).encode()


def loads(data: bytes, library: str) -> Session:
    """What a text says; a new session where it says nothing for the library.

    A field that is odd is left out. Never raises.
    """
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return Session()
    known = isinstance(value, dict) and value.get("version") == VERSION
    if not known or value.get("library") != library:
        return Session()
    listed = value.pop("listed", None)
    session: Session = _taken(Session(), value)
    return replace(session, listed=_listed(listed))


def _taken(first: Any, value: Mapping[str, Any]) -> Any:
    """A session, or a list, with the fields that a JSON object has."""
    found = {}
    for field in fields(first):
        with suppress(KeyError, TypeError, ValueError):
            found[field.name] = _field(field.name, value[field.name])
    return replace(first, **found)


def _field(name: str, value: Any) -> Any:
    """The value of a field; raises TypeError or ValueError where it is none."""
    match name:
        case "sort":
            return None if value is None else Sort(value)
        case "grouping":
            return Grouping(value)
        case "shelf" | "hides":
            return tuple(_of(str, each) for each in _of(list, value))
        case "rows":
            return tuple(_whole(each) for each in _of(list, value)[:MOST_ROWS])
        case "counts" | "around":
            return tuple(
                (
                    _of(str, name),
                    year if year is None else _of(int, year),
                    _whole(count),
                )
                for name, year, count in _of(list, value)
            )
        case "refused" | "partial":
            return _of(bool, value)
        case "query" | "paper" | "pane" | "theme":
            return _of(str, value)
        case "share":
            share = float(_of((int, float), value))
            if not 0 <= share < 1:
                raise ValueError(name)
            return share
    return _whole(value)


def _listed(value: Any) -> Listed | None:
    if not isinstance(value, dict):
        return None
    listed: Listed = _taken(Listed(-1, ()), value)
    # An order has always a name there, and what lacks its rows says nothing.
    return listed if listed.rows and listed.sort is not None else None


def _of(kind: Any, value: Any) -> Any:
    # JSON's true is an integer to Python.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise TypeError(value)
    return value


def _whole(value: Any) -> int:
    number: int = _of(int, value)
    if not 0 <= number < 1 << 53:
        raise ValueError(value)
    return number


def places(counts: Mapping[Venue, int]) -> tuple[tuple[str, int | None, int], ...]:
    """Counts of venues as a list keeps them."""
    return tuple((venue.name, venue.year, n) for venue, n in counts.items())


def venues(kept: tuple[tuple[str, int | None, int], ...]) -> dict[Venue, int]:
    """Counts of venues as they were."""
    return {Venue(name, year): count for name, year, count in kept}
