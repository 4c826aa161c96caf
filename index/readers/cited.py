"""The bibliographic fields of the BibTeX entry that many lists give each paper."""

from __future__ import annotations

import re

from paperstui.index import text

_ENTRY = re.compile(r"\s*@\s*\w+\s*[{(]\s*([^\s,{}\"=]*)\s*,")
_FIELD = re.compile(r"[,\n]\s*([A-Za-z]+)\s*=\s*([{\"]|\d+|[A-Za-z]+)")
_BRACE = re.compile(r"(?<!\\)[{}]")
_QUOTE = re.compile(r"(?<!\\)[{}\"]")
_DASHES = re.compile(r"\s*[-–—]+\s*")
_WANTED = (
    "booktitle",
    "address",
    "doi",
    "editor",
    "month",
    "number",
    "pages",
    "publisher",
    "series",
    "volume",
    "year",
)


def fields(entry: object) -> dict[str, str]:
    """The fields of a BibTeX entry that say where it appeared, in Unicode.

    Its citation key is under "key"; "pages" has single hyphens. Nothing is found
    in what is no BibTeX entry.
    """
    if not isinstance(entry, str) or not (start := _ENTRY.match(entry)):
        return {}
    found = {"key": text.clean(start[1])}
    position = start.end() - 1
    while field := _FIELD.search(entry, position):
        value, position = _value(entry, field)
        name = field[1].lower()
        if name in _WANTED and name not in found:
            found[name] = _plain(value)
    if "pages" in found:
        found["pages"] = _DASHES.sub("-", found["pages"]).strip("-")
    return {name: value for name, value in found.items() if value}


def _value(entry: str, field: re.Match[str]) -> tuple[str, int]:
    """The text of a field, and where it ends."""
    if field[2] not in ("{", '"'):
        return field[2], field.end()
    depth = 0
    ends = _BRACE if field[2] == "{" else _QUOTE
    for end in ends.finditer(entry, field.end()):
        if depth == 0 and end[0] != "{":
            return entry[field.end() : end.start()], end.end()
        if end[0] != '"':
            depth += 1 if end[0] == "{" else -1
    return "", len(entry)


def _plain(value: str) -> str:
    if "\\" in value or "{" in value or "~" in value:
        # Not at the top, to start sooner: most values hold no LaTeX.
        from paperstui.index.readers.tex import to_text

        value = to_text(value)
    return text.clean(value)
