"""One search at a time, and only the newest request counts."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Static

from paperstui.index.errors import EngineError
from paperstui.index.search import Search
from tests.tui.conftest import PATIENCE

if TYPE_CHECKING:
    from paperstui.index.requests import ResultPage, SearchRequest
    from tests.tui.conftest import Desk, Run


class Slow:
    """A search that waits for leave to answer, and knows what it was asked."""

    def __init__(self, real: Search) -> None:
        self.asked: list[str] = []
        self.engine = real.engine
        self.failing = False
        self._real = real
        self._begun = Event()
        self._leave = Event()

    def find(self, request: SearchRequest) -> ResultPage:
        """The answer of the real search, when it may be given."""
        self.asked.append(request.text)
        self._begun.set()
        assert self._leave.wait(PATIENCE)
        self._leave.clear()
        if self.failing:
            raise EngineError("the disk is gone")
        return self._real.find(request)

    async def begun(self) -> None:
        """Wait until the next search runs."""
        assert await asyncio.to_thread(self._begun.wait, PATIENCE)
        self._begun.clear()

    def go_on(self) -> None:
        """Let the search that runs, or else the next one, answer."""
        self._leave.set()


async def slowed(desk: Desk) -> Slow:
    """The cursor in the box, and a slow search behind it."""
    await desk.press("slash")
    assert desk.main.search is not None
    slow = Slow(desk.main.search)
    desk.main.search = slow  # type: ignore[assignment]
    return slow


def count(desk: Desk) -> str:
    return str(desk.main.query_one("#count", Static).content)


async def test_a_search_begins_with_the_first_letter(run: Run) -> None:
    async with run() as desk:
        slow = await slowed(desk)
        await desk.pilot.press("d")
        await slow.begun()
        assert slow.asked == ["d"]
        slow.go_on()
        await desk.settle()
        assert desk.main.page.request.text == "d"


async def test_while_a_search_runs_only_the_newest_text_waits(run: Run) -> None:
    async with run() as desk:
        slow = await slowed(desk)
        await desk.pilot.press("d")
        await slow.begun()
        await desk.pilot.press("i", "f", "f", "d")
        assert desk.main.search_bar.text == "diffd"
        assert slow.asked == ["d"]
        slow.go_on()
        await slow.begun()
        # The answer for "d" came, and is not what is asked any more.
        assert slow.asked == ["d", "diffd"]
        assert desk.main.page.request.text == ""
        assert count(desk) == "5 papers"
        slow.go_on()
        await desk.settle()
        assert slow.asked == ["d", "diffd"]
        assert desk.main.page.request.text == "diffd"
        assert count(desk) == "1 of 5"


async def test_an_emptied_box_lists_everything_while_a_search_runs(run: Run) -> None:
    async with run() as desk:
        slow = await slowed(desk)
        await desk.pilot.press("d")
        await slow.begun()
        await desk.pilot.press("backspace")
        await desk.pilot.pause()
        assert desk.main.page.request.text == ""
        assert len(desk.titles) == 5
        slow.go_on()
        await desk.settle()
        assert slow.asked == ["d"]
        assert len(desk.titles) == 5


@pytest.mark.parametrize("newer", [False, True])
async def test_a_search_that_fails_is_told_and_does_not_block_the_next(
    run: Run, newer: bool
) -> None:
    async with run() as desk:
        slow = await slowed(desk)
        slow.failing = True
        await desk.pilot.press("d")
        await slow.begun()
        if newer:
            await desk.pilot.press("i")
        slow.go_on()
        if newer:
            await slow.begun()
            slow.go_on()
        while desk.status != "! The search failed: the disk is gone":
            await desk.pilot.pause()
        slow.failing = False
        await desk.pilot.press("f")
        await slow.begun()
        slow.go_on()
        await desk.settle()
        assert slow.asked[-1] == ("dif" if newer else "df")
        assert desk.main.page.request.text == slow.asked[-1]
