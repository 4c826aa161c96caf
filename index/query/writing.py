"""A tree back to the text of a query."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from paperstui.index.query.language import canonical
from paperstui.index.query.parser import MAX_LENGTH, parse
from paperstui.index.query.scanner import FORMULA
from paperstui.index.query.years import write_years
from paperstui.index.tree import (
    And,
    Exact,
    Flag,
    Fuzzy,
    Marked,
    Not,
    Or,
    Phrase,
    Rows,
    Wildcard,
    Word,
    YearRange,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.requests import Query
    from paperstui.index.tree import Node, Text


def text_of(query: Query) -> str:
    """A text that parses to the tree and the order of a parsed query.

    Positions aside. The same tree gives the same text, but where that would be longer
    than what counts of a text, the query's own text is given.
    """
    parts = [] if query.sort is None else [f"sort:{query.sort}"]
    if query.root is not None:
        parts.append(_written(query.root, last=True))
    text = _joined(parts)
    last = _last_leaf(query.root)
    if isinstance(last, Word) and not last.prefix and not text.endswith(" "):
        text += " "  # a word at the end would be unfinished
    return text if len(text) <= MAX_LENGTH else query.text


def _written(node: Node, *, last: bool) -> str:
    """The text of a node; nothing follows that of the last one."""
    match node:
        case And(children):
            return _joined(_parts(children, last=last))
        case Or(children):
            return _joined(_parts(children, last=last), "OR ")
        case Not(child):
            return _excluded(child)
        case Rows():
            raise ValueError("no text stands for rows")
        case YearRange() | Flag() | Marked():
            return _filter(node)
        case _:
            return _text(node, last=last)


def _excluded(node: Node) -> str:
    if isinstance(node, And | Or):
        return f"-{_grouped(node, last=False)}"
    text = _written(node, last=False)
    return f"NOT {text}" if text.startswith(("-", "\u2212")) else f"-{text}"


def _filter(node: YearRange | Flag | Marked) -> str:
    match node:
        case YearRange(low, high):
            return f"year:{write_years(low, high)}"
        case Flag(name):
            return f"has:{name}"
        case Marked("note"):
            return "has:note"
        case Marked(kind, "", _, _):
            return f"is:{kind}"
        case Marked(kind, value):
            return _first((f"{kind}:{value}", f'{kind}:"{value}"'), node)


def _parts(children: Sequence[Node], *, last: bool) -> list[str]:
    parts = []
    for number, child in enumerate(children, 1):
        write = _grouped if isinstance(child, Or) else _written
        parts.append(write(child, last=last and number == len(children)))
    return parts


def _text(node: Text, *, last: bool) -> str:
    """The text of what matches words."""
    field = "" if node.field is None else f"{canonical(node.field)}:"
    text = f"{field}{node.text}"
    match node:
        case Word(prefix=True):
            # What nothing closes is unfinished, but only at the end.
            if last and _reads_as(text, node):
                return text
            return _first((f"{text}*", f"{field}[{node.text}"), node)
        case Word():
            return _first((text, f"{field}[{node.text}]"), node)
        case Phrase():
            return f'{field}"{node.text}' + ("" if node.prefix else '"')
        case Exact():
            return _first((f"{field}={node.text}", f'{field}="{node.text}"'), node)
        case Fuzzy():
            return f"{text}~"
        case Wildcard():
            return text


def _grouped(node: Node, *, last: bool) -> str:
    """A node in brackets, which stay open behind an unfinished word."""
    text = _written(node, last=last)
    end = _last_leaf(node)
    unfinished = last and isinstance(end, Word | Phrase) and end.prefix
    return f"({text}" if unfinished else f"({text})"


def _last_leaf(node: Node | None) -> Node | None:
    while isinstance(node, And | Or):
        node = node.children[-1]
    return node


def _first(texts: Sequence[str], node: Text | Marked) -> str:
    """The first of some texts that reads as a node, kept from what comes after it."""
    text = next((text for text in texts[:-1] if _reads_as(f"{text} ", node)), texts[-1])
    outside = FORMULA.sub("", text)
    if text != texts[-1]:
        if "$" in outside:
            return f"{text} $ "  # else a later one would make a formula of them
        if outside.count("(") > outside.count(")"):
            return f"{text} "  # else it would take the bracket of its group
    return text


def _reads_as(text: str, node: Text | Marked) -> bool:
    read = parse(text).root
    return type(read) is type(node) and node == replace(
        read, start=node.start, end=node.end
    )


def _joined(parts: Sequence[str], between: str = "") -> str:
    text = ""
    for number, part in enumerate(parts):
        if number:
            text += between if text.endswith(" ") else f" {between}"
        text += part
    return text
