"""Downloads from a server of our own: good, broken, slow, huge and misleading ones."""

from __future__ import annotations

import gzip
import json
import os
import re
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, cast

import pytest

from paperstui.index.fetch import FetchCancelled, FetchError, fetch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PAPERS = json.dumps(
    [{"title": f"Test {n}", "id": str(n)} for n in range(9000)]
).encode()
HALF = len(PAPERS) // 2
ADVICE = "; download it by hand and run `paperstui add FILE`"


class Server(ThreadingHTTPServer):
    """Answers by the functions that a test gives it, and keeps what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: dict[str, Callable[[Handler], None]] = {}
        self.ranges: list[tuple[str | None, str | None]] = []
        """Range and If-Range of each request."""
        self.enough = threading.Event()
        """Set when a slow answer need not wait any longer."""

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}{path}"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        server = cast("Server", self.server)
        server.ranges.append((self.headers["Range"], self.headers["If-Range"]))
        server.answers[self.path.partition("?")[0]](self)

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Keep the output of the tests clean."""

    def give(self, data: bytes, status: int = 200, /, **headers: str) -> None:
        """Answer with these bytes; names of headers have `_` for `-`."""
        self.send_response(status)
        length = headers.pop("Content_Length", str(len(data)))
        if length:
            self.send_header("Content-Length", length)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("no_proxy", "*")
    with Server() as server:
        thread = threading.Thread(
            target=server.serve_forever, kwargs={"poll_interval": 0.01}
        )
        thread.start()
        yield server
        server.enough.set()
        server.shutdown()
        thread.join()


class Steps(list[tuple[int, int | None]]):
    """Keeps what a progress was told."""

    def __call__(self, done: int, total: int | None) -> None:
        self.append((done, total))


def refusal(
    server: Server, folder: Path, path: str = "/list.json", patience: float = 30.0
) -> str:
    """Why a download is refused, without address and advice; nothing is left of it."""
    with pytest.raises(FetchError) as caught:
        fetch(server.url(path), folder, Steps(), timeout=patience, stall=patience)
    assert os.listdir(folder) == []
    message = str(caught.value)
    assert message.startswith(f"{server.url(path)}: ")
    assert message.endswith(ADVICE)
    assert "\n" not in message
    return message.removeprefix(f"{server.url(path)}: ").removesuffix(ADVICE)


def test_a_list_comes_whole(server: Server, tmp_path: Path) -> None:
    server.answers["/icml/icml2025.json"] = lambda request: request.give(PAPERS)
    steps = Steps()
    path = fetch(server.url("/icml/icml2025.json?raw=1#top"), tmp_path / "new", steps)
    assert path == tmp_path / "new" / "icml2025.json"
    assert path.read_bytes() == PAPERS
    assert os.listdir(path.parent) == ["icml2025.json"]
    assert steps[0] == (0, len(PAPERS))
    assert steps[-1] == (len(PAPERS), len(PAPERS))
    assert steps == sorted(steps)


def test_an_older_file_is_replaced_only_by_a_whole_one(
    server: Server, tmp_path: Path
) -> None:
    old = tmp_path / "list.json"
    old.write_bytes(b"[]")
    server.answers["/list.json"] = lambda request: request.give(b"", 500)
    with pytest.raises(FetchError):
        fetch(server.url("/list.json"), tmp_path, Steps())
    assert old.read_bytes() == b"[]"
    server.answers["/list.json"] = lambda request: request.give(PAPERS)
    assert fetch(server.url("/list.json"), tmp_path, Steps()) == old
    assert old.read_bytes() == PAPERS


def test_without_a_length_the_total_is_not_known(
    server: Server, tmp_path: Path
) -> None:
    server.answers["/list"] = lambda request: request.give(PAPERS, Content_Length="")
    steps = Steps()
    path = fetch(server.url("/list"), tmp_path, steps)
    assert path.read_bytes() == PAPERS
    assert steps[-1] == (len(PAPERS), None)


def test_packed_on_the_way(server: Server, tmp_path: Path) -> None:
    packed = gzip.compress(PAPERS)
    server.answers["/list.json"] = lambda request: request.give(
        packed, Content_Encoding="gzip"
    )
    steps = Steps()
    path = fetch(server.url("/list.json"), tmp_path, steps)
    assert path.read_bytes() == PAPERS
    assert os.listdir(tmp_path) == ["list.json"]
    assert steps[-1] == (len(packed), len(packed))


def test_a_packed_file_stays_packed(server: Server, tmp_path: Path) -> None:
    packed = gzip.compress(PAPERS)
    server.answers["/list.json.gz"] = lambda request: request.give(packed)
    path = fetch(server.url("/list.json.gz"), tmp_path, Steps())
    assert path.name == "list.json.gz"
    assert path.read_bytes() == packed


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/", "download"),
        ("/notes/", "notes"),
        ("/..%2F..%2Fetc%2Fpasswd", "etc-passwd"),
        ("/.hidden.json", "hidden.json"),
        ("/a%20b%0A.json", "a-b-.json"),
        ("/" + "x" * 200 + ".bib", "x" * 96 + ".bib"),
    ],
)
def test_the_name_of_the_file(
    server: Server, tmp_path: Path, path: str, name: str
) -> None:
    server.answers[path] = lambda request: request.give(PAPERS)
    found = fetch(server.url(path), tmp_path, Steps())
    assert found == tmp_path / name


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (404, "there is no such file (HTTP 404)"),
        (403, "the server does not let anyone read it (HTTP 403)"),
        (429, "the server asks to come back later (HTTP 429)"),
        (500, "the server has a problem (HTTP 500), try again later"),
        (418, "the server answers HTTP 418"),
        (304, "the server answers HTTP 304"),
    ],
)
def test_answers_without_a_file(
    server: Server, tmp_path: Path, status: int, reason: str
) -> None:
    server.answers["/list.json"] = lambda request: request.give(b"<html>", status)
    assert refusal(server, tmp_path) == reason


def cut(request: Handler, **headers: str) -> None:
    """Answer with half of the list and hang up; if asked for the rest, with that."""
    asked = re.fullmatch(r"bytes=(\d+)-", request.headers["Range"] or "")
    if asked is None:
        length = str(len(PAPERS))
        return request.give(PAPERS[:HALF], Content_Length=length, **headers)
    start = int(asked[1])
    place = f"bytes {start}-{len(PAPERS) - 1}/{len(PAPERS)}"
    return request.give(PAPERS[start:], 206, Content_Range=place, **headers)


@pytest.mark.parametrize(
    ("headers", "validator"),
    [
        ({"ETag": '"one"'}, '"one"'),
        ({"ETag": 'W/"weak"'}, None),
        (
            {"ETag": 'W/"w"', "Last_Modified": "Sat, 01 Jun 2024 00:00:00 GMT"},
            "Sat, 01 Jun 2024 00:00:00 GMT",
        ),
        ({}, None),
    ],
)
def test_a_cut_connection_goes_on_where_it_was(
    server: Server, tmp_path: Path, headers: dict[str, str], validator: str | None
) -> None:
    server.answers["/list.json"] = lambda request: cut(request, **headers)
    steps = Steps()
    path = fetch(server.url("/list.json"), tmp_path, steps)
    assert path.read_bytes() == PAPERS
    assert server.ranges == [(None, None), (f"bytes={HALF}-", validator)]
    assert steps == sorted(steps)
    assert steps[-1] == (len(PAPERS), len(PAPERS))


def test_a_file_that_changed_begins_anew(server: Server, tmp_path: Path) -> None:
    def answer(request: Handler) -> None:
        if request.headers["Range"]:
            request.give(b"[" + PAPERS + b"]", ETag='"two"')
        else:
            cut(request, ETag='"one"')

    server.answers["/list.json"] = answer
    path = fetch(server.url("/list.json"), tmp_path, Steps())
    assert path.read_bytes() == b"[" + PAPERS + b"]"


def test_a_rest_of_another_file_is_not_taken(server: Server, tmp_path: Path) -> None:
    requests: list[str | None] = []

    def answer(request: Handler) -> None:
        requests.append(request.headers["Range"])
        if len(requests) == 1:
            cut(request)
        elif len(requests) == 2:
            request.give(b"{}", 206, Content_Range="bytes 7-8/9")
        else:
            request.give(PAPERS)

    server.answers["/list.json"] = answer
    path = fetch(server.url("/list.json"), tmp_path, Steps())
    assert path.read_bytes() == PAPERS
    assert requests == [None, f"bytes={HALF}-", None]


def test_a_range_that_the_server_does_not_have(server: Server, tmp_path: Path) -> None:
    def answer(request: Handler) -> None:
        if request.headers["Range"]:
            request.give(b"", 416)
        elif len(server.ranges) == 1:
            cut(request)
        else:
            request.give(PAPERS)

    server.answers["/list.json"] = answer
    assert fetch(server.url("/list.json"), tmp_path, Steps()).read_bytes() == PAPERS


def test_cuts_without_an_end_are_given_up(server: Server, tmp_path: Path) -> None:
    server.answers["/list.json"] = lambda request: request.give(
        PAPERS[:HALF], Content_Length=str(len(PAPERS))
    )
    assert refusal(server, tmp_path) == "the connection is cut again and again"
    assert len(server.ranges) == 4


def test_a_server_that_says_nothing(server: Server, tmp_path: Path) -> None:
    server.answers["/list.json"] = lambda request: wait(server)
    told = refusal(server, tmp_path, patience=0.2)
    assert told == "nothing came for 0.2 seconds"


def test_a_server_that_stops_in_the_middle(server: Server, tmp_path: Path) -> None:
    def answer(request: Handler) -> None:
        request.give(PAPERS[:10], Content_Length=str(len(PAPERS)))
        wait(server)

    server.answers["/list.json"] = answer
    told = refusal(server, tmp_path, patience=0.5)
    assert told == "nothing came for 0.5 seconds"
    assert server.ranges == [(None, None), ("bytes=10-", None)]


def test_a_server_that_drips(server: Server, tmp_path: Path) -> None:
    def answer(request: Handler) -> None:
        request.give(b"[", Content_Length=str(len(PAPERS)))
        for _ in range(100):
            if server.enough.wait(0.02):
                break
            request.wfile.write(b" ")

    server.answers["/list.json"] = answer
    assert refusal(server, tmp_path, patience=0.5) == "it comes too slowly"
    server.enough.set()


def wait(server: Server) -> None:
    server.enough.wait(5)


def test_a_huge_file_is_refused_before_it_comes(server: Server, tmp_path: Path) -> None:
    size = str(2 * 1024**3)
    server.answers["/list.json"] = lambda request: request.give(
        b"[", Content_Length=size
    )
    assert refusal(server, tmp_path) == ("its 2,048 MB are more than the 500 MB taken")


def test_a_file_that_turns_out_huge_is_refused(server: Server, tmp_path: Path) -> None:
    server.answers["/list.json"] = lambda request: request.give(
        PAPERS, Content_Length=""
    )
    with pytest.raises(FetchError, match=r"it has more than the 0\.1 MB taken"):
        fetch(server.url("/list.json"), tmp_path, Steps(), limit_bytes=100_000)
    assert os.listdir(tmp_path) == []


def test_a_small_file_that_unpacks_to_a_huge_one(
    server: Server, tmp_path: Path
) -> None:
    packed = gzip.compress(b" " * 3_000_000)
    server.answers["/list.json"] = lambda request: request.give(
        packed, Content_Encoding="gzip"
    )
    with pytest.raises(FetchError, match=r"it has more than the 2\.0 MB taken"):
        fetch(server.url("/list.json"), tmp_path, Steps(), limit_bytes=2 * 1024**2)
    assert os.listdir(tmp_path) == []


def redirect(location: str, status: int = 302) -> Callable[[Handler], None]:
    return lambda request: request.give(b"", status, Location=location)


def test_redirects_are_followed(server: Server, tmp_path: Path) -> None:
    server.answers["/list.json"] = redirect("/b", 301)
    server.answers["/b"] = redirect(server.url("/c"), 307)
    server.answers["/c"] = redirect("d?x=1", 308)
    server.answers["/d"] = redirect("/e", 303)
    server.answers["/e"] = redirect("/f")
    server.answers["/f"] = lambda request: request.give(PAPERS)
    path = fetch(server.url("/list.json"), tmp_path, Steps())
    assert path == tmp_path / "list.json"
    assert path.read_bytes() == PAPERS


def test_a_loop_of_redirects_ends(server: Server, tmp_path: Path) -> None:
    server.answers["/list.json"] = redirect("/list.json")
    assert refusal(server, tmp_path) == "it redirects more than 5 times"
    assert len(server.ranges) == 6


@pytest.mark.parametrize(
    "location",
    ["file:///etc/passwd", "ftp://127.0.0.1/list.json", "data:,[]", "//["],
)
def test_redirects_lead_nowhere_else(
    server: Server, tmp_path: Path, location: str
) -> None:
    server.answers["/list.json"] = redirect(location)
    assert refusal(server, tmp_path) == (
        f"it redirects to {location}, where only http(s) may lead"
    )


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the answer is empty"),
        (b" \n", "the answer is empty"),
        (b"%PDF-1.7 ...", "the answer is a PDF file, not a list of papers"),
        (b"<!DOCTYPE html><title>x", "the answer is a web page, not a list of papers"),
        (b"\xef\xbb\xbf\n<HTML>", "the answer is a web page, not a list of papers"),
        (
            b"<?xml version='1.0'?><!-- x -->\n<!doctype html>",
            "the answer is a web page, not a list of papers",
        ),
    ],
)
def test_what_is_clearly_no_list(
    server: Server, tmp_path: Path, content: bytes, reason: str
) -> None:
    server.answers["/list.json"] = lambda request: request.give(content)
    assert refusal(server, tmp_path) == reason


@pytest.mark.parametrize(
    "content", [b"<?xml version='1.0'?><collection/>", b"# <html>"]
)
def test_what_may_be_a_list(server: Server, tmp_path: Path, content: bytes) -> None:
    server.answers["/list"] = lambda request: request.give(content)
    assert fetch(server.url("/list"), tmp_path, Steps()).read_bytes() == content


def packed(data: bytes, encoding: str) -> Callable[[Handler], None]:
    return lambda request: request.give(data, Content_Encoding=encoding)


def test_damaged_packing_is_named(server: Server, tmp_path: Path) -> None:
    for data in (PAPERS, gzip.compress(PAPERS)[:-9]):
        server.answers["/list.json"] = packed(data, "gzip")
        assert refusal(server, tmp_path) == "what came is damaged (gzip)"
    server.answers["/list.json"] = packed(PAPERS, "br")
    assert refusal(server, tmp_path) == "the answer is packed as br"


def test_a_person_can_stop_it(server: Server, tmp_path: Path) -> None:
    server.answers["/list.json"] = lambda request: request.give(PAPERS)
    steps = Steps()
    with pytest.raises(FetchCancelled, match=r"list\.json: stopped"):
        fetch(
            server.url("/list.json"), tmp_path, steps, cancelled=lambda: len(steps) > 1
        )
    assert 0 < steps[-1][0] < len(PAPERS)
    assert os.listdir(tmp_path) == []


def test_progress_may_raise(server: Server, tmp_path: Path) -> None:
    def leave(done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    server.answers["/list.json"] = lambda request: request.give(PAPERS)
    with pytest.raises(KeyboardInterrupt):
        fetch(server.url("/list.json"), tmp_path, leave)
    assert os.listdir(tmp_path) == []


def test_a_folder_that_cannot_be_written(server: Server, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FetchError, match=r"list\.json cannot be written: "):
        fetch(server.url("/list.json"), tmp_path / "file", Steps())


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        (
            "icml2025",
            "icml2025: is no web address; only http:// and https:// are taken",
        ),
        (
            "file:///etc/passwd",
            "file:///etc/passwd: is no web address; only http:// and",
        ),
        ("ftp://example.org/a", "ftp://example.org/a: is no web address; only http://"),
        ("http://", "http://: is no web address; only http:// and https:// are taken"),
        ("http://[::1", "http://[::1: is no web address"),
        ("http://example.org:x/", "http://example.org:x/: is no web address"),
        ("http://a\x1b[0m..b/", "http://a..b/: is no web address"),
        ("https://me:secret@example.org/", "example.org: an address with a user name"),
    ],
)
def test_other_addresses(tmp_path: Path, url: str, reason: str) -> None:
    with pytest.raises(FetchError) as caught:
        fetch(url, tmp_path, Steps())
    assert str(caught.value).startswith(reason)
    assert "secret" not in str(caught.value)


def test_a_host_that_hangs_up(server: Server, tmp_path: Path) -> None:
    server.answers["/list.json"] = lambda request: None
    assert refusal(server, tmp_path) == (
        "its host closes the connection without an answer"
    )


def test_a_host_that_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(FetchError, match="its host refuses the connection"):
        fetch(f"http://127.0.0.1:{port}/list.json", tmp_path, Steps())
