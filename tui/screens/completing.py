"""Completing words in the search box."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import getters, on, work
from textual.message import Message

from paperstui.tui.screens.panes import PaneScreen
from paperstui.tui.screens.searching import SearchingScreen
from paperstui.tui.widgets.completion_menu import CompletionMenu
from paperstui.tui.widgets.lines import LineList
from paperstui.tui.widgets.search_bar import SearchBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.completion import Candidate, Completer, Completion
    from paperstui.index.search import Search
    from paperstui.tui.services import Services

KEYS_WAIT = 0.3
"""Seconds that keys typed ahead wait for candidates at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """What could stand in place of the word before the cursor."""

    place: tuple[str, int]
    """The query and its cursor; the offer is stale once they are others."""
    completion: Completion
    candidates: Sequence[Candidate]


class CompletingScreen(PaneScreen, SearchingScreen):
    """A screen whose search box completes what is typed, with a dropdown below it."""

    search_bar = getters.query_one(SearchBar)
    completions = getters.query_one(CompletionMenu)

    class Offered(Message):
        """Candidates were found."""

        def __init__(self, offer: Offer) -> None:
            super().__init__()
            self.offer = offer

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._completer: tuple[Search | None, Completer] | None = None
        self._offer: Offer | None = None
        """What the dropdown shows or showed last."""
        self._sought = ("", 0)
        """The place for which candidates were last looked for."""
        self._opening = False
        """Whether the dropdown is wanted, but not open yet."""
        self._answer: asyncio.Event | None = None
        """Set when candidates are there, for a key that waits for them."""

    @property
    def typing(self) -> bool:
        """Whether the focus is in the search box."""
        return self.focused is self.search_bar.box

    @property
    def completing(self) -> bool:
        """Whether the dropdown is open."""
        return self.completions.display

    def action_leave(self) -> None:
        """Go from the search box to the papers."""
        raise NotImplementedError

    async def action_complete(self) -> None:
        """Complete the word before the cursor, or go on to the papers."""
        self._opening = True
        if self._look_up() and not await self._offer_came():
            return  # it opens when the answer comes
        if self._opening:
            self._opening = False
            self.action_leave()

    async def action_take_completion(self) -> None:
        """Put the candidate under the cursor into the query."""
        await self._catch_up()
        if self.completing:
            self._take(self.completions.selected)

    async def action_step_completion(self, rows: int) -> None:
        """Go to another candidate."""
        await self._catch_up()
        if self.completing:
            self.completions.step(rows)

    def action_close_completions(self) -> None:
        """Close the dropdown and nothing else."""
        self._opening = False
        self.completions.close()
        self.refresh_bindings()

    def follow_completion(self) -> None:
        """Narrow the dropdown to what is typed now; gone where nothing fits it."""
        if self.completing and self._sought != self._place and not self._look_up():
            self.action_close_completions()

    def on_descendant_blur(self) -> None:
        """The dropdown belongs to the box."""
        if self.completing and not self.typing:
            self.action_close_completions()

    @property
    def _place(self) -> tuple[str, int]:
        box = self.search_bar.box
        return box.value, box.cursor_position

    @property
    def _up_to_date(self) -> bool:
        return self._offer is not None and self._offer.place == self._place

    async def _catch_up(self) -> None:
        """Let keys that were typed ahead meet the candidates for what is typed."""
        self.follow_completion()
        if self.completing and not self._up_to_date and not await self._offer_came():
            self.action_close_completions()

    async def _offer_came(self) -> bool:
        """Wait for the candidates; False where they take longer than keys can wait."""
        self._answer = asyncio.Event()
        try:
            # Keys that follow stay in the queue of the app meanwhile.
            await asyncio.wait_for(self._answer.wait(), KEYS_WAIT)
        except TimeoutError:
            return False
        finally:
            self._answer = None
        return True

    def _look_up(self) -> bool:
        """Look for candidates in a thread; False where nothing can be completed."""
        # Imported when it is first wanted: the start does not need it.
        from paperstui.index.completion import Completion, Kind, completion_at

        self._sought = self._place
        empty = Completion(0, 0, Kind.FIELD, "")
        completion = completion_at(*self._sought) if self.search_bar.text else empty
        if completion is None:
            return False
        if self._completer is None or self._completer[0] is not self.search:
            completer = self.services.open_completer(self.search)
            self._completer = (self.search, completer)
        self._find_candidates(self._completer[1], self._sought, completion)
        return True

    @work(thread=True, exclusive=True, group="completions", exit_on_error=False)
    def _find_candidates(
        self, completer: Completer, place: tuple[str, int], completion: Completion
    ) -> None:
        offer = Offer(place, completion, completer.candidates(completion))
        self.post_message(self.Offered(offer))

    @on(Offered)
    def _offered(self, event: Offered) -> None:
        if event.offer.place != self._place:
            return  # a newer one is on its way, or the dropdown is not wanted any more
        self._show_offer(event.offer)
        if self._answer:
            self._answer.set()
        else:
            self._opening = False

    def _show_offer(self, offer: Offer) -> None:
        self._offer = offer
        if not self.typing or not offer.candidates:
            self.completions.close()
        elif self._opening and len(offer.candidates) == 1:
            self._take(offer.candidates[0])
        elif self._opening or self.completing:
            self._opening = False
            cell = self.search_bar.cell_of(offer.completion.start)
            self.completions.show(offer.candidates, cell)
        self.refresh_bindings()

    @on(LineList.Entered, "#completions")
    def _take_selected(self) -> None:
        self._take(self.completions.selected)

    def _take(self, candidate: Candidate) -> None:
        """Replace the word; one that stands there already changes nothing."""
        self.completions.close()
        self.refresh_bindings()
        if self._offer is None or not self._up_to_date:
            return
        before = self.search_bar.text
        completion = self._offer.completion
        self.search_bar.box.replace(candidate.text, completion.start, completion.end)
        if self.search_bar.text != before:
            self._opening = False
