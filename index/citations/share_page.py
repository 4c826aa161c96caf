"""One web page of papers to hand on: whole in itself, searchable, and read back.

Nothing on it comes from elsewhere, and its policy lets nothing: style and script are
known by their hashes. Without scripts all papers are there. The records of JSON Lines
are embedded, so that `readers.share_page` gives back what was handed on.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from paperstui.index import text
from paperstui.index.citations import bibtex, fields, json_lines
from paperstui.index.readers.share_page import MARK, RECORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.citations.cited import CitationOptions, Cited
    from paperstui.index.models import Paper

_MOST_VENUES = 4
"""Venues that the heading names."""
_PARAGRAPH = re.compile(r"\n\s*\n")


def write(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    """The page, paper by paper, and then their records."""
    style, script = _asset("share_page.css"), _asset("share_page.js")
    yield _head(papers, style, script)
    for each in papers:
        yield "".join(_article(each, options))
    yield '<p class="none" hidden>No paper has all of these words.</p>\n</main>\n'
    yield (
        "<footer>Made with paperstui. <code>paperstui add</code> with this file shows "
        "the list in a terminal.</footer>\n"
    )
    yield RECORDS
    for number, each in enumerate(papers):
        record = json_lines.dumped(json_lines.record(each))
        # Nothing in a record can end the script.
        yield (",\n" if number else "\n") + record.replace("<", r"\u003c")
    yield "\n]</script>\n"
    yield f"<script>{script}</script>\n</body>\n</html>\n"


def _asset(name: str) -> str:
    package = __name__.rpartition(".")[0]
    return files(package).joinpath(name).read_text(encoding="utf-8")


def _head(papers: Sequence[Cited], style: str, script: str) -> str:
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    about = _about(papers)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
{MARK}
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Reading list: {about}</title>
<style>{style}</style>
</head>
<body>
<header>
<h1>Reading list</h1>
<p class="about">{about}</p>
</header>
<div class="search" role="search" hidden>
<label class="unseen" for="words">Search the papers for all of these words</label>
<input type="search" id="words" placeholder="Search (press /)" autocomplete="off"
 spellcheck="false" aria-describedby="count">
<output id="count" for="words" aria-live="polite"></output>
<button type="button" id="unfold" aria-pressed="false">Open abstracts</button>
</div>
<main>
"""


def _hash(content: str) -> str:
    """The source of a policy that allows just this."""
    digest = b64encode(hashlib.sha256(content.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def _about(papers: Sequence[Cited]) -> str:
    """How many papers, and of which venues."""
    count = "1 paper" if len(papers) == 1 else f"{len(papers):,} papers"
    labels = list(dict.fromkeys(each.paper.venue.label for each in papers))
    named = ", ".join(_shown(label) for label in labels[:_MOST_VENUES] if label)
    if not named:
        return count
    others = len(labels) - _MOST_VENUES
    return f"{count} from {named}" + (f" and {others} more" if others > 0 else "")


def _article(cited: Cited, options: CitationOptions) -> Iterator[str]:
    """A paper, whole for those who have no scripts."""
    paper = cited.paper
    key = escape(cited.key)
    title = _anchor(fields.link(paper), _shown(paper.title))
    yield f'<article id="paper-{key}">\n<h2>{title}</h2>\n'
    if paper.authors:
        names = escape(", ".join(fields.author_names(paper)))
        yield f'<p class="authors">{names}</p>\n'
    if place := list(_place(paper)):
        parts = "\n".join(f"<span>{part}</span>" for part in place)
        yield f'<p class="place">{parts}</p>\n'
    if cited.tags:
        tags = "\n".join(f"<li>{escape(tag)}</li>" for tag in cited.tags)
        yield f'<ul class="tags" aria-label="Tags">{tags}</ul>\n'
    if note := cited.note.strip():
        yield f'<blockquote class="note">{escape(note)}</blockquote>\n'
    yield '<div class="more">\n'
    if paper.abstract:
        yield '<details class="abstract"><summary>Abstract</summary>\n'
        for paragraph in _PARAGRAPH.split(text.plain(paper.abstract)):
            yield f"<p>{escape(paragraph)}</p>\n"
        yield "</details>\n"
    entry = escape("".join(bibtex.write([cited], options)).rstrip(), quote=False)
    yield '<details class="bibtex"><summary>BibTeX</summary>\n<div>'
    yield '<button type="button" hidden>Copy</button>'
    yield f"<pre>{entry}</pre></div></details>\n"
    yield "</div>\n</article>\n"


def _place(paper: Paper) -> Iterator[str]:
    """Where a paper appeared and what there is of it."""
    label = _shown(paper.venue.label)
    status = f" ({_shown(paper.status)})" if paper.status else ""
    if label or status:
        yield f"{label}{status}"
    links = (("PDF", paper.pdf), ("Code", paper.code), ("Project", paper.project))
    for name, url in links:
        if (found := _anchor(fields.address(url), name)) != name:
            yield found


def _shown(source: str) -> str:
    return escape(text.plain(source))


def _anchor(url: str, label: str) -> str:
    """A link to an address of the web; for any other one its label alone."""
    if not fields.is_web(url):
        return label
    return f'<a href="{escape(url)}" rel="noopener noreferrer">{label}</a>'
