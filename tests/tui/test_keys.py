"""Every row of the key table does what it says."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import pytest

from paperstui.index.models import Verdict
from paperstui.tui.key import Context
from paperstui.tui.keys import KEYS, bindings
from paperstui.tui.screen_keys import OWN_SCREENS
from paperstui.tui.screens.add_dialog import AddDialog
from paperstui.tui.screens.authors_dialog import AuthorsDialog
from paperstui.tui.screens.copy_menu import CopyMenu
from paperstui.tui.screens.export_dialog import ExportDialog
from paperstui.tui.screens.facets_dialog import FacetsDialog
from paperstui.tui.screens.help import HelpScreen
from paperstui.tui.screens.language_dialog import LanguageDialog
from paperstui.tui.screens.note_dialog import NoteDialog
from paperstui.tui.screens.save_prompt import SavePrompt
from paperstui.tui.screens.similar_dialog import SimilarDialog
from paperstui.tui.screens.sort_menu import SortMenu
from paperstui.tui.screens.tag_dialog import TagDialog
from paperstui.tui.screens.trends_screen import TrendsScreen
from paperstui.tui.screens.triage_screen import TriageScreen
from paperstui.tui.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.tui.conftest import Desk, Run

    Check = Callable[[Desk, str], Awaitable[None]]


FIVE = ["test:0", "test:1", "test:2", "test:3", "test:4"]


async def _help(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert isinstance(desk.app.screen, HelpScreen)
    await desk.press("escape")
    assert not isinstance(desk.app.screen, HelpScreen)


async def _search(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert desk.focus == "query"


async def _bookmark(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert desk.main.services.bookmarks.ids == {"test:0"}
    assert desk.lines[0].startswith("▌ ✱")
    assert desk.status.startswith("Bookmarked “On Computational Limits")
    await desk.press(key)
    assert desk.main.services.bookmarks.ids == frozenset()
    assert desk.status.startswith("No longer bookmarked: “On Computational")


def _decides(verdict: Verdict) -> Check:
    async def check(desk: Desk, key: str) -> None:
        await desk.press(key)
        decisions = desk.main.services.reading.decisions
        assert {name: each.verdict for name, each in decisions.items()} == {
            "test:0": verdict
        }
        await desk.press(key)
        assert desk.main.services.reading.decisions == {}

    return check


async def _undo(desk: Desk, key: str) -> None:
    await desk.press("b", key)
    assert len(desk.main.services.bookmarks) == 0
    assert desk.status.startswith("Undone: bookmarked “")


async def _redo(desk: Desk, key: str) -> None:
    await desk.press("b", "u", key)
    assert desk.main.services.bookmarks.ids == {"test:0"}
    assert desk.status.startswith("Redone: bookmarked “")


async def _triage(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert isinstance(desk.app.screen, TriageScreen)


async def _hide_seen(desk: Desk, key: str) -> None:
    await desk.press("j", "A", key)
    assert "Hopfield" not in " ".join(desk.titles)
    await desk.press(key)
    assert len(desk.titles) == 5


async def _hide_skipped(desk: Desk, key: str) -> None:
    await desk.press("minus", key)
    assert "Hopfield" not in " ".join(desk.titles)
    await desk.press(key)
    assert len(desk.titles) == 5


async def _see_above(desk: Desk, key: str) -> None:
    await desk.press("j", "j", key)
    assert desk.main.services.reading.ids == {"test:0", "test:1"}


async def _bookmarks(desk: Desk, key: str) -> None:
    await desk.press("j", "b", key)
    assert desk.titles == ["DiffDA"]
    await desk.press(key)
    assert len(desk.titles) == 5


async def _tag(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert isinstance(desk.app.screen, TagDialog)
    await desk.press(*"rl", "enter")
    assert desk.status.startswith("Tagged “On Computational Limits")
    bookmark = desk.main.services.bookmarks.bookmark("test:0")
    assert bookmark is not None
    assert bookmark.tags == ("rl",)


async def _group(desk: Desk, key: str) -> None:
    await desk.press("b")
    await desk.press(key)
    assert desk.status == "Bookmarks by tag: 1 group in the sidebar"
    assert desk.main.sidebar.shelves[-1].label == "untagged"


def _widens(cells: int) -> Check:
    async def check(desk: Desk, key: str) -> None:
        before = desk.main.query_one("#papers").size.width
        await desk.press(key)
        assert desk.main.query_one("#papers").size.width == before + cells

    return check


async def _note(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert isinstance(desk.app.screen, NoteDialog)
    await desk.press(*"jq", "enter")
    bookmark = desk.main.services.bookmarks.bookmark("test:0")
    assert bookmark is not None
    assert bookmark.note == "jq"


async def _mark(desk: Desk, key: str) -> None:
    await desk.press(key, key, "k", key)
    assert [line[1] for line in desk.lines[:6:2]] == ["◉", " ", " "]
    assert desk.selected == "test:2"
    assert desk.main.status.marked == "1 marked"


async def _mark_range(desk: Desk, key: str) -> None:
    await desk.press("j", key, "j", key)
    assert [line[1] for line in desk.lines[:8:2]] == [" ", "◉", "◉", " "]
    await desk.press(key, "k", key)
    assert desk.main.marking.count == 0


async def _mark_all(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert desk.main.status.marked == "5 marked"
    await desk.press(key)
    assert desk.main.status.marked == ""


async def _refused(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert desk.status == "0 refused papers shown"
    await desk.press(key)
    assert desk.status == "0 refused papers hidden"


async def _sort(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert isinstance(desk.app.screen, SortMenu)
    await desk.press("4")
    assert desk.titles[0] == "DiffDA"


async def _trends(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert isinstance(desk.app.screen, TrendsScreen)
    await desk.press("escape")
    assert desk.main.is_current


async def _authors(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert isinstance(desk.app.screen, AuthorsDialog)
    await desk.press("escape")
    assert desk.main.is_current


async def _read_authors(desk: Desk, key: str) -> None:
    await desk.press("3")
    await _authors(desk, key)


async def _save(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert desk.status == "There is nothing to save: type a query first."
    await desk.press("slash", *"boltz", "enter", key)
    assert isinstance(desk.app.screen, SavePrompt)


async def _save_typed(desk: Desk, key: str) -> None:
    await desk.press("slash", *"boltz", key, "enter")
    assert desk.main.searches == {"boltz": "boltz"}
    assert desk.focus == "query"


async def _remove(desk: Desk, key: str) -> None:
    await desk.press("slash", *"boltz", "ctrl+s", "enter", "enter", "1", "G", key)
    assert desk.status == "Only saved searches can be removed here."
    await desk.press("k", key)
    assert desk.main.searches == {}


async def _facets(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert isinstance(desk.app.screen, FacetsDialog)
    await desk.press("enter", "escape")
    assert desk.main.search_bar.text == "year:2024 "
    assert len(desk.titles) == 3


async def _copied(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert desk.main.services.locations.copies.read_text().startswith(
        "@inproceedings{hu2024computational,"
    )


async def _copy(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert "BibTeX of hu2024computational" in desk.status


async def _copy_menu(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert isinstance(desk.app.screen, CopyMenu)
    await desk.press("j", "j", "enter")
    assert "Citation key of hu2024computational" in desk.status


async def _selection(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert not desk.main.services.locations.copies.exists()
    await desk.pilot.mouse_down("#abstract", offset=(0, 0))
    await desk.pilot.hover("#abstract", offset=(20, 0))
    await desk.pilot.mouse_up("#abstract", offset=(20, 0))
    await desk.press(key)
    copied = desk.main.services.locations.copies.read_text()
    assert copied == "On Computational Limi"
    assert "the selected text" in desk.status


async def _export(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert isinstance(desk.app.screen, ExportDialog)
    await desk.press("escape")
    assert desk.focus == "results"


async def _add(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert isinstance(desk.app.screen, AddDialog)
    await desk.press("escape")
    assert desk.focus == "results"


async def _page(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert desk.status == "! No browser here: https://example.org/hu24j.html"


async def _pdf(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert desk.status == "! No browser here: https://example.org/hu24j.pdf"
    await desk.press("j", key)
    assert desk.status == "This paper has no PDF address."


async def _source(desk: Desk, key: str) -> None:
    await desk.press("j")
    assert "0.25° resolution with denoising" in desk.abstract
    await desk.press(key)
    assert r"0.25$^\circ$ resolution with *denoising*" in desk.abstract
    await desk.press(key)
    assert "0.25° resolution with denoising" in desk.abstract


def _focuses(name: str, *before: str) -> Check:
    async def check(desk: Desk, key: str) -> None:
        await desk.press(*before, key)
        assert desk.focus == name

    return check


async def _back(desk: Desk, key: str) -> None:
    await desk.press("slash", *"diffus", "enter", "enter")
    assert desk.focus == "reader"
    await desk.press(key)
    assert desk.focus == "results"
    assert len(desk.titles) == 2
    await desk.press(key)
    assert len(desk.titles) == 5
    await desk.press("1", "j", "enter", key)
    assert desk.main.sidebar.cursor == 0
    await desk.press(key)
    assert desk.status == "Nothing to go back from. q quits."
    assert desk.app.is_running


async def _theme(desk: Desk, key: str) -> None:
    assert desk.app.theme == "paperstui-dark"
    await desk.press(key)
    assert desk.app.theme == "paperstui-light"
    await desk.press(key)
    assert desk.app.theme == "paperstui-dark"


async def _palette(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert type(desk.app.screen).__name__ == "CommandPalette"


async def _quit(desk: Desk, key: str) -> None:
    await desk.pilot.press(key)
    await desk.pilot.pause()
    assert not desk.app.is_running


async def _leave(desk: Desk, key: str) -> None:
    await desk.press("slash", *"boltz", key)
    assert desk.focus == "results"
    assert desk.titles == ["Energy, Boltzmann Machines and Images"]


async def _earlier(desk: Desk, key: str) -> None:
    await desk.press("slash", *"boltz", "enter", "slash", "ctrl+u", key)
    assert desk.main.search_bar.text == "boltz"


async def _later(desk: Desk, key: str) -> None:
    await _earlier(desk, "up")
    await desk.press("x", "up", key)
    assert desk.main.search_bar.text == "boltzx"
    await desk.press(key)
    assert desk.focus == "results"


async def _complete(desk: Desk, key: str) -> None:
    await desk.press("slash", *"ti", key)
    assert desk.main.search_bar.text == "title:"


async def _language(desk: Desk, key: str) -> None:
    await desk.press("slash", key)
    assert isinstance(desk.app.screen, LanguageDialog)
    await desk.press("escape")
    assert desk.focus == "query"


def _completion(expected: int, *before: str) -> Check:
    async def check(desk: Desk, key: str) -> None:
        await desk.press("slash", "tab", *before, key)
        assert desk.main.completing
        assert desk.main.completions.cursor == expected

    return check


async def _take(desk: Desk, key: str) -> None:
    await desk.press("slash", "tab", key)
    assert desk.main.search_bar.text == "title:"


async def _close(desk: Desk, key: str) -> None:
    await desk.press("slash", "tab", key)
    assert not desk.main.completing
    assert desk.focus == "query"


def _venue(expected: int, *before: str) -> Check:
    async def check(desk: Desk, key: str) -> None:
        await desk.press("1", *before, key)
        assert desk.main.sidebar.cursor == expected

    return check


async def _venue_enter(desk: Desk, key: str) -> None:
    await desk.press("1", "j", key)
    assert desk.focus == "results"
    assert desk.titles == ["To Be or Not to Be"]


async def _fold(desk: Desk, key: str) -> None:
    await desk.press("1", "j", "j")
    assert desk.main.sidebar.count == 6
    await desk.press(key)
    assert desk.main.sidebar.count == 4
    await desk.press(key)
    assert desk.main.sidebar.count == 6


async def _filter(desk: Desk, key: str) -> None:
    await desk.press("1", key, "a", "c")
    assert [shelf.label for shelf in desk.main.sidebar.shelves] == [
        "All",
        "ACL 2024",
        "Bookmarks",
    ]


def _paper(expected: int, *before: str) -> Check:
    async def check(desk: Desk, key: str) -> None:
        await desk.press(*before, key)
        assert desk.selected == FIVE[expected]

    return check


async def _read(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert desk.focus == "reader"
    assert "test:0" in desk.main.services.reading
    assert desk.lines[0].startswith("▌  ✓ On Computational")


def _scrolls(expected: int, *before: str) -> Check:
    async def check(desk: Desk, key: str) -> None:
        # So low a window that the abstract is longer than the pane.
        await desk.resize(40, 10)
        await desk.press("3", *before, key)
        assert desk.main.reader.scroll_offset.y == expected

    return check


async def _bottom(desk: Desk, key: str) -> None:
    await desk.resize(40, 10)
    await desk.press("3", key)
    reader = desk.main.reader
    assert reader.scroll_offset.y == reader.max_scroll_y > 0


def _steps(expected: int, *before: str) -> Check:
    async def check(desk: Desk, key: str) -> None:
        await desk.press(*before, "3", key)
        assert desk.selected == FIVE[expected]
        assert desk.focus == "reader"

    return check


def _at_match(number: int) -> Check:
    async def check(desk: Desk, key: str) -> None:
        await desk.press("slash", *"hopfield", "enter", key)
        assert desk.status == f"match {number} of 2"
        assert desk.focus == "results"

    return check


async def _similar(desk: Desk, key: str) -> None:
    await desk.press("j", "j", "j", "j", key)
    assert desk.titles == ["深度学习方法研究"]


async def _similar_text(desk: Desk, key: str) -> None:
    await desk.press(key)
    assert isinstance(desk.app.screen, SimilarDialog)
    await desk.press(*"energy", "ctrl+s")
    assert desk.titles == ["Energy, Boltzmann Machines and Images"]


CHECKS: dict[str, list[Check]] = {
    "help": [_help],
    "search": [_search],
    "bookmark": [_bookmark],
    "tag": [_tag],
    "keep": [_decides(Verdict.KEEP)],
    "maybe": [_decides(Verdict.MAYBE)],
    "skip": [_decides(Verdict.SKIP)],
    "undo": [_undo],
    "redo": [_redo],
    "triage": [_triage],
    "hide-seen": [_hide_seen],
    "hide-skipped": [_hide_skipped],
    "see-above": [_see_above],
    "note": [_note],
    "mark": [_mark],
    "mark-range": [_mark_range],
    "mark-all": [_mark_all],
    "bookmarks": [_bookmarks],
    "refused": [_refused],
    "sort": [_sort],
    "similar": [_similar],
    "similar-text": [_similar_text],
    "save": [_save],
    "copy": [_copy, _copied],
    "copy-menu": [_copy_menu],
    "copy-selection": [_selection],
    "export": [_export],
    "add": [_add],
    "page": [_page],
    "pdf": [_pdf],
    "source": [_source],
    "next-match": [_at_match(1)],
    "previous-match": [_at_match(2)],
    "sidebar": [_focuses("sidebar")],
    "results": [_focuses("results", "1")],
    "reader": [_focuses("reader")],
    "group": [_group],
    "narrower": [_widens(-2)],
    "wider": [_widens(2)],
    "next-pane": [_focuses("reader"), _focuses("sidebar", "3")],
    "previous-pane": [_focuses("sidebar"), _focuses("reader", "1")],
    "back": [_back],
    "theme": [_theme],
    "palette": [_palette],
    "quit": [_quit],
    "search-done": [_leave],
    "search-leave": [_leave],
    "search-save": [_save_typed],
    "search-complete": [_leave, _complete],
    "search-earlier": [_earlier],
    "search-later": [_leave, _later],
    "language": [_language],
    "language-empty": [_language],
    "completion-next": [_completion(1), _completion(0, "up")],
    "completion-previous": [_completion(0, "down"), _completion(12)],
    "completion-take": [_take],
    "completion-close": [_close],
    "venue-down": [_venue(1), _venue(5, "G")],
    "venue-up": [_venue(0, "j"), _venue(0)],
    "venue-fold": [_fold],
    "venue-filter": [_filter],
    "venue-first": [_venue(0, "j", "j")],
    "venue-last": [_venue(5)],
    "venue-enter": [_venue_enter],
    "venue-remove": [_remove],
    "paper-down": [_paper(1), _paper(4, "G")],
    "paper-up": [_paper(0, "j"), _paper(0)],
    "paper-half-down": [_paper(4)],
    "paper-half-up": [_paper(0, "G")],
    "paper-page-down": [_paper(4)],
    "paper-page-up": [_paper(0, "G")],
    "paper-first": [_paper(0, "G")],
    "paper-last": [_paper(4)],
    "paper-read": [_read],
    "facets": [_facets],
    "trends": [_trends],
    "authors": [_authors],
    "read-authors": [_read_authors],
    "read-down": [_scrolls(1)],
    "read-up": [_scrolls(1, "j", "j")],
    "read-half-down": [_scrolls(2)],
    "read-half-up": [_scrolls(1, "j", "j", "j")],
    "read-page-down": [_scrolls(5)],
    "read-page-up": [_scrolls(0, "j", "j")],
    "read-top": [_scrolls(0, "j", "j")],
    "read-bottom": [_bottom],
    "read-next": [_steps(1), _steps(4, "G")],
    "read-previous": [_steps(0, "j"), _steps(0)],
}

PRESSES = [
    pytest.param(key, check, id=f"{row.id}-{key}-{number}")
    for row in KEYS
    for key in row.keys.split(",")
    for number, check in enumerate(CHECKS.get(row.id, []))
]


@pytest.mark.parametrize(("key", "check"), PRESSES)
async def test_key(run: Run, key: str, check: Check) -> None:
    async with run() as desk:
        await check(desk, key)


def test_every_row_is_checked() -> None:
    # Those of other screens are pressed in test_pick_screen.py, test_triage.py,
    # test_trends_screen.py and test_author_view.py.
    elsewhere = (Context.PICKING, *OWN_SCREENS)
    here = {row.id for row in KEYS if row.context not in elsewhere}
    assert set(CHECKS) == here


def test_no_two_rows_of_one_focus_share_a_key() -> None:
    by_context = {
        context: [key for row in rows for key in row.keys.split(",")]
        for context, rows in groupby(KEYS, key=lambda row: row.context)
    }
    for context, keys in by_context.items():
        anywhere = [] if context is Context.ANYWHERE else by_context[Context.ANYWHERE]
        # These take their keys before the screen does.
        first = (Context.SEARCH, Context.COMPLETIONS, Context.PICKING, *OWN_SCREENS)
        clashes = keys if context in first else keys + anywhere
        if context in (Context.TRENDS, Context.COVERAGE, Context.AUTHOR):
            clashes = keys + by_context[Context.TABLE]
        assert len(clashes) == len(set(clashes)), context


def test_ids_are_unique() -> None:
    ids = [row.id for row in KEYS]
    assert len(ids) == len(set(ids))


async def test_another_key_from_the_config_replaces_the_old_ones(run: Run) -> None:
    async with run(settings=Settings(keys={"bookmark": "m"})) as desk:
        await desk.press("b")
        assert len(desk.main.services.bookmarks) == 0
        await desk.press("m")
        assert desk.main.services.bookmarks.ids == {"test:0"}


async def test_in_the_search_box_letters_are_only_letters(run: Run) -> None:
    letters = [key for row in KEYS for key in row.keys.split(",") if len(key) == 1]
    async with run() as desk:
        await desk.press("slash", *letters, "slash", "question_mark", "ctrl+n")
        assert desk.main.search_bar.text == "".join(letters) + "/?"
        assert desk.focus == "query"
        assert len(desk.main.services.bookmarks) == 0


async def test_in_a_dialog_no_key_of_the_screen_works(run: Run) -> None:
    async with run() as desk:
        await desk.press("question_mark", "b", "y", "1")
        assert isinstance(desk.app.screen, HelpScreen)
        await desk.press("q")
        assert desk.app.is_running
        assert desk.focus == "results"
        assert len(desk.main.services.bookmarks) == 0


def test_footer_labels_come_from_the_table() -> None:
    shown = [each.description for each in bindings(Context.ANYWHERE) if each.show]
    assert shown == [
        "Keys",
        "Search",
        "Bookmark",
        "Triage",
        "Sort",
        "Cite",
        "Add",
        "Quit",
    ]
