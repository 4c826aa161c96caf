"""Garbage is looked for after a key is painted."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.tui.conftest import PATIENCE

if TYPE_CHECKING:
    import pytest

    from tests.tui.conftest import Run


async def test_what_a_key_left_is_looked_through_when_the_reader_shows_the_paper(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    async with run() as desk:

        def look(generation: int = 2) -> None:
            if generation == 0:  # others are looked for at rest
                shown.append(desk.abstract)

        monkeypatch.setattr("paperstui.tui.screens.tidying._SWEPT", 0)
        monkeypatch.setattr("gc.collect", look)
        before = desk.abstract
        await desk.pilot.press("j")
        async with asyncio.timeout(PATIENCE):
            while not shown:
                await desk.pilot.pause(0.001)
        assert shown[0] == desk.abstract != before
