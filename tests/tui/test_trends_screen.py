"""Trends: the topic, terms, authors and coverage, by venue and year."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest
from textual.widgets import OptionList, Static

from paperstui.index import editions, term_trends
from paperstui.index.coverage import Cell, Coverage
from paperstui.index.models import Author, Paper, Venue
from paperstui.tui import messages
from paperstui.tui.key import Context
from paperstui.tui.keys import KEYS
from paperstui.tui.screens.author_screen import AuthorScreen
from paperstui.tui.screens.help import HelpScreen
from paperstui.tui.screens.menu import Menu
from paperstui.tui.screens.trends_screen import TrendsScreen
from paperstui.tui.services import open_services
from tests.conftest import ACL_2024, ICML_2023, ICML_2024, paper
from tests.tui.conftest import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from paperstui.index.locations import Locations
    from paperstui.tui.services import Services
    from paperstui.tui.widgets.lines import LineList
    from tests.tui.conftest import Desk, Run

    MakeServices = Callable[..., Services]

BARS = set("▏▎▍▌▋▊▉█")


def trends(desk: Desk) -> TrendsScreen:
    screen = desk.app.screen
    assert isinstance(screen, TrendsScreen)
    return screen


def lines(desk: Desk) -> list[str]:
    """What the view lists, the bars left out, up to the first empty line."""
    shown: LineList = trends(desk).query_one(
        "#matrix" if trends(desk).looked.view == "coverage" else "#table"
    )  # type: ignore[assignment]
    text = [shown.render_line(y).text for y in range(shown.size.height)]
    found = [" ".join(w for w in line.split() if not set(w) <= BARS) for line in text]
    return found[: found.index("")] if "" in found else found


def subject(desk: Desk) -> str:
    return str(trends(desk).query_one("#subject", Static).content)


def footer(desk: Desk) -> list[str]:
    shown = desk.app.screen.active_bindings.values()
    return [each.binding.description for each in shown if each.enabled]


ADA, BEN, CLEO = Author("Test", "Ada"), Author("Test", "Ben"), Author("Test", "Cleo")


def graphs(count: int, venue: Venue, title: str, first: int) -> list[Paper]:
    """So many papers of one title but for their numbers."""
    return [
        paper(first + n, f"{title} {'abcdefghijklmnopqrstuvwxyz'[n] * 3}", venue=venue)
        for n in range(count)
    ]


@pytest.fixture
def two_years(places: Locations, make_services: MakeServices) -> Services:
    """Ten papers on kernels in 2022, ten on language models in 2024, one in 2023."""
    some = [
        *graphs(10, Venue("ICML", 2022), "Kernel machines", 0),
        *graphs(10, Venue("ICML", 2024), "Language models", 10),
        paper(20, "Kernel trees", venue=ICML_2023, authors=(ADA, CLEO)),
        paper(21, "Trees", venue=ICML_2024, authors=(ADA, BEN)),
        paper(22, "Shrubs", venue=ICML_2024, authors=(ADA,)),
        paper(23, "Alone", venue=ACL_2024),
    ]
    return make_services(some, places)


async def test_without_a_query_the_topic_is_the_size_of_the_venues(run: Run) -> None:
    async with run() as desk:
        await desk.press("T")
        assert subject(desk) == "all papers · bars: papers"
        assert lines(desk) == [
            "All venues · 5 papers",
            "2024 3",
            "2023 2",
            "ACL · 1 paper",
            "ACL 2024 1",
            "ICML · 4 papers",
            "ICML 2024 2",
            "ICML 2023 2",
        ]


async def test_the_topic_is_counted_for_each_venue_and_year(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", *"diffusion", "enter", "T")
        assert subject(desk) == "“diffusion” · bars: share of the papers"
        assert lines(desk) == [
            "All venues · 2 of 5 · 40%",
            "2024 1 3 33%",
            "2023 1 2 50%",
            "ICML · 2 of 4 · 50%",
            "ICML 2024 1 2 50%",
            "ICML 2023 1 2 50%",
        ]
        await desk.press("j", "j", "s")
        assert subject(desk) == "“diffusion” · bars: papers found"
        assert trends(desk).table.cursor == 4


async def test_a_topic_that_is_all_of_a_venue_is_a_part_of_the_years(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", *"venue:icml", "enter", "T")
        assert str(trends(desk).table.heading(60)).split() == ["found", "of", "share"]
        assert lines(desk) == [
            "All venues · 4 of 5 · 80%",
            "2024 2 3 67%",
            "2023 2 2 100%",
            "ICML · 4 of 4 · 100%",
            "ICML 2024 2 2 100%",
            "ICML 2023 2 2 100%",
        ]


async def test_bars_are_of_shares_or_of_counts(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", *"diffusion", "enter", "T")
        table = trends(desk).table

        def bars() -> list[int]:
            text = [table.render_line(y).text for y in (1, 2)]
            return [sum(line.count(c) for c in BARS - {"▌"}) for line in text]

        by_share = bars()
        assert by_share[0] < by_share[1]  # 33 % and 50 %
        await desk.press("s")
        assert bars()[0] == bars()[1] == by_share[1]  # one paper each


@pytest.mark.parametrize(
    ("keys", "text", "titles"),
    [
        ("", "year:2024 diffusion ", ["DiffDA"]),
        ("j", "year:2023 diffusion ", ["深度学习方法研究"]),
        ("jj", "venue:ICML year:2024 diffusion ", ["DiffDA"]),
        ("G", "venue:ICML year:2023 diffusion ", ["深度学习方法研究"]),
    ],
)
async def test_enter_searches_the_topic_there(
    run: Run, keys: str, text: str, titles: list[str]
) -> None:
    async with run() as desk:
        await desk.press("slash", *"diffusion", "enter", "T", *keys, "enter")
        assert desk.app.screen is desk.main
        assert desk.main.search_bar.text == text
        assert desk.titles == titles
        assert desk.focus == "results"


async def test_the_venue_chosen_in_the_sidebar_gives_way_to_that_of_the_line(
    run: Run,
) -> None:
    async with run() as desk:
        await desk.press("1", "j", "2")
        assert desk.titles == ["To Be or Not to Be"]
        await desk.press("T", "G", "enter")
        assert desk.main.search_bar.text == "venue:ICML year:2023 "
        assert len(desk.titles) == 2
        assert desk.main.sidebar.cursor == 0


async def test_bookmarks_and_saved_searches_are_topics_too(run: Run) -> None:
    async with run() as desk:
        await desk.press("b")
        await desk.press("B", "T")
        assert subject(desk) == "✱ bookmarks · bars: share of the papers"
        assert lines(desk)[-1] == "ICML 2023 0 2 –"
        assert "ICML 2024 1 2 50%" in lines(desk)
        await desk.press("j", "j", "enter")
        assert desk.titles == ["On Computational Limits of Modern Hopfield Models"]
        assert desk.main.shelf.bookmarks


async def test_a_topic_that_nothing_has_says_so(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", *"diffusion zzz", "enter", "T")
        assert lines(desk) == []
        assert "No paper has all the words." in _whole(desk)
        await desk.press("enter")
        assert isinstance(desk.app.screen, TrendsScreen)


def _whole(desk: Desk) -> str:
    table = trends(desk).table
    return "\n".join(table.render_line(y).text for y in range(table.size.height))


async def test_terms_of_two_years(run: Run, two_years: Services) -> None:
    async with run(with_services=two_years) as desk:
        await desk.press("T", "2")
        assert subject(desk).startswith("ICML 2023 ▸ 2024 · 1 ▸ 12 papers · ")
        await desk.press("H")
        assert subject(desk).startswith("ICML 2022 ▸ 2024 · 10 ▸ 12 papers · ")
        shown = lines(desk)
        assert shown[0] == "New · 1 term"
        assert shown[1].startswith("language models – 83% +")
        fading = shown.index("Fading · 1 term")
        assert shown[fading + 1].startswith("kernel machines 100% – −")
        await desk.press("s")
        assert trends(desk).table.cursor == fading + 1


async def test_enter_on_a_term_lists_its_papers(run: Run, two_years: Services) -> None:
    async with run(with_services=two_years) as desk:
        await desk.press("T", "2", "H", "enter")
        text = 'venue:ICML year:2024 "language models" '
        assert desk.main.search_bar.text == text
        assert len(desk.titles) == 10
        await desk.press("T", "s", "enter")
        text = 'venue:ICML year:2022 "kernel machines" '
        assert desk.main.search_bar.text == text
        assert len(desk.titles) == 10


async def test_authors_who_come_again(run: Run, two_years: Services) -> None:
    async with run(with_services=two_years) as desk:
        await desk.press("T", "3")
        assert subject(desk) == (
            "ICML 2023 ▸ 2024 · 1 of 2 authors were there in 2023 · "
            "told by their names alone"
        )
        assert lines(desk) == [
            "Returning · 1 author",
            "Ada Test 1 2",
            "New · 1 author",
            "Ben Test – 1",
            "Gone · 1 author",
            "Cleo Test 1 –",
        ]
        await desk.press("s", "s", "enter")
        screen = desk.app.screen
        assert isinstance(screen, AuthorScreen)
        assert screen.author == "Cleo Test"
        await desk.press("escape")
        assert trends(desk).table.cursor == 5


async def test_years_are_chosen_among_those_that_are_there(
    run: Run, two_years: Services
) -> None:
    async with run(with_services=two_years) as desk:
        await desk.press("T", "3")

        async def pair(*keys: str) -> str:
            await desk.press(*keys)
            return trends(desk).looked.pair.label

        assert await pair("l") == "ICML 2023 ▸ 2024"
        assert trends(desk).status.text == "ICML has 2022, 2023, 2024."
        assert await pair("h") == "ICML 2023 ▸ 2024"
        assert await pair("H") == "ICML 2022 ▸ 2024"
        assert await pair("left") == "ICML 2022 ▸ 2023"
        assert await pair("L") == "ICML 2022 ▸ 2023"
        assert await pair("right", "shift+right") == "ICML 2023 ▸ 2024"
        assert await pair("shift+left") == "ICML 2022 ▸ 2024"


async def test_a_conference_is_chosen_from_a_menu(
    run: Run, places: Locations, make_services: MakeServices
) -> None:
    some = [
        paper(n, f"T {n}", venue=Venue(name, year))
        for n, (name, year) in enumerate(
            [
                ("ACL", 2020),
                ("ACL", 2021),
                ("ICML", 2022),
                ("ICML", 2023),
                ("UAI", 2020),
            ]
        )
    ]
    async with run(with_services=make_services(some, places)) as desk:
        await desk.press("T", "2")
        assert trends(desk).looked.pair.label == "ACL 2020 ▸ 2021"
        await desk.press("v")
        menu = desk.app.screen
        assert isinstance(menu, Menu)
        assert menu.query_one(OptionList).option_count == 2
        await desk.press("2")
        assert trends(desk).looked.pair.label == "ICML 2022 ▸ 2023"
        # It is kept, unless another one is chosen in the sidebar.
        await desk.press("q", "T")
        assert trends(desk).looked.pair.label == "ICML 2022 ▸ 2023"
        await desk.press("q", "1", "j", "j", "T")
        assert trends(desk).looked.pair.label == "ACL 2020 ▸ 2021"


async def test_one_year_cannot_be_compared(
    run: Run, places: Locations, make_services: MakeServices
) -> None:
    alone = make_services([paper(0, "Alone")], places)
    async with run(with_services=alone) as desk:
        await desk.press("T", "2")
        assert "No conference has papers of two years to compare." in _whole(desk)
        await desk.press("v", "l", "H", "enter")
        assert "No conference has papers of two years" in trends(desk).status.text
        await desk.press("4")
        assert lines(desk) == ["ICML 1 1"]


async def test_the_coverage_tells_what_was_read(run: Run) -> None:
    async with run() as desk:
        await desk.press("enter")  # reads the first paper
        await desk.press("T", "4")
        assert subject(desk) == "papers of each venue and year · ✓ read · + kept"
        matrix = trends(desk).matrix
        assert str(matrix.heading(60)).split() == ["all", "2024", "2023"]
        text = [matrix.render_line(y).text.split() for y in range(4)]
        assert text == [
            ["ACL", "1", "1"],
            [],
            ["ICML", "4", "2", "2"],
            ["✓25%", "✓50%"],
        ]


async def test_a_cell_of_the_coverage_tells_what_was_kept(run: Run) -> None:
    cells = {("ICML", 2024): Cell(2_610, 313, 78), ("ICML", None): Cell(1)}
    async with run() as desk:
        await desk.press("T", "4")
        matrix = trends(desk).matrix
        matrix.show(Coverage(("ICML",), (2024, None), cells))
        await desk.settle()
        shown = [matrix.render_line(y).text.split("  ") for y in (0, 1)]
        words = [[word.strip() for word in line if word.strip()] for line in shown]
        assert words[0] == ["ICML", "2,611", "2,610", "1"]
        assert words[1] == ["✓12% +3.0%", "✓12% +3.0%"]
        assert str(matrix.heading(80)).split("  ")[-1].strip() == "no year"


async def test_a_cell_of_the_coverage_is_listed(run: Run) -> None:
    async with run() as desk:
        await desk.press("T", "4", "j", "l", "l", "l", "h")
        await desk.press("l", "enter")
        assert desk.main.search_bar.text == "venue:ICML year:2023 "
        assert len(desk.titles) == 2


async def test_an_empty_cell_has_nothing_to_list(run: Run) -> None:
    async with run() as desk:
        await desk.press("T", "4", "l", "l", "enter")
        assert trends(desk).status.text == "There are no papers of ACL 2023."
        await desk.press("h", "h", "enter")
        assert desk.main.search_bar.text == "venue:ACL "


async def test_years_that_do_not_fit_come_when_the_cursor_goes_there(
    run: Run, places: Locations, make_services: MakeServices
) -> None:
    many = [paper(n, f"T {n}", venue=Venue("ICML", 2000 + n)) for n in range(25)]
    async with run(40, 10, with_services=make_services(many, places)) as desk:
        await desk.press("T", "4")
        matrix = trends(desk).matrix

        def heading() -> list[str]:
            return str(matrix.heading(matrix.size.width)).split()

        first = heading()
        assert first[:2] == ["all", "2024"]
        assert first[-1].endswith("›")
        await desk.press(*["l"] * 24)
        assert heading()[0] == "‹"
        assert heading()[-1] == "2001›"
        assert matrix.target[:2] == ("ICML", 2001)
        await desk.press(*["h"] * 24)
        assert heading() == first
        for y in range(matrix.size.height):
            assert matrix.render_line(y).cell_length == matrix.size.width


async def test_the_mouse_chooses_a_cell(run: Run) -> None:
    async with run() as desk:
        await desk.press("T", "4")
        matrix = trends(desk).matrix
        at = matrix.render_line(1).text.rindex("2")
        await desk.pilot.click("#matrix", offset=(at, 1))
        assert matrix.target[:2] == ("ICML", 2023)


async def test_views_come_by_number_and_by_tab_and_are_remembered(run: Run) -> None:
    async with run() as desk:
        await desk.press("T")
        seen = []
        for key in ("tab", "tab", "tab", "tab", "shift+tab", "2", "1", "3", "4"):
            await desk.press(key)
            seen.append(trends(desk).looked.view)
        assert seen == [
            *("terms", "people", "coverage", "topic", "coverage"),
            *("terms", "topic", "people", "coverage"),
        ]
        await desk.press("q")
        assert desk.app.screen is desk.main
        assert desk.focus == "results"
        await desk.press("T")
        assert trends(desk).looked.view == "coverage"
        assert desk.focus == "matrix"


async def test_the_mouse_chooses_a_view(run: Run) -> None:
    async with run() as desk:
        await desk.press("T")
        head = trends(desk).query_one("#heading", Static)
        at = str(head.content).index("Authors")
        await desk.pilot.click("#heading", offset=(at + 2, 0))
        await desk.settle()
        assert trends(desk).looked.view == "people"
        assert lines(desk)[0].startswith("New · ")


async def test_the_footer_shows_the_keys_of_the_view(run: Run) -> None:
    async with run() as desk:
        await desk.press("T")
        assert {"Open", "View", "Switch", "Back"} <= set(footer(desk))
        assert not {"Venue", "Later"} & set(footer(desk))
        await desk.press("2")
        assert {"Venue", "Later", "Earlier", "Switch"} <= set(footer(desk))
        await desk.press("4")
        assert {"Left", "Right", "Back"} <= set(footer(desk))
        assert not {"Switch", "Later", "Venue"} & set(footer(desk))
        await desk.press("question_mark")
        assert isinstance(desk.app.screen, HelpScreen)


async def test_every_key_of_the_screen_is_bound_to_something_it_can_do(
    run: Run,
) -> None:
    async with run() as desk:
        await desk.press("T")
        for row in KEYS:
            doers = {
                Context.TRENDS: trends(desk),
                Context.TABLE: trends(desk).table,
                Context.COVERAGE: trends(desk).matrix,
            }
            if row.context in doers:
                name = row.action.partition("(")[0]
                assert hasattr(doers[row.context], f"action_{name}"), row.id


async def test_papers_are_counted_in_the_background_and_leaving_ends_it(
    run: Run, two_years: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    count = term_trends.count

    def slow(papers: Iterable[Paper]) -> term_trends.Counted:
        begun.set()
        assert go_on.wait(20)
        return count(papers)

    async with run(with_services=two_years) as desk:
        monkeypatch.setattr(editions, "count", slow)
        await desk.pilot.press("T", "2")
        await desk.pilot.pause()
        assert begun.wait(20)
        assert "counting ..." in _whole(desk)
        await desk.pilot.press("1")
        await desk.pilot.pause()
        assert trends(desk).looked.view == "topic"
        go_on.set()
        await desk.settle()
        assert subject(desk) == "all papers · bars: papers"
        assert trends(desk).status.text == ""


async def test_a_topic_waits_for_the_index(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", *"diffusion", "enter")
        search, desk.main.search = desk.main.search, None
        assert search is not None
        await desk.pilot.press("T")
        async with asyncio.timeout(PATIENCE):
            while "The index is being built; the topic follows." not in _whole(desk):
                await desk.pilot.pause(0.01)
        desk.main.post_message(messages.IndexReady(search, ()))
        await desk.settle()
        await desk.settle()
        assert lines(desk)[0] == "All venues · 2 of 5 · 40%"


async def test_what_enter_searched_for_is_among_the_earlier_queries(run: Run) -> None:
    async with run() as desk:
        await desk.press("T", "j", "enter", "slash")
        desk.main.search_bar.clear()
        await desk.press("up")
        assert desk.main.search_bar.text.strip() == "year:2023"


async def test_papers_that_come_meanwhile_are_counted(run: Run) -> None:
    async with run() as desk:
        await desk.press("T")
        assert "ICML · 4 papers" in lines(desk)
        more = [paper(9, "More", venue=Venue("UAI", 2022))]
        desk.main.services.collection.keep(more)
        desk.main.library_changed()
        await desk.settle()
        assert "UAI 2022 1" in lines(desk)


@pytest.mark.parametrize("size", [(40, 10), (60, 20), (100, 30), (300, 100)])
async def test_lines_fit_any_window(run: Run, size: tuple[int, int]) -> None:
    async with run(*size) as desk:
        await desk.press("slash", *"diffusion", "enter", "T")
        for view in "1234":
            await desk.press(view)
            shown = trends(desk).home()
            for y in range(shown.size.height):
                strip = shown.render_line(y)
                assert strip.cell_length == shown.scrollable_content_region.width
        await desk.resize(30, 8)
        assert trends(desk).query_one("#body").size.height == 0
        await desk.resize(*size)
        assert desk.focus == "matrix"


async def test_the_names_of_the_views_fit_the_narrowest_window(run: Run) -> None:
    async with run(40, 10) as desk:
        await desk.press("T")
        head = trends(desk).query_one("#heading", Static)
        assert str(head.content) == "1 Topic 2 Terms 3 Authors 4 Coverage"
        assert len(str(head.content)) <= head.content_size.width
        await desk.resize(80, 20)
        assert str(head.content) == " 1 Topic  2 Terms  3 Authors  4 Coverage "


async def test_the_seeds_are_two_years_of_one_conference(
    run: Run, places: Locations
) -> None:
    async with run(with_services=open_services(places)) as desk:
        await desk.press("T")
        assert lines(desk)[-2:] == ["ICML 2024 19", "ICML 2023 19"]
        await desk.press("3")
        assert lines(desk)[:3] == [
            "Returning · 2 authors",
            "Arnaud Doucet 1 1",
            "Valentin De Bortoli 1 1",
        ]
        await desk.press("2")
        assert subject(desk).startswith("ICML 2023 ▸ 2024 · 19 ▸ 19 papers")
        assert lines(desk)[1].startswith("provide – 37% +1.5")
