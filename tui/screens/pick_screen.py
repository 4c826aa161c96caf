"""The main screen as a chooser: enter takes a paper, Esc leaves without one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.actions import SkipAction
from textual.message import Message

from paperstui.tui.key import Context
from paperstui.tui.keys import bindings
from paperstui.tui.screens.main import MainScreen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.binding import BindingType

    from paperstui.index.requests import ResultPage
    from paperstui.tui.picking import Picking
    from paperstui.tui.screens.chosen import Chosen
    from paperstui.tui.services import Services

_MARKING = frozenset(("mark", "mark_range", "mark_all"))


class PickScreen(MainScreen, inherit_bindings=False):
    """Ends the app with the papers that were chosen."""

    # First, as of two bindings of a key that both work the first is taken.
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(Context.PICKING),
        *MainScreen.BINDINGS,
    ]
    LASTING_MARKS: ClassVar[bool] = False

    class TakeAsked(Message):
        """Enter was pressed: sent after the keys before it."""

    def __init__(
        self, services: Services, searches: Mapping[str, str], picking: Picking
    ) -> None:
        super().__init__(services, searches)
        # There is no room for three where the pane has half a window.
        marks, leaves = (
            ("space marks · ", "") if picking.multi else ("", " · esc leaves")
        )
        self.papers_title += f" · {marks}enter takes{leaves}"
        self._picking = picking
        self._entered: str | None = None
        """The query at which enter was pressed, where its answer is not there yet."""
        self._to_type = not picking.query
        """Whether the search box is still to get the focus."""

    @property
    def typing(self) -> bool:
        """Whether keys are for the search box, as those are that came before it."""
        return self._to_type or super().typing

    def on_mount(self) -> None:
        """Ask the query; without one, the person types it first."""
        if self._picking.query:
            self.put_query(self._picking.query)
        else:
            self.action_search()
        self._to_type = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Enter and Esc do what they do elsewhere where that comes first."""
        if action == "take":
            elsewhere = self.completing or self.pane == "sidebar" or self.correction
            return not elsewhere
        if action == "leave_empty":
            return not (self.completing or self.pane == "reader" or self.trail)
        if action in _MARKING and not self._picking.multi:
            return False  # one paper is chosen by the cursor alone
        return super().check_action(action, parameters)

    def paper_entered(self) -> None:
        """A paper that is clicked is taken, too."""
        self.action_take()

    def action_take(self) -> None:
        """Take the paper, or the marked ones, after what was typed before."""
        # It works at once, but keys typed ahead are still on their way: from what has
        # the focus up to the app. Before them another paper would be taken.
        (self.focused or self).post_message(self.TakeAsked())

    @on(TakeAsked)
    def _keys_went_ahead(self) -> None:
        self.app.call_later(self._end)

    def _end(self) -> None:
        """Take them when the list is that of the query."""
        if self.app.screen is not self:
            return  # a dialog opened, which the key was for
        # Until the index is there, a query that it began with lists all papers.
        request = self.page.request
        shown = (request.text, request.like) == (self.typed, self.trail.like)
        if not (shown and self.answered):
            self._entered = self.typed
            return
        self._entered = None
        if self.paper is None and not self.marking.count:
            self.tell("There is no paper to take.")
        else:
            self.with_chosen(self._end_with)

    def _end_with(self, chosen: Chosen) -> None:
        self.app.exit(chosen.papers())

    def page_shown(self, page: ResultPage) -> None:
        """Take what was waited for, unless something else was typed meanwhile."""
        super().page_shown(page)
        if self._entered is not None and self._entered == self.typed:
            self._end()

    def action_leave_empty(self) -> None:
        """Leave without a paper, or only the range that is being marked."""
        if not self.marking.leave_range():
            self.app.exit([])

    def action_quit_empty(self) -> None:
        """Leave without a paper, unless there is text to copy."""
        if self.get_selected_text() is not None:
            raise SkipAction
        self.app.exit([])
