"""Similar papers: the way to them and back, driven by a pilot."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len
from textual import events
from textual.widgets import Button, Input, Static, TextArea

from paperstui.index.models import Author, Paper, Venue
from paperstui.index.search import Search
from paperstui.tui.screens.similar_dialog import SimilarDialog
from paperstui.tui.services import Services

if TYPE_CHECKING:
    from collections.abc import Callable

    from paperstui.index.locations import Locations
    from tests.tui.conftest import Desk, Run

    MakeServices = Callable[..., Services]

VENUES = (Venue("ICML", 2023), Venue("ICML", 2024), Venue("ACL", 2024))
_TOPICS = (
    (
        "Diffusion",
        "Denoising diffusion models generate images by score matching.",
        "Odd noise is looked at.",
    ),
    ("Hopfield", "Associative memory retrieval in modern networks.", "Patterns fade."),
)
PAPERS = [
    Paper(
        f"test:{n}",
        f"{topic} {n}",
        VENUES[n % 3],
        f"{abstract} {more}" if n % 4 < 2 else abstract,
        (Author(f"Author{n}"),),
    )
    for n in range(80)
    for topic, abstract, more in [_TOPICS[n % 2]]
]
"""Even ones are on diffusion, odd ones on Hopfield networks."""


@pytest.fixture
def many(make_services: MakeServices, places: Locations) -> Services:
    """Eighty papers, half of them on diffusion and half on Hopfield networks."""
    return make_services(PAPERS, places)


def crumbs(desk: Desk) -> str:
    """The line that tells where one came from; empty where it is not there."""
    line = desk.main.crumbs
    return str(line.render()).rstrip() if line.display else ""


def header(desk: Desk) -> str:
    return str(desk.main.header.render()).split("  ")[0].rstrip()


def state(desk: Desk) -> tuple[object, ...]:
    """All that going back is to put back."""
    main = desk.main
    return (
        main.typed,
        main.shelf.label,
        main.chosen_sort,
        list(main.page.rows),
        desk.selected,
        main.results.cursor,
        main.results.scroll_offset.y,
        crumbs(desk),
        header(desk),
    )


async def test_a_list_of_similar_papers(run: Run, many: Services) -> None:
    async with run(with_services=many) as desk:
        await desk.press("3", "tilde")
        assert desk.focus == "results"
        assert len(desk.titles) == 39
        assert all(title.startswith("Diffusion") for title in desk.titles)
        assert "test:0" not in {PAPERS[row].id for row in desk.main.page.rows}
        assert desk.main.results.cursor == 0
        assert crumbs(desk) == "All › ~ Diffusion 0"
        assert header(desk) == "most similar first"
        told = "39 papers like “Diffusion 0” in 2 venues, 2023–2024"
        assert desk.status == told
        await desk.press("escape")
        assert (crumbs(desk), header(desk), desk.status) == ("", "list order", "")
        assert len(desk.titles) == 80


async def test_from_the_abstract_one_comes_to_the_list(
    run: Run, many: Services
) -> None:
    async with run(60, 20, with_services=many) as desk:
        await desk.press("enter")
        assert desk.main.results.size.height == 0
        await desk.press("tilde")
        assert desk.focus == "results"
        assert desk.main.results.size.height > 0
        assert crumbs(desk) == "All › ~ Diffusion 0"
        await desk.press("enter")
        assert "diffusion" in desk.abstract
        # The words that papers share are matches.
        await desk.press("n")
        assert desk.status.startswith("match 1 of ")
        await desk.press("escape", "escape")
        assert crumbs(desk) == ""


async def test_the_file_of_an_export_is_named_by_the_list(
    run: Run, many: Services
) -> None:
    async with run(with_services=many) as desk:
        await desk.press("tilde", "e")
        box = desk.app.screen.query_one(Input)
        assert box.value == "like-diffusion-0.bib"


async def test_walking_back_puts_everything_as_it_was(run: Run, many: Services) -> None:
    async with run(with_services=many) as desk:
        await desk.press("slash", *"images", "enter", "s", "4")
        await desk.press("1", "j", "j", "2", *"j" * 17, *"k" * 3)
        assert desk.main.shelf.label == "ICML"
        first = state(desk)
        assert desk.main.results.scroll_offset.y > 0
        await desk.press("tilde", *"j" * 25, *"k" * 4)
        assert header(desk) == "most similar first"
        assert len(desk.titles) == 39
        second = state(desk)
        assert desk.main.results.scroll_offset.y > 0
        await desk.press("tilde", "slash", *"odd", "enter", "1", "j", "2", "j", "j")
        third = state(desk)
        await desk.press("tilde")
        assert crumbs(desk) == "… › ~ Diffusi… › ACL 2024 › odd › ~ Diffusion 44"
        for before in (third, second, first):
            await desk.press("escape")
            assert state(desk) == before
            # What narrows a list goes first.
            await desk.press(*["escape"] * 2 if before is third else ())
        assert crumbs(desk) == ""


async def test_escape_takes_back_what_narrows_before_the_list(
    run: Run, many: Services
) -> None:
    async with run(with_services=many) as desk:
        await desk.press("tilde", "slash", *"odd", "enter")
        assert len(desk.titles) == 19
        assert all(title.startswith("Diffusion") for title in desk.titles)
        assert header(desk) == "most similar first"
        await desk.press("1", "j", "2")
        assert desk.main.shelf.label == "ACL 2024"
        await desk.press("escape")
        assert desk.main.typed == ""
        assert {PAPERS[row].venue for row in desk.main.page.rows} == {VENUES[2]}
        assert "in ACL, 2024" in desk.status
        await desk.press("escape")
        assert len(desk.titles) == 39
        await desk.press("escape")
        assert len(desk.titles) == 80
        await desk.press("escape")
        assert desk.status == "Nothing to go back from. q quits."


async def test_bookmarks_are_those_of_the_list(run: Run, many: Services) -> None:
    async with run(with_services=many) as desk:
        await desk.press("b", "j", "b", "j", "b")
        await desk.press("tilde", "B")
        assert {PAPERS[row].id for row in desk.main.page.rows} == {"test:0"}
        assert desk.status == "1 paper like “Diffusion 2”"
        await desk.press("B")
        assert len(desk.titles) == 39


async def test_a_year_below_a_closed_conference_is_chosen_again(
    run: Run, many: Services
) -> None:
    async with run(with_services=many) as desk:
        await desk.press("1", "j", "j", "j", "2", "tilde")
        assert crumbs(desk).startswith("ICML 2024 › ~ ")
        await desk.press("1", "j", "j", "space", "k", "k", "2", "escape")
        assert desk.main.shelf.venues == frozenset({VENUES[1]})


async def test_nothing_is_like_no_paper(run: Run, many: Services) -> None:
    async with run(with_services=many) as desk:
        await desk.press("slash", *"zzz", "enter", "tilde")
        assert desk.status == "There is no paper under the cursor."
        assert crumbs(desk) == ""
        await desk.press("slash", "tilde", "grave_accent")
        assert desk.main.typed == "zzz~`"


async def test_a_list_that_is_narrowed_to_nothing_says_so(
    run: Run, many: Services
) -> None:
    async with run(with_services=many) as desk:
        await desk.press("tilde", "slash", *"hopfield", "enter")
        said = "\n".join(line.strip() for line in desk.lines)
        assert "None of the similar papers matches “hopfield”." in said
        await desk.press("escape", "1", "j", "j", "2")
        assert desk.main.shelf.label == "ICML"
        await desk.press("B")
        said = "\n".join(line.strip() for line in desk.lines)
        assert "No bookmarks yet." in said


class LateSearch(Search):
    """Waits before it is ready."""

    waits = threading.Event()

    def prepare(self, progress: Callable[[int, int], None]) -> tuple[str, ...]:
        self.waits.wait(10)
        return super().prepare(progress)


class LateServices(Services):
    """Opens that search."""

    def open_search(self) -> Search:
        return LateSearch(self.library, self.open_store())


async def test_before_the_index_is_ready_it_is_told_and_listed_then(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    LateSearch.waits.set()
    services = make_services(PAPERS, places, LateServices)
    async with run(with_services=services) as desk:
        LateSearch.waits.clear()
        desk.main.library_changed()
        await desk.pilot.press("tilde")
        await desk.pilot.pause()
        assert desk.status == "The index is being built; the search runs right after."
        assert crumbs(desk) == "All › ~ Diffusion 0"
        LateSearch.waits.set()
        await desk.settle()
        assert len(desk.titles) == 39


# The dialog


def dialog(desk: Desk) -> SimilarDialog:
    screen = desk.app.screen
    assert isinstance(screen, SimilarDialog)
    return screen


def effect(desk: Desk) -> str:
    return str(dialog(desk).query_one("#effect", Static).content)


async def paste(desk: Desk, text: str) -> None:
    desk.app.post_message(events.Paste(text))
    await desk.pilot.pause()


async def test_papers_like_a_pasted_text(run: Run, many: Services) -> None:
    async with run(with_services=many) as desk:
        await desk.press("j", "grave_accent")
        assert effect(desk) == "Nothing to look for yet."
        await paste(desk, "Associative memory\n\nand retrieval of $\\alpha$ things")
        assert effect(desk) == "7 words"
        await desk.press("ctrl+s")
        assert crumbs(desk) == (
            "All › ~ “Associative memory and retrieval of $\\alpha$…"
        )
        assert len(desk.titles) == 40
        assert all(title.startswith("Hopfield") for title in desk.titles)
        await desk.press("escape")
        assert (desk.selected, crumbs(desk)) == ("test:1", "")


async def test_tab_leads_from_the_text_to_the_button(run: Run, many: Services) -> None:
    async with run(with_services=many) as desk:
        await desk.press("grave_accent", *"memory", "enter", *"q", "tab")
        assert isinstance(desk.app.focused, Button)
        assert dialog(desk).area.text == "memory\nq"
        await desk.press("enter")
        assert crumbs(desk) == "All › ~ “memory q”"


async def test_no_text_is_looked_for_and_escape_leaves(
    run: Run, many: Services
) -> None:
    async with run(with_services=many) as desk:
        await desk.press("grave_accent", "ctrl+s")
        assert effect(desk) == "! Paste or type a text first."
        assert isinstance(desk.app.focused, TextArea)
        await desk.press("m", "escape")
        assert (desk.focus, crumbs(desk)) == ("results", "")


async def test_a_text_that_says_nothing_is_answered_so(
    run: Run, many: Services
) -> None:
    async with run(with_services=many) as desk:
        await desk.press("grave_accent")
        await paste(desk, "of the zzz")
        await desk.press("ctrl+s")
        said = [line.strip() for line in desk.lines if line.strip()]
        assert said == ["No paper here is like this text.", "Esc goes back."]
        await desk.press("tilde")
        assert desk.status == "There is no paper under the cursor."
        await desk.press("escape")
        assert len(desk.titles) == 80


async def test_a_very_long_text_of_many_lines(run: Run, many: Services) -> None:
    async with run(60, 20, with_services=many) as desk:
        await desk.press("grave_accent")
        await paste(desk, "Modern Hopfield networks: [bold]memory[/]\n" * 2_500)
        assert effect(desk) == "10,000 words"
        await desk.press("ctrl+s")
        assert len(desk.titles) == 40
        assert crumbs(desk).startswith("All › ~ “Modern Hopfield networks: [bold]m")


@pytest.mark.parametrize(
    ("width", "height"), [(140, 40), (100, 30), (60, 20), (40, 12)]
)
async def test_the_last_crumb_can_be_read_at_any_size(
    run: Run, many: Services, width: int, height: int
) -> None:
    async with run(width, height, with_services=many) as desk:
        await desk.press("slash", *"images OR retrieval", "enter", "tilde", "tilde")
        shown = crumbs(desk)
        assert cell_len(shown) <= desk.main.crumbs.content_size.width
        here = f"~ {desk.main.trail.like.label}" if desk.main.trail.like else ""
        last = shown.rpartition("› ")[2]
        assert here.startswith(last.rstrip("…"))
        assert len(last) >= min(20, len(here))
        await desk.press("grave_accent")
        window = dialog(desk).query_one(".window").region
        assert window.width <= width
        assert window.height <= height
        assert dialog(desk).query_one(Button).region.height == 1
