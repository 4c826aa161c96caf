"""Reads RIS files, and the tagged exports of Web of Science and PubMed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO

from paperstui.index import text
from paperstui.index.models import Problem
from paperstui.index.readers import addresses, dates, names, ris_records, values
from paperstui.index.readers.decoding import decode
from paperstui.index.readers.references import SUBMITTED, Reference, Shelf
from paperstui.index.readers.venues import YEAR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.models import Author, Paper
    from paperstui.index.readers.base import Origin
    from paperstui.index.readers.ris_records import Record

FORMAT = "ris"

_RIS_HEAD = re.compile(
    r"^[ \t]*(?:TY  ?- ?[A-Z]{3,}|(?:AU|TI|T1|A1|ID)  - .*\n(?:.*\n)*?[ \t]*ER  ?-)",
    re.MULTILINE,
)
_OTHER_HEAD = re.compile(r"\A\s*(?:FN .*\nVR |PT [JBSCP]\n[A-Z]{2} |PMID ?- ?\d+\n)")
_KINDS = {
    "ABST": "article",
    "BLOG": "post-weblog",
    "BOOK": "book",
    "CHAP": "chapter",
    "CLSWK": "classic",
    "COMP": "software",
    "CONF": "paper-conference",
    "CPAPER": "paper-conference",
    "DATA": "dataset",
    "DICT": "entry-dictionary",
    "EBOOK": "book",
    "ECHAP": "chapter",
    "EDBOOK": "book",
    "EJOU": "article-journal",
    "EJOUR": "article-journal",
    "ELEC": "webpage",
    "ENCYC": "entry-encyclopedia",
    "INPR": "article",
    "JFULL": "article-journal",
    "JOUR": "article-journal",
    "MGZN": "article-magazine",
    "MPCT": "motion_picture",
    "NEWS": "article-newspaper",
    "PAMP": "pamphlet",
    "PAT": "patent",
    "RPRT": "report",
    "SER": "book",
    "STAND": "standard",
    "THES": "thesis",
    "UNPB": "manuscript",
    "WEB": "webpage",
    # The types of Web of Science.
    "B": "book",
    "C": "paper-conference",
    "J": "article-journal",
    "P": "patent",
    "S": "chapter",
}
# What databases write among the notes of a person.
_BY_MACHINE = re.compile(
    r"export date|cited by\s*:?\s*\d|accession number|coden|references?:|copyright"
    r"|correspond(?:ence|ing)\b|date (?:revised|completed|created)|last updated"
    r"|(?!(?:19|20)\d\d-(?:19|20))\d{4}-\d{3}[\dx]\b|.*\be-?mails?\b.*@",
    re.IGNORECASE,
)
_CITED = re.compile(r"cited by\s*:?\s*(\d+)", re.IGNORECASE)
_PARAGRAPH = re.compile(r"<AbstractText(?:\s[^<>]*?Label=\"([^\"]*)\")?[^<>]*>")
_XML = re.compile(r"</?(?:AbstractText|CopyrightInformation)\b[^<>]*>")


def sniff(head: str) -> bool:
    """Whether a file begins with a record of RIS, Web of Science or PubMed."""
    head = head.replace("\r\n", "\n").replace("\r", "\n")
    if _OTHER_HEAD.match(head):
        return True
    found = _RIS_HEAD.search(head)
    return found is not None and not head.lstrip().startswith(("{", "[", "<", "@"))


def read(file: BinaryIO, origin: Origin) -> Iterator[Paper | Problem]:
    """The papers of a RIS file and what is wrong with it; never raises.

    Records without ER, without TY or cut by the end of the file are read as well.
    """
    content, complaint = decode(file.read())
    if complaint:
        yield Problem(origin.source, complaint)
    dialect = ris_records.dialect(content)
    if dialect is None:
        yield Problem(origin.source, "holds no records of RIS")
        return
    shelf = Shelf(origin)
    unbegun: list[Record] = []
    for record in ris_records.records(content, dialect):
        reference = _reference(record)
        if not record.is_begun:
            unbegun.append(record)
        if not record.is_ended and dialect.last:
            reason = f"has no {dialect.last}; the next record or the end closes it"
            yield shelf.problem(reference, reason)
        yield from shelf.place(reference)
    if unbegun:
        reason = f"{len(unbegun)} records do not begin with {dialect.first}"
        yield Problem(origin.source, reason, unbegun[0].line)


def _reference(record: Record) -> Reference:
    def line(*tags: str) -> str:
        return text.clean(record.first(*tags))

    kind = _KINDS.get(line("TY").upper() or line("PT").upper(), "")
    kind = kind or ("article-journal" if "PMID" in record.values else "document")
    notes = [text.clean(note) for note in record.all("N1")]
    submitted = next(filter(None, map(SUBMITTED.fullmatch, notes)), None)
    cited = [found[1] for found in map(_CITED.match, notes) if found]
    arxiv = addresses.arxiv_id(line("AN")) if "arxiv" in line("DB").lower() else ""
    if arxiv and not submitted and line("TY").upper() == "UNPB":
        kind = "article"
    people = _authors(record, kind)
    authors = _named(people)
    return Reference(
        number=record.number,
        line=record.line,
        key=_key(line("ID")) if "TY" in record.values else "",
        kind=kind,
        title=values.title(record.first("TI", "T1", "CT", "BT", "TT", "ST")),
        abstract=_abstract(record),
        authors=authors,
        et_al=len(people) > len(authors) > 0,
        editors=_named(_persons(record.all("ED"))),
        container=_container(record, kind),
        short=submitted[1] if submitted else line("J2", "JA", "J1", "TA"),
        status="Submitted" if submitted else "",
        year=_year(record),
        volume=line("VL", "VO", "VI"),
        issue=line("IS", "IP", "CP") if "PMID" not in record.values else line("IP"),
        series=line("T3") if kind == "article-journal" else line("T3", "SE"),
        pages=_pages(record),
        publisher=line("PB", "PU"),
        place=line("CY", "PP") if "TY" in record.values else "",
        month=_month(record),
        doi=_doi(record),
        arxiv=arxiv,
        links=tuple(
            link
            for tag in ("UR", "LK", "L2", "M3", "L1")
            for value in record.all(tag)
            for link in value.replace(";http", "\nhttp").splitlines()
        ),
        pdf=line("L1"),
        note="; ".join(
            note
            for note in notes
            if not _BY_MACHINE.match(note) and not SUBMITTED.fullmatch(note)
        ),
        keywords=_keywords(record),
        affiliations=tuple(text.clean(place) for place in record.all("AD", "C1"))
        if record.is_begun
        else (),
        citations=values.count(cited[0] if cited else line("TC")),
    )


def _key(value: str) -> str:
    """The ID of a record where a person gave it; databases count their records."""
    return value if any(map(str.isalpha, value)) else ""


def _abstract(record: Record) -> str:
    """Every abstract, as in two languages, a paragraph each."""
    blocks = record.all("AB", "N2", "OAB")
    content = "\n\n".join(dict.fromkeys(blocks))
    if "<" in content:
        content = _PARAGRAPH.sub(_labelled, content)
        content = _XML.sub("", content)
    return text.clean_block(content)


def _labelled(match: re.Match[str]) -> str:
    return f"\n\n{match[1]}: " if match[1] else "\n\n"


def _authors(record: Record, kind: str) -> tuple[Author, ...]:
    found = record.all("FAU", "AF", "AU", "A1")
    if not found and kind == "book":
        found = record.all("A2", "ED", "BE")
    return _persons(found)


def _named(people: tuple[Author, ...]) -> tuple[Author, ...]:
    return tuple(person for person in people if not names.is_nobody(person.name))


def _persons(found: list[str]) -> tuple[Author, ...]:
    # Web of Science lists one author a line.
    lines = [name for value in found for name in value.splitlines() if name.strip()]
    people = [person for name in lines for person in _people(name)]
    return tuple(person for person in people if person.family)


def _people(value: str) -> tuple[Author, ...]:
    """One author, as the format has it, or more where a program joined them."""
    if (
        ";" in value
        or value.startswith("[")
        or (" and " in value and value.count(",") > 1)
    ):
        return names.authors(value, bibtex=True)
    return (names.author(value),)


def _container(record: Record, kind: str) -> str:
    if kind == "book":
        return ""
    if kind in ("paper-conference", "chapter"):
        return text.clean(record.first("C3", "T2", "BT", "JF", "JO", "SO", "J2"))
    return text.clean(record.first("JF", "T2", "JO", "JT", "SO", "J2", "JA", "TA"))


def _year(record: Record) -> int | None:
    for tag in ("PY", "Y1", "DP", "DA", "Y2"):
        for value in record.all(tag):
            if found := YEAR.search(value):
                return int(found.group())
    # Years before 1900 are years where nothing else stands beside them.
    return values.year(record.first("PY"))


def _month(record: Record) -> str:
    given = (value for tag in ("PY", "Y1", "DP", "DA") for value in record.all(tag))
    return next(filter(None, map(dates.month, given)), "")


def _pages(record: Record) -> str:
    first = text.clean(record.first("SP", "BP", "PG", "PS"))
    last = text.clean(record.first("EP"))
    if first and last and last != first and "-" not in first:
        return f"{first}-{last}"
    # The number of an article stands where it has no pages.
    return first or text.clean(record.first("C7", "AR"))


def _doi(record: Record) -> str:
    given = [*record.all("DO"), *record.all("DI"), *record.all("M3")]
    given += [v for v in record.all("LID", "AID") if "doi" in v]
    found = (addresses.doi(re.sub(r"\s*\[doi\]", "", value)) for value in given)
    return next(filter(None, found), "")


def _keywords(record: Record) -> tuple[str, ...]:
    """Keywords, one a line or separated otherwise."""
    if record.all("KW", "OT", "MH"):
        found = [*record.all("KW"), *record.all("OT"), *record.all("MH")]
        found = [word for value in found for word in value.splitlines()]
    elif "TY" in record.values:
        # An ID of RIS is a key, and no keyword as with Web of Science.
        found = record.all("DE")
    else:
        # Web of Science breaks its lists of keywords into lines.
        found = [text.clean(value) for value in record.all("DE", "ID")]
    return values.words(found)
