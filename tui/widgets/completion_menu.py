"""The dropdown below the search box: what the word before the cursor could become."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content

from paperstui.tui.widgets.lines import LineList

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.events import Click
    from textual.style import Style

    from paperstui.index.completion import Candidate

MOST_ROWS = 8
"""Candidates shown at once; more of them scroll."""
_AROUND = 4
"""Cells of a row that are not text: border, pointer, a space, border."""
_LEAST_WIDTH = 20


class CompletionMenu(LineList, can_focus=False):
    """Offers candidates; the box keeps the focus, so that one can go on typing."""

    def __init__(self) -> None:
        super().__init__(id="completions")
        self._candidates: Sequence[Candidate] = ()
        self._text_width = 0
        self.display = False

    @property
    def count(self) -> int:
        """How many candidates there are."""
        return len(self._candidates)

    @property
    def selected(self) -> Candidate:
        """The candidate under the cursor."""
        return self._candidates[self.cursor]

    def show(self, candidates: Sequence[Candidate], cell: int) -> None:
        """Open with some candidates, their texts below a cell of the pane."""
        self._candidates = candidates
        self._text_width = max(cell_len(each.text) for each in candidates)
        hints = max(cell_len(each.hint) for each in candidates)
        counts = max(len(_count(each)) for each in candidates)
        columns = (self._text_width, hints, counts)
        width = sum(column + 2 for column in columns if column) - 2 + _AROUND
        width += len(candidates) > MOST_ROWS  # the scrollbar
        self.styles.width = max(_LEAST_WIDTH, width)
        self.styles.height = min(MOST_ROWS, len(candidates)) + 2
        self.styles.offset = (max(0, cell - 2), 0)
        self.display = True
        self.rows_changed(0, 0)

    def close(self) -> None:
        """Go away."""
        self.display = False

    def step(self, rows: int) -> None:
        """Go to a candidate before or after, and around at either end."""
        self.cursor = (self.cursor + rows) % self.count

    def on_click(self, event: Click) -> None:
        """One click takes a candidate."""
        event.prevent_default()
        row = self.row_at(event)
        if row is not None:
            self.cursor = row
            self.action_enter()

    def row_lines(self, row: int, width: int, base: Style) -> list[Content]:
        """The text, the hint, and the count at the right."""
        candidate = self._candidates[row]
        muted = self.get_visual_style("line--muted", partial=True)
        count = _count(candidate)
        text = Content(candidate.text)
        if candidate.hint:
            gap = " " * (self._text_width - text.cell_length + 2)
            text = Content.assemble(text, gap, (candidate.hint, muted))
        text = text.truncate(max(1, width - len(count) - 2), ellipsis=True)
        gap = " " * (width - 1 - text.cell_length - len(count))
        pointer = "▌" if row == self.cursor else " "
        return [Content.assemble(pointer, text, gap, (count, muted))]


def _count(candidate: Candidate) -> str:
    return "" if candidate.count is None else f"{candidate.count:,}"
