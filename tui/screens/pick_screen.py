"""The main screen as a chooser: enter takes a paper, Esc leaves without one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from paperstui.tui.screens.main import MainScreen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paperstui.index.models import ResultPage
    from paperstui.tui.picking import Picking
    from paperstui.tui.services import Services

_MARKING = frozenset(("mark", "mark_range", "mark_all"))


class PickScreen(MainScreen):
    """Ends the app with the papers that were chosen."""

    PAPERS: ClassVar[str] = "2 Papers · enter takes · esc leaves"

    def __init__(
        self, services: Services, searches: Mapping[str, str], picking: Picking
    ) -> None:
        super().__init__(services, searches)
        self._picking = picking
        self._entered = False
        """Whether enter was pressed before the answer to the query was there."""

    def on_mount(self) -> None:
        """Ask the query; without one, the person types it first."""
        if self._picking.query:
            self.put_query(self._picking.query)
        else:
            self.action_search()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """One paper is chosen by the cursor alone."""
        if action in _MARKING and not self._picking.multi:
            return False
        return super().check_action(action, parameters)

    def paper_entered(self) -> None:
        """Take the paper, or the marked ones, when the list is that of the query."""
        self._entered = not self._is_answered
        if self._entered:
            return
        rows = self.chosen_rows() if self._picking.multi else []
        papers = [self.services.library.papers[row] for row in rows]
        if not papers and self.paper is not None:
            papers = [self.paper]
        if papers:
            self.app.exit(papers)
        else:
            self.tell("There is no paper to take.")

    def page_shown(self, page: ResultPage) -> None:
        """Take what was waited for."""
        super().page_shown(page)
        if self._entered and self._is_answered:
            self.paper_entered()

    def action_submit(self) -> None:
        """Take the paper from the search box, too, as choosers do."""
        if self.correction:
            super().action_submit()
        else:
            self.paper_entered()

    def action_leave(self) -> None:
        """Leave without a paper."""
        self.app.exit([])

    def action_back(self) -> None:
        """From the abstract to the papers; else leave without a paper."""
        if self.pane == "reader":
            self.action_pane("results")
        else:
            self.action_leave()

    @property
    def _is_answered(self) -> bool:
        return self.page.request.text == self.typed
