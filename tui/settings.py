"""The user's settings, from config.toml."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from paperstui.tui.keys import KEYS

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the config file can change."""

    theme: str = ""
    """Name of a theme; empty for the default."""
    keys: dict[str, str] = field(default_factory=dict)
    """Other keys for rows of the key table: id to Textual key names."""
    mouse: bool = True
    catalog: str = ""
    """Address of a copy of the catalogue's lists; empty for the public one."""


def load(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """The settings and what is wrong with the file; what is wrong is left out."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return Settings(), ()
    except OSError as error:
        return Settings(), (f"{path}: cannot be read: {error.strerror}",)
    import tomllib  # most people have no config file

    try:
        values = tomllib.loads(content.decode("utf-8-sig"))
    except ValueError as error:  # not UTF-8, or not TOML
        return Settings(), (f"{path}: {error}; default settings are used",)
    notices: list[str] = []

    def take(name: str, kind: type[T], default: T) -> T:
        value = values.pop(name, default)
        if isinstance(value, kind):
            return value
        notices.append(f"{path}: {name} should be a {kind.__name__}")
        return default

    theme = take("theme", str, "")
    mouse = take("mouse", bool, True)
    catalog = take("catalog", str, "")
    known = {key.id for key in KEYS}
    keys = {}
    for name, value in take("keys", dict, {}).items():
        if name in known and isinstance(value, str):
            keys[name] = value
        else:
            notices.append(f"{path}: keys.{name} is no key that can be changed")
    notices += [f"{path}: unknown setting {name}" for name in values]
    return Settings(theme, keys, mouse, catalog), tuple(notices)
