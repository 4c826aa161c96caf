"""What citation keys are made of: readable words in ASCII, and suffixes."""

from __future__ import annotations

import re
from itertools import count, product
from string import ascii_lowercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def candidates(base: str) -> Iterator[str]:
    """A base key, then with a, b, ..., z, aa, ab, ... behind it.

    The first paper of a base gets the key itself, so later ones change no key.
    """
    yield base
    for length in count(1):
        for letters in product(ascii_lowercase, repeat=length):
            yield base + "".join(letters)


def name(source: str) -> str:
    """A name in lower-case ASCII letters and digits, all in one; may be empty."""
    return _NOT_IN_KEYS.sub("", _ascii(source))[:_MAX_PART]


def title_words(title: str) -> list[str]:
    """The significant words of a title in lower-case ASCII letters and digits.

    Of a hyphenated word the first part counts ("few" of "Few-bit"); formulas, numbers
    and function words do not. The first word where none is significant.
    """
    words = [word.replace("'", "") for word in _WORD.findall(_ascii(title))]
    significant = [word for word in words if not _INSIGNIFICANT.fullmatch(word)]
    found = significant or [word for word in words if word][:1]
    return [word[:_MAX_PART] for word in found]


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
