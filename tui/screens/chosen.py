"""The papers that something is done with: those that are marked, or just one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperstui.index.ordering import picked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.library import Library
    from paperstui.index.models import Paper


@dataclass(frozen=True, slots=True)
class Chosen:
    """Papers as they were chosen when a key was pressed."""

    library: Library
    rows: frozenset[int]
    """Their library rows."""
    listed: Sequence[int] = ()
    """All rows that are on the page."""
    marked: bool = False
    """Whether they were marked; else there is one, which is under the cursor."""

    def __len__(self) -> int:
        """How many there are."""
        return len(self.rows)

    def in_order(self) -> list[int]:
        """The rows as they are listed, then the others as the library lists them.

        Takes as long as going through all rows of both: for a thread.
        """
        if len(self.rows) == 1:
            return list(self.rows)
        # Rows that are read as they are wanted are read at once.
        listed = picked(self.listed[:], self.rows)
        others = self.rows.difference(listed)
        if not others:
            return list(listed)
        return [*listed, *picked(self.library.listed(refused=True), others)]

    def papers(self) -> list[Paper]:
        """Those of them that are still in the library, in the same order."""
        papers = map(self.library.papers.__getitem__, self.in_order())
        return [paper for paper in papers if paper.id]
