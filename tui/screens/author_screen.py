"""One author: papers across lists, years and venues, co-authors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on, work
from textual.containers import Horizontal, Vertical
from textual.content import Content

from paperstui.index.authors import Coauthor, profile
from paperstui.index.errors import PaperstuiError
from paperstui.index.query_text import by_author, narrowed
from paperstui.tui import messages
from paperstui.tui.formatting import plural
from paperstui.tui.headline import spark
from paperstui.tui.key import Context
from paperstui.tui.keys import bindings
from paperstui.tui.screens.full import FullScreen
from paperstui.tui.widgets.lines import LineList
from paperstui.tui.widgets.results_list import ResultsList
from paperstui.tui.widgets.table import Table, TableRow

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.events import DescendantFocus
    from textual.widget import Widget

    from paperstui.index.authors import Profile
    from paperstui.tui.screens.exploring import ExploringScreen

PANES = ("results", "coauthors", "career")
"""Ids of the lists, in the order of the keys."""
_STEP = " › "
_BUILDING = "The index is being built; the papers follow."


@dataclass(frozen=True, slots=True)
class _Step:
    """An author on the way, and where one was there."""

    name: str
    pane: str = "results"
    cursors: tuple[int, ...] = ()
    """In each of `PANES`; none for someone who is new on the way."""


class AuthorPapers(ResultsList, inherit_bindings=False):
    """The papers of an author, which can be gone to and nothing else."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Context.TABLE)]


class AuthorScreen(FullScreen):
    """Shows the last author of a way from co-author to co-author."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Context.AUTHOR)]

    papers = getters.query_one("#results", ResultsList)
    coauthors = getters.query_one("#coauthors", Table)
    career = getters.query_one("#career", Table)

    def __init__(self, main: ExploringScreen, name: str) -> None:
        super().__init__(main)
        self._way = [_Step(name)]
        self._profile: Profile | None = None
        """What is known of the last one; None until it is looked up."""
        self._pane = "results"

    def body(self) -> ComposeResult:
        """Papers beside co-authors, and these above years and venues."""
        services = self.services
        with Horizontal(id="author"):
            with Vertical(id="works") as works:
                works.border_title = "Papers"
                yield AuthorPapers(
                    services.library.papers,
                    services.bookmarks,
                    services.reading,
                    self.main.marking,
                )
            with Vertical(id="beside"):
                for name, title in (
                    ("coauthors", "Co-authors"),
                    ("career", "Years and venues"),
                ):
                    table = Table(id=name)
                    table.border_title = title
                    yield table

    def home(self) -> Widget:
        """The list that has the keys."""
        return self.query_one(f"#{self._pane}")

    @property
    def author(self) -> str:
        """The author that is shown."""
        return self._way[-1].name

    def refresh_data(self) -> None:
        """Look the author up."""
        if self._profile is not None:
            self._remember()
        self._enter_pane(self._way[-1].pane)
        self._show_head()
        if self.main.search is None:
            self.tell(_BUILDING)
        else:
            self._find(self.author)

    @work(thread=True, group="author", exclusive=True, exit_on_error=False)
    def _find(self, name: str) -> None:
        library, search = self.services.library, self.main.search
        if search is None:
            return
        try:
            found = profile(search.find, library.papers, name, self.main.marked())
        except PaperstuiError as error:
            self.post_message(messages.Notice(f"The search failed: {error}"))
        else:
            self.post_message(messages.ProfileFound(found))

    @on(messages.Notice)
    def _tell_notice(self, event: messages.Notice) -> None:
        self.tell(event.text, warning=True)

    @on(messages.ProfileFound)
    def _show(self, event: messages.ProfileFound) -> None:
        found = event.profile
        if found.asked != self.author:
            return
        self._profile = found
        self.tell("")
        empty = ["No paper here names this author."]
        self.papers.show(found.page, keep=False, empty=empty)
        most = max((other.papers for other in found.coauthors), default=1)
        self.coauthors.show(
            [
                TableRow(other.name, (str(other.papers),), other.papers / most, other)
                for other in found.coauthors
            ],
            empty=["No one wrote with this author."],
        )
        self.career.show(_career(found), empty=["Nothing is known."])
        for name, cursor in zip(PANES, self._way[-1].cursors, strict=False):
            self.query_one(f"#{name}", LineList).cursor = cursor
        works = self.query_one("#works")
        works.border_title = plural(len(found.page.rows), "paper")
        self.coauthors.border_title = plural(len(found.coauthors), "co-author")
        self._show_head()

    def _show_head(self) -> None:
        """The way, the last name last; then how many papers of which years."""
        ways = _STEP.join(step.name for step in self._way)
        parts = [Content(f" {ways} ").stylize("bold")]
        if self._profile is not None:
            years = {year: float(n) for year, n in self._profile.years.items()}
            told = f"{plural(len(self._profile.page.rows), 'paper')} of this name"
            drawn = spark(years) if len(years) > 1 else ""
            parts.append(Content(f" {told}  {drawn}"))
        self.head(Content.assemble(*parts))

    # Moving about

    def action_next_pane(self, step: int) -> None:
        """Go to the list after (1) or before (-1) this one."""
        place = (PANES.index(self._pane) + step) % len(PANES)
        self._enter_pane(PANES[place])

    def _enter_pane(self, pane: str) -> None:
        self._pane = pane
        for name in PANES:
            self.set_class(name == pane, f"-at-{name}")
        self.take_focus()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Follow the focus when the mouse moves it."""
        name = event.widget.id
        if name in PANES and name != self._pane:
            self._enter_pane(name)

    def action_back(self) -> None:
        """Back to the author before; from the first one leave."""
        if len(self._way) == 1:
            self.action_leave()
        else:
            self._way.pop()
            self._profile = None
            self.refresh_data()

    def go_to(self, name: str) -> None:
        """Show another author, and remember the way back."""
        self._remember()
        self._way.append(_Step(name))
        self._profile = None
        self.refresh_data()

    def _remember(self) -> None:
        """Keep where one is with this author."""
        lists = (self.query_one(f"#{pane}", LineList) for pane in PANES)
        cursors = tuple(each.cursor for each in lists)
        self._way[-1] = _Step(self.author, self._pane, cursors)

    def action_search_all(self) -> None:
        """List the papers in the main list."""
        self.main.show_search(by_author(self.author))

    @on(LineList.Entered, "#results")
    def _to_paper(self) -> None:
        self.main.show_search(by_author(self.author), row=self.papers.row)

    @on(LineList.Entered, "#coauthors")
    def _to_coauthor(self) -> None:
        other = self.coauthors.target
        if isinstance(other, Coauthor):
            self.go_to(other.name)

    @on(LineList.Entered, "#career")
    def _to_part(self) -> None:
        """List the papers of a year or a venue."""
        part, mine = self.career.target, by_author(self.author)
        if isinstance(part, int):
            self.main.show_search(narrowed(mine, year=part))
        elif isinstance(part, str):
            self.main.show_search(narrowed(mine, part))


def _career(found: Profile) -> list[TableRow]:
    """Years, newest first, and venues, each with a bar."""
    rows = []
    years: list[tuple[str, int | str, int]] = [
        (str(year), year, papers)
        for year, papers in reversed(list(found.years.items()))
    ]
    venues = [(name, name, papers) for name, papers in found.venues.items()]
    for head, parts in (("Years", years), ("Venues", venues)):
        if parts:
            rows.append(TableRow(head))
        most = max((papers for _, _, papers in parts), default=1)
        for label, part, papers in parts:
            rows.append(TableRow(label, (str(papers),), papers / most, part))
    return rows
