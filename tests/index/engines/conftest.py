"""What the tests of several processes share."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that were started."""
    processes: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def recording(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        processes.append(popen(*arguments, **options))
        return processes[-1]

    monkeypatch.setattr(subprocess, "Popen", recording)
    return processes
