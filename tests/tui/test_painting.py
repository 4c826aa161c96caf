"""What a key draws of the list, and what it leaves as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paperstui.tui.widgets.results_list import ResultsList
from paperstui.tui.widgets.venue_sidebar import VenueSidebar
from tests.conftest import paper

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.content import Content
    from textual.style import Style

    from paperstui.index.locations import Locations
    from paperstui.tui.services import Services
    from tests.tui.conftest import Run


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rows of the list of papers that are drawn, one after the other."""
    rows: list[int] = []
    real = ResultsList.row_lines

    def noted(self: ResultsList, row: int, width: int, base: Style) -> list[Content]:
        rows.append(row)
        return real(self, row, width, base)

    monkeypatch.setattr(ResultsList, "row_lines", noted)
    return rows


async def test_a_cursor_move_draws_the_row_it_left_and_the_one_it_came_to(
    run: Run, drawn: list[int]
) -> None:
    async with run() as desk:
        assert sorted(set(drawn)) == [0, 1, 2, 3, 4]
        drawn.clear()
        await desk.press("j")
        assert sorted(drawn) == [0, 1]
        assert desk.lines[2].startswith("▌")
        assert not desk.lines[0].startswith("▌")


async def test_scrolling_draws_only_rows_that_come_into_sight(
    run: Run,
    make_services: Callable[..., Services],
    places: Locations,
    drawn: list[int],
) -> None:
    papers = [paper(number, f"Paper {number}") for number in range(100)]
    async with run(with_services=make_services(papers, places)) as desk:
        seen = max(drawn)
        await desk.press(*["j"] * seen)
        drawn.clear()
        await desk.press("j")
        assert set(drawn) <= {seen, seen + 1}
        assert f"Paper {seen + 1}" in desk.lines[-2]


async def test_another_theme_draws_all_rows_anew(run: Run, drawn: list[int]) -> None:
    async with run() as desk:
        drawn.clear()
        await desk.press("ctrl+t")
        assert sorted(set(drawn)) == [0, 1, 2, 3, 4]


async def test_the_reader_shows_only_the_last_of_many_moves(run: Run) -> None:
    async with run() as desk:
        for key in "jjj":
            desk.app.simulate_key(key)
        await desk.settle()
        assert "Nanjing" in desk.abstract


async def test_the_sidebar_draws_only_counts_that_changed(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run() as desk:
        await desk.press("slash")
        await desk.type("hopfield")
        rows: list[int] = []
        real = VenueSidebar.row_lines

        def noted(
            self: VenueSidebar, row: int, width: int, base: Style
        ) -> list[Content]:
            rows.append(row)
            return real(self, row, width, base)

        monkeypatch.setattr(VenueSidebar, "row_lines", noted)
        await desk.type(" boltzmann")
        labels = [desk.main.sidebar.shelves[row].label for row in sorted(set(rows))]
        shown = [desk.main.sidebar.render_line(y).text.split() for y in range(6)]
        # It had no match before, and has none now.
        assert "ACL 2024" not in labels
        assert labels
        assert shown[0][-1] == f"{desk.main.page.matching}"
