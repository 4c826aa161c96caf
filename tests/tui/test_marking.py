"""Marking papers, and doing something with all that are marked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index import bookmark_store, files
from paperstui.index.collection import Collection
from paperstui.index.models import Author, Paper, Venue
from paperstui.tui.clipboard import Clipboard
from paperstui.tui.screens import marking
from paperstui.tui.screens.tag_dialog import TagChange, TagDialog, read_tags

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from textual.content import Content
    from textual.style import Style

    from paperstui.index.locations import Locations
    from paperstui.tui.services import Services
    from tests.tui.conftest import Desk, Run

    MakeServices = Callable[..., Services]

IN_THREADS = pytest.mark.parametrize("at_once", [0, 2_000], ids=["thread", "at once"])
"""Marks many papers in a thread, or at once."""


def many(count: int) -> list[Paper]:
    """Papers of one venue, each with an author and an abstract."""
    return [
        Paper(
            id=f"test:{number}",
            title=f"Paper number {number} of those with a title of a usual length",
            venue=Venue("ICML", 2024),
            authors=(Author(f"Author{number}", "Ann"),),
            url=f"https://proceedings.example.org/v235/author24{number}.html",
            abstract="A long abstract. " * 20,
        )
        for number in range(count)
    ]


def signs(desk: Desk) -> str:
    """The column of marks, paper by paper."""
    height = desk.main.results.row_height
    return "".join(line[1:2] or " " for line in desk.lines[::height]).rstrip()


def copied(desk: Desk) -> list[str]:
    """The lines that were copied."""
    return desk.main.services.locations.copies.read_text(encoding="utf-8").split("\n")


async def copy(desk: Desk, form: str) -> list[str]:
    """Copy in some form; gives the lines."""
    desk.main.action_copy(form)
    await desk.settle()
    return copied(desk)


def bookmarked(desk: Desk) -> dict[str, list[str]]:
    """The bookmarks in the file, in its order, with their tags."""
    path = desk.main.services.locations.bookmarks
    entries = json.loads(path.read_bytes())["bookmarks"]
    return {entry["id"]: entry.get("tags", []) for entry in entries}


async def test_the_marked_are_copied_in_screen_order(run: Run) -> None:
    async with run() as desk:
        await desk.press("s", "4")
        assert desk.titles == [
            "DiffDA",
            "Energy, Boltzmann Machines and Images",
            "On Computational Limits of Modern Hopfield Models",
            "To Be or Not to Be",
            "深度学习方法研究",
        ]
        await desk.press("G", "space", "k", "k", "space", "g", "space")
        assert signs(desk) == "◉ ◉ ◉"
        assert desk.main.status.marked == "3 marked"
        await desk.press("y")
        assert "BibTeX of 3 papers" in desk.status
        heads = [line for line in copied(desk) if line.startswith("@")]
        assert heads == [
            "@inproceedings{huang2024diffda,",
            "@inproceedings{hu2024computational,",
            "@inproceedings{jiangceshi2023shenduxuexifangfayanjiu,",
        ]
        assert desk.main.chosen_rows() == [1, 0, 3]
        assert [line[:6] for line in await copy(desk, "title")] == [
            "DiffDA",
            "On Com",
            "深度学习方法",
        ]


async def test_marks_stay_when_something_else_is_listed(run: Run) -> None:
    async with run() as desk:
        await desk.press("G", "space", "g", "space", "slash")
        await desk.type("diffusion")
        assert desk.titles == ["DiffDA", "深度学习方法研究"]
        await desk.press("enter", "G", "space")
        assert (signs(desk), desk.main.status.marked) == (" ◉", "3 marked")
        # What is listed comes first, then the others as the library lists them.
        assert desk.main.chosen_rows() == [3, 0, 4]
        await desk.press("1", "j", "2")
        assert desk.titles == []
        assert desk.main.status.marked == "3 marked"
        assert len(await copy(desk, "title")) == 3
        await desk.press("escape", "escape")
        assert signs(desk) == "◉  ◉◉"


async def test_one_marked_paper_is_named_though_the_cursor_is_elsewhere(
    run: Run,
) -> None:
    async with run() as desk:
        await desk.press("space", "G", "y")
        assert "BibTeX of hu2024computational" in desk.status
        await desk.press("b")
        assert desk.status.startswith("Bookmarked “On Computational")
        assert list(bookmarked(desk)) == ["test:0"]


async def test_without_marks_the_paper_under_the_cursor_is_meant(run: Run) -> None:
    async with run() as desk:
        await desk.press("space", "k", "space", "y")
        assert "BibTeX of huang2024diffda" in desk.status
        assert desk.main.chosen_rows() == []


async def test_the_copy_menu_tells_how_many(run: Run) -> None:
    async with run() as desk:
        await desk.press("space", "space", "Y")
        window = desk.app.screen.query_one(".window")
        assert window.border_title == "Copy 2 papers"
        await desk.press("3")
        assert copied(desk) == ["hu2024computational,huang2024diffda"]
        assert "Citation key of 2 papers" in desk.status


async def test_papers_without_an_abstract_are_not_counted_as_copied(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    papers = [*many(2), Paper("test:x", "None", Venue("ICML", 2024))]
    async with run(with_services=make_services(papers, places)) as desk:
        await desk.press("asterisk")
        await copy(desk, "abstract")
        assert "Abstract of 2 papers" in desk.status
        await desk.press("asterisk", "G", "space")
        desk.main.action_copy("abstract")
        await desk.settle()
        assert desk.status == "This paper has no abstract to copy."


async def test_a_range_is_shown_and_marked(run: Run) -> None:
    async with run() as desk:
        await desk.press("j", "v", "j", "j")
        assert (signs(desk), desk.main.status.marked) == (" ◌◌◌", "range of 3")
        await desk.press("k", "k", "k")
        assert (signs(desk), desk.main.status.marked) == ("◌◌", "range of 2")
        await desk.press("space")
        assert (signs(desk), desk.main.status.marked) == ("◉◉", "2 marked")
        assert desk.selected == "test:0"
        await desk.press("v", "G", "escape")
        assert (signs(desk), desk.main.status.marked) == ("◉◉", "2 marked")
        await desk.press("v", "k")
        assert desk.main.status.marked == "range of 2 · 2 marked"


async def test_what_is_done_within_a_range_is_done_with_all_of_it(run: Run) -> None:
    async with run() as desk:
        await desk.press("space", "j", "v", "G", "b")
        assert list(bookmarked(desk)) == ["test:0", "test:2", "test:3", "test:4"]
        assert desk.status == "Bookmarked 4 papers"
        assert signs(desk) == "◉ ◉◉◉"
        # Even where all of it is marked already.
        await desk.press("v", "k", "y")
        assert "BibTeX of 4 papers" in desk.status


async def test_a_range_ends_where_another_list_is_shown(run: Run) -> None:
    async with run() as desk:
        await desk.press("j", "v", "j", "slash")
        await desk.type("boltzmann")
        assert desk.main.status.marked == ""
        await desk.press("enter", "space")
        assert desk.main.chosen_rows() == [4]


async def test_esc_leaves_the_range_the_search_the_venue_and_last_the_marks(
    run: Run,
) -> None:
    async with run() as desk:
        await desk.press("space", "1", "j", "enter", "slash")
        await desk.type("self")
        await desk.press("enter", "v")
        assert desk.main.status.marked == "range of 1 · 1 marked"
        await desk.press("escape")
        assert desk.main.status.marked == "1 marked"
        assert desk.main.search_bar.text == "self"
        await desk.press("escape")
        assert (desk.main.search_bar.text, len(desk.titles)) == ("", 1)
        await desk.press("escape")
        assert (desk.main.status.marked, len(desk.titles)) == ("1 marked", 5)
        await desk.press("escape")
        assert (desk.main.status.marked, signs(desk)) == ("", "")
        assert desk.status == "Unmarked 1 paper"
        await desk.press("escape")
        assert desk.status == "Nothing to go back from. q quits."


@IN_THREADS
async def test_all_that_is_found_is_marked_and_unmarked(
    run: Run, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(marking, "AT_ONCE", at_once)
    async with run() as desk:
        await desk.press("space", "slash")
        await desk.type("diffusion")
        await desk.press("enter", "asterisk")
        assert (signs(desk), desk.main.status.marked) == ("◉◉", "3 marked")
        assert desk.status == "Marked 2 papers"
        await desk.press("asterisk")
        assert (signs(desk), desk.main.status.marked) == ("", "1 marked")
        assert desk.status == "Unmarked 2 papers"


@IN_THREADS
async def test_keys_typed_ahead_find_what_is_being_marked(
    run: Run, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(marking, "AT_ONCE", at_once)
    async with run() as desk:
        for key in ("asterisk", "space", "j", "b", "y", "asterisk", "asterisk", "#"):
            desk.app.simulate_key({"#": "number_sign"}.get(key, key))
        await desk.settle()
        assert list(bookmarked(desk)) == ["test:1", "test:2", "test:3", "test:4"]
        # All, since not all were marked; then none, so that one is tagged.
        assert desk.main.status.marked == ""
        assert isinstance(desk.app.screen, TagDialog)
        assert desk.app.screen.query_one(".window").border_title == "Tag the paper"


async def test_where_nothing_is_listed_nothing_is_marked(run: Run) -> None:
    async with run() as desk:
        await desk.press("B")
        for key in ("asterisk", "v"):
            await desk.press(key)
            assert desk.status == "There are no papers to mark."
        for key in ("space", "b", "y", "Y", "number_sign"):
            await desk.press(key)
            assert desk.status == "There is no paper under the cursor."
        assert desk.main.status.marked == ""


async def test_all_that_are_marked_are_bookmarked_or_none(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []
    write = files.write_atomically

    def counted(path: Path, data: bytes, like: Path | None = None) -> None:
        written.append(path.name)
        write(path, data, like)

    monkeypatch.setattr(files, "write_atomically", counted)
    async with run() as desk:
        await desk.press("j", "b", "asterisk", "b")
        assert list(bookmarked(desk)) == [f"test:{n}" for n in (1, 0, 2, 3, 4)]
        assert desk.status == "Bookmarked 4 papers; 1 of 5 papers had a bookmark"
        assert desk.main.sidebar.render_line(5).text.split()[-1] == "5"
        written.clear()
        await desk.press("b")
        assert bookmarked(desk) == {}
        assert desk.status == "No longer bookmarked: 5 papers"
        assert written == ["bookmarks.json"]
        assert desk.main.sidebar.render_line(5).text.split()[-1] == "0"


async def test_marks_put_a_slip_among_the_bookmarks_right(run: Run) -> None:
    async with run() as desk:
        await desk.press("space", "space", "b", "B")
        assert len(desk.titles) == 2
        await desk.press("b")
        assert (desk.titles, desk.main.status.marked) == ([], "2 marked")
        assert desk.status == "No longer bookmarked: 2 papers"
        await desk.press("b")
        assert len(desk.titles) == 2


async def test_what_was_done_stays_told_in_a_search(run: Run) -> None:
    async with run() as desk:
        await desk.press("slash")
        await desk.type("diffusion")
        await desk.press("enter", "asterisk", "b")
        assert desk.status == "Bookmarked 2 papers"


async def test_bookmarks_that_cannot_be_saved_still_show(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bookmark_store, "LOCK_SECONDS", 0.01)
    async with run() as desk:
        path = desk.main.services.locations.bookmarks
        path.parent.mkdir(parents=True, exist_ok=True)
        with files.locked(path, 0):
            await desk.press("asterisk", "b")
        assert desk.status.startswith(f"! Cannot save {path}: another paperstui")
        assert [line[2] for line in desk.lines[:10:2]] == ["✱"] * 5


async def test_a_paper_that_leaves_the_library_loses_its_mark(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperstui.tui.screens.main.LOOK_AGAIN", 3600.0)
    async with run() as desk:
        await desk.press("asterisk")
        other = Collection(desk.main.services.locations.library)
        other.remove(Venue("ICML", 2024))
        other.close()
        desk.main.look_again()
        await desk.settle()
        assert desk.main.status.marked == "3 marked"
        assert desk.main.chosen_rows() == [2, 3, 4]


async def test_marks_that_were_all_taken_away_do_not_return_with_a_paper(
    run: Run, papers: Sequence[Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperstui.tui.screens.main.LOOK_AGAIN", 3600.0)
    async with run() as desk:
        await desk.press("asterisk")
        other = Collection(desk.main.services.locations.library)
        other.remove(Venue("ICML", 2024))
        desk.main.look_again()
        await desk.settle()
        await desk.press("escape")
        other.keep(papers)
        other.close()
        desk.main.look_again()
        await desk.settle()
        await desk.press("space")
        assert desk.main.status.marked == "1 marked"
        await desk.press("u", "u")
        assert desk.main.status.marked == "5 marked"


async def test_five_hundred_papers_go_into_a_file(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    clipboard = Clipboard(places.copies, {"TERM": "xterm"})
    services = make_services(many(500), places, clipboard=clipboard)
    async with run(with_services=services) as desk:
        await desk.press("asterisk", "y")
        assert desk.status == (
            "Too long for the terminal's clipboard: "
            f"BibTeX of 500 papers is in {places.copies}"
        )
        heads = [line for line in copied(desk) if line.startswith("@")]
        assert len(heads) == 500
        assert heads[499] == "@inproceedings{author4992024paper,"


async def test_many_papers_are_announced(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    async with run(with_services=make_services(many(200), places)) as desk:
        told: list[str] = []

        def note(text: str) -> None:
            told.append(text)

        desk.main.watch(desk.main.status, "text", note, init=False)
        await desk.press("asterisk", "y", "b")
        assert "Copying 200 papers ..." in told
        assert "Bookmarking 200 papers ..." in told


async def test_marking_draws_two_rows(
    run: Run, make_services: MakeServices, places: Locations
) -> None:
    drawn: list[int] = []

    async with run(with_services=make_services(many(100), places)) as desk:
        results = desk.main.results
        lines = results.row_lines

        def counted(row: int, width: int, base: Style) -> list[Content]:
            drawn.append(row)
            return lines(row, width, base)

        results.row_lines = counted  # type: ignore[method-assign]
        await desk.press("space")
        assert sorted(drawn) == [0, 1]
        await desk.press("v", "j", "j")
        drawn.clear()
        await desk.press("j")
        assert sorted(drawn) == [3, 4]


async def test_the_count_is_told_in_narrow_windows_beside_what_happened(
    run: Run,
) -> None:
    async with run(60, 20) as desk:
        await desk.press("space", "space", "b")
        line = desk.main.status.render().plain
        assert line.startswith("Bookmarked 2 papers ")
        assert line.endswith(" 2 marked")
        assert desk.main.status.content_size.width == len(line)


async def test_space_in_the_reader_is_still_a_page_down(run: Run) -> None:
    async with run(100, 12) as desk:
        await desk.press("3", "space")
        assert desk.main.status.marked == ""
        assert desk.main.reader.scroll_offset.y > 0


def offered(desk: Desk) -> list[str]:
    """What the tag dialog offers."""
    dialog = desk.app.screen
    assert isinstance(dialog, TagDialog)
    return [str(option.prompt) for option in dialog.menu.options]


def effect(desk: Desk) -> str:
    """What it says that saving would do."""
    return str(desk.app.screen.query_one("#effect").render())


async def test_tagging_the_marked(run: Run) -> None:
    async with run() as desk:
        await desk.press("space", "space", "space", "number_sign")
        assert desk.app.screen.query_one(".window").border_title == "Tag 3 papers"
        await desk.press(*"RL", "comma", *"to-read")
        assert effect(desk) == "adds RL, to-read"
        await desk.press("enter")
        assert desk.status == "Tagged 3 papers: RL, to-read"
        assert bookmarked(desk) == {
            f"test:{number}": ["RL", "to-read"] for number in range(3)
        }
        await desk.press("G", "space", "number_sign")
        assert offered(desk) == [
            "✓ RL           3  3 of 4 have it",
            "✓ to-read      3  3 of 4 have it",
        ]
        await desk.press("r", "tab", "minus", "t", "tab")
        dialog = desk.app.screen
        assert isinstance(dialog, TagDialog)
        assert dialog.box.value == "RL -to-read "
        await desk.press("enter")
        assert desk.status == "Tagged 4 papers: RL; Untagged 3 papers: to-read"
        assert bookmarked(desk) == {f"test:{n}": ["RL"] for n in (0, 1, 2, 4)}
        await desk.press("slash")
        await desk.type("tag:rl")
        assert len(desk.titles) == 4


async def test_tags_typed_ahead_reach_the_dialog(run: Run) -> None:
    async with run() as desk:
        for key in ("space", "space", "number_sign", *"xbqy", "enter"):
            desk.app.simulate_key(key)
        await desk.settle()
        assert bookmarked(desk) == {"test:0": ["xbqy"], "test:1": ["xbqy"]}


async def test_the_tags_of_one_paper_are_shown(run: Run) -> None:
    async with run() as desk:
        await desk.press("number_sign", *"rl", "space", *"new", "enter")
        assert desk.status.startswith("Tagged “On Computational")
        assert "PMLR 235\n#rl #new\n" in desk.abstract
        assert desk.main.sidebar.render_line(5).text.split()[-1] == "1"
        await desk.press("number_sign")
        assert offered(desk) == ["✓ rl       1", "✓ new      1"]
        await desk.press(*"-old")
        assert offered(desk) == []
        assert effect(desk) == "takes away old · ! the paper lacks old"
        await desk.press("escape", "number_sign", "enter")
        assert bookmarked(desk) == {"test:0": ["rl", "new"]}
        await desk.press("j", "number_sign")
        assert offered(desk) == ["  rl       1", "  new      1"]
        await desk.press("down", "down", "tab", "enter")
        assert bookmarked(desk) == {"test:0": ["rl", "new"], "test:1": ["new"]}


async def test_a_tag_with_blanks_is_completed_in_quotes(
    run: Run, make_services: MakeServices, papers: Sequence[Paper], places: Locations
) -> None:
    services = make_services(papers, places)
    services.bookmarks.retag(papers[:1], ["to read", "[b]x"])
    async with run(with_services=services) as desk:
        assert "#to read #[b]x" in desk.abstract
        await desk.press("number_sign", "minus", "quotation_mark", *"to ".strip())
        assert offered(desk) == ["✓ to read      1"]
        await desk.press("tab", "left_square_bracket", "tab")
        dialog = desk.app.screen
        assert isinstance(dialog, TagDialog)
        assert dialog.box.value == '-"to read" [b]x '
        await desk.press("enter")
        assert bookmarked(desk) == {"test:0": ["[b]x"]}


@pytest.mark.parametrize(
    ("typed", "added", "removed"),
    [
        ("", (), ()),
        (" , ,", (), ()),
        ("rl", ("rl",), ()),
        ("rl,vision  to-read", ("rl", "vision", "to-read"), ()),
        ("#rl -#vision -x", ("rl",), ("vision", "x")),
        ("rl -RL", (), ("RL",)),
        ("-rl RL", ("RL",), ()),
        ('"to  read", -"a, b"', ("to read",), ("a, b",)),
        ('"open quote', ("open quote",), ()),
        ("known", ("KNOWN",), ()),
        ("- # -", (), ()),
        ('"" "-"', ("-",), ()),
    ],
)
def test_reading_tags(
    typed: str, added: tuple[str, ...], removed: tuple[str, ...]
) -> None:
    assert read_tags(typed, {"known": "KNOWN"}) == TagChange(added, removed)


WORDS = st.text(st.characters(exclude_characters='"'), min_size=1, max_size=8).filter(
    lambda tag: tag == " ".join(tag.split())
)


@given(st.lists(WORDS, max_size=5, unique_by=str.casefold), st.data())
def test_what_is_quoted_is_read_back(tags: list[str], data: st.DataObject) -> None:
    removed = {tag for tag in tags if data.draw(st.booleans())}
    typed = " ".join(f'{"-" if tag in removed else ""}"{tag}"' for tag in tags)
    assert read_tags(typed, {}) == TagChange(
        tuple(tag for tag in tags if tag not in removed),
        tuple(tag for tag in tags if tag in removed),
    )
