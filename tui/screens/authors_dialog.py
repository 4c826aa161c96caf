"""The authors of a paper, with how many papers each has here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import getters, on, work
from textual.containers import Vertical
from textual.widgets import Static
from textual.worker import get_current_worker

from paperstui.index.authors import papers_of
from paperstui.index.errors import PaperstuiError
from paperstui.tui import messages
from paperstui.tui.formatting import plural
from paperstui.tui.screens.dialog import Dialog
from paperstui.tui.widgets.lines import LineList
from paperstui.tui.widgets.table import Table, TableRow

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult

    from paperstui.tui.screens.exploring import ExploringScreen

_COUNTED = 60
"""Authors of whom the papers are counted; a paper may have thousands."""


_AROUND = 5
"""Lines of the window that are no names, and those above and below it."""


class AuthorsDialog(Dialog[str]):
    """Answers with the name that was chosen."""

    table = getters.query_one(Table)

    def __init__(self, main: ExploringScreen, names: Sequence[str]) -> None:
        super().__init__()
        self._main = main
        self._names = names
        self._papers: Mapping[int, int] = {}
        """Papers of those that are counted, by their places."""

    def compose(self) -> ComposeResult:
        """The names in the order of the paper, and what the counts are of."""
        with Vertical(classes="window") as window:
            window.border_title = plural(len(self._names), "author")
            window.border_subtitle = "enter opens · esc closes"
            yield Table(id="names")
            yield Static(
                "Numbers are of papers here under the same name.",
                classes="note",
                markup=False,
            )

    def on_mount(self) -> None:
        """Show the names at once; the counts follow."""
        self._show()
        if self._main.search is not None:
            self._count()

    def on_resize(self) -> None:
        """As high as the names or the screen: there may be thousands."""
        self.table.styles.height = min(len(self._names), self.size.height - _AROUND)

    def _show(self) -> None:
        most = max(self._papers.values(), default=1)
        rows = [
            TableRow(
                name,
                (f"{papers:,}" if (papers := self._papers.get(place, 0)) else "",),
                papers / most,
                name,
            )
            for place, name in enumerate(self._names)
        ]
        self.table.show(rows, cursor=self.table.cursor)

    @work(thread=True, exclusive=True, group="authors", exit_on_error=False)
    def _count(self) -> None:
        worker, search = get_current_worker(), self._main.search
        request, papers = self._main.marked(), self._main.services.library.papers
        counts: dict[int, int] = {}
        for place, name in enumerate(self._names[:_COUNTED]):
            if worker.is_cancelled or search is None:
                return
            try:
                found = papers_of(search.find, papers, name, request)
            except PaperstuiError:
                return  # whoever searches is told
            counts = {**counts, place: len(found.rows)}
            self.post_message(messages.AuthorsCounted(counts))

    @on(messages.AuthorsCounted)
    def _counted(self, event: messages.AuthorsCounted) -> None:
        self._papers = event.papers
        self._show()

    @on(LineList.Entered)
    def _entered(self) -> None:
        self.dismiss(self._names[self.table.cursor])
