"""The bookmarks in groups in the sidebar, and ordered by when they were set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.index.bookmarks import Bookmarks
from paperstui.index.models import Grouping, Paper, Venue
from paperstui.index.requests import Sort
from paperstui.index.session import SessionFile
from tests.conftest import toggle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paperstui.index.locations import Locations
    from paperstui.tui.services import Services
    from tests.tui.conftest import Desk, Run


def rows(desk: Desk) -> list[str]:
    """The rows of the sidebar from the bookmarks on, in words."""
    sidebar = desk.main.sidebar
    lines = [sidebar.render_line(y).text for y in range(sidebar.count)]
    shown = [" ".join(line.replace("▌", " ").split()) for line in lines]
    start = next(n for n, line in enumerate(shown) if line.startswith("✱"))
    return shown[start:]


async def bookmark(desk: Desk) -> None:
    """Bookmark and tag four of the five papers, in an order of their own."""
    papers = desk.main.services.library.papers
    bookmarks = desk.main.services.bookmarks
    bookmarks.retag([papers[3]], ["rl"])
    bookmarks.retag([papers[0], papers[1]], ["rl", "vision"])
    toggle(bookmarks, papers[4])
    desk.main.marks_changed()
    desk.main.ask()
    await desk.settle()


async def test_c_goes_through_the_groupings(run: Run) -> None:
    async with run() as desk:
        await desk.press("c")
        assert desk.status == "Bookmarks by tag: there are none yet"
        assert rows(desk) == ["✱ Bookmarks 0"]
        await bookmark(desk)
        assert rows(desk) == ["✱ Bookmarks ▾ 4", "#rl 3", "#vision 2", "untagged 1"]
        await desk.press("c")
        assert desk.status == "Bookmarks by venue: 2 groups in the sidebar"
        assert rows(desk) == ["✱ Bookmarks ▾ 4", "ICML 2024 2", "ICML 2023 2"]
        await desk.press("c")
        assert desk.status == "Bookmarks by date: 1 group in the sidebar"
        assert rows(desk) == ["✱ Bookmarks ▾ 4", "today 4"]
        await desk.press("c")
        assert desk.status == "The bookmarks are in no groups any more"
        assert rows(desk) == ["✱ Bookmarks 4"]


async def test_a_group_is_listed_and_counted_as_the_query_goes(run: Run) -> None:
    async with run() as desk:
        await bookmark(desk)
        await desk.press("c", "B", "1", "j")
        assert desk.main.shelf.label == "#rl"
        assert len(desk.titles) == 3
        await desk.press("slash")
        await desk.type("diffusion")
        assert desk.titles == ["DiffDA", "深度学习方法研究"]
        assert rows(desk) == ["✱ Bookmarks ▾ 2", "#rl 2", "#vision 1", "untagged 0"]
        await desk.press("enter", "1", "j")
        assert desk.titles == ["DiffDA"]
        # The other counts are not those of the group.
        assert desk.main.around.matching == 2
        await desk.press("j")
        assert desk.titles == []
        assert desk.main.results.empty_lines()[0].startswith("Nothing here, but 2")


async def test_counts_follow_what_is_tagged_and_taken_back(run: Run) -> None:
    async with run() as desk:
        await bookmark(desk)
        await desk.press("c", "B", "1", "j", "j", "2")
        assert desk.main.shelf.label == "#vision"
        assert len(desk.titles) == 2
        await desk.press("number_sign")
        await desk.type("-vision")
        await desk.press("enter")
        assert rows(desk) == ["✱ Bookmarks ▾ 4", "#rl 3", "#vision 1", "untagged 1"]
        # The list stays, so that a slip can be put right.
        assert len(desk.titles) == 2
        await desk.press("j", "number_sign")
        await desk.type("-vision")
        await desk.press("enter")
        assert rows(desk) == ["✱ Bookmarks ▾ 4", "#rl 3", "untagged 1", "#vision 0"]
        assert desk.main.shelf.label == "#vision"
        assert len(desk.titles) == 2
        await desk.press("number_sign")
        await desk.type("vision")
        await desk.press("enter")
        assert rows(desk) == ["✱ Bookmarks ▾ 4", "#rl 3", "#vision 1", "untagged 1"]
        await desk.press("number_sign")
        await desk.type("-vision")
        await desk.press("enter")
        desk.main.ask()
        await desk.settle()
        assert desk.titles == []
        assert desk.main.results.empty_lines() == ["No bookmark is left in this group."]
        # Once left, it is gone.
        await desk.press("1", "k")
        assert rows(desk) == ["✱ Bookmarks ▾ 4", "#rl 3", "untagged 1"]


async def test_another_instance_is_followed(run: Run, places: Locations) -> None:
    async with run() as desk:
        await bookmark(desk)
        await desk.press("c")
        other = Bookmarks(places.bookmarks)
        other.load()
        other.retag([desk.main.services.library.papers[4]], ["zoo"])
        desk.main.look_again()
        await desk.settle()
        assert rows(desk) == ["✱ Bookmarks ▾ 4", "#rl 3", "#vision 2", "#zoo 1"]


async def test_groups_fold_and_are_filtered(run: Run) -> None:
    async with run() as desk:
        await bookmark(desk)
        await desk.press("c", "1", "G")
        assert desk.main.shelf.label == "untagged"
        await desk.press("space")
        assert rows(desk) == ["✱ Bookmarks ▸ 4"]
        assert desk.main.shelf.label == "Bookmarks"
        await desk.press("f", "v", "i")
        assert rows(desk) == ["✱ Bookmarks ▸ 4", "#vision 2"]
        await desk.press("escape", "space")
        assert len(rows(desk)) == 4
        await desk.press("g", "space")
        assert len(rows(desk)) == 4


async def test_b_goes_to_all_bookmarks_and_back(run: Run) -> None:
    async with run() as desk:
        await bookmark(desk)
        await desk.press("c", "B")
        assert (desk.main.shelf.label, len(desk.titles)) == ("Bookmarks", 4)
        await desk.press("1", "j", "2", "B")
        assert (desk.main.shelf.label, len(desk.titles)) == ("All", 5)


async def test_another_grouping_goes_to_all_bookmarks(run: Run) -> None:
    async with run() as desk:
        await bookmark(desk)
        await desk.press("c", "1", "G", "2", "c")
        assert (desk.main.shelf.label, len(desk.titles)) == ("Bookmarks", 4)
        assert desk.main.page.request.among is None


async def test_the_last_bookmarked_first(run: Run) -> None:
    async with run() as desk:
        await desk.press("G", "b", "g", "j", "b", "s", "7")
        assert desk.main.page.sort is Sort.BOOKMARKED
        assert desk.status == "Sorted: last bookmarked first"
        found = [paper.paper.id for paper in desk.main.services.bookmarks.all()]
        library = desk.main.services.library
        listed = [library.papers[row].id for row in desk.main.page.rows]
        assert listed[:2] == found
        assert listed[2:] == sorted(listed[2:])


async def test_the_grouping_comes_back_with_the_group(
    run: Run,
    make_services: Callable[..., Services],
    papers: Sequence[Paper],
    places: Locations,
) -> None:
    def session(services: Services) -> SessionFile:
        return SessionFile(places.session, services.library.fingerprint())

    services = make_services(papers, places)
    async with run(140, 40, services, session=session(services)) as desk:
        await bookmark(desk)
        await desk.press("c", "B", "1", "j", "j", "2")
        titles, shown = desk.titles, rows(desk)
        desk.app.exit()
    services = make_services(papers, places)
    async with run(140, 40, services, session=session(services)) as desk:
        assert desk.main.grouping is Grouping.TAG
        assert (desk.titles, rows(desk)) == (titles, shown)
        assert desk.main.shelf.label == "#vision"


async def test_groups_come_into_sight(
    run: Run, make_services: Callable[..., Services], places: Locations
) -> None:
    papers = [
        Paper(f"test:{n}", f"Paper {n}", Venue(f"V{n:02}", 2024)) for n in range(30)
    ]
    services = make_services(papers, places)
    for n in range(30):
        services.bookmarks.retag([papers[n]], [f"t{n:02}"])
    async with run(140, 24, services) as desk:
        sidebar = desk.main.sidebar
        await desk.press("c")
        assert sidebar.cursor == 0
        # The last venue, the bookmarks, and their groups.
        assert sidebar.render_line(0).text.split() == ["V29", "2024", "1"]
        assert sidebar.render_line(2).text.split() == ["#t00", "1"]
        await desk.press("1", "j")
        assert sidebar.scroll_offset.y <= 1
        await desk.press("B")
        assert sidebar.render_line(2).text.split() == ["#t00", "1"]
