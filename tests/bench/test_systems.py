"""What is measured answers alike: paperstui and its peers on a simple library."""

from __future__ import annotations

import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bench import libraries, peers
from bench.peers import base
from bench.systems import ENGINES, Ask, Paperstui, chosen, ready
from paperstui.index.models import Author, Paper, Venue

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bench.systems import System
    from paperstui.index.library import Library

PAPERS = [
    Paper("a", "On Hopfield models", Venue("ICML", 2023), authors=(Author("Hu"),)),
    Paper("b", "On diffusion", Venue("ICML", 2024), "Not on Hopfield networks."),
    Paper("c", "On neither", Venue("ICML", 2024), status="Reject"),
    Paper("d", "Hopfield again", Venue("ICML", 2024), "Hopfield.", status="Reject"),
]
VENUES = {"ICML 2023": 1, "ICML 2024": 2}
OURS: list[System] = [Paperstui(engine) for engine in ENGINES]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Four papers, two of them refused."""
    with closing(libraries.filled(tmp_path / "home", PAPERS)) as collection:
        yield collection.library


def peer(name: str) -> System:
    """One of the libraries; skips the test where it is not installed."""
    found, missing = peers.libraries()
    told = [line for line in missing if line.startswith(f"no {name}:")]
    if told:
        pytest.skip(told[0])
    return next(system for system in found if type(system).__name__ == name)


def check(system: System, library: Library, folder: Path) -> None:
    """Build, and open again what was kept; answers are the same."""
    for is_kept in (False, True):
        assert (ready(system, library, folder) is None) == is_kept
        found = system.search(Ask("hopfield", every=True))
        assert {library.papers[row].id for row in found.rows} == {"a", "b", "d"}
        assert (found.total, found.venues) == (3, VENUES)
        one = system.search(Ask("hopfield", every=True, limit=1))
        assert (len(one.rows), one.total, one.venues) == (1, 3, VENUES)
        assert one.rows[0] == found.rows[0]
        assert system.search(Ask("unheard", every=True)).total == 0
        system.close()


@pytest.mark.parametrize("system", OURS, ids=lambda system: system.name)
def test_paperstui_answers_as_in_use(
    system: System, library: Library, tmp_path: Path
) -> None:
    check(system, library, tmp_path)


@pytest.mark.parametrize("name", [name for _, name in peers.LIBRARIES])
def test_peers_answer_alike(name: str, library: Library, tmp_path: Path) -> None:
    check(peer(name), library, tmp_path)


@pytest.mark.parametrize("name", ["Fts5", "Tantivy", "StockWhoosh"])
def test_peers_find_beginnings_of_words_if_they_can(
    name: str, library: Library, tmp_path: Path
) -> None:
    system = peer(name)
    ready(system, library, tmp_path)
    found = system.search(Ask("networks hopf", every=True, unfinished=True))
    assert [library.papers[row].id for row in found.rows] == ["b"]
    assert system.search(Ask("...", unfinished=True)).total == 0
    system.close()


def test_fzf_finds_titles_and_counts_no_venues(
    library: Library, tmp_path: Path
) -> None:
    if shutil.which("fzf") is None:
        pytest.skip("fzf is not installed")
    ((system,), _) = peers.programs()
    ready(system, library, tmp_path)
    found = system.search(Ask("hopf"))
    assert {library.papers[row].id for row in found.rows} == {"a", "d"}
    assert (found.total, found.venues) == (2, {})
    assert system.search(Ask("unheard")).total == 0
    system.close()


def test_systems_are_chosen_by_parts_of_their_names() -> None:
    assert chosen(OURS, None) == OURS
    assert chosen(OURS, ["elsewhere", "WHOOSH"]) == OURS[1:]
    assert chosen(OURS, ["elsewhere"]) == []


def test_peers_that_are_not_installed_are_told_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(peers, "LIBRARIES", (("whoosh", "StockWhoosh"), ("x", "X")))
    found, missing = peers.libraries(fields=base.ALL)
    assert [system.name for system in found] == ["stock Whoosh"]
    assert missing == ["no X: bench.peers.x is not installed"]
    monkeypatch.setenv("PATH", "")
    assert peers.programs() == ([], ["no fzf: it is not installed"])


def test_a_library_of_another_size_is_not_measured(tmp_path: Path) -> None:
    libraries.filled(tmp_path, PAPERS).close()
    with pytest.raises(SystemExit, match="4 papers instead of 3"):
        libraries.filled(tmp_path, PAPERS[:3])
