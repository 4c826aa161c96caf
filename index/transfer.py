"""One download over HTTP: redirects, limits, and going on after a cut connection.

The standard library does it: one file, asked for now and then, pays for no dependency.
`urllib` brings the proxies and certificates of the system, and what is special here
(resuming, limits of size and time, where a redirect may lead) would be our own code
with any other library too.
"""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, cast
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

from paperstui.index import text
from paperstui.index.errors import PaperstuiError

if TYPE_CHECKING:
    from urllib.response import addinfourl

Progress = Callable[[int, int | None], None]
"""Told the bytes so far, and in all or None."""

STALL_BYTES = 16 * 1024
"""A download that brings less in the seconds of `Limits.stall` is given up."""

_CHUNK = 64 * 1024
_MAX_REDIRECTS = 5
_MAX_CUTS = 3
"""So many cuts with nothing gained between them end a download."""

_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_SAFE = "%/:=&?~+!$,;'@()*[]"
_RANGE = re.compile(r"bytes (\d+)-\d+/(?:\d+|\*)")


class FetchError(PaperstuiError):
    """A download that did not succeed."""


class FetchCancelled(FetchError):
    """A download that the person stopped."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a download may cost."""

    size: int
    """Bytes."""
    timeout: float
    """Seconds to wait for a connection, and for the next bytes."""
    stall: float
    """Seconds in which at least `STALL_BYTES` must come."""


class _Cut(Exception):
    """The connection ended before the answer did."""


def web_address(url: str) -> str:
    """The address in the characters that HTTP takes; raises FetchError for others.

    Only http and https are taken, without a user name.
    """
    shown = text.clean(url)[:200]
    try:
        parts = urlsplit(url.strip())
        port = "" if parts.port is None else f":{parts.port}"
        host = (parts.hostname or "").encode("idna").decode("ascii")
    except ValueError:
        raise FetchError(f"{shown}: is no web address") from None
    if parts.scheme not in ("http", "https") or not host:
        raise FetchError(
            f"{shown}: is no web address; only http:// and https:// are taken"
        )
    if parts.username is not None:
        raise FetchError(f"{host}: an address with a user name cannot be used")
    host = f"[{host}]" if ":" in host else host
    path, query = (quote(part, safe=_SAFE) for part in (parts.path, parts.query))
    return urlunsplit((parts.scheme, host + port, path, query, ""))


@dataclass(slots=True)
class Transfer:
    """One download: what is known of the file and how far it has come."""

    url: str
    """As the person gave it."""
    address: str
    """As HTTP takes it."""
    limits: Limits
    done: int = 0
    """Bytes that are there."""
    total: int | None = None
    """Bytes in all; None where the server does not say."""
    is_packed: bool = False
    """Whether the bytes are packed with gzip."""
    validator: str = ""
    """By which the server knows whether its file is the same; empty for none."""

    def run(
        self, file: BinaryIO, progress: Progress, cancelled: Callable[[], bool]
    ) -> None:
        """Fill the file, asking for the rest where the connection is cut.

        Raises FetchError, FetchCancelled, and OSError where the file is not writable.
        """
        cuts = 0
        while True:
            before = self.done
            try:
                with self._answer() as response:
                    self._begin(response, file)
                    self._take(response, file, progress, cancelled)
                return
            except _Cut as cut:
                gained = self.done > before
                cuts = 0 if gained else cuts + 1
                is_slow = isinstance(cut.__cause__, TimeoutError)
                if is_slow and not gained:
                    raise self.error(self._slow()) from None
                if cuts == _MAX_CUTS:
                    raise self.error("the connection is cut again and again") from None

    def error(self, reason: str) -> FetchError:
        """The error that says what is wrong and what to do instead."""
        return FetchError(
            f"{text.clean(self.url)}: {reason}; download it by hand and run "
            "`paperstui add FILE`"
        )

    def check_size(self, size: int) -> None:
        """Raise FetchError for more bytes than are taken."""
        if size > self.limits.size:
            known = f"its {_megabytes(size)} are" if size == self.total else "it has"
            reason = f"{known} more than the {_megabytes(self.limits.size)} taken"
            raise self.error(reason)

    def _answer(self) -> http.client.HTTPResponse:
        """The answer of the server at the end of all redirects."""
        address = self.address
        for _ in range(_MAX_REDIRECTS + 1):
            try:
                opened = _opener().open(
                    self._request(address), None, self.limits.timeout
                )
                return cast("http.client.HTTPResponse", opened)
            except urllib.error.HTTPError as error:
                address = self._elsewhere(address, error)
            except urllib.error.URLError as error:
                raise self.error(self._why(error.reason)) from None
            except (OSError, http.client.HTTPException, ValueError) as error:
                raise self.error(self._why(error)) from None
        raise self.error(f"it redirects more than {_MAX_REDIRECTS} times")

    def _elsewhere(self, address: str, error: urllib.error.HTTPError) -> str:
        """Where to ask instead; raises FetchError where that is nowhere."""
        with cast("addinfourl", error):
            location = error.headers.get("Location", "")
        if error.code == 416 and self.done:
            self.done = 0
            return address
        if error.code not in _REDIRECTS or not location:
            raise self.error(_status(error.code))
        try:
            return web_address(urljoin(address, location))
        except (FetchError, ValueError):
            shown = text.clean(location)[:80]
            reason = f"it redirects to {shown}, where only http(s) may lead"
            raise self.error(reason) from None

    def _request(self, address: str) -> urllib.request.Request:
        headers = {"User-Agent": "paperstui", "Accept-Encoding": "gzip"}
        if self.done:
            headers["Range"] = f"bytes={self.done}-"
            if self.validator:
                headers["If-Range"] = self.validator
        return urllib.request.Request(address, headers=headers)

    def _begin(self, response: http.client.HTTPResponse, file: BinaryIO) -> None:
        """Take what the answer says of itself; go back to the start if it does."""
        encoding = response.headers.get("Content-Encoding", "").strip().lower()
        if encoding not in ("", "identity", "gzip", "x-gzip"):
            raise self.error(f"the answer is packed as {text.clean(encoding)}")
        is_packed = encoding.endswith("gzip")
        place = _RANGE.match(response.headers.get("Content-Range", ""))
        start = int(place[1]) if response.status == 206 and place else 0
        total = None if response.length is None else start + response.length
        is_same = is_packed == self.is_packed and (
            self.validator or total == self.total
        )
        if start and not (start == self.done and is_same):
            # The server gives a piece of something else: ask anew for the whole.
            self.done = 0
            raise _Cut
        self.done = start
        file.seek(start)
        file.truncate()
        self.total, self.is_packed = total, is_packed
        tag = response.headers.get("ETag", "")
        is_strong = tag.startswith('"')
        self.validator = tag if is_strong else response.headers.get("Last-Modified", "")
        if total is not None:
            self.check_size(total)

    def _take(
        self,
        response: http.client.HTTPResponse,
        file: BinaryIO,
        progress: Progress,
        cancelled: Callable[[], bool],
    ) -> None:
        """Write the answer to the file; raises _Cut where it ends too early."""
        began, came = time.monotonic(), 0
        while True:
            progress(self.done, self.total)
            if cancelled():
                raise FetchCancelled(f"{text.clean(self.url)}: stopped")
            try:
                piece = response.read1(_CHUNK)
            except (OSError, http.client.HTTPException) as error:
                raise _Cut from error
            if not piece:
                break
            self.done += len(piece)
            self.check_size(self.done)
            file.write(piece)
            came += len(piece)
            if time.monotonic() - began > self.limits.stall:
                if came < STALL_BYTES:
                    raise self.error("it comes too slowly")
                began, came = time.monotonic(), 0
        if self.total is not None and self.done < self.total:
            raise _Cut

    def _slow(self) -> str:
        return f"nothing came for {self.limits.timeout:g} seconds"

    def _why(self, error: object) -> str:
        """Why there is no connection, in a few words."""
        if isinstance(error, TimeoutError):
            return self._slow()
        if isinstance(error, ssl.SSLCertVerificationError):
            return f"its certificate is not trusted ({error.verify_message})"
        if isinstance(error, socket.gaierror):
            return "its host is not known, or there is no network"
        if isinstance(error, ConnectionRefusedError):
            return "its host refuses the connection"
        if isinstance(error, http.client.RemoteDisconnected):
            return "its host closes the connection without an answer"
        reason = getattr(error, "strerror", None) or str(error)
        return text.clean(reason) or type(error).__name__


def _opener() -> urllib.request.OpenerDirector:
    """Opens http and https and nothing else; redirects come back as errors."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener


def _status(code: int) -> str:
    """What an answer without a file means."""
    if code in (404, 410):
        return f"there is no such file (HTTP {code})"
    if code in (401, 403):
        return f"the server does not let anyone read it (HTTP {code})"
    if code == 429:
        return "the server asks to come back later (HTTP 429)"
    if code >= 500:
        return f"the server has a problem (HTTP {code}), try again later"
    return f"the server answers HTTP {code}"


def _megabytes(size: int) -> str:
    megabytes = size / 1024 / 1024
    return f"{megabytes:,.1f} MB" if megabytes < 10 else f"{megabytes:,.0f} MB"
