"""The line below the search box that points at what could not be used, and says why."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.requests import Diagnostic


class DiagnosticLine(Widget):
    """Points at the diagnostic nearest the cursor; not there where there is none."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"diagnostic--mark"}

    cursor: reactive[int] = reactive(0)
    """Where in the query the cursor stands."""
    scrolled: reactive[int] = reactive(0)
    """Cells of the query that are hidden at the left of the box."""
    room: reactive[int] = reactive(0)
    """Cells of the query that the box shows."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._diagnostics: Sequence[Diagnostic] = ()
        self.display = False

    def show(self, text: str, diagnostics: Sequence[Diagnostic]) -> None:
        """Show what in a query could not be used."""
        self._text, self._diagnostics = text, diagnostics
        self.display = bool(diagnostics)
        self.refresh()

    def fits(self, width: int) -> bool:
        """Whether all there is to say can be read in so many cells."""
        if not self._diagnostics:
            return True
        _, _, reason, _ = self._laid_out(width)
        return len(self._diagnostics) == 1 and reason == self._reason()

    def render(self) -> Content:
        """The mark under the place, and the reason where there is room for it."""
        if not self._diagnostics:
            return Content("")
        indent, mark, reason, mark_first = self._laid_out(self.content_size.width)
        mark_style = self.get_visual_style("diagnostic--mark", partial=True)
        parts = [Content.styled(mark, mark_style), Content(reason)]
        shown = Content(" ").join(parts if mark_first else reversed(parts))
        return Content(" " * indent) + shown

    def _laid_out(self, width: int) -> tuple[int, str, str, bool]:
        """Cells before both, mark, reason as cut, whether the mark comes first."""
        start, mark = self._mark()
        reason = self._reason()
        before, after = start - 1, width - start - 2
        wanted = cell_len(reason)
        mark_first = after >= min(wanted, before)
        if mark_first:
            # The tail of a long mark gives way to the reason.
            mark = mark[: max(1, width - start - 1 - wanted)]
            before = width - start - len(mark) - 1
        cut = Content(reason).truncate(max(0, before), ellipsis=True)
        indent = start if mark_first else max(0, start - 1 - cut.cell_length)
        return indent, mark[: max(1, width - start)], cut.plain, mark_first

    def _mark(self) -> tuple[int, str]:
        nearest = self._nearest
        first = cell_len(self._text[: nearest.start]) - self.scrolled
        last = cell_len(self._text[: nearest.end]) - self.scrolled
        last = max(last, first + 1)
        room = max(1, self.room)
        if last <= 0:
            return 0, "<"
        if first >= room:
            return room - 1, ">"
        head = "^" if first >= 0 else "<"
        first = max(0, first)
        return first, head + "~" * (min(last, room) - first - 1)

    def _reason(self) -> str:
        more = len(self._diagnostics) - 1
        return f"{self._nearest.reason}, +{more} more" if more else self._nearest.reason

    @property
    def _nearest(self) -> Diagnostic:
        return min(self._diagnostics, key=self._distance)

    def _distance(self, diagnostic: Diagnostic) -> int:
        return max(diagnostic.start - self.cursor, self.cursor - diagnostic.end, 0)
