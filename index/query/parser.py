"""What a person types, parsed into a small tree; never raises.

Grammar: words, "phrases", `-word`, `NOT`, `OR`, `( )` and `field:` before any of
them. Words beside each other must all match. Whatever cannot be used is left out with
a diagnostic, and the rest still searches.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from paperstui.index.query import years
from paperstui.index.query.language import FIELDS, VALUES
from paperstui.index.query.scanner import QUOTES, Scanner
from paperstui.index.query.words import has_letters, read_word
from paperstui.index.requests import Diagnostic, Query, Sort
from paperstui.index.tree import (
    And,
    Exact,
    Flag,
    Marked,
    Node,
    Not,
    Or,
    Phrase,
    Word,
    YearRange,
)

MAX_LENGTH = 4_000
"""Letters of a text that count."""
_MAX_DEPTH = 40
_FIELD = re.compile(r"([A-Za-z]+):")
_DASHES = "-\u2212"
_CLOSING = re.compile(r"[\]}]")


class Typing(NamedTuple):
    """The word or value at the end of a text that can still be typed on."""

    field: str | None
    """The field it is for, as the tree names it."""
    start: int
    """Where it begins, with its quote."""
    quoted: bool
    """Whether a quote is open."""


@lru_cache(maxsize=64)
def parse(text: str) -> Query:
    """The tree of a query and what in it could not be used; never raises.

    The last word counts as a prefix unless white space, a quote or a full stop and its
    like close it.
    """
    # Kept, as box, search and facets all ask for the same text at every key.
    parser = _Parser(text[:MAX_LENGTH])
    root = parser.alternatives(None)
    if len(text) > MAX_LENGTH:
        parser.complain(MAX_LENGTH, len(text), f"only {MAX_LENGTH:,} letters count")
    told = sorted(parser.diagnostics, key=lambda diagnostic: diagnostic.start)
    return Query(text, root, tuple(told), parser.sort)


def typing(text: str) -> Typing | None:
    """What is being typed at the end of a text; None where nothing is begun."""
    parser = _Parser(text)
    parser.alternatives(None)
    return parser.typing


class _Parser(Scanner):
    """Recursive descent over the text itself: every node knows its position.

    Groups in groups become one, and so do exclusions of exclusions: no `And` stands in
    an `And`, no `Or` in an `Or`, no `Not` in a `Not`.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.depth = 0
        self.excluding = 0
        """In how many exclusions this is."""
        self.sort: Sort | None = None
        self.sort_at = (0, 0)
        self.typing: Typing | None = None
        self.diagnostics: list[Diagnostic] = []

    def complain(self, start: int, end: int, reason: str) -> None:
        """Tell why a part of the text cannot be used."""
        self.diagnostics.append(Diagnostic(start, end, reason))

    def alternatives(self, field: str | None) -> Node | None:
        """`a b OR c`: sequences with OR between them."""
        found: list[Node] = []
        while True:
            sequence = self._sequence(field)
            if sequence is not None:
                found += sequence.children if isinstance(sequence, Or) else (sequence,)
            start = self.at
            if not self.takes("OR"):
                break
            if sequence is None:
                self.complain(start, self.at, "OR needs a word before it")
        return found[0] if len(found) == 1 else Or(tuple(found)) if found else None

    def _sequence(self, field: str | None) -> Node | None:
        """`a b -c`: what must all match."""
        found: list[Node] = []
        while not self.sees("OR"):
            if self.at_end():
                if self.depth or self.finished:
                    break
                self.complain(self.at, self.at + 1, "no bracket is open here")
                self.at += 1
            elif not self.takes("AND"):
                part = self._negated(field)
                if part is not None:
                    found.append(part)
        return _all_of(found)

    def _negated(self, field: str | None) -> Node | None:
        negative = False
        start = self.at
        while True:
            if self.takes("NOT"):
                negative = not negative
                self.skip_space()
                continue
            after = self.text[self.at + 1 : self.at + 2]
            dash = self.here in _DASHES and after and not after.isspace()
            if dash and after not in _DASHES and after != ")":
                negative = not negative
                self.at += 1
                continue
            break
        if self.at > start and (self.at_end() or self.sees("OR", "AND")):
            self.complain(start, self.at, "NOT needs a word after it")
            return None
        if not negative:
            return self._primary(field)
        self.excluding += 1
        part = self._primary(field)
        self.excluding -= 1
        return part.child if isinstance(part, Not) else Not(part) if part else None

    def _primary(self, field: str | None) -> Node | None:
        name = _FIELD.match(self.text, self.at)
        if name and name[1].lower() in FIELDS:
            return self._fielded(name)
        return self._operand(field)

    def _fielded(self, name: re.Match[str]) -> Node | None:
        field = FIELDS[name[1].lower()]
        self.at = name.end()
        if self.finished:
            self.typing = Typing(field, self.at, quoted=False)
            return None
        if self.here.isspace() or self.here == ")":
            known = ", ".join(VALUES.get(field, ()))
            wanted = f"one of {known} after it" if known else "a word after it"
            self.complain(name.start(), name.end(), f"{name[0]} needs {wanted}")
            return None
        return self._operand(field)

    def _operand(self, field: str | None) -> Node | None:
        here = self.here
        if here == "(":
            return self._group(field)
        if field == "year":
            return self._bracketed_years() if here in "[{" else self._years()
        if field in ("tag", "id"):
            return self._marked(field)
        if field is not None and field in VALUES:
            return self._one_of(field)
        if here in QUOTES:
            return self._phrase(field)
        if here == "=" and self.text[self.at + 1 : self.at + 2] in tuple(QUOTES):
            return self._exact(field)
        if here == "[":
            return self._bracketed(field)
        return self._word(field)

    def _group(self, field: str | None) -> Node | None:
        if not self._deeper():
            return None
        self.at += 1
        self.depth += 1
        inside = self.alternatives(field)
        self.depth -= 1
        if self.here == ")":
            self.at += 1
        return inside

    def _deeper(self, levels: int = 1) -> bool:
        """Whether as many more brackets may open; passes over this one where not."""
        if self.depth + levels <= _MAX_DEPTH:
            return True
        self.complain(self.at, self.at + 1, "too many brackets inside each other")
        self.at += 1
        return False

    def _phrase(self, field: str | None) -> Node | None:
        at = self.at
        text, start, end, closed = self.quoted()
        if not closed:
            self.typing = Typing(field, at, quoted=True)
        if not has_letters(text):
            return None
        unfinished = not closed and not text[-1].isspace() and not self.excluding
        return Phrase(text, start, end, field, prefix=unfinished)

    def _exact(self, field: str | None) -> Node | None:
        """`="two words"`."""
        self.at += 1
        text, start, end, _ = self.quoted()
        return Exact(text, start, end, field) if has_letters(text) else None

    def _bracketed(self, field: str | None) -> Node | None:
        """`[total variation]`: square brackets mean nothing; their words do."""
        # Written again, what is excluded needs a group around them.
        if not self._deeper(2):
            return None
        self.at += 1
        closing = self.text.find("]", self.at)
        end = len(self.text) if closing < 0 else closing
        words = []
        for match in re.finditer(r"\S+", self.text[self.at : end]):
            if has_letters(match[0]):
                first, last = self.at + match.start(), self.at + match.end()
                unfinished = last == len(self.text) and not self.excluding
                words.append(Word(match[0], first, last, field, prefix=unfinished))
        self.at = min(end + 1, len(self.text))
        return _all_of(words)

    def _word(self, field: str | None) -> Node | None:
        start = self.at
        chunk = self.chunk()
        if self.finished:
            self.typing = Typing(field, start, quoted=False)
        # "-im" must not hide all that begins with "im" on the way to "-image".
        unfinished = self.finished and not self.excluding
        found, problem = read_word(chunk, start, field, unfinished=unfinished)
        if problem:
            self.complain(start, self.at, problem)
        return found

    def _value(self, field: str) -> tuple[str, bool]:
        """What stands behind a field's colon, and whether it can be typed on."""
        start = self.at
        if self.here in QUOTES:
            quoted = self.quoted()
            value, unfinished = quoted.text.strip(), not quoted.closed
        else:
            value, unfinished = self.chunk(), self.finished
        if unfinished:
            self.typing = Typing(field, start, quoted=self.text[start] in QUOTES)
        elif not value:
            self.complain(start, self.at, f"{field}: needs a word after it")
        return value, unfinished

    def _years(self) -> Node | None:
        start = self.at
        value, unfinished = self._value("year")
        found = years.read_years(value)
        if found is None and unfinished:
            found = years.read_unfinished(value)
        if found is not None:
            return YearRange(*found, start, self.at)
        if value and not (unfinished and years.begun(value)):
            self.complain(start, self.at, f"{value} - not a year")
        return None

    def _bracketed_years(self) -> Node | None:
        """`year:[2022 TO 2024]`, as other search engines write a range."""
        start = self.at
        closing = _CLOSING.search(self.text, start)
        self.at = closing.end() if closing else len(self.text)
        value = self.text[start + 1 : closing.start() if closing else None]
        found = years.read_bracketed(value)
        if found is not None:
            return YearRange(*found, start, self.at)
        if closing or not years.begun_bracketed(value):
            self.complain(start, self.at, f"{value} - not a range of years")
        return None

    def _marked(self, kind: str) -> Node | None:
        start = self.at
        value, _ = self._value(kind)
        return Marked(kind, value, start, self.at) if value else None

    def _one_of(self, field: str) -> Node | None:
        """The value of a field that takes one of a few."""
        start = self.at
        value, unfinished = self._value(field)
        known, name = VALUES[field], value.lower()
        if name not in known:
            begun = unfinished and any(word.startswith(name) for word in known)
            if value and not begun:
                told = f"{field}:{value} - not one of {', '.join(known)}"
                self.complain(start, self.at, told)
            return None
        if field == "sort":
            self._sort_by(Sort(name), start)
            return None
        if name == "unseen":
            return Not(Marked("seen", "", start, self.at))
        if field == "is" or name == "note":
            return Marked(name, "", start, self.at)
        return Flag(name, start, self.at)

    def _sort_by(self, sort: Sort, start: int) -> None:
        if self.excluding:
            self.complain(start, self.at, "an order cannot be excluded")
            return
        if self.sort is not None:
            self.complain(*self.sort_at, "only the last sort: counts")
        self.sort, self.sort_at = sort, (start, self.at)


def _all_of(parts: list[Node] | list[Word]) -> Node | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    children: list[Node] = []
    for part in parts:
        children += part.children if isinstance(part, And) else (part,)
    return And(tuple(children))
