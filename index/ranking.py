"""What ranks one paper before another, on top of the score of an engine.

The parameters were chosen on half of the judged queries of three collections and hold
for all of them (see bench/relevance.py).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from paperstui.index import analysis
from paperstui.index.engines.base import (
    SCORED,
    WEIGHTS,
    Scoring,
    field_text,
    length_norm,
    saturated,
)
from paperstui.index.tree import And, Or, Phrase, Word, is_choice, loosened

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from paperstui.index.engines.base import Names
    from paperstui.index.models import Paper
    from paperstui.index.tree import Node, Text

    Rarity = Callable[[str], float]

_FUNCTION = """
a about above after again against all almost along already also although always am among
an and another any are aren around as at be because been before being below between both
but by can cannot could did didn do does doesn doing don done down during each either
else etc ever every few for from further had has have having he her here hers him his
how however i if in into is isn it its itself just like ll many may me might mine more
most much must my no nor not of off often on once one only or other others our out over
own per perhaps quite rather re s same shall she should since so some such t than that
the their theirs them themselves then there therefore these they this those though
through thus to too toward towards under until up upon us various ve very via was we
well were what when where whether which while who whom whose why will with within
without would yes yet you your
"""
_REQUEST = """
anything article articles concern concerned concerning concerns currently deal dealing
deals describe described describes describing discuss discussed discusses discussing
discussion discussions especially exist existing exists find give given gives include
includes including information interest interested interesting interests know list
literature look looking many need needs paper papers particular particularly please
possible regard regarding relate related relates relating relation relevant report
reports search see show studies study subject topic topics use used using want work
works write written
"""

FUNCTION_WORDS = frozenset(_FUNCTION.split())
"""English words that say nothing on what a paper is about."""
REQUEST_WORDS = frozenset(_REQUEST.split())
"""Words of long questions to a library that say nothing on what is wanted."""
_SAYING_NOTHING = FUNCTION_WORDS | REQUEST_WORDS

LEAST_SATURATION = 1.1
"""BM25's k1 for short queries."""
_SATURATION_PER_WORD = 0.07
_MOST_SATURATION = 3.0
_EXACT = 1.0
"""How much more an occurrence counts that is spelled as in the query."""
_EXACT_IN_QUESTION = 0.3
TITLE_BONUS = 0.6
"""What part of its score a paper gets on top where a query begins its title."""
ROW_BONUS = 0.2
"""The same where the query stands elsewhere in the title, in a row."""
FEEDBACK = 0.2
"""What the stems of the best papers can add, as a part of what the query's can."""
FED_BACK = 12
"""The best papers, which are taken to answer a question."""
RESCORED = 50
"""Papers that the stems of the best ones may put into another order."""
_ADDED = 20
"""Stems that are taken from the best papers."""
_FEW = 10
"""Papers below which partial matches follow the answers to a question."""
_DEPTH_OF_QUESTION = 200
"""Papers that may be the best answers to a question."""
_QUESTION = 5
"""Words from which a query is taken for a question."""
_FED_BACK_FROM = 3
"""Words that say something from which the best papers are likely to answer."""


def is_question(leaves: Sequence[Text]) -> bool:
    """Whether a query has so many words that a person hardly wants all of them."""
    return sum(not is_choice(leaf) for leaf in leaves) >= _QUESTION


def scoring(leaves: Sequence[Text]) -> Scoring:
    """How the words and phrases of a query are scored."""
    silent = FUNCTION_WORDS
    exact, depth = _EXACT, SCORED
    if is_question(leaves):
        depth = _DEPTH_OF_QUESTION
        exact = _EXACT_IN_QUESTION
        silent = _SAYING_NOTHING
        leaves = [word for leaf in leaves for word in _taken_apart(leaf)]
    counted = tuple(leaf for leaf in leaves if not _is(leaf, silent)) or tuple(leaves)
    # The more words there are, the less a paper should win by one of them.
    saturation = max(LEAST_SATURATION, _SATURATION_PER_WORD * len(counted))
    return Scoring(counted, min(_MOST_SATURATION, saturation), exact, depth)


def wants_partial(matching: int, root: Node, leaves: Sequence[Text]) -> bool:
    """Whether papers with only some of the words are wanted as well.

    They are where none has all of them, and below few that answer a question.
    """
    choice = isinstance(root, Or) and not any(isinstance(c, And) for c in root.children)
    if len(loosened(root)) < 2 or choice:
        return False
    return matching < (_FEW if is_question(leaves) else 1)


def wants_feedback(leaves: Sequence[Text], scored: Scoring) -> bool:
    """Whether papers are also wanted for what the best ones share."""
    return is_question(leaves) and len(scored.leaves) >= _FED_BACK_FROM


def feedback(
    best: Sequence[tuple[Paper, float]], mean_length: float, rarity: Rarity
) -> dict[str, float]:
    """Stems that the best papers share and few others have; their weights sum to 1.

    This is pseudo-relevance feedback by Rocchio's rule over BM25 weights. `best` are
    papers with their scores, the best first.
    """
    sums: dict[str, float] = {}
    papers: Counter[str] = Counter()
    for paper, score in best:
        counts, length = stems(paper)
        norm = length_norm(length, mean_length)
        trust = (score / best[0][1]) ** 2
        for stem, count in counts.items():
            weight = trust * saturated(count / norm, LEAST_SATURATION)
            sums[stem] = sums.get(stem, 0.0) + weight
            papers[stem] += 1
    shared = {stem: sums[stem] * rarity(stem) for stem in sums if papers[stem] > 1}
    chosen = sorted(shared.items(), key=lambda item: (-item[1], item[0]))[:_ADDED]
    total = sum(weight for _, weight in chosen)
    return {stem: weight / total for stem, weight in chosen if weight}


def typed_words(leaves: Sequence[Text]) -> tuple[str, ...]:
    """The words of a query that may begin a title, none where it is another query."""
    if not all(isinstance(leaf, Word) and leaf.field is None for leaf in leaves):
        return ()
    words = [word for leaf in leaves for word in analysis.wanted(leaf.text).words]
    return tuple(words) if len(words) > 1 else ()


def bonus(words: tuple[str, ...], names: Names, unfinished: bool) -> float:
    """What part of its score a paper gets on top where words stand in a row in it.

    In its title or the name of an author; more where they begin the title, and twice
    that where they are the whole of it. `unfinished` says that the last word may be the
    beginning of one.
    """
    if names.title == words:
        return 2 * TITLE_BONUS
    at = _row(words, names.title, unfinished)
    if at == 0 or _row(words, names.authors, unfinished) >= 0:
        return TITLE_BONUS
    return ROW_BONUS if at > 0 else 0.0


def _row(words: tuple[str, ...], there: tuple[str, ...], unfinished: bool) -> int:
    """Where words first stand in a row among others, -1 where they do not."""
    finished, last = words[:-1], words[-1]
    if finished and finished[0] not in there:
        return -1
    for end in range(len(finished), len(there)):
        at = end - len(finished)
        if there[at:end] == finished and (
            there[end] == last or (unfinished and there[end].startswith(last))
        ):
            return at
    return -1


@lru_cache(maxsize=200)
def stems(paper: Paper) -> tuple[dict[str, float], float]:
    """How much each stem of a paper weighs, names aside, and the paper's length."""
    words = word_weights(paper)
    authors = analysis.indexed(field_text(paper, "authors")).words
    length = sum(words.values()) + WEIGHTS["authors"] * len(authors)
    return stem_weights(words), length


def word_weights(paper: Paper) -> dict[str, float]:
    """How often each folded word stands in a paper, as fields weigh; names aside."""
    weights: dict[str, float] = {}
    for field in ("title", "keywords", "abstract"):
        weight = WEIGHTS[field]
        for word in analysis.indexed(field_text(paper, field)).words:
            weights[word] = weights.get(word, 0.0) + weight
    return weights


def stem_weights(words: Mapping[str, float]) -> dict[str, float]:
    """The same for the stems that say what a paper is about."""
    weights: dict[str, float] = {}
    for word, weight in words.items():
        if stem := telling_stem(word):
            weights[stem] = weights.get(stem, 0.0) + weight
    return weights


@lru_cache(maxsize=50_000)
def telling_stem(word: str) -> str:
    """The stem of a folded word; empty where that says nothing of a paper."""
    stem = analysis.stem(word)
    silent = len(stem) < 2 or stem.isdigit() or stem in _silent_stems()
    return "" if silent else stem


@lru_cache(maxsize=1)
def _silent_stems() -> frozenset[str]:
    return _SAYING_NOTHING | frozenset(map(analysis.stem, _SAYING_NOTHING))


def _taken_apart(leaf: Text) -> list[Text]:
    """The words of a phrase or of joined words one by one, other leaves as they are."""
    if not isinstance(leaf, Word | Phrase) or leaf.field is not None:
        return [leaf]
    words = analysis.wanted(leaf.text).words
    if len(words) < 2:
        return [leaf]
    finished = [Word(word, leaf.start, leaf.end) for word in words]
    return [*finished[:-1], replace(finished[-1], prefix=leaf.prefix)]


def _is(leaf: Text, words: frozenset[str]) -> bool:
    """Whether a leaf is a plain finished word of a list."""
    if not isinstance(leaf, Word) or leaf.field is not None or leaf.prefix:
        return False
    wanted = analysis.wanted(leaf.text).words
    return len(wanted) == 1 and wanted[0] in words
