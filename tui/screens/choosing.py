"""What is done with the papers that were chosen by marks."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from textual import on

from paperstui.tui import messages
from paperstui.tui.screens.library_changes import LibraryScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from paperstui.tui.screens.chosen import Chosen
    from paperstui.tui.screens.exporting import Exporting


class ChoosingScreen(LibraryScreen):
    """A screen on which papers can be marked and exported."""

    def with_chosen(self, act: Callable[[Chosen], None]) -> None:
        """Do something with the marked papers, else with that under the cursor."""
        self.marking.with_chosen(act)

    def chosen_rows(self) -> list[int]:
        """The marked rows in screen order, empty where none are; for a thread."""
        chosen = self.marking.chosen()
        return chosen.in_order() if chosen and chosen.marked else []

    def action_mark(self) -> None:
        """Mark the paper under the cursor, or the range."""
        self.marking.mark()

    def action_mark_range(self) -> None:
        """Begin a range, or mark it."""
        self.marking.mark_range()

    def action_mark_all(self) -> None:
        """Mark all that is listed."""
        self.marking.mark_all()

    @on(messages.RowsMarked)
    def _rows_marked(self, event: messages.RowsMarked) -> None:
        self.marking.took(event.rows)

    def library_changed(self) -> None:
        """Papers came or went; those that went lose their marks."""
        self.marking.follow_library()
        super().library_changed()

    def action_export(self) -> None:
        """Write papers to a file."""
        self.marking.when_marked(self._exporting.ask)

    @cached_property
    def _exporting(self) -> Exporting:
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.exporting import Exporting

        return Exporting(self)
