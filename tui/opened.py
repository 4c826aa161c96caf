"""What the commands share: services that are closed, a search, lines for a person."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from paperstui.index.errors import PaperstuiError
from paperstui.index.locations import Locations
from paperstui.tui import native
from paperstui.tui.formatting import partial_matches
from paperstui.tui.services import Services, open_services
from paperstui.tui.settings import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.library import Library
    from paperstui.index.models import Venue
    from paperstui.index.requests import Marks, ResultPage, SearchRequest


def services() -> Services:
    """What commands work with, closed when the command ends."""
    return click.get_current_context().with_resource(_opened())


@contextmanager
def _opened() -> Iterator[Services]:
    locations = Locations.discover()
    settings, complaints = load(locations.config_file)
    opened = open_services(locations, complaints, settings)
    try:
        for notice in opened.notices:
            warn(notice)
        yield opened
    finally:
        opened.close()


def found(opened: Services, request: SearchRequest) -> ResultPage:
    """The answer to a request, its rows read; what is wrong with it is told.

    Raises ClickException where there is no index and none can be built.
    """
    engine = opened.open_search()
    try:
        with native.hidden():
            for notice in engine.prepare(lambda done, total: None):
                warn(notice)
            page = engine.find(request)
            # Before the engine is closed: rows are read from it as they are wanted.
            page = replace(page, rows=page.rows[:])
    except PaperstuiError as error:
        raise click.ClickException(str(error)) from error
    finally:
        engine.close()
    for diagnostic in page.query.diagnostics:
        warn(f"query, position {diagnostic.start + 1}: {diagnostic.reason}")
    if page.partial:
        told = partial_matches(page).rstrip(".")
        warn(told[0].lower() + told[1:])
    return page


def marks(opened: Services) -> Marks:
    """What the person marked: bookmarks, papers read, tags."""
    for notice in opened.journal.load():
        warn(notice)
    return opened.marked.current()


def venue(library: Library, name: str) -> Venue:
    """The venue that is called so, such as icml2024; case and spaces do not matter.

    Raises PaperstuiError where there is none.
    """
    known = {_squashed(each.label): each for each in library.venues()}
    if _squashed(name) not in known:
        raise PaperstuiError(
            f"there is no venue {name}; `paperstui venues` lists what there is"
        )
    return known[_squashed(name)]


def _squashed(name: str) -> str:
    return "".join(name.casefold().split())


def warn(text: str) -> None:
    """Say something on stderr."""
    click.echo(f"paperstui: {text}", err=True)
