"""What a person does with papers: one thing after the other, saved, and undone."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual import on, work
from textual.screen import Screen

from paperstui.index.errors import PaperstuiError
from paperstui.index.models import Verdict
from paperstui.index.text import plain
from paperstui.tui import messages
from paperstui.tui.formatting import DECIDED, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.widget import AwaitMount

    from paperstui.index.journal import Undone
    from paperstui.index.models import Paper
    from paperstui.tui.screens.chosen import Chosen
    from paperstui.tui.screens.tag_dialog import TagChange
    from paperstui.tui.services import Services

MANY = 200
"""Papers from which on what is done with them may take so long that it is told."""


class Deed(NamedTuple):
    """What came of something that was to be done."""

    told: str
    """Empty where nothing is to be told."""
    paper_ids: tuple[str, ...] = ()
    """The papers that were undone or redone."""
    marks: set[int] | None = None
    """The library rows that are marked, where they were asked for."""


class ActingScreen(Screen[None]):
    """A screen with chosen papers to bookmark, tag and decide on.

    Whatever changes something is done in a thread, in the order of the keys.
    """

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._todo: deque[tuple[Callable[[], Deed | None], bool]] = deque()
        self._acting = False
        """Whether the thread runs."""

    @property
    def settled(self) -> bool:
        """Whether all has been done that was to be done."""
        return not self._acting

    def tell(self, text: str, *, warning: bool = False) -> None:
        """Say what happened."""
        raise NotImplementedError

    def with_chosen(self, act: Callable[[Chosen], None]) -> None:
        """Do something with the chosen papers, as soon as it is known which they are.

        Where there are none, that is told.
        """
        raise NotImplementedError

    def acted(self, event: messages.Acted) -> None:
        """Show what came of it."""
        raise NotImplementedError

    def act(self, do: Callable[[], Deed | None], *, marked: bool = False) -> None:
        """Do something after all that is to be done already.

        `marked` tells that it is done to the marked papers. What gives None is shown
        already.
        """
        self._todo.append((do, marked))
        if not self._acting:
            self._acting = True
            self._act()

    @work(thread=True, group="actions", exit_on_error=False)
    def _act(self) -> None:
        try:
            while self._todo:
                self._do(*self._todo.popleft())
                for kept in (self.services.bookmarks, self.services.reading):
                    for notice in kept.take_notices():
                        self.post_message(messages.Notice(notice, warning=True))
        finally:
            self.post_message(messages.ActingEnded())

    @on(messages.ActingEnded)
    def _ended(self) -> None:
        self._acting = bool(self._todo)
        if self._acting:
            self._act()

    def _do(self, do: Callable[[], Deed | None], marked: bool) -> None:
        services = self.services
        marks, failed = services.reading.marks, False
        try:
            deed = do()
        except PaperstuiError as error:
            deed, failed = Deed(str(error)), True
        if deed is None:
            return
        rows = deed.marks
        if services.reading.marks is not marks:
            rows = set(services.library.rows(services.reading.marks).values())
        told, ids = deed.told, deed.paper_ids
        self.post_message(messages.Acted(told, ids, rows, marked=marked, failed=failed))

    @on(messages.Acted)
    def _tell_deed(self, event: messages.Acted) -> None:
        if event.told:
            self.tell(event.told, warning=event.failed)
        self.acted(event)

    def act_on(
        self, doing: str, chosen: Chosen, do: Callable[[list[Paper]], Deed]
    ) -> None:
        """Do something with the chosen papers, which takes long for many."""
        if len(chosen) >= MANY:
            self.tell(f"{doing} {plural(len(chosen), 'paper')} ...")
        self.act(lambda: do(chosen.papers()), marked=chosen.marked)

    async def ask_about(self, ask: Callable[[Chosen], AwaitMount]) -> None:
        """Open a dialog about the chosen papers, which gets the keys that follow."""
        opened: list[AwaitMount] = []
        self.with_chosen(lambda chosen: opened.append(ask(chosen)))
        for each in opened:
            # Keys stay in the queue of the app meanwhile.
            await each

    def action_help(self) -> None:
        """Show the keys."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen())

    def action_bookmark(self) -> None:
        """Bookmark the chosen papers or, where all are, take the bookmarks away."""
        self.with_chosen(lambda c: self.act_on("Bookmarking", c, self._toggle))

    def action_decide(self, verdict: str) -> None:
        """Decide on the chosen papers; where all are decided so, take that back."""
        decide = partial(self._decide, Verdict(verdict))
        self.with_chosen(lambda c: self.act_on("Deciding on", c, decide))

    async def action_tag(self) -> None:
        """Ask for tags for the chosen papers; keys typed ahead are for the dialog."""
        await self.ask_about(self._ask_tags)

    def action_undo(self) -> None:
        """Take back what was done last, by whichever instance."""
        self.act(lambda: _turned(self.services.journal.undo(), "undo"))

    def action_redo(self) -> None:
        """Do again what was undone last."""
        self.act(lambda: _turned(self.services.journal.redo(), "redo"))

    def _toggle(self, papers: list[Paper]) -> Deed:
        services = self.services
        new = [paper for paper in papers if paper.id not in services.bookmarks]
        if not new:
            told = f"No longer bookmarked: {named(papers)}"
            services.journal.remove([paper.id for paper in papers], told)
            return Deed(told)
        told = f"Bookmarked {named(new)}"
        services.journal.bookmark(new, told)
        if len(new) < len(papers):
            others = f"{len(papers) - len(new):,} of {plural(len(papers), 'paper')}"
            told = f"{told}; {others} had a bookmark"
        return Deed(told)

    def _decide(self, verdict: Verdict, papers: list[Paper]) -> Deed:
        decisions = self.services.reading.decisions
        known = [decisions.get(paper.id) for paper in papers]
        wanted: Verdict | None = verdict
        told = f"{DECIDED[verdict]} {named(papers)}"
        if all(each and each.verdict == verdict for each in known):
            wanted, told = None, f"No longer decided: {named(papers)}"
        self.services.journal.decide(papers, wanted, told)
        return Deed(told)

    def _ask_tags(self, chosen: Chosen) -> AwaitMount:
        # Imported when it is first wanted: the start does not need it.
        from paperstui.tui.screens.tag_dialog import TagDialog

        def tag(wanted: TagChange | None) -> None:
            if wanted is not None:
                self.act_on("Tagging", chosen, partial(self._tag, wanted))

        tagged = self.services.marked.current().tagged
        having = {name: len(rows & chosen.rows) for name, rows in tagged.items()}
        dialog = TagDialog(len(chosen), self.services.bookmarks.tags(), having)
        return self.app.push_screen(dialog, tag)

    def _tag(self, wanted: TagChange, papers: list[Paper]) -> Deed:
        told = []
        if wanted.added:
            told.append(f"Tagged {named(papers)}: {', '.join(wanted.added)}")
        if wanted.removed:
            bookmarks, lost = self.services.bookmarks, set()
            dropped = {tag.casefold() for tag in wanted.removed}
            for paper in papers:
                bookmark = bookmarks.bookmark(paper.id)
                if bookmark and dropped.intersection(map(str.casefold, bookmark.tags)):
                    lost.add(paper.id)
            names = ", ".join(wanted.removed)
            told.append(f"Untagged {plural(len(lost), 'paper')}: {names}")
        line = "; ".join(told)
        self.services.journal.retag(papers, wanted.added, wanted.removed, line)
        return Deed(line)


def named(papers: Sequence[Paper]) -> str:
    """One paper by its title, others by their number."""
    if len(papers) == 1:
        return f"“{plain(papers[0].title)}”"
    return plural(len(papers), "paper")


def _turned(undone: Undone | None, what: str) -> Deed:
    if undone is None:
        return Deed(f"There is nothing to {what}.")
    done = "Undone" if what == "undo" else "Redone"
    told = f"{done}: {undone.told[:1].lower()}{undone.told[1:]}"
    if undone.alone:
        told += f"; {plural(undone.alone, 'paper')} changed since by other ways: left"
    return Deed(told, undone.paper_ids)
