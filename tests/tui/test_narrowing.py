"""Orders, facets, and the line above the list."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.widgets import OptionList, Static

from paperstui.index.models import Paper, Venue
from paperstui.index.requests import Facets, Sort
from paperstui.index.search import Search
from paperstui.tui.screens.facets_dialog import FacetsDialog
from paperstui.tui.screens.sort_menu import SortMenu
from paperstui.tui.services import Services

if TYPE_CHECKING:
    from collections.abc import Callable

    from paperstui.index.locations import Locations
    from paperstui.index.requests import ResultPage, SearchRequest
    from tests.tui.conftest import Desk, Run

    MakeServices = Callable[..., Services]


def header(desk: Desk) -> list[str]:
    """The parts of the line above the list."""
    return [part for part in str(desk.main.header.render()).split("  ") if part]


def facets(desk: Desk) -> FacetsDialog:
    dialog = desk.app.screen
    assert isinstance(dialog, FacetsDialog)
    return dialog


def facet_lines(desk: Desk) -> list[list[str]]:
    """What the dialog lists, in words, without the bars."""
    shown = facets(desk).list
    lines = [shown.render_line(y).text for y in range(shown.size.height)]
    return [
        [w for w in line.split() if not set(w) <= set("▏▎▍▌▋▊▉█")] for line in lines
    ]


async def test_the_header_tells_the_order_and_the_share_of_each_year(run: Run) -> None:
    async with run() as desk:
        assert header(desk) == ["list order"]
        await desk.press("slash", *"diffusion")
        assert header(desk) == ["by relevance", "2023 █▆ 2024", "peak 2023: 50%"]
        await desk.type(" year:2023")
        assert header(desk) == ["by relevance"]
        desk.main.search_bar.clear()
        await desk.type("diffusion zzz")
        assert header(desk) == ["by relevance"]


async def test_a_low_list_has_no_header(run: Run) -> None:
    async with run(100, 14) as desk:
        assert desk.main.header.size.height == 1
        assert desk.main.results.size.height == 8
        await desk.resize(100, 13)
        assert desk.main.header.size.height == 0
        assert desk.main.results.size.height == 8
        await desk.resize(100, 14)
        assert desk.main.header.size.height == 1


async def test_an_order_holds_for_queries_and_for_the_whole_list(run: Run) -> None:
    async with run() as desk:
        await desk.press("j", "s", "j", "j", "enter")
        assert desk.status == "Sorted: by title"
        assert desk.titles[:2] == ["DiffDA", "Energy, Boltzmann Machines and Images"]
        assert desk.selected == "test:1"
        assert header(desk) == ["by title"]
        await desk.press("slash", *"i", "enter")
        assert header(desk)[0] == "by title"
        await desk.press("escape", "s", "escape")
        assert header(desk) == ["by title"]


async def test_sorting_leaves_the_cursor_on_its_paper(run: Run) -> None:
    async with run() as desk:
        await desk.press("j", "j", "s", "6")
        assert desk.titles[0] == "Energy, Boltzmann Machines and Images"
        assert desk.selected == "test:2"


async def test_the_menu_marks_the_present_order_and_what_the_query_asks(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    async with run() as desk:
        desk.main.page = replace(
            desk.main.page,
            sort=Sort.YEAR,
            query=replace(desk.main.page.query, sort=Sort.YEAR),
        )
        await desk.press("s")
        menu = desk.app.screen
        assert isinstance(menu, SortMenu)
        options = menu.query_one(OptionList)
        marked = [str(option.prompt) for option in options.options]
        assert marked[:3] == [
            "1  by relevance",
            "2  list order",
            "3  newest first          ✓",
        ]
        assert options.highlighted == 2
        assert str(menu.query_one(".note", Static).content) == (
            "The query's sort:year goes before."
        )
        await desk.press("4")
        assert desk.status == (
            "Sorted: by title, once the query says no sort:year any more"
        )


class FacetSearch(Search):
    """Counts statuses and what papers have; may wait before it is ready."""

    waits = threading.Event()
    waits.set()

    def prepare(self, progress: Callable[[int, int], None]) -> tuple[str, ...]:
        self.waits.wait(10)
        return super().prepare(progress)

    def find(self, request: SearchRequest) -> ResultPage:
        page = super().find(request)
        counted = Facets({"[b]Oral": 1, "Poster": 3}, {"code": 2, "pdf": 1})
        return replace(page, facets=counted if request.facets else None)


class FacetServices(Services):
    """Opens that search."""

    def open_search(self) -> Search:
        return FacetSearch(self.library, self.open_store())


PAPERS = [
    Paper(f"test:{n}", f"Diffusion {n}", Venue("ICML", 2020 + n % 3)) for n in range(9)
]


async def test_a_facet_narrows_the_query_and_another_takes_its_place(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    services = make_services(PAPERS, places, FacetServices)
    async with run(140, 40, services) as desk:
        await desk.press("slash", *"diffus", "enter", "f")
        assert facet_lines(desk)[:12] == [
            ["Year"],
            ["2022", "3"],
            ["2021", "3"],
            ["2020", "3"],
            [],
            ["Status"],
            ["[b]Oral", "1"],
            ["Poster", "3"],
            [],
            ["Venue"],
            ["ICML", "2020", "3"],
            ["ICML", "2021", "3"],
        ]
        await desk.press("j", "enter")
        assert desk.main.search_bar.text == "year:2021 diffus"
        assert len(desk.titles) == 3
        assert facet_lines(desk)[1:4] == [
            ["2022", "3"],
            ["▌✓", "2021", "3"],
            ["2020", "3"],
        ]
        await desk.press("k", "space")
        assert desk.main.search_bar.text == "year:2022 diffus"
        await desk.press("space")
        assert desk.main.search_bar.text == "diffus"
        assert len(desk.titles) == 9
        await desk.press("escape")
        assert desk.focus == "results"
        assert desk.main.request().facets is False


async def test_keys_of_the_facets(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    services = make_services(PAPERS, places, FacetServices)
    async with run(60, 20, services) as desk:
        await desk.press("f")
        shown = facets(desk).list
        assert facet_lines(desk)[:2] == [["Year"], ["2022", "3"]]
        at = []
        for key in ("tab", "l", "h", "shift+tab", "k", "G", "j", "tab", "g", "h", "j"):
            await desk.press(key)
            at.append(shown.chosen)
        assert at == [
            ("status", "[b]Oral"),
            ("venue", "ICML 2020"),
            ("status", "[b]Oral"),
            ("year", "2022"),
            ("year", "2022"),
            ("has", "pdf"),
            ("has", "pdf"),
            ("year", "2022"),
            ("year", "2022"),
            ("has", "code"),
            ("has", "pdf"),
        ]
        await desk.press("g", "j", "j", "j")
        assert shown.chosen == ("status", "[b]Oral")
        await desk.press("k")
        assert shown.chosen == ("year", "2020")
        await desk.press("f")
        assert desk.focus == "results"


async def test_the_list_stays_in_sight_beside_the_facets(run: Run) -> None:
    async with run(140, 40) as desk:
        await desk.press("f")
        window = facets(desk).query_one(".window").region
        assert (window.x, window.right, window.width) == (84, 140, 56)
        assert window.bottom == 38
        assert desk.main.results.region.right < window.x
        await desk.resize(60, 20)
        window = facets(desk).query_one(".window").region
        assert (window.x, window.width, window.height) == (2, 56, 20)
        await desk.resize(40, 12)
        assert facets(desk).query_one(".window").region.width == 40


async def test_facets_of_nothing_say_so(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", *"zzz", "enter", "f")
        shown = facets(desk).list
        assert "There are no papers to narrow." in "\n".join(
            shown.render_line(y).text.strip() for y in range(shown.size.height)
        )
        await desk.press("enter", "tab", "j", "G")
        assert shown.chosen is None


async def test_facets_before_the_index_is_ready_say_what_is_missing(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    services = make_services(PAPERS, places, FacetServices)
    async with run(140, 40, services) as desk:
        search, desk.main.search = desk.main.search, None
        await desk.pilot.press("slash", *"diff", "enter", "f")
        await desk.pilot.pause()
        note = facets(desk).query_one("#note", Static)
        assert str(note.content) == "The index is being built; more follows."
        await desk.pilot.press("escape", "escape", "f")
        await desk.pilot.pause()
        note = facets(desk).query_one("#note", Static)
        assert str(note.content) == "The index is being built; more follows."
        assert [line for line in facet_lines(desk) if len(line) == 1] == [
            ["Year"],
            ["Venue"],
        ]
        desk.main.search = search
        desk.main.index_ready(())
        await desk.settle()
        assert not note.display
        assert ["Status"] in facet_lines(desk)
