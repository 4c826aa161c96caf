"""Editing what a person typed: terms that choose a facet come, go and change."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperstui.index import query, tree
from paperstui.index.query.scanner import QUOTES
from paperstui.index.requests import Query
from paperstui.index.tree import And, Flag, Or, Phrase, Word, YearRange

if TYPE_CHECKING:
    from paperstui.index.tree import Node

GROUPS = ("year", "status", "venue", "has")
"""The fields whose values are facets, by the names they have in a query."""
SEVERAL = frozenset({"has"})
"""Those of which a query may name several values: a paper has one year, but much."""

_FIELD = re.compile(rf"(?<![^\s(])[A-Za-z]+:[{QUOTES}]?")
_FIELD_BEFORE = re.compile(rf"{_FIELD.pattern}\Z")
_NOT_BEFORE = re.compile(r"(?<![^\s()])NOT\s+\Z")
_PLAIN = re.compile(r"\w[\w+#.-]*")
_OR_FIRST = re.compile(r"\s*OR(?![^\s()])")


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a query that chooses a value of a facet."""

    group: str
    """One of `GROUPS`."""
    value: str
    start: int
    """Where it begins in the text, with the name of its field."""
    end: int


def terms(text: str) -> list[Term]:
    """The terms that every paper must match, those inside brackets and NOT left out."""
    root = query.parse(text).root
    nodes = root.children if isinstance(root, And) else (root,)
    found = (_term(text, node) for node in nodes if node is not None)
    return [term for term in found if term is not None]


def toggled(text: str, group: str, value: str) -> str:
    """The text with a value of a facet chosen, or without it where it was chosen.

    Any other value of its group gives way, except in those of `SEVERAL`. The text is
    given back as it was when the same is chosen twice, up to white space.
    """
    there = [term for term in terms(text) if term.group == group]
    same = [term for term in there if folded(term.value) == folded(value)]
    if same:
        return _unbracketed(_without(text, same if group in SEVERAL else there))
    chosen = written(group, value)
    if group in SEVERAL or not there:
        # In front, as the last word is a beginning of one while it is being typed.
        return f"{chosen} {_bracketed(text)}"
    first, *more = there
    after = _without(text, more)[first.end :]
    # A word at the end would stand for all that begin with it.
    return text[: first.start] + chosen + (after or " ")


def without(text: str, group: str) -> str:
    """The text with nothing chosen in a group."""
    return _without(text, [term for term in terms(text) if term.group == group])


def written(group: str, value: str) -> str:
    """The term that chooses a value, as a person would write it."""
    if group in ("year", "has") or _PLAIN.fullmatch(value):
        return f"{group}:{value}"
    return f'{group}:"{_unquoted(value)}"'


def narrowed(text: str, venue: str = "", year: int | None = None) -> str:
    """The text for papers of a conference and a year, instead of those it names.

    An empty name leaves out conferences, None years. Its last word is finished.
    """
    for group, value in (("year", "" if year is None else str(year)), ("venue", venue)):
        text = without(text, group)
        if value:
            text = toggled(text, group, value)
    unfinished = text and text[-1] not in f" {QUOTES}"
    # A word at the end would stand for all that begin with it.
    return f"{text} " if unfinished else text


def by_author(name: str) -> str:
    """The query for a whole name, which stands in other names, too."""
    return f'author:"{_unquoted(name)}"'


def folded(value: str) -> str:
    """What two spellings of one value have in common."""
    return _unquoted(value).casefold()


def combined(first: str, second: str) -> str:
    """One query for what matches two; what of them cannot be used is left out."""
    if not (first.strip() and second.strip()):
        return first if first.strip() else second
    # The last word of the first may be a beginning so far, and a phrase be open.
    end = '" ' if sum(map(first.count, QUOTES)) % 2 else " "
    one, other = query.parse(first + end), query.parse(second)
    root = tree.both(one.root, other.root)
    return query.text_of(Query("", root, sort=other.sort or one.sort))


def _term(text: str, node: Node) -> Term | None:
    match node:
        case YearRange(low, high, start, end):
            group = "year"
            value = str(low) if low == high else ""
        case Flag(value, start, end):
            group = "has"
        case Word(value, start, end, field) | Phrase(value, start, end, field):
            if field not in ("status", "venue"):
                return None
            group = field
        case _:
            return None
    name = _FIELD.match(text, start) or _FIELD_BEFORE.search(text[:start])
    if name is None or _NOT_BEFORE.search(text[: name.start()]):
        return None  # its field stands before a bracket, or it is denied twice
    value = value or text[max(start, name.end()) : end]
    quoted = name[0][-1] in QUOTES
    if quoted and text[end : end + 1] and text[end] in QUOTES:
        end += 1
    return Term(group, value, name.start(), end)


def _unquoted(value: str) -> str:
    """A value without what would end a quotation."""
    return " ".join(re.sub(f"[{QUOTES}]", " ", value).split())


def _without(text: str, gone: list[Term]) -> str:
    for term in reversed(gone):
        before, after = text[: term.start], text[term.end :]
        if not before or before[-1].isspace():
            after = after.removeprefix(" ")
        text = before + after
    return text


def _bracketed(text: str) -> str:
    """The text as something that can stand behind a term.

    The bracket stays open: one that closes would finish the last word, which may be
    a beginning so far.
    """
    alternatives = isinstance(query.parse(text).root, Or) or _OR_FIRST.match(text)
    return f"({text}" if alternatives else text


def _unbracketed(text: str) -> str:
    """What `_bracketed` was given."""
    inside = text.removeprefix("(")
    if inside == text or not isinstance(query.parse(inside).root, Or):
        return text
    closes = len(query.parse(inside).diagnostics) > len(query.parse(text).diagnostics)
    return text if closes else inside
