"""Which pieces of a text a query matched: the same terms as in the index."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from paperstui.index import spelling

if TYPE_CHECKING:
    from paperstui.index.analysis import Terms, Wanted
    from paperstui.index.requests import Query
    from paperstui.index.tree import Text, Word

Piece = tuple[int, int]
"""Start and end offset in the text."""


def matches(query: Query, field: str, text: str) -> list[Piece]:
    """The pieces of a field's text that the query matched, in order, not touching."""
    wished = leaves(query, field)
    if not wished:
        return []
    terms = terms_of(text)
    return merged([piece for leaf in wished for piece in found(leaf, terms)])


@lru_cache(maxsize=100)
def terms_of(text: str) -> Terms:
    """The terms of a text; those of the papers on screen are kept for the next key."""
    from paperstui.index import analysis

    return analysis.terms(text)


def leaves(query: Query, field: str) -> list[Text]:
    """The words and phrases that a query looks for in a field, as in `matches`.

    Of a question only what is scored: "of" and "the" would be marked everywhere.
    """
    if query.root is None:
        return []
    # Analyzer and tree are not needed before the first query.
    from paperstui.index import ranking
    from paperstui.index.engines.base import SEARCHED
    from paperstui.index.tree import NOTE, positive_leaves

    wished = tuple(positive_leaves(query.root))
    if ranking.is_question(wished):
        wished = ranking.scoring(wished).leaves
    return [
        leaf
        for leaf in wished
        if leaf.field == field or (leaf.field is None and field in (*SEARCHED, NOTE))
    ]


def found(leaf: Text, terms: Terms) -> list[Piece]:
    """Where one word or phrase stands among the terms of a text, in no order."""
    from paperstui.index import analysis
    from paperstui.index.tree import Exact, Fuzzy, Phrase, Wildcard, Word

    if isinstance(leaf, Wildcard):
        fits = spelling.wildcard(analysis.fold_pattern(leaf.text)).fullmatch
        return [(t.start, t.end) for t in terms.words if fits(t.text)]
    wanted = analysis.wanted(leaf.text)
    pieces: list[Piece] = []
    if isinstance(leaf, Word):
        pieces += _spelled(leaf, wanted, terms)
    if isinstance(leaf, Fuzzy):
        pieces += _nearly(wanted, terms)
    if isinstance(leaf, Phrase | Exact) or len(wanted.words) > 1:
        pieces += _in_order(leaf, wanted, terms)
    return pieces


def _spelled(word: Word, wanted: Wanted, terms: Terms) -> list[Piece]:
    """Every word that is spelled in one of the wanted ways, or begins like it."""
    joined = wanted.joined
    if not joined:
        return []
    pieces = [(t.start, t.end) for t in terms.words if t.text == joined]
    pieces += [(t.start, t.end) for t in terms.variants if t.text in wanted.spellings]
    if not word.prefix:
        return pieces
    begun = [(t.start, t.end) for t in terms.words if t.text.startswith(joined)]
    # "stat" begins "state", not the whole of "state-of-the-art".
    starts = {start for start, _ in begun}
    begun += [
        (t.start, t.end)
        for t in terms.variants
        if t.start not in starts and t.text.startswith(joined)
    ]
    return pieces + begun


def _nearly(wanted: Wanted, terms: Terms) -> list[Piece]:
    """Every word a letter or two away."""
    lines = "\n".join(("", *{term.text for term in terms.words}, ""))
    near = {word for word, _ in spelling.similar(wanted.joined, lines)}
    return [(t.start, t.end) for t in terms.words if t.text in near]


def _in_order(leaf: Text, wanted: Wanted, terms: Terms) -> list[Piece]:
    """Every place where the wanted words stand in a row."""
    parts, words = wanted.words, terms.words
    prefix = getattr(leaf, "prefix", False)
    pieces = []
    for at in range(len(words) - len(parts) + 1) if parts else ():
        if words[at].text != parts[0] and len(parts) > 1:
            continue
        row = tuple(term.text for term in words[at : at + len(parts)])
        last_fits = row[-1] == parts[-1] or (prefix and row[-1].startswith(parts[-1]))
        if last_fits and row[:-1] == parts[:-1]:
            pieces.append((words[at].start, words[at + len(parts) - 1].end))
    return pieces


def merged(pieces: list[Piece]) -> list[Piece]:
    """Pieces sorted, with overlapping and touching pieces joined."""
    apart: list[Piece] = []
    for start, end in sorted(pieces):
        if apart and start <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((start, end))
    return apart
