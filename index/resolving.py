"""What the person marked, as library rows in a query tree: engines know no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.index.models import Verdict
from paperstui.index.tree import (
    NOTE,
    And,
    Exact,
    Fuzzy,
    Marked,
    Not,
    Or,
    Phrase,
    Rows,
    Wildcard,
    Word,
)

if TYPE_CHECKING:
    from paperstui.index.library import Library
    from paperstui.index.notes import Notes
    from paperstui.index.requests import Marks
    from paperstui.index.tree import Node

_VERDICTS = {"kept": Verdict.KEEP, "maybe": Verdict.MAYBE, "skipped": Verdict.SKIP}
"""What `is:` calls them."""
_NONE: frozenset[int] = frozenset()


def resolved(node: Node, marks: Marks, library: Library) -> Node:
    """The tree with rows in place of what was marked, named, or is sought in notes."""
    match node:
        case And(children):
            return And(tuple(resolved(child, marks, library) for child in children))
        case Or(children):
            return Or(tuple(resolved(child, marks, library) for child in children))
        case Not(child):
            return Not(resolved(child, marks, library))
        case Marked("undecided"):
            return Not(Rows(_NONE.union(*marks.decided.values())))
        case Marked():
            return Rows(_rows(node, marks, library))
        case Word() | Phrase() | Exact() | Fuzzy() | Wildcard() if node.field == NOTE:
            return Rows(marks.notes.rows(node) if marks.notes else _NONE)
    return node


def with_notes(node: Node, notes: Notes | None) -> Node:
    """The tree in which words without a field are found in notes as well."""
    if notes is None:
        return node
    match node:
        case And(children):
            return And(tuple(with_notes(child, notes) for child in children))
        case Or(children):
            return Or(tuple(with_notes(child, notes) for child in children))
        case Not(child):
            return Not(with_notes(child, notes))
        case Word() | Phrase() | Exact() | Fuzzy() | Wildcard() if node.field is None:
            rows = notes.rows(node)
            return Or((node, Rows(rows))) if rows else node
    return node


def _rows(node: Marked, marks: Marks, library: Library) -> frozenset[int]:
    match node.kind, node.value:
        case "bookmarked", _:
            return marks.bookmarked
        case "seen", _:
            return marks.seen
        case "note", _:
            return marks.noted
        case "tag", tag:
            return marks.tagged.get(tag.casefold(), _NONE)
        case "id", name:
            found = (library.row(name), library.keyed(name))
            return frozenset(row for row in found if row is not None)
        case kind, _:
            return marks.decided.get(_VERDICTS[kind], _NONE)
