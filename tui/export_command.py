"""The command that writes papers to files for other programs: export."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperstui.index.citations.cited import FULL, SHORT, chosen_fields
from paperstui.index.citations.forms import FORMS, form_named, form_of_file
from paperstui.index.errors import PaperstuiError
from paperstui.index.requests import Query, SearchRequest
from paperstui.tui import opened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.citations.cited import CitationOptions
    from paperstui.index.export import Existing
    from paperstui.index.models import Paper
    from paperstui.tui.services import Services

NOTHING_FOUND = 1


@click.command()
@click.option("--bookmarks", is_flag=True, help="The bookmarks, newest first.")
@click.option("--query", default="", help="What a query finds, best first.")
@click.option("--venue", default="", help="Of a venue such as icml2024, in its order.")
@click.option("--all", "everything", is_flag=True, help="The whole library.")
@click.option("--refused", is_flag=True, help="Also papers that venues refused.")
@click.option(
    "--format",
    "form",
    type=click.Choice([form.id for form in FORMS]),
    help="Form of the papers; by default that of the file's ending, or bibtex.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, allow_dash=True),
    help="File to write; by default the terminal or pipe.",
)
@click.option("--append", is_flag=True, help="Add what a file does not hold already.")
@click.option("--force", is_flag=True, help="Replace a file that is there already.")
@click.option(
    "--fields",
    default="",
    help="Fields of BibTeX: doi,url for these only, +abstract,-url for more and fewer.",
)
@click.option(
    "--venues", type=click.Choice([FULL, SHORT]), help="Names of venues in full or not."
)
@click.option("--unicode/--latex", default=None, help="Letters beyond ASCII in BibTeX.")
@click.option("--style", help="Style of references: apa, ieee, ..., or a CSL file.")
def export(
    bookmarks: bool,
    query: str,
    venue: str,
    everything: bool,
    refused: bool,
    form: str | None,
    output: Path | None,
    append: bool,
    force: bool,
    **choices: str | bool | None,
) -> None:
    """Write papers as BibTeX, RIS, CSL-JSON, CSV, Markdown, HTML, ...

    Takes exactly one of --bookmarks, --query, --venue and --all; --query can stand
    beside --bookmarks or --venue. Exits 1 when there is nothing to write, or a file is
    there already.
    """
    if bookmarks + bool(venue) + everything > 1 or (everything and query):
        raise click.UsageError("choose one of --bookmarks, --query, --venue, --all")
    if not (bookmarks or query or venue or everything):
        raise click.UsageError("say what to export: --bookmarks, --query, ...")
    existing = _existing(output, append=append, force=force)
    services = opened.services()
    try:
        options = _options(services.citations, choices)
        papers = _papers(
            services, bookmarks=bookmarks, query=query, venue=venue, refused=refused
        )
        chosen = form_named(form) if form else form_of_file(output)
    except PaperstuiError as error:
        raise click.ClickException(str(error)) from error
    if not papers:
        opened.warn("there is nothing to export")
        sys.exit(NOTHING_FOUND)
    cited = services.cited(papers)
    try:
        if output is None or str(output) == "-":
            for piece in chosen.write(cited, options):
                click.echo(piece, nl=False)
            return
        from paperstui.index.export import write

        done = write(cited, chosen, options, output, existing)
    except PaperstuiError as error:
        raise click.ClickException(str(error)) from error
    for line in done.lines():
        click.echo(line, err=True)


def _existing(output: Path | None, *, append: bool, force: bool) -> Existing:
    """What to do with a file that is there already."""
    # As in the command itself: the other commands do not need it.
    from paperstui.index.export import Existing

    if append and force:
        raise click.UsageError("--append adds to a file, --force replaces it")
    if (append or force) and output is None:
        raise click.UsageError("--append and --force need a file: -o FILE")
    if append:
        return Existing.APPEND
    return Existing.REPLACE if force else Existing.ASK


def _options(
    options: CitationOptions, choices: dict[str, str | bool | None]
) -> CitationOptions:
    """The options of the config with those of the command line over them."""
    wanted = {name: value for name, value in choices.items() if value not in (None, "")}
    if "fields" in wanted:
        wanted["fields"] = chosen_fields(str(wanted["fields"]).split(","))  # type: ignore[assignment]
    return replace(options, **wanted)  # type: ignore[arg-type]


def _papers(
    services: Services, *, bookmarks: bool, query: str, venue: str, refused: bool
) -> Sequence[Paper]:
    """The papers that were asked for, in the order of the screen."""
    if bookmarks and not query:
        return [bookmark.paper for bookmark in services.bookmarks.all()]
    library = services.library
    request = SearchRequest(
        query,
        venues=frozenset((opened.venue(library, venue),)) if venue else None,
        marks=opened.marks(services),
        bookmarked_only=bookmarks,
        refused=refused,
    )
    if query:
        rows = opened.found(services, request).rows
    else:
        rows = library.everything(request, Query("", None)).rows[:]
    return [library.papers[row] for row in rows]
