"""So many papers as are asked for: from the corpus, and in a library."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bench import corpora, libraries
from bench.setting import LARGEST, Setting
from paperstui.index.models import is_refused

if TYPE_CHECKING:
    from pathlib import Path

RECORDS = 32
"""Lines of the corpus, of which one is refused and one stands there twice."""


def test_the_whole_corpus_holds_refused_papers_and_repeats(data: Path) -> None:
    papers = corpora.whole(data)
    assert len({paper.id for paper in papers}) == len(papers) == RECORDS
    assert [paper.id for paper in papers if is_refused(paper)] == ["icml2024/30"]
    assert papers[RECORDS // 2 - 1].title == papers[3].title
    fewer = corpora.whole(data, RECORDS - 1)
    assert fewer == [paper for paper in papers if paper.id != "icml2024/3-0"]


def test_more_papers_than_there_are_follow_the_whole_corpus(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpora, "NEARLY_ALL", 31)
    assert list(corpora.of_size(data, 30, 1)) == corpora.sample(data, 30, 1)
    assert list(corpora.of_size(data, 31, 1)) == corpora.whole(data, 31)
    more = list(corpora.of_size(data, 100, 1))
    assert more == list(corpora.of_size(data, 100, 1))
    assert more[:RECORDS] == corpora.whole(data)
    assert len({paper.id for paper in more}) == 100


def test_a_home_holds_so_many_papers_those_of_the_program_first(
    data: Path, tmp_path: Path
) -> None:
    for _ in range(2):  # made, and found again
        home = libraries.home(tmp_path, data, 50, seed=1)
        with closing(libraries.opened(home)) as collection:
            assert len(collection.library) == 50
            places = [source.place for source in collection.library.sources()]
            assert [place.partition(":")[0] for place in places] == [
                "seed",
                "seed",
                "bench",
            ]
    with pytest.raises(SystemExit, match="50 papers instead of 45"):
        libraries.home(tmp_path, data, 45, seed=1)


def test_a_home_for_the_screen_has_an_index(data: Path, tmp_path: Path) -> None:
    setting = Setting(data, tmp_path)
    home = setting.indexed_home(40)
    (index,) = (home / "cache" / "index").glob("*/paperstui.json")
    made = index.stat().st_mtime_ns
    assert setting.indexed_home(40) == home
    assert index.stat().st_mtime_ns == made


def test_slow_systems_are_left_out_of_large_libraries_unless_named(
    tmp_path: Path,
) -> None:
    name, most = next(iter(LARGEST.items()))
    setting = Setting(tmp_path, tmp_path)
    assert setting.fitting(most, [name, "other"]) == ([name, "other"], [])
    names, notes = setting.fitting(most + 1, [name, "other"])
    assert names == ["other"]
    assert notes == [f"{name} was left out above {most:,} papers."]
    named = Setting(tmp_path, tmp_path, only=(name.upper(),))
    assert named.fitting(most + 1, [name, "other"]) == ([name], [])
