"""Citation keys: readable, in ASCII, unique within a library."""

from __future__ import annotations

import re
from itertools import count, product
from string import ascii_lowercase
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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


class CitationKeys:
    """The unique keys of a library.

    The first paper with a base key has the key itself, the next ones get b, c, ...,
    z, aa, ab, ... behind it: papers that are added behind others change no key.
    """

    def __init__(self, papers: Iterable[Paper]) -> None:
        self._lock = Lock()
        self._papers = tuple(papers)
        """Papers without a key so far: none gets one before the first question, because
        all of them together take a second in a library of 100,000."""
        self._keys: dict[str, str] = {}
        """By paper id."""
        self._ids: dict[str, str] = {}
        """By key."""
        self._further: dict[str, Iterator[str]] = {}
        """By base key, the suffixed ones that were not tried yet."""

    def key(self, paper: Paper) -> str:
        """The key of a paper; one that is not in the library gets the next free one."""
        with self._lock:
            self._assign_all()
            return self._keys.get(paper.id) or self._assign(paper)

    def find(self, text: str) -> str | None:
        """The id of the paper with this key, None if there is none; case is ignored."""
        with self._lock:
            self._assign_all()
            return self._ids.get(text.strip().lower())

    def _assign_all(self) -> None:
        papers, self._papers = self._papers, ()
        for paper in papers:
            if paper.id not in self._keys:
                self._assign(paper)

    def _assign(self, paper: Paper) -> str:
        key = base = base_key(paper)
        if key in self._ids:
            further = self._further.setdefault(base, _suffixed(base))
            key = next(key for key in further if key not in self._ids)
        self._keys[paper.id] = key
        self._ids[key] = paper.id
        return key


def _suffixed(base: str) -> Iterator[str]:
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
