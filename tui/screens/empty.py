"""What an empty list says: why nothing is there, and how to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from paperstui.tui.formatting import plural

if TYPE_CHECKING:
    from paperstui.index.requests import ResultPage

_MOST_CELLS = 60
"""Cells that a query takes in a sentence."""


def why_empty(page: ResultPage, elsewhere: int) -> list[str]:
    """The lines for a page without rows; `elsewhere` counts those of all venues."""
    request = page.request
    if request.bookmarked_only and not request.marks.bookmarked:
        return ["No bookmarks yet.", "b on a paper keeps it here."]
    if request.like is not None:
        return _why_none_alike(page, elsewhere)
    if request.among is not None and not request.among:
        return ["No bookmark is left in this group."]
    if page.query.root is None:
        return ["There are no papers.", "a adds some."]
    if request.text and elsewhere:
        papers = plural(elsewhere, "paper")
        return [f"Nothing here, but {papers} in all venues.", "1 and g shows them."]
    nothing = f"No paper matches {_quoted(request.text or request.within)}."
    if not request.text:
        return [nothing]
    if page.suggestion:
        # Kept together where the line has to be broken.
        way_on = "enter takes it.".replace(" ", "\N{NO-BREAK SPACE}")
        meant = f"Did you mean {_quoted(page.suggestion)}? {way_on}"
        return [nothing, meant]
    return [
        nothing,
        "Esc leaves the search box, once more clears it.",
        "f1 in the box shows what can be typed.",
    ]


def _why_none_alike(page: ResultPage, elsewhere: int) -> list[str]:
    request = page.request
    if page.query.root is None or not (request.text or request.within or elsewhere):
        like = request.like
        if like and like.paper:
            return ["No other paper here is like this one.", "Esc goes back."]
        return ["No paper here is like this text.", "Esc goes back."]
    if elsewhere:
        papers = plural(elsewhere, "similar paper")
        return [f"Nothing here, but {papers} in all venues.", "1 and g shows them."]
    searched = _quoted(request.text or request.within)
    return [f"None of the similar papers matches {searched}.", "Esc clears the search."]


def _quoted(text: str) -> str:
    shown = Content(" ".join(text.split())).truncate(_MOST_CELLS, ellipsis=True)
    return f"“{shown.plain}”"
