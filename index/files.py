"""Writing files so that neither a crash nor a full disk costs what they held."""

from __future__ import annotations

import errno
import os
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

Signature: TypeAlias = tuple[int, int, int]
"""Modification time in ns, bytes and inode: differs once a file was replaced."""


def signature(status: os.stat_result) -> Signature:
    """What tells the content of a file from the one that replaces it."""
    return (status.st_mtime_ns, status.st_size, status.st_ino)


def write_atomically(path: Path, data: bytes, like: Path | None = None) -> None:
    """Replace the file by these bytes: at any moment it holds all the old or the new.

    The file behind a symlink is replaced and the link stays; missing folders are
    made. Owner and mode bits are kept; a new file takes those of `like`, else what
    the umask gives. Raises OSError, the old file untouched and nothing left beside it.
    """
    real = _real_path(path)
    real.parent.mkdir(parents=True, exist_ok=True)
    replaced = _status(real)
    model = replaced or (_status(like) if like else None)
    temporary = real.with_name(f"{_hidden(real)}.{os.urandom(6).hex()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, 0o600 if model else 0o666)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            if model:
                _take_after(temporary, model)
            _stamp(temporary, after=replaced)
            os.fsync(file.fileno())
        os.replace(temporary, real)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(real.parent)


@contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """Hold the lock of a file (`<name>.lock` beside it) against other instances.

    Raises OSError where it cannot be had, TimeoutError after so many seconds.
    """
    # Most runs change nothing, and the import takes longer than reading the file.
    from filelock import FileLock

    try:
        with FileLock(f"{path}.lock", timeout=seconds):
            yield
    except NotImplementedError:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK), str(path)) from None


def expanded(name: str | Path) -> Path:
    """The path with its tilde as the home folder; as it is where no such user is."""
    return Path(os.path.expanduser(name))


def shown(path: Path, beside: Path) -> str:
    """The name of a file for a person who knows where the one beside it lies."""
    return path.name if path.parent == beside.parent else str(path)


def reason(error: Exception) -> str:
    """Why a file could not be used, without the path: "No space left on device"."""
    if isinstance(error, TimeoutError):
        return "another paperstui is using it"
    return getattr(error, "strerror", None) or str(error)


def remove_leftovers(path: Path) -> None:
    """Remove what writes of this file (or its backups) left when they were killed.

    Only under the lock, which says that nobody writes it now.
    """
    for place in {path, _real_path(path)}:
        start = f"{_hidden(place)}."
        with suppress(OSError):
            for name in os.listdir(place.parent):
                if name.startswith(start) and name.endswith(".tmp"):
                    os.unlink(place.with_name(name))


def set_aside(path: Path, moment: datetime, companions: tuple[str, ...] = ()) -> Path:
    """Rename a damaged file to `<name>.corrupt-<time>` and return where it is now.

    The file behind a symlink is renamed beside itself and the link stays. Companions
    are suffixes of files that belong to it and move along. Raises OSError.
    """
    real = _real_path(path)
    base = f"{real.name}.corrupt-{moment:%Y%m%dT%H%M%SZ}"
    aside, count = real.with_name(base), 1
    while os.path.lexists(aside):
        count += 1
        aside = real.with_name(f"{base}-{count}")
    os.rename(real, aside)
    for suffix in companions:
        with suppress(FileNotFoundError):
            os.rename(f"{real}{suffix}", f"{aside}{suffix}")
    return aside


def backups(path: Path, keep: int) -> tuple[Path, ...]:
    """Where the backups of a file lie (`<name>.bak1`, ...), the newest first."""
    return tuple(
        path.with_name(f"{path.name}.bak{number}") for number in range(1, keep + 1)
    )


def rotate_backups(path: Path, data: bytes, keep: int) -> None:
    """Make these bytes the newest of `keep` backups, unless they already are it.

    Only under the lock. Raises OSError; the backups are then as they were.
    """
    places = backups(path, keep)
    with suppress(FileNotFoundError):
        if places[0].stat().st_size == len(data) and places[0].read_bytes() == data:
            return
    # Written before any is moved: a full disk must not push out the good ones.
    fresh = path.with_name(f"{_hidden(path)}.bak.tmp")
    write_atomically(fresh, data, like=path)
    for number in range(keep - 1, 0, -1):
        with suppress(FileNotFoundError):
            os.replace(places[number - 1], places[number])
    os.replace(fresh, places[0])


def _real_path(path: Path) -> Path:
    real = Path(os.path.realpath(path))
    if real.is_symlink():
        # realpath stops inside a loop of links; replacing one would break the link.
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return real


def _hidden(path: Path) -> str:
    return f".{path.name.lstrip('.')}"


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _take_after(path: Path, model: os.stat_result) -> None:
    status = path.stat()
    if (status.st_uid, status.st_gid) != (model.st_uid, model.st_gid):
        # Keeps the file readable to its owner when root changes it.
        with suppress(OSError):
            os.chown(path, model.st_uid, model.st_gid)
    path.chmod(model.st_mode & 0o7777)


def _stamp(path: Path, after: os.stat_result | None) -> None:
    # The clocks of file systems tick every few milliseconds and inodes are used again:
    # without a later time of its own, a second write could pass for the first.
    now = time.time_ns()
    os.utime(path, ns=(now, max(now, after.st_mtime_ns + 1000 if after else 0)))


def _sync_folder(folder: Path) -> None:
    # The rename is done; file systems that cannot sync a folder keep it all the same.
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
