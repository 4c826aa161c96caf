"""What the search box points at, remembers, corrects and explains."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len
from textual.events import Paste
from textual.widgets import OptionList, Static

from paperstui.index.history import QueryHistory
from paperstui.index.models import Paper, Venue
from paperstui.index.query import LANGUAGE
from paperstui.index.requests import Diagnostic
from paperstui.index.search import Search
from paperstui.tui.screens.help import HelpScreen
from paperstui.tui.screens.language_dialog import LanguageDialog
from paperstui.tui.services import Services

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paperstui.index.locations import Locations
    from paperstui.index.requests import ResultPage, SearchRequest
    from tests.tui.conftest import Desk, Run

    MakeServices = Callable[..., Services]

SIZES = pytest.mark.parametrize("size", [(140, 40), (100, 30), (60, 20)])
HOPFIELD = "On Computational Limits of Modern Hopfield Models"


def pointed(desk: Desk) -> str:
    """The line below the box; empty where there is none."""
    line = desk.main.diagnosis
    return line.render().plain if line.region.area else ""


def drawn_above(desk: Desk, mark: str) -> str:
    """The letter of the query that is drawn above the first such mark."""
    screen = [strip.text for strip in desk.main._compositor.render_strips()]
    y = desk.main.diagnosis.region.y
    cell = cell_len(screen[y][: screen[y].index(mark)])
    return next(
        letter
        for place, letter in enumerate(screen[y - 1])
        if cell_len(screen[y - 1][: place + 1]) > cell
    )


def said(desk: Desk) -> list[str]:
    """What the list says instead of papers."""
    lines = (line.replace("\N{NO-BREAK SPACE}", " ").strip() for line in desk.lines)
    return [line for line in lines if line]


def count(desk: Desk) -> str:
    return str(desk.main.query_one("#count", Static).content)


async def typed_ahead(desk: Desk, *keys: str) -> None:
    """Keys that come all at once, before the app has seen the first."""
    for key in keys:
        desk.app.simulate_key(key)
    await desk.settle()


# Diagnostics


@SIZES
async def test_a_bad_part_is_pointed_at_and_the_rest_searches(
    run: Run, size: tuple[int, int]
) -> None:
    async with run(*size) as desk:
        await desk.press("slash")
        assert pointed(desk) == ""
        await desk.type("year:abc hopfield")
        assert pointed(desk) == "     ^~~ abc - not a year"
        assert drawn_above(desk, "^") == "a"
        assert desk.titles == [HOPFIELD]
        assert desk.status == ""
        desk.main.search_bar.clear()
        await desk.settle()
        assert pointed(desk) == ""


async def test_the_bad_part_nearest_the_cursor_is_told(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash")
        await desk.type("year:abc hopfield year:xyz")
        assert pointed(desk).strip() == "^~~ xyz - not a year, +1 more"
        assert desk.status == "! abc - not a year; xyz - not a year"
        await desk.press("home")
        assert pointed(desk).strip() == "^~~ abc - not a year, +1 more"


async def test_a_query_of_bad_parts_only_lists_everything_and_says_so(
    run: Run,
) -> None:
    async with run() as desk:
        await desk.press("slash")
        await desk.type("year:abc")
        assert len(desk.titles) == 5
        assert desk.status == "Nothing here can be searched for: all papers are listed."


@SIZES
async def test_the_mark_follows_wide_letters_and_the_scroll_of_the_box(
    run: Run, size: tuple[int, int]
) -> None:
    async with run(*size) as desk:
        await desk.press("slash")
        desk.main.search_bar.box.fill("深度 " * 8 + "year:abc")
        await desk.settle()
        assert drawn_above(desk, "^") == "a"
        desk.main.search_bar.box.fill("深度 " * 30 + "year:abc")
        await desk.settle()
        assert desk.main.search_bar.box.scroll_x > 0
        assert drawn_above(desk, "^") == "a"
        assert "abc - not a year" in pointed(desk)
        await desk.press("home")
        assert pointed(desk).rstrip().endswith(">")


async def test_a_place_that_is_scrolled_away_is_pointed_to(run: Run) -> None:
    async with run(60, 20) as desk:
        await desk.press("slash")
        desk.main.search_bar.box.fill("year:abc " + "diffusion " * 9)
        await desk.settle()
        assert pointed(desk) == "< abc - not a year"


LONG = "a reason with so many words that no narrow window has the room for it"


@pytest.mark.parametrize(
    ("start", "end", "reason", "width", "expected"),
    [
        (0, 3, "why", 20, "^~~ why"),
        (2, 2, "why", 20, "  ^ why"),
        (15, 19, "why", 20, "               ^ why"),
        (17, 19, "why", 20, "             why ^~"),
        (14, 19, "why", 20, "              ^~ why"),
        (0, 20, "why", 20, "^~~~~~~~~~~~~~~~ why"),
        (0, 3, LONG, 20, "^ a reason with so …"),
        (19, 20, LONG, 20, "a reason with so … ^"),
    ],
)
async def test_mark_and_reason_share_the_line(
    run: Run, start: int, end: int, reason: str, width: int, expected: str
) -> None:
    async with run(60, 20) as desk:
        line = desk.main.diagnosis
        line.room = width
        line.show("x" * 20, [Diagnostic(start, end, reason)])
        line.styles.width = width + 4
        await desk.pilot.pause()
        assert line.content_size.width == width
        assert line.render().plain == expected
        assert line.fits(width) == (reason in expected)


async def test_a_reason_that_does_not_fit_is_told_in_the_status_line(
    run: Run,
) -> None:
    async with run(40, 12) as desk:
        await desk.press("slash")
        await desk.type("year:[1999 TO nevermore]")
        assert "…" in pointed(desk)
        assert desk.status == "! 1999 TO nevermore - not a range of years"


# Keys that come fast, and what is pasted


async def test_letters_typed_ahead_come_before_the_keys_that_leave(run: Run) -> None:
    async with run() as desk:
        await typed_ahead(desk, "slash", *"hopx", "backspace", "enter", "b")
        assert desk.main.search_bar.text == "hop"
        assert desk.focus == "results"
        assert desk.main.services.bookmarks.ids == {"test:0"}
        assert QueryHistory(desk.main.services.locations.history).queries() == ("hop",)


async def test_a_pasted_title_of_two_lines_is_one_query(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash")
        desk.app.post_message(Paste("Energy, Boltzmann\n  Machines\tand Images\n"))
        await desk.settle()
        assert desk.main.search_bar.text == "Energy, Boltzmann Machines and Images"
        assert desk.titles == ["Energy, Boltzmann Machines and Images"]


# History


@SIZES
async def test_up_and_down_walk_through_earlier_queries(
    run: Run, size: tuple[int, int]
) -> None:
    async with run(*size) as desk:
        for query, key in (("hopfield", "enter"), ("diffusion", "down")):
            await desk.press("slash", "ctrl+u")
            await desk.type(query)
            await desk.press(key)
            assert desk.focus == "results"
        await desk.press("slash", "ctrl+u")
        await desk.type("boltz")
        shown = []
        for key in ("up", "up", "up", "down", "down"):
            await desk.press(key)
            shown.append(desk.main.search_bar.text)
        assert shown == ["diffusion", "hopfield", "hopfield", "diffusion", "boltz"]
        assert desk.titles == ["Energy, Boltzmann Machines and Images"]
        await desk.press("down")
        assert desk.focus == "results"


async def test_queries_come_back_in_the_next_session(
    run: Run, make_services: MakeServices, papers: Sequence[Paper], places: Locations
) -> None:
    async with run() as desk:
        await desk.press("slash", *"hopfield", "escape")
    async with run(with_services=make_services(papers, places)) as desk:
        await desk.press("slash", "up")
        assert desk.main.search_bar.text == "hopfield"
        assert desk.titles == [HOPFIELD]


async def test_only_queries_that_found_something_are_kept(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", *"zzz", "enter", "escape")
        await desk.press("slash", *"hop", "enter", "slash", *"field", "enter", "escape")
        await desk.press("slash", "enter")
        kept = QueryHistory(desk.main.services.locations.history).queries()
        assert kept == ("hop", "hopfield")


async def test_the_query_in_the_box_is_not_shown_as_the_one_before(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", *"hop", "enter", "slash", *"field", "enter", "slash")
        await desk.press("up")
        assert desk.main.search_bar.text == "hop"
        await desk.press("down")
        assert desk.main.search_bar.text == "hopfield"


async def test_an_edited_query_is_what_one_comes_back_to(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", *"hop", "enter", "slash", "ctrl+u", "up", *"field")
        await desk.press("up", "down")
        assert desk.main.search_bar.text == "hopfield"


async def test_a_history_that_cannot_be_read_is_told_once(
    run: Run, places: Locations
) -> None:
    places.history.mkdir(parents=True)
    async with run() as desk:
        await desk.press("slash", *"hop", "enter")
        assert desk.status == (
            "! The earlier searches (history.txt) cannot be read: Is a directory."
        )
        await desk.press("slash", "ctrl+u", *"diff", "enter")
        assert desk.status == ""
        await desk.press("slash", "up")
        assert desk.main.search_bar.text == "hop"


# The language


@SIZES
async def test_the_language_is_explained_and_an_example_runs(
    run: Run, size: tuple[int, int]
) -> None:
    async with run(*size) as desk:
        await desk.press("slash", "question_mark")
        assert isinstance(desk.app.screen, LanguageDialog)
        options = desk.app.screen.query_one(OptionList)
        assert options.option_count == len(LANGUAGE)
        window = desk.app.screen.query_one(".window").region
        assert window.width <= size[0]
        assert window.height <= size[1]
        place = [example for example, _ in LANGUAGE].index("title:hopfield")
        await desk.press(*"j" * place, "j", "up", "down", "k", "enter")
        assert desk.main.search_bar.text == "title:hopfield"
        assert desk.titles == [HOPFIELD]
        assert desk.focus == "query"


async def test_a_question_mark_is_a_letter_once_something_is_typed(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", "a", "question_mark")
        assert desk.main.search_bar.text == "a?"
        await desk.press("f1")
        assert isinstance(desk.app.screen, LanguageDialog)
        await desk.press("escape")
        assert desk.main.search_bar.text == "a?"
        assert desk.focus == "query"
        await desk.press("escape", "question_mark")
        assert isinstance(desk.app.screen, HelpScreen)


async def test_the_dialog_keeps_its_place_when_the_window_changes(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", "tab", "question_mark", "j", "j")
        assert not desk.main.completing
        await desk.resize(60, 20)
        await desk.press("enter")
        assert desk.main.search_bar.text == LANGUAGE[2][0]


# What the list says, and corrections


class MeantSearch(Search):
    """Means "hopfield" where nothing is found, and has partial matches for "some"."""

    def find(self, request: SearchRequest) -> ResultPage:
        page = super().find(request)
        if request.text.startswith("some"):
            whole = len(request.text) - len("some")
            return replace(page, rows=range(5), partial=True, whole=whole)
        return page if page.rows else replace(page, suggestion="hopfield")


class MeantServices(Services):
    """Opens that search."""

    def open_search(self) -> Search:
        return MeantSearch(self.library, self.open_store())


@pytest.fixture
def meant(
    make_services: MakeServices, papers: Sequence[Paper], places: Locations
) -> Services:
    return make_services(papers, places, MeantServices)


@SIZES
async def test_enter_in_the_box_takes_what_was_meant(
    run: Run, meant: Services, size: tuple[int, int]
) -> None:
    async with run(*size, meant) as desk:
        await desk.press("slash", *"hofpield")
        assert said(desk) == [
            "No paper matches “hofpield”.",
            "Did you mean “hopfield”? enter takes it.",
        ]
        await desk.press("enter")
        assert desk.main.search_bar.text == "hopfield"
        assert desk.focus == "query"
        assert desk.titles == [HOPFIELD]
        await desk.press("enter")
        assert desk.focus == "results"


async def test_enter_in_the_empty_list_takes_what_was_meant(
    run: Run, meant: Services
) -> None:
    async with run(with_services=meant) as desk:
        await desk.press("slash", *"hofpield", "escape", "enter")
        assert desk.main.search_bar.text == "hopfield"
        assert desk.focus == "results"
        assert desk.titles == [HOPFIELD]
        await desk.press("enter")
        assert desk.focus == "reader"


async def test_a_long_query_leaves_room_for_what_was_meant(
    run: Run, meant: Services
) -> None:
    async with run(40, 12, meant) as desk:
        await desk.press("slash", *"hofpield" * 12)
        lines = said(desk)
        assert lines[0].startswith("No paper matches “hofpield")
        assert lines[-2:] == ["Did you mean “hopfield”?", "enter takes it."]


async def test_partial_matches_are_told_and_counted(run: Run, meant: Services) -> None:
    async with run(with_services=meant) as desk:
        await desk.press("slash", *"some")
        assert count(desk) == "5 partial"
        assert desk.status == (
            "No paper has all the words; the best partial matches follow."
        )
        await desk.press("1")
        assert count(desk) == "1 + 4 partial"
        assert desk.status == (
            "1 paper has all the words; the best partial matches follow."
        )
        await desk.press("2")
        assert count(desk) == "2 + 3 partial"
        assert desk.status.startswith("2 papers have all the words;")


async def test_partial_matches_of_the_engine_are_told(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash")
        await desk.type("hopfield zzz")
        assert desk.status.startswith("No paper has all the words")
        assert desk.titles == [HOPFIELD]
        await desk.press("ctrl+u")
        assert desk.status == ""


async def test_nothing_found_says_so_and_how_to_go_on(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash")
        await desk.type("zzz[b]")
        assert said(desk) == [
            "No paper matches “zzz[b]”.",
            "Esc leaves the search box, once more clears it.",
            "f1 in the box shows what can be typed.",
        ]
        assert desk.abstract == "No paper to show."
        await desk.press("enter", "b", "y", "o", "Y")
        assert desk.status == "There is no paper under the cursor."


async def test_nothing_here_says_that_there_is_something_elsewhere(run: Run) -> None:
    async with run() as desk:
        await desk.press("1", "j", "enter", "slash", *"hopfield")
        assert said(desk) == [
            "Nothing here, but 1 paper in all venues.",
            "1 and g shows them.",
        ]


async def test_no_bookmarks_says_how_to_set_one_whatever_is_typed(run: Run) -> None:
    async with run() as desk:
        await desk.press("B")
        assert said(desk) == ["No bookmarks yet.", "b on a paper keeps it here."]
        await desk.press("slash", *"hopfield")
        assert said(desk) == ["No bookmarks yet.", "b on a paper keeps it here."]
        await desk.press("ctrl+u")
        await desk.type("year:abc")
        assert said(desk) == ["No bookmarks yet.", "b on a paper keeps it here."]


async def test_an_empty_library_says_how_to_fill_it(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    async with run(with_services=make_services([], places)) as desk:
        assert said(desk) == ["There are no papers.", "a adds some."]


async def test_a_query_with_markup_in_a_venue_is_literal(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    papers = [Paper(id="1", title="x", venue=Venue("[b]V[/b]", 2024))]
    async with run(with_services=make_services(papers, places)) as desk:
        await desk.press("slash")
        desk.main.search_bar.box.fill("year:[b]x[/b]")
        await desk.settle()
        assert "[b]x" in desk.main.search_bar.text
        assert "b - not a range of years" in pointed(desk)
