"""Choosing papers, driven by a pilot."""

from __future__ import annotations

import asyncio
import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from textual import events

from paperstui.tui.app import PaperstuiApp
from paperstui.tui.key import Context
from paperstui.tui.keys import KEYS
from paperstui.tui.picking import Picking
from paperstui.tui.screens.pick_screen import PickScreen
from paperstui.tui.settings import Settings
from tests.tui.conftest import PATIENCE, Desk, LateServices

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from contextlib import AbstractAsyncContextManager

    from paperstui.index.locations import Locations
    from paperstui.index.models import Paper
    from paperstui.index.requests import ResultPage, SearchRequest
    from paperstui.tui.services import Services

    MakeServices = Callable[..., Services]
    Pick = Callable[..., AbstractAsyncContextManager[Desk]]


@pytest.fixture
def pick(services: Services) -> Pick:
    """Open the chooser with a query; the index is ready when the block begins."""

    @asynccontextmanager
    async def start(query: str = "", multi: bool = False) -> AsyncIterator[Desk]:
        app = PaperstuiApp(services, Settings(), Picking(query, multi))
        async with app.run_test(size=(140, 40)) as pilot:
            screen = app.screen
            assert isinstance(screen, PickScreen)
            desk = Desk(app, pilot, screen)
            await desk.settle()
            yield desk
        services.close()

    return start


def _taken(desk: Desk) -> list[str] | None:
    """Ids of the papers with which it ended; None where it goes on."""
    papers = desk.app.return_value
    return None if papers is None else [paper.id for paper in papers]


async def test_a_query_is_asked_and_enter_takes_from_the_list(pick: Pick) -> None:
    async with pick("diffusion") as desk:
        assert desk.focus == "results"
        assert desk.titles == ["DiffDA", "深度学习方法研究"]
        await desk.press("j")
        assert _taken(desk) is None
        await desk.pilot.press("enter")
        assert _taken(desk) == ["test:3"]


async def test_without_a_query_it_is_typed_and_enter_takes_from_the_box(
    pick: Pick,
) -> None:
    async with pick() as desk:
        assert desk.focus == "query"
        await desk.type("boltzmann")
        assert _taken(desk) is None
        await desk.pilot.press("enter")
        assert _taken(desk) == ["test:4"]


@pytest.mark.parametrize(
    ("keys", "taken"),
    [
        ("j", ["test:3"]),
        ("  ", ["test:1", "test:3"]),
        ("jk", ["test:1"]),
        ("f", None),
    ],
)
async def test_enter_comes_after_keys_that_were_typed_ahead(
    pick: Pick, keys: str, taken: list[str] | None
) -> None:
    async with pick("diffusion", multi=True) as desk:
        for letter in keys:
            key = "space" if letter == " " else letter
            desk.app.post_message(events.Key(key, letter))
        desk.app.post_message(events.Key("enter", "\r"))
        await desk.settle()
        assert _taken(desk) == taken


async def test_enter_takes_the_paper_that_is_read(pick: Pick) -> None:
    async with pick("diffusion") as desk:
        await desk.press("3", "J")
        assert desk.focus == "reader"
        await desk.pilot.press("enter")
        assert _taken(desk) == ["test:3"]


async def test_enter_goes_from_the_venues_to_their_papers(pick: Pick) -> None:
    async with pick("diffusion") as desk:
        await desk.press("1", "enter")
        assert _taken(desk) is None
        assert desk.focus == "results"


class Held:
    """A search that answers when it is let go."""

    def __init__(self, desk: Desk) -> None:
        search = desk.main.search
        assert search is not None
        self.go = threading.Event()
        self._find = search.find

    def __call__(self, request: SearchRequest) -> ResultPage:
        self.go.wait(30)
        return self._find(request)


async def test_enter_waits_for_the_answer(
    pick: Pick, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pick() as desk:
        held = Held(desk)
        monkeypatch.setattr(desk.main.search, "find", held)
        await desk.pilot.press(*"hopfield", "enter")
        assert desk.titles[1] == "DiffDA"  # all papers are still listed
        assert _taken(desk) is None
        held.go.set()
        async with asyncio.timeout(PATIENCE):
            while desk.app.return_value is None:
                await asyncio.sleep(0)
        assert _taken(desk) == ["test:0"]


async def test_enter_waits_for_the_index(
    make_services: MakeServices, papers: Sequence[Paper], places: Locations
) -> None:
    LateServices.ready.clear()
    services = make_services(papers, places, LateServices)
    app = PaperstuiApp(services, Settings(), Picking("diffusion", False))
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert app.return_value is None
        LateServices.ready.set()
        async with asyncio.timeout(PATIENCE):
            while app.return_value is None:
                await asyncio.sleep(0)
        assert [paper.title.split(":")[0] for paper in app.return_value] == ["DiffDA"]
    services.close()


async def test_enter_is_forgotten_when_something_else_is_typed(
    pick: Pick, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pick() as desk:
        held = Held(desk)
        monkeypatch.setattr(desk.main.search, "find", held)
        await desk.pilot.press(*"energ", "enter", "y")
        held.go.set()
        await desk.settle()
        assert desk.titles == ["Energy, Boltzmann Machines and Images"]
        assert _taken(desk) is None


@pytest.mark.parametrize(
    "keys",
    [
        ["escape"],
        ["ctrl+c"],
        ["q"],
        ["slash", "escape"],
        ["slash", "ctrl+c"],
        ["1", "escape"],
        ["3", "ctrl+c"],
        ["3", "escape", "escape"],
    ],
)
async def test_left_without_a_paper(pick: Pick, keys: list[str]) -> None:
    async with pick("diffusion") as desk:
        await desk.press(*keys[:-1])
        assert desk.app.is_running
        assert desk.app._exit is False
        await desk.pilot.press(keys[-1])
        assert desk.app._exit is True
        assert not _taken(desk)


async def test_esc_in_the_abstract_goes_back_to_the_papers(pick: Pick) -> None:
    async with pick("diffusion") as desk:
        await desk.press("3", "escape")
        assert desk.focus == "results"
        assert desk.titles == ["DiffDA", "深度学习方法研究"]


async def test_enter_and_esc_are_first_for_the_completions(pick: Pick) -> None:
    async with pick() as desk:
        await desk.type("venue:")
        await desk.press("tab")
        assert desk.main.completing
        await desk.press("escape")
        assert not desk.main.completing
        await desk.press("tab", "enter")
        assert not desk.main.completing
        assert desk.main.typed != "venue:"
        assert desk.app._exit is False


async def test_nothing_found(pick: Pick) -> None:
    async with pick("qqqq") as desk:
        assert desk.titles == []
        await desk.press("enter")
        assert desk.status == "There is no paper to take."
        assert desk.app._exit is False


async def test_what_was_meant_is_searched_before_a_paper_is_taken(pick: Pick) -> None:
    async with pick() as desk:
        await desk.type("hopfeild")
        assert desk.main.correction == "hopfield"
        await desk.press("enter")
        assert desk.main.typed == "hopfield"
        assert _taken(desk) is None
        await desk.pilot.press("enter")
        assert _taken(desk) == ["test:0"]


async def test_marked_papers_are_taken_together(pick: Pick) -> None:
    async with pick("diffusion", multi=True) as desk:
        await desk.press("space", "space")
        await desk.pilot.press("enter")
        assert _taken(desk) == ["test:1", "test:3"]


async def test_a_range_that_was_begun_is_taken(pick: Pick) -> None:
    async with pick("diffusion", multi=True) as desk:
        await desk.press("v", "j")
        await desk.pilot.press("enter")
        assert _taken(desk) == ["test:1", "test:3"]


async def test_enter_waits_for_marks_that_a_thread_sets(
    pick: Pick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperstui.tui.screens.marking.AT_ONCE", 1)
    async with pick("diffusion", multi=True) as desk:
        assert isinstance(desk.main, PickScreen)
        desk.main.action_mark_all()
        desk.main.action_take()
        await desk.settle()
        assert _taken(desk) == ["test:1", "test:3"]


async def test_without_marks_the_paper_under_the_cursor_is_taken(pick: Pick) -> None:
    async with pick("diffusion", multi=True) as desk:
        await desk.press("j")
        await desk.pilot.press("enter")
        assert _taken(desk) == ["test:3"]


async def test_esc_leaves_a_range_before_it_leaves_the_reader(pick: Pick) -> None:
    async with pick("diffusion", multi=True) as desk:
        await desk.press("v", "j", "escape")
        assert desk.app._exit is False
        await desk.pilot.press("escape")
        assert desk.app._exit is True


async def test_one_paper_is_chosen_without_marks(pick: Pick) -> None:
    async with pick("diffusion") as desk:
        await desk.press("space", "asterisk")
        await desk.pilot.press("enter")
        assert _taken(desk) == ["test:1"]


async def test_the_footer_tells_what_enter_and_esc_do(pick: Pick) -> None:
    async with pick("diffusion") as desk:

        def footer() -> str:
            return str(desk.main.query_one("KeyBar").render())

        assert footer().startswith("⏎ Take  f Narrow  esc Leave  ")
        await desk.press("slash")
        assert footer().startswith("⏎ Take  esc Leave  ")
        await desk.press("3")
        await desk.press("1")
        assert "Take" not in footer()


@pytest.mark.parametrize("multi", [False, True])
async def test_marking_is_told_where_several_can_be_chosen(
    pick: Pick, multi: bool
) -> None:
    async with pick("diffusion", multi=multi) as desk:
        title = str(desk.main.query_one("#papers").border_title)
        assert ("space marks · enter takes" in title) == multi
        # A dialog must not change what is told below it.
        await desk.press("f")
        footer = str(desk.main.query_one("KeyBar").render())
        assert ("space Mark" in footer) == multi


def test_every_key_of_the_chooser_is_pressed_here() -> None:
    rows = {row.id: row.keys for row in KEYS if row.context is Context.PICKING}
    assert rows == {"pick-take": "enter", "pick-leave": "escape", "pick-quit": "ctrl+c"}


async def test_escape_leads_back_from_similar_papers_first(pick: Pick) -> None:
    async with pick("diffusion") as desk:
        await desk.press("tilde")
        alike = desk.titles
        assert alike[-1] == "深度学习方法研究"
        await desk.press("escape")
        assert desk.titles == ["DiffDA", "深度学习方法研究"]
        assert _taken(desk) is None
        await desk.pilot.press("tilde", "enter")
        await desk.settle()
        assert _taken(desk) == ["test:0"]
        assert desk.titles == alike
