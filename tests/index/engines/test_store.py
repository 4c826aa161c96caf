"""An index on disk stays current and whole."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

from paperstui.index.collection import Collection
from paperstui.index.engines import packing
from paperstui.index.engines.store import IndexStore
from paperstui.index.engines.tantivy import TantivyEngine
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.requests import SearchRequest
from paperstui.index.search import Search
from tests.conftest import Given

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from paperstui.index.library import Library
    from paperstui.index.models import Paper


def quiet(done: int, total: int) -> None:
    """No progress wanted."""


def open_search(root: Path, library: Library) -> tuple[Search, tuple[str, ...]]:
    """A prepared search, and the notices."""
    search = Search(library, IndexStore(root, WhooshEngine(), library))
    return search, search.prepare(quiet)


def found(search: Search, text: str) -> list[int]:
    return list(search.find(SearchRequest(text)).rows)


def test_a_second_start_uses_the_index_of_the_first(
    tmp_path: Path, library: Library
) -> None:
    first, notices = open_search(tmp_path, library)
    assert notices == ()
    first.close()
    folder = IndexStore(tmp_path, WhooshEngine(), library).folder
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    second, notices = open_search(tmp_path, library)
    assert notices == ()
    assert found(second, "hopfield") == [0]
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before
    second.close()


def test_another_library_gets_another_index_and_the_old_one_goes(
    tmp_path: Path,
    library: Library,
    make_library: Callable[[Iterable[Paper]], Library],
    papers: Sequence[Paper],
) -> None:
    open_search(tmp_path, library)[0].close()
    search, notices = open_search(tmp_path, make_library(papers[1:]))
    assert notices == ()
    assert found(search, "hopfield") == []
    assert found(search, "diffda") == [0]
    assert len(list(tmp_path.iterdir())) == 1
    search.close()


def test_an_index_follows_its_library(tmp_path: Path, papers: Sequence[Paper]) -> None:
    collection = Collection(tmp_path / "library.db")
    collection.keep(papers[:3])
    root = tmp_path / "index"
    open_search(root, collection.library)[0].close()
    folder = IndexStore(root, WhooshEngine(), collection.library).folder
    collection.keep(papers[3:])
    collection.remove(papers[0].venue)
    search, notices = open_search(root, collection.library)
    assert notices == ()
    assert IndexStore(root, WhooshEngine(), collection.library).folder == folder
    assert found(search, "hopfield") == []
    assert found(search, "diffusion") == [3]
    search.close()
    collection.close()


def _truncate(pattern: str, keep: float) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        for path in folder.glob(pattern):
            data = path.read_bytes()
            path.write_bytes(data[: int(len(data) * keep)])

    return damage


def _delete(pattern: str) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        for path in folder.glob(pattern):
            path.unlink()

    return damage


def _shape_shift(folder: Path) -> None:
    (folder / "paperstui.json").write_text("[]", encoding="utf-8")


def _empty_index(folder: Path) -> None:
    """A healthy index of no papers, with a manifest that fits it."""
    for path in folder.iterdir():
        path.unlink()
    WhooshEngine().build(folder, Given(), quiet)
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    manifest = {"files": sizes, "papers": 5, "revision": 1}
    (folder / "paperstui.json").write_text(json.dumps(manifest))


# Whoosh leaves a file open when it cannot make a reader of it; the tests that make it
# do so collect the garbage themselves, where the warning is expected.
IGNORE_OPEN_FILES = pytest.mark.filterwarnings("ignore::ResourceWarning")
CUT = "some of its files were missing or cut short"
DAMAGES = {
    "toc emptied": (_truncate("*.toc", 0), CUT),
    "toc halved": (_truncate("*.toc", 0.5), CUT),
    "segment halved": (_truncate("*.postings", 0.5), CUT),
    "segment deleted": (_delete("*.postings"), CUT),
    "all but the manifest deleted": (_delete("*_*"), CUT),
    "manifest deleted": (_delete("paperstui.json"), "it was incomplete"),
    "manifest halved": (_truncate("paperstui.json", 0.5), "it was incomplete"),
    "manifest of another shape": (_shape_shift, "it was incomplete"),
    "emptied": (_empty_index, "it held 0 of 5 papers"),
}


@IGNORE_OPEN_FILES
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_index_is_rebuilt_and_one_line_says_so(
    tmp_path: Path, library: Library, damage: tuple[Callable[[Path], None], str]
) -> None:
    open_search(tmp_path, library)[0].close()
    store = IndexStore(tmp_path, WhooshEngine(), library)
    do, reason = damage
    do(store.folder)
    assert store.health() == reason
    search, notices = open_search(tmp_path, library)
    assert notices == (f"The search index was rebuilt: {reason}.",)
    assert found(search, "hopfield") == [0]
    search.close()
    assert store.health() == "good, 5 papers"
    gc.collect()


@IGNORE_OPEN_FILES
def test_garbage_of_the_right_size_is_met_in_use_and_healed(
    tmp_path: Path, library: Library
) -> None:
    open_search(tmp_path, library)[0].close()
    folder = IndexStore(tmp_path, WhooshEngine(), library).folder
    for path in folder.glob("*.postings"):
        data = path.read_bytes()
        path.write_bytes(b"\x7f" * (len(data) // 2) + data[len(data) // 2 :])
    search, _ = open_search(tmp_path, library)
    assert found(search, "hopfield") == [0]
    assert found(search, "title:diffusion") == [1]
    search.close()
    gc.collect()


def test_what_killed_builds_left_is_swept(tmp_path: Path, library: Library) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    dead = tmp_path / f"building-{ended.pid}-abc"
    alive = tmp_path / f"building-{os.getpid()}-abc"
    for folder in (dead, alive):
        folder.mkdir()
        (folder / "MAIN.tmp").write_bytes(b"litter")
    open_search(tmp_path, library)[0].close()
    assert not dead.exists()
    assert alive.exists()


def test_the_index_of_another_engine_stays(tmp_path: Path, library: Library) -> None:
    open_search(tmp_path, library)[0].close()
    other = IndexStore(tmp_path, TantivyEngine(), library)
    assert other.prepare(quiet) == ()
    other.engine.close()
    folder = IndexStore(tmp_path, WhooshEngine(), library).folder
    assert {path.name for path in tmp_path.iterdir()} == {
        folder.name,
        other.folder.name,
    }


def test_two_instances_at_once_build_one_index(
    tmp_path: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "_AT_ONCE", 1)
    begun = Event()
    told: list[tuple[int, int]] = []
    built: list[str] = []

    def slowly(done: int, total: int) -> None:
        built.append("first")
        begun.set()
        if done == 2:
            while not told:
                begun.wait(0.01)

    first = Search(library, IndexStore(tmp_path, WhooshEngine(), library))
    second = Search(library, IndexStore(tmp_path, WhooshEngine(), library))

    def wait_and_open() -> None:
        begun.wait(10)
        # Told of the waiting before the first has finished.
        assert second.prepare(lambda done, total: told.append((done, total))) == ()

    thread = Thread(target=wait_and_open)
    thread.start()
    assert first.prepare(slowly) == ()
    thread.join()
    assert set(told) == {(0, 5)}
    assert built == ["first"] * 5
    assert found(first, "hopfield") == found(second, "hopfield") == [0]
    assert len(list(tmp_path.iterdir())) == 1
    first.close()
    second.close()


def test_where_nothing_can_be_written_the_index_is_in_memory(
    tmp_path: Path, library: Library
) -> None:
    (tmp_path / "file").write_text("not a folder")
    search, notices = open_search(tmp_path / "file" / "index", library)
    assert notices == ("The search index is kept in memory only: Not a directory.",)
    assert found(search, "hopfield") == [0]
    search.close()


def test_a_build_can_be_left(tmp_path: Path, library: Library) -> None:
    class Left(Exception):
        pass

    def leave(done: int, total: int) -> None:
        raise Left

    search = Search(library, IndexStore(tmp_path, WhooshEngine(), library))
    with pytest.raises(Left):
        search.prepare(leave)
    assert list(tmp_path.iterdir()) == []
