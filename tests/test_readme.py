"""The README is true."""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import groupby
from pathlib import Path

from paperstui.index.citations.cited import CitationOptions, KeyScheme
from paperstui.index.citations.forms import FORMS
from paperstui.index.citations.key_pattern import FIELDS
from paperstui.index.citations.styles import NAMED
from paperstui.index.query import LANGUAGE, parse
from paperstui.index.readers.registry import formats
from paperstui.tui.commands import main
from paperstui.tui.keys import KEYS
from paperstui.tui.settings import load

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _table(head: tuple[str, str], rows: list[tuple[str, str]]) -> str:
    lines = [f"| {head[0]} | {head[1]} |", "|---|---|"]
    lines += [f"| {left} | {right} |" for left, right in rows]
    return "\n".join(lines)


def _code(text: str) -> str:
    if text == "`":
        return "`` ` ``"
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


def test_what_is_said_of_a_bad_query_is_what_is_shown() -> None:
    (shown,) = re.findall(r"^`(has:video - .*?)`", README, re.MULTILINE)
    (diagnostic,) = parse("has:video").diagnostics
    assert diagnostic.reason == shown


def test_every_command_is_told() -> None:
    assert set(main.commands) == {
        "add",
        "bookmark",
        "bookmarks",
        "catalog",
        "check",
        "cite",
        "doctor",
        "export",
        "pick",
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


def test_every_form_is_told_with_its_ending() -> None:
    rows = re.findall(
        r"^\| `(.*?)` \| (?:`(.*?)`)? \| ", _between("forms"), re.MULTILINE
    )
    assert rows == [(form.id, form.ending) for form in FORMS]


def test_the_table_of_what_keys_are_made_of_is_that_of_the_code() -> None:
    rows = [(_code(name), meaning) for name, meaning in FIELDS]
    assert _table(("in braces", "stands for"), rows) in _between("key fields")


def test_every_style_with_a_name_is_told() -> None:
    assert ", ".join(map(_code, NAMED)) in " ".join(README.split())


def test_the_settings_of_citations_are_those_of_the_code(tmp_path: Path) -> None:
    example = re.search(r"^\[citations\]\n(?:\w.*\n)+", README, re.MULTILINE)
    assert example
    path = tmp_path / "config.toml"
    path.write_text(example[0], encoding="utf-8")
    settings, complaints = load(path)
    assert complaints == ()
    assert settings.paper_keys == KeyScheme()
    named = re.findall(r"^(\w+) =", example[0], re.MULTILINE)
    options = {field.name for field in fields(CitationOptions)}
    assert set(named) == {"key", "native_keys", *options}


def _between(mark: str) -> str:
    return README.partition(f"<!-- {mark} -->")[2].partition("<!-- end")[0]


def test_the_picture_is_there() -> None:
    assert "docs/paperstui.svg" in README
    picture = (ROOT / "docs" / "paperstui.svg").read_text(encoding="utf-8")
    assert "DiffDA" in picture
