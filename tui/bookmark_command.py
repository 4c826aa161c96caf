"""The command that bookmarks papers from ids and files: bookmark."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from paperstui.index.errors import PaperstuiError
from paperstui.tui import opened
from paperstui.tui.formatting import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

NOTHING_DONE = 1
_MOST_NOTICES = 20


@click.command()
@click.argument("names", nargs=-1, required=True)
@click.option("--tag", "tags", multiple=True, help="Tag for all; can be repeated.")
@click.option(
    "--keywords", is_flag=True, help="Take the keywords in the files for tags."
)
def bookmark(names: Sequence[str], tags: Sequence[str], keywords: bool) -> None:
    """Bookmark papers: ids, citation keys, DOIs, or files that list papers.

    Files can be share pages, JSON Lines, BibTeX and all else that `add` reads, or lists
    of ids, one a line; - reads one from stdin. Tags and notes in the files come along.
    Exits 1 when something could not be found or read.
    """
    from paperstui.index.bookmark_import import BookmarkImport

    services = opened.services()
    bookmarks = BookmarkImport(services.library, tags, keywords=keywords)
    wanted = bookmarks.read(name for name in names if name != "-")
    if "-" in names:
        # There is none where it was closed.
        wanted = bookmarks.read_piped(sys.stdin.buffer.read() if sys.stdin else b"")
    try:
        for notice in services.journal.load():
            opened.warn(notice)
        new = services.journal.add(
            wanted.bookmarks, f"Bookmarked {plural(len(wanted.bookmarks), 'paper')}"
        )
    except PaperstuiError as error:
        raise click.ClickException(str(error)) from error
    services.collection.keep(each.paper for each in wanted.bookmarks)
    for problem in (*wanted.problems, *wanted.notices[:_MOST_NOTICES]):
        opened.warn(problem)
    if (more := len(wanted.notices) - _MOST_NOTICES) > 0:
        opened.warn(f"and {plural(more, 'more problem')}")
    known = len(wanted.bookmarks) - new
    told = f"{plural(new, 'paper')} bookmarked"
    told += f", {known:,} had been before" if known else ""
    if wanted.foreign:
        are = "is" if wanted.foreign == 1 else "are"
        told += f"; {wanted.foreign:,} {are} in no list of yours"
    click.echo(told)
    if wanted.problems:
        sys.exit(NOTHING_DONE)
