"""The library with the ways to change it: add, check, remove, read again."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from paperstui.index import library_file
from paperstui.index.library import Library
from paperstui.index.models import Problem, Venue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from paperstui.index.adding import Change
    from paperstui.index.models import Paper
    from paperstui.index.report import Report

    Progress = Callable[[Report], None]
    """Told how far a file is read; may raise to leave everything as it was."""

_KEPT = "kept:"
"""Place of the papers that no file lists."""
_EVERY = 100
"""Papers between two words on the progress."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a person wants a file to be read."""

    venue: str = ""
    """Name of the venue, for records that name none."""
    year: int | None = None
    format: str = ""
    """Name of the format; empty to recognise it."""
    categories: frozenset[str] = field(default_factory=frozenset)
    since: date | None = None

    def to_json(self) -> dict[str, Any]:
        """The options as they are kept with a source."""
        return {
            "venue": self.venue,
            "year": self.year,
            "format": self.format,
            "categories": sorted(self.categories),
            "since": self.since.isoformat() if self.since else None,
        }

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Options:
        """The options that were kept."""
        since = kept.get("since")
        return cls(
            kept.get("venue", ""),
            kept.get("year"),
            kept.get("format", ""),
            frozenset(kept.get("categories", ())),
            date.fromisoformat(since) if since else None,
        )


def quiet(report: Report) -> None:
    """No progress wanted."""


class Collection:
    """One person's papers. Changes may run in another thread than reading."""

    def __init__(self, path: Path) -> None:
        """Open the library at a path, or make it; see `notices` for what is wrong."""
        opened = library_file.connect(path)
        self.notices = opened.notices
        """What a person should know about the file."""
        self._path = opened.path
        self._connection = opened.connection
        self.library = Library(opened.connection)

    def seed(self, folder: Path) -> None:
        """Bring the lists that come with paperstui up to date.

        Recognised by sizes and times: reading them at every start would cost more
        than opening the whole library. One that was removed stays away.
        """
        known = {source.place: source for source in self.library.sources()}
        for path in sorted(folder.glob("*.txt"), reverse=True):
            place = f"seed:{path.name}"
            beside = path.with_suffix(".csl.json")
            signature = " ".join(
                f"{each.stat().st_size}-{each.stat().st_mtime_ns}"
                for each in (path, beside)
            )
            source = known.get(place)
            if source is None or (
                source.signature != signature and self.library.listed_by(place)
            ):
                self._put(path, place, path.name, signature, Options(), quiet)
        self.library.reload()

    def keep(self, papers: Iterable[Paper]) -> None:
        """Keep papers that no source lists any more, such as those bookmarked."""
        missing = [paper for paper in papers if self.library.row(paper.id) is None]
        if missing:
            before = self.library.listed_by(_KEPT)
            with self._change() as begun:
                begun.put_source(_KEPT, "bookmarks", "", {}, [*before, *missing])
            self.library.reload()

    def add(
        self,
        path: Path,
        options: Options,
        progress: Progress = quiet,
        place: str = "",
    ) -> Report:
        """Add a file, or replace what it listed before. All of it or nothing.

        `place` is where it really comes from, if not from that path.
        """
        place = place or str(path.resolve())
        report = self._put(path, place, path.name, None, options, progress)
        self.library.reload()
        return report

    def check(self, path: Path, options: Options, progress: Progress = quiet) -> Report:
        """What adding a file would give; changes nothing."""
        report = _report(path.name)
        for _ in self._read(path, path.name, options, report, progress):
            pass
        return report

    def refresh(self, progress: Progress = quiet) -> Iterator[Report]:
        """Read those sources again that changed; papers keep their ids."""
        from pathlib import Path

        for source in self.library.sources():
            path = Path(source.place)
            if not path.is_absolute() or not path.exists():
                continue
            if _signature(path) != source.signature:
                options = Options.from_json(source.options)
                yield self._put(
                    path, source.place, source.name, None, options, progress
                )
        self.library.reload()

    def remove(self, venue: Venue) -> int:
        """Take a venue's papers away; gives how many went."""
        with self._change() as begun:
            count = begun.remove_venue(venue)
        self.library.reload()
        return count

    def use_keys(self, pattern: str, *, native: bool) -> int:
        """Make citation keys by a pattern; gives how many papers got others.

        Those are all papers, where the pattern was another. `native` keeps the keys
        that lists give. Raises PaperstuiError where the pattern is none.
        """
        if self.library.key_scheme() == (pattern, native):
            return 0
        with self._change() as begun:
            count = begun.use_keys(pattern, native=native)
        self.library.reload()
        return count

    def close(self) -> None:
        """Let go of the file."""
        self.library.close()

    def _put(
        self,
        path: Path,
        place: str,
        name: str,
        signature: str | None,
        options: Options,
        progress: Progress,
    ) -> Report:
        report = _report(name)
        papers = self._read(path, name, options, report, progress)
        first = next(papers, None)
        if first is None:
            return report  # nothing to add: what was there before stays
        with self._change() as begun:
            begun.put_source(
                place,
                name,
                signature or _signature(path),
                options.to_json(),
                _with(first, papers),
            )
        for paper in begun.joined:
            told = f"“{paper.title}” is shown once: it is in {paper.source}"
            report.problems.append(Problem(name, told))
        return report

    def _read(
        self,
        path: Path,
        name: str,
        options: Options,
        report: Report,
        progress: Progress,
    ) -> Iterator[Paper]:
        # Neither readers nor packing is needed to open the library.
        from paperstui.index.readers import registry
        from paperstui.index.readers.base import Origin

        venue = None
        if options.venue or options.year:
            venue = Venue(options.venue or "Papers", options.year)
        origin = Origin(name, path, venue, options.categories, options.since)

        def found(name: str) -> None:
            report.format = name

        def moved(share: float) -> None:
            report.share = share

        items = registry.read(path, origin, options.format, found, moved)
        for number, paper in enumerate(report.watch(items)):
            if number % _EVERY == 0:
                progress(report)
            yield paper
        progress(report)

    @contextmanager
    def _change(self) -> Iterator[Change]:
        """A change through a connection of its own, so that reading goes on."""
        from paperstui.index.adding import change  # the analyzer comes with it

        if self._path is None:
            with change(self._connection) as begun:
                yield begun
            return
        connection = library_file.connect(self._path).connection
        try:
            with change(connection) as begun:
                yield begun
        finally:
            connection.close()


def _report(source: str) -> Report:
    """An empty report; the module is not needed to open the library."""
    from paperstui.index.report import Report

    return Report(source)


def _with(first: Paper, others: Iterator[Paper]) -> Iterator[Paper]:
    yield first
    yield from others


def _signature(path: Path) -> str:
    """SHA-256 of a file."""
    import hashlib  # loads OpenSSL

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
