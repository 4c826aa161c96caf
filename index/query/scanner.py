"""The letters of a query: words, quotes, brackets and the words AND, OR, NOT."""

from __future__ import annotations

import re
from typing import NamedTuple

QUOTES = '"“”„'
"""Each of them opens and closes."""
FORMULA = re.compile(r"\$(?=\S)[^$]{1,200}(?<=\S)\$(?!\d)")
_QUOTE = re.compile(f"[{QUOTES}]")


class Quoted(NamedTuple):
    """What stands between quotes."""

    text: str
    start: int
    end: int
    closed: bool
    """Whether there is a second quote."""


class Scanner:
    """Reads a text from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    @property
    def here(self) -> str:
        """The next letter, a null where there is none."""
        return self.text[self.at : self.at + 1] or "\0"

    @property
    def finished(self) -> bool:
        """Whether the whole text is read."""
        return self.at >= len(self.text)

    def skip_space(self) -> None:
        """Go on to what is no white space."""
        while self.here.isspace():
            self.at += 1

    def at_end(self) -> bool:
        """Whether this level is over: the text ends or a bracket closes."""
        self.skip_space()
        return self.finished or self.here == ")"

    def sees(self, *keywords: str) -> bool:
        """Whether one of these words comes next."""
        self.skip_space()
        for keyword in keywords:
            end = self.at + len(keyword)
            after = self.text[end : end + 1]
            if self.text[self.at : end] == keyword and (
                not after or after.isspace() or after in "()"
            ):
                return True
        return False

    def takes(self, keyword: str) -> bool:
        """Read this word, if it comes next."""
        if not self.sees(keyword):
            return False
        self.at += len(keyword)
        return True

    def quoted(self) -> Quoted:
        """Read a quote and what follows, up to another one or the end."""
        start = self.at + 1
        closing = _QUOTE.search(self.text, start)
        end = closing.start() if closing else len(self.text)
        self.at = closing.end() if closing else end
        return Quoted(self.text[start:end], start, end, closing is not None)

    def chunk(self) -> str:
        """Read up to a space, a quote or a bracket that was not opened in the chunk.

        A formula such as `$x < y$`, pasted from an abstract, is one piece.
        """
        start, opened = self.at, 0
        while not self.finished:
            letter = self.here
            formula = FORMULA.match(self.text, self.at) if letter == "$" else None
            if formula:
                self.at = formula.end()
                continue
            if letter.isspace() or letter in QUOTES:
                break
            if letter == "(":
                opened += 1
            elif letter == ")":
                opened -= 1
                if opened < 0:
                    break
            self.at += 1
        return self.text[start : self.at]
