"""What a person meets on the main screen."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Static

from paperstui.index.bookmarks import Bookmarks
from paperstui.index.collection import Collection
from paperstui.index.locations import Locations
from paperstui.index.models import Author, Paper, Venue
from paperstui.index.search import Search
from paperstui.tui.app import PaperstuiApp
from paperstui.tui.services import Services
from paperstui.tui.settings import Settings
from paperstui.tui.widgets.key_bar import KeyBar
from tests.conftest import toggle
from tests.tui.conftest import LateServices

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from paperstui.index.requests import ResultPage, SearchRequest
    from tests.tui.conftest import Desk, Run

    MakeServices = Callable[..., Services]


async def test_the_first_screen_lists_everything(run: Run) -> None:
    async with run() as desk:
        assert len(desk.titles) == 5
        assert desk.lines[0] == "▌    On Computational Limits of Modern Hopfield Models"
        assert desk.lines[1] == "▌    Hu, Liu · ICML 2024"
        assert desk.lines[2].startswith("     DiffDA: a Diffusion model")
        assert desk.main.sidebar.render_line(0).text.split() == ["▌", "All", "5"]
        assert desk.main.sidebar.render_line(1).text.split() == ["ACL", "2024", "1"]
        assert "Jerry Yao-Chieh Hu, Han Liu" in desk.abstract
        assert "ICML 2024 · pp. 19327–19343 · PMLR 235" in desk.abstract


async def test_typing_narrows_list_and_counts(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash")
        await desk.type("diffus")
        assert desk.titles == ["DiffDA", "深度学习方法研究"]
        assert str(desk.main.query_one("#count", Static).content) == "2 of 5"
        counts = [desk.main.sidebar.render_line(y).text.split()[-1] for y in range(6)]
        assert counts == ["2", "0", "2", "1", "1", "0"]


async def test_a_venue_narrows_and_a_query_goes_on_within_it(run: Run) -> None:
    async with run() as desk:
        await desk.press("1", "G", "k", "k", "enter", "slash")
        await desk.type("diffusion")
        assert desk.titles == ["DiffDA"]
        await desk.type(" zzz -diffda")
        assert desk.titles == []
        assert "Nothing here, but 1 paper in all venues." in "\n".join(desk.lines)


async def test_no_bookmarks_says_how_to_set_one(run: Run) -> None:
    async with run() as desk:
        await desk.press("B")
        assert "No bookmarks yet." in "\n".join(desk.lines)


async def test_clearing_the_search_keeps_the_paper_and_its_place(run: Run) -> None:
    async with run(140, 14) as desk:
        await desk.press("G")
        await desk.press("slash")
        await desk.type("boltzmann")
        assert desk.selected == "test:4"
        await desk.press("enter", "escape")
        assert desk.selected == "test:4"


async def test_a_new_query_starts_at_its_best_hit(run: Run) -> None:
    async with run() as desk:
        await desk.press("G", "slash")
        await desk.type("d")
        await desk.press("enter", "G", "slash")
        await desk.type("iffusion")
        assert desk.main.results.cursor == 0


async def test_bookmarking_far_down_keeps_cursor_and_scroll(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    papers = [
        Paper(id=f"test:{n}", title=f"Paper {n}", venue=Venue("ICML", 2024))
        for n in range(500)
    ]
    services = make_services(papers, places)
    async with run(140, 30, services) as desk:
        desk.main.results.cursor = 300
        await desk.settle()
        before = desk.main.results.scroll_offset
        await desk.press("b")
        assert desk.selected == "test:300"
        assert desk.main.results.scroll_offset == before


async def test_authors_whom_a_paper_does_not_name(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    names = (Author("Doe", "Jane"), Author("Roe", "John"))
    paper = Paper("test:1", "A", Venue("ICML", 2024), authors=names, et_al=True)
    async with run(with_services=make_services([paper], places)) as desk:
        assert desk.lines[1].strip() == "▌    Doe, Roe et al. · ICML 2024"
        assert "Jane Doe, John Roe et al.\n" in desk.abstract


async def test_a_paper_taken_from_the_bookmarks_stays_until_they_are_shown_again(
    run: Run,
) -> None:
    async with run() as desk:
        await desk.press("b", "j", "b", "B")
        assert len(desk.titles) == 2
        await desk.press("b")
        assert len(desk.titles) == 2
        assert desk.main.sidebar.render_line(5).text.split()[-1] == "1"
        await desk.press("B", "B")
        assert len(desk.titles) == 1


async def test_keys_typed_ahead_reach_the_search_box(run: Run) -> None:
    async with run(60, 20) as desk:
        await desk.press("3")
        for key in ("slash", *"hop"):
            desk.app.simulate_key(key)
        await desk.settle()
        assert desk.main.search_bar.text == "hop"


class SlowSearch(Search):
    """Holds the answer to "a" back until it is told to give it."""

    released = threading.Event()
    entered = threading.Event()

    def find(self, request: SearchRequest) -> ResultPage:
        if request.text == "a":
            self.entered.set()
            self.released.wait(10)
        return super().find(request)


class SlowServices(Services):
    """Opens the slow search."""

    def open_search(self) -> Search:
        return SlowSearch(self.library, self.open_store())


async def test_a_slow_answer_never_replaces_a_newer_one(
    run: Run, make_services: MakeServices, papers: Sequence[Paper], places: Locations
) -> None:
    services = make_services(papers, places, SlowServices)
    async with run(with_services=services) as desk:
        await desk.pilot.press("slash", "a")
        while not SlowSearch.entered.is_set():
            await desk.pilot.pause(0.01)
        await desk.pilot.press("c", "l")
        SlowSearch.released.set()
        await desk.settle()
        assert desk.titles == ["To Be or Not to Be"]
        assert desk.main.page.request.text == "acl"


async def test_the_list_is_there_before_the_index_and_a_query_waits_for_it(
    run: Run, make_services: MakeServices, papers: Sequence[Paper], places: Locations
) -> None:
    services = make_services(papers, places, LateServices)
    app = PaperstuiApp(services, Settings())
    async with app.run_test(size=(140, 40)) as pilot:
        main = app.screen
        assert main.results.count == 5  # type: ignore[attr-defined]
        await pilot.press("slash", *"hopf")
        while "being built" not in main.status.text:  # type: ignore[attr-defined]
            await pilot.pause(0.01)
        LateServices.ready.set()
        while not main.settled:  # type: ignore[attr-defined]
            await pilot.pause(0.01)
        assert main.results.count == 1  # type: ignore[attr-defined]
    services.close()


async def test_leaving_does_not_wait_for_the_index(
    make_services: MakeServices, places: Locations
) -> None:
    papers = [
        Paper(id=f"test:{n}", title=f"Paper {n}", venue=Venue("ICML", 2024))
        for n in range(3000)
    ]
    services = make_services(papers, places)
    app = PaperstuiApp(services, Settings())
    async with app.run_test(size=(140, 40)) as pilot:
        while not places.index.exists():
            await pilot.pause(0.01)
        app.exit()
    for _ in range(1000):
        left = [path.name for path in places.index.iterdir()]
        if not left:
            break
        await asyncio.sleep(0.01)  # until the thread looks up
    assert left == []
    services.close()


NASTY = [
    "[RETRACTED] X",
    "[/INST] done",
    "[link=http://x]y",
    "[a=b] [b]bold[/b]",
    "[@click=app.quit]click",
    "$x$ [red]",
]


async def test_texts_from_data_are_literal_everywhere(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    papers = [
        Paper(
            id=f"[b]{n}",
            title=title,
            venue=Venue("[i]V[/i]", 2024),
            abstract=f"Abstract {title}",
            authors=(Author(title),),
        )
        for n, title in enumerate(NASTY)
    ]
    services = make_services(papers, places)
    async with run(with_services=services) as desk:
        for n, title in enumerate(NASTY):
            shown = title.replace("$x$", "x")
            assert desk.lines[2 * n][5:] == shown
            assert desk.abstract.startswith(shown)
            assert f"Abstract {shown}" in desk.abstract
            await desk.press("b")
            assert desk.status == f"Bookmarked “{shown}”"
            await desk.press("j")
        assert "[i]V[/i] 2024" in desk.main.sidebar.render_line(1).text
        await desk.pilot.click("#abstract", offset=(3, 0))
        await desk.settle()
        assert desk.app.is_running


async def test_wide_characters_keep_the_lines_in_the_pane(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    titles = ["深度学习方法研究" * 20, "α(・)" * 40, "👩‍🔬 labs " * 30, "a\u0301" * 200]
    papers = [
        Paper(id=str(n), title=title, venue=Venue("ICML", 2024))
        for n, title in enumerate(titles)
    ]
    services = make_services(papers, places)
    async with run(60, 20, services) as desk:
        results = desk.main.results
        for y in range(8):
            assert results.render_line(y).cell_length == results.size.width
            assert ("…" in results.render_line(y).text) == (y % 2 == 0)


async def test_matches_are_marked_in_list_and_reader(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash")
        await desk.type("diffda")
        match = desk.main.results.get_visual_style("results--match", partial=True)
        marked = [
            segment.text
            for segment in desk.main.results.render_line(0)
            if segment.style is not None and segment.style.underline
        ]
        assert marked == ["DiffDA"]
        assert match.underline
        content = desk.main.reader.query_one("#abstract", Static).content
        spans = getattr(content, "spans", [])
        text = str(content)
        underlined = {
            text[span.start : span.end]
            for span in spans
            if getattr(span.style, "underline", False)
        }
        assert underlined == {"DiffDA"}


async def test_dwelling_on_a_paper_marks_it_read(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperstui.tui.screens.following.READ_AFTER", 0.01)
    async with run() as desk:
        while "test:0" not in desk.main.services.reading:
            await desk.pilot.pause(0.01)
        await desk.settle()
        assert desk.lines[0].startswith("▌  ✓ On")
        assert "test:4" not in desk.main.services.reading


async def test_read_marks_and_bookmarks_come_back(
    run: Run, make_services: MakeServices, papers: Sequence[Paper], places: Locations
) -> None:
    async with run() as desk:
        await desk.press("b", "3")
    async with run(with_services=make_services(papers, places)) as desk:
        assert desk.lines[0].startswith("▌ ✱✓ On")
        assert "✱ bookmarked" in desk.abstract
        assert desk.main.sidebar.render_line(5).text.split()[-1] == "1"


async def test_what_another_instance_bookmarks_is_picked_up(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperstui.tui.screens.main.LOOK_AGAIN", 0.02)
    async with run() as desk:
        services = desk.main.services
        other = Bookmarks(services.locations.bookmarks)
        other.load()
        toggle(other, services.library.paper(2))
        while "test:2" not in services.bookmarks:
            await desk.pilot.pause(0.01)
        await desk.settle()
        assert desk.lines[4].startswith("  ✱  To Be")
        assert desk.main.sidebar.render_line(5).text.split()[-1] == "1"


async def test_a_bookmark_that_cannot_be_saved_still_shows(
    run: Run, make_services: MakeServices, papers: Sequence[Paper], places: Locations
) -> None:
    places.data.mkdir(parents=True, exist_ok=True)
    places.bookmarks.write_text('{"version": 99}')
    services = make_services(papers, places)
    async with run(with_services=services) as desk:
        await desk.press("b")
        assert desk.status.startswith("! ")
        assert "newer" in desk.status
        assert desk.lines[0].startswith("▌ ✱")
    assert places.bookmarks.read_text() == '{"version": 99}'


async def test_a_home_that_cannot_be_written_stops_nothing(
    run: Run, make_services: MakeServices, papers: Sequence[Paper], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("not a folder")
    places = Locations.discover({"PAPERSTUI_HOME": str(tmp_path / "file" / "home")})
    services = make_services(papers, places)
    async with run(with_services=services) as desk:
        assert desk.status == (
            "! The search index is kept in memory only: Not a directory."
        )
        await desk.press("slash")
        await desk.type("hopfield")
        await desk.press("enter", "b")
        assert desk.titles == ["On Computational Limits of Modern Hopfield Models"]
        assert desk.lines[0].startswith("▌ ✱")
        assert desk.status.startswith("! ")
        await desk.press("3", "y")
        assert "test:0" in desk.main.services.reading


async def test_notices_of_the_start_are_shown(run: Run, services: Services) -> None:
    told = replace(services, notices=("a [b]notice[/b]",))
    async with run(with_services=told) as desk:
        (notification,) = desk.app._notifications
        assert notification.message == "a [b]notice[/b]"


async def test_a_derived_title_is_marked(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    papers = [
        Paper(
            id="1",
            title="We study graphs",
            venue=Venue("ICML", 2024),
            abstract="We study graphs. Well.",
            title_derived=True,
        )
    ]
    async with run(with_services=make_services(papers, places)) as desk:
        assert "title made from the abstract" in desk.abstract
        segment = next(
            each for each in desk.main.results.render_line(0) if "graphs" in each.text
        )
        assert segment.style is not None
        assert segment.style.italic


async def test_the_mouse_moves_reads_and_chooses_venues(run: Run) -> None:
    async with run() as desk:
        await desk.pilot.click("#results", offset=(10, 4))
        await desk.settle()
        assert desk.selected == "test:2"
        await desk.pilot.click("#results", offset=(10, 4), times=2)
        await desk.settle()
        assert desk.focus == "reader"
        await desk.pilot.click("#sidebar", offset=(5, 2))
        await desk.settle()
        assert len(desk.titles) == 1
        await desk.pilot.click("#query")
        assert desk.focus == "query"


async def test_a_key_of_the_footer_can_be_clicked(run: Run) -> None:
    async with run() as desk:
        bar = desk.main.query_one(KeyBar)
        place = str(bar.render()).index("b Bookmark")
        await desk.pilot.click(KeyBar, offset=(place + 3, 0))
        await desk.settle()
        assert desk.main.services.bookmarks.ids == {"test:0"}


async def test_the_footer_shows_the_keys_that_work_now(run: Run) -> None:
    async with run() as desk:
        bar = desk.main.query_one(KeyBar)
        assert str(bar.render()) == (
            "⏎ Read  f Narrow  space Mark  ? Keys  / Search  b Bookmark  t Triage  "
            "s Sort  y Cite  a Add  q Quit"
        )
        await desk.press("slash")
        assert str(bar.render()) == (
            "⏎ Papers  tab Complete  ↑ Earlier  esc Leave  ? Help"
        )
        await desk.press("tab")
        assert str(bar.render()) == "⏎ Take  tab Next  esc Close  ? Help"
        await desk.press("escape", "a")
        assert str(bar.render()) == "⏎ Papers  tab Complete  ↑ Earlier  esc Leave"


async def test_a_link_can_be_clicked(run: Run) -> None:
    async with run() as desk:
        text = desk.abstract.split("\n")
        line = next(n for n, each in enumerate(text) if each.startswith("page"))
        await desk.pilot.click("#abstract", offset=(1, line))
        await desk.settle()
        assert desk.status == "! No browser here: https://example.org/hu24j.html"


async def test_the_palette_runs_commands(run: Run) -> None:
    async with run() as desk:
        await desk.press("ctrl+p")
        await desk.type("bookmark the paper")
        await desk.press("enter", "enter")
        assert desk.main.services.bookmarks.ids == {"test:0"}


async def test_a_digit_chooses_in_the_copy_menu(run: Run) -> None:
    async with run() as desk:
        await desk.press("Y", "4")
        copied = desk.main.services.locations.copies
        assert copied.read_text() == "\\cite{hu2024computational}"
        await desk.press("j", "j", "j", "Y", "9")
        assert copied.read_text() == "深度学习方法研究"


def _many_venues() -> list[Paper]:
    return [
        Paper(id=f"{name}{year}", title=f"On {name} {year}", venue=Venue(name, year))
        for name in ("ACL", "ICML", "NeurIPS")
        for year in range(2010, 2025)
    ] + [Paper(id="own", title="Own", venue=Venue("Own", 2020))]


def _rows(desk: Desk) -> list[str]:
    sidebar = desk.main.sidebar
    return [" ".join(sidebar.render_line(y).text.split()) for y in range(sidebar.count)]


async def test_conferences_open_and_close_like_a_tree(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    async with run(with_services=make_services(_many_venues(), places)) as desk:
        assert _rows(desk) == [
            "▌ All 46",
            "▸ ACL 15",
            "▸ ICML 15",
            "▸ NeurIPS 15",
            "Own 2020 1",
            "✱ Bookmarks 0",
        ]
        await desk.press("1", "j", "j", "space")
        assert _rows(desk)[2:5] == ["▌▾ ICML 15", "2024 1", "2023 1"]
        assert len(desk.titles) == 15
        await desk.press("j")
        assert desk.titles == ["On ICML 2024"]
        await desk.press("k", "space")
        assert _rows(desk)[2] == "▌▸ ICML 15"


async def test_venues_are_filtered_by_typing(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    async with run(with_services=make_services(_many_venues(), places)) as desk:
        await desk.press("1", "f", *"icml2", "0", "2", "3")
        assert _rows(desk) == ["▌ All 46", "ICML 2023 1", "✱ Bookmarks 0"]
        await desk.press("enter", "1", "j")
        assert desk.titles == ["On ICML 2023"]
        await desk.press("f", "escape")
        assert len(_rows(desk)) == 6
        assert desk.titles == ["On ICML 2023"] or len(desk.titles) == 15


async def test_while_filtering_letters_are_no_commands(run: Run) -> None:
    async with run() as desk:
        await desk.press("1", "f", "b", "q", "2")
        assert desk.app.is_running
        assert desk.focus == "sidebar"
        assert len(desk.main.services.bookmarks) == 0
        await desk.press("escape", "2")
        assert desk.focus == "results"


async def test_refused_papers_are_shown_on_demand(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    papers = [
        Paper(
            id="a",
            title="Taken",
            venue=Venue("ICML", 2024),
            status="Oral",
            keywords=("frogs", "ponds"),
            note="Best paper",
            code="https://example.org/code",
        ),
        Paper(id="b", title="Refused", venue=Venue("ICML", 2024), status="Reject"),
    ]
    async with run(with_services=make_services(papers, places)) as desk:
        assert desk.titles == ["Taken"]
        assert "ICML 2024 · Oral" in desk.abstract
        assert "frogs · ponds\nBest paper\n" in desk.abstract
        assert "\ncode  icml2024taken\n" in desk.abstract
        await desk.press("R")
        assert desk.titles == ["Taken", "Refused"]
        assert desk.lines[3].strip() == "ICML 2024 · Reject"
        await desk.press("slash")
        await desk.type("refused")
        assert desk.titles == ["Refused"]
        await desk.press("enter", "R")
        assert desk.titles == []


async def test_papers_that_another_instance_removes_while_they_are_listed(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperstui.tui.screens.main.LOOK_AGAIN", 3600.0)
    async with run() as desk:
        await desk.press("slash")
        await desk.type("hopfield")
        assert desk.selected == "test:0"
        other = Collection(desk.main.services.locations.library)
        other.remove(Venue("ICML", 2024))
        other.close()
        desk.main.services.library.reload()
        desk.main.results.refresh()
        await desk.settle()
        assert desk.lines[0] == "▌    no longer in the library"
        await desk.press("enter", "b", "y", "3")
        assert desk.status == "There is no paper under the cursor."
        await desk.press("2", "escape")
        desk.main.library_changed()
        await desk.settle()
        assert len(desk.titles) == 3
