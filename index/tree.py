"""The tree of a query: every node with its place in the text it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Word:
    """A word in any of its forms; joined words as in `self-attention` are one."""

    text: str
    start: int
    end: int
    field: str | None = None
    """None searches every field."""
    prefix: bool = False
    """Whether it may be the beginning of a word."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that must stand in this order, unstemmed."""

    text: str
    start: int
    end: int
    field: str | None = None
    prefix: bool = False
    """Whether its last word may be the beginning of one."""


@dataclass(frozen=True, slots=True)
class Exact:
    """Words in this order, exactly as they are spelled, up to case and accents."""

    text: str
    start: int
    end: int
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Fuzzy:
    """A word or one that is a letter or two away."""

    text: str
    start: int
    end: int
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Wildcard:
    """A word with `*` for any letters; at least two letters are given."""

    text: str
    """The pattern: `optimi*`, `*tion`, `a*b`."""
    start: int
    end: int
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """Papers that have something: "pdf", "code" or "abstract"."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Marked:
    """Papers that the person marked, or that have an identifier.

    `resolving` puts `Rows` in its place before an engine sees the tree.
    """

    kind: str
    """"bookmarked", "seen", "note", "kept", "maybe", "skipped", "undecided", "tag" or
    "id"."""
    value: str
    """The tag or the identifier; empty for the other kinds."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Rows:
    """Papers by their library rows."""

    rows: frozenset[int]


@dataclass(frozen=True, slots=True)
class YearRange:
    """Years from `low` to `high`, both included; None leaves an end open."""

    low: int | None
    high: int | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Not:
    """What must not match."""

    child: Node


@dataclass(frozen=True, slots=True)
class And:
    """What must all match."""

    children: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """What must match at least once."""

    children: tuple[Node, ...]


NOTE = "note"
"""The field of the notes of the person, which no engine indexes."""

Text = Word | Phrase | Exact | Fuzzy | Wildcard
"""What matches words of a text."""
Node = Text | YearRange | Flag | Marked | Rows | Not | And | Or


def positive_leaves(node: Node | None) -> Iterator[Text]:
    """The words and phrases that a paper is wanted for, from left to right."""
    match node:
        case Word() | Phrase() | Exact() | Fuzzy() | Wildcard():
            yield node
        case And(children) | Or(children):
            for child in children:
                yield from positive_leaves(child)


@overload
def both(first: Node | None, second: Node) -> Node: ...
@overload
def both(first: Node | None, second: Node | None) -> Node | None: ...
def both(first: Node | None, second: Node | None) -> Node | None:
    """What matches two trees, of which None matches everything."""
    if first is None or second is None:
        return second or first
    return And((first, second))


def is_personal(node: Node | None) -> bool:
    """Whether what it matches depends on what the person marked.

    What notes hold of words without a field is left out.
    """
    match node:
        case Marked():
            return True
        case Word() | Phrase() | Exact() | Fuzzy() | Wildcard():
            return node.field == NOTE
        case Not(child):
            return is_personal(child)
        case And(children) | Or(children):
            return any(map(is_personal, children))
    return False


def is_choice(leaf: Text) -> bool:
    """Whether papers are chosen by it, by venue or status, not searched for."""
    return leaf.field in ("venue", "status")


def loosened(node: Node | None) -> tuple[Text, ...]:
    """The words and phrases that a paper may lack if it has others."""
    return tuple(leaf for leaf in positive_leaves(node) if not is_choice(leaf))


def relaxed(node: Node, leaves: Sequence[Text]) -> Node:
    """The same wish with any of some of its words enough.

    Years, venues, exclusions and the like still hold.
    """
    if isinstance(node, Or):
        return Or(tuple(relaxed(child, leaves) for child in node.children))
    places = {(leaf.start, leaf.end) for leaf in loosened(node)}
    if not places:
        return node
    wished = tuple(leaf for leaf in leaves if (leaf.start, leaf.end) in places)
    held = node.children if isinstance(node, And) else ()
    return And((Or(wished), *(child for child in held if not loosened(child))))
