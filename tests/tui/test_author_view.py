"""Authors: of the paper, and the view of one with papers and co-authors."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Static

from paperstui.index.models import Author, Venue
from paperstui.tui.key import Context
from paperstui.tui.keys import KEYS
from paperstui.tui.screens.author_screen import AuthorScreen
from paperstui.tui.screens.authors_dialog import AuthorsDialog
from paperstui.tui.services import open_services
from paperstui.tui.widgets.table import Table
from tests.conftest import ICML_2023, ICML_2024, paper
from tests.tui.conftest import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from paperstui.index.locations import Locations
    from paperstui.tui.services import Services
    from paperstui.tui.widgets.lines import LineList
    from tests.tui.conftest import Desk, Run

    MakeServices = Callable[..., Services]

BARS = set("▏▎▍▌▋▊▉█")
ADA, BEN, MONO = Author("Test", "Ada"), Author("Test", "Ben"), Author("Plato")
QUOTED = Author('O"Neil', "Sean", "van")


@pytest.fixture
def services(places: Locations, make_services: MakeServices) -> Services:
    """Four papers of Ada, two with Ben; one of a mononym, one of odd names."""
    some = [
        paper(0, "Oldest", authors=(ADA, BEN), venue=ICML_2023),
        paper(1, "Alone", authors=(ADA,), venue=ICML_2024),
        paper(2, "Newest", authors=(BEN, ADA, QUOTED), venue=Venue("ACL", 2025)),
        paper(3, "Longer", authors=(Author("Test", "Ada Mary"),), venue=ICML_2024),
        paper(4, "Forms", authors=(MONO,), venue=ICML_2024),
        paper(5, "Platonic", authors=(Author("Plato", "Dana"),), venue=ICML_2024),
        paper(6, "No names", venue=ICML_2024),
        paper(7, "Middle", authors=(Author("Test", "ADA"),), venue=ICML_2024),
    ]
    return make_services(some, places)


def author(desk: Desk) -> AuthorScreen:
    screen = desk.app.screen
    assert isinstance(screen, AuthorScreen)
    return screen


def head(desk: Desk) -> str:
    return " ".join(str(author(desk).query_one("#heading", Static).content).split())


def lines(shown: LineList) -> list[str]:
    """What a list shows, the bars left out, up to the first empty line."""
    text = [shown.render_line(y).text for y in range(shown.size.height)]
    found = [" ".join(w for w in line.split() if not set(w) <= BARS) for line in text]
    return found[: found.index("")] if "" in found else found


def titles(desk: Desk) -> list[str]:
    return lines(author(desk).papers)[::2]


async def go_to(desk: Desk, title: str) -> None:
    """Put the cursor of the main list on a paper."""
    await desk.press("g", *["j"] * desk.titles.index(title))


async def test_a_single_author_opens_at_once(run: Run) -> None:
    async with run() as desk:
        await go_to(desk, "Alone")
        await desk.press("at")
        assert head(desk) == "Ada Test 4 papers of this name 2023 ▅█▅ 2025"
        assert titles(desk) == ["Newest", "Alone", "Middle", "Oldest"]
        assert lines(author(desk).coauthors) == ["Ben Test 2", 'Sean van O"Neil 1']
        assert lines(author(desk).career) == [
            *("Years", "2025 1", "2024 2", "2023 1"),
            *("Venues", "ICML 3", "ACL 1"),
        ]
        await desk.press("escape")
        assert desk.app.screen is desk.main
        assert desk.focus == "results"


async def test_the_authors_of_a_paper_are_listed_with_their_papers(run: Run) -> None:
    async with run() as desk:
        await go_to(desk, "Newest")
        await desk.press("at")
        dialog = desk.app.screen
        assert isinstance(dialog, AuthorsDialog)
        shown = dialog.query_one(Table)
        assert lines(shown) == ["Ben Test 2", "Ada Test 4", 'Sean van O"Neil 1']
        await desk.press("j", "enter")
        assert author(desk).author == "Ada Test"


async def test_a_paper_without_authors_has_none_to_show(run: Run) -> None:
    async with run() as desk:
        await go_to(desk, "No names")
        await desk.press("at")
        assert desk.status == "This paper names no authors."
        await desk.press("slash", *"zzzz", "enter", "at")
        assert desk.status == "There is no paper."
        assert desk.app.screen is desk.main


async def test_marks_are_shown_beside_the_papers(run: Run) -> None:
    async with run() as desk:
        await go_to(desk, "Middle")
        await desk.press("b", "enter", "enter")  # from the abstract, too
        assert titles(desk)[2] == "✱✓ Middle"


async def test_enter_goes_to_the_paper_among_all_of_the_author(run: Run) -> None:
    async with run() as desk:
        await desk.press("1", "j", "2")  # a venue is chosen
        await desk.press("slash", *"newest", "enter", "at", "j", "enter")
        await desk.press("G", "enter")
        assert desk.app.screen is desk.main
        assert desk.main.search_bar.text == 'author:"Ada Test"'
        assert desk.selected == "test:0"
        assert desk.main.sidebar.cursor == 0
        # The same again, as the list is that of the author already.
        await desk.press("at", "j", "enter", "enter")
        assert desk.selected == "test:2"


async def test_the_papers_are_listed_in_the_main_list(run: Run) -> None:
    async with run() as desk:
        await go_to(desk, "Alone")
        await desk.press("at", "slash")
        assert desk.app.screen is desk.main
        assert desk.main.search_bar.text == 'author:"Ada Test"'
        assert sorted(desk.titles) == ["Alone", "Middle", "Newest", "Oldest"]


async def test_from_coauthor_to_coauthor_and_back(run: Run) -> None:
    async with run() as desk:
        await go_to(desk, "Alone")
        await desk.press("at", "j", "tab")
        assert desk.focus == "coauthors"
        await desk.press("enter")
        told = "Ada Test › Ben Test 2 papers of this name 2023 █ █ 2025"
        assert head(desk) == told
        assert titles(desk) == ["Newest", "Oldest"]
        assert desk.focus == "results"
        await desk.press("tab", "j", "enter")
        assert head(desk).startswith('Ada Test › Ben Test › Sean van O"Neil 1 paper')
        await desk.press("escape")
        assert desk.focus == "coauthors"
        assert author(desk).coauthors.cursor == 1
        await desk.press("escape")
        assert head(desk).startswith("Ada Test 4 papers")
        assert author(desk).papers.cursor == 1
        await desk.press("tab", "enter", "q")
        assert desk.app.screen is desk.main


async def test_years_and_venues_are_ways_to_search(run: Run) -> None:
    async with run() as desk:
        await go_to(desk, "Alone")
        await desk.press("at", "shift+tab")
        assert desk.focus == "career"
        await desk.press("j", "enter")
        assert desk.main.search_bar.text == 'year:2024 author:"Ada Test"'
        assert sorted(desk.titles) == ["Alone", "Middle"]
        await go_to(desk, "Alone")
        await desk.press("at", "tab", "tab", "G", "enter")
        assert desk.main.search_bar.text == 'venue:ACL author:"Ada Test"'
        assert desk.titles == ["Newest"]


@pytest.mark.parametrize(
    ("title", "text", "found"),
    [
        ("Forms", 'author:"Plato"', ["Forms"]),
        ("Longer", 'author:"Ada Mary Test"', ["Longer"]),
        ("Platonic", 'author:"Dana Plato"', ["Platonic"]),
    ],
)
async def test_a_name_is_a_whole_name(
    run: Run, title: str, text: str, found: list[str]
) -> None:
    async with run() as desk:
        await go_to(desk, title)
        await desk.press("at")
        assert titles(desk) == found
        await desk.press("enter")
        assert desk.main.search_bar.text == text
        assert desk.titles[0] == title


async def test_a_click_on_a_name_in_the_abstract_shows_the_author(run: Run) -> None:
    async with run() as desk:
        await go_to(desk, "Newest")
        text = desk.main.reader.query_one("#abstract", Static)
        line = str(text.render_line(1).text)
        assert line.startswith('Ben Test, Ada Test, Sean van O"Neil')
        await desk.pilot.click("#abstract", offset=(line.index("Ada"), 1))
        await desk.settle()
        assert author(desk).author == "Ada Test"
        await desk.press("escape")
        await desk.pilot.click("#abstract", offset=(line.index(", Sean"), 1))
        await desk.settle()
        assert desk.app.screen is desk.main


async def test_thousands_of_authors_fit(
    run: Run, places: Locations, make_services: MakeServices
) -> None:
    crowd = tuple(Author(f"Family{number}", "Given") for number in range(3_000))
    services = make_services([paper(0, "Collider", authors=crowd)], places)
    async with run(80, 24, with_services=services) as desk:
        await desk.press("at")
        dialog = desk.app.screen
        assert isinstance(dialog, AuthorsDialog)
        assert dialog.table.size.height == 19
        assert lines(dialog.table)[0] == "Given Family0 1"
        await desk.press("G")
        assert lines(dialog.table)[-1] == "Given Family2999"
        await desk.press("enter")
        assert author(desk).author == "Given Family2999"
        assert author(desk).coauthors.count == 2_999
        assert [title.split()[-1] for title in titles(desk)] == ["Collider"]


async def test_where_it_is_narrow_one_list_is_shown(run: Run) -> None:
    async with run(60, 20) as desk:
        await go_to(desk, "Alone")
        await desk.press("at")

        def seen() -> list[str]:
            names = ("results", "coauthors", "career")
            return [n for n in names if author(desk).query_one(f"#{n}").size.height]

        assert seen() == ["results"]
        await desk.press("tab")
        assert seen() == ["coauthors"]
        await desk.press("tab")
        assert seen() == ["career"]
        await desk.resize(30, 8)
        assert seen() == []
        await desk.resize(140, 40)
        assert seen() == ["results", "coauthors", "career"]
        assert desk.focus == "career"


async def test_the_view_waits_for_the_index(run: Run) -> None:
    async with run() as desk:
        await go_to(desk, "Alone")
        search, desk.main.search = desk.main.search, None
        await desk.pilot.press("at")
        await desk.pilot.pause()
        told = "The index is being built; the papers follow."
        assert author(desk).status.text == told
        desk.main.search = search
        author(desk).refresh_data()
        await desk.settle()
        assert titles(desk) == ["Newest", "Alone", "Middle", "Oldest"]
        assert author(desk).status.text == ""


async def test_papers_that_come_meanwhile_are_shown_and_the_cursor_stays(
    run: Run,
) -> None:
    async with run() as desk:
        await go_to(desk, "Alone")
        await desk.press("at", "j", "j", "tab", "j")
        last = paper(9, "Last", authors=(ADA, MONO), venue=Venue("UAI", 2020))
        desk.main.services.collection.keep([last])
        desk.main.library_changed()
        await desk.settle()
        assert titles(desk) == ["Newest", "Alone", "Middle", "Oldest", "Last"]
        assert lines(author(desk).coauthors)[1] == "Plato 1"
        assert author(desk).papers.cursor == 2
        assert author(desk).coauthors.cursor == 1
        assert desk.focus == "coauthors"


async def test_what_lies_under_the_view_is_not_read(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperstui.tui.screens.following.READ_AFTER", 1.0)
    async with run() as desk:
        await go_to(desk, "Alone")
        await desk.press("at")
        await desk.pilot.pause(1.2)
        assert "test:1" not in desk.main.services.reading
        await desk.press("escape")
        async with asyncio.timeout(PATIENCE):
            while "test:1" not in desk.main.services.reading:
                await desk.pilot.pause(0.01)


async def test_every_key_of_the_screen_is_bound_to_something_it_can_do(
    run: Run,
) -> None:
    async with run() as desk:
        await go_to(desk, "Alone")
        await desk.press("at")
        for row in KEYS:
            if row.context is Context.AUTHOR:
                name = row.action.partition("(")[0]
                assert hasattr(author(desk), f"action_{name}"), row.id


async def test_the_palette_offers_what_the_screen_can_do(run: Run) -> None:
    from paperstui.tui.palette import KeyCommands

    async with run() as desk:

        async def offered() -> set[str]:
            commands = KeyCommands(desk.app.screen)
            return {str(hit.text) async for hit in commands.discover()}

        assert (
            "See the authors of the paper, and what else they wrote" in await offered()
        )
        assert "Choose the order of the papers" in await offered()
        await go_to(desk, "Alone")
        await desk.press("at")
        assert "Choose the order of the papers" not in await offered()
        assert {"Show the keys", "Quit"} <= await offered()


async def test_an_author_of_the_seeds(run: Run, places: Locations) -> None:
    async with run(with_services=open_services(places)) as desk:
        await desk.press("slash", *"particle denoising", "enter", "at")
        dialog = desk.app.screen
        assert isinstance(dialog, AuthorsDialog)
        assert "Arnaud Doucet 2" in lines(dialog.table)
        await desk.press("G", "enter")
        assert head(desk) == "Arnaud Doucet 2 papers of this name 2023 ██ 2024"
        assert lines(author(desk).career) == [
            *("Years", "2024 1", "2023 1"),
            *("Venues", "ICML 2"),
        ]
