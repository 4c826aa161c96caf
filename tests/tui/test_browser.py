"""Opening addresses, with browsers that are small scripts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from paperstui.tui.browser import open_address

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux's rules")
ADDRESS = "https://example.org/a?b=c&d"


def _browser(folder: Path, name: str) -> Path:
    script = folder / name
    script.write_text(f'#!/bin/sh\necho "$1" > {folder}/opened\n')
    script.chmod(0o755)
    return script


def test_the_browser_of_the_environment_gets_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = _browser(tmp_path, "my-browser")
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    monkeypatch.setattr("webbrowser._tryorder", None)
    assert open_address(ADDRESS)
    assert (tmp_path / "opened").read_text() == f"{ADDRESS}\n"


def test_a_browser_that_would_draw_over_the_screen_is_not_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = _browser(tmp_path, "w3m")
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    monkeypatch.setattr("webbrowser._tryorder", None)
    assert not open_address(ADDRESS)
    assert not (tmp_path / "opened").exists()


def test_without_a_display_nothing_is_started() -> None:
    assert not open_address(ADDRESS, {})


def test_only_web_addresses_are_opened() -> None:
    assert not open_address("file:///etc/passwd", {"DISPLAY": ":0"})
    assert not open_address("javascript:alert(1)", {"DISPLAY": ":0"})
