"""The machine and the versions that numbers belong to."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_PACKAGES = ("paperstui", "textual", "whoosh", "tantivy", "bm25s", "numpy")


def machine() -> dict[str, str]:
    """What names a machine and what runs on it; unknown things are left out."""
    facts = {
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "memory": f"{_memory() / 2**30:.0f} GB",
        "system": _distribution(),
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
        "fzf": _fzf(),
    }
    for name in _PACKAGES:
        try:
            facts[name] = version(name)
        except PackageNotFoundError:
            continue
    return {name: fact for name, fact in facts.items() if fact}


def one_line(facts: dict[str, str]) -> str:
    """The facts as a sentence."""
    return "; ".join(f"{name} {fact}" for name, fact in facts.items())


def _processor() -> str:
    """The model as Linux names it, else what Python knows."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    models = (line.partition(":")[2] for line in lines if line.startswith("model name"))
    return next(models, platform.machine()).strip()


def _memory() -> int:
    """Bytes of memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.platform()


def _fzf() -> str:
    if shutil.which("fzf") is None:
        return ""
    told = subprocess.run(["fzf", "--version"], capture_output=True, text=True)
    return told.stdout.partition(" ")[0]
