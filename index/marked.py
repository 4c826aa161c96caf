"""The library rows of what the person marked, found again when something changed."""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING

from paperstui.index.notes import Notes
from paperstui.index.requests import Marks

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from paperstui.index.bookmarks import Bookmarks
    from paperstui.index.library import Library
    from paperstui.index.models import Verdict
    from paperstui.index.reading import ReadingState


class MarkedRows:
    """Turns ids of bookmarked, read, tagged and noted papers into rows."""

    def __init__(
        self, library: Library, bookmarks: Bookmarks, reading: ReadingState
    ) -> None:
        self._library = library
        self._bookmarks = bookmarks
        self._reading = reading
        self._of: tuple[object, ...] = (None, None, None, None)
        self._marks = Marks()
        self._rows: dict[str, int | None] = {}
        """By id: the row in the library of before; None for papers it does not have."""

    def row(self, paper_id: str) -> int | None:
        """The row of a paper that is marked now; None where the library lacks it."""
        self.current()
        return self._rows.get(paper_id)

    def current(self) -> Marks:
        """What is marked now; costs nothing where nothing changed."""
        # Each of them is made anew with every change.
        of = (
            self._bookmarks.ids,
            self._reading.ids,
            self._reading.decisions,
            self._library.order,
        )
        if not all(map(is_, of, self._of)):
            if of[-1] is not self._of[-1]:
                self._rows.clear()
            self._marks, self._of = self._found(), of
        return self._marks

    def _found(self) -> Marks:
        tagged: dict[str, set[str]] = {}
        notes: dict[str, str] = {}
        bookmarks = self._bookmarks.all()
        for bookmark in bookmarks:
            for tag in bookmark.tags:
                tagged.setdefault(tag.casefold(), set()).add(bookmark.paper.id)
            if bookmark.note:
                notes[bookmark.paper.id] = bookmark.note
        decided: dict[Verdict, set[str]] = {}
        for paper_id, decision in self._reading.decisions.items():
            decided.setdefault(decision.verdict, set()).add(paper_id)
        bookmarked = self._found_rows(self._bookmarks.ids)
        latest = (self._rows[bookmark.paper.id] for bookmark in bookmarks)
        return Marks(
            bookmarked,
            self._found_rows(self._reading.ids),
            self._found_rows(notes),
            {tag: self._found_rows(ids) for tag, ids in tagged.items()},
            {verdict: self._found_rows(ids) for verdict, ids in decided.items()},
            notes=self._noted(notes),
            latest=tuple(row for row in latest if row is not None),
        )

    def _noted(self, notes: Mapping[str, str]) -> Notes | None:
        """What finds the notes, the same where none of them changed."""
        rows = {self._rows[paper_id]: note for paper_id, note in notes.items()}
        texts = {row: note for row, note in rows.items() if row is not None}
        before = self._marks.notes
        if before is not None and before.texts == texts:
            return before
        return Notes(texts, before) if texts else None

    def _found_rows(self, ids: Collection[str]) -> frozenset[int]:
        """The rows of papers; only those not known yet are looked up."""
        unknown = [paper_id for paper_id in ids if paper_id not in self._rows]
        self._rows |= dict.fromkeys(unknown) | self._library.rows(unknown)
        found = map(self._rows.__getitem__, ids)
        return frozenset(row for row in found if row is not None)
