"""Where the files of the user lie."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from paperstui.index import files

if TYPE_CHECKING:
    from collections.abc import Mapping

SEEDS = Path(__file__).resolve().parent.parent / "seeds"
"""The lists that come with paperstui, the same path in a checkout and in a wheel."""


@dataclass(frozen=True, slots=True)
class Locations:
    """The three folders that paperstui reads and writes, and the files in them."""

    config: Path
    """Settings."""
    data: Path
    """Bookmarks, reading state and the user's own lists: never disposable."""
    cache: Path
    """The search index: can be deleted at any time."""

    @classmethod
    def discover(cls, environ: Mapping[str, str] = os.environ) -> Locations:
        """The folders of this system, or all of them under `PAPERSTUI_HOME` if set."""
        home = environ.get("PAPERSTUI_HOME")
        if home:
            root = files.expanded(home).absolute()
            return cls(config=root, data=root, cache=root / "cache")
        from platformdirs import PlatformDirs

        dirs = PlatformDirs("paperstui", appauthor=False)
        return cls(dirs.user_config_path, dirs.user_data_path, dirs.user_cache_path)

    @property
    def config_file(self) -> Path:
        """Settings, in TOML."""
        return self.config / "config.toml"

    @property
    def bookmarks(self) -> Path:
        """The bookmarks, in JSON."""
        return self.data / "bookmarks.json"

    @property
    def reading(self) -> Path:
        """Which papers were read, in SQLite."""
        return self.data / "reading.db"

    @property
    def history(self) -> Path:
        """Earlier queries, one a line."""
        return self.data / "history.txt"

    @property
    def session(self) -> Path:
        """What the reader was left at, in JSON."""
        return self.data / "session.json"

    @property
    def hints(self) -> Path:
        """Which hints were given, one a line."""
        return self.data / "hints.txt"

    @property
    def library(self) -> Path:
        """The papers, in SQLite: can be made again from their sources."""
        return self.data / "library.db"

    @property
    def copies(self) -> Path:
        """Where a copied text goes when no clipboard takes it."""
        return self.data / "copied.txt"

    @property
    def downloads(self) -> Path:
        """Where downloads lie until they are in the library."""
        return self.cache / "downloads"

    @property
    def crash(self) -> Path:
        """Where the details of an unforeseen error go."""
        return self.data / "crash.txt"

    @property
    def index(self) -> Path:
        """The search indexes, one folder a fingerprint."""
        return self.cache / "index"
