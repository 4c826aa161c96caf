"""The config file, good and bad."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from rich._palettes import STANDARD_PALETTE
from rich.color import Color

from paperstui.index.citations.cited import (
    DEFAULT_FIELDS,
    CitationOptions,
    KeyScheme,
)
from paperstui.tui.settings import Settings, load
from paperstui.tui.themes import SIXTEEN, default

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.conftest import Run


DEFAULT = Settings(paper_keys=KeyScheme())


def test_no_file_means_defaults(tmp_path: Path) -> None:
    assert load(tmp_path / "config.toml") == (DEFAULT, ())


def test_everything_can_be_set(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('theme = "nord"\nmouse = false\n[keys]\nbookmark = "m"\n')
    assert load(path) == (
        replace(DEFAULT, theme="nord", keys={"bookmark": "m"}, mouse=False),
        (),
    )


@pytest.mark.parametrize("name", ["auto", "whoosh", "tantivy"])
def test_an_engine_can_be_chosen(tmp_path: Path, name: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(f'engine = "{name}"\n')
    assert load(path) == (replace(DEFAULT, engine=name), ())


BAD = [
    ("{", "Invalid statement (at line 1, column 1); default settings are used"),
    ("theme = 3", "theme should be a str"),
    ("engine = 3", "engine should be a str"),
    ("engine = ''", "engine should be one of auto, whoosh, tantivy"),
    ("engine = 'Whoosh'", "engine should be one of auto, whoosh, tantivy"),
    ("mouse = 'no'", "mouse should be a bool"),
    ("colour = 'red'", "unknown setting colour"),
    ("[keys]\nfly = 'x'", "keys.fly is no key that can be changed"),
    ("citations = 3", "citations should be a dict"),
    (
        "[citations]\nvenues = 'long'",
        'citations.venues: should be "full" or "short"',
    ),
    (
        "[citations]\nfields = ['isbn']",
        "citations.fields: isbn is no field; there are: volume, number, series, "
        "pages, publisher, editor, address, month, doi, eprint, url, pdf, abstract, "
        "keywords, note",
    ),
    ("[citations]\nbold = true", "citations.bold: unknown setting"),
    ("[keys]\nbookmark = 3", "keys.bookmark is no key that can be changed"),
]


@pytest.mark.parametrize(("content", "reason"), BAD)
def test_what_is_wrong_is_named_and_left_out(
    tmp_path: Path, content: str, reason: str
) -> None:
    path = tmp_path / "config.toml"
    path.write_text(content)
    assert load(path) == (
        DEFAULT if content != "{" else Settings(),
        (f"{path}: {reason}",),
    )


def test_how_papers_are_cited_can_be_set(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(
        '[citations]\nkey = "{venue}{yy}-{auth:3}"\nnative_keys = true\n'
        'venues = "short"\nfields = ["+abstract", "-url"]\nunicode = true\n'
        'style = "~/mine.csl"\n'
    )
    settings, notices = load(path)
    assert notices == ()
    assert settings.paper_keys == KeyScheme("{venue}{yy}-{auth:3}", native=True)
    assert settings.citations == CitationOptions(
        venues="short",
        fields=DEFAULT_FIELDS - {"url"} | {"abstract"},
        unicode=True,
        style="~/mine.csl",
    )


def test_a_slip_in_the_pattern_of_keys_leaves_all_keys_as_they_are(
    tmp_path: Path,
) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[citations]\nkey = "{auth}{jahr}"\n')
    settings, (notice,) = load(path)
    assert settings == Settings()
    assert settings.paper_keys is None
    assert notice == (
        f"{path}: citations.key: {{auth}}{{jahr}}, position 8: jahr is none of auth, "
        "auths, auth.etal, year, yy, title, title1, venue"
    )


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    assert load(tmp_path) == (
        Settings(),
        (f"{tmp_path}: cannot be read: Is a directory",),
    )


async def test_an_unknown_theme_is_told_and_the_default_used(run: Run) -> None:
    async with run(settings=Settings(theme="pink")) as desk:
        assert desk.app.theme == "paperstui-dark"
        (notification,) = desk.app._notifications
        assert notification.message == "There is no theme pink; see the palette."


async def test_a_theme_of_textual_can_be_chosen(run: Run) -> None:
    async with run(settings=Settings(theme="nord")) as desk:
        assert desk.app.theme == "nord"


@pytest.mark.parametrize(
    ("color_system", "name"),
    [
        ("truecolor", "paperstui-dark"),
        ("256", "paperstui-dark"),
        ("standard", "paperstui-16"),
        ("windows", "paperstui-16"),
        (None, "paperstui-dark"),
    ],
)
def test_the_theme_fits_the_colours_of_the_terminal(
    color_system: str | None, name: str
) -> None:
    assert default(color_system) == name


def test_sixteen_colours_stay_sixteen() -> None:
    colours = [
        value
        for value in (*vars(SIXTEEN).values(), *SIXTEEN.variables.values())
        if isinstance(value, str) and value.startswith("#")
    ]
    assert {Color.parse(value).get_truecolor() for value in colours} <= set(
        STANDARD_PALETTE._colors
    )
