"""What a wheel holds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files of a wheel built from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    return set(ZipFile(wheel).namelist())


@pytest.mark.parametrize(
    "name",
    [
        "paperstui/seeds/icml-2023.txt",
        "paperstui/seeds/icml-2023.csl.json",
        "paperstui/seeds/icml-2024.txt",
        "paperstui/seeds/icml-2024.csl.json",
        "paperstui/tui/app.tcss",
        "paperstui/tui/dialogs.tcss",
        "paperstui/tui/full.tcss",
        "paperstui/index/citations/share_page.css",
        "paperstui/index/citations/share_page.js",
        "paperstui/tui/cli.py",
        "paperstui/tui/py.typed",
        "paperstui/index/py.typed",
    ],
)
def test_the_wheel_holds(names: set[str], name: str) -> None:
    assert name in names


def test_site_packages_gains_one_folder(names: set[str]) -> None:
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"paperstui"}


def test_the_wheel_holds_every_module_and_no_tests(names: set[str]) -> None:
    modules = {
        f"paperstui/{path.relative_to(ROOT)}"
        for folder in ("tui", "index")
        for path in (ROOT / folder).rglob("*.py")
    }
    assert {name for name in names if name.endswith(".py")} == modules
