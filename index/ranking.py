"""What ranks one paper before another, on top of the score of an engine.

The parameters were chosen on half of the judged queries of three collections and hold
for all (see bench/relevance.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.index.engines.base import Scoring
from paperstui.index.tree import Or, Word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.tree import Node, Text

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

_FEW = 10
"""Papers below which partial matches follow the answers to a question."""
_QUESTION = 5
"""Words that say something from which a query is taken for a question."""


def scoring(leaves: Sequence[Text]) -> Scoring:
    """How the words and phrases of a query are scored."""
    counted = tuple(leaf for leaf in leaves if not _is(leaf, FUNCTION_WORDS))
    if len(counted) >= _QUESTION:
        asked = tuple(leaf for leaf in counted if not _is(leaf, REQUEST_WORDS))
        counted = asked or counted
    counted = counted or tuple(leaves)
    # The more words there are, the less a paper should win by one of them.
    return Scoring(counted, min(3.0, max(1.1, 0.07 * len(counted))))


def wants_partial(
    matching: int, root: Node, leaves: Sequence[Text], scoring: Scoring
) -> bool:
    """Whether papers with only some of the words are wanted as well.

    They are where none has all of them, and below few that answer a question.
    """
    if len(leaves) < 2 or isinstance(root, Or):
        return False
    few = _FEW if len(scoring.leaves) >= _QUESTION else 1
    return matching < few


def _is(leaf: Text, words: frozenset[str]) -> bool:
    """Whether a leaf is a plain word of a list."""
    if not isinstance(leaf, Word) or leaf.field is not None or leaf.prefix:
        return False
    return leaf.text.strip(".,;:!?()[]").casefold() in words
