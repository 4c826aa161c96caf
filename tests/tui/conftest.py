"""The app over the small library, driven by a pilot."""

from __future__ import annotations

import asyncio
import threading
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from textual import _wait
from textual.css.stylesheet import Stylesheet
from textual.worker import WorkerCancelled

from paperstui.index.bookmarks import Bookmarks
from paperstui.index.collection import Collection
from paperstui.index.marked import MarkedRows
from paperstui.index.reading import ReadingState
from paperstui.tui.app import PaperstuiApp
from paperstui.tui.clipboard import Clipboard
from paperstui.tui.screens import completing, following
from paperstui.tui.screens.main import MainScreen
from paperstui.tui.services import Choices, Services
from paperstui.tui.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Hashable, Sequence
    from contextlib import AbstractAsyncContextManager

    from textual.css.model import RuleSet
    from textual.pilot import Pilot

    from paperstui.index.locations import Locations
    from paperstui.index.models import Paper
    from paperstui.index.search import Search
    from paperstui.index.session import SessionFile

    Run = Callable[..., AbstractAsyncContextManager["Desk"]]

# Textual waits after each key until the program has been at rest for so long; by itself
# a fiftieth of a second, most of the time of these tests. Two paints come in this time.
_wait.SLEEP_GRANULARITY = 1 / 200
_wait.SLEEP_IDLE = _wait.SLEEP_GRANULARITY / 10

# On a busy machine a test takes longer than a person who lingers on an abstract, or
# than candidates that come in time.
following.READ_AFTER = 3600.0
completing.KEYS_WAIT = 30.0

# Each test starts the app; the same styles in the same colours come out the same.
_parse_rules = Stylesheet._parse_rules
_rules: dict[Hashable, list[RuleSet]] = {}


def _parsed_once(sheet: Stylesheet, *source: Any, **kinds: Any) -> list[RuleSet]:
    key = (source, *kinds.items(), *sheet._variables.items())
    if key not in _rules:
        _rules[key] = _parse_rules(sheet, *source, **kinds)
    return _rules[key]


Stylesheet._parse_rules = _parsed_once  # type: ignore[method-assign,assignment]

PATIENCE = 30.0
"""Seconds after which an app that does not come to rest has failed."""


class LateServices(Services):
    """Opens the search only when it is told to."""

    ready = threading.Event()

    def open_search(self) -> Search:
        self.ready.wait(PATIENCE)
        return super().open_search()


@dataclass
class Desk:
    """A running app and the hands on it."""

    app: PaperstuiApp
    pilot: Pilot[Sequence[Paper]]
    main: MainScreen

    async def press(self, *keys: str) -> None:
        """Press keys, each when the one before has had its effect."""
        for key in keys:
            await self.pilot.press(key)
            await self.work()
        await self.settle()

    async def type(self, text: str) -> None:
        """Type into whatever has the focus."""
        names = {" ": "space", "/": "slash", '"': "quotation_mark", "-": "minus"}
        await self.press(*(names.get(letter, letter) for letter in text))

    async def settle(self) -> None:
        """Wait for workers and for the answer to the newest query."""
        async with asyncio.timeout(PATIENCE):
            await self.pilot.pause()
            while True:
                await self.work()
                await self.pilot.pause()
                if self.main.settled:
                    return

    async def work(self) -> None:
        """Wait for workers alone."""
        # An exclusive worker that was replaced counts as cancelled.
        with suppress(WorkerCancelled):
            await self.app.workers.wait_for_complete()

    async def resize(self, width: int, height: int) -> None:
        """Change the size of the terminal."""
        await self.pilot.resize_terminal(width, height)
        await self.settle()

    @property
    def titles(self) -> list[str]:
        """The titles in the list, from top to bottom."""
        papers = self.main.services.library.papers
        return [papers[row].title.split(":")[0] for row in self.main.page.rows]

    @property
    def selected(self) -> str:
        """The id of the paper under the cursor."""
        paper = self.main.results.selected
        return paper.id if paper else ""

    @property
    def focus(self) -> str:
        """The id of the widget that has the focus."""
        return (self.app.focused.id or "") if self.app.focused else ""

    @property
    def status(self) -> str:
        """What the status line tells."""
        return self.main.status.text

    @property
    def lines(self) -> list[str]:
        """The lines that the list of papers draws."""
        results = self.main.results
        return [
            results.render_line(y).text.rstrip() for y in range(results.size.height)
        ]

    @property
    def abstract(self) -> str:
        """The text of the reader."""
        return self.main.reader.text


@pytest.fixture
def services(papers: Sequence[Paper], places: Locations) -> Services:
    """Everything the app works with, in a home of its own."""
    return _services(papers, places)


@pytest.fixture
def make_services() -> Callable[..., Services]:
    """Makes services over other papers, or of another kind."""
    return _services


def _services(
    papers: Sequence[Paper],
    places: Locations,
    kind: type[Services] = Services,
    clipboard: Clipboard | None = None,
    catalog: str = "",
) -> Services:
    """Services over some papers, as `open_services` makes them over the seeds."""
    bookmarks = Bookmarks(places.bookmarks)
    notices = bookmarks.load()
    collection = Collection(places.library)
    collection.keep(papers)
    reading = ReadingState(places.reading)
    return kind(
        places,
        collection,
        bookmarks,
        reading,
        clipboard or Clipboard(places.copies),
        MarkedRows(collection.library, bookmarks, reading),
        Choices(catalog),
        (*notices, *collection.notices),
    )


@pytest.fixture
def run(request: pytest.FixtureRequest) -> Run:
    """Start the app at some size; the index is ready when the block begins."""

    @asynccontextmanager
    async def start(
        width: int = 140,
        height: int = 40,
        with_services: Services | None = None,
        settings: Settings | None = None,
        session: SessionFile | None = None,
    ) -> AsyncIterator[Desk]:
        if with_services is None:
            with_services = request.getfixturevalue("services")
        app = PaperstuiApp(with_services, settings or Settings(), None, session)
        async with app.run_test(size=(width, height)) as pilot:
            main = app.screen
            assert isinstance(main, MainScreen)
            desk = Desk(app, pilot, main)
            await desk.settle()
            yield desk
        with_services.close()

    return start
