"""The simulated reader, and what it looks for."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bench import corpora
from bench.reader import ideal, learned, shares
from bench.topics import TOPICS, Topic, halved
from bench.triage import ORDERS, Measured, drawn, ranked, report
from paperstui.index.likely import Likely
from paperstui.index.models import Paper, Venue
from tests.bench.conftest import record, write

if TYPE_CHECKING:
    from pathlib import Path

NETWORKS = Topic("graph neural network", frozenset({"gnn", "gnns"}))


def paper(number: int, abstract: str = "", *keywords: str) -> Paper:
    return Paper(str(number), "T", Venue("ICML"), abstract, keywords=keywords)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("A graph neural network, two graph neural networks.", "A  , two  ."),
        ("Graph-neural networks and GNNs", "  and  "),
        ("A graph of neural networks", "A graph of neural networks"),
        ("A GNN-based layer", "A  -based layer"),
    ],
)
def test_the_term_is_taken_out(text: str, left: str) -> None:
    assert NETWORKS.without(paper(1, text)).abstract == left


def test_keywords_with_the_term_are_taken_out_whole() -> None:
    told = paper(1, "", "ML: Graph neural networks", "Scalable GNNs", "Graphs")
    assert NETWORKS.without(told).keywords == ("Graphs",)


def test_only_a_keyword_in_full_makes_a_paper_one_of_a_topic() -> None:
    assert NETWORKS.is_of(paper(1, "", "ML: Graph Neural Networks"))
    assert not NETWORKS.is_of(paper(1, "graph neural network", "GNNs", "networks"))


def test_topics_to_tune_by_are_not_those_to_test() -> None:
    tuning, test = halved("tuning"), halved("test")
    assert len(tuning) == len(test) == 10
    assert {*tuning, *test} == set(TOPICS) == set(halved("all"))


def test_shares() -> None:
    assert shares([4, 2, 0, 1], {1, 2}, 3) == [0, 0.5, 0.5]
    assert ideal(4, {2, 3}) == [2, 3, 0, 1]


def test_what_search_does_not_find_comes_as_listed() -> None:
    papers = [paper(n) for n in range(4)]
    assert ranked(papers, ["9", "3", "1"]) == [3, 1, 0, 2]


def test_a_list_holds_a_topic_as_often_as_all_papers_do() -> None:
    pool = [paper(n) for n in range(100)]
    relevant = frozenset(str(n) for n in range(40))
    each = drawn(pool, relevant, 50, random.Random(1))
    assert len(each.papers) == 50
    assert {each.papers[place].id for place in each.relevant} == relevant & {
        paper.id for paper in each.papers
    }
    assert len(each.before) == 3
    assert not {paper.id for paper in each.before} & {p.id for p in each.papers}


def test_a_reader_sees_papers_alike_soon() -> None:
    robots = {place for place in range(60) if place % 10 == 3}
    likely = Likely(
        [
            (at, paper(at, "A robot walks." if at in robots else f"Bidders bid {at}."))
            for at in range(60)
        ]
    )
    shown = learned(likely, range(60), robots, 9)
    assert shown[:4] == [0, 1, 2, 3]
    assert robots <= set(shown)
    assert not likely.has_learned


def test_papers_with_keywords(tmp_path: Path) -> None:
    lines = [record(1), record(2, keywords=["a"]), record(2, keywords=["b"])]
    lines.append(record(3, keywords=["a"], status="Reject"))
    write(tmp_path / "corpus.jsonl.gz", lines)
    found = corpora.with_keywords(tmp_path)
    assert [(p.id, p.keywords) for p in found] == [("icml2024/2", ("a",))]


def test_the_report_compares_with_the_list() -> None:
    curves = {name: [0.1] * 20 for name in ORDERS} | {"learned": [0.5] * 20}
    text = report([Measured("fairness", 12.0, curves)], [], 20)
    assert "After 10% the learned order has shown 5.0 times as many" in text
    assert text.count("fairness") == 2
