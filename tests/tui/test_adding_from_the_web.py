"""`add` of addresses and of conferences by name, from a server of our own."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from paperstui.index.locations import Locations
from paperstui.tui.commands import main
from paperstui.tui.screens.add_dialog import AddDialog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from paperstui.index.models import Paper
    from paperstui.tui.services import Services
    from tests.tui.conftest import Run

PAPERS = [
    {
        "title": f"Paper {n} on Frogs",
        "author": "Ana Test;Max Other",
        "abstract": f"Frog {n}.",
        "status": "Poster",
        "id": f"abc{n}",
    }
    for n in range(3)
]


class Handler(BaseHTTPRequestHandler):
    """Serves one good list and many bad answers."""

    def do_GET(self) -> None:
        answer = {
            "/icml/icml2031.json": self._list,
            "/list.json": self._list,
            "/huge.json": self._huge,
            "/cut.json": self._cut,
            "/away.json": self._away,
            "/page.json": self._page,
            "/words.json": self._words,
        }.get(self.path, self._missing)
        answer()

    def _give(
        self, data: bytes, status: int = 200, length: int = -1, location: str = ""
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(data) if length < 0 else length))
        if location:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(data)

    def _list(self) -> None:
        self._give(json.dumps(PAPERS).encode())

    def _huge(self) -> None:
        self._give(b"[", length=2 * 1024**3)

    def _cut(self) -> None:
        self._give(b"[{", length=5000)
        self.close_connection = True

    def _away(self) -> None:
        self._give(b"", 302, location="file:///etc/passwd")

    def _page(self) -> None:
        self._give(b"<!DOCTYPE html><html><body>Sign in</body></html>")

    def _words(self) -> None:
        self._give(b'{"message": "not a list"}')

    def _missing(self) -> None:
        self._give(b"no", 404)

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Keep the output of the tests clean."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of the server."""
    monkeypatch.setenv("no_proxy", "*")
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as made:
        made.daemon_threads = True
        thread = threading.Thread(
            target=made.serve_forever, kwargs={"poll_interval": 0.01}
        )
        thread.start()
        yield f"http://127.0.0.1:{made.server_address[1]}"
        made.shutdown()
        thread.join()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), prog_name="paperstui")


def counts() -> dict[str, int]:
    rows = json.loads(run("venues", "--format", "json").stdout)
    return {f"{row['venue']} {row['year']}": row["papers"] for row in rows}


def configure(server: str) -> None:
    places = Locations.discover()
    places.config.mkdir(parents=True, exist_ok=True)
    places.config_file.write_text(f'catalog = "{server}"\n', encoding="utf-8")


def test_a_conference_is_added_by_its_name(server: str) -> None:
    configure(server)
    result = run("add", "icml2031")
    assert (result.exit_code, result.stderr) == (0, "")
    assert counts()["ICML 2031"] == 3
    assert run("search", "frogs 2031").stdout.count("ICML 2031") == 3
    run("add", "ICML 2031")
    assert counts()["ICML 2031"] == 3
    assert not list(Locations.discover().downloads.iterdir())


def test_an_address_is_added(server: str) -> None:
    result = run("add", f"{server}/list.json", "--venue", "Own", "--year", "2020")
    assert result.exit_code == 0
    assert counts()["Own 2020"] == 3


REFUSED = {
    "/gone.json": "404",
    "/huge.json": "2,048",
    "/cut.json": "cut",
    "/away.json": "file",
    "/page.json": "web page",
}


@pytest.mark.parametrize(("path", "word"), REFUSED.items())
def test_what_goes_wrong_ends_in_one_line_and_changes_nothing(
    server: str, path: str, word: str
) -> None:
    before = counts()
    result = run("add", f"{server}{path}")
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"paperstui: {server}{path}: ")
    assert word in line
    assert "paperstui add FILE" in line
    assert counts() == before
    assert not list(Locations.discover().downloads.iterdir())


def test_content_of_no_format_is_named(server: str) -> None:
    before = counts()
    result = run("add", f"{server}/words.json")
    assert result.exit_code == 1
    assert "words.json: " in result.stderr
    assert counts() == before


def test_one_that_fails_does_not_keep_others_out(server: str) -> None:
    configure(server)
    result = run("add", f"{server}/gone.json", "icml2031")
    assert result.exit_code == 1
    assert counts()["ICML 2031"] == 3


def test_the_catalogue_tells_what_is_loaded(server: str) -> None:
    configure(server)
    run("add", "icml2031")
    lines = run("catalog").stdout.splitlines()
    (icml,) = (line for line in lines if line.startswith("icml "))
    assert "2024" in icml.split()
    assert "2031*" in icml.split()


async def test_the_dialog_adds_by_name(
    run: Run,
    make_services: Callable[..., Services],
    papers: Sequence[Paper],
    server: str,
) -> None:
    services = make_services(papers, Locations.discover(), catalog=server)
    async with run(with_services=services) as desk:
        await desk.press("a", *"icml2031", "enter")
        assert isinstance(desk.app.screen, AddDialog)
        await desk.press("escape")
        assert len(desk.titles) == 8
