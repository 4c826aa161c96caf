"""Trees in a short notation, and texts that are hard to parse."""

from __future__ import annotations

from hypothesis import strategies as st

from paperstui.index.tree import (
    And,
    Exact,
    Flag,
    Fuzzy,
    Marked,
    Node,
    Not,
    Or,
    Phrase,
    Rows,
    Wildcard,
    Word,
    YearRange,
)


def shape(node: Node | None) -> str:
    """A tree without positions: +(all) |(any) -not, `word*`, "phrase", <filter>."""
    match node:
        case None:
            return ""
        case YearRange(low, high):
            return f"{low or ''}..{high or ''}"
        case Flag(name):
            return f"<{name}>"
        case Marked(kind, value):
            return f"<{kind} {value}>" if value else f"<{kind}>"
        case Not(child):
            return f"-{shape(child)}"
        case And(children) | Or(children):
            sign = "+" if isinstance(node, And) else "|"
            return f"{sign}({' '.join(map(shape, children))})"
    assert not isinstance(node, Rows)
    shown = _MARKS[type(node)].format(node.text)
    if getattr(node, "prefix", False):
        shown = f"{shown}*"
    return f"{node.field}:{shown}" if node.field else shown


_MARKS = {Word: "{}", Phrase: '"{}"', Exact: "={}=", Fuzzy: "~{}", Wildcard: "/{}/"}

_PIECES = (
    *"ab2 ()[]\"\u201c$*~=-\u2212:.,'_{}<\\\u0301\n深²",
    *("OR ", " AND ", "NOT ", " TO ", "$a (b$ ", '$x"y$', "k-m", "C++", "f(x)"),
    *("title:", "author:(", "year:", "tag:", "id:", "is:", "has:", "sort:"),
    *(
        "note:",
        "kept",
        "undecided",
        "seen",
        "unseen",
        "note",
        "pdf",
        "title",
        "2024",
        "2022..",
        ">=",
        "0000",
        "9999",
    ),
)

texts = st.lists(st.sampled_from(_PIECES), max_size=25).map("".join)
"""Texts made of what means something to the parser."""
