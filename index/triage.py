"""Walking through a list of papers, one by one, until each is decided."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b
from itertools import pairwise
from statistics import mean
from typing import TYPE_CHECKING

from paperstui.index.models import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from paperstui.index.models import Decision
    from paperstui.index.requests import SearchRequest

_SEED = b"paperstui"
_LAST = 20
"""Decisions that the pace is taken of."""
_PAUSE = 120.0
"""Seconds after which someone who has not decided was elsewhere."""


class Order(StrEnum):
    """In which order papers come."""

    LIST = "list"
    SHUFFLED = "shuffled"
    """The same shuffle each time, so that no part of the alphabet comes first."""
    LIKELY = "likely"
    """Those first that are most like the kept ones."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a walk stopped."""

    order: Order = Order.LIST
    paper_id: str = ""
    """The paper that was shown; empty for none."""

    @classmethod
    def read(cls, text: str) -> Place:
        """The place that `text` tells; the start for what cannot be read."""
        try:
            order, paper_id = json.loads(text)
            return cls(Order(order), str(paper_id))
        except (ValueError, TypeError):
            return cls()

    def __str__(self) -> str:
        return json.dumps([self.order, self.paper_id], ensure_ascii=False)


def list_name(request: SearchRequest, group: str = "") -> str:
    """What stands for the list that a request gives, whatever is hidden in it.

    `group` names the bookmarks among which it is asked for.
    """
    venues = request.venues
    names = None if venues is None else sorted(venue.label for venue in venues)
    texts = (request.within.strip(), request.text.strip())
    like = request.like and [request.like.paper, request.like.text]
    what = (*texts, names, like, group, request.bookmarked_only, request.refused)
    return json.dumps(what, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a walk is."""

    papers: int
    verdicts: Mapping[Verdict, int] = field(default_factory=dict)
    """How many papers of the list were decided in each way."""
    pace: float = 0.0
    """Seconds for a paper, lately; 0 where it is not known."""

    @property
    def decided(self) -> int:
        """How many papers of the list are decided."""
        return sum(self.verdicts.values())

    @property
    def seconds_left(self) -> float:
        """How long the rest takes at this pace; 0 where it is not known."""
        return self.pace * (self.papers - self.decided)


class Triage:
    """A walk through the papers of one list.

    It goes on to papers that are not decided, and back along the way that it came:
    before that, along the decisions of former walks.
    """

    def __init__(
        self,
        ids: Mapping[int, str],
        decisions: Mapping[str, Decision],
        place: Place,
        clock: Callable[[], float],
    ) -> None:
        """Take the papers by library row in list order; `clock` gives seconds."""
        self._ids = ids
        self._rows = {paper_id: row for row, paper_id in ids.items()}
        self._clock = clock
        self._moments: list[float] = [clock()]
        """When the walk began, and when papers were decided since."""
        self._verdicts: dict[int, Verdict] = {}
        self._order = place.order
        self._choose: Callable[[Iterable[int]], int | None] | None = None
        self._sequence = self._sequenced()
        self.update(decisions)
        known = [
            (decisions[name].at, row) for row, name in ids.items() if name in decisions
        ]
        self._path = [row for _, row in sorted(known)]
        """The rows along which it goes back, the present one among them."""
        self._at = len(self._path)
        """The place of the present one on that path; behind it at the end."""
        row = self._rows.get(place.paper_id)
        if row is not None and row not in self._verdicts:
            self._path.append(row)
        else:
            self._after(row)

    @property
    def row(self) -> int | None:
        """The library row of the present paper; None where all are decided."""
        return self._path[self._at] if self._at < len(self._path) else None

    @property
    def order(self) -> Order:
        """The order in which papers come."""
        return self._order

    @property
    def rows(self) -> Collection[int]:
        """All rows of the list, in its order."""
        return self._ids.keys()

    @property
    def place(self) -> Place:
        """Where it stands, for the next time."""
        return Place(self._order, "" if self.row is None else self._ids[self.row])

    @property
    def verdicts(self) -> Mapping[int, Verdict]:
        """What was decided on papers of the list, by row."""
        return self._verdicts

    @property
    def progress(self) -> Progress:
        """How far it is."""
        counts: dict[Verdict, int] = {}
        for verdict in self._verdicts.values():
            counts[verdict] = counts.get(verdict, 0) + 1
        moments = self._moments[-_LAST - 1 :]
        steps = [after - before for before, after in pairwise(moments)]
        steps = [step for step in steps if step < _PAUSE]
        return Progress(len(self._ids), counts, mean(steps) if steps else 0.0)

    def row_of(self, paper_id: str) -> int | None:
        """The row of a paper of the list; None for others."""
        return self._rows.get(paper_id)

    def update(self, decisions: Mapping[str, Decision]) -> list[int]:
        """Take over what is decided by now; gives the rows where that is other."""
        found = {
            self._rows[name]: decision.verdict
            for name, decision in decisions.items()
            if name in self._rows
        }
        rows = found.keys() | self._verdicts.keys()
        before, self._verdicts = self._verdicts, found
        return [row for row in rows if before.get(row) != found.get(row)]

    def decide(self, verdict: Verdict) -> None:
        """Note what is decided on the present paper, and go on."""
        if self.row is not None:
            self._verdicts[self.row] = verdict
            self._moments.append(self._clock())
            self.go_on()

    def go_on(self) -> None:
        """Go to the next paper: that from where it came back, or one not decided."""
        row = self.row
        if self._at + 1 < len(self._path):
            self._at += 1
        elif row is not None:
            self._at += 1
            self._after(row)

    def go_back(self) -> bool:
        """Go back to the paper before; False where there is none."""
        if self._at == 0:
            return False
        self._at -= 1
        return True

    def go_to(self, row: int) -> None:
        """Go to a paper of the list; from there it goes on to others as before."""
        if row in self._path:
            self._at = self._path.index(row)
        else:
            self._path.insert(self._at, row)

    def reorder(self, order: Order) -> None:
        """Let papers come in another order; the present one stays."""
        self._order = order
        self._sequence = self._sequenced()
        # What was to come after it was chosen in the former order.
        del self._path[self._at + 1 :]

    def choose_by(self, choose: Callable[[Iterable[int]], int | None] | None) -> None:
        """Let something choose the most likely one; without it they come as listed."""
        self._choose = choose

    def _after(self, row: int | None) -> None:
        """Put the next paper that is not decided onto the path, if there is one.

        In a fixed order that is one behind a row, else the first of all.
        """
        start = 0
        if self._order is not Order.LIKELY and row is not None:
            start = self._sequence.index(row) + 1
        sequence = [*self._sequence[start:], *self._sequence[:start]]
        choose = self._choose if self._order is Order.LIKELY else None
        # Those that were left open come again when all others are decided.
        for passed in ({*self._path, row}, {row}):
            others = passed | self._verdicts.keys()
            left = [each for each in sequence if each not in others]
            if left:
                found = choose(left) if choose else None
                self._path.append(left[0] if found is None else found)
                return

    def _sequenced(self) -> Sequence[int]:
        """All rows as they come where nothing is learned."""
        if self._order is not Order.SHUFFLED:
            return list(self._ids)

        def shuffled(row: int) -> bytes:
            return blake2b(_SEED + self._ids[row].encode(errors="replace")).digest()

        return sorted(self._ids, key=shuffled)
