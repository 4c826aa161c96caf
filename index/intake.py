"""From what a person names - a file, a folder, an address, a conference - to papers."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from paperstui.index import catalogue, files
from paperstui.index.collection import Options
from paperstui.index.errors import PaperstuiError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from paperstui.index.collection import Collection, Progress
    from paperstui.index.report import Report

    Download = Callable[[int, int | None], None]
    """Told how many bytes have come, of how many (None where nobody knows)."""


class IntakeError(PaperstuiError):
    """What a person named is not there or cannot be read."""


class Intake:
    """Adds to a collection whatever a person names."""

    def __init__(self, collection: Collection, folder: Path, base: str = "") -> None:
        """`folder` takes downloads for a while; `base` is a catalogue's address."""
        self._collection = collection
        self._folder = folder
        self._base = base or catalogue.BASE

    def add(
        self,
        name: str,
        options: Options,
        progress: Progress,
        download: Download,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Iterator[Report]:
        """Add a file, a folder's files, an http(s) address, or a conference by name.

        Raises IntakeError or FetchError, with the library as it was before that file.
        """
        path = files.expanded(name)
        if name.startswith(("http://", "https://")):
            yield self._fetched(name, name, options, progress, download, cancelled)
        elif os.path.isdir(path):  # False for names that no file can have
            for each in files_of(path):
                yield self._collection.add(each, options, progress)
        elif os.path.exists(path):
            yield self._collection.add(path, options, progress)
        else:
            yield self._by_name(name, options, progress, download, cancelled)

    def _by_name(
        self,
        name: str,
        options: Options,
        progress: Progress,
        download: Download,
        cancelled: Callable[[], bool],
    ) -> Report:
        entry = catalogue.parse_name(name)
        if entry is None:
            raise IntakeError(
                f"{name}: there is no such file, and no conference of the catalogue is "
                "called so (`paperstui catalog` lists them)"
            )
        if not options.venue:
            options = Options(
                entry.venue.name,
                entry.year,
                options.format,
                options.categories,
                options.since,
            )
        address = catalogue.address(entry, self._base)
        place = f"catalog:{entry.name}"
        return self._fetched(address, place, options, progress, download, cancelled)

    def _fetched(
        self,
        address: str,
        place: str,
        options: Options,
        progress: Progress,
        download: Download,
        cancelled: Callable[[], bool],
    ) -> Report:
        from paperstui.index.fetch import fetch  # most additions are files

        path = fetch(address, self._folder, download, cancelled=cancelled)
        try:
            return self._collection.add(path, options, progress, place)
        finally:
            path.unlink(missing_ok=True)


def files_of(folder: Path) -> Sequence[Path]:
    """The files in a folder and below by name, hidden ones left out."""
    inside = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return [path for path in inside if not path.name.startswith(".")]
