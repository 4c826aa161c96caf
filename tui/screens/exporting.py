"""What the export dialog can write from the main screen."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from paperstui.index.requests import Query, SearchRequest
from paperstui.tui.screens.export_dialog import FILE_FORMS, ExportDialog, Scope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.citations.forms import Form
    from paperstui.index.export import Exported
    from paperstui.index.models import Paper
    from paperstui.tui.screens.choosing import ChoosingScreen

_NOT_IN_NAMES = re.compile(r"[^\w-]+")
_LONGEST_NAME = 40


class Exporting:
    """Opens the dialog, and begins the next one where the last ended."""

    def __init__(self, screen: ChoosingScreen) -> None:
        self._screen = screen
        self._form = FILE_FORMS[0]
        self._folder = ""
        """With a slash at its end; empty for the working folder."""

    def ask(self) -> None:
        """Let the person choose and write."""
        scopes = [scope for scope in self._scopes() if scope.count]
        if not scopes:
            self._screen.tell("There are no papers to export.")
            return
        dialog = ExportDialog(self._screen.services, scopes, self._form, self._folder)

        def closed(done: Exported | None) -> None:
            if done is not None:
                self._done(done, dialog.form)

        self._screen.app.push_screen(dialog, closed)

    def _done(self, done: Exported, form: Form) -> None:
        self._form = form
        folder = done.path.parent
        self._folder = "" if folder == Path() else f"{folder}/"
        first, *others = done.lines()
        self._screen.tell(first)
        for line in others:
            self._screen.notify(line, severity="warning", markup=False)

    def _scopes(self) -> list[Scope]:
        """What there is to export: the marked first, since they were chosen."""
        screen, services = self._screen, self._screen.services
        page, library = screen.page, services.library
        marked = screen.marking.chosen()
        request = page.request
        like = f"like {request.like.label}" if request.like else ""
        text = " ".join(filter(None, (request.within, request.text, like)))

        def of_rows(rows: Sequence[int], most: int | None) -> list[Paper]:
            found = (library.papers[row] for row in rows[:most])
            # Another instance may have taken some out of the library meanwhile.
            return [paper for paper in found if paper.id]

        def bookmarked(most: int | None) -> list[Paper]:
            return [each.paper for each in services.bookmarks.all()[:most]]

        scopes = []
        if marked is not None and marked.marked:

            def of_marks(most: int | None) -> list[Paper]:
                return of_rows(marked.in_order(), most)

            scopes.append(Scope("marked", len(marked), of_marks, "marked"))
        found = partial(of_rows, page.rows)
        scopes += [
            Scope("listed now", len(page.rows), found, _name(text) or "papers"),
            Scope("bookmarked", len(services.bookmarks), bookmarked, "bookmarks"),
        ]
        if screen.paper is not None:
            venue = screen.paper.venue
            request = SearchRequest(venues=frozenset((venue,)))
            counts = {each.venue: each.papers for each in library.counts}

            def of_venue(most: int | None) -> list[Paper]:
                rows = library.everything(request, Query("", None)).rows
                return of_rows(rows, most)

            name = f"of {venue.label}"
            scopes.append(
                Scope(name, counts.get(venue, 0), of_venue, _name(venue.label))
            )
        return scopes


def _name(text: str) -> str:
    """A text as the name of a file: "score matching" is score-matching."""
    return _NOT_IN_NAMES.sub("-", text.casefold())[:_LONGEST_NAME].strip("-")
