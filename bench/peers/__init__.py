"""The peers: other ways to search, set up as their manuals recommend for English."""

from __future__ import annotations

import shutil
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bench.systems import System

LIBRARIES = (
    ("bm25", "Bm25s"),
    ("fts5", "Fts5"),
    ("tantivy", "Tantivy"),
    ("whoosh", "StockWhoosh"),
)
"""Module and class of the search libraries, the fastest to build first."""


def libraries(**options: Any) -> tuple[list[System], list[str]]:
    """The search libraries that are installed, and a line for each that is not.

    `options` are those of their classes.
    """
    found: list[System] = []
    missing = []
    for module, name in LIBRARIES:
        try:
            peer = getattr(import_module(f"bench.peers.{module}"), name)
        except ModuleNotFoundError as error:
            missing.append(f"no {name}: {error.name} is not installed")
        else:
            found.append(peer(**options))
    return found, missing


def programs() -> tuple[list[System], list[str]]:
    """The same for programs that search."""
    if shutil.which("fzf") is None:
        return [], ["no fzf: it is not installed"]
    from bench.peers.fzf import Fzf

    return [Fzf()], []
