"""Text with styles: what the display side gets from LaTeX and Markdown sources."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate


class Style(StrEnum):
    """What sets a stretch of text apart."""

    EMPHASIS = "emphasis"
    STRONG = "strong"
    MATH = "math"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Span:
    """A styled stretch of a text; spans nest but never cross."""

    start: int
    """Offset of the first code point in `StyledText.text`."""
    end: int
    """Offset behind the last code point; larger than `start`."""
    style: Style


@dataclass(frozen=True, slots=True)
class StyledText:
    """Text as a person reads it, with its styles."""

    text: str
    """No markup is left in it, and nothing in it is to be read as markup."""
    spans: tuple[Span, ...] = ()
    """Sorted by start; of two that start together the longer comes first."""


class StyledBuilder:
    """Collects a `StyledText` piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._styled: list[tuple[int, int, Style]] = []
        self.last = ""
        """The last character so far; empty at the start."""

    @property
    def place(self) -> int:
        """The number of pieces so far, which is the place of the next one."""
        return len(self._pieces)

    def add(self, text: str, style: Style | None = None) -> None:
        """Append `text` as one piece, all of it in `style`."""
        if style is not None:
            self.style(self.place, self.place + 1, style)
        self._pieces.append(text)
        self.last = text[-1:] or self.last

    def style(self, start: int, end: int, style: Style) -> None:
        """Set the pieces from place `start` up to `end` apart."""
        self._styled.append((start, end, style))

    def blank(self, place: int) -> None:
        """Take the text of the piece at `place` away."""
        self._pieces[place] = ""

    def build(self) -> StyledText:
        """The pieces joined, with a span wherever a style covers text."""
        offsets = list(accumulate(map(len, self._pieces), initial=0))
        spans = {
            Span(offsets[start], offsets[end], style)
            for start, end, style in self._styled
            if offsets[start] < offsets[end]
        }
        order = sorted(spans, key=lambda span: (span.start, -span.end, span.style))
        return StyledText("".join(self._pieces), tuple(order))
