"""What a person types, parsed into a small tree; never raises.

Grammar: words, "phrases", `-word`, `NOT`, `OR`, `( )` and `field:` before any of
them. Words beside each other must all match. Whatever cannot be used is left out with
a diagnostic, and the rest still searches.
"""

from __future__ import annotations

import re

from paperstui.index.models import Diagnostic, Query
from paperstui.index.tree import (
    And,
    Node,
    Not,
    Or,
    Phrase,
    Word,
    YearRange,
    unprefixed,
)

FIELDS = {
    "title": "title",
    "t": "title",
    "author": "authors",
    "a": "authors",
    "abstract": "abstract",
    "venue": "venue",
    "v": "venue",
    "year": "year",
    "y": "year",
}
"""Names that a person can write before a colon, and the field each stands for."""

LANGUAGE = (
    ("diffusion model", "both words; the last one may be unfinished"),
    ('"score matching"', "the phrase, word for word"),
    ("diffusion -image", "not the word behind the minus; also NOT image"),
    ("hopfield OR boltzmann", "one of them"),
    ("(graph OR molecule) 3d", "brackets group"),
    ("title:hopfield", "in the title only; also t:"),
    ("author:pearce", "among the authors; also a:"),
    ("abstract:SETH", "in the abstract only"),
    ("venue:icml", "the venue; also v:"),
    ("year:2024", "the year; also y:2023..2024, year:>=2023"),
)
"""Examples of what can be typed, each with its meaning, for help and README."""

_MAX_DEPTH = 40
_MAX_LENGTH = 4_000
_FIELD = re.compile(r"([A-Za-z]+):")
_QUOTES = '"“”„'
_DASHES = "-\u2212"
_FORMULA = re.compile(r"\$(?=\S)[^$]{1,200}(?<=\S)\$(?!\d)")
_YEAR = r"\d{4}"
_RANGE = re.compile(rf"({_YEAR})?(?:\.\.|[-\u2013])({_YEAR})?")
_COMPARISON = re.compile(rf"(<=|>=|<|>|=)?({_YEAR})")


def parse(text: str) -> Query:
    """The tree of a query and what in it could not be used; never raises.

    The last word counts as a prefix unless white space or a quote closes it.
    """
    parser = _Parser(text[:_MAX_LENGTH])
    root = parser.parse()
    if len(text) > _MAX_LENGTH:
        parser.complain(_MAX_LENGTH, len(text), f"only {_MAX_LENGTH:,} letters count")
    return Query(text, root, tuple(sorted(parser.diagnostics, key=lambda d: d.start)))


class _Parser:
    """Recursive descent over the text itself: every node knows its position."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.diagnostics: list[Diagnostic] = []

    def complain(self, start: int, end: int, reason: str) -> None:
        self.diagnostics.append(Diagnostic(start, end, reason))

    def parse(self) -> Node | None:
        parts = [self._alternatives(None)]
        while self.at < len(self.text):
            self.complain(self.at, self.at + 1, "no bracket is open here")
            self.at += 1
            parts.append(self._alternatives(None))
        return _all_of([part for part in parts if part is not None])

    def _alternatives(self, field: str | None) -> Node | None:
        """`a b OR c`: sequences with OR between them."""
        found: list[Node] = []
        while True:
            sequence = self._sequence(field)
            if sequence is not None:
                found.append(sequence)
            start = self.at
            if not self._keyword("OR"):
                break
            if sequence is None:
                self.complain(start, self.at, "OR needs a word before it")
            elif self._at_end():
                # Not worth a word while it is being typed.
                break
        return found[0] if len(found) == 1 else Or(tuple(found)) if found else None

    def _sequence(self, field: str | None) -> Node | None:
        """`a b -c`: what must all match."""
        found: list[Node] = []
        while not self._at_end() and not self._peek_keyword("OR"):
            if self._keyword("AND"):
                continue
            part = self._negated(field)
            if part is not None:
                found.append(part)
        return _all_of(found)

    def _negated(self, field: str | None) -> Node | None:
        negative = False
        start = self.at
        while True:
            if self._keyword("NOT"):
                negative = not negative
                self._skip_space()
                continue
            after = self.text[self.at + 1 : self.at + 2]
            dash = self._here() in _DASHES and after and not after.isspace()
            if dash and after not in _DASHES and after != ")":
                negative = not negative
                self.at += 1
                continue
            break
        if negative and (self._at_end() or self._peek_keyword("OR")):
            self.complain(start, self.at, "NOT needs a word after it")
            return None
        part = self._primary(field)
        if not negative or part is None:
            return part
        # "-im" must not hide all that begins with "im" on the way to "-image".
        return Not(unprefixed(part))

    def _primary(self, field: str | None) -> Node | None:
        name = _FIELD.match(self.text, self.at)
        if name and name[1].lower() in FIELDS:
            return self._fielded(name)
        return self._operand(field)

    def _operand(self, field: str | None) -> Node | None:
        here = self._here()
        if here == "(":
            return self._group(field)
        if here in _QUOTES:
            return self._phrase(field)
        if here == "[":
            return self._bracketed(field)
        return self._word(field)

    def _fielded(self, name: re.Match[str]) -> Node | None:
        field = FIELDS[name[1].lower()]
        self.at = name.end()
        if self.at >= len(self.text):
            return None  # still typing
        if self._here().isspace() or self._here() == ")":
            self.complain(name.start(), name.end(), f"{name[0]} needs a word after it")
            return None
        if field == "year":
            return self._year()
        return self._operand(field)

    def _year(self) -> Node | None:
        start = self.at
        if self._here() in "[{":
            return self._bracketed_years()
        value = self._chunk()
        unquoted = value.strip(_QUOTES)
        years = _years(unquoted)
        if years is None:
            if self.at == len(self.text) and re.fullmatch(r"[<>=]*\d{0,3}", unquoted):
                return None  # still typing
            self.complain(start, self.at, f"{value} - not a year")
            return None
        return YearRange(*years, start, self.at)

    def _bracketed_years(self) -> Node | None:
        """`year:[2022 TO 2024]`, as other search engines write a range."""
        start = self.at
        closing = re.compile(r"[\]}]").search(self.text, start)
        self.at = closing.end() if closing else len(self.text)
        value = self.text[start + 1 : closing.start() if closing else None]
        ends = re.split(r"\s+TO\s+", value.strip())
        years = _years("..".join("" if end == "*" else end for end in ends))
        if years is None:
            self.complain(start, self.at, f"{value} - not a range of years")
            return None
        return YearRange(*years, start, self.at)

    def _group(self, field: str | None) -> Node | None:
        start = self.at
        self.at += 1
        if self.depth >= _MAX_DEPTH:
            self.complain(start, self.at, "too many brackets inside each other")
            return None
        self.depth += 1
        inside = self._alternatives(field)
        self.depth -= 1
        if self._here() == ")":
            self.at += 1
        return inside

    def _phrase(self, field: str | None) -> Node | None:
        start = self.at
        closing = re.compile(f"[{_QUOTES}]").search(self.text, start + 1)
        end = closing.start() if closing else len(self.text)
        self.at = closing.end() if closing else end
        text = self.text[start + 1 : end]
        if not any(letter.isalnum() for letter in text):
            return None
        open_end = closing is None and not text[-1].isspace()
        return Phrase(text, start + 1, end, field, prefix=open_end)

    def _bracketed(self, field: str | None) -> Node | None:
        """`[total variation]`: square brackets mean nothing; their words do."""
        self.at += 1
        closing = self.text.find("]", self.at)
        end = len(self.text) if closing < 0 else closing
        words = [
            Word(match[0], self.at + match.start(), self.at + match.end(), field)
            for match in re.finditer(r"\S+", self.text[self.at : end])
            if any(letter.isalnum() for letter in match[0])
        ]
        self.at = min(end + 1, len(self.text))
        return _all_of(words)

    def _word(self, field: str | None) -> Node | None:
        start = self.at
        chunk = self._chunk()
        if not any(letter.isalnum() for letter in chunk):
            return None
        return Word(chunk, start, self.at, field, prefix=self.at == len(self.text))

    def _chunk(self) -> str:
        """Text up to a space, a quote or a bracket that was not opened inside it.

        A formula such as `$x < y$`, pasted from an abstract, is one piece.
        """
        start, opened = self.at, 0
        while self.at < len(self.text):
            letter = self.text[self.at]
            formula = _FORMULA.match(self.text, self.at) if letter == "$" else None
            if formula:
                self.at = formula.end()
                continue
            if letter.isspace() or (letter in _QUOTES and self.at > start):
                break
            if letter == "(":
                opened += 1
            elif letter == ")":
                opened -= 1
                if opened < 0:
                    break
            self.at += 1
        return self.text[start : self.at]

    def _here(self) -> str:
        return self.text[self.at : self.at + 1] or "\0"

    def _skip_space(self) -> None:
        while self._here().isspace():
            self.at += 1

    def _at_end(self) -> bool:
        """Whether this level is over: the text ends or a bracket closes."""
        self._skip_space()
        return self.at >= len(self.text) or self._here() == ")"

    def _peek_keyword(self, keyword: str) -> bool:
        self._skip_space()
        end = self.at + len(keyword)
        after = self.text[end : end + 1]
        return self.text[self.at : end] == keyword and (
            not after or after.isspace() or after in "()"
        )

    def _keyword(self, keyword: str) -> bool:
        if not self._peek_keyword(keyword):
            return False
        self.at += len(keyword)
        return True


def _all_of(parts: list[Node] | list[Word]) -> Node | None:
    return parts[0] if len(parts) == 1 else And(tuple(parts)) if parts else None


def _years(value: str) -> tuple[int | None, int | None] | None:
    """Both ends of `2024`, `>=2023`, `2022..2024` or `2022-2024`, else None."""
    if match := _COMPARISON.fullmatch(value):
        year = int(match[2])
        return {
            ">": (year + 1, None),
            ">=": (year, None),
            "<": (None, year - 1),
            "<=": (None, year),
        }.get(match[1], (year, year))
    match = _RANGE.fullmatch(value)
    if not match or not (match[1] or match[2]):
        return None
    low = int(match[1]) if match[1] else None
    high = int(match[2]) if match[2] else None
    if low is not None and high is not None and low > high:
        low, high = high, low
    return low, high
