"""The parts of bench/relevance.py that need neither its data nor the peers."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import pytest

from bench import corpora, known_item
from paperstui.index.models import Author, Paper, Venue

if TYPE_CHECKING:
    from pathlib import Path


def test_halves_part_the_judged_queries_in_numeric_order(data: Path) -> None:
    halves = {half: corpora.judged(data, "cacm", half) for half in corpora.HALVES}
    ids = {half: list(judged.queries) for half, judged in halves.items()}
    assert ids == {
        "tuning": ["1", "9", "11"],
        "test": ["2", "10"],
        "all": ["1", "2", "9", "10", "11"],
    }
    assert list(halves["test"].judgements) == ids["test"]


def test_a_collection_comes_as_papers_and_one_line_queries(data: Path) -> None:
    judged = corpora.judged(data, "cacm")
    assert judged.papers[0] == Paper("1", "", Venue("CACM"), "x")
    assert judged.queries["9"] == "What is query 9?"
    assert judged.judgements["9"] == {"1": 1, "2": 0}


def test_a_sample_depends_on_nothing_but_the_seed(data: Path) -> None:
    papers = corpora.sample(data, 10, seed=1)
    assert papers == corpora.sample(data, 10, seed=1)
    assert papers != corpora.sample(data, 10, seed=2)


def test_a_sample_holds_so_many_papers_in_the_order_of_the_corpus(data: Path) -> None:
    drawn = set()
    for seed in range(20):
        papers = corpora.sample(data, 10, seed)
        numbers = [int(paper.id.partition("/")[2]) for paper in papers]
        assert len(numbers) == 10
        assert numbers == sorted(set(numbers))
        drawn.update(numbers)
    assert drawn == set(range(30))


def test_a_sample_of_everything_leaves_out_refused_papers_and_repeats(
    data: Path,
) -> None:
    papers = corpora.sample(data, 100, seed=1)
    assert [paper.id for paper in papers] == [f"icml2024/{n}" for n in range(30)]
    assert papers[7].title == "Diffusion models, part 7"
    assert papers[7].authors == (Author("Hu", "Jerry"),)


def test_missing_data_ends_with_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = argparse.ArgumentParser()
    corpora.add_options(parser)
    with pytest.raises(SystemExit) as ended:
        corpora.require(parser, tmp_path, corpora.COLLECTIONS)
    assert ended.value.code == 2
    complaint = (
        f"{tmp_path} has no corpus.jsonl.gz, ir/cacm, ir/cisi, ir/npl; see --data"
    )
    assert complaint in capsys.readouterr().err


def test_known_items_are_asked_for_in_every_way() -> None:
    papers = [
        Paper("1", "On the Limits of Modern Hopfield Models", Venue("ICML")),
        Paper("2", "Common Title of Two", Venue("ICML")),
        Paper("3", "common title of two", Venue("ICML")),
        Paper("4", "Short", Venue("ICML")),
    ]
    wanted = known_item.drawn(papers, 500, seed=3)
    assert wanted == known_item.drawn(papers, 500, seed=3)
    assert [(sought.paper, sought.kind) for sought in wanted] == [
        ("1", kind) for kind in known_item.KINDS
    ]
    words, prefix, title = (sought.text for sought in wanted)
    places = [papers[0].title.find(word) for word in words.split()]
    assert places == sorted(places)
    assert -1 not in places
    assert papers[0].title.startswith(prefix)
    assert title == papers[0].title


def test_content_words_are_those_that_people_search_by() -> None:
    title = "What is C++? The State-of-the-Art, and the C++ of Users' Models"
    words = ["C++", "State-of-the-Art", "Users", "Models"]
    assert known_item.content_words(title) == words


def test_prefixes_end_inside_a_word() -> None:
    title = "A tale of two cities, again"
    prefixes = [title[:cut] for cut in known_item.inner_cuts(title)]
    assert prefixes[:2] == ["A tale o", "A tale of t"]
    assert prefixes[-1] == "A tale of two cities, agai"


@pytest.mark.parametrize(
    ("place", "value"), [(0, 1.0), (1, 0.5), (9, 0.1), (10, 0.0), (None, 0.0)]
)
def test_reciprocal_rank(place: int | None, value: float) -> None:
    found = [str(number) for number in range(20)]
    paper = "none" if place is None else str(place)
    assert known_item.reciprocal_rank(found, paper) == value
