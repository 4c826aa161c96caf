"""Panes at every size of the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.tui.conftest import Desk, Run


def shown(desk: Desk) -> set[str]:
    """The ids of what is on the screen."""
    panes = ("sidebar", "papers", "reader")
    found = {name for name in panes if desk.main.query_one(f"#{name}").region.area}
    if desk.main.query_one("SmallNotice").region.area:
        found.add("notice")
    return found


SIZES = [
    (300, 100, {"sidebar", "papers", "reader"}),
    (140, 40, {"sidebar", "papers", "reader"}),
    (120, 10, {"sidebar", "papers", "reader"}),
    (119, 40, {"papers", "reader"}),
    (80, 24, {"papers", "reader"}),
    (79, 24, {"papers"}),
    (40, 10, {"papers"}),
    (39, 40, {"notice"}),
    (140, 9, {"notice"}),
    (30, 8, {"notice"}),
    (1, 1, {"notice"}),
]


@pytest.mark.parametrize(("width", "height", "expected"), SIZES)
async def test_panes_of_a_size(
    run: Run, width: int, height: int, expected: set[str]
) -> None:
    async with run(width, height) as desk:
        assert shown(desk) == expected


async def test_two_panes_swap_reader_and_venues(run: Run) -> None:
    async with run(100, 30) as desk:
        await desk.press("1")
        assert shown(desk) == {"sidebar", "papers"}
        await desk.press("enter")
        assert shown(desk) == {"papers", "reader"}


async def test_one_pane_at_a_time(run: Run) -> None:
    async with run(60, 20) as desk:
        await desk.press("enter")
        assert shown(desk) == {"reader"}
        await desk.press("escape")
        assert shown(desk) == {"papers"}
        await desk.press("1")
        assert shown(desk) == {"sidebar"}
        await desk.press("tab", "tab")
        assert shown(desk) == {"reader"}
        await desk.press("slash")
        assert shown(desk) == {"papers"}


async def test_the_notice_goes_away_with_everything_where_it_was(run: Run) -> None:
    async with run(140, 40) as desk:
        await desk.press("j", "j", "enter")
        for width, height in ((28, 6), (1, 1), (60, 20), (39, 9), (300, 100)):
            await desk.resize(width, height)
        assert shown(desk) == {"sidebar", "papers", "reader"}
        assert desk.selected == "test:2"
        assert desk.focus == "reader"


async def test_low_lists_take_one_line_a_paper(run: Run) -> None:
    async with run(140, 14) as desk:
        assert desk.main.results.row_height == 1
        assert desk.lines[1].startswith("     DiffDA")
        await desk.resize(140, 40)
        assert desk.main.results.row_height == 2
        assert desk.lines[2].startswith("     DiffDA")


async def test_dialogs_fit_into_the_smallest_window(run: Run) -> None:
    async with run(40, 10) as desk:
        for key in ("question_mark", "Y"):
            await desk.press(key)
            window = desk.app.screen.query_one(".window")
            assert window.region.width <= 40
            assert window.region.height <= 10
            await desk.press("escape")


async def test_a_narrow_window_tells_where_we_are_while_nothing_happens(
    run: Run,
) -> None:
    async with run(60, 20) as desk:
        status = desk.main.status
        status.tell("")
        assert str(status.render()).strip() == status.state
        assert "5 papers" in status.state
        status.tell("Something happened.")
        assert str(status.render()).strip() == "Something happened."
