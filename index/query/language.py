"""The words of the query language, and examples of it."""

from __future__ import annotations

from paperstui.index.requests import Sort

FIELDS = {
    "title": "title",
    "t": "title",
    "author": "authors",
    "authors": "authors",
    "a": "authors",
    "abstract": "abstract",
    "keyword": "keywords",
    "keywords": "keywords",
    "k": "keywords",
    "venue": "venue",
    "v": "venue",
    "year": "year",
    "y": "year",
    "status": "status",
    "id": "id",
    "tag": "tag",
    "note": "note",
    "is": "is",
    "has": "has",
    "sort": "sort",
}
"""Names that a person can write before a colon, and the field each stands for."""

FIELD_HINTS = {
    "title": "words of the title",
    "author": "a name among the authors",
    "abstract": "words of the abstract",
    "keyword": "a keyword",
    "venue": "a conference or one of its years",
    "year": "2024, 2022..2024, >=2023",
    "status": "what the venue decided, such as oral",
    "tag": "one of your tags",
    "note": "words of your notes",
    "is": "bookmarked, seen, unseen, kept, maybe, skipped or undecided",
    "has": "pdf, code, abstract or note",
    "id": "an identifier or a citation key",
    "sort": "the order of the list",
}
"""The long names of the fields, each with what stands behind its colon."""

VALUES: dict[str, dict[str, str]] = {
    "is": {
        "bookmarked": "papers that you bookmarked",
        "seen": "papers whose abstracts you read",
        "unseen": "papers whose abstracts you did not read yet",
        "kept": "papers that you decided to keep",
        "maybe": "papers that you may keep",
        "skipped": "papers that you decided to skip",
        "undecided": "papers that you did not decide on yet",
    },
    "has": {
        "pdf": "papers with the address of a PDF file",
        "code": "papers with the address of their code",
        "abstract": "papers whose abstracts are here",
        "note": "papers that you wrote a note on",
    },
    "sort": {
        Sort.RELEVANCE: "best match first",
        Sort.LIST: "as the lists have them",
        Sort.YEAR: "newest first",
        Sort.TITLE: "by title, from A to Z",
        Sort.CITATIONS: "most cited first",
        Sort.ADDED: "last added first",
        Sort.BOOKMARKED: "last bookmarked first",
    },
}
"""The fields that take one of a few values, each value with what it asks for."""

LANGUAGE = (
    ("diffusion model", "both words; the last one may be unfinished"),
    ('"score matching"', "the phrase, word for word"),
    ("diffusion -image", "not the word behind the minus; also NOT image"),
    ("hopfield OR boltzmann", "one of them"),
    ("(graph OR molecule) 3d", "brackets group"),
    ("optimi*", "any letters for the star, also in front or inside"),
    ("behaviour~", "words spelled nearly so: behavior, too"),
    ("=networks", "this very form, no other endings; also title:=networks"),
    ("title:hopfield", "in the title only; also t:"),
    ("author:pearce", "among the authors; also a:"),
    ("author:(pearce OR huang)", "a field before brackets holds for all in them"),
    ("abstract:SETH", "in the abstract only"),
    ("keyword:robustness", "among the keywords; also k:"),
    ("venue:icml", 'the venue; also v:, v:icml2024, v:"ICML 2024"'),
    ("year:2024", "the year; also y:2023..2024, year:>=2023"),
    ("status:oral", 'what the venue decided; also status:"Datasets Track"'),
    ("is:unseen", "papers not read yet; also is:seen, is:bookmarked"),
    ("is:kept", "papers to keep; also is:maybe, is:skipped, is:undecided"),
    ("has:pdf", "papers with a PDF; also has:code, has:abstract, has:note"),
    ("tag:rl", 'papers with your tag; also tag:"to read"'),
    ("note:baseline", "in your notes only; words without a field are found there, too"),
    ("id:openreview:vjkq5fwsj3", "the paper with this identifier or citation key"),
    (
        "diffusion sort:title",
        "in this order; also year, citations, added, bookmarked, list, relevance",
    ),
)
"""Examples of what can be typed, each with its meaning, for help and README."""


def canonical(field: str) -> str:
    """The long name that stands for a field of the tree: "author" for "authors"."""
    return next(name for name in FIELD_HINTS if FIELDS[name] == field)
