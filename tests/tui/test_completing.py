"""Completing words in the search box."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from paperstui.index.completion import Candidate, Completer, Completion
from paperstui.index.models import Author, Paper, Venue
from paperstui.tui.services import Services
from tests.tui.test_search_box import SIZES, typed_ahead

if TYPE_CHECKING:
    from collections.abc import Callable

    from paperstui.index.locations import Locations
    from paperstui.index.search import Search
    from tests.tui.conftest import Desk, Run

    MakeServices = Callable[..., Services]


def offered(desk: Desk) -> list[str]:
    """The rows of the dropdown that are on the screen; empty while it is closed."""
    menu = desk.main.completions
    if not menu.region.area:
        return []
    rows = (menu.render_line(y).text for y in range(menu.size.height))
    return [" ".join(row.split()) for row in rows]


PAPERS = [
    Paper(
        id=f"test:{n}",
        title=f"Paper {n}",
        venue=Venue("ICML" if n % 3 else "ICLR", 2020 + n % 4),
        authors=(Author(f"Name{n:02}-" + "x" * 60 if n == 20 else f"Name{n:02}"),),
    )
    for n in range(1, 25)
]


@pytest.fixture
def many(make_services: MakeServices, places: Locations) -> Services:
    return make_services(PAPERS, places)


@SIZES
async def test_tab_offers_the_fields_in_the_empty_box(
    run: Run, size: tuple[int, int]
) -> None:
    async with run(*size) as desk:
        await desk.press("slash", "tab")
        assert offered(desk)[:2] == [
            "▌title: words of the title",
            "author: a name among the authors",
        ]
        assert len(offered(desk)) == 8
        assert desk.focus == "query"
        menu = desk.main.completions.region
        assert menu.y == desk.main.search_bar.region.bottom
        assert menu.right <= size[0]
        assert menu.bottom <= size[1]
        await desk.press("down", "enter")
        assert desk.main.search_bar.text == "author:"
        assert offered(desk) == []
        assert desk.focus == "query"


@SIZES
async def test_values_come_with_their_counts_below_what_is_typed(
    run: Run, many: Services, size: tuple[int, int]
) -> None:
    async with run(*size, many) as desk:
        await desk.press("slash")
        await desk.type("venue:ic")
        await desk.press("tab")
        assert offered(desk)[:2] == ["▌ICML 16", "ICLR 8"]
        menu = desk.main.completions
        row = menu.render_line(0).text
        assert len(row) == menu.scrollable_content_region.width
        assert row.endswith(" 16")
        typed = desk.main.search_bar.region.x + desk.main.search_bar.cell_of(6)
        assert menu.content_region.x + row.index("I") == typed


async def test_it_narrows_as_one_types_and_goes_when_nothing_fits(
    run: Run, many: Services
) -> None:
    async with run(with_services=many) as desk:
        await desk.press("slash")
        await desk.type("venue:i")
        await desk.press("tab")
        before = len(offered(desk))
        await desk.type("cl")
        assert 1 < len(offered(desk)) < before
        assert offered(desk)[0] == "▌ICLR 8"
        await desk.press("backspace")
        assert len(offered(desk)) == before == 8
        await desk.type("xyz")
        assert offered(desk) == []
        assert desk.main.search_bar.text == "venue:icxyz"


async def test_tab_and_arrows_go_around(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", "tab")
        menu = desk.main.completions
        steps = [("tab", 1), ("down", 2), ("up", 1), ("shift+tab", 0), ("up", 12)]
        for key, row in [*steps, ("tab", 0)]:
            await desk.press(key)
            assert menu.cursor == row
        assert desk.main.search_bar.text == ""


async def test_esc_closes_it_and_does_nothing_else(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", *"ti", "backspace", *"it", "home", "right")
        desk.main.search_bar.box.fill("a")
        await desk.press("tab")
        assert offered(desk) == [
            "▌author: a name among the authors",
            "abstract: words of the abstract",
        ]
        await desk.press("escape")
        assert offered(desk) == []
        assert desk.main.search_bar.text == "a"
        assert desk.focus == "query"
        await desk.press("escape")
        assert desk.focus == "results"


async def test_the_only_candidate_is_taken_at_once(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", *"ti", "tab")
        assert desk.main.search_bar.text == "title:"
        assert offered(desk) == []
        assert desk.focus == "query"


@pytest.mark.parametrize(
    "query", ["diffusion", "diffusion ", "title:x", "venue:zzz", "ti nothing"]
)
async def test_tab_goes_to_the_papers_where_nothing_can_be_completed(
    run: Run, query: str
) -> None:
    async with run() as desk:
        await desk.press("slash")
        await desk.type(query)
        before = desk.status
        await desk.press("tab")
        assert desk.focus == "results"
        assert desk.main.search_bar.text == query
        assert desk.status == before


async def test_tab_goes_to_the_papers_where_the_only_candidate_stands_already(
    run: Run,
) -> None:
    async with run() as desk:
        await desk.press("slash")
        await desk.type("title:hopfield")
        desk.main.search_bar.box.cursor_position = 3
        await desk.press("tab")
        assert desk.main.search_bar.text == "title:hopfield"
        assert desk.focus == "results"


async def test_keys_typed_ahead_complete_what_was_typed_before_them(
    run: Run, many: Services
) -> None:
    async with run(60, 20, many) as desk:
        await typed_ahead(desk, "slash", *"ti", "tab", *"paper", "tab", "b")
        assert desk.main.search_bar.text == "title:paper"
        assert desk.focus == "results"
        assert len(many.bookmarks) == 1
        await typed_ahead(
            desk, "slash", "ctrl+u", *"venue:i", "tab", *"cl", "enter", "x", "escape"
        )
        assert desk.main.search_bar.text == "venue:ICLR x"
        await typed_ahead(
            desk, "slash", "ctrl+u", *"venue:", "tab", "i", *"cm", "tab", "enter"
        )
        assert desk.main.search_bar.text == 'venue:"ICML 2020" '


async def test_moving_the_cursor_away_closes_it(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", *"x a", "tab")
        assert len(offered(desk)) == 2
        await desk.press("home")
        assert offered(desk) == []


async def test_it_goes_with_the_focus_and_with_the_window(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", "tab")
        await desk.pilot.click("#reader")
        await desk.settle()
        assert offered(desk) == []
        await desk.press("slash", "tab")
        await desk.resize(60, 20)
        assert offered(desk) == []
        await desk.press("tab")
        assert len(offered(desk)) == 8
        await desk.resize(1, 1)
        await desk.resize(140, 40)
        assert desk.app.is_running


async def test_a_click_takes_a_candidate(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", "tab")
        await desk.pilot.click("#completions", offset=(6, 3))
        await desk.settle()
        assert desk.main.search_bar.text == "abstract:"
        assert desk.focus == "query"
        assert offered(desk) == []


async def test_long_candidates_are_cut_to_the_pane(run: Run, many: Services) -> None:
    async with run(40, 12, many) as desk:
        await desk.press("slash")
        await desk.type("author:name")
        await desk.press("tab", "up", *["up"] * 4)
        assert desk.main.completions.region.right <= 40
        assert any("…" in row for row in offered(desk))
        assert len(offered(desk)) <= 8


async def test_texts_of_candidates_are_literal(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    papers = [
        Paper(id="1", title="x", venue=Venue("[b]V[/b]", 2024)),
        Paper(id="2", title="y", venue=Venue("[red]W", 2024)),
    ]
    async with run(with_services=make_services(papers, places)) as desk:
        await desk.press("slash")
        await desk.type("venue:")
        await desk.press("tab")
        assert '▌"[b]V[/b]" 1' in offered(desk)


class SlowCompleter(Completer):
    """Answers the letter "a" only when it is released."""

    released = threading.Event()
    entered = threading.Event()

    def candidates(self, completion: Completion, limit: int = 50) -> list[Candidate]:
        if completion.typed == "a":
            self.entered.set()
            self.released.wait(10)
        return super().candidates(completion, limit)


class SlowServices(Services):
    """Opens the slow completer."""

    def open_completer(self, search: Search | None) -> Completer:
        return SlowCompleter(self.library, self.marked, search)


@pytest.fixture
def slow(make_services: MakeServices, places: Locations) -> Services:
    SlowCompleter.released.clear()
    SlowCompleter.entered.clear()
    return make_services(PAPERS, places, SlowServices)


async def test_candidates_that_come_late_are_dropped_when_something_else_is_typed(
    run: Run, slow: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperstui.tui.screens.completing.KEYS_WAIT", 0.01)
    async with run(with_services=slow) as desk:
        await desk.pilot.press("slash", "a", "tab")
        while not SlowCompleter.entered.is_set():
            await desk.pilot.pause(0.01)
        assert desk.focus == "query"
        await desk.pilot.press("space")
        SlowCompleter.released.set()
        await desk.settle()
        assert offered(desk) == []
        assert desk.main.search_bar.text == "a "


async def test_candidates_that_come_late_are_offered_when_they_come(
    run: Run, slow: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperstui.tui.screens.completing.KEYS_WAIT", 0.01)
    async with run(with_services=slow) as desk:
        await desk.pilot.press("slash", "a", "tab")
        assert offered(desk) == []
        SlowCompleter.released.set()
        await desk.settle()
        assert len(offered(desk)) == 2
        assert desk.focus == "query"


async def test_keys_wait_a_moment_for_candidates(run: Run, slow: Services) -> None:
    async with run(with_services=slow) as desk:
        threading.Timer(0.05, SlowCompleter.released.set).start()
        await typed_ahead(desk, "slash", "a", "tab", "down", "enter")
        assert desk.main.search_bar.text == "abstract:"


class BrokenCompleter(Completer):
    """Fails."""

    def candidates(self, completion: Completion, limit: int = 50) -> list[Candidate]:
        raise RuntimeError("broken")


async def test_a_completer_that_fails_is_told_and_stops_nothing(
    run: Run, many: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperstui.index.completion.Completer", BrokenCompleter)
    monkeypatch.setattr("paperstui.tui.screens.completing.KEYS_WAIT", 0.1)
    async with run(with_services=many) as desk:
        await desk.pilot.press("slash", "a", "tab")
        await desk.pilot.pause()
        assert "broken" in desk.status
        await desk.pilot.press("escape")
        assert desk.focus == "results"
