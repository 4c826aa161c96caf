"""The command that lets a person choose papers and prints them: pick."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from paperstui.index.citations import styles
from paperstui.index.citations.forms import FORMS, REFERENCE, form_named
from paperstui.index.citations.template import NAMES, Template
from paperstui.index.errors import PaperstuiError
from paperstui.tui import controlling_terminal, opened
from paperstui.tui.picking import Picking

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paperstui.index.models import Paper
    from paperstui.tui.services import Services

    Open = Callable[[Picking], Sequence[Paper]]

NOTHING_CHOSEN = 1


class _Failed(click.ClickException):
    """It went wrong, which editors tell from a person who chose nothing."""

    exit_code = 2


# `diffusion -image` is a query, not a query and an option.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("query", nargs=-1)
@click.option(
    "--format",
    "form",
    help=f"One of {', '.join(form.id for form in FORMS)}; or a text with names in "
    rf"braces, such as '\cite{{{{{{key}}}}}}', of these: {', '.join(NAMES)}.  "
    "[default: key, or reference where a style is given]",
)
@click.option("--style", help="Style of references: apa, ieee, ..., a CSL file.")
@click.option("--multi", is_flag=True, help="Choose any number, marked by space.")
@click.option("--copy", is_flag=True, help="Copy them in place of printing.")
@click.pass_obj
def pick(
    open_reader: Open,
    query: tuple[str, ...],
    form: str | None,
    style: str | None,
    multi: bool,
    copy: bool,
) -> None:
    """Choose papers in the reader and print them, beginning with QUERY.

    The reader is drawn on the terminal even where the output goes elsewhere: so it
    works in $(...) and from editors. Exits 1, printing nothing, when it is left, and
    2 when it fails.
    """
    for word in query:
        if word.startswith("--"):
            raise click.NoSuchOption(word)
    if form is None:
        form = "key" if style is None else REFERENCE
    template = _template(form, style)
    try:
        if style is not None:
            styles.check(style)
        papers = open_reader(Picking(" ".join(query), multi))
        if not papers:
            sys.exit(NOTHING_CHOSEN)
        services = opened.services()
        options = services.citations
        cited = services.cited(papers)
        if template is not None:
            pieces = template.filled(cited)
        else:
            options = replace(options, style=style or options.style)
            pieces = form_named(form).write(cited, options)
        # All of it, before any is printed: what is wrong may show late.
        text = "".join(pieces)
    except PaperstuiError as error:
        raise _Failed(str(error)) from error
    if copy:
        _copy(services, text.rstrip("\n"))
    else:
        click.echo(text, nl=False)


def _template(form: str, style: str | None) -> Template | None:
    """That of a text of one's own; None for a form that has a name."""
    if style and not form.startswith(REFERENCE):
        raise click.UsageError(f"--style is not for --format {form}")
    if form in {each.id for each in FORMS}:
        return None
    try:
        return Template(form)
    except PaperstuiError as error:
        raise click.BadParameter(str(error), param_hint="'--format'") from error


def _copy(services: Services, text: str) -> None:
    copied = services.clipboard.copy(text, "the citation")
    if copied.osc52:
        controlling_terminal.copy(text)
    opened.warn(copied.message)
