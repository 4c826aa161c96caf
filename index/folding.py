"""One spelling of a word for all: without case, accents, ligatures and styles."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

IGNORED = (
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f"
    "\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff"
    "\u1dc0-\u1dff\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\xad\u200b-\u200d\u2060\ufeff"
)
"""Characters that words are the same without, as the inside of a character class.

Hebrew points, Arabic vowels and the stroke that lengthens a word, marks over symbols,
and what cannot be seen.
"""

_IGNORED = re.compile(f"[{IGNORED}]+")
# A hamza on its alef is often left out.
_ALEF = str.maketrans("أإآ", "ااا")
# Letters that NFKD does not take apart.
_LETTERS = str.maketrans(
    {
        "æ": "ae",
        "ð": "d",
        "đ": "d",
        "ħ": "h",
        "\u0131": "i",  # without its dot
        "ł": "l",
        "ø": "o",
        "œ": "oe",
        "þ": "th",
        "ŧ": "t",
    }
)


@lru_cache(maxsize=50_000)
def fold(word: str) -> str:
    """A word without case, accents, ligatures and compatibility forms."""
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    # Marks of other scripts, such as the voicing of kana, make another letter.
    letters = "".join(c for c in decomposed if not "\u0300" <= c <= "\u036f")
    folded = unicodedata.normalize("NFKC", letters.casefold()).translate(_LETTERS)
    return greek_name(folded) if len(folded) == 1 else folded


def shown(word: str) -> str:
    """A word in plain characters, without those that it is the same without."""
    if word.isascii():
        return word
    # One letter can stand for a whole sentence, with its spaces.
    letters = "".join(unicodedata.normalize("NFKC", word).split())
    return _IGNORED.sub("", letters).translate(_ALEF)


def greek_name(letter: str) -> str:
    """A Greek letter's name, so that "ε-greedy" and "epsilon-greedy" meet.

    Other characters are given back.
    """
    if not "\u0370" <= letter <= "\u03ff":
        return letter
    name = unicodedata.name(letter, "").split()
    if "LETTER" not in name:
        return letter
    after = name[name.index("LETTER") + 1 :]
    return (after[1] if after[:1] == ["FINAL"] else after[0]).lower()
