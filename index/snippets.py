"""The sentence of a text that shows best why a query found it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperstui.index import analysis
from paperstui.index.engines.base import field_text
from paperstui.index.highlight import Piece, found, leaves, matches, merged, terms_of
from paperstui.index.text import plain

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from paperstui.index.models import Paper
    from paperstui.index.requests import Query
    from paperstui.index.tree import Text

_SHOWN = ("title", "authors")
"""The fields that a row shows anyway."""

# A full stop, what closes behind it, and white space before what can begin a sentence;
# full stops of Chinese and Japanese need no space; paragraphs end sentences, too.
_END = re.compile(
    r"[.!?…]+[\"')\]’”]*\s+(?=[^\W_a-z]|[\"'(\[“‘$\\•–—*-])|[。！？｡．]+[」』）]*\s*|\n\s*\n"
)
# What comes before a full stop that ends no sentence.
_ABBREVIATED = re.compile(
    r"(?:\b(?:al|[Ee]\.g|[Ii]\.e|cf|vs|viz|resp|approx|w\.r\.t|a\.k\.a|Figs?|Eqs?|Eqns?|Secs?"
    r"|Sects?|Tabs?|Refs?|Thm|Def|Prop|Lem|Cor|Alg|App|Ch|Vol|No|pp?|Dr|Prof|Mrs?|Ms"
    r"|St|Jr|Sr)|\b[A-Z]|\b[A-Z]\.[A-Z])\.$"
)


@dataclass(frozen=True, slots=True)
class Snippet:
    """A sentence of an abstract, as it stands in a list of results."""

    text: str
    """Empty where there is no abstract."""
    pieces: tuple[Piece, ...] = ()
    """What the query matched in it."""
    adds: tuple[Piece, ...] = ()
    """Those among them that title and authors do not hold."""


def read_ahead(paper: Paper) -> None:
    """Read the words of a paper, so that they are known when others are drawn.

    Stems and spellings are kept, and finding them takes most of the time.
    """
    for text in (field_text(paper, name) for name in (*_SHOWN, "abstract")):
        analysis.terms(plain(text))


def snippet(query: Query, paper: Paper) -> Snippet:
    """The sentence that shows best why a paper was found, else its first one."""
    abstract = plain(paper.abstract)
    held = held_by(query, {name: field_text(paper, name) for name in _SHOWN})
    best = sentence(query, abstract, held)
    if best is None:
        first = next(iter(sentences(abstract)), (0, 0))
        return Snippet(abstract[slice(*first)])
    line = abstract[slice(*best)]
    terms = terms_of(line)
    missing = (leaf for leaf in leaves(query, "abstract") if leaf not in held)
    adds = merged([piece for leaf in missing for piece in found(leaf, terms)])
    return Snippet(line, tuple(matches(query, "abstract", line)), tuple(adds))


def sentence(
    query: Query, text: str, held: Collection[Text] = frozenset()
) -> Piece | None:
    """The sentence of an abstract that matches best; None where none does.

    It matches most of what is not `held` elsewhere; of several such sentences the one
    that matches most, then the earliest.
    """
    wished = leaves(query, "abstract")
    if not wished:
        return None
    terms = terms_of(text)
    places = [[start for start, _ in found(leaf, terms)] for leaf in wished]
    if not any(places):
        return None
    best, score = None, (0, 0)
    for start, end in sentences(text):
        here = [
            leaf
            for leaf, starts in zip(wished, places, strict=True)
            if any(start <= at < end for at in starts)
        ]
        reached = (sum(leaf not in held for leaf in here), len(here))
        if reached > score:
            best, score = (start, end), reached
    return best


def held_by(query: Query, texts: Mapping[str, str]) -> set[Text]:
    """What of a query some texts, by field, hold."""
    held: set[Text] = set()
    for field, text in texts.items():
        terms = terms_of(text)
        held |= {leaf for leaf in leaves(query, field) if found(leaf, terms)}
    return held


def sentences(text: str) -> list[Piece]:
    """The sentences of a text, in order, without the white space between them."""
    pieces: list[Piece] = []
    start = 0
    for match in _END.finditer(text):
        if _ABBREVIATED.search(text, start, match.start() + 1):
            continue
        pieces.append((start, match.end()))
        start = match.end()
    pieces.append((start, len(text)))
    trimmed = [
        (b - len(text[a:b].lstrip()), a + len(text[a:b].rstrip())) for a, b in pieces
    ]
    return [(a, b) for a, b in trimmed if a < b]
