"""Reads BibTeX and biblatex, as PMLR, the ACL Anthology and others write it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO

from paperstui.index import text
from paperstui.index.latex import symbols
from paperstui.index.models import Problem
from paperstui.index.readers import addresses, containers, dates, names, values
from paperstui.index.readers.bibtex_blocks import blocks
from paperstui.index.readers.bibtex_fields import Entry, Strings, entry
from paperstui.index.readers.decoding import decode
from paperstui.index.readers.references import SUBMITTED, Reference, Shelf
from paperstui.index.readers.venues import YEAR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.models import Author, Paper
    from paperstui.index.readers.base import Origin

FORMAT = "bibtex"

_SNIFFED = re.compile(
    r"(?:^|\})[ \t]*@[ \t]*(?:string\s*[{(]\s*[^\s=]+\s*=|(?:comment|preamble)\s*[{(]"
    r"|[a-z][\w.+-]*\s*[{(]\s*[^,{}=\"\n]*,)",
    re.IGNORECASE | re.MULTILINE,
)
# A citation at the end of a page of Markdown, or in a JSON, XML or CSV file.
_OTHER = re.compile(
    r"\A\s*(?:[\[{<]|\"[^\"\n]*\",)|^(?:#{1,6} |[-*] |\|.*\||```)", re.MULTILINE
)
_CROSSREF = re.compile(r"\b(?:crossref|xdata)\s*=", re.IGNORECASE)
_NO_ENTRIES = frozenset(("string", "comment", "preamble"))
_KINDS = {
    "article": "article-journal",
    "book": "book",
    "booklet": "pamphlet",
    "collection": "book",
    "conference": "paper-conference",
    "dataset": "dataset",
    "inbook": "chapter",
    "incollection": "chapter",
    "inproceedings": "paper-conference",
    "manual": "report",
    "mastersthesis": "thesis",
    "mvbook": "book",
    "mvcollection": "book",
    "mvproceedings": "book",
    "online": "webpage",
    "patent": "patent",
    "phdthesis": "thesis",
    "proceedings": "book",
    "report": "report",
    "software": "software",
    "techreport": "report",
    "thesis": "thesis",
    "unpublished": "manuscript",
    "webpage": "webpage",
    "www": "webpage",
}
_LINKS = ("url", "ee", "link", "bdsk-url-1", "howpublished", "note")
_INHERITED = symbols.names(
    "address booktitle date editor journal journaltitle location month organization "
    "publisher series volume year"
)


def sniff(head: str) -> bool:
    """Whether a file begins with entries of BibTeX, whatever prose is before them."""
    found = _SNIFFED.search(head)
    return found is not None and not _OTHER.search(head, 0, found.start())


def read(file: BinaryIO, origin: Origin) -> Iterator[Paper | Problem]:
    """The papers of a BibTeX file and what is wrong with it; never raises.

    Entries are mended where they can be; one that is damaged costs no other. Volumes
    of proceedings are no papers, but hand their fields on by `crossref`.
    """
    content, complaint = decode(file.read())
    if complaint:
        yield Problem(origin.source, complaint)
    content = content.replace("\r\n", "\n").replace("\r", "\n")
    parents = _parents(content) if _CROSSREF.search(content) else {}
    strings, shelf = Strings(), Shelf(origin)
    missing: set[str] = set()
    number = 0
    for block in blocks(content):
        if block.type == "string" and not strings.define(block.body):
            yield Problem(origin.source, "this @string was left out", block.line)
        if block.type in _NO_ENTRIES:
            continue
        found = entry(block, strings)
        if found.type == "xdata":
            continue
        number += 1
        _inherit(found, parents, missing)
        record = _reference(found, number)
        for reason in found.mended:
            yield shelf.problem(record, reason)
        if found.type in ("proceedings", "mvproceedings") and not record.authors:
            reason = "is a volume of proceedings, no paper; it was left out"
            yield shelf.problem(record, reason, lost=True)
        else:
            yield from shelf.place(record)
    yield from _complaints(origin, number, strings, missing)


def _complaints(
    origin: Origin, count: int, strings: Strings, missing: set[str]
) -> Iterator[Problem]:
    """What concerns no entry by itself."""
    if count == 0:
        yield Problem(origin.source, "holds no entries")
    for what, unknown in (
        ("uses @string names that it does not define", strings.unknown.values()),
        ("refers by crossref to entries that it does not hold", missing),
    ):
        if unknown:
            listed = sorted(unknown)
            more = f" and {len(listed) - 5} more" if len(listed) > 5 else ""
            yield Problem(origin.source, f"{what}: {', '.join(listed[:5])}{more}")


def _parents(content: str) -> dict[str, Entry]:
    """Every entry by its key in small letters, the first of each."""
    strings = Strings()
    found: dict[str, Entry] = {}
    for block in blocks(content):
        if block.type == "string":
            strings.define(block.body)
        elif block.type not in _NO_ENTRIES:
            parent = entry(block, strings)
            found.setdefault(parent.key.lower(), parent)
    return found


def _inherit(found: Entry, parents: dict[str, Entry], missing: set[str]) -> None:
    """Fill what an entry lacks from the entries it refers to."""
    wanted = [found.fields.get("crossref", "")]
    wanted += found.fields.get("xdata", "").split(",")
    for key in filter(None, map(str.strip, wanted)):
        parent = parents.get(key.lower())
        if parent is None:
            missing.add(key)
            continue
        is_data = parent.type == "xdata"
        for name, value in parent.fields.items():
            if (is_data or name in _INHERITED) and not found.fields.get(name):
                found.fields[name] = value
        title = parent.fields.get("title", "")
        if title and not is_data and not found.fields.get("booktitle"):
            found.fields["booktitle"] = title


def _reference(found: Entry, number: int) -> Reference:
    def line(*fields: str) -> str:
        """The first of these fields that is not empty, on one line."""
        given = (_line(found.fields.get(name, "")) for name in fields)
        return next(filter(None, given), "")

    def raw(*fields: str) -> str:
        """The same without any reading of LaTeX, as addresses want it."""
        given = (_address(found.fields.get(name, "")) for name in fields)
        return next(filter(None, given), "")

    kind, note = _kind(found), line("note", "annote", "annotation")
    submitted = SUBMITTED.fullmatch(note)
    is_masters = kind == "thesis" and "master" in _thesis_type(found)
    if is_masters and "master" not in note.lower():
        note = " \N{MIDDLE DOT} ".join(filter(None, ("Master's thesis", note)))
    authors, editors = _authors(found, "author"), _authors(found, "editor")
    listed = found.fields.get("author", "")
    if not authors and kind == "book" and "proceedings" not in found.type:
        authors, listed = editors, found.fields.get("editor", "")
    title, subtitle = line("title", "maintitle"), line("subtitle")
    journal = line("journal", "journaltitle", "fjournal")
    container = (kind == "article-journal" and journal) or line("booktitle") or journal
    preprint = raw("eprint") if "arxiv" in _archive(found) else ""
    short = "" if container else line("shortjournal", "booktitleaddon", "eventtitle")
    place = line("howpublished")
    if not container and not short and containers.short_name(place):
        # How a paper is cited that lacks an author or a year.
        container, short = (place, "") if " " in place else ("", place)
    if submitted:
        kind, short, note = "manuscript", submitted[1], submitted[3] or ""
    return Reference(
        number=number,
        line=found.line,
        key=text.clean(found.key),
        kind=kind,
        title=f"{title}: {subtitle}" if title and subtitle else title,
        abstract=_block(found.fields.get("abstract", "")),
        authors=authors,
        et_al=names.are_cut(listed, bibtex=True),
        editors=editors,
        container=container,
        short=short,
        status="Submitted" if submitted else "",
        track=raw("primaryclass", "eprintclass") if preprint else "",
        year=_year(line("year", "date", "issued")),
        volume=line("volume"),
        issue=line("number", "issue"),
        series=line("series"),
        pages=line("pages", "eid", "articleno"),
        place=line("address", "location"),
        month=dates.month(line("month", "date", "issued")),
        publisher=line("publisher", "school", "institution", "organization"),
        doi=raw("doi"),
        arxiv=addresses.arxiv_id(preprint)
        or addresses.arxiv_id(raw("arxivid", "arxiv"))
        or addresses.arxiv_id(raw("volume").removeprefix("abs/"))
        or _preprint(line("journal", "journaltitle", "note", "howpublished")),
        links=tuple(
            link
            for link in map(raw, _LINKS)
            # An id alone is the e-print, and no page beside it.
            if not link.lower().startswith("arxiv:")
        ),
        pdf=raw("pdf"),
        code=raw("code", "software", "github"),
        project=raw("website", "project", "webpage"),
        note=note,
        keywords=_keywords(line("keywords", "keyword", "mendeley-tags", "tags")),
    )


def _kind(found: Entry) -> str:
    """The CSL type, also for types such as `www-inproceedings` and `phdthesis`."""
    journal = found.fields.get("journal") or found.fields.get("journaltitle")
    is_alone = found.type == "online" or (found.type == "article" and not journal)
    if is_alone and "arxiv" in _archive(found):
        return "article"
    if found.type in _KINDS:
        return _KINDS[found.type]
    last = re.split(r"[-_]", found.type)[-1]
    if last in _KINDS:
        return _KINDS[last]
    if journal:
        return "article-journal"
    return "document" if "arxiv" not in _archive(found) else "article"


def _thesis_type(found: Entry) -> str:
    """What kind of thesis it is, in small letters: that of BibLaTeX is "mathesis"."""
    given = found.fields.get("type", "").lower().replace("mathesis", "master")
    return f"{found.type} {given}"


def _archive(found: Entry) -> str:
    """Where the e-print lies, in small letters."""
    fields = found.fields
    where = fields.get("archiveprefix") or fields.get("eprinttype") or ""
    is_arxiv = "primaryclass" in fields or re.match(
        r"\s*arxiv:", fields.get("eprint", ""), re.IGNORECASE
    )
    return where.lower() or ("arxiv" if is_arxiv else "")


def _preprint(words: str) -> str:
    place = words.lower().find("arxiv")
    return addresses.arxiv_id(words[place:].split(" ", 1)[-1]) if place >= 0 else ""


def _authors(found: Entry, role: str) -> tuple[Author, ...]:
    return names.authors(found.fields.get(role, ""), bibtex=True)


def _line(value: str) -> str:
    return text.clean(_without_latex(value))


def _block(value: str) -> str:
    return text.clean_block(_without_latex(value))


def _without_latex(value: str) -> str:
    if not any(mark in value for mark in "\\{}$~`") and "''" not in value:
        return value
    # Not at the top, to start sooner.
    from paperstui.index.readers.tex import to_text

    return to_text(value)


def _address(value: str) -> str:
    r"""A value in which only the escapes of addresses are undone: `\_`, `{\%}`."""
    value = re.sub(r"\\(?:url|path|href)\b", " ", value)
    return text.clean(re.sub(r"\\(?=[%&_#~$])|[{}]|\\textasciitilde", _tilde, value))


def _tilde(match: re.Match[str]) -> str:
    return "~" if match[0].startswith("\\t") else ""


def _keywords(value: str) -> tuple[str, ...]:
    """The keywords of a field, which commas separate where nothing else does."""
    separator = re.compile("[;|]" if re.search("[;|]", value) else r",(?![^()]*\))")
    return values.words(separator.split(value))


def _year(value: str) -> int | None:
    found = YEAR.search(value)
    # Of "1843-09" the year; one before 1900 in a text of words could be anything.
    return int(found.group()) if found else values.year(re.split("[-/–]", value)[0])
