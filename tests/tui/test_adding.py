"""The dialog that adds papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import OptionList, Static

from paperstui.tui.screens.add_dialog import AddDialog

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.conftest import Desk, Run

LIST = "Own 2020 Papers\n\nWe study frobnication. It is hard.\n\nWe study gostaks.\n"


def _progress(desk: Desk) -> str:
    return str(desk.app.screen.query_one("#progress", Static).content)


async def test_a_file_is_added_listed_and_found(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text(LIST)
    async with run() as desk:
        await desk.press("a")
        assert isinstance(desk.app.screen, AddDialog)
        desk.app.screen.box.value = str(tmp_path / "own.txt")
        await desk.press("enter")
        assert _progress(desk) == "2 papers added; enter adds more"
        report = str(desk.app.screen.query_one("#lines", Static).content)
        assert report.splitlines()[1].split() == [
            "own.txt",
            "abstracts",
            "2",
            "2",
            "0",
            "0",
            "0",
        ]
        await desk.press("escape")
        assert len(desk.titles) == 7
        labels = [shelf.label for shelf in desk.main.sidebar.shelves]
        assert "Own 2020" in labels
        await desk.press("slash")
        await desk.type("gostak")
        assert desk.titles == ["We study gostaks"]


async def test_paths_and_conferences_are_completed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "list.bib").write_text("")
    (tmp_path / "lists").mkdir()
    async with run() as desk:
        await desk.press("a")
        dialog = desk.app.screen
        assert isinstance(dialog, AddDialog)
        await desk.type("icml202")
        first = dialog.query_one(OptionList).get_option_at_index(0)
        assert str(first.prompt).startswith("icml202")
        dialog.box.value = f"{tmp_path}/li"
        await desk.press("down", "down", "tab")
        assert dialog.box.value == f"{tmp_path}/lists/"


async def test_what_cannot_be_added_is_said(run: Run, tmp_path: Path) -> None:
    async with run() as desk:
        await desk.press("a")
        dialog = desk.app.screen
        assert isinstance(dialog, AddDialog)
        dialog.box.value = "nonsense99"
        await desk.press("enter")
        assert _progress(desk).startswith("nonsense99: there is no such file")
        await desk.press("escape")
        assert len(desk.titles) == 5
