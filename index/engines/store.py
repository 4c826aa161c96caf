"""Keeps an engine's index on disk: current, whole, and rebuilt when it is neither."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import time
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from typing import TYPE_CHECKING

from paperstui.index import analysis, files
from paperstui.index.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from paperstui.index.engines.base import Documents, Progress, SearchEngine
    from paperstui.index.library import Library

_MANIFEST = "paperstui.json"
_BUILDING = "building-"
_DAMAGED = "damaged"
_PATIENCE = 0.5
"""Seconds between two words on waiting for another instance."""
_STALE = 24 * 3600
"""Seconds after which a half-built index is litter whatever process id it bears."""


class IndexStore:
    """The folder of one user's indexes."""

    def __init__(
        self,
        root: Path,
        engine: SearchEngine,
        library: Library,
        notices: Sequence[str] = (),
    ) -> None:
        """Take the folder of all indexes, and what is to be said when one is opened."""
        self._root = root
        self.notices = notices
        """What a person should know about the choice of the engine."""
        self.engine = engine
        self._library = library

    @property
    def folder(self) -> Path:
        """Where the index of this library, analyzer and engine lies or will lie."""
        named = (
            self._library.fingerprint(),
            str(analysis.VERSION),
            self.engine.name,
            self.engine.version,
        )
        digest = hashlib.sha256("\n".join(named).encode()).hexdigest()[:16]
        return self._root / f"{self.engine.name}-{digest}"

    def prepare(self, progress: Progress) -> tuple[str, ...]:
        """Open the index, building or updating it if need be; gives notices.

        Raises only what `progress` raises.
        """
        folder = self.folder
        notices = [*self.notices]
        try:
            with self._alone(progress):
                if folder.exists():
                    damage = self._follow(folder, progress)
                    if not damage:
                        return tuple(notices)
                    self._set_aside(folder)
                    notices.append(f"The search index was rebuilt: {damage}.")
                self._build(folder, progress)
        except OSError as error:
            reason = error.strerror or str(error)
            notices.append(f"The search index is kept in memory only: {reason}.")
            with self._documents() as documents:
                self.engine.build(None, documents, progress)
        return tuple(notices)

    @contextmanager
    def _alone(self, progress: Progress) -> Iterator[None]:
        """Wait while another instance brings the index up to date; then it is ours.

        The system lets go of the lock when the process that holds it ends.
        """
        self._root.mkdir(parents=True, exist_ok=True)
        with ExitStack() as held:
            while True:
                try:
                    held.enter_context(files.locked(self._root, _PATIENCE))
                    break
                except TimeoutError:
                    progress(0, len(self._library))
            yield

    def rebuild(self, progress: Progress) -> None:
        """Throw the index away and build it again, after damage was met in use."""
        self.engine.close()
        self._set_aside(self.folder)
        self.prepare(progress)

    def health(self) -> str:
        """One line on the state of the index on disk, for `paperstui doctor`."""
        if not self.folder.exists():
            return "not built yet (it is built when paperstui starts)"
        damage = self._open(self.folder)
        self.engine.close()
        if damage or self._revision(self.folder) == self._library.revision:
            return damage or f"good, {len(self._library)} papers"
        return "good, but of an earlier library (it follows when paperstui starts)"

    def _follow(self, folder: Path, progress: Progress) -> str:
        """Open an index and bring it up to the library; what is wrong, if anything."""
        damage = self._open(folder)
        revision = self._revision(folder)
        if damage or revision == self._library.revision:
            return damage
        self.engine.close()
        try:
            gone = self._library.gone(since=revision)
            with self._documents(since=revision) as documents:
                self.engine.update(folder, documents, gone, progress)
            self._sign(folder)
        except EngineError as error:
            return str(error)
        except OSError as error:
            return f"it could not be updated ({error.strerror or error})"
        return self._open(folder)

    def _open(self, folder: Path) -> str:
        """Open an index and say what is wrong with it, nothing if it is good."""
        try:
            manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
            if manifest["files"] != _sizes(folder):
                return "some of its files were missing or cut short"
            count = self.engine.open(folder)
            if count != manifest["papers"]:
                self.engine.close()
                return f"it held {count} of {manifest['papers']} papers"
        except (OSError, ValueError, KeyError, TypeError):
            return "it was incomplete"
        except EngineError as error:
            return str(error)
        return ""

    def _revision(self, folder: Path) -> int:
        """Which revision of the library an index holds; one before all if unknown."""
        try:
            manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
            return int(manifest["revision"])
        except (OSError, ValueError, KeyError, TypeError):
            return -1

    def _sign(self, folder: Path) -> None:
        """Write down what a finished index is made of."""
        manifest = {
            "files": _sizes(folder),
            "papers": len(self._library.order) + len(self._library.refused),
            "revision": self._library.revision,
        }
        (folder / _MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")

    def _build(self, folder: Path, progress: Progress) -> None:
        self._sweep()
        prefix = f"{_BUILDING}{os.getpid()}-"
        with tempfile.TemporaryDirectory(
            prefix=prefix, dir=self._root, ignore_cleanup_errors=True
        ) as made:
            building = type(self._root)(made) / "index"
            building.mkdir()
            with self._documents() as documents:
                self.engine.build(building, documents, progress)
            self._sign(building)
            building.rename(folder)
        damage = self._open(folder)
        if damage:
            raise OSError(damage)

    def _documents(self, since: int = -1) -> AbstractContextManager[Documents]:
        # Not at the top, to start sooner: most starts find the index as it should be.
        from paperstui.index.engines.packing import Changed

        return closing(Changed(self._library, since))

    def _set_aside(self, folder: Path) -> None:
        """Move a damaged index away; the last one is kept to be looked into."""
        aside = self._root / _DAMAGED
        shutil.rmtree(aside, ignore_errors=True)
        try:
            folder.rename(aside)
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)

    def _sweep(self) -> None:
        """Delete indexes of other libraries and versions, and what killed builds left.

        Those of another engine stay for whoever goes back to it. A running instance
        that loses its index this way builds it again.
        """
        for entry in self._root.iterdir():
            ours = entry.name.startswith(f"{self.engine.name}-")
            left = entry.name.startswith(_BUILDING) and _is_litter(entry)
            if (ours and entry != self.folder) or left:
                shutil.rmtree(entry, ignore_errors=True)


def _is_litter(entry: Path) -> bool:
    """Whether the process that builds here is gone."""
    try:
        if time.time() - entry.stat().st_mtime > _STALE:
            return True
        os.kill(int(entry.name.split("-")[1]), 0)
    except (ProcessLookupError, ValueError, IndexError, FileNotFoundError):
        return True
    except OSError:
        return False  # alive, under another user
    return False


def _sizes(folder: Path) -> dict[str, int]:
    """The size in bytes of every file of an index."""
    return {
        path.name: path.stat().st_size
        for path in sorted(folder.iterdir())
        if path.name != _MANIFEST
    }
