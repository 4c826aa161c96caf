"""Downloads a list of papers: whole or not at all, and never without an end."""

from __future__ import annotations

import gzip
import os
import re
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from paperstui.index.transfer import (
    FetchCancelled,
    FetchError,
    Limits,
    Transfer,
    web_address,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from paperstui.index.transfer import Progress

__all__ = ["FetchCancelled", "FetchError", "fetch"]

LIMIT_BYTES = 500 * 1024 * 1024
"""Largest file that is taken, in bytes, packed or not."""
TIMEOUT = 20.0
"""Seconds to wait for a connection, and for the next bytes of an answer."""
STALL = 60.0
"""Seconds in which a download must get on (see `transfer.STALL_BYTES`)."""

_CHUNK = 64 * 1024
_LONGEST_NAME = 100
_UNFIT = re.compile(r"[^\w.-]+")
_WEB_PAGE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?"
    rb"<(?:!doctype\s+html|html)\b",
    re.IGNORECASE | re.DOTALL,
)


def fetch(
    url: str,
    folder: Path,
    progress: Progress,
    *,
    limit_bytes: int = LIMIT_BYTES,
    timeout: float = TIMEOUT,
    stall: float = STALL,
    cancelled: Callable[[], bool] = lambda: False,
) -> Path:
    """Download an http(s) address to a file in `folder`, named as it is in the address.

    `progress` gets the bytes so far and in all (None where the server does not say),
    packed as they come; it may raise to leave. A file of that name is replaced when
    all is there. Raises FetchError, and FetchCancelled when `cancelled` is true, which
    is asked between two pieces; nothing is left of the download then.
    """
    limits = Limits(limit_bytes, timeout, stall)
    transfer = Transfer(url, web_address(url), limits)
    target = folder / _file_name(url)
    part = folder / f".{target.name}.{os.urandom(6).hex()}.part"
    unpacked = part.with_suffix(".unpacked")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with part.open("xb") as file:
            transfer.run(file, progress, cancelled)
        if transfer.is_packed:
            with unpacked.open("xb") as file:
                for piece in _unpacked(part, transfer):
                    file.write(piece)
        whole = unpacked if transfer.is_packed else part
        with whole.open("rb") as file:
            _check(file.read(4096), transfer)
        os.replace(whole, target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FetchError(f"{target} cannot be written: {reason}") from error
    finally:
        for leftover in (part, unpacked):
            with suppress(OSError):
                leftover.unlink()
    return target


def _file_name(url: str) -> str:
    """The last part of the address as a name that every system takes."""
    name = unquote(urlsplit(url.strip()).path.rstrip("/").rpartition("/")[2])
    return _UNFIT.sub("-", name).strip("-.")[-_LONGEST_NAME:] or "download"


def _unpacked(part: Path, transfer: Transfer) -> Iterator[bytes]:
    """The content of a packed answer in pieces, up to the limit of its size."""
    size = 0
    with gzip.open(part) as file:
        while True:
            try:
                piece = file.read(_CHUNK)
            except (gzip.BadGzipFile, EOFError, zlib.error):
                raise transfer.error("what came is damaged (gzip)") from None
            if not piece:
                return
            size += len(piece)
            transfer.check_size(size)
            yield piece


def _check(start: bytes, transfer: Transfer) -> None:
    """Raise FetchError for a file that begins as no list of papers does."""
    if not start.strip():
        raise transfer.error("the answer is empty")
    if start.startswith(b"%PDF-"):
        raise transfer.error("the answer is a PDF file, not a list of papers")
    if _WEB_PAGE.match(start):
        reason = "the answer is a web page, not a list of papers"
        parts = urlsplit(transfer.url)
        if parts.hostname == "github.com" and "/blob/" in parts.path:
            reason += ' (use the address behind the button "Raw")'
        raise transfer.error(reason)
