"""The README is true."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from paperstui.index.query import LANGUAGE
from paperstui.index.readers.registry import formats
from paperstui.tui.commands import main
from paperstui.tui.keys import KEYS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _table(head: tuple[str, str], rows: list[tuple[str, str]]) -> str:
    lines = [f"| {head[0]} | {head[1]} |", "|---|---|"]
    lines += [f"| {left} | {right} |" for left, right in rows]
    return "\n".join(lines)


def _code(text: str) -> str:
    return f"`{text.replace('|', chr(92) + '|')}`"


def test_the_key_table_is_that_of_the_code() -> None:
    for context, keys in groupby(KEYS, key=lambda key: key.context):
        rows = [
            (" ".join(map(_code, key.display.split())), key.help.replace("\\", "\\\\"))
            for key in keys
        ]
        assert _table((context.value, ""), rows) in README


def test_the_query_table_is_that_of_the_code() -> None:
    rows = [(_code(example), meaning) for example, meaning in LANGUAGE]
    assert _table(("Type", "to find"), rows) in README


def test_every_command_is_told() -> None:
    assert set(main.commands) == {
        "add",
        "bookmarks",
        "catalog",
        "check",
        "cite",
        "doctor",
        "refresh",
        "remove",
        "search",
        "venues",
    }
    for name in main.commands:
        assert f"`paperstui {name}" in README


def test_every_format_is_told() -> None:
    for name in formats():
        assert f"| `{name}` |" in README


def test_the_picture_is_there() -> None:
    assert "docs/paperstui.svg" in README
    picture = (ROOT / "docs" / "paperstui.svg").read_text(encoding="utf-8")
    assert "DiffDA" in picture
