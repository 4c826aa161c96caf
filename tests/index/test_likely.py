"""The order that is learned from decisions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.likely import Likely
from paperstui.index.models import Paper, Venue, Verdict

KEEP, MAYBE, SKIP = Verdict.KEEP, Verdict.MAYBE, Verdict.SKIP

SUBJECTS = {
    "diffusion": "Score matching trains diffusion models that denoise images.",
    "auction": "Bidders report their valuations to a truthful auction mechanism.",
    "robot": "A legged robot walks over rough terrain with a learned gait.",
}


def paper(name: str, abstract: str) -> Paper:
    return Paper(name, name, Venue("ICML", 2024), abstract)


def listed(copies: int = 4) -> list[tuple[int, Paper]]:
    """Papers of the subjects in turns, from row 100 on."""
    return [
        (100 + number, paper(f"{name} {number // 3}", text))
        for number, (name, text) in enumerate([*SUBJECTS.items()] * copies)
    ]


DIFFUSION, AUCTION, ROBOT = (range(100 + first, 112, 3) for first in range(3))
ROWS = range(100, 112)


@pytest.fixture
def likely() -> Likely:
    return Likely(listed())


def test_before_a_decision_the_order_is_the_given_one(likely: Likely) -> None:
    assert likely.order([105, 101, 103]) == [105, 101, 103]
    assert likely.next([105, 101, 103]) == 105
    assert not likely.has_learned


@pytest.mark.parametrize("verdict", [KEEP, MAYBE])
def test_papers_like_the_kept_ones_come_first(likely: Likely, verdict: Verdict) -> None:
    likely.learn(101, verdict)
    assert likely.has_learned
    assert set(likely.order(ROWS)[:4]) == set(AUCTION)
    assert likely.next([row for row in ROWS if row != 101]) in AUCTION


def test_papers_like_the_skipped_ones_come_last(likely: Likely) -> None:
    likely.learn(101, KEEP)
    likely.learn(102, SKIP)
    assert set(likely.order(ROWS)[-4:]) == set(ROBOT)
    likely.learn(102, None)
    likely.learn(100, SKIP)
    assert set(likely.order(ROWS)[-4:]) == set(DIFFUSION)


def test_a_kept_paper_counts_more_than_one_that_may_be_kept(likely: Likely) -> None:
    likely.learn(101, MAYBE)
    likely.learn(102, KEEP)
    assert set(likely.order(ROWS)[:4]) == set(ROBOT)
    likely.learn(101, KEEP)
    likely.learn(102, MAYBE)
    assert set(likely.order(ROWS)[:4]) == set(AUCTION)


def test_papers_that_are_equally_likely_stay_as_they_come() -> None:
    same = [(row, paper("Same", SUBJECTS["robot"])) for row in range(5)]
    likely = Likely([*same, (5, paper("Other", SUBJECTS["auction"]))])
    likely.learn(0, KEEP)
    assert likely.order([3, 5, 1, 4, 2]) == [3, 1, 4, 2, 5]
    assert likely.next([5, 4, 1]) == 4


def test_rows_of_other_lists_come_last_and_teach_nothing(likely: Likely) -> None:
    likely.learn(7, KEEP)
    assert not likely.has_learned
    likely.learn(101, KEEP)
    assert likely.order([7, 102, 3, 101]) == [101, 102, 7, 3]
    assert likely.why(7, 3) == ()


def test_nothing_is_next_where_nothing_is_left(likely: Likely) -> None:
    assert likely.next([]) is None
    likely.learn(101, KEEP)
    assert likely.next([]) is None


def test_after_many_skipped_papers_others_than_the_next_come() -> None:
    robots = [(row, paper(f"Robot {row}", SUBJECTS["robot"])) for row in range(30)]
    auction = (30, paper("Auction", SUBJECTS["auction"]))
    likely = Likely([*robots, auction])
    for row in range(19):
        likely.learn(row, SKIP)
        assert likely.next(range(row + 1, 31)) == row + 1
    likely.learn(19, SKIP)
    assert likely.next(range(20, 31)) == 30
    assert likely.why(30, 3) == ()


def test_papers_kept_elsewhere_begin_the_order(likely: Likely) -> None:
    likely.start([paper("Robots", "The gait of a robot on terrain.")])
    assert likely.has_learned
    assert set(likely.order(ROWS)[:4]) == set(ROBOT)


def test_papers_that_share_no_word_with_the_list_begin_nothing(likely: Likely) -> None:
    likely.start([paper("Proteins", "Proteins fold.")])
    assert not likely.has_learned


def test_many_papers_kept_elsewhere_count_as_one_kept_here(likely: Likely) -> None:
    likely.start([paper("Robots", SUBJECTS["robot"])] * 50)
    likely.learn(101, KEEP)
    likely.learn(104, KEEP)
    assert set(likely.order(ROWS)[:4]) == set(AUCTION)


def test_other_papers_kept_elsewhere_replace_the_former(likely: Likely) -> None:
    likely.start([paper("Robots", SUBJECTS["robot"])] * 3)
    likely.start([])
    assert not likely.has_learned
    assert likely.order(ROWS) == list(ROWS)


def test_why_gives_words_as_they_are_written(likely: Likely) -> None:
    likely.learn(101, KEEP)
    likely.learn(100, SKIP)
    words = likely.why(104, 20)
    assert {"auction", "bidders", "valuations", "truthful", "mechanism"} <= set(words)
    assert not {"their", "to", "a", "bidder", "valuat"} & set(words)
    assert likely.why(104, 2) == words[:2]
    assert likely.why(103, 5) == ()


def test_why_names_the_word_that_most_papers_have() -> None:
    texts = ["A kernel method.", "Two kernels meet.", "Kernels and more of kernels."]
    others = [paper(f"Other {n}", "Bidders report valuations.") for n in range(5)]
    papers = [*(paper(f"P{n}", text) for n, text in enumerate(texts)), *others]
    likely = Likely(list(enumerate(papers)))
    likely.learn(0, KEEP)
    assert likely.why(0, 5) == ("kernels",)


def test_reading_a_list_can_be_left() -> None:
    def leave(done: int, total: int) -> None:
        told.append((done, total))
        if done >= 100:
            raise InterruptedError

    told: list[tuple[int, int]] = []
    with pytest.raises(InterruptedError):
        Likely(listed(100), leave)
    assert told == [(0, 300), (50, 300), (100, 300)]


@pytest.mark.parametrize("papers", [[], [(3, paper("", ""))]])
def test_lists_without_words(papers: list[tuple[int, Paper]]) -> None:
    likely = Likely(papers)
    likely.learn(3, KEEP)
    assert likely.order([3, 2]) == [3, 2]
    assert likely.why(3, 5) == ()


def test_a_frequent_word_tells_as_it_does_among_few_papers() -> None:
    """Weights of frequent stems are kept in another way, with the same outcome."""
    likely = Likely(enumerate(paper for _, paper in listed(40)))
    likely.learn(1, KEEP)
    assert {row % 3 for row in likely.order(range(120))[:40]} == {1}


DECISIONS = st.lists(
    st.tuples(st.sampled_from(ROWS), st.sampled_from([KEEP, MAYBE, SKIP, None])),
    max_size=40,
)


def state(likely: Likely) -> list[object]:
    words = [likely.why(row, 20) for row in ROWS]
    return [likely.has_learned, likely.order(ROWS), likely.next(ROWS), words]


@given(DECISIONS, DECISIONS)
def test_only_the_last_decisions_count(
    before: list[tuple[int, Verdict | None]], after: list[tuple[int, Verdict | None]]
) -> None:
    """What was decided and taken back, or decided otherwise, leaves nothing behind."""
    one = Likely(listed())
    for row, verdict in before:
        one.learn(row, verdict)
    one.start([paper("Robots", SUBJECTS["robot"])])
    for row, verdict in after:
        one.learn(row, verdict)
    one.start([])
    other = Likely(listed())
    for row, last in sorted(dict(before + after).items(), reverse=True):
        other.learn(row, last)
    assert state(one) == state(other)
