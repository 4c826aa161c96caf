"""The reader follows the cursor, and a paper that stays in view counts as read."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from paperstui.tui.formatting import plural
from paperstui.tui.screens.acting import Deed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.timer import Timer

    from paperstui.index.models import Paper
    from paperstui.tui.screens.main import MainScreen
    from paperstui.tui.screens.tidying import Tidying

READ_AFTER = 2.0
"""Seconds that an abstract is in view before its paper counts as read."""

_READER_AFTER = 0.008
"""Seconds that the list has for its own paint. There is no telling when that is done:
widgets ask for it on their own, after whoever changed them."""


class Following:
    """Shows the paper under the cursor when the list is painted, and only the last.

    So the list does not wait for it, and a key that is held down moves the cursor at
    its own speed.
    """

    def __init__(self, screen: MainScreen, tidying: Tidying) -> None:
        self._screen = screen
        self._tidying = tidying
        self._dwell: Timer | None = None
        self.due = False
        """Whether the paper under the cursor is still to be shown."""

    def later(self) -> None:
        """Show it when the list is painted."""
        if not self.due:
            self.due = True
            self._tidying.disturb()
            self._screen.set_timer(_READER_AFTER, self.catch_up)

    def catch_up(self) -> None:
        """Show it now, if that is still to be done."""
        if self.due:
            self.show()
            self._tidying.sweep_soon()

    def show(self) -> None:
        """Show it now."""
        self.due = False
        screen, services = self._screen, self._screen.services
        paper = screen.results.selected
        name = paper.id if paper else ""
        decision = services.reading.decisions.get(name)
        screen.reader.show(
            paper,
            screen.page.query,
            services.library.key(paper) if paper else "",
            bookmark=services.bookmarks.bookmark(name),
            verdict=decision.verdict if decision else None,
            read=name in services.reading,
        )
        if self._dwell is not None:
            self._dwell.stop()
        if paper is not None and paper.id not in services.reading:
            self._dwell = screen.set_timer(READ_AFTER, partial(self._dwelt, paper))

    def rest(self) -> None:
        """Count no paper as read until one is shown again."""
        if self._dwell is not None:
            self._dwell.stop()

    def read(self, paper: Paper) -> None:
        """Mark a paper as read."""
        reading = self._screen.services.reading
        if paper.id not in reading:
            self._screen.act(partial(self._mark_read, paper.id))

    def see_above(self) -> None:
        """Mark all papers above the cursor as read."""
        screen = self._screen
        rows = screen.page.rows[: screen.results.cursor]
        if rows:
            screen.act(partial(self._see, rows))
        else:
            screen.tell("There is no paper above the cursor.")

    def _see(self, rows: Sequence[int]) -> Deed:
        services = self._screen.services
        ids = services.library.ids(rows).values()
        new = [name for name in ids if name not in services.reading]
        if not new:
            return Deed("All papers above were seen already.")
        told = f"Marked {plural(len(new), 'paper')} above as seen"
        services.journal.see(new, told)
        return Deed(told)

    def _mark_read(self, paper_id: str) -> Deed:
        self._screen.services.reading.mark_read(paper_id)
        return Deed("")

    def _dwelt(self, paper: Paper) -> None:
        shown = self._screen.results.selected
        if shown and shown.id == paper.id and self._screen.reader.size.height:
            self.read(paper)
