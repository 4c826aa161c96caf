"""A list drawn line by line: its cost depends on the rows on screen only."""

from __future__ import annotations

from textwrap import wrap
from typing import ClassVar, Self

from textual.content import Content
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style

_KEPT_ROWS = 200
"""How many rows stay drawn at most: some screens full."""


class LineList(ScrollView, can_focus=True):
    """A scrolling list with a cursor; subclasses say how many rows and what lines.

    What is drawn of a row is kept until `refresh` is called for all or it loses or gets
    the cursor.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"line--cursor", "line--muted"}

    ALLOW_SELECT = False

    cursor: reactive[int] = reactive(0, init=False, repaint=False)
    """The row under the cursor; 0 in an empty list."""

    class Moved(Message):
        """The cursor stands on another row."""

        def __init__(self, lines: LineList, row: int) -> None:
            super().__init__()
            self.lines = lines
            self.row = row

        @property
        def control(self) -> LineList:
            """The list that it happened in."""
            return self.lines

    class Entered(Message):
        """The row under the cursor was chosen."""

        def __init__(self, lines: LineList) -> None:
            super().__init__()
            self.lines = lines

        @property
        def control(self) -> LineList:
            """The list that it happened in."""
            return self.lines

    def __init__(self, *, id: str) -> None:  # noqa: A002  (Textual's name for it)
        self._strips: dict[int, list[Strip]] = {}
        """The lines of rows as drawn."""
        self._shape = (0, 0)
        """How wide and how high they are."""
        self._extent: tuple[Size, Size, Size] | None = None
        """What the scrollbar shows: the sizes of all lines, window and pane."""
        self._offset: int | None = None
        """The offset of the cursor that is wanted once there is a window."""
        super().__init__(id=id)

    @property
    def count(self) -> int:
        """How many rows there are."""
        raise NotImplementedError

    @property
    def row_height(self) -> int:
        """Lines that each row takes."""
        return 1

    def row_lines(self, row: int, width: int, base: Style) -> list[Content]:
        """The lines of one row, `row_height` of them, at most `width` cells each."""
        raise NotImplementedError

    def empty_lines(self) -> list[str]:
        """What an empty list says instead of rows."""
        return []

    def rows_changed(self, cursor: int, offset: int | None = None) -> None:
        """Draw anew with the cursor on a row, `offset` lines below the top if given."""
        height = self.count * self.row_height
        self.virtual_size = Size(self.scrollable_content_region.width, height)
        with self.prevent(LineList.Moved):
            self.cursor = max(0, min(cursor, self.count - 1))
        if not self.size.height:
            # How many lines a row takes is not known yet.
            self._offset = offset
        elif offset is not None:
            top = self.cursor * self.row_height - offset
            self.scroll_to(y=max(0, top), animate=False, immediate=True)
        self._show_cursor()
        self.refresh()

    def cursor_offset(self) -> int:
        """How many lines below the top the row under the cursor stands."""
        return self.cursor * self.row_height - self.scroll_offset.y

    def watch_cursor(self, before: int, cursor: int) -> None:
        """Keep the cursor in sight and tell that it moved."""
        self._show_cursor()
        self.refresh_row(before)
        self.refresh_row(cursor)
        self.post_message(self.Moved(self, cursor))

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Draw some regions or, where none are given, all rows anew."""
        if not regions:
            self._strips.clear()
        return super().refresh(
            *regions, repaint=repaint, layout=layout, recompose=recompose
        )

    def notify_style_update(self) -> None:
        """Draw in the colours of another theme."""
        self._strips.clear()
        super().notify_style_update()

    def _scroll_update(self, virtual_size: Size) -> None:
        """Leave the scrollbar as it is where a layout has not changed this list.

        Textual draws it anew with every layout of the screen.
        """
        extent = (virtual_size, self.size, self.container_size)
        if extent != self._extent:
            self._extent = extent
            super()._scroll_update(virtual_size)

    def refresh_row(self, row: int) -> None:
        """Draw one row anew."""
        self._strips.pop(row, None)
        top = row * self.row_height - self.scroll_offset.y
        region = Region(0, top, self.size.width, self.row_height)
        shown = region.intersection(self.size.region)
        if shown:
            self.refresh(shown)

    def validate_cursor(self, cursor: int) -> int:
        """Keep it inside the list."""
        return max(0, min(cursor, self.count - 1))

    def action_move(self, rows: int) -> None:
        """Move the cursor by some rows."""
        self.cursor += rows

    def action_move_to(self, row: int) -> None:
        """Move the cursor to a row; negative ones count from the end."""
        self.cursor = row if row >= 0 else self.count + row

    def action_move_pages(self, pages: float) -> None:
        """Move the cursor by as many rows as (part of) a page holds."""
        rows = max(1, int(self.size.height / self.row_height * abs(pages)))
        self.cursor += rows if pages > 0 else -rows

    def action_enter(self) -> None:
        """Choose the row under the cursor."""
        if self.count:
            self.post_message(self.Entered(self))

    def on_click(self, event: Click) -> None:
        """A click moves the cursor; a second one on the same row chooses it."""
        row = self.row_at(event)
        if row is None:
            return
        if row == self.cursor and event.chain > 1:
            self.action_enter()
        else:
            self.cursor = row

    def row_at(self, event: Click) -> int | None:
        """The row that was clicked; None beside all rows."""
        offset = event.get_content_offset(self)
        if offset is None:
            return None
        row = (offset.y + self.scroll_offset.y) // self.row_height
        return row if 0 <= row < self.count else None

    def on_resize(self) -> None:
        """Rows may take another number of lines at another size."""
        if self.count:
            self.rows_changed(self.cursor, self._offset)
            self._offset = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one line of the window."""
        width = self.scrollable_content_region.width
        base = self.visual_style
        if not self.count:
            return self._empty_line(y, width, base)
        row, line = divmod(y + self.scroll_offset.y, self.row_height)
        if row >= self.count:
            return Strip.blank(width, base.rich_style)
        shape = (width, self.row_height)
        if shape != self._shape or len(self._strips) >= _KEPT_ROWS:
            self._shape = shape
            self._strips.clear()
        if row not in self._strips:
            if row == self.cursor:
                # Not partial: a partial style of Textual loses an opaque background.
                base = self.get_visual_style("line--cursor")
            lines = self.row_lines(row, width, base)
            self._strips[row] = [_strip(content, width, base) for content in lines]
        return self._strips[row][line]

    def _empty_line(self, y: int, width: int, base: Style) -> Strip:
        lines = [
            part for line in self.empty_lines() for part in wrap(line, max(10, width))
        ]
        first = max(0, (self.size.height - len(lines)) // 3)
        if not first <= y < first + len(lines):
            return Strip.blank(width, base.rich_style)
        muted = base + self.get_visual_style("line--muted", partial=True)
        text = Content(lines[y - first]).truncate(width, ellipsis=True)
        return _strip(text.center(width), width, muted)

    def _show_cursor(self) -> None:
        self.scroll_to_region(
            Region(0, self.cursor * self.row_height, 1, self.row_height),
            animate=False,
            force=True,
            immediate=True,
            x_axis=False,
        )


def _strip(content: Content, width: int, base: Style) -> Strip:
    segments = content.render_segments(base)
    return Strip(segments).adjust_cell_length(width, base.rich_style)
