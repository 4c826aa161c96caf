"""The command that lets a person choose papers and prints them: pick."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from paperstui.index.citations import styles
from paperstui.index.citations.forms import FORMS, form_named
from paperstui.index.citations.template import Template
from paperstui.index.errors import PaperstuiError
from paperstui.tui import controlling_terminal, opened
from paperstui.tui.picking import Picking

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paperstui.index.models import Paper
    from paperstui.tui.services import Services

    Open = Callable[[Picking], Sequence[Paper]]

NOTHING_CHOSEN = 1


# `diffusion -image` is a query, not a query and an option.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("query", nargs=-1)
@click.option(
    "--format",
    "form",
    default="key",
    show_default=True,
    help=f"One of {', '.join(form.id for form in FORMS)}; or a text with names in "
    r"braces, such as '\cite{{{key}}}'.",
)
@click.option("--style", help="As references: apa, ieee, ..., a CSL file.")
@click.option("--multi", is_flag=True, help="Choose any number, marked by space.")
@click.option("--copy", is_flag=True, help="Copy them in place of printing.")
@click.pass_obj
def pick(
    open_reader: Open,
    query: tuple[str, ...],
    form: str,
    style: str | None,
    multi: bool,
    copy: bool,
) -> None:
    """Choose papers in the reader and print them, beginning with QUERY.

    The reader is drawn on the terminal even where the output goes elsewhere: so it
    works in $(...) and from editors. Exits 1, printing nothing, when it is left.
    """
    for word in query:
        if word.startswith("--"):
            raise click.NoSuchOption(word)
    template = None
    try:
        if style is not None:
            form = "reference"
            styles.check(style)
        elif form not in {each.id for each in FORMS}:
            template = Template(form)
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
        raise click.ClickException(str(error)) from error
    if copy:
        _copy(services, text.rstrip("\n"))
    else:
        click.echo(text, nl=False)


def _copy(services: Services, text: str) -> None:
    copied = services.clipboard.copy(text, "the citation")
    if copied.osc52:
        controlling_terminal.copy(text)
    opened.warn(copied.message)
