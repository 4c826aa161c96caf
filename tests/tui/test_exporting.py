"""The dialog that writes papers to files."""

from __future__ import annotations

import re
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from textual.widgets import OptionList, Static
from textual.worker import WorkerFailed

from paperstui.index.collection import Collection
from paperstui.index.models import Venue
from paperstui.tui.screens import marking
from paperstui.tui.screens.export_dialog import FILE_FORMS, ExportDialog
from paperstui.tui.screens.menu import Menu
from paperstui.tui.services import Services
from tests.tui.conftest import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from paperstui.index.citations.cited import Cited
    from paperstui.index.models import Paper
    from tests.tui.conftest import Desk, Run


@pytest.fixture(autouse=True)
def _working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cwd").mkdir()
    monkeypatch.chdir(tmp_path / "cwd")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cwd"


def keys(path: Path) -> list[str]:
    return re.findall(r"^@\w+\{(.*),$", path.read_text(encoding="utf-8"), re.MULTILINE)


def dialog(desk: Desk) -> ExportDialog:
    assert isinstance(desk.app.screen, ExportDialog)
    return desk.app.screen


def shown(desk: Desk, name: str) -> str:
    return str(dialog(desk).query_one(f"#{name}", Static).content)


def options(desk: Desk, name: str) -> list[str]:
    found = dialog(desk).query_one(f"#{name}", OptionList)
    return [str(found.get_option_at_index(n).prompt) for n in range(found.option_count)]


async def test_three_enters_write_what_is_listed(run: Run, folder: Path) -> None:
    async with run() as desk:
        await desk.press("s", "4")  # by title
        await desk.press("e", "enter", "enter", "enter")
        listed = [
            desk.main.services.library.key(desk.main.services.library.papers[row])
            for row in desk.main.page.rows
        ]
        assert keys(folder / "papers.bib") == listed
        assert desk.status == "Wrote 5 papers to papers.bib"


async def test_the_marked_are_written_in_the_order_of_the_screen(
    run: Run, folder: Path
) -> None:
    async with run() as desk:
        await desk.press("G", "space", "g", "space", "j", "space")
        library = desk.main.services.library
        rows = desk.main.page.rows
        wanted = [library.key(library.papers[rows[place]]) for place in (0, 2, 4)]
        await desk.press("e")
        assert options(desk, "scopes") == [
            "      3  marked",
            "      5  listed now",
            "      2  of ICML 2023",
        ]
        assert shown(desk, "effect") == f"3 papers to {folder / 'marked.bib'}"
        assert shown(desk, "text").count("@") == 3
        await desk.press("enter", "enter", "enter")
        assert keys(folder / "marked.bib") == wanted


async def test_bookmarks_and_venues_can_be_written_in_any_form(
    run: Run, folder: Path
) -> None:
    async with run() as desk:
        await desk.press("b", "e", "j", "tab", "j", "j")
        assert shown(desk, "text").startswith("TY  - CONF")
        await desk.press("tab")
        assert dialog(desk).box.value == "bookmarks.ris"
        await desk.press("enter")
        assert (folder / "bookmarks.ris").read_text().count("TY  - ") == 1
        await desk.press("e")
        assert dialog(desk).box.value == "papers.ris"
        await desk.press("G", "down", "down")
        assert dialog(desk).box.value == "icml-2024.ris"


async def test_a_file_that_is_there_is_added_to_or_replaced(
    run: Run, folder: Path
) -> None:
    path = folder / "papers.bib"
    path.write_text("@misc{own, title = {Own}}\n")
    async with run() as desk:
        await desk.press("e", "enter", "enter")
        assert shown(desk, "effect") == (
            f"5 papers to {path}, which is there: enter asks what to do"
        )
        await desk.press("enter")
        assert isinstance(desk.app.screen, Menu)
        await desk.press("escape")
        assert path.read_text() == "@misc{own, title = {Own}}\n"
        await desk.press("enter", "1")
        assert desk.status == "Wrote 5 papers to papers.bib"
        assert path.read_text().startswith("@misc{own, title = {Own}}\n\n@")
        await desk.press("e", "enter", "enter", "enter", "1")
        assert desk.status == "Wrote 0 papers to papers.bib; 5 were there before"
        await desk.press("e", "enter", "enter", "enter", "2")
        assert len(keys(path)) == 5


async def test_paths_are_completed_and_bad_ones_told(run: Run, folder: Path) -> None:
    (folder / "refs").mkdir()
    (folder / "refs.bib").write_text("")
    async with run() as desk:
        await desk.press("e", "enter", "enter", "ctrl+u")
        assert shown(desk, "effect") == "Name a file."
        await desk.press("enter")
        await desk.type("re")
        assert options(desk, "offers") == ["refs/", "refs.bib"]
        await desk.press("down", "down", "tab")
        assert dialog(desk).box.value == "refs.bib"
        await desk.press("ctrl+u")
        await desk.type("re")
        await desk.press("tab")
        assert shown(desk, "effect") == "! refs is a folder: name a file in it"
        await desk.press("enter")
        assert dialog(desk).box.value == "refs/"
        await desk.type("no/a.bib")
        assert shown(desk, "effect") == (
            "! refs/no/a.bib: there is no folder refs/no; make it first"
        )
        await desk.press("escape")
        assert desk.app.screen is desk.main


async def test_a_path_that_was_typed_takes_the_ending_of_another_form(
    run: Run, folder: Path
) -> None:
    async with run() as desk:
        await desk.press("e", "enter", "enter", "ctrl+u")
        await desk.type("mine.bib")
        await desk.press("shift+tab", "j", "j")
        assert dialog(desk).box.value == "mine.ris"
        await desk.press("tab", "enter")
        assert (folder / "mine.ris").exists()


async def test_a_form_and_the_ending_of_a_path_go_together(
    run: Run, folder: Path
) -> None:
    typed = {
        "out.csv": "out.ris",
        "my.v2": "my.v2",
        "plain": "plain.ris",
        "./a.b/c.HTML": "./a.b/c.ris",
        "": "",
        "~": "~",
        "/": "/",
        "..": "..",
    }
    async with run() as desk:
        await desk.press("e", "enter", "enter", "ctrl+u")
        await desk.type("out.jsonl")
        assert dialog(desk).form.id == "jsonl"
        assert dialog(desk).box.value == "out.jsonl"
        for path, other in typed.items():
            dialog(desk).box.value = path
            await desk.press("shift+tab", "home", "j", "j")
            assert dialog(desk).form.id == "ris"
            assert dialog(desk).box.value == other
            await desk.press("tab")


async def test_paths_that_no_file_can_have_are_told(run: Run, folder: Path) -> None:
    (folder / "caf\udce9.bib").touch()
    (folder / "cafe.bib").touch()
    async with run() as desk:
        await desk.press("e", "enter", "enter", "ctrl+u")
        await desk.type("caf")
        assert options(desk, "offers") == ["cafe.bib"]
        await desk.press("ctrl+u")
        await desk.type("~nosuch/a.bib")
        assert shown(desk, "effect") == (
            "! ~nosuch/a.bib: there is no folder ~nosuch; make it first"
        )
        dialog(desk).box.value = "a" * 300
        await desk.press("enter")
        assert shown(desk, "effect").endswith("File name too long; choose another file")


async def test_what_cannot_be_written_is_told_and_the_dialog_stays(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    async with run() as desk:
        await desk.press("e", "enter", "enter")
        monkeypatch.setattr("os.replace", full)
        await desk.press("enter")
        assert shown(desk, "effect") == (
            "! papers.bib cannot be written: No space left on device; "
            "choose another file"
        )
        assert list(folder.iterdir()) == []


async def test_an_error_that_nobody_foresaw_is_told_and_the_dialog_can_be_left(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("odd")

    monkeypatch.setattr("paperstui.index.export.write", broken)
    async with run() as desk:
        await desk.press("e", "enter", "enter")
        await desk.pilot.press("enter")
        with suppress(WorkerFailed):
            await desk.app.workers.wait_for_complete()
        await desk.settle()
        assert shown(desk, "effect") == "! That did not work: RuntimeError('odd')"
        await desk.press("escape")
        assert desk.app.screen is desk.main


async def test_papers_that_left_the_library_meanwhile_are_not_written(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperstui.tui.screens.main.LOOK_AGAIN", 3600.0)
    async with run() as desk:
        await desk.press("asterisk", "e")
        other = Collection(desk.main.services.locations.library)
        other.remove(Venue("ICML", 2024))
        other.close()
        desk.main.services.library.reload()
        await desk.press("enter", "enter", "enter")
        assert len(keys(folder / "marked.bib")) == 3
        assert desk.status == "Wrote 3 papers to marked.bib"


async def test_esc_while_papers_are_read_is_told_at_once_and_writes_nothing(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, cited = threading.Event(), Services.cited

    def slow(services: Services, papers: Sequence[Paper]) -> list[Cited]:
        read.wait(PATIENCE)
        return cited(services, papers)

    async with run() as desk:
        await desk.press("e", "enter", "enter")
        monkeypatch.setattr(Services, "cited", slow)
        await desk.pilot.press("enter", "escape")
        assert shown(desk, "effect") == "leaving ..."
        read.set()
        await desk.settle()
        assert shown(desk, "effect") == "! Left; nothing was written."
        assert list(folder.iterdir()) == []


async def test_a_file_that_comes_while_papers_are_read_is_asked_about(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cited = Services.cited

    def beside(services: Services, papers: Sequence[Paper]) -> list[Cited]:
        (folder / "papers.bib").touch()
        return cited(services, papers)

    async with run() as desk:
        await desk.press("e", "enter", "enter")
        monkeypatch.setattr(Services, "cited", beside)
        await desk.press("enter")
        told = "! papers.bib is there by now: enter asks what to do"
        assert shown(desk, "effect") == told
        await desk.press("enter")
        assert isinstance(desk.app.screen, Menu)


async def test_a_range_that_was_begun_is_exported(run: Run, folder: Path) -> None:
    async with run() as desk:
        await desk.press("v", "j", "e")
        assert options(desk, "scopes")[0] == "      2  marked"
        assert desk.main.status.marked == "2 marked"
        await desk.press("enter", "enter", "enter")
        assert len(keys(folder / "marked.bib")) == 2


async def test_what_a_thread_is_marking_is_exported(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marking, "AT_ONCE", 0)
    async with run() as desk:
        for key in ("asterisk", "e"):
            desk.app.simulate_key(key)
        await desk.settle()
        assert options(desk, "scopes")[0] == "      5  marked"


async def test_every_form_is_shown_from_the_first_paper_on(run: Run) -> None:
    async with run() as desk:
        title = desk.titles[0]
        await desk.press("e", "enter")
        for form in FILE_FORMS:
            assert dialog(desk).form is form
            assert title in shown(desk, "text"), form.id
            await desk.press("down")
