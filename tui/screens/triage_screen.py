"""Deciding on the papers of a list, one at a time."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on, work
from textual.content import Content

from paperstui.index.models import Verdict
from paperstui.index.triage import Order, Place, Triage, list_name
from paperstui.tui import messages
from paperstui.tui.formatting import DECIDED, readable
from paperstui.tui.key import Context
from paperstui.tui.keys import bindings
from paperstui.tui.links import LINKS, address
from paperstui.tui.screens.acting import Deed, named
from paperstui.tui.screens.chosen import Chosen
from paperstui.tui.screens.full import FullScreen
from paperstui.tui.screens.menu import Menu
from paperstui.tui.screens.triage_learning import Learning
from paperstui.tui.screens.triage_words import ORDERS, OrderMenu, all_decided
from paperstui.tui.widgets.triage_bar import TriageBar
from paperstui.tui.widgets.triage_card import Card, TriageCard

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.widget import Widget

    from paperstui.index.models import Paper
    from paperstui.tui.screens.exploring import ExploringScreen


class TriageScreen(FullScreen):
    """Shows a paper, and goes on with each decision."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Context.TRIAGE)]

    card = getters.query_one(TriageCard)
    bar = getters.query_one(TriageBar)

    def __init__(self, main: ExploringScreen, what: str) -> None:
        """Take the screen whose list it is, and what is listed, in words."""
        super().__init__(main)
        self._what = what
        page = main.page
        self._listed = page.rows
        self._list = list_name(page.request, main.shelf.group)
        self._query = page.query
        self._triage: Triage | None = None
        """None until it is known which papers the list has."""
        self._learning = Learning(self)
        self._unsaved = 0
        """Decisions that the reading state does not know yet."""

    @property
    def triage(self) -> Triage | None:
        """The walk, when it has begun."""
        return self._triage

    def body(self) -> ComposeResult:
        """The paper, and how far it is."""
        yield TriageCard()
        yield TriageBar()

    def home(self) -> Widget:
        """The paper has the focus."""
        return self.card

    def refresh_data(self) -> None:
        """Begin, or show what became of the papers meanwhile."""
        if self._triage is None:
            self._show_heading()
            self._begin()
        else:
            self._follow()

    @property
    def settled(self) -> bool:
        """Whether it shows a paper, too."""
        return super().settled and self._triage is not None

    # What it begins with, and learns

    @work(thread=True, group="triage", exit_on_error=False)
    def _begin(self) -> None:
        library, reading = self.services.library, self.services.reading
        rows = [row for row in self._listed[:] if row >= 0]
        known = library.ids(rows)
        ids = {row: known[row] for row in rows if row in known}
        place = Place.read(reading.place(self._list))
        triage = Triage(ids, reading.decisions, place, time.monotonic)
        self.post_message(messages.TriageBegun(triage))

    @on(messages.TriageBegun)
    def _begun(self, event: messages.TriageBegun) -> None:
        self._triage = event.triage
        if event.triage.order is Order.LIKELY:
            self._learning.begin(event.triage)
        self._show()

    @on(messages.Learned)
    def _learned(self, event: messages.Learned) -> None:
        triage = self._triage
        if triage is None or triage.order is not Order.LIKELY:
            return
        self._learning.took(event.likely, triage)
        self._show()

    # The paper, and what becomes of it

    @property
    def paper(self) -> Paper | None:
        """The paper that is shown."""
        row = self._triage.row if self._triage else None
        paper = None if row is None else self.services.library.papers[row]
        return paper if paper and paper.id else None

    def with_chosen(self, act: Callable[[Chosen], None]) -> None:
        """Do something with the paper that is shown."""
        row = self._triage.row if self._triage else None
        if row is None or self.paper is None:
            self.tell("There is no paper here any more.")
        else:
            act(Chosen(self.services.library, frozenset((row,))))

    def acted(self, event: messages.Acted) -> None:
        """Show it; what was undone is shown again."""
        triage = self._triage
        if triage is None:
            return
        for paper_id in event.paper_ids:
            row = triage.row_of(paper_id)
            if row is not None:
                triage.go_to(row)
                break
        self._follow()

    def action_decide(self, verdict: str) -> None:
        """Decide on the paper, and go on to the next."""
        triage, paper = self._triage, self.paper
        if triage is None or triage.row is None:
            self.tell("All papers of this list are decided: esc leads back to it.")
            return
        if paper is None:
            self.tell("This paper has left the library.")
            triage.go_on()
        else:
            self._learning.teach(triage.row, Verdict(verdict))
            triage.decide(Verdict(verdict))
            self._unsaved += 1
            self.act(partial(self._save, Verdict(verdict), paper))
        self._moved()

    def _save(self, verdict: Verdict, paper: Paper) -> Deed:
        told = f"{DECIDED[verdict]} {named([paper])}"
        try:
            self.services.journal.decide([paper], verdict, told)
        finally:
            self._unsaved -= 1
        return Deed(told)

    def action_go_on(self) -> None:
        """Leave the paper open, and go to the next."""
        if self._triage is not None:
            self._triage.go_on()
            self._moved()

    def action_go_back(self) -> None:
        """Go to the paper before."""
        if self._triage is not None and self._triage.go_back():
            self._moved()
        else:
            self.tell("This is the first paper.")

    def action_read_on(self, pages: int) -> None:
        """Scroll by a page."""
        if not self.card.read_on(pages) and pages > 0 and self.paper is not None:
            self.tell("That is all of it: y keeps it, m leaves it open, n skips it.")

    def action_scroll(self, lines: int) -> None:
        """Scroll by some lines."""
        self.card.scroll_relative(y=lines, animate=False)

    def action_links(self) -> None:
        """Open the link of the paper, or choose among several."""
        paper = self.paper
        if paper is None:
            return
        found = [(link, name) for link, name in LINKS.items() if address(paper, link)]
        if not found:
            self.tell("This paper has no links.")
        elif len(found) == 1:
            self.action_open(found[0][0])
        else:
            self.app.push_screen(Menu("Open", found), self._open_chosen)

    def _open_chosen(self, link: str | None) -> None:
        if link is not None:
            self.action_open(link)

    def action_order(self) -> None:
        """Choose in which order papers come."""
        triage = self._triage
        if triage is None:
            return
        self.app.push_screen(OrderMenu(triage.order), self._reorder)

    def _reorder(self, chosen: str | None) -> None:
        triage = self._triage
        if chosen is None or triage is None or triage.order == chosen:
            return
        triage.reorder(Order(chosen))
        if triage.order is Order.LIKELY:
            self._learning.begin(triage)
        else:
            self._learning.end(triage)
            self.tell(f"From here: {ORDERS[triage.order]}")
        self._moved()

    def action_leave(self) -> None:
        """Back to the list, with the cursor on the paper."""
        if self._triage is not None:
            self.main.results.go_to(self._triage.row)
        self.main.ask()
        self.main.marks_changed()
        super().action_leave()

    # Showing

    def _follow(self) -> None:
        """Take over what was decided by other ways, or undone."""
        triage = self._triage
        if triage is not None and not self._unsaved:
            for row in triage.update(self.services.reading.decisions):
                self._learning.teach(row, triage.verdicts.get(row))
        self._show()

    def _moved(self) -> None:
        """Show the paper, and keep the place."""
        triage = self._triage
        if triage is not None:
            place = str(triage.place)
            self.act(lambda: self.services.reading.keep_place(self._list, place))
        self._show()

    def _show(self) -> None:
        triage, paper = self._triage, self.paper
        if triage is None:
            return
        self._show_heading()
        self.bar.progress = triage.progress
        if paper is None or triage.row is None:
            self.card.say(Content("\n".join(all_decided(triage.progress))))
            return
        services = self.services
        card = Card(
            paper,
            services.library.key(paper),
            services.bookmarks.bookmark(paper.id),
            triage.verdicts.get(triage.row),
            self._learning.why(triage.row),
        )
        self.card.show(card, self._query)

    def _show_heading(self) -> None:
        order = self._triage.order if self._triage else Order.LIST
        told = f"Triage · {readable(self._what)} · {ORDERS[order]}"
        self.head(Content(told))
