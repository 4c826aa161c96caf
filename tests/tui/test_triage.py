"""Triage: three keys decide, and it goes on where it stopped."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from textual.widgets import OptionList

from paperstui.index.models import Paper, Venue, Verdict
from paperstui.index.triage import Progress
from paperstui.tui.key import Context
from paperstui.tui.keys import KEYS
from paperstui.tui.screens.copy_menu import CopyMenu
from paperstui.tui.screens.menu import Menu
from paperstui.tui.screens.note_dialog import NoteDialog
from paperstui.tui.screens.tag_dialog import TagDialog
from paperstui.tui.screens.triage_screen import TriageScreen
from paperstui.tui.widgets.triage_bar import told_pace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paperstui.index.locations import Locations
    from paperstui.tui.services import Services
    from tests.tui.conftest import Desk, Run

KEEP, MAYBE, SKIP = Verdict


def triage(desk: Desk) -> TriageScreen:
    """The screen that is shown."""
    screen = desk.app.screen
    assert isinstance(screen, TriageScreen)
    return screen


async def press(desk: Desk, *keys: str) -> None:
    """Press keys until all is done that they ask for."""
    await desk.press(*keys)
    screen = desk.app.screen
    while isinstance(screen, TriageScreen) and not screen.settled:
        await desk.settle()


def ids(desk: Desk) -> list[str]:
    """The papers of the list."""
    papers = desk.main.services.library.papers
    return [papers[row].id for row in desk.main.page.rows]


def shown(desk: Desk) -> str:
    """The id of the paper that is shown."""
    paper = triage(desk).paper
    return paper.id if paper else ""


def bar(screen: TriageScreen) -> str:
    """The line of counts."""
    return screen.bar.render().plain.split("\n")[1]


async def test_three_keys_walk_through_the_list(run: Run) -> None:
    async with run() as desk:
        services, listed = desk.main.services, ids(desk)
        await press(desk, "t")
        assert triage(desk).card.text.startswith(desk.titles[0])
        await press(desk, "y", "m", "n")
        decisions = services.reading.decisions
        assert [decisions[name].verdict for name in listed[:3]] == [KEEP, MAYBE, SKIP]
        assert services.bookmarks.ids == {listed[0]}
        assert services.reading.ids == {*listed[:3]}
        assert shown(desk) == listed[3]
        counts = f"3 of {len(listed)} decided   + 1 kept   = 1 maybe   - 1 skipped"
        assert bar(triage(desk)).startswith(counts)
        assert triage(desk).status.text.startswith("Skipped “")


async def test_back_and_undo(run: Run) -> None:
    async with run() as desk:
        listed = ids(desk)
        await press(desk, "t", "p")
        assert triage(desk).status.text == "This is the first paper."
        await press(desk, "y", "n", "p")
        assert shown(desk) == listed[1]
        assert "- skipped" in triage(desk).card.text
        await press(desk, "p", "m")
        assert shown(desk) == listed[1]
        assert len(desk.main.services.bookmarks) == 0
        await press(desk, "l", "u")
        # Undone was the last decision, on the first paper.
        assert shown(desk) == listed[0]
        assert "+ kept  ✱ bookmarked" in triage(desk).card.text
        assert triage(desk).status.text.startswith("Undone: maybe “")
        await press(desk, "u", "u", "u")
        assert triage(desk).status.text == "There is nothing to undo."
        assert bar(triage(desk)).startswith(f"0 of {len(listed)}")


async def test_it_goes_on_where_it_stopped(
    run: Run,
    papers: Sequence[Paper],
    places: Locations,
    make_services: Callable[..., Services],
) -> None:
    async with run(with_services=make_services(papers, places)) as desk:
        listed = ids(desk)
        await press(desk, "t", "n", "l", "escape")
        assert desk.selected == listed[2]
        # Another list has a place of its own.
        await desk.press("slash")
        await desk.type("diffusion")
        await desk.press("enter")
        await press(desk, "t")
        first = ids(desk)[0]
        assert shown(desk) == first
    async with run(with_services=make_services(papers, places)) as desk:
        await press(desk, "t")
        assert shown(desk) == listed[2]


async def test_the_list_shows_what_was_decided(run: Run) -> None:
    async with run() as desk:
        await press(desk, "t", "y", "n")
        await press(desk, "escape")
        signs = [desk.lines[place * 2][2:4] for place in range(2)]
        assert signs == ["✱+", " -"]
        assert desk.main.sidebar.count
        assert desk.main.around.bookmarked == 1


async def test_what_is_still_being_decided_shows_in_the_list_when_it_is(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed = threading.Event()
    async with run() as desk:
        await press(desk, "t")
        journal = desk.main.services.journal
        decide = journal.decide

        def slow(*given: Any) -> Any:
            assert allowed.wait(30)
            return decide(*given)

        monkeypatch.setattr(journal, "decide", slow)
        await desk.pilot.press("y", "escape")
        await desk.pilot.pause()
        assert desk.app.screen is desk.main
        allowed.set()
        while desk.lines[0][2:4] != "✱+":
            await desk.pilot.pause(0.01)


async def test_the_end_tells_what_to_do(run: Run) -> None:
    async with run() as desk:
        count = len(ids(desk))
        await press(desk, "t", "y", "m", *("n" for _ in range(count - 2)))
        text = triage(desk).card.text
        assert text.startswith(f"All {count} papers of this list are decided.")
        assert "1 paper kept" in text
        assert "is:maybe finds" in text
        await press(desk, "y")
        assert triage(desk).status.text.startswith(
            "All papers of this list are decided"
        )
        await press(desk, "space", "enter", "u")
        assert bar(triage(desk)).startswith(f"{count - 1} of {count}")


async def test_a_long_abstract_is_read_on(
    run: Run, make_services: Callable[..., Services], places: Locations
) -> None:
    long = Paper("x", "Long", Venue("V", 2024), abstract="word " * 900)
    async with run(60, 20, with_services=make_services([long], places)) as desk:
        await press(desk, "t")
        card = triage(desk).card
        await press(desk, "space")
        first = card.scroll_offset.y
        assert first == card.size.height - 2
        await press(desk, "j", "j", "k")
        assert card.scroll_offset.y == first + 1
        for _ in range(20):
            await press(desk, "space")
        assert triage(desk).status.text.startswith("That is all of it: y keeps it")
        await press(desk, "pageup")
        assert card.scroll_offset.y < card.max_scroll_y


async def test_links_are_opened(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def open_address(where: str) -> bool:
        opened.append(where)
        return True

    monkeypatch.setattr(
        "paperstui.tui.screens.paper_actions.open_address", open_address
    )
    async with run() as desk:
        papers = desk.main.services.library.papers
        await press(desk, "t")
        for _ in desk.main.page.rows:
            paper = triage(desk).paper
            assert paper is not None
            await press(desk, "enter")
            if not isinstance(desk.app.screen, TriageScreen):
                await press(desk, "1")
            await press(desk, "l")
        rows = desk.main.page.rows
        assert opened == [
            p.url or p.pdf for p in map(papers.__getitem__, rows) if p.url
        ]


async def test_the_most_likely_come_first_and_tell_why(
    run: Run, make_services: Callable[..., Services], places: Locations
) -> None:
    topics = ["robust attack", "graph molecule"]
    papers = [
        Paper(
            f"p{number}",
            f"Number {number}",
            Venue("V", 2024),
            abstract=f"We study {topics[number % 2]} models of kind {number}.",
        )
        for number in range(12)
    ]
    async with run(with_services=make_services(papers, places)) as desk:
        await press(desk, "t", "s")
        assert isinstance(desk.app.screen.query_one(OptionList), OptionList)
        await press(desk, "3")
        assert "most likely first" in str(triage(desk).query_one("#heading").render())
        assert triage(desk).status.text == "As listed, until you keep a paper."
        await press(desk, "n", "y")
        assert shown(desk) == "p3"
        text = triage(desk).card.text
        assert "likely, for graph, molecule" in text
        await press(desk, "y", "y")
        assert shown(desk) == "p7"
        # What is undone is no longer learned from.
        await press(desk, "u", "u", "u")
        assert shown(desk) == "p1"
        assert "likely" not in triage(desk).card.text


async def test_it_learns_again_where_it_stopped_and_other_orders_do_without(
    run: Run,
) -> None:
    async with run() as desk:
        listed = ids(desk)
        await press(desk, "t", "y", "s", "3", "escape", "t")
        told = "Most likely first: it learns with each decision."
        assert triage(desk).status.text == told
        await press(desk, "s", "1")
        assert triage(desk).status.text == "From here: as listed"
        here = listed.index(shown(desk))
        await press(desk, "n")
        rest = [each for each in listed[here + 1 :] + listed[1:here] if each]
        assert shown(desk) == rest[0]


async def test_what_is_too_long_to_learn_from_comes_as_listed(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperstui.tui.screens.triage_learning.MOST_LEARNED", 4)
    async with run() as desk:
        listed = ids(desk)
        await press(desk, "t", "s", "3")
        told = "Up to 4 papers it can be learned which are likely: as listed."
        assert triage(desk).status.text == told
        await press(desk, "y")
        assert shown(desk) == listed[1]


async def test_tags_notes_and_citations_are_at_hand(run: Run) -> None:
    async with run() as desk:
        listed = ids(desk)
        await press(desk, "t", "number_sign")
        await desk.type("rl")
        await press(desk, "enter")
        assert "#rl" in triage(desk).card.text
        await press(desk, "N")
        await desk.type("read it")
        await press(desk, "enter")
        assert "read it" in triage(desk).card.text
        assert shown(desk) == listed[0]
        await press(desk, "y", "p", "n")
        # The tag and the note are work that outlives the decision.
        assert desk.main.services.bookmarks.ids == {listed[0]}


@pytest.mark.parametrize("size", [(140, 40), (100, 30), (60, 20), (40, 10)])
async def test_counts_fit_every_width(run: Run, size: tuple[int, int]) -> None:
    async with run(*size) as desk:
        await press(desk, "t", "y", "n")
        line = bar(triage(desk))
        assert line.startswith("2 of ")
        assert len(line) <= size[0] - 2
        await desk.resize(1, 1)
        await desk.resize(*size)
        assert triage(desk).focused is triage(desk).card


async def test_an_empty_list_has_nothing_to_decide(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash")
        await desk.type("xyzzyx")
        await desk.press("enter", "t")
        assert not isinstance(desk.app.screen, TriageScreen)
        assert desk.status == "There are no papers to decide on."


@pytest.mark.parametrize(
    ("progress", "told"),
    [
        (Progress(10), ""),
        (Progress(10, {KEEP: 10}, 5.0), ""),
        (Progress(10, {KEEP: 4}, 5.0), "5 s a paper · 1 min left"),
        (Progress(2610, {KEEP: 10}, 8.0), "8 s a paper · 5 h 47 min left"),
        (Progress(910, {KEEP: 10}, 4.0), "4 s a paper · 1 h left"),
        (Progress(10, {KEEP: 4}, 0.5), "0.5 s a paper · 1 min left"),
    ],
)
def test_pace_in_words(progress: Progress, told: str) -> None:
    assert told_pace(progress) == told


def keys(*contexts: str) -> list[tuple[str, str]]:
    """Ids of rows of the table that are called so, with each of their keys."""
    return [
        (row.id, key)
        for row in KEYS
        if row.context is Context.TRIAGE and row.id.removeprefix("triage-") in contexts
        for key in row.keys.split(",")
    ]


DECIDING = ("keep", "maybe", "skip")
SCROLLING = ("scroll", "down", "scroll-back", "up")
OPENING = ("order", "copy", "tag", "note")
OTHERS = ("back", "later", "undo", "redo", "links", "bookmark", "leave")


def test_every_key_is_pressed() -> None:
    pressed = {name for name, _ in keys(*DECIDING, *SCROLLING, *OPENING, *OTHERS)}
    assert pressed == {row.id for row in KEYS if row.context is Context.TRIAGE}


@pytest.mark.parametrize(("name", "key"), keys(*DECIDING))
async def test_keys_that_decide(run: Run, name: str, key: str) -> None:
    async with run() as desk:
        await press(desk, "t", key)
        (decision,) = desk.main.services.reading.decisions.values()
        assert decision.verdict == name.removeprefix("triage-")


@pytest.mark.parametrize(("name", "key"), keys(*SCROLLING))
async def test_keys_that_scroll(
    run: Run,
    make_services: Callable[..., Services],
    places: Locations,
    name: str,
    key: str,
) -> None:
    long = Paper("x", "Long", Venue("V", 2024), abstract="word " * 900)
    async with run(60, 14, with_services=make_services([long], places)) as desk:
        await press(desk, "t")
        card = triage(desk).card
        card.scroll_to(y=40, animate=False, immediate=True)
        await press(desk, key)
        page = card.size.height - 2
        moved = {"scroll": page, "down": 1, "scroll-back": -page, "up": -1}
        assert card.scroll_offset.y - 40 == moved[name.removeprefix("triage-")]


@pytest.mark.parametrize(("name", "key"), keys(*OPENING))
async def test_keys_that_open_something(run: Run, name: str, key: str) -> None:
    opened = {"order": Menu, "copy": CopyMenu, "tag": TagDialog, "note": NoteDialog}
    async with run() as desk:
        await press(desk, "t", key)
        assert isinstance(desk.app.screen, opened[name.removeprefix("triage-")])


@pytest.mark.parametrize(("name", "key"), keys(*OTHERS))
async def test_other_keys(run: Run, name: str, key: str) -> None:
    async with run() as desk:
        listed, services = ids(desk), desk.main.services
        await press(desk, "t", "y", "u" if name == "triage-redo" else "l")
        screen, here = triage(desk), shown(desk)
        await press(desk, key)
        held = {
            "back": lambda: shown(desk) == listed[1],
            "later": lambda: shown(desk) == listed[3],
            "undo": lambda: services.reading.decisions == {},
            "redo": lambda: [*services.reading.decisions] == listed[:1],
            "links": lambda: screen.status.text == "This paper has no links.",
            "bookmark": lambda: here in services.bookmarks,
            "leave": lambda: (desk.app.screen, desk.selected) == (desk.main, here),
        }
        assert held[name.removeprefix("triage-")]()
