"""What all tests share: a small library, and a home that is nobody's."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager
from importlib import metadata
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from paperstui.index.adding import change
from paperstui.index.engines.base import Document, Packed
from paperstui.index.engines.store import IndexStore
from paperstui.index.library import Library
from paperstui.index.library_file import connect
from paperstui.index.locations import Locations
from paperstui.index.models import Author, Paper, Venue
from paperstui.index.search import Search
from tests.terminals import COMMAND, Terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from paperstui.index.bookmarks import Bookmarks
    from paperstui.index.engines.base import SearchEngine

# As the program has it; Textual reads it when it is imported.
os.environ["TEXTUAL_FPS"] = "240"

# The same examples each time, so that a test fails with the change that breaks it, not
# on another day, and however busy the machine is. `--hypothesis-profile=search` looks
# for others.
calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", calm, derandomize=True)
settings.register_profile("search", calm, max_examples=2_000)
settings.load_profile("same")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests in terminals wait more than they work."""
    return (os.cpu_count() or 1) + 1


_OF_THE_MACHINE = (
    "BROWSER",
    "DISPLAY",
    "NO_COLOR",
    "SSH_CONNECTION",
    "SSH_TTY",
    "STY",
    "TMUX",
    "WAYLAND_DISPLAY",
    "WSL_DISTRO_NAME",
    "WSL_INTEROP",
    "WT_SESSION",
)
ICML_2023 = Venue("ICML", 2023)
ICML_2024 = Venue("ICML", 2024)
ACL_2024 = Venue("ACL", 2024)


def paper(number: int, title: str, **facts: object) -> Paper:
    """A paper with an id of its own and whatever facts a test is about."""
    known = {"venue": ICML_2024, **facts}
    return Paper(id=f"test:{number}", title=title, **known)  # type: ignore[arg-type]


def toggle(bookmarks: Bookmarks, paper: Paper) -> bool:
    """Bookmark a paper, or take its bookmark away; True where it has one then."""
    if paper.id in bookmarks:
        bookmarks.remove([paper.id])
        return False
    bookmarks.put([paper])
    return True


PAPERS = (
    paper(
        0,
        "On Computational Limits of Modern Hopfield Models",
        authors=(Author("Hu", "Jerry Yao-Chieh"), Author("Liu", "Han")),
        abstract="We study the memory retrieval of modern Hopfield models. "
        "Below a norm criterion, sub-quadratic variants exist.",
        booktitle="Proceedings of the 41st International Conference",
        pages="19327-19343",
        volume="235",
        publisher="PMLR",
        url="https://example.org/hu24j.html",
        pdf="https://example.org/hu24j.pdf",
    ),
    paper(
        1,
        "DiffDA: a Diffusion model for weather-scale Data Assimilation",
        authors=(Author("Huang", "Langwen"), Author("Gianinazzi", "Lukas")),
        abstract="Initial conditions by data assimilation. We propose DiffDA at "
        r"0.25$^\circ$ resolution with *denoising* diffusion.",
    ),
    paper(
        2,
        "To Be or Not to Be: Self-Attention Is All You Need",
        venue=ACL_2024,
        authors=(Author("Müller-Test", "Zoë"),),
        abstract="A C++ library for GPT-4o and k-means, with state-of-the-art "
        "graphs; R bindings. Self attention helps networks.",
    ),
    paper(
        3,
        "深度学习方法研究",
        venue=ICML_2023,
        authors=(Author("江测试"),),
        abstract="An image diffusion network in Nanjing.",
    ),
    paper(
        4,
        "Energy, Boltzmann Machines and Images",
        venue=ICML_2023,
        authors=(Author("Muller", "Ana"),),
        abstract="Deep Boltzmann machines; contrastive divergence; energy.",
    ),
)


def library_of(papers: Iterable[Paper]) -> Library:
    """The papers in a library in memory; a paper's row is its place."""
    connection = connect(None).connection
    with change(connection) as begun:
        begun.put_source("test:", "test", "", {}, papers)
    return Library(connection)


class Given(list[Document]):
    """Some documents for an engine, which gets them one by one."""

    def packed(
        self, pack: Callable[[list[Document]], Packed]
    ) -> Iterator[tuple[int, Packed]]:
        """What a function makes of each."""
        for each in self:
            yield 1, pack([each])


@contextmanager
def search_over(
    papers: Iterable[Paper], engine: SearchEngine, folder: Path
) -> Iterator[Search]:
    """A search over some papers, its index built; a paper's row is its place."""
    library = library_of(papers)
    search = Search(library, IndexStore(folder, engine, library))
    assert search.prepare(lambda done, total: None) == ()
    yield search
    search.close()
    library.close()


@pytest.fixture
def make_library() -> Iterator[Callable[[Iterable[Paper]], Library]]:
    """Makes libraries in memory; a paper's row is its place."""
    made: list[Library] = []

    def make(papers: Iterable[Paper]) -> Library:
        made.append(library_of(papers))
        return made[-1]

    yield make
    for library in made:
        library.close()


@pytest.fixture
def papers() -> tuple[Paper, ...]:
    """Five papers of three venues."""
    return PAPERS


@pytest.fixture
def library(make_library: Callable[[Iterable[Paper]], Library]) -> Library:
    """The five papers in a library."""
    return make_library(PAPERS)


@pytest.fixture
def places(tmp_path: Path) -> Locations:
    """Folders of their own for every test."""
    return Locations.discover({"PAPERSTUI_HOME": str(tmp_path / "home")})


@pytest.fixture
def install_tantivy(
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[str | None], None]:
    """Lets Tantivy be there in some version, or not at all for None."""
    real = metadata.distribution

    def install(version: str | None) -> None:
        def distribution(name: str) -> Any:
            if name != "tantivy":
                return real(name)
            if version is None:
                raise metadata.PackageNotFoundError(name)
            return SimpleNamespace(version=version)

        monkeypatch.setattr(metadata, "distribution", distribution)

    return install


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test off the real home, clipboard, browser and display."""
    monkeypatch.setenv("PAPERSTUI_HOME", str(tmp_path / "home"))
    # Without a clipboard of any kind what is copied goes to a file.
    monkeypatch.setenv("TERM", "dumb")
    for name in _OF_THE_MACHINE:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A terminal of 140x40 cells with a home of its own."""
    made = Terminal(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="session")
def indexed_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the seeds, whose index is built."""
    home = tmp_path_factory.mktemp("indexed") / "home"
    subprocess.run(
        [COMMAND, "search", "hopfield"],
        env=os.environ | {"PAPERSTUI_HOME": str(home)},
        capture_output=True,
        check=True,
    )
    return home


@pytest.fixture
def ready(terminal: Terminal, indexed_home: Path) -> Terminal:
    """A terminal whose home has an index, so that the reader is there sooner."""
    shutil.copytree(indexed_home, terminal.home)
    return terminal
