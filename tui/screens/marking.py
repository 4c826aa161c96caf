"""Papers that are marked, so that something can be done with many at a time."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from paperstui.tui import messages
from paperstui.tui.formatting import plural
from paperstui.tui.screens.acting import Deed, named
from paperstui.tui.screens.chosen import Chosen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paperstui.tui.screens.main import MainScreen

AT_ONCE = 2_000
"""Rows that are marked in the time of a key; a thread marks more of them."""


class Marking:
    """The marked library rows, whatever is listed; a container of them.

    While a thread marks many, all that follows waits for it, so that keys typed ahead
    find what the ones before them marked. Marks last, and can be undone, unless they
    are for one choice only.
    """

    def __init__(self, screen: MainScreen, *, lasting: bool) -> None:
        self._screen = screen
        self._lasting = lasting
        self._unkept = 0
        """Changes that are not in the journal yet."""
        self._rows: set[int] = set()
        library = screen.services.library
        self._of = library.fingerprint(), library.revision
        """The library whose rows these are."""
        self._waiting: list[Callable[[], None]] | None = None
        """What waits for the thread; None while there is none."""

    def __contains__(self, row: object) -> bool:
        """Whether a library row is marked."""
        return row in self._rows

    @property
    def count(self) -> int:
        """How many papers are marked, those that are not listed, too."""
        return len(self._rows)

    @property
    def summary(self) -> str:
        """What is marked, for the status line: "range of 5 · 3 marked"."""
        span = len(self._screen.results.span)
        parts = [f"range of {span:,}" if span else ""]
        parts.append(f"{self.count:,} marked" if self._rows else "")
        return " · ".join(filter(None, parts))

    def mark(self) -> None:
        """Mark the paper under the cursor, or take its mark, and go to the next.

        Where a range was begun, mark that.
        """
        results = self._screen.results
        if results.range_start is not None:
            self.mark_range()
        elif results.row is None:
            self._screen.tell("There is no paper under the cursor.")
        else:
            paper = self._screen.paper
            name = named([paper]) if paper else plural(1, "paper")
            self._then(partial(self._toggle, results.row, results.cursor, name))
            results.action_move(1)

    def mark_range(self) -> None:
        """Begin a range under the cursor, or mark the one that was begun.

        Takes the marks away where all of it is marked.
        """
        results = self._screen.results
        if results.range_start is not None:
            self._mark(self._ended())
        elif results.count:
            results.begin_range(results.cursor)
            self.show()
            told = "Move to the other end of the range: v marks it, esc leaves it."
            self._screen.tell(told)
        else:
            self._screen.tell("There are no papers to mark.")

    def mark_all(self) -> None:
        """Mark all that is listed, or take the marks away where all is marked."""
        if not self._screen.results.count:
            self._screen.tell("There are no papers to mark.")
            return
        self._ended()
        self._mark(range(self._screen.results.count))

    def leave_range(self) -> bool:
        """Leave the range without marking it; False where there is none."""
        left = bool(self._ended())
        if left:
            self._screen.tell("")
        return left

    def clear(self) -> bool:
        """Take all marks away; False where there are none."""
        if not self._rows:
            return False
        told = f"Unmarked {plural(self.count, 'paper')}"
        self._take(set(), told)
        self._screen.tell(told)
        return True

    def with_chosen(self, act: Callable[[Chosen], None]) -> None:
        """Do something with the marked papers, else with that under the cursor.

        A range that was begun is marked first.
        """
        self.when_marked(partial(self._hand, act))

    def when_marked(self, act: Callable[[], None]) -> None:
        """Do something once all is marked, the range that was begun included."""
        span = self._ended()
        if span:
            self._mark(span, only_add=True)
        self._then(act)

    def chosen(self) -> Chosen | None:
        """The marked papers, else that under the cursor; None where there is none."""
        screen = self._screen
        library, row = screen.services.library, screen.results.row
        if self._rows:
            return Chosen(library, frozenset(self._rows), screen.page.rows, marked=True)
        if row is None or screen.paper is None:
            return None
        return Chosen(library, frozenset((row,)))

    def load(self) -> None:
        """Take over the marks that were kept."""
        if self._lasting:
            self._screen.act(self._kept)

    def follow(self, rows: set[int]) -> None:
        """Show marks that came or went by undoing, or by another instance."""
        if self._lasting and not self._unkept and rows != self._rows:
            self._take(rows)

    def follow_library(self) -> None:
        """Take the marks from papers that have left the library."""
        library = self._screen.services.library
        before, self._of = self._of, (library.fingerprint(), library.revision)
        if before[0] == self._of[0]:
            self._then(partial(self._forget, library.gone(before[1])))
        else:
            self._then(partial(self._take, set()))
            self.load()

    def show(self) -> None:
        """Tell how many are marked."""
        self._screen.status.marked = self.summary

    def took(self, rows: set[int] | None) -> None:
        """Take over what the thread marked, None where it failed; then go on."""
        waiting, self._waiting = self._waiting or [], None
        if rows is not None:
            self._marked(rows)
        for act in waiting:
            self._then(act)

    def _hand(self, act: Callable[[Chosen], None]) -> None:
        chosen = self.chosen()
        if chosen is None:
            self._screen.tell("There is no paper under the cursor.")
        else:
            act(chosen)

    def _then(self, act: Callable[[], None]) -> None:
        """Do something now, or once the thread has marked what it is to mark."""
        if self._waiting is None:
            act()
        else:
            self._waiting.append(act)

    def _toggle(self, row: int, place: int, name: str) -> None:
        before, self._rows = self._rows, self._rows ^ {row}
        self._screen.results.refresh_row(place)
        self.show()
        self._keep(before, f"{'Marked' if row in self._rows else 'Unmarked'} {name}")

    def _ended(self) -> range:
        """The places of the range, which is left."""
        results = self._screen.results
        span = results.span
        if span:
            results.begin_range(None)
            self.show()
        return span

    def _mark(self, span: range, *, only_add: bool = False) -> None:
        """Mark some places of the page."""
        rows = self._screen.page.rows
        self._then(partial(self._begin, rows, span, only_add))

    def _begin(self, rows: Sequence[int], span: range, only_add: bool) -> None:
        if len(span) <= AT_ONCE:
            self._marked(_marked(self._rows, rows, span, only_add=only_add))
            return
        self._waiting = []
        self._screen.tell(f"Marking {plural(len(span), 'paper')} ...")
        work = partial(self._work, rows, span, only_add)
        self._screen.run_worker(work, thread=True, group="marks", exit_on_error=False)

    def _work(self, rows: Sequence[int], span: range, only_add: bool) -> None:
        marked = None
        try:
            marked = _marked(self._rows, rows, span, only_add=only_add)
        finally:
            self._screen.post_message(messages.RowsMarked(marked))

    def _marked(self, rows: set[int]) -> None:
        more = len(rows) - self.count
        done = "Unmarked" if more < 0 else "Marked"
        told = f"{done} {plural(abs(more), 'paper')}"
        self._take(rows, told)
        self._screen.tell(told)

    def _forget(self, rows: Sequence[int]) -> None:
        self._take(self._rows.difference(rows))

    def _take(self, rows: set[int], told: str = "") -> None:
        """Mark these rows and no others; it goes into the history if it is told."""
        before, self._rows = self._rows, rows
        self._screen.results.refresh()
        self.show()
        if told:
            self._keep(before, told)

    def _keep(self, before: set[int], told: str) -> None:
        if not self._lasting or before == self._rows:
            return
        self._unkept += 1
        added, gone = self._rows - before, before - self._rows
        self._screen.act(partial(self._save, added, gone, told, none=not self._rows))

    def _save(
        self, added: set[int], gone: set[int], told: str, *, none: bool = False
    ) -> None:
        """Keep what came and went; where `none` is left, none is kept either.

        Papers that have left the library would else come back with their marks.
        """
        services = self._screen.services
        try:
            ids = services.library.ids(added | gone)
            marked = [ids[row] for row in added if row in ids]
            unmarked = [ids[row] for row in gone if row in ids]
            if none:
                unmarked = [*services.reading.marks]
            services.journal.mark(marked, unmarked, told)
        finally:
            self._unkept -= 1

    def _kept(self) -> Deed:
        services = self._screen.services
        rows = services.library.rows(services.reading.marks)
        return Deed("", marks=set(rows.values()))


def _marked(
    marked: set[int], rows: Sequence[int], span: range, *, only_add: bool
) -> set[int]:
    """The marked rows when those at some places are marked, or are no more."""
    # An index that is damaged gives negative ones for papers that it cannot tell.
    found = {row for row in rows[span.start : span.stop] if row >= 0}
    if found <= marked and not only_add:
        return marked - found
    return marked | found
