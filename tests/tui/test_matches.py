"""What matched is shown in the list, and `n` goes from one match to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual.content import Content

from paperstui.tui.widgets.paper_text import AbstractText

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paperstui.index.locations import Locations
    from paperstui.index.models import Paper
    from paperstui.tui.services import Services
    from tests.tui.conftest import Desk, Run


async def _search(desk: Desk, text: str) -> None:
    await desk.press("slash")
    await desk.type(text)
    await desk.press("enter")


async def test_a_third_line_shows_the_sentence_that_matched(run: Run) -> None:
    async with run(140, 40) as desk:
        assert desk.main.results.row_height == 2
        await _search(desk, "denoising resolution")
        assert desk.main.results.row_height == 3
        assert desk.lines[:4] == [
            "▌    DiffDA: a Diffusion model for weather-scale Data …",
            "▌    Huang, Gianinazzi · ICML 2024",
            "▌    …at 0.25° resolution with denoising diffusion.",
            "",
        ]


async def test_a_low_list_shows_the_sentence_in_place_of_the_authors(run: Run) -> None:
    async with run(60, 20) as desk:
        await _search(desk, "denoising resolution")
        assert desk.lines[1] == "▌    ICML 2024 · …resolution with denoising diffusion."


async def test_a_low_list_keeps_the_authors_where_the_title_holds_all(run: Run) -> None:
    async with run(60, 20) as desk:
        await _search(desk, "diffda huang")
        assert desk.lines[1] == "▌    Huang, Gianinazzi · ICML 2024"


async def test_rows_stay_low_where_abstracts_are_not_searched(run: Run) -> None:
    async with run(140, 40) as desk:
        await _search(desk, "author:huang")
        assert desk.titles == ["DiffDA"]
        assert desk.main.results.row_height == 2


async def test_the_sentence_follows_the_query(run: Run) -> None:
    async with run(140, 40) as desk:
        await _search(desk, "diffda")
        assert "We propose DiffDA at" in desk.lines[2]
        await desk.press("escape")
        await _search(desk, "initial")
        assert desk.lines[2] == "▌    Initial conditions by data assimilation."


def _present(desk: Desk) -> list[tuple[int, str]]:
    """Lines of the reader's window with what is marked as the present match there."""
    body = desk.main.reader.query_one(AbstractText)
    top = desk.main.reader.scroll_offset.y
    return [
        (y - top, segment.text)
        for y in range(body.size.height)
        for segment in body.render_line(y)
        if segment.style and segment.style.reverse
    ]


async def test_n_goes_round_the_matches(run: Run) -> None:
    async with run(140, 40) as desk:
        await _search(desk, "hopfield")
        assert _present(desk) == []
        await desk.press("n")
        assert _present(desk) == [(0, "Hopfield")]
        assert desk.status == "match 1 of 2"
        assert desk.focus == "results"
        await desk.press("n")
        ((second, text),) = _present(desk)
        assert (second > 0, text) == (True, "Hopfield")
        assert desk.status == "match 2 of 2"
        await desk.press("n")
        assert desk.status == "match 1 of 2"
        await desk.press("P")
        assert desk.status == "match 2 of 2"


async def test_the_first_match_before_is_the_last(run: Run) -> None:
    async with run(140, 40) as desk:
        await _search(desk, "hopfield")
        await desk.press("3", "P")
        assert desk.status == "match 2 of 2"
        assert desk.focus == "reader"


async def test_another_paper_or_query_begins_anew(run: Run) -> None:
    async with run(140, 40) as desk:
        await _search(desk, "diffusion")
        await desk.press("n", "n", "j")
        assert _present(desk) == []
        await desk.press("k", "n")
        assert desk.status.startswith("match 1 of")
        await desk.press("slash", "s", "backspace")
        assert _present(desk) == []


async def test_a_mark_that_is_added_keeps_the_match(run: Run) -> None:
    async with run(140, 40) as desk:
        await _search(desk, "hopfield")
        await desk.press("n", "n")
        ((line, _),) = _present(desk)
        await desk.press("b")
        assert _present(desk) == [(line + 1, "Hopfield")]


async def test_nothing_to_go_to_is_said(run: Run) -> None:
    async with run() as desk:
        await desk.press("n")
        assert desk.status == "Nothing is searched for."
        await _search(desk, "year:2024")
        await desk.press("n")
        assert desk.status == "The search matches nothing in this text."


async def test_one_pane_at_a_time_opens_the_abstract(run: Run) -> None:
    async with run(60, 20) as desk:
        await _search(desk, "denoising")
        await desk.press("n")
        assert desk.focus == "reader"
        ((line, text),) = _present(desk)
        assert 0 <= line < desk.main.reader.size.height
        assert text == "denoising"


async def test_every_match_of_a_long_abstract_comes_into_sight(
    run: Run,
    papers: Sequence[Paper],
    places: Locations,
    make_services: Callable[..., Services],
) -> None:
    filling = (
        "words of every length, 深度学习方法研究也一样, incomprehensibilities " * 9
    )
    abstract = f"needle {filling}needle {filling}" + "\n\n" + f"{filling}needle"
    long = replace(papers[0], abstract=abstract)
    async with run(60, 20, make_services([long], places)) as desk:
        await _search(desk, "needle")
        for number in (1, 2, 3, 1, 2):
            await desk.press("n")
            assert desk.status == f"match {number} of 3"
            ((line, text),) = _present(desk)
            assert 0 <= line < desk.main.reader.size.height
            assert text == "needle"


async def test_only_what_can_be_searched_is_marked(
    run: Run,
    papers: Sequence[Paper],
    places: Locations,
    make_services: Callable[..., Services],
) -> None:
    noted = replace(
        papers[0], note="ICML oral", status="Oral", keywords=("an *oral* history",)
    )
    async with run(140, 40, make_services([noted], places)) as desk:
        await _search(desk, "icml history oral")
        reader = desk.main.reader
        match = reader.get_visual_style("reader--match", partial=True)
        body = reader.query_one(AbstractText)
        content = body.visual
        assert isinstance(content, Content)
        assert [
            content.plain[span.start : span.end]
            for span in content.spans
            if span.style == match
        ] == ["ICML", "oral", "history"]
