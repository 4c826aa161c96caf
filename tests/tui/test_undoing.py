"""Undoing in the app: whatever was done, in its order, and what is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.index.bookmarks import Bookmarks
from paperstui.index.journal import Journal
from paperstui.index.models import Verdict
from paperstui.index.reading import ReadingState

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paperstui.index.locations import Locations
    from paperstui.index.models import Paper
    from paperstui.tui.services import Services
    from tests.tui.conftest import Desk, Run

HOPFIELD, SCORE = "test:0", "test:1"


def signs(desk: Desk, place: int = 0) -> str:
    """What stands before a title: pointer, mark, bookmark, decision."""
    return desk.lines[place * desk.main.results.row_height][:4]


async def test_everything_is_undone_in_its_order(services: Services, run: Run) -> None:
    async with run(with_services=services) as desk:
        await desk.press("b", "space", "k", "plus")
        assert signs(desk) == "▌◉✱+"
        assert desk.status.startswith("Kept “On Computational Limits")
        told = []
        for _ in range(4):
            await desk.press("u")
            told.append((desk.status.partition("“")[0], signs(desk)))
        assert told == [
            ("Undone: kept ", "▌◉✱ "),
            ("Undone: marked ", "▌ ✱ "),
            ("Undone: bookmarked ", "▌   "),
            ("There is nothing to undo.", "▌   "),
        ]
        for _ in range(3):
            await desk.press("ctrl+r")
        assert signs(desk) == "▌◉✱+"
        await desk.press("ctrl+r")
        assert desk.status == "There is nothing to redo."


async def test_the_cursor_goes_to_what_was_undone(services: Services, run: Run) -> None:
    async with run(with_services=services) as desk:
        await desk.press("minus", "G")
        assert desk.selected != HOPFIELD
        await desk.press("u")
        assert desk.selected == HOPFIELD


async def test_a_decision_is_taken_back_by_its_own_key(
    services: Services, run: Run
) -> None:
    async with run(with_services=services) as desk:
        await desk.press("equals_sign")
        assert services.reading.decisions[HOPFIELD].verdict is Verdict.MAYBE
        assert signs(desk) == "▌  ="
        assert "\n= maybe\n" in desk.abstract
        await desk.press("minus")
        assert services.reading.decisions[HOPFIELD].verdict is Verdict.SKIP
        await desk.press("minus")
        assert HOPFIELD not in services.reading.decisions
        assert desk.status.startswith("No longer decided: “On Computational")


async def test_what_was_done_with_many_is_one_action(
    services: Services, run: Run
) -> None:
    async with run(with_services=services) as desk:
        count = len(desk.main.page.rows)
        await desk.press("asterisk", "b")
        assert len(services.bookmarks) == count
        await desk.press("u")
        assert len(services.bookmarks) == 0
        assert desk.status == f"Undone: bookmarked {count} papers"
        await desk.press("u")
        assert desk.main.marking.count == 0
        assert desk.status == f"Undone: marked {count} papers"


async def test_taking_bookmarks_away_gives_tags_and_notes_back(
    services: Services, run: Run
) -> None:
    async with run(with_services=services) as desk:
        await desk.press("number_sign")
        await desk.type("rl")
        await desk.press("enter")
        bookmark = services.bookmarks.bookmark(HOPFIELD)
        assert bookmark is not None
        await desk.press("b")
        assert len(services.bookmarks) == 0
        await desk.press("u")
        assert services.bookmarks.bookmark(HOPFIELD) == bookmark


async def test_marks_and_history_last_over_restarts(
    services: Services,
    run: Run,
    papers: Sequence[Paper],
    places: Locations,
    make_services: Callable[..., Services],
) -> None:
    async with run(with_services=services) as desk:
        await desk.press("space", "space", "plus")
        rows = {desk.main.page.rows[0], desk.main.page.rows[1]}
    again = make_services(papers, places)
    async with run(with_services=again) as desk:
        assert desk.main.marking.chosen().rows == rows  # type: ignore[union-attr]
        await desk.press("u")
        assert desk.status == "Undone: kept 2 papers"
        await desk.press("u", "u")
        assert desk.main.marking.count == 0


async def test_another_instance_is_followed(
    services: Services, run: Run, places: Locations
) -> None:
    bookmarks, reading = Bookmarks(places.bookmarks), ReadingState(places.reading)
    other = Journal(bookmarks, reading)
    async with run(with_services=services) as desk:
        paper = desk.main.results.selected
        assert paper is not None
        other.load()
        other.decide([paper], Verdict.SKIP, "Skipped one")
        other.mark([paper.id], [], "Marked one")
        desk.main.look_again()
        await desk.settle()
        assert signs(desk) == "▌◉ -"
        await desk.press("u", "u")
        assert signs(desk) == "▌   "
    reading.close()


async def test_papers_above_are_seen(services: Services, run: Run) -> None:
    async with run(with_services=services) as desk:
        await desk.press("A")
        assert desk.status == "There is no paper above the cursor."
        await desk.press("j", "j", "A")
        assert desk.status == "Marked 2 papers above as seen"
        assert services.reading.ids >= {HOPFIELD, SCORE}
        await desk.press("A")
        assert desk.status == "All papers above were seen already."
        await desk.press("u")
        assert not services.reading.ids & {HOPFIELD, SCORE}


async def test_what_was_just_decided_stays_until_it_is_asked_again(
    services: Services, run: Run
) -> None:
    async with run(with_services=services) as desk:
        before = desk.titles
        await desk.press("minus", "S")
        assert desk.status == "Skipped papers hidden"
        assert desk.titles == before[1:]
        assert "skipped hidden" in str(desk.main.header.render())
        await desk.press("minus")
        assert desk.titles == before[1:]
        await desk.press("slash", "a", "escape", "escape")
        assert desk.titles == before[2:]
        await desk.press("S")
        assert desk.titles == before
        await desk.press("H")
        assert desk.titles == before[2:]
