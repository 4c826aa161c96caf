"""Patterns of citation keys, such as "{auth}{year}{title1}"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index.citations import keys
from paperstui.index.citations.cited import KeyScheme
from paperstui.index.errors import PaperstuiError

if TYPE_CHECKING:
    from paperstui.index.models import Paper

DEFAULT = KeyScheme().pattern
FIELDS = (
    ("auth", "family name of the first author, with its particle"),
    ("auths", "family names of all authors"),
    ("auth.etal", "family names of one or two authors; else of the first, and -etal"),
    ("year", "2024"),
    ("yy", "24"),
    ("title", "all significant words of the title"),
    ("title1", "the first significant word of the title; also title2, title3, ..."),
    ("venue", "short name of the venue"),
)
"""What a pattern can hold between braces, and what it stands for."""
FORMS = ("lower", "upper", "capital")
"""What can stand behind a field and a bar; lower is what keys are without it."""

_PIECE = re.compile(r"\{([^{}]*)\}|([A-Za-z0-9:_-]+)|(.)", re.DOTALL)
_FIELD = re.compile(r"([a-z.]+?)([1-9]\d?)?(?::([1-9]\d?))?(?:\|([a-z]+))?")
_NAMES = frozenset(name for name, _ in FIELDS) - {"title1"}
_SEPARATORS = re.compile(r"[:_-]*([:_-])")
_MANY_AUTHORS = 3
_LONGEST = 120
"""Characters of a key; some papers have three thousand authors."""


class KeyPattern:
    """Makes the keys of papers, which are not unique yet."""

    def __init__(self, pattern: str) -> None:
        """Raises PaperstuiError, naming the position, where a pattern is none."""
        self._pieces: list[str | tuple[str, int, int, str]] = []
        for match in _PIECE.finditer(pattern):
            field, literal, wrong = match.groups()
            if wrong is not None:
                raise _error(
                    pattern,
                    match.start(),
                    f"{wrong} cannot be in a key; letters, digits and : _ - can",
                )
            self._pieces.append(literal or _field(pattern, match.start() + 1, field))
        if all(isinstance(piece, str) for piece in self._pieces):
            raise _error(pattern, 0, "no field such as {auth}: all keys would be one")

    def key(self, paper: Paper) -> str:
        """The key of a paper: ASCII letters, digits and `:_-`, "anon" if all is empty.

        The venue or "anon" stands in for missing authors; nothing for what else is
        missing, nor for the separators around it.
        """
        parts = [
            piece if isinstance(piece, str) else _value(paper, *piece)
            for piece in self._pieces
        ]
        key = _SEPARATORS.sub(r"\1", "".join(parts)[:_LONGEST]).strip(":_-")
        return key or "anon"


def _field(pattern: str, start: int, field: str) -> tuple[str, int, int, str]:
    """Name, how many words, how many characters (0: all), and form of a field."""
    match = _FIELD.fullmatch(field)
    name = match[1] if match else field
    if match is None or name not in _NAMES or (match[2] and name != "title"):
        known = ", ".join(name for name, _ in FIELDS)
        raise _error(pattern, start, f"{field or '{}'} is none of {known}")
    form = match[4] or FORMS[0]
    if form not in FORMS:
        raise _error(pattern, start, f"{form} is none of {', '.join(FORMS)}")
    return name, int(match[2] or 0), int(match[3] or 0), form


def _value(paper: Paper, name: str, words: int, most: int, form: str) -> str:
    found = _words(paper, name)
    found = found[: words or None]
    if form == "upper":
        found = [word.upper() for word in found]
    elif form == "capital":
        found = [word[:1].upper() + word[1:] for word in found]
    separator = "-" if name == "auth.etal" else ""
    return separator.join(found)[: most or None]


def _words(paper: Paper, name: str) -> list[str]:
    year = "" if paper.year is None else str(paper.year)
    if name == "year":
        return [year]
    if name == "yy":
        return [year[-2:]]
    if name == "title":
        return keys.title_words(paper.title)
    venue = keys.name(paper.venue.name)
    if name == "venue":
        return [venue]
    some = paper.authors[:1] if name == "auth" else paper.authors
    names = [keys.name(f"{each.particle}{each.family}") for each in some]
    names = list(filter(None, names)) or [venue or "anon"]
    if name == "auth.etal" and (paper.et_al or len(names) >= _MANY_AUTHORS):
        return [names[0], "etal"]
    return names


def _error(pattern: str, position: int, reason: str) -> PaperstuiError:
    return PaperstuiError(f"{pattern}, position {position + 1}: {reason}")
