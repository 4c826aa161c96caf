"""What is said to a person only once, ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def is_new(path: Path, hint: str) -> bool:
    """Whether a hint was never given; from then on it was. `path` lists those given."""
    try:
        if hint in path.read_text(encoding="utf-8", errors="replace").split():
            return False
    except FileNotFoundError:
        pass
    except OSError:
        return False  # it would be said at every start
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{hint}\n")
    except OSError:
        return False
    return True
