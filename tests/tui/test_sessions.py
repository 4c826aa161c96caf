"""The reader comes up as it was left, and panes are as wide as they are wished."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from paperstui.index.requests import Sort
from paperstui.index.session import Session, SessionFile, dumps
from paperstui.tui.commands import main as command
from paperstui.tui.screens.main import MainScreen
from paperstui.tui.settings import Settings
from tests.terminals import COMMAND, NEEDED
from tests.tui.conftest import PATIENCE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from contextlib import AbstractAsyncContextManager

    from paperstui.index.locations import Locations
    from paperstui.index.models import Paper
    from paperstui.tui.services import Services
    from tests.terminals import Terminal
    from tests.tui.conftest import Desk, Run

    Open = Callable[..., AbstractAsyncContextManager[Desk]]


@pytest.fixture
def reopen(
    run: Run,
    make_services: Callable[..., Services],
    papers: Sequence[Paper],
    places: Locations,
) -> Open:
    """Opens the reader with its session, as often as is wanted; leaves it by `q`."""

    @asynccontextmanager
    async def start(
        width: int = 140,
        height: int = 40,
        theme: str = "",
        listed: Sequence[Paper] = papers,
        *,
        fresh: bool = False,
    ) -> AsyncIterator[Desk]:
        services = make_services(listed, places)
        fingerprint = services.library.fingerprint()
        session = SessionFile(places.session, fingerprint, fresh=fresh)
        settings = Settings(theme=theme)
        async with run(width, height, services, settings, session) as desk:
            yield desk
            desk.app.exit()

    return start


def kept(places: Locations) -> dict[str, object]:
    """What the file says."""
    value: dict[str, object] = json.loads(places.session.read_bytes())
    return value


async def test_all_comes_back(reopen: Open) -> None:
    async with reopen() as desk:
        await desk.press("1", "j", "j", "2", "R", "s", "3", "slash")
        await desk.type("d")
        await desk.press("enter", "greater_than_sign", "j", "3", "ctrl+t")
        titles, chosen = desk.titles, desk.selected
        lines, theme = desk.lines, desk.app.theme
        assert len(titles) > 1
        assert desk.main.results.cursor == 1
        width = desk.main.query_one("#papers").size.width
    async with reopen() as desk:
        assert (desk.titles, desk.selected) == (titles, chosen)
        assert desk.lines == lines
        assert desk.main.shelf.conference == "ICML"
        assert desk.main.typed == "d"
        assert (desk.main.chosen_sort, desk.main.shows_refused) == (Sort.YEAR, True)
        assert desk.focus == "reader"
        assert desk.main.query_one("#papers").size.width == width
        assert desk.app.theme == theme == "paperstui-light"


async def test_nothing_that_was_not_left_comes_back(
    reopen: Open, places: Locations
) -> None:
    async with reopen() as desk:
        first = desk.lines
    library = kept(places).pop("library")
    assert kept(places) == {
        "version": 1,
        "library": library,
        "paper": "test:0",
        "pane": "results",
    }
    async with reopen() as desk:
        assert desk.lines == first
        assert desk.main._asked == 0


@pytest.mark.parametrize(
    "keys", [("B",), ("1", "j"), ("slash", "m", "enter"), ("s", "4")]
)
async def test_the_list_is_there_before_the_index_is(
    reopen: Open, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]
) -> None:
    async with reopen() as desk:
        await desk.press("j", "j", "b", "g", "j", "b", *keys, "2", "j")
        titles, lines, page = desk.titles, desk.lines, desk.main.page
        count = desk.main.search_bar.query_one("#count").render()
        counts = [desk.main.sidebar.render_line(y).text for y in range(8)]
        around = desk.main.around
    shown = []
    show = MainScreen.show_page

    def show_page(self: MainScreen, page: object, *, keep: bool) -> None:
        show(self, page, keep=keep)  # type: ignore[arg-type]
        shown.append((self.search, list(self.page.rows), self.around.counts))

    monkeypatch.setattr(MainScreen, "show_page", show_page)
    async with reopen() as desk:
        assert shown[0] == (None, list(page.rows), around.counts)
        assert (desk.titles, desk.lines) == (titles, lines)
        assert desk.main.search_bar.query_one("#count").render() == count
        again = [desk.main.sidebar.render_line(y).text for y in range(8)]
        assert again == counts
        assert "being built" not in desk.status


async def test_the_place_in_a_long_list_and_in_the_abstract(
    reopen: Open, papers: Sequence[Paper]
) -> None:
    text = "\n\n".join(f"Paragraph {n}." for n in range(60))
    many = [
        replace(papers[0], id=f"test:{n:03}", title=f"Paper {n:03}", abstract=text)
        for n in range(200)
    ]
    async with reopen(listed=many) as desk:
        await desk.press("s", "4", "ctrl+d", "ctrl+d", "ctrl+d", "k", "k", "k", "3")
        await desk.press("ctrl+d", "j", "j")
        lines, top = desk.lines, desk.main.reader.scroll_offset.y
        assert desk.main.results.scroll_offset.y > 0
        assert top > 2
    async with reopen(listed=many) as desk:
        assert desk.lines == lines
        assert desk.main.reader.scroll_offset.y == top
        # Another paper begins at its top.
        await desk.press("J")
        assert desk.main.reader.scroll_offset.y == 0


async def test_a_paper_or_a_venue_that_is_gone(
    reopen: Open, papers: Sequence[Paper], places: Locations
) -> None:
    async with reopen() as desk:
        await desk.press("1", "G", "k", "2", "G", "3")
        gone = desk.main.shelf.venues
        assert gone
    value = kept(places)
    assert value["shelf"]
    value["shelf"], value["paper"] = ["venue", "ICML", "1999"], "test:99"
    places.session.write_text(json.dumps(value), encoding="utf-8")
    async with reopen() as desk:
        assert len(desk.titles) == 5
        assert (desk.main.results.cursor, desk.focus) == (0, "reader")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff{",
        b"[" * 99_999,
        b'{"version":2,"library":"x","query":"x"}',
        b'{"version":1,"library":"other","query":"x"}',
        b'{"version":1,"library":"HERE","shelf":["venue"],"pane":"moon","theme":"mud",'
        b'"sidebar":99999,"share":0.0001,"offset":999,"listed":{"rows":[99,7]}}',
    ],
)
async def test_an_odd_session_is_no_trouble(
    reopen: Open, places: Locations, data: bytes
) -> None:
    async with reopen() as desk:
        first = desk.titles
        library = desk.main.services.library.fingerprint()
    places.session.write_bytes(data.replace(b"HERE", library.encode()))
    async with reopen() as desk:
        assert (desk.titles, desk.focus) == (first, "results")
        assert desk.main.query_one("#papers").size.width >= 20
        assert desk.main.query_one("#reader").size.width >= 20
        assert desk.app.theme == "paperstui-dark"
        assert desk.status == ""


async def test_rows_of_another_library_are_not_shown(
    reopen: Open, places: Locations, papers: Sequence[Paper]
) -> None:
    async with reopen() as desk:
        await desk.press("slash", "m", "enter")
    fewer = papers[:1]
    value = kept(places)
    listed = value["listed"]
    assert isinstance(listed, dict)
    listed["revision"], listed["rows"] = 10**6, [77, 78]
    places.session.write_text(json.dumps(value), encoding="utf-8")
    async with reopen(listed=fewer) as desk:
        assert desk.titles
        assert "no longer in the library" not in desk.titles


async def test_it_is_saved_without_being_left(reopen: Open, places: Locations) -> None:
    async with reopen() as desk:
        await desk.press("slash", "m")
        async with asyncio.timeout(PATIENCE):
            while not places.session.exists() or "query" not in kept(places):
                await desk.pilot.pause(0.02)
        assert kept(places)["query"] == "m"
        listed = kept(places)["listed"]
        assert isinstance(listed, dict)
        assert listed["rows"] == list(desk.main.page.rows)


async def test_a_session_that_cannot_be_saved_is_told_once(
    reopen: Open, places: Locations
) -> None:
    async with reopen() as desk:
        places.session.mkdir(parents=True)
        told = "! session.json cannot be saved: "
        await desk.press("j")
        async with asyncio.timeout(PATIENCE):
            while not desk.status.startswith(told):
                await desk.pilot.pause(0.02)
        desk.main.tell("")
        await desk.press("j")
        async with asyncio.timeout(PATIENCE):
            while desk.main.remembering._due:
                await desk.pilot.pause(0.02)
        await desk.settle()
        assert desk.status == ""


async def test_the_last_of_two_instances_has_it(
    reopen: Open, places: Locations
) -> None:
    async with reopen() as desk:
        await desk.press("slash", "m")
        other = Session("other", pane="reader")
        library = desk.main.services.library.fingerprint()
        places.session.write_bytes(dumps(other, library))
    assert kept(places)["query"] == "m"


async def test_a_new_session_where_that_is_wanted(
    reopen: Open, places: Locations
) -> None:
    async with reopen() as desk:
        await desk.press("slash", "m", "enter", "ctrl+t")
    async with reopen(fresh=True) as desk:
        assert (desk.main.typed, len(desk.titles)) == ("", 5)
        assert desk.app.theme == "paperstui-dark"
    assert "query" not in kept(places)


async def test_the_theme_of_the_config_is_that_of_whoever_chose_none(
    reopen: Open,
) -> None:
    async with reopen(theme="nord") as desk:
        assert desk.app.theme == "nord"
    async with reopen(theme="gruvbox") as desk:
        assert desk.app.theme == "gruvbox"
        await desk.press("ctrl+t")
        chosen = desk.app.theme
    async with reopen(theme="nord") as desk:
        assert desk.app.theme == chosen == "paperstui-light"


def test_fresh_goes_with_nothing() -> None:
    ran = CliRunner().invoke(command, ["--fresh", "search", "x"])
    assert ran.exit_code == 2
    assert "--fresh opens the reader: nothing can go with it" in ran.output
    assert "not as it was left" in CliRunner().invoke(command, ["--help"]).output


# How wide panes are


def widths(desk: Desk) -> dict[str, int]:
    """The cells of the panes that are shown, with their borders."""
    panes = ("sidebar", "papers", "reader")
    found = {name: desk.main.query_one(f"#{name}").region.width for name in panes}
    return {name: width for name, width in found.items() if width}


async def test_a_pane_becomes_wider_and_narrower(run: Run) -> None:
    async with run(140, 40) as desk:
        assert widths(desk) == {"sidebar": 24, "papers": 58, "reader": 58}
        await desk.press("greater_than_sign")
        assert widths(desk) == {"sidebar": 24, "papers": 60, "reader": 56}
        assert desk.status == "This pane: 60 columns"
        await desk.press("3", "greater_than_sign", "greater_than_sign")
        assert widths(desk) == {"sidebar": 24, "papers": 56, "reader": 60}
        await desk.press("1", "less_than_sign")
        assert desk.status == "This pane: 22 columns"
        assert widths(desk)["sidebar"] == 22
        assert sum(widths(desk).values()) == 140


async def test_every_pane_stays_of_use(run: Run) -> None:
    async with run(140, 40) as desk:
        for _ in range(40):
            desk.main.action_resize_pane(1)
        await desk.settle()
        assert widths(desk) == {"sidebar": 24, "papers": 84, "reader": 32}
        assert desk.status == "This pane cannot be wider here."
        # What could not be had is not to be taken back first.
        await desk.press("less_than_sign")
        assert widths(desk)["papers"] == 82
        await desk.press("1")
        for _ in range(40):
            desk.main.action_resize_pane(-1)
        await desk.settle()
        assert widths(desk)["sidebar"] == 16
        for _ in range(40):
            desk.main.action_resize_pane(1)
        await desk.settle()
        assert widths(desk) == {"sidebar": 60, "papers": 48, "reader": 32}


async def test_wishes_hold_for_windows_in_which_there_is_room(run: Run) -> None:
    async with run(140, 40) as desk:
        for _ in range(8):
            desk.main.action_resize_pane(1)
        await desk.press("1", "greater_than_sign")
        wide = widths(desk)
        assert wide == {"sidebar": 26, "papers": 73, "reader": 41}
        await desk.resize(60, 20)
        assert widths(desk) == {"sidebar": 60}
        await desk.press("less_than_sign")
        assert desk.status == "There is one pane here: nothing to resize."
        await desk.press("2")
        assert widths(desk) == {"papers": 60}
        await desk.press("3")
        assert widths(desk) == {"reader": 60}
        await desk.resize(100, 30)
        assert widths(desk) == {"papers": 64, "reader": 36}
        await desk.press("1")
        assert widths(desk) == {"sidebar": 26, "papers": 74}
        await desk.press("less_than_sign", "2", "less_than_sign")
        assert widths(desk) == {"papers": 62, "reader": 38}
        await desk.resize(140, 40)
        assert widths(desk) == {"sidebar": 24, "papers": 72, "reader": 44}
        await desk.resize(30, 8)
        await desk.resize(80, 24)
        assert widths(desk) == {"papers": 48, "reader": 32}


# In a terminal


@NEEDED[0]
@NEEDED[1]
def test_killed_it_comes_up_as_it_was_and_fresh_it_does_not(ready: Terminal) -> None:
    ready.run(str(COMMAND))
    ready.wait("38 papers")
    ready.press("/", *"hopfield")
    ready.wait("1 of 38")
    session = ready.home / "session.json"
    ready.until(lambda: session.exists() and "hopfield" in session.read_text(), "it")
    os.kill(ready.pid("paperstui"), signal.SIGKILL)
    ready.respawn()
    ready.run(str(COMMAND))
    ready.wait("1 of 38")
    ready.press("Escape")
    ready.wait("type to search")
    ready.press("q")
    ready.until_left()
    before = session.read_text()
    ready.run(f"clear; {COMMAND} pick --format key")
    ready.wait("esc leaves")
    ready.press("x", "C-c")
    ready.until_left()
    assert session.read_text() == before
    ready.run(f"clear; {COMMAND} --fresh")
    ready.wait("38 papers")
    ready.wait("type to search")
    ready.press("q")
