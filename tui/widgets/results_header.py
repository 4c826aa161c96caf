"""The line above the list of papers: their order, and the topic by year."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from paperstui.index.requests import Sort
from paperstui.tui.headline import MOST_SIMILAR, ORDERS, headline

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from paperstui.index.library import VenueCount
    from paperstui.index.requests import ResultPage


class ResultsHeader(Widget):
    """One line, drawn as one widget."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"header--order", "header--trend"}

    order: reactive[str] = reactive(ORDERS[Sort.LIST])
    """The order of the list in words, and what it leaves out."""
    shares: reactive[Mapping[int, float]] = reactive(dict)
    """The share of each year's papers that match; empty shows no sparkline."""

    def show(
        self, page: ResultPage, counts: Iterable[VenueCount], hides: str = ""
    ) -> None:
        """Tell of a page and what it hides; `counts` are those of the library."""
        alike = page.request.like is not None
        by_likeness = alike and page.sort is Sort.RELEVANCE
        order = MOST_SIMILAR if by_likeness else ORDERS[page.sort]
        self.order = f"{order} · {hides}" if hides else order
        # So many papers are like one in any year.
        if page.query.root is None or page.partial or alike:
            self.shares = {}
            return
        from paperstui.index.trends import shares  # not needed before the first query

        self.shares = shares(page, counts)

    def render(self) -> Content:
        """The order at the left, the sparkline at the right, as far as they fit."""
        width = self.content_size.width
        left, right = headline(self.order, self.shares, width)
        return Content.assemble(
            (left, self.get_visual_style("header--order", partial=True)),
            " " * max(0, width - len(left) - len(right)),
            (right, self.get_visual_style("header--trend", partial=True)),
        )
