"""All formats, and which of them a file is in; by content, never by name."""

from __future__ import annotations

import gzip
import io
import os
import zipfile
import zlib
from importlib import import_module
from typing import IO, TYPE_CHECKING, BinaryIO, cast

from paperstui.index.models import Problem
from paperstui.index.readers.decoding import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from paperstui.index.models import Paper
    from paperstui.index.readers.base import Origin, Reader

# In the order of asking: the stricter before the more generous.
_MODULES = (
    "share_page",
    "bibtex",
    "ris",
    "acl_xml",
    "arxiv",
    "jsonl",
    "openreview",
    "csl_json",
    "paperlists",
    "miniconf",
    "markdown",
    "seed",
)
_HEAD = 64 * 1024
"""Bytes by which a format is recognised."""
_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"


def readers() -> tuple[Reader, ...]:
    """Every reader; their modules are imported by this call."""
    package = __name__.rpartition(".")[0]
    return tuple(
        cast("Reader", import_module(f"{package}.{name}")) for name in _MODULES
    )


def formats() -> tuple[str, ...]:
    """The names of all formats, for the command line."""
    return tuple(reader.FORMAT for reader in readers())


def format_of(content: str) -> str:
    """The name of the format that a text begins like; empty where it is none."""
    head = content[:_HEAD]
    return next((each.FORMAT for each in readers() if each.sniff(head)), "")


def read(
    path: Path,
    origin: Origin,
    wanted: str = "",
    found: Callable[[str], None] = lambda name: None,
    moved: Callable[[float], None] = lambda share: None,
) -> Iterator[Paper | Problem]:
    """What a file holds; never raises.

    `found` is told the name of its format, and `moved` how much is read, from 0 to 1.

    Packed files are unpacked on the way; of a `.zip` every member that can be read
    counts. `wanted` names the format where the person knows better.
    """
    try:
        with path.open("rb") as file:
            size = max(1, os.fstat(file.fileno()).st_size)
            for item in _items(file, origin, wanted, found):
                yield item
                if not file.closed and file.raw.seekable():
                    moved(min(1.0, file.raw.tell() / size))
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        yield Problem(origin.source, f"cannot be read to its end: {reason}", lost=True)


def unpacked(path: Path) -> list[bytes]:
    """What a file holds, or each file in an archive; nothing that is damaged."""
    try:
        data = path.read_bytes()
        if data.startswith(_GZIP):
            return [gzip.decompress(data)]
        if not data.startswith(_ZIP):
            return [data]
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for _, member in _members(archive)]
    except (OSError, EOFError, zipfile.BadZipFile, zlib.error):
        return []
    return [member for member in members if isinstance(member, bytes)]


def _items(
    file: io.BufferedReader,
    origin: Origin,
    wanted: str,
    found: Callable[[str], None],
) -> Iterator[Paper | Problem]:
    start = file.peek(4)[:4]
    if start == _ZIP:
        found("zip")
        yield from _unzipped(file, origin, wanted)
    elif start[:2] == _GZIP:
        with gzip.open(file) as unpacked:
            yield from _plain(unpacked, origin, wanted, found)
    else:
        yield from _plain(file, origin, wanted, found)


def _plain(
    packed: IO[bytes] | gzip.GzipFile,
    origin: Origin,
    wanted: str,
    found: Callable[[str], None],
) -> Iterator[Paper | Problem]:
    # A buffer of its own, large enough to look at the beginning twice.
    with io.BufferedReader(cast("io.RawIOBase", packed), 2 * _HEAD) as file:
        head = file.peek(_HEAD)[:_HEAD]
        reader = _recognise(head, wanted)
        if reader is None:
            yield _unknown(origin, head)
        else:
            found(reader.FORMAT)
            yield from reader.read(file, origin)


def _recognise(head: bytes, wanted: str) -> Reader | None:
    text, _ = decode(_whole_characters(head))
    wanted = wanted or format_of(text)
    return next((each for each in readers() if wanted == each.FORMAT), None)


def _unknown(origin: Origin, head: bytes) -> Problem:
    if not head.strip():
        return Problem(origin.source, "is empty")
    return Problem(
        origin.source,
        "is in no format that is known here; `paperstui add --format` names one: "
        + ", ".join(formats()),
    )


def _unzipped(file: BinaryIO, origin: Origin, wanted: str) -> Iterator[Paper | Problem]:
    try:
        archive = zipfile.ZipFile(file)
    except zipfile.BadZipFile as error:
        yield Problem(origin.source, f"cannot be unpacked: {error}", lost=True)
        return
    with archive:
        for name, data in _members(archive):
            if isinstance(data, Exception):
                reason = f"{name} cannot be unpacked: {data}"
                yield Problem(origin.source, reason, lost=True)
                continue
            reader = _recognise(data[:_HEAD], wanted)
            if reader is None:
                reason = f"{name} is in no format that is known here"
                yield Problem(origin.source, reason)
            else:
                yield from reader.read(io.BytesIO(data), origin)


def _members(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes | Exception]]:
    """The files in an archive by name, or why one cannot be unpacked."""
    for info in archive.infolist():
        if info.is_dir():
            continue
        try:
            data: bytes | Exception = archive.read(info)
        except (OSError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
            data = error
        yield info.filename, data


def _whole_characters(head: bytes) -> bytes:
    """Without the half of a character at the cut."""
    if len(head) < _HEAD:
        return head
    for length in range(1, 4):
        if head[-length] >= 0xC0:
            return head[:-length]
        if head[-length] < 0x80:
            break
    return head
