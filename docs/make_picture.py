"""Draws the picture of the README: `python docs/make_picture.py`."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from paperstui.index.locations import Locations
from paperstui.tui.app import PaperstuiApp
from paperstui.tui.services import open_services
from paperstui.tui.settings import Settings
from paperstui.tui.themes import DARK

PICTURE = Path(__file__).with_name("paperstui.svg")
SIZE = (132, 34)


async def draw(home: str) -> None:
    """Search the seeds in a fresh home and save what the screen shows."""
    services = open_services(Locations.discover({"PAPERSTUI_HOME": home}))
    app = PaperstuiApp(services, Settings(theme=DARK.name))
    async with app.run_test(size=SIZE) as pilot:
        for keys in ("/ d i f f u s i o n enter", "b j j j b k k k"):
            for key in keys.replace("/", "slash").split():
                await pilot.press(key)
                await app.workers.wait_for_complete()
            while not app.screen.settled:
                await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        PICTURE.write_text(app.export_screenshot(), encoding="utf-8")
    services.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        asyncio.run(draw(home))
