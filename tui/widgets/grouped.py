"""A list of groups below each other, each with a head that the cursor passes over."""

from __future__ import annotations

from textual.geometry import Region

from paperstui.tui.widgets.lines import LineList


class GroupedList(LineList):
    """A list whose cursor stands on values only."""

    def is_value(self, row: int) -> bool:
        """Whether the cursor may stand on a row."""
        raise NotImplementedError

    def is_head(self, row: int) -> bool:
        """Whether a row is the head of a group."""
        raise NotImplementedError

    def validate_cursor(self, cursor: int) -> int:
        """Keep it on values: past heads and gaps the way it went, else back."""
        cursor = super().validate_cursor(cursor)
        onward = range(cursor, self.count)
        back = range(min(cursor, self.count - 1), -1, -1)
        for rows in (onward, back) if cursor >= self.cursor else (back, onward):
            for row in rows:
                if self.is_value(row):
                    return row
        return cursor

    def _show_cursor(self) -> None:
        super()._show_cursor()
        if self.cursor and not self.is_value(self.cursor - 1):
            # The head comes with the first value of its group.
            head = Region(0, self.cursor - 1, 1, 1)
            self.scroll_to_region(head, animate=False, force=True, immediate=True)

    def action_group(self, step: int) -> None:
        """Go to the first value of the group after (1) or before (-1) this one."""
        heads = [row for row in range(self.count) if self.is_head(row)]
        if heads:
            here = max(
                (n for n, row in enumerate(heads) if row < self.cursor), default=0
            )
            self.cursor = heads[(here + step) % len(heads)] + 1
