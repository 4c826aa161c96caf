"""Learning, while one decides, which papers of a list are likely kept."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.worker import get_current_worker

from paperstui.tui import messages
from paperstui.tui.formatting import plural

if TYPE_CHECKING:
    from paperstui.index.likely import Likely
    from paperstui.index.models import Verdict
    from paperstui.index.triage import Triage
    from paperstui.tui.screens.full import FullScreen

MOST_LEARNED = 20_000
"""Papers of a list up to which it is learned: some ten seconds, and 140 MB."""
_WHY = 5
"""Words that tell why a paper is likely."""


class _LeftError(Exception):
    """Nobody waits for what is learned any more."""


class Learning:
    """What a triage knows of its papers; nothing before they are read."""

    def __init__(self, screen: FullScreen) -> None:
        self._screen = screen
        self._likely: Likely | None = None

    def begin(self, triage: Triage) -> None:
        """Read the papers of a list, in a thread."""
        self.end(triage)
        if len(triage.rows) > MOST_LEARNED:
            most = plural(MOST_LEARNED, "paper")
            told = f"Up to {most} it can be learned which are likely: as listed."
            self._screen.tell(told)
            return
        self._screen.tell("Reading the papers, to learn from what you keep ...")
        self._screen.run_worker(
            partial(self._read, triage),
            thread=True,
            exclusive=True,
            group="learning",
            exit_on_error=False,
        )

    def end(self, triage: Triage) -> None:
        """Let papers come in an order that needs no learning."""
        self._likely = None
        triage.choose_by(None)

    def took(self, likely: Likely, triage: Triage) -> None:
        """Learn from what is decided by now, and choose by it."""
        self._likely = likely
        for row, verdict in triage.verdicts.items():
            likely.learn(row, verdict)
        triage.choose_by(likely.next)
        self._screen.tell(
            "Most likely first: it learns with each decision."
            if likely.has_learned
            else "As listed, until you keep a paper."
        )

    def teach(self, row: int, verdict: Verdict | None) -> None:
        """Learn from a decision, or forget it."""
        if self._likely is not None:
            self._likely.learn(row, verdict)

    def why(self, row: int) -> tuple[str, ...]:
        """Words for which a paper is likely; none where nothing is known."""
        return () if self._likely is None else self._likely.why(row, _WHY)

    def _read(self, triage: Triage) -> None:
        worker = get_current_worker()

        def progress(done: int, total: int) -> None:
            if worker.is_cancelled:
                raise _LeftError

        # Imported when it is first wanted: most lists come in their own order.
        from paperstui.index.likely import Likely

        services = self._screen.services
        papers = services.library.papers
        try:
            likely = Likely([(row, papers[row]) for row in triage.rows], progress)
        except _LeftError:
            return
        kept = services.bookmarks.all()
        likely.start(b.paper for b in kept if triage.row_of(b.paper.id) is None)
        self._screen.post_message(messages.Learned(likely))
