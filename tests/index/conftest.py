"""What the tests of the files of the user share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from paperstui.index.models import Paper, Venue

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        """The time it shows."""
        return self.now

    def move(self, **duration: float) -> None:
        """Let this much time pass."""
        self.now += timedelta(**duration)


def paper(name: str) -> Paper:
    """A paper of this name."""
    return Paper(name, f"On {name}", Venue("ICML", 2024))


def entry(name: str, added: str = "2026-01-02T12:00:00Z") -> dict[str, Any]:
    """The entry of that paper in the file."""
    record = {"id": name, "title": f"On {name}", "venue": {"name": "ICML"}}
    return {"id": name, "added": added, "paper": record}


def content(*entries: object, **extra: object) -> bytes:
    """A file of these entries, as an editor might lay it out."""
    return json.dumps({"version": 1, **extra, "bookmarks": entries}).encode()


def saved(path: Path) -> list[str]:
    """The ids in the file, in its order."""
    return [entry["id"] for entry in json.loads(path.read_bytes())["bookmarks"]]


def names(folder: Path) -> list[str]:
    """What lies in a folder, without the lock."""
    found = (path.name for path in folder.iterdir())
    return sorted(name for name in found if not name.endswith(".lock"))


# Root may write everywhere; without these two capabilities it may not.
_AS_GUEST = """
import ctypes, os, sys
if os.geteuid() == 0:
    drop, override, read_search = 24, 1, 2
    for capability in (override, read_search):
        assert ctypes.CDLL(None).prctl(drop, capability, 0, 0, 0) == 0
os.execv(sys.executable, [sys.executable, "-c", *sys.argv[1:]])
"""


@pytest.fixture
def run_as_guest() -> Callable[[str, Path], str]:
    """Run Python code, its `sys.argv[1]` a path, bound by mode bits; gives its output.

    The code is a process of its own, so that root's tests are bound by them as well.
    """
    if os.name != "posix" or (os.geteuid() == 0 and sys.platform != "linux"):
        pytest.skip("needs a user who is bound by mode bits")

    def run(code: str, path: Path) -> str:
        done = subprocess.run(
            [sys.executable, "-c", _AS_GUEST, code, str(path)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.stderr == ""
        return done.stdout

    return run


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the bookmarks lie; nothing is there yet."""
    return tmp_path / "data" / "bookmarks.json"


@pytest.fixture
def clock() -> Clock:
    """A clock that shows noon."""
    return Clock()


@pytest.fixture
def filled(path: Path) -> Path:
    """The bookmarks a and b, and a newest backup with a alone."""
    path.parent.mkdir()
    path.write_bytes(content(entry("a"), entry("b")))
    path.with_name("bookmarks.json.bak1").write_bytes(content(entry("a")))
    return path
