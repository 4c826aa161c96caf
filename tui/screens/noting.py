"""Setting the note on papers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from paperstui.index.text import plain
from paperstui.tui.formatting import plural
from paperstui.tui.screens.acting import Deed, named
from paperstui.tui.screens.paper_actions import PaperActions

if TYPE_CHECKING:
    from textual.widget import AwaitMount

    from paperstui.index.models import Paper
    from paperstui.tui.screens.chosen import Chosen


class NotingScreen(PaperActions):
    """A screen on which the chosen papers get notes."""

    async def action_note(self) -> None:
        """Ask for a note on the chosen papers; keys typed ahead are for the dialog."""
        await self.ask_about(self._ask_note)

    def _ask_note(self, chosen: Chosen) -> AwaitMount:
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.note_dialog import NoteDialog

        def note(text: str | None) -> None:
            if text is not None:
                self.act_on("Noting", chosen, partial(self._note, text))

        marks, rows = self.services.marked.current(), [*chosen.rows]
        texts = marks.notes.texts if marks.notes else {}
        title = plural(len(chosen), "marked paper")
        if len(chosen) == 1:
            title = plain(chosen.library.papers[rows[0]].title)
        notes = [texts.get(row, "") for row in rows]
        dialog = NoteDialog(title, notes, len(chosen.rows & marks.bookmarked))
        return self.app.push_screen(dialog, note)

    def _note(self, text: str, papers: list[Paper]) -> Deed:
        marks = (self.services.bookmarks.bookmark(paper.id) for paper in papers)
        before = [mark.note if mark else "" for mark in marks]
        count = sum(note != text for note in before)
        told = f"Noted on {named(papers)}"
        if not text:
            told = f"Took the notes of {plural(count, 'paper')} away"
            if len(papers) == 1:
                told = f"No longer noted on: {named(papers)}"
        self.services.journal.note(papers, text, told)
        return Deed(told if count else "No note is another one now")
