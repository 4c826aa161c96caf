"""Which pieces of a text a query matched: the same terms as in the index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.index import spelling

if TYPE_CHECKING:
    from paperstui.index.analysis import Terms, Wanted
    from paperstui.index.models import Query
    from paperstui.index.tree import Text, Word

Piece = tuple[int, int]
"""Start and end offset in the text."""


def matches(query: Query, field: str, text: str) -> list[Piece]:
    """The pieces of a field's text that the query matched, in order, not touching."""
    if query.root is None:
        return []
    # Analyzer and tree are not needed before the first query.
    from paperstui.index import analysis
    from paperstui.index.tree import (
        Exact,
        Fuzzy,
        Phrase,
        Wildcard,
        Word,
        positive_leaves,
    )

    leaves = [
        leaf
        for leaf in positive_leaves(query.root)
        if leaf.field is None or leaf.field == field
    ]
    if not leaves:
        return []
    terms = analysis.terms(text)
    pieces: list[Piece] = []
    for leaf in leaves:
        if isinstance(leaf, Wildcard):
            fits = spelling.wildcard(analysis.fold_pattern(leaf.text)).fullmatch
            pieces += [(t.start, t.end) for t in terms.words if fits(t.text)]
            continue
        wanted = analysis.wanted(leaf.text)
        if isinstance(leaf, Word):
            pieces += _spelled(leaf, wanted, terms)
        if isinstance(leaf, Fuzzy):
            pieces += _nearly(wanted, terms)
        if isinstance(leaf, Phrase | Exact) or len(wanted.words) > 1:
            pieces += _in_order(leaf, wanted, terms)
    return _merged(pieces)


def _spelled(word: Word, wanted: Wanted, terms: Terms) -> list[Piece]:
    """Every word that is spelled in one of the wanted ways, or begins like it."""
    joined = wanted.joined
    if not joined:
        return []
    found = [(t.start, t.end) for t in terms.words if t.text == joined]
    found += [(t.start, t.end) for t in terms.variants if t.text in wanted.spellings]
    if word.prefix:
        streams = (*terms.words, *terms.variants)
        found += [(t.start, t.end) for t in streams if t.text.startswith(joined)]
    return found


def _nearly(wanted: Wanted, terms: Terms) -> list[Piece]:
    """Every word a letter or two away."""
    lines = "\n".join(("", *{term.text for term in terms.words}, ""))
    near = {word for word, _ in spelling.similar(wanted.joined, lines)}
    return [(t.start, t.end) for t in terms.words if t.text in near]


def _in_order(leaf: Text, wanted: Wanted, terms: Terms) -> list[Piece]:
    """Every place where the wanted words stand in a row."""
    parts, words = wanted.words, terms.words
    prefix = getattr(leaf, "prefix", False)
    found = []
    for at in range(len(words) - len(parts) + 1) if parts else ():
        row = tuple(term.text for term in words[at : at + len(parts)])
        last_fits = row[-1] == parts[-1] or (prefix and row[-1].startswith(parts[-1]))
        if last_fits and row[:-1] == parts[:-1]:
            found.append((words[at].start, words[at + len(parts) - 1].end))
    return found


def _merged(pieces: list[Piece]) -> list[Piece]:
    """Sorted, with overlapping and touching pieces joined."""
    merged: list[Piece] = []
    for start, end in sorted(pieces):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
