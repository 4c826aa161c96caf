"""Saved searches: in the config file, in the sidebar, counted anew."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input, Static

from paperstui.index.errors import PaperstuiError
from paperstui.index.search import Search
from paperstui.tui.screens.save_prompt import SavePrompt
from paperstui.tui.services import Services
from paperstui.tui.settings import Settings, keep_search, load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from paperstui.index.locations import Locations
    from paperstui.index.models import Paper
    from paperstui.index.requests import ResultPage, SearchRequest
    from tests.tui.conftest import Desk, Run

    MakeServices = Callable[..., Services]

WRITTEN = """\
# mine
theme = "nord"  # dark

[searches]   # smart lists
"to read"   = "diffusion"  # soon

[keys]
bookmark = "m"
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A config file as a person wrote it."""
    path = tmp_path / "config.toml"
    path.write_text(WRITTEN, encoding="utf-8")
    return path


def test_saving_keeps_what_the_person_wrote(config: Path) -> None:
    kept = keep_search(config, "neu [b]", 'a "b c" \\ d')
    assert kept == {"to read": "diffusion", "neu [b]": 'a "b c" \\ d'}
    assert config.read_text(encoding="utf-8") == WRITTEN.replace(
        "# soon\n", '# soon\n"neu [b]" = "a \\"b c\\" \\\\ d"\n'
    )
    assert load(config)[0].searches == kept
    keep_search(config, "to read", "image")
    assert '"to read"   = "image"' in config.read_text(encoding="utf-8")
    keep_search(config, "to read", None)
    assert keep_search(config, "neu [b]", None) == {}
    assert "# mine" in config.read_text(encoding="utf-8")


FILES = [
    (b"", b'[searches]\na = "b"\n'),
    (b'theme = "nord"', None),
    (b'\xef\xbb\xbftheme = "nord"\r\n', None),
    (b'searches = {x = "y"}\n', None),
    (b'searches.x = "y"\n', None),
]


@pytest.mark.parametrize(("before", "after"), FILES)
def test_any_layout_takes_a_search(
    tmp_path: Path, before: bytes, after: bytes | None
) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(before)
    theme = load(path)[0].theme
    assert keep_search(path, "a", "b")["a"] == "b"
    saved, notices = load(path)
    assert (saved.searches["a"], saved.theme, notices) == ("b", theme, ())
    if after is not None:
        assert path.read_bytes() == after


def test_a_new_file_is_made_in_a_new_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    assert keep_search(path, "a", "b") == {"a": "b"}


BROKEN = [
    (b"theme = ", "not saved"),
    (b"searches = 3\n", "searches should be a table; not saved"),
    (b"\xff\xfe", "not saved"),
]


@pytest.mark.parametrize(("content", "reason"), BROKEN)
def test_a_broken_file_is_left_as_it_is(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(content)
    with pytest.raises(PaperstuiError, match=reason):
        keep_search(path, "a", "b")
    assert path.read_bytes() == content


def test_a_file_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.mkdir()
    with pytest.raises(PaperstuiError, match=r"toml: Is a directory; not saved"):
        keep_search(path, "a", "b")


def test_bad_searches_are_named_and_left_out(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[searches]\na = 3\n" " = "x"\nb = ""\nc = "d"\n')
    settings, notices = load(path)
    assert settings.searches == {"c": "d"}
    assert [notice.split(": ")[1] for notice in notices] == [
        "searches.a should be a query in quotes",
        "searches.  should be a query in quotes",
        "searches.b should be a query in quotes",
    ]


def rows(desk: Desk) -> list[str]:
    """The rows of the sidebar below the venues."""
    sidebar = desk.main.sidebar
    lines = [sidebar.render_line(y).text for y in range(sidebar.count)]
    return [" ".join(line.replace("▌", " ").split()) for line in lines[5:]]


def with_searches(**searches: str) -> Settings:
    return Settings(searches=searches)


async def test_saved_searches_are_counted_and_listed(run: Run) -> None:
    settings = with_searches(diffusion="diffusion", none="zzz")
    async with run(settings=settings) as desk:
        assert rows(desk) == ["◊ diffusion 2", "◊ none 0", "✱ Bookmarks 0"]
        await desk.press("1", "G", "k", "k", "enter")
        assert desk.titles == ["DiffDA", "深度学习方法研究"]
        assert str(desk.main.query_one("#papers").border_subtitle) == "◊ diffusion"
        await desk.press("slash", *"image")
        assert desk.titles == ["深度学习方法研究"]
        # The other rows count what the text finds in all papers.
        assert desk.main.sidebar.render_line(0).text.split() == ["All", "2"]
        assert rows(desk)[0] == "◊ diffusion 2"
        await desk.press("ctrl+u", *"boltzmann")
        assert "Nothing here, but 1 paper in all venues." in "\n".join(desk.lines)
        await desk.press("escape", "escape", "1", "j")
        assert "No paper matches “zzz”." in "\n".join(desk.lines)


async def test_a_query_is_saved_with_what_it_narrows(
    run: Run, places: Locations
) -> None:
    keep_search(places.config_file, "one", "diffusion OR energy")
    settings, _ = load(places.config_file)
    async with run(settings=settings) as desk:
        await desk.press("slash", "ctrl+s")
        assert desk.status == "There is nothing to save: type a query first."
        await desk.press("escape", "1", "G", "k", "enter", "slash", *"image")
        found = desk.titles
        assert len(found) == 2
        await desk.press("ctrl+s")
        prompt = desk.app.screen
        assert isinstance(prompt, SavePrompt)
        box = prompt.query_one(Input)
        assert box.value == "(diffusion OR energy) image"
        await desk.press(*"pics", "enter")
        assert desk.status.startswith("Saved “pics”: it is in the sidebar")
        assert rows(desk) == ["◊ one 3", "◊ pics 2", "✱ Bookmarks 0"]
        assert load(places.config_file)[0].searches == {
            "one": "diffusion OR energy",
            "pics": "(diffusion OR energy) image",
        }


async def test_a_taken_name_says_what_it_replaces(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash", *"image", "ctrl+s", *"[b]x", "enter")
        await desk.press("ctrl+u", *"energy", "ctrl+s")
        prompt = desk.app.screen
        effect = prompt.query_one("#effect", Static)
        assert str(effect.content) == "◊ finds: energy"
        await desk.press(*"[b]x")
        assert str(effect.content) == "! Replaces: image"
        await desk.press("escape")
        assert desk.main.searches == {"[b]x": "image"}
        await desk.press("ctrl+s", *"[b]x", "enter", "ctrl+s", *"[b]x")
        assert desk.main.searches == {"[b]x": "energy"}
        effect = desk.app.screen.query_one("#effect", Static)
        assert str(effect.content) == "It is saved under this name."
        await desk.press("ctrl+u", "enter")
        assert str(effect.content) == "It needs a name."
        await desk.press("escape")
        assert rows(desk) == ["◊ [b]x 1", "✱ Bookmarks 0"]


async def test_a_removed_search_can_be_had_back(run: Run) -> None:
    async with run() as desk:
        for name in ("image", "energy"):
            await desk.press("slash", "ctrl+u", *name, "ctrl+s", "enter")
        await desk.press("ctrl+u", "escape", "1", "G", "k", "k", "delete")
        assert desk.status == "Removed “image”; ctrl+s saves it again: image"
        assert rows(desk) == ["◊ energy 1", "✱ Bookmarks 0"]
        assert desk.main.shelf.search == "energy"
        assert desk.titles == ["Energy, Boltzmann Machines and Images"]
        await desk.press("d")
        assert desk.main.sidebar.cursor == 0
        assert len(desk.titles) == 5
        assert load(desk.main.services.locations.config_file)[0].searches == {}


async def test_what_cannot_be_saved_is_told(run: Run) -> None:
    async with run() as desk:
        desk.main.services.locations.config_file.mkdir()
        await desk.press("slash", *"image", "ctrl+s", "enter")
        assert desk.status.endswith("config.toml: Is a directory; not saved")
        assert desk.main.searches == {}


async def test_a_search_with_a_fault_is_marked_and_says_why(run: Run) -> None:
    settings = with_searches(bad="year:abc image", **{"\x1b[31m [b]": "energy"})
    async with run(settings=settings) as desk:
        assert rows(desk) == ["! bad 2", "◊ [31m [b] 1", "✱ Bookmarks 0"]
        await desk.press("1", "G", "k", "k")
        assert desk.status.startswith("! “bad”: ")
        assert "not a year" in desk.status
        assert len(desk.titles) == 2


async def test_a_name_like_a_venue_is_another_row(run: Run) -> None:
    settings = with_searches(Bookmarks="energy", All="image")
    async with run(settings=settings) as desk:
        assert rows(desk) == ["◊ Bookmarks 1", "◊ All 2", "✱ Bookmarks 0"]
        await desk.press("1", "G", "k", "f", "a", "l")
        assert [shelf.label for shelf in desk.main.sidebar.shelves] == [
            "All",
            "All",
            "Bookmarks",
        ]
        assert desk.main.shelf.search == "All"


class CountedSearch(Search):
    """Remembers what was counted; waits in the first count until it may go on."""

    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.asked: list[str] = []
        self.entered = threading.Event()
        self.released = threading.Event()
        self.released.set()

    def find(self, request: SearchRequest) -> ResultPage:
        if not request.text and request.within:
            self.asked.append(request.within)
            self.entered.set()
            self.released.wait(10)
        return super().find(request)


class CountedServices(Services):
    """Opens that search."""

    def open_search(self) -> Search:
        return CountedSearch(self.library, self.open_store())


async def test_marks_recount_personal_searches_once(
    run: Run, papers: Sequence[Paper], places: Locations, make_services: MakeServices
) -> None:
    settings = with_searches(kept="is:bookmarked", new="is:unseen", all="energy")
    services = make_services(papers, places, CountedServices)
    async with run(140, 40, services, settings) as desk:
        assert rows(desk)[:3] == ["◊ kept 0", "◊ new 5", "◊ all 1"]
        search = desk.main.search
        assert isinstance(search, CountedSearch)
        assert search.asked == ["is:bookmarked", "is:unseen", "energy"]
        await desk.press("b")
        assert rows(desk)[:3] == ["◊ kept 1", "◊ new 5", "◊ all 1"]
        await desk.press("enter")
        assert rows(desk)[:3] == ["◊ kept 1", "◊ new 4", "◊ all 1"]
        assert search.asked[3:] == ["is:bookmarked", "is:unseen"] * 2
        search.asked.clear()
        search.released.clear()
        search.entered.clear()
        desk.main.recount(personal=True)
        while not search.entered.is_set():
            await desk.pilot.pause(0.01)
        for _ in range(5):
            desk.main.recount(personal=True)
        search.released.set()
        await desk.settle()
        assert search.asked == ["is:bookmarked", "is:unseen"] * 2


async def test_a_library_that_changes_is_counted_anew(
    run: Run, papers: Sequence[Paper], places: Locations, make_services: MakeServices
) -> None:
    services = make_services(papers[:2], places)
    async with run(140, 40, services, with_searches(e="energy")) as desk:
        assert " ".join(desk.main.sidebar.render_line(2).text.split()) == "◊ e 0"
        services.collection.keep(papers)
        desk.main.library_changed()
        await desk.settle()
        assert rows(desk) == ["◊ e 1", "✱ Bookmarks 0"]


@pytest.mark.skipif(os.name != "posix", reason="needs mode bits")
def test_mode_bits_stay(config: Path) -> None:
    config.chmod(0o600)
    keep_search(config, "a", "b")
    assert config.stat().st_mode & 0o777 == 0o600
