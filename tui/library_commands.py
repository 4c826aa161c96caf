"""The commands that fill the library: add, check, refresh, remove, venues."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from contextlib import contextmanager
from dataclasses import asdict
from functools import wraps
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paperstui.index.catalogue import entries, parse_name
from paperstui.index.collection import Collection, Options
from paperstui.index.errors import PaperstuiError
from paperstui.index.intake import Intake, files_of
from paperstui.index.locations import SEEDS, Locations
from paperstui.tui import opened
from paperstui.tui.reporting import download_line, progress_line, report_lines
from paperstui.tui.settings import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    from paperstui.index.report import Report

    Command = Callable[..., None]

NOTHING_DONE = 1
_SHOWN_PROBLEMS = 20


def reading_options(command: Command) -> Command:
    """How files are to be read, the same for all commands that read them.

    The command gets it all as one argument, `options`.
    """

    @wraps(command)
    def with_options(
        venue: str,
        year: int | None,
        form: str,
        category: tuple[str, ...],
        since: datetime | None,
        **others: Any,
    ) -> None:
        command(options=_options(venue, year, form, category, since), **others)

    decorated: Command = with_options
    for option in reversed(
        (
            click.option(
                "--venue", default="", help="Venue of records that name none."
            ),
            click.option("--year", type=int, help="Year of records that name none."),
            click.option("--format", "form", default="", help="Format of the files."),
            click.option("--category", multiple=True, help="Only this arXiv category."),
            click.option(
                "--since",
                type=click.DateTime(["%Y-%m-%d"]),
                help="Only papers of this day or later (arXiv).",
            ),
            click.option(
                "--json", "as_json", is_flag=True, help="Print the report as JSON."
            ),
        )
    ):
        decorated = option(decorated)
    return decorated


@click.command()
@click.argument("names", nargs=-1, required=True)
@reading_options
def add(
    names: tuple[str, ...],
    options: Options,
    as_json: bool,
) -> None:
    """Add files, folders, web addresses, or conferences such as icml2025 by name.

    What was added before is replaced. Exits 1 when something could not be added.
    """
    places = Locations.discover()
    settings, complaints = load(places.config_file)
    for complaint in complaints:
        click.echo(f"paperstui: {complaint}", err=True)
    reports: list[Report] = []
    failed = False
    with _collection() as collection:
        intake = Intake(collection, places.downloads, settings.catalog)
        for name in names:
            try:
                reports += intake.add(name, options, _progress, _download)
            except PaperstuiError as error:
                failed = True
                click.echo(f"paperstui: {error}", err=True)
    _print(reports, as_json)
    if failed or not any(report.loaded for report in reports):
        sys.exit(NOTHING_DONE)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@reading_options
def check(
    files: tuple[Path, ...],
    options: Options,
    as_json: bool,
) -> None:
    """Say what adding FILES would give, and change nothing.

    Exits 1 when records would be lost.
    """
    with _collection() as collection:
        reports = [
            collection.check(path, options, _progress) for path in _expanded(files)
        ]
    _print(reports, as_json)
    if any(report.skipped or not report.loaded for report in reports):
        sys.exit(NOTHING_DONE)


@click.command()
def refresh() -> None:
    """Read those files again that changed since they were added."""
    with _collection() as collection:
        reports = list(collection.refresh(_progress))
    if reports:
        _print(reports, as_json=False)
    else:
        click.echo("Nothing has changed.")


@click.command()
@click.argument("names", nargs=-1, required=True)
def remove(names: tuple[str, ...]) -> None:
    """Take the papers of venues, such as "ICML 2024" or icml2024, out of the library.

    Exits 1 when one of them is not there.
    """
    with _collection() as collection:
        try:
            wanted = [opened.venue(collection.library, name) for name in names]
        except PaperstuiError as error:
            click.echo(f"paperstui: {error}", err=True)
            sys.exit(NOTHING_DONE)
        for venue in wanted:
            click.echo(f"{venue.label}: {collection.remove(venue):,} papers removed")


@click.command()
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table")
def venues(form: str) -> None:
    """Print the venues of the library and how many papers each has."""
    with _collection() as collection:
        counts = collection.library.counts
    if form == "json":
        rows: list[dict[str, Any]] = [
            {
                "venue": each.venue.name,
                "year": each.venue.year,
                "papers": each.papers,
                "hidden": each.hidden,
            }
            for each in counts
        ]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for each in counts:
        refused = f"  and {each.hidden:,} refused" if each.hidden else ""
        click.echo(f"{each.venue.label:30} {each.papers:7,}{refused}")


@click.command()
def catalog() -> None:
    """Print the conferences that `add` knows by name, and which are loaded."""
    with _collection() as collection:
        places = [source.place for source in collection.library.sources()]
    names = (p.removeprefix("catalog:") for p in places if p.startswith("catalog:"))
    loaded = {entry for entry in map(parse_name, names) if entry}
    known = sorted(loaded.union(entries()))
    for conference, group in groupby(known, key=lambda entry: entry.conference):
        years = [f"{entry.year}{'*' if entry in loaded else ''}" for entry in group]
        click.echo(f"{conference:12} {' '.join(years)}")
    click.echo("* is in the library. `paperstui add icml2025` adds one.")


COMMANDS = (add, catalog, check, refresh, remove, venues)


@contextmanager
def _collection() -> Iterator[Collection]:
    collection = Collection(Locations.discover().library)
    for notice in collection.notices:
        click.echo(f"paperstui: {notice}", err=True)
    try:
        collection.seed(SEEDS)
        yield collection
    except (sqlite3.Error, OSError) as error:
        raise click.ClickException(f"the library cannot be changed: {error}") from error
    finally:
        collection.close()


def _options(
    venue: str,
    year: int | None,
    form: str,
    category: tuple[str, ...],
    since: datetime | None,
) -> Options:
    if form:
        from paperstui.index.readers import registry

        if form not in registry.formats():
            known = ", ".join(registry.formats())
            raise click.BadParameter(
                f"{form} is none of {known}", param_hint="--format"
            )
    day = since.date() if since else None
    return Options(venue, year, form, frozenset(category), day)


def _expanded(files: Sequence[Path]) -> Iterator[Path]:
    """The files themselves, and those of folders."""
    for path in files:
        if os.path.isdir(path):  # False for names that no file can have
            yield from files_of(path)
        elif os.path.exists(path):
            yield path
        else:
            raise click.ClickException(f"there is no file {path}")


def _download(done: int, total: int | None) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{download_line(done, total)}", nl=False, err=True)


def _progress(report: Report) -> None:
    """One line that is written over, where a person looks at it."""
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{progress_line(report)}", nl=False, err=True)


def _print(reports: Sequence[Report], as_json: bool) -> None:
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    if not reports:
        return
    if as_json:
        rows = [
            {
                **asdict(report),
                "seen": report.seen,
                "problems": list(map(str, report.problems)),
            }
            for report in reports
        ]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    lines = report_lines(reports, _SHOWN_PROBLEMS)
    table = len(reports) + 1
    for line in lines[:table]:
        click.echo(line)
    for line in lines[table:]:
        click.echo(line, err=True)
