"""The last step of a styled reference: its quotes, punctuation and markup."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from itertools import groupby

from paperstui.index.citations import markers
from paperstui.index.citations.markdown import escaped
from paperstui.index.citations.markups import HTML, MARKDOWN, TEXT
from paperstui.index.latex.characters import SUBSCRIPTS, SUPERSCRIPTS


@dataclass(frozen=True, slots=True)
class Quotes:
    """Quotation marks of a locale."""

    outer: tuple[str, str]
    inner: tuple[str, str]
    holds_punctuation: bool
    """Whether a period or comma behind the closing mark goes before it."""


@dataclass(slots=True)
class _Char:
    """One character, and what is open around it."""

    char: str
    styles: frozenset[str]
    value: int = 0
    """Number of the variable that it is part of; 0 for those of the style."""
    is_closing: bool = False
    """Whether it is a closing quotation mark."""


# What becomes of two punctuation marks that come together, where it is not both.
_FIRST, _SECOND = 0, 1
_PAIRS = {
    **dict.fromkeys(("..", "!!", "??", ",,", ";;", "::"), _FIRST),
    **dict.fromkeys(("!.", "?.", "!:", "?:", ":.", ";.", ";:", "…."), _FIRST),
    **dict.fromkeys((",.", ",;", ",:", ",!", ",?", ":!", ":?", ";!", ";?"), _SECOND),
}
_ENDS = frozenset(".,;:!?…")
_TAGS = {
    markers.ITALIC: ("<i>", "</i>"),
    markers.BOLD: ("<b>", "</b>"),
    markers.SUPERSCRIPT: ("<sup>", "</sup>"),
    markers.SUBSCRIPT: ("<sub>", "</sub>"),
    markers.UNDERLINE: ("<u>", "</u>"),
    markers.SMALL_CAPS: ('<span style="font-variant: small-caps">', "</span>"),
}
_STARS = {markers.ITALIC: "*", markers.BOLD: "**"}
_SCRIPTS = {
    markers.SUPERSCRIPT: (SUPERSCRIPTS, "^"),
    markers.SUBSCRIPT: (SUBSCRIPTS, "_"),
}
_ORDER = (markers.LINK, *_TAGS)
_VALUES = (markers.VALUE, markers.LINK)
_SPACES = re.compile(r"[^\S\u00a0]+")
_ADDRESS_BEFORE = re.compile(r"https?://\S*$")
_ANGLES = {"<": "%3C", ">": "%3E"}
# At its start a line could begin a list, a heading or a rule. Pandoc has lists with
# letters and Roman numerals, too, but none that begins as "A. Name" does.
_BLOCK = re.compile(
    r"\A((?:\d{1,9}|[a-z]|[ivxlcdm]+|[IVXLCDM]{2,})(?=[.)])|[A-Z](?=\))"
    r"|(?=[-+#=%:]|\([\w@]+\)))"
)


def finished(marked: str, quotes: Quotes, markup: str) -> str:
    """A reference from its text with markers: one line, in one of `MARKUPS`."""
    chars = _with_links(_punctuated(_read(marked, quotes), quotes))
    written = _Writer(markup).write(chars)
    return _BLOCK.sub(r"\1\\", written) if markup == MARKDOWN else written


def _read(marked: str, quotes: Quotes) -> list[_Char]:
    """The characters of a text, its markers turned into styles and quotation marks."""
    chars: list[_Char] = []
    opened: list[str] = []
    values = [0]
    count = 0

    def add(text: str, *, is_closing: bool = False) -> None:
        styles = frozenset(marker for marker in _ORDER if opened.count(marker) % 2)
        chars.extend(_Char(char, styles, values[-1], is_closing) for char in text)

    def pair() -> tuple[str, str]:
        is_outer = opened.count(markers.QUOTED) % 2
        return quotes.outer if is_outer else quotes.inner

    for piece in markers.split(marked):
        if piece == markers.END:
            if opened[-1] == markers.QUOTED:
                add(pair()[1], is_closing=True)
            if opened.pop() in _VALUES:
                values.pop()
        elif piece in markers.BEGINNINGS:
            opened.append(piece)
            if piece == markers.QUOTED:
                add(pair()[0])
            elif piece in _VALUES:
                count += 1
                values.append(count)
        else:
            add(_SPACES.sub(" ", piece))
    return chars


def _punctuated(chars: list[_Char], quotes: Quotes) -> list[_Char]:
    """Single spaces, no punctuation twice, and that behind quotes where it belongs."""
    out: list[_Char] = []
    for char in chars:
        if char.char == "." and not char.value and _ends_in_quoted_question(out):
            continue
        if char.char in ".," and not char.value and _ends_in_own_space(out):
            # Behind something that did not come.
            out.pop()
        place = len(out)
        if char.char in ".," and not char.value and quotes.holds_punctuation:
            while place and out[place - 1].is_closing:
                place -= 1
        while (
            kept := _kept(out[max(0, place - 1) : place], char, place < len(out))
        ) is _SECOND:
            place -= 1
            del out[place]
        if kept is None:
            out.insert(place, char)
    while out and out[-1].char == " ":
        out.pop()
    return out


def _kept(before: list[_Char], char: _Char, goes_inside: bool) -> int | None:
    """Which of two characters that come together is kept; None if both are."""
    last = before[0] if before else _Char(" ", frozenset())
    if char.char == " " and last.char == " ":
        return _FIRST
    if goes_inside and last.char in _ENDS:
        # No title in quotes ends twice: “Why?”, not “Why?,”.
        return _FIRST
    is_within = last.value and last.value == char.value
    return None if is_within else _PAIRS.get(last.char + char.char)


def _ends_in_own_space(out: list[_Char]) -> bool:
    """Whether the last character is a space that the style set."""
    return bool(out) and out[-1].char == " " and not out[-1].value


def _ends_in_quoted_question(out: list[_Char]) -> bool:
    """Whether the last characters are “?” or “!” and closing quotation marks."""
    place = len(out)
    while place and out[place - 1].is_closing:
        place -= 1
    return 0 < place < len(out) and out[place - 1].char in "?!"


def _with_links(chars: list[_Char]) -> list[_Char]:
    """The characters, `LINK` on whole addresses and on nothing else."""
    text = "".join(each.char for each in chars)
    position = 0
    for is_link, group in groupby(chars, lambda each: markers.LINK in each.styles):
        run = list(group)
        start, end = position, position + len(run)
        position = end
        if not is_link:
            continue
        if not text.startswith(("https://", "http://"), start):
            before = _ADDRESS_BEFORE.search(text[:start])
            start = before.start() if before else end
        for each in run:
            each.styles -= {markers.LINK}
        for each in chars[start:end]:
            each.styles |= {markers.LINK}
    return chars


class _Writer:
    """Writes characters in one markup."""

    def __init__(self, markup: str) -> None:
        self._markup = markup

    def write(self, chars: list[_Char], before: str = "", after: str = "") -> str:
        """The characters with all that sets them apart, between two neighbours."""
        return self._nested(chars, _ORDER, before, after)

    def _nested(
        self, chars: list[_Char], order: tuple[str, ...], before: str, after: str
    ) -> str:
        if not order:
            return self._escaped("".join(each.char for each in chars))
        if not any(order[0] in each.styles for each in chars):
            return self._nested(chars, order[1:], before, after)
        written: list[str] = []
        position = 0
        for is_apart, group in groupby(chars, lambda each: order[0] in each.styles):
            run = list(group)
            position += len(run)
            behind = chars[position].char if position < len(chars) else after
            if is_apart:
                written.append(self._apart(run, order, before, behind))
            else:
                written.append(self._nested(run, order[1:], before, behind))
            before = run[-1].char
        return "".join(written)

    def _apart(
        self, run: list[_Char], order: tuple[str, ...], before: str, after: str
    ) -> str:
        """A run that the first style of `order` sets apart."""
        style = order[0]
        text = "".join(each.char for each in run)
        if style == markers.LINK:
            return self._link(text)
        if self._markup == TEXT and style in _SCRIPTS:
            return _script(text, *_SCRIPTS[style])
        inner = self._nested(run, order[1:], "", "")
        if self._markup == TEXT:
            return inner
        opening, closing = _TAGS[style]
        if self._markup == MARKDOWN and style in _STARS:
            # Emphasis of CommonMark begins and ends at letters, or beside white space.
            begins = text[0].isalnum() or not before.strip()
            ends = text[-1].isalnum() or not after.strip()
            if begins and ends and text == text.strip():
                opening = closing = _STARS[style]
        return f"{opening}{inner}{closing}"

    def _link(self, address: str) -> str:
        target = re.sub("[<>]", lambda angle: _ANGLES[angle[0]], address)
        if self._markup == HTML:
            return f'<a href="{html.escape(target)}">{html.escape(address)}</a>'
        return f"<{target}>" if self._markup == MARKDOWN else address

    def _escaped(self, text: str) -> str:
        if self._markup == HTML:
            return html.escape(text, quote=False)
        return escaped(text) if self._markup == MARKDOWN else text


def _script(text: str, forms: dict[str, str], sign: str) -> str:
    if all(char in forms for char in text):
        return "".join(forms[char] for char in text)
    return f"{sign}({text})"
