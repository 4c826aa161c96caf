"""The commands that print: `paperstui search` and its like."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from paperstui.index.citations.forms import (
    FORMS,
    REFERENCE,
    copied,
    form_named,
    reference_form,
)
from paperstui.index.citations.markups import MARKUPS, TEXT
from paperstui.index.errors import PaperstuiError
from paperstui.index.records import to_record
from paperstui.index.requests import SearchRequest
from paperstui.index.text import plain
from paperstui.tui import library_commands, opened
from paperstui.tui.bookmark_command import bookmark
from paperstui.tui.export_command import export
from paperstui.tui.formatting import authors_line, imprint
from paperstui.tui.pick_command import pick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.models import Paper
    from paperstui.tui.services import Services

NOTHING_FOUND = 1


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="paperstui")
@click.option("--fresh", is_flag=True, help="Open the reader, but not as it was left.")
@click.pass_context
def main(context: click.Context, fresh: bool) -> None:
    """Read whole conferences in the terminal.

    Without a command, opens the reader as it was left.
    """
    if fresh:
        raise click.UsageError("--fresh opens the reader: nothing can go with it")
    if context.invoked_subcommand is None:
        raise click.UsageError("no command given")


# `diffusion -image` is a query, not a query and an option.
@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("query", nargs=-1)
@click.option("--like", metavar="PAPER", help="Only papers like one: its key, id, DOI.")
@click.option("--limit", type=click.IntRange(min=1), help="Most papers to print.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "bibtex"]),
    default="table",
    show_default=True,
)
def search(
    query: tuple[str, ...], like: str | None, limit: int | None, form: str
) -> None:
    """Print the papers that match QUERY, best first.

    The query language is that of the search box. Exits 1 when nothing matches.
    """
    if not query and like is None:
        raise click.UsageError("Missing argument 'QUERY...'.")
    for word in query:
        if word.startswith("--"):
            raise click.NoSuchOption(word)
    services = opened.services()
    request = SearchRequest(" ".join(query), marks=opened.marks(services))
    if like is not None:
        from paperstui.index.similar import like_paper

        request = replace(request, like=like_paper(_named(services, like)))
    page = opened.found(services, request)
    papers = [services.library.papers[row] for row in page.rows[:limit]]
    _print(services, papers, form)
    if not papers:
        meant = f"; did you mean: {page.suggestion}" if page.suggestion else ""
        opened.warn(f"nothing found{meant}")
        sys.exit(NOTHING_FOUND)


@main.command()
@click.argument("papers", nargs=-1, required=True)
@click.option(
    "--format",
    "form",
    type=click.Choice([form.id for form in FORMS]),
    help="[default: bibtex, or reference where a style is given]",
)
@click.option("--style", help="Style of the reference: a name, or a CSL file.")
@click.option("--markup", type=click.Choice(MARKUPS), help="What it is written in.")
def cite(
    papers: tuple[str, ...], form: str | None, style: str | None, markup: str | None
) -> None:
    """Print the citations of PAPERS: citation keys, ids, DOIs, arXiv ids, addresses.

    Exits 1 when there is no such paper.
    """
    is_styled = style is not None or markup is not None
    if form and not form.startswith(REFERENCE) and is_styled:
        raise click.UsageError(f"--style and --markup are not for --format {form}")
    services = opened.services()
    # Someone may name a paper twice, by its key and its DOI.
    named = (_named(services, name) for name in papers)
    found = list({paper.id: paper for paper in named}.values())
    options = services.citations
    if is_styled:
        options = options if style is None else replace(options, style=style)
        form = reference_form(markup or TEXT) if markup or not form else form
    try:
        text = copied(form_named(form or "bibtex"), services.cited(found), options)
    except PaperstuiError as error:
        raise click.ClickException(str(error)) from error
    click.echo(text)


@main.command()
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "bibtex"]),
    default="table",
    show_default=True,
)
def bookmarks(form: str) -> None:
    """Print the bookmarked papers, newest first.

    Exits 1 when there are none.
    """
    services = opened.services()
    papers = [bookmark.paper for bookmark in services.bookmarks.all()]
    _print(services, papers, form)
    if not papers:
        opened.warn("no bookmarks yet")
        sys.exit(NOTHING_FOUND)


@main.command()
def doctor() -> None:
    """Print versions, paths, the state of the index, clipboards and the terminal."""
    from paperstui.tui.doctor import report

    for line in report(opened.services()):
        click.echo(line)


for command in (*library_commands.COMMANDS, bookmark, export, pick):
    main.add_command(command)


def _named(services: Services, name: str) -> Paper:
    """A paper by its key, id or address; ends the program where there is none."""
    from paperstui.index.lookup import row_named

    row = row_named(services.library, name)
    if row is None:
        opened.warn(f"there is no paper {name}; `paperstui search` prints ids and keys")
        sys.exit(NOTHING_FOUND)
    return services.library.paper(row)


def _print(services: Services, papers: Sequence[Paper], form: str) -> None:
    key = services.library.key
    if form == "json":
        records = [_record(paper, key(paper)) for paper in papers]
        click.echo(json.dumps(records, ensure_ascii=False, indent=2))
    elif form == "bibtex":
        cited = services.cited(papers)
        for piece in form_named(form).write(cited, services.citations):
            click.echo(piece, nl=False)
    else:
        for paper in papers:
            click.echo(plain(paper.title))
            by = authors_line(paper, 60)
            click.echo(f"    {f'{by} · ' if by else ''}{imprint(paper)}")
            click.echo(f"    {paper.id}  {key(paper)}")


def _record(paper: Paper, key: str) -> dict[str, Any]:
    """A paper for scripts: what `to_record` leaves out is there, but empty."""
    return {
        "url": "",
        "pdf": "",
        "abstract": "",
        **to_record(paper),
        "authors": [author.name for author in paper.authors],
        "venue": paper.venue.name,
        "year": paper.year,
        "key": key,
    }
