"""The user's settings, from config.toml."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from paperstui.index.citations import cited
from paperstui.index.citations.cited import DEFAULTS, CitationOptions, KeyScheme
from paperstui.index.engines.choice import AUTO, NAMES
from paperstui.index.errors import PaperstuiError
from paperstui.tui.keys import KEYS
from paperstui.tui.services import Choices

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")

_WANTED = {
    "key": "should be a pattern in quotes",
    "native_keys": "should be true or false",
    "venues": f'should be "{cited.FULL}" or "{cited.SHORT}"',
    "fields": f"should be a list of {', '.join(cited.FIELDS)}",
    "unicode": "should be true or false",
    "style": "should be the name of a style or the path of a CSL file, in quotes",
}
"""What the settings in the table `[citations]` should be."""

_PATIENCE = 5.0
"""Seconds to wait for another instance that saves."""


@dataclass(frozen=True, slots=True)
class Settings(Choices):
    """What the config file can change."""

    theme: str = ""
    """Name of a theme; empty for the default."""
    keys: dict[str, str] = field(default_factory=dict)
    """Other keys for rows of the key table: id to Textual key names."""
    mouse: bool = True
    searches: dict[str, str] = field(default_factory=dict)
    """Saved searches: name to query, in the order of the file."""


def load(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """The settings and what is wrong with the file; what is wrong is left out."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return Settings(paper_keys=KeyScheme()), ()
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
    engine = take("engine", str, AUTO)
    if engine not in NAMES:
        notices.append(f"{path}: engine should be one of {', '.join(NAMES)}")
        engine = AUTO
    known = {key.id for key in KEYS}
    keys = {}
    for name, value in take("keys", dict, {}).items():
        if name in known and isinstance(value, str):
            keys[name] = value
        else:
            notices.append(f"{path}: keys.{name} is no key that can be changed")
    saved = take("searches", dict, {})
    searches = _usable(saved)
    notices += [
        f"{path}: searches.{name} should be a query in quotes"
        for name in saved
        if name not in searches
    ]
    citations, scheme, complaints = _citations(take("citations", dict, {}))
    notices += [f"{path}: citations.{complaint}" for complaint in complaints]
    notices += [f"{path}: unknown setting {name}" for name in values]
    settings = Settings(
        catalog=catalog,
        engine=engine,
        citations=citations,
        paper_keys=scheme,
        theme=theme,
        keys=keys,
        mouse=mouse,
        searches=searches,
    )
    return settings, tuple(notices)


def _citations(
    table: dict[str, object],
) -> tuple[CitationOptions, KeyScheme | None, list[str]]:
    """The table `[citations]`, and what is wrong with it."""
    options, scheme = DEFAULTS, KeyScheme()
    kept: KeyScheme | None = scheme
    complaints: list[str] = []
    for name, value in table.items():
        try:
            match name, value:
                case "key", str():
                    # Not needed by those who have no pattern of their own.
                    from paperstui.index.citations.key_pattern import KeyPattern

                    KeyPattern(value)
                    scheme = replace(scheme, pattern=value)
                case "native_keys", bool():
                    scheme = replace(scheme, native=value)
                case "venues", cited.FULL | cited.SHORT:
                    options = replace(options, venues=value)
                case "fields", list():
                    fields = cited.chosen_fields(map(str, value))
                    options = replace(options, fields=fields)
                case "unicode", bool():
                    options = replace(options, unicode=value)
                case "style", str():
                    options = replace(options, style=value)
                case _:
                    raise PaperstuiError(_WANTED.get(name, "unknown setting"))
        except PaperstuiError as error:
            complaints.append(f"{name}: {error}")
            if name in ("key", "native_keys"):
                # A slip must not give all papers other keys.
                kept = None
    return options, kept and scheme, complaints


def keep_search(path: Path, name: str, query: str | None) -> dict[str, str]:
    """Save a query under a name, or forget the name; returns all that are saved then.

    All else in the file stays as the person wrote it. Raises PaperstuiError where it
    cannot be read or written, and leaves it as it was.
    """
    import tomllib

    import tomlkit  # both load only for those who save

    from paperstui.index import files

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with files.locked(path, _PATIENCE):
            content = path.read_bytes() if path.exists() else b""
            document = tomlkit.parse(content.decode("utf-8-sig"))
            searches = document.setdefault("searches", tomlkit.table())
            if not isinstance(searches, MutableMapping):
                raise PaperstuiError(f"{path}: searches should be a table; not saved")
            if query is None:
                searches.pop(name, None)
            else:
                searches[name] = query
            text = tomlkit.dumps(document)
            kept = tomllib.loads(text)["searches"]
            files.write_atomically(path, text.encode())
    except (OSError, ValueError) as error:  # not UTF-8, or not TOML
        raise PaperstuiError(f"{path}: {files.reason(error)}; not saved") from None
    return _usable(kept)


def _usable(searches: dict[str, object]) -> dict[str, str]:
    """Those searches that have a name and are queries."""
    return {
        name: query
        for name, query in searches.items()
        if name.strip() and isinstance(query, str) and query.strip()
    }
