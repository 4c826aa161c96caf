"""The walk of a triage: where it goes on, back, and begins the next time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.models import Decision, Venue, Verdict
from paperstui.index.requests import SearchRequest
from paperstui.index.triage import Order, Place, Progress, Triage, list_name

if TYPE_CHECKING:
    from collections.abc import Iterable

KEEP, MAYBE, SKIP = Verdict
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
IDS = {row: f"test:{row}" for row in (10, 11, 12, 13, 14)}


START = Place()


class Clock:
    """Says what it is set to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def decided(*rows: int, verdict: Verdict = SKIP) -> dict[str, Decision]:
    """Decisions on papers, a minute apart, in this order."""
    return {
        IDS[row]: Decision(verdict, NOON + timedelta(minutes=minute))
        for minute, row in enumerate(rows)
    }


def walk(
    decisions: dict[str, Decision] | None = None,
    place: Place = START,
    clock: Clock | None = None,
) -> Triage:
    """A walk through the five papers."""
    return Triage(IDS, decisions or {}, place, clock or Clock())


def rest(triage: Triage) -> list[int]:
    """The papers that come when each is skipped."""
    rows = []
    while triage.row is not None:
        rows.append(triage.row)
        triage.decide(SKIP)
    return rows


def test_papers_come_as_listed() -> None:
    assert rest(walk()) == [10, 11, 12, 13, 14]


def test_those_that_are_decided_do_not_come() -> None:
    assert rest(walk(decided(12, 10))) == [11, 13, 14]


def test_it_goes_on_where_it_stopped_and_then_to_what_was_passed() -> None:
    assert rest(walk(place=Place(paper_id="test:12"))) == [12, 13, 14, 10, 11]


def test_where_the_last_paper_was_decided_it_goes_on_behind_it() -> None:
    assert rest(walk(decided(10, 12), Place(paper_id="test:12"))) == [13, 14, 11]


def test_a_place_that_left_the_list_is_the_start() -> None:
    assert rest(walk(place=Place(paper_id="gone"))) == [10, 11, 12, 13, 14]


def test_back_and_forth() -> None:
    triage = walk()
    assert not triage.go_back()
    triage.decide(KEEP)
    triage.decide(SKIP)
    assert triage.row == 12
    assert triage.go_back()
    assert triage.go_back()
    assert triage.row == 10
    triage.decide(SKIP)
    assert triage.row == 11
    triage.go_on()
    assert triage.row == 12
    assert triage.verdicts == {10: SKIP, 11: SKIP}


def test_back_leads_along_former_decisions_too() -> None:
    triage = walk(decided(13, 10))
    assert triage.row == 11
    assert triage.go_back()
    assert triage.row == 10
    assert triage.go_back()
    assert triage.row == 13
    assert not triage.go_back()


def test_papers_left_open_come_again_at_last() -> None:
    triage = walk()
    triage.go_on()
    triage.decide(SKIP)
    triage.go_on()
    assert rest(triage) == [13, 14, 10, 12]
    triage.go_back()
    assert triage.row == 12


def test_the_only_paper_left_open_stays() -> None:
    triage = walk(decided(10, 11, 12, 13))
    assert triage.row == 14
    triage.go_on()
    assert triage.row is None
    triage.go_back()
    assert triage.row == 14


def test_the_end_is_kept_as_no_place_and_undoing_leads_back() -> None:
    triage = walk(decided(10, 11, 12, 13))
    triage.decide(KEEP)
    assert triage.place == Place()
    triage.update(decided(10, 11, 12, 13))
    triage.go_to(14)
    assert triage.row == 14
    assert rest(triage) == [14]


def test_changes_by_other_ways_are_told() -> None:
    triage = walk(decided(10, 11))
    assert sorted(triage.update(decided(11, 12))) == [10, 12]
    assert triage.verdicts == {11: SKIP, 12: SKIP}
    assert triage.update(decided(11, 12)) == []


def test_the_shuffle_is_the_same_each_time() -> None:
    shuffled = rest(walk(place=Place(Order.SHUFFLED)))
    assert shuffled == rest(walk(place=Place(Order.SHUFFLED)))
    assert sorted(shuffled) == [*IDS]
    assert shuffled != [*IDS]
    # One paper more or less leaves the others in their order.
    fewer = Triage(
        {row: name for row, name in IDS.items() if row != 12},
        {},
        Place(Order.SHUFFLED),
        Clock(),
    )
    assert rest(fewer) == [row for row in shuffled if row != 12]


def test_the_likely_come_first_once_that_is_known() -> None:
    triage = walk(place=Place(Order.LIKELY))
    triage.decide(SKIP)
    assert triage.row == 11
    asked = []

    def choose(rows: Iterable[int]) -> int | None:
        asked.append([*rows])
        return max(asked[-1])

    triage.choose_by(choose)
    assert rest(triage) == [11, 14, 13, 12]
    assert asked == [[12, 13, 14], [12, 13], [12]]


def test_another_order_begins_behind_the_present_paper() -> None:
    triage = walk()
    triage.decide(SKIP)
    triage.go_on()
    assert triage.go_back()
    triage.reorder(Order.SHUFFLED)
    assert triage.row == 11
    assert triage.place == Place(Order.SHUFFLED, "test:11")
    shuffled = rest(walk(place=Place(Order.SHUFFLED)))
    start = shuffled.index(11)
    expected = [*shuffled[start:], *shuffled[:start]]
    expected.remove(10)
    assert rest(triage) == expected


def test_pace_and_time_left() -> None:
    clock = Clock()
    triage = walk(clock=clock)
    assert triage.progress == Progress(5)
    for seconds in (4.0, 8.0, 600.0):
        clock.now += seconds
        triage.decide(KEEP if seconds == 8 else SKIP)
    progress = triage.progress
    assert progress.verdicts == {SKIP: 2, KEEP: 1}
    # Ten minutes are a pause.
    assert (progress.decided, progress.pace, progress.seconds_left) == (3, 6.0, 12.0)


@pytest.mark.parametrize(
    "text", ["", "x", "[]", '["list"]', '["up", "a"]', "7", '{"a": 1}', "null"]
)
def test_a_place_that_cannot_be_read_is_the_start(text: str) -> None:
    assert Place.read(text) == Place()


@given(st.sampled_from(Order), st.text())
def test_places_are_kept(order: Order, paper_id: str) -> None:
    assert Place.read(str(Place(order, paper_id))) == Place(order, paper_id)


def test_what_names_a_list() -> None:
    venues = frozenset({Venue("ICML", 2024), Venue("ICML", 2023)})
    name = list_name(SearchRequest(" rl ", venues=venues))
    assert name == '["", "rl", ["ICML 2023", "ICML 2024"], null, "", false, false]'
    assert name == list_name(SearchRequest("rl", venues=venues, hidden=frozenset({1})))
    assert name != list_name(SearchRequest("rl", within="x", venues=venues))
    assert name != list_name(SearchRequest("rl", venues=venues), "tag:rl")


@given(
    st.lists(st.sampled_from(["keep", "skip", "on", "back", "undo"]), max_size=30),
    st.sampled_from(Order),
)
def test_whatever_is_done_every_paper_comes(steps: list[str], order: Order) -> None:
    triage = walk(place=Place(order))
    triage.choose_by(lambda rows: max(rows, default=None))
    for step in steps:
        match step:
            case "on":
                triage.go_on()
            case "back":
                triage.go_back()
            case "undo":
                triage.update({})
            case _:
                triage.decide(Verdict(step))
    while triage.go_back():
        pass
    rest(triage)
    assert triage.verdicts.keys() == IDS.keys()
