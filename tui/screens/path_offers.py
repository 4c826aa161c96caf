"""What a path that is being typed may become."""

from __future__ import annotations

from pathlib import Path


def offered(typed: str) -> list[str]:
    """The files and folders that begin like what is typed, folders with a slash.

    They begin as it was typed: with a tilde, or relative to the working folder. Hidden
    ones only where a dot is typed.
    """
    folder, slash, start = typed.rpartition("/")
    before = folder + slash
    try:
        found = sorted(Path(before or ".").expanduser().iterdir())
    except (OSError, RuntimeError):  # no such user behind the tilde
        return []
    return [
        f"{before}{each.name}/" if each.is_dir() else f"{before}{each.name}"
        for each in found
        if each.name.startswith(start) and (start or not each.name.startswith("."))
    ]
