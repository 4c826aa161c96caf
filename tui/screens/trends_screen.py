"""Venues and years side by side: the topic, terms, authors, what was seen and kept."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on, work
from textual.content import Content
from textual.widgets import Static
from textual.worker import get_current_worker

from paperstui.index.authors import Attendance
from paperstui.index.coverage import Coverage, coverage
from paperstui.index.errors import PaperstuiError
from paperstui.index.query_text import narrowed
from paperstui.index.term_trends import Change
from paperstui.index.trends import Portion
from paperstui.tui import messages
from paperstui.tui.formatting import READ
from paperstui.tui.key import Context
from paperstui.tui.keys import bindings
from paperstui.tui.screens.full import FullScreen
from paperstui.tui.screens.menu import Menu
from paperstui.tui.screens.pair import Pair, choose, comparable, telling
from paperstui.tui.screens.trend_counts import Comparison, Shown, Topic
from paperstui.tui.screens.trend_rows import VIEWS, tabs
from paperstui.tui.widgets.lines import LineList
from paperstui.tui.widgets.list_head import ListHead
from paperstui.tui.widgets.matrix import KEPT, Matrix
from paperstui.tui.widgets.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.events import Click
    from textual.widget import Widget

    from paperstui.tui.screens.exploring import ExploringScreen
    from paperstui.tui.screens.trend_counts import Progress

    Count = Callable[[Progress], Shown | Coverage]

_COMPARING = ("terms", "people")
_ALONE = "No conference has papers of two years to compare."


class _LeftError(Exception):
    """Nobody waits for the counts any more."""


class TrendsScreen(FullScreen):
    """One view at a time; what it shows is counted in a thread."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Context.TRENDS)]

    table = getters.query_one(Table)
    matrix = getters.query_one(Matrix)

    def __init__(self, main: ExploringScreen) -> None:
        super().__init__(main)
        self.looked = main.looked
        self._number = 0
        """Number of the newest request."""
        self._years: dict[str, dict[int, int]] = {}
        """The conferences that can be compared, with their years."""
        self._cursors: dict[str, int] = {}
        """Where the cursor was in each view."""

    def body(self) -> ComposeResult:
        """The subject, and a table of it."""
        yield Static(id="subject", markup=False)
        for lines in (Table(id="table"), Matrix(id="matrix")):
            head = ListHead(lines)
            lines.reshaped = head.refresh
            yield head.set_class(True, f"of-{lines.id}")
            yield lines

    def home(self) -> Widget:
        """The table of the view."""
        return self.matrix if self.looked.view == "coverage" else self.table

    def on_resize(self) -> None:
        """The names of the views may stand closer together."""
        super().on_resize()
        self.head(tabs(self.looked.view, self.size.width))

    def refresh_data(self) -> None:
        """Count anew for the view that is shown."""
        main = self.main
        self._years = comparable(
            self.services.library.counts, refused=main.marked().refused
        )
        chosen = next(iter(main.shelf.venues or ()), None)
        self.looked.pair = choose(
            self._years,
            self.looked.pair,
            chosen.name if chosen else "",
            main.paper.venue.name if main.paper else "",
        )
        self._keep_cursor()
        self._look()

    # The views

    def action_view(self, view: str) -> None:
        """Show one of `VIEWS`."""
        if view != self.looked.view:
            self._keep_cursor()
            self.looked.view = view
            self._look()

    def action_next_view(self, step: int) -> None:
        """Show the view after (1) or before (-1) this one."""
        names = list(VIEWS)
        self.action_view(names[(names.index(self.looked.view) + step) % len(names)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that do nothing in a view are not shown there."""
        view = self.looked.view
        if action in ("venue", "compare_from", "compare_with"):
            return view in _COMPARING
        if action == "switch":
            return view != "coverage"
        return super().check_action(action, parameters)

    def _keep_cursor(self) -> None:
        self._cursors[self.looked.view] = self.table.cursor

    def _look(self) -> None:
        """Count what the view shows; until then it is empty, if that takes a while."""
        self._number += 1
        view = self.looked.view
        self.set_class(view == "coverage", "-at-coverage")
        self.head(tabs(view, self.size.width))
        self.take_focus()
        self.refresh_bindings()
        count: Count
        if view == "coverage":
            count = self._coverage()
        elif view == "topic":
            count = Topic.of(self.main, shares=self.looked.shares).count
        elif self.looked.pair.name:
            count = self._comparison(view)
            self._show(Shown(self.looked.pair.label, [], empty="counting ..."))
        else:
            count = partial(_nothing, Shown("", [], empty=_ALONE))
        self._count(self._number, count)

    def _coverage(self) -> Count:
        request = self.main.marked()
        library = self.services.library
        return lambda _: coverage(library, request.marks, refused=request.refused)

    def _comparison(self, view: str) -> Count:
        return Comparison(
            self.services.library,
            self.main.editions,
            self.looked.pair,
            refused=self.main.marked().refused,
            terms=view == "terms",
        ).count

    @work(thread=True, group="trends", exclusive=True, exit_on_error=False)
    def _count(self, number: int, count: Count) -> None:
        worker = get_current_worker()

        def progress(text: str) -> None:
            if worker.is_cancelled:
                raise _LeftError
            self.post_message(messages.TrendProgress(number, text))

        try:
            shown = count(progress)
        except _LeftError:
            return
        except PaperstuiError as error:
            shown = Shown("", [], empty=f"The search failed: {error}")
        self.post_message(messages.TrendCounted(number, shown))

    @on(messages.TrendCounted)
    def _counted(self, event: messages.TrendCounted) -> None:
        if event.number == self._number:
            self.tell("")
            self._show(event.shown)

    @on(messages.TrendProgress)
    def _tell_progress(self, event: messages.TrendProgress) -> None:
        if event.number == self._number:
            self.tell(event.text)

    def _show(self, shown: object) -> None:
        subject = ""
        if isinstance(shown, Coverage):
            subject = f"papers of each venue and year · {READ} read · {KEPT} kept"
            self.matrix.show(shown)
        elif isinstance(shown, Shown):
            subject = shown.subject
            cursor = self._cursors.get(self.looked.view, 0) if shown.rows else 0
            empty = [shown.empty]
            self.table.show(shown.rows, shown.columns, empty=empty, cursor=cursor)
        self.query_one("#subject", Static).update(Content(subject))

    def on_click(self, event: Click) -> None:
        """Show the view whose name was clicked."""
        view = event.style.meta.get("view")
        if view in VIEWS:
            self.action_view(view)

    # What the keys do in a view

    def action_switch(self) -> None:
        """Bars of shares or counts; or go to the next group."""
        if self.looked.view == "topic":
            self.looked.shares = not self.looked.shares
            self._keep_cursor()
            self._look()
        else:
            self.table.action_group(1)

    def action_compare_with(self, step: int) -> None:
        """Another year to compare with."""
        self._move(after=step)

    def action_compare_from(self, step: int) -> None:
        """Another year to begin with."""
        self._move(before=step)

    def _move(self, *, before: int = 0, after: int = 0) -> None:
        pair = self.looked.pair
        if not pair.name:
            self.tell(_ALONE)
            return
        years = list(self._years[pair.name])
        moved = pair.moved(years, before=before, after=after)
        if moved == pair:
            self.tell(f"{pair.name} has {', '.join(map(str, years))}.")
        else:
            self._compare(moved)

    def action_venue(self) -> None:
        """Choose a conference, of which the last two years are compared."""
        names = list(self._years)
        if not names:
            self.tell(_ALONE)
            return

        def chosen(number: str | None) -> None:
            if number is not None:
                name = names[int(number)]
                self._compare(telling(name, self._years[name]))

        entries = [
            (str(number), f"{name}  {min(years)}–{max(years)}")
            for number, (name, years) in enumerate(self._years.items())
        ]
        start = names.index(self.looked.pair.name)
        self.app.push_screen(Menu("Conference", entries, start=start), chosen)

    def _compare(self, pair: Pair) -> None:
        self.looked.pair = pair
        self._cursors = {}
        self._look()

    @on(LineList.Entered)
    def _entered(self) -> None:
        """List what the line stands for, or show its author."""
        if self.looked.view == "coverage":
            self._enter_cell()
            return
        pair = self.looked.pair
        match self.table.target:
            case Portion(name, year):
                text = narrowed(self.main.typed, name, year)
                self.main.show_search(text, within=True)
            case Change() as change:
                year = pair.after if change.score > 0 else pair.before
                text = f"{narrowed('', pair.name, year)}{change.query} "
                self.main.show_search(text)
            case Attendance(name):
                self.main.show_author(name)

    def _enter_cell(self) -> None:
        name, year, cell = self.matrix.target
        if cell is None:
            self.tell(f"There are no papers of {name} {year}.")
        else:
            self.main.show_search(narrowed("", name, year))


def _nothing(shown: Shown, _: Progress) -> Shown:
    return shown
