"""The forms in which papers can be copied and exported: one table for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperstui.index import text
from paperstui.index.citations import appending, biblatex, bibtex, markdown, styles
from paperstui.index.citations.markups import HTML, MARKDOWN, TEXT
from paperstui.index.errors import PaperstuiError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from paperstui.index.citations.cited import CitationOptions, Cited

    Write = Callable[[Sequence[Cited], CitationOptions], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Form:
    """One form of papers as text."""

    id: str
    """Its name on the command line."""
    label: str
    """What a person reads in the menus."""
    write: Write
    """The text in pieces, which joined end with a newline; nothing if unknown."""
    ending: str = ""
    """That of its files, such as ".bib"; empty where it is copied only."""
    copied: bool = False
    """Whether the menu of the copy forms has it."""
    append: Callable[[str, str], str] | None = None
    """The text of a file and a newly written one as one; see `appending`."""


REFERENCE = "reference"
"""What the ids of the forms begin with that have a style."""


def copied(form: Form, papers: Sequence[Cited], options: CitationOptions) -> str:
    """The text for the clipboard, without a newline at its end."""
    return "".join(form.write(papers, options)).rstrip("\n")


def form_named(name: str) -> Form:
    """The form with an id; raises KeyError where there is none."""
    return _BY_ID[name]


def form_of_file(path: Path | None) -> Form:
    """The form that a file's ending tells; BibTeX where there is no file.

    Raises PaperstuiError where the ending is that of no form.
    """
    if path is None or str(path) == "-":
        return _BY_ID["bibtex"]
    for form in FORMS:
        if form.ending and form.ending == path.suffix.lower():
            return form
    raise PaperstuiError(f"{path}: its ending tells no format; give one by --format")


def reference_form(markup: str) -> str:
    """The id of the form of references in one of `MARKUPS`."""
    return REFERENCE if markup == TEXT else f"{REFERENCE}-{markup}"


def told(form: Form, options: CitationOptions) -> str:
    """A form as the message on a copy names it: "Reference (APA)"."""
    if not form.id.startswith(REFERENCE):
        return form.label
    return f"{form.label} ({styles.label(options.style)})"


def _keys(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    yield ",".join(each.key for each in papers) + "\n"


def _cite(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    yield f"\\cite{{{','.join(each.key for each in papers)}}}\n"


def _bibtex(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    return bibtex.write(papers, options)


def _biblatex(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    return biblatex.write(papers, options)


def _references(markup: str) -> Write:
    """What writes references in the style of the options, in one of `MARKUPS`."""

    def write(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
        for number, line in enumerate(styles.references(papers, options.style, markup)):
            # A line alone would go on with the one before it.
            yield f"\n{line}\n" if number and markup == MARKDOWN else f"{line}\n"

    return write


def _links(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    for each in papers:
        yield f"{markdown.link(each.paper)}\n"


def _titles(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    for each in papers:
        yield f"{text.plain(each.paper.title)}\n"


def _abstracts(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    found = (text.plain(each.paper.abstract) for each in papers)
    for number, abstract in enumerate(filter(None, found)):
        yield f"\n{abstract}\n" if number else f"{abstract}\n"


# The modules of these forms are imported when they write: few runs do.


def _ris(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    from paperstui.index.citations import ris

    return ris.write(papers, options)


def _csl_json(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    from paperstui.index.citations import csl_json

    return csl_json.write(papers, options)


def _table(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    from paperstui.index.citations import table

    return table.write(papers, options)


def _reading_list(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    from paperstui.index.citations import reading_list

    return reading_list.write(papers, options)


def _json_lines(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    from paperstui.index.citations import json_lines

    return json_lines.write(papers, options)


def _share_page(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    from paperstui.index.citations import share_page

    return share_page.write(papers, options)


FORMS = (
    Form("bibtex", "BibTeX", _bibtex, ".bib", True, appending.blocks),
    Form("biblatex", "BibLaTeX", _biblatex, ".bib", True, appending.blocks),
    Form("key", "Citation key", _keys, copied=True),
    Form("cite", r"\cite{key}", _cite, copied=True),
    Form(reference_form(TEXT), "Reference", _references(TEXT), copied=True),
    Form(
        reference_form(MARKDOWN),
        "Reference, Markdown",
        _references(MARKDOWN),
        copied=True,
    ),
    Form(reference_form(HTML), "Reference, HTML", _references(HTML), copied=True),
    Form("link", "Markdown link", _links, copied=True),
    Form("title", "Title", _titles, copied=True),
    Form("abstract", "Abstract", _abstracts, copied=True),
    Form("ris", "RIS", _ris, ".ris", True, appending.blocks),
    Form("csl-json", "CSL-JSON", _csl_json, ".json", True, appending.items),
    Form("markdown", "Reading list", _reading_list, ".md", True, appending.lists),
    Form("csv", "CSV table", _table, ".csv", append=appending.tables),
    Form("jsonl", "JSON Lines", _json_lines, ".jsonl", append=appending.lines),
    Form("html", "Share page", _share_page, ".html", append=appending.pages),
)
"""In the order of the menus."""

_BY_ID = {form.id: form for form in FORMS}
