"""The parts of bench/relevance.py that need neither its data nor the peers."""

from __future__ import annotations

import argparse
import gzip
import json
from typing import TYPE_CHECKING

import pytest

from bench import corpora, known_item
from bench.systems import ENGINES, Ask, Paperstui, chosen, ready
from bench.tables import table
from paperstui.index.models import Author, Paper, Venue

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bench.systems import System


def record(number: int, **facts: object) -> dict[str, object]:
    """A line of the corpus."""
    return {
        "id": f"icml2024/{number}",
        "venue": "ICML",
        "year": 2024,
        "title": f"Diffusion  models, part {number}",
        "authors": ["Jerry Hu"],
        "abstract": "On noise.",
        **facts,
    }


def write(path: Path, records: Sequence[dict[str, object]]) -> None:
    """Pack records as they are in the data."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a corpus of 30 papers, one refused and one there twice."""
    lines = [record(number) for number in range(30)]
    lines += [record(30, status="Reject"), record(3)]
    write(tmp_path / "corpus.jsonl.gz", lines)
    place = tmp_path / "ir" / "cacm"
    documents: list[dict[str, object]] = [
        {"id": str(n), "title": "", "authors": [], "abstract": "x"} for n in (1, 2)
    ]
    write(place / "docs.jsonl.gz", documents)
    queries = [{"id": str(n), "text": f"What is\n query {n}?"} for n in range(1, 13)]
    lines_of_queries = (json.dumps(query) + "\n" for query in queries)
    (place / "queries.jsonl").write_text("".join(lines_of_queries), encoding="utf-8")
    judged = "".join(f"{query} 0 1 1\n{query} 0 2 0\n" for query in (10, 2, 9, 11, 1))
    (place / "qrels.txt").write_text(judged, encoding="utf-8")
    return tmp_path


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
        corpora.require(parser, tmp_path)
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


def test_a_table_aligns_words_left_and_numbers_right() -> None:
    rows: list[list[str | float]] = [["ours", 0.5251, "12"], ["a peer", 10.0, ""]]
    assert table(["", "nDCG@10", "n"], rows).splitlines() == [
        "        nDCG@10   n",
        "ours      0.525  12",
        "a peer   10.000",
    ]


def test_systems_are_chosen_by_parts_of_their_names() -> None:
    systems: list[System] = [Paperstui(engine) for engine in ENGINES]
    assert chosen(systems, None) == systems
    assert chosen(systems, ["elsewhere", "WHOOSH"]) == systems[:1]
    assert chosen(systems, ["elsewhere"]) == []


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_paperstui_is_asked_as_in_use_and_its_index_is_kept(
    engine: type, tmp_path: Path
) -> None:
    papers = [
        Paper("a", "On Hopfield models", Venue("ICML", 2023)),
        Paper("b", "On diffusion", Venue("ICML", 2024), "Not on Hopfield."),
        Paper("c", "On neither", Venue("ICML", 2024)),
    ]
    for is_kept in (False, True):
        system = Paperstui(engine)
        assert (ready(system, papers, tmp_path) is None) == is_kept
        found = system.search(Ask("hopf"))
        assert system.ids(found.rows) == ["a", "b"]
        assert found.venues == {"ICML 2023": 1, "ICML 2024": 1}
        system.close()
