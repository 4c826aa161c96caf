"""Which venue and year a heading or a file name speaks of."""

from __future__ import annotations

import re

from paperstui.index import text
from paperstui.index.models import Venue

YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
"""A year that stands alone."""

# Words of headings that are never part of a venue's name.
_GENERIC = re.compile(
    r"abstracts?|accepted|all|at|conference|de[rs]?|die|from|in|liste?|main|of|papers?"
    r"|proceedings|reading|the|titles|track",
    re.IGNORECASE,
)
_ACRONYMS = re.compile(
    r"(?:[A-Z][\w&+/-]*[A-Z][\w&+/-]*)(?: [A-Z][\w&+/-]*[A-Z][\w&+/-]*)*", re.ASCII
)
_PUNCTUATION = ".,:;()[]|'\"-\u2013\u2014"


def heading_venue(heading: str) -> Venue:
    """The venue and year that a heading names, in whatever language.

    "ICML 2023 论文列表" and "Papers of ICML 2023" both give ICML 2023.
    """
    heading = text.clean(heading)
    year = YEAR.search(heading)
    if year is None:
        return Venue(heading)
    name = _name(heading[: year.start()]) or _name(heading[year.end() :])
    return Venue(name or "Papers", int(year.group()))


def _name(words: str) -> str:
    """The name of a conference among the words of a heading, or nothing."""
    tokens = [word.strip(_PUNCTUATION) for word in words.split()]
    tokens = [word for word in tokens if word]
    while tokens and _GENERIC.fullmatch(tokens[0]):
        tokens.pop(0)
    while tokens and _GENERIC.fullmatch(tokens[-1]):
        tokens.pop()
    name = " ".join(tokens)
    # "Beiträge der ICML", "ICML论文": an acronym among words of other languages.
    acronyms = _ACRONYMS.findall(name)
    if acronyms and (name.endswith(acronyms[-1]) or not name.isascii()):
        return str(acronyms[-1])
    return name
