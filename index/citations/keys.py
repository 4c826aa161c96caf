"""Citation keys: readable, in ASCII, unique within a library."""

from __future__ import annotations

import re
from itertools import count, product
from string import ascii_lowercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.models import Paper

# Numbers, which would run into the year, and articles, prepositions, conjunctions and
# forms of "to be", which tell no papers apart. Question words do and stay.
_INSIGNIFICANT = re.compile(
    r"|\d+|a|about|across|after|against|along|among|an|and|are|around|as|at|be|before|"
    r"behind|being|below|between|beyond|but|by|despite|during|for|from|if|in|"
    r"inside|into|is|it|its|like|near|nor|of|off|on|onto|or|our|over|per|since|so|than|"
    r"that|the|their|these|this|those|through|to|toward|towards|under|until|up|"
    r"upon|versus|via|was|we|were|with|within|without|yet"
)
_WORD = re.compile(r"[a-z0-9']+")
_NOT_IN_KEYS = re.compile(r"[^a-z0-9]")
_MARKUP = re.compile(r"[\\$*_`^{}~]")
_MAX_PART = 40
"""Scripts without spaces make one word of a whole title."""


def base_key(paper: Paper) -> str:
    """Family name, year and first significant title word: "huang2024diffda".

    In lower-case ASCII letters and digits. The family name has its particle
    ("vandenoord") and loses spaces and hyphens; of a hyphenated title word the first
    part counts ("few" of "Few-bit"); formulas, numbers and function words do not. The
    venue or "anon" stands in for a missing author, nothing for a missing year or title.
    """
    return _name(paper) + ("" if paper.year is None else str(paper.year)) + _word(paper)


def candidates(base: str) -> Iterator[str]:
    """A base key, then with b, c, ..., z, aa, ab, ... behind it.

    The first paper of a base gets the key itself, so later ones change no key.
    """
    yield base
    for length in count(1):
        for letters in product(ascii_lowercase, repeat=length):
            if letters != ("a",):
                yield base + "".join(letters)


def _name(paper: Paper) -> str:
    authors = (f"{author.particle}{author.family}" for author in paper.authors[:1])
    for name in (*authors, paper.venue.name):
        if key := _NOT_IN_KEYS.sub("", _ascii(name))[:_MAX_PART]:
            return key
    return "anon"


def _word(paper: Paper) -> str:
    words = [word.replace("'", "") for word in _WORD.findall(_ascii(paper.title))]
    significant = (word for word in words if not _INSIGNIFICANT.fullmatch(word))
    return next(significant, next(filter(None, words), ""))[:_MAX_PART]


def _ascii(source: str) -> str:
    """The words of a text in lower-case ASCII, its formulas left out."""
    if _MARKUP.search(source):
        # Not at the top: most titles hold no markup, and its reader is large.
        from paperstui.index.citations.formulas import FORMULA, separate

        source = separate(source)[0].replace(FORMULA, "")
    if not source.isascii():
        # Not at the top: it reads a table of all scripts.
        from anyascii import anyascii

        source = anyascii(source)
    return source.lower()
