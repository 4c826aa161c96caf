"""LaTeX and Markdown in running text: reads a source once, from left to right."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from paperstui.index.latex.formula import MAX_LENGTH, to_unicode
from paperstui.index.latex.symbols import INVISIBLE, SWITCHES
from paperstui.index.markup.emphasis import Emphasis
from paperstui.index.markup.formulas import formula_at
from paperstui.index.markup.macros import STYLED, backslash
from paperstui.index.markup.styled import Style, StyledBuilder, StyledText

_SPECIAL = re.compile(
    r"https?://[^\s<>{}\\^`\"*$]+|\\|\$\$?|\*+|_+|`+|~|--+|[{}^]|''|\"|\n\n"
)
_INITIAL = re.compile(r"\*\*([^\W\d_]+)\*\*(?!\*)")
# A backtick behind a space or a bracket opens a quotation: `one' and `two'.
_CODE = re.compile(r"`([^`\n]{0,199}[^`\s(\[])`(?!`)")
_SINGLE_QUOTED = re.compile(r"`([^`'\\$*_{}\n]{1,80})'(?![A-Za-z])")
_QUOTE_END = re.compile(r"''|``|\"|\n\n")
_MAX_QUOTE = 400
_SWITCH = re.compile(r"\{\\([A-Za-z]+)[ \n]*")
_ACCENT_GROUP = re.compile(
    r"\{\\(?:[\"'`^~=.]|(?:[HbcdkruvijloOL]|ss|[ao]e|aa|A[AE]|OE)(?![A-Za-z]))"
)
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_WORD_BEFORE = re.compile(r"[A-Za-z]{2,}$")
_WORD_AFTER = re.compile(r"[A-Za-z]{2,}")
_BEFORE_TIE = frozenset(")]}$")
_AFTER_TIE = frozenset("\\$([-")
_DASHES = {"--": "–", "---": "—"}


@dataclass(frozen=True, slots=True)
class Group:
    """A group in braces whose closing brace is still to come."""

    end: int
    """Offset of the closing brace."""
    place: int
    """Place of its first piece in the output."""
    style: Style | None = None
    closing: str = ""
    """What is shown at its end."""


class MarkupReader:
    """Reads one source; `text_macros` reads what stands behind a backslash."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.out = StyledBuilder()
        self._emphasis = Emphasis()
        self._groups: list[Group] = []
        self._quote_ends: dict[int, int] = {}

    def read(self) -> StyledText:
        """The whole source as a person reads it."""
        position = 0
        while match := _SPECIAL.search(self.text, position):
            if match.start() > position:
                self.out.add(self.text[position : match.start()])
            position = self._special(match)
        self.out.add(self.text[position:])
        for opening, closing, styles in self._emphasis.pairs:
            self.out.blank(opening)
            self.out.blank(closing)
            for style in styles:
                self.out.style(opening, closing, style)
        return self.out.build()

    @property
    def limit(self) -> int:
        """Offset that nothing read as one thing may cross: the end of the group."""
        return self._groups[-1].end if self._groups else len(self.text)

    @functools.cached_property
    def _partners(self) -> dict[int, int]:
        partners: dict[int, int] = {}
        open_braces: list[int] = []
        for match in _BRACE.finditer(self.text):
            if match[0] == "{":
                open_braces.append(match.start())
            elif match[0] == "}" and open_braces:
                partners[open_braces.pop()] = match.start()
        return partners

    def partner(self, position: int) -> int | None:
        """Offset of the brace that closes the one at `position`; None if there is none.

        A character other than an opening brace has no partner.
        """
        end = self._partners.get(position)
        return end if end is not None and end < self.limit else None

    def char(self, position: int) -> str:
        """The character at `position`; empty outside the text."""
        return self.text[position] if 0 <= position < len(self.text) else ""

    def show(self, start: int, end: int) -> int:
        """Show the source from `start` as it is; returns `end`."""
        self.out.add(self.text[start:end])
        return end

    def formula(
        self, source: str, start: int, end: int, style: Style | None = Style.MATH
    ) -> int:
        """Show a formula, or the text from `start` to `end` if beyond repair."""
        shown = to_unicode(source)
        if shown is None:
            return self.show(start, end)
        self.out.add(shown, style)
        return end

    def open_group(
        self, start: int, style: Style | None = None, closing: str = ""
    ) -> int:
        """Begin the group whose brace stands at `start`; the offset of its content."""
        end = self._partners[start]
        self._groups.append(Group(end, self.out.place, style, closing))
        return start + 1

    def _special(self, match: re.Match[str]) -> int:
        """Read one special token; the offset behind what was read."""
        start, token = match.start(), match[0]
        if start in self._quote_ends:
            self.out.add("”")
            return self._quote_ends.pop(start)
        match token[0]:
            case "\\":
                return backslash(self, start)
            case "$":
                return self._dollar(start, match.end())
            case "*" | "_" | "^":
                return self._mark(start, token)
            case "`":
                return self._backticks(start, token)
            case "~" | "-":
                self.out.add(self._typeset(start, token))
            case "{":
                return self._brace(start)
            case "}" if self._groups and self._groups[-1].end == start:
                self._close_group()
            case "\n":
                self._emphasis.forget(self._floor)
                self.out.add(token)
            case _:
                self.out.add(token)
        return match.end()

    @property
    def _floor(self) -> int:
        return self._groups[-1].place if self._groups else 0

    def _dollar(self, start: int, end: int) -> int:
        formula = formula_at(self.text, start)
        if formula is None or formula.end > self.limit:
            return self.show(start, end)
        return self.formula(formula.source, start, formula.end)

    def _mark(self, start: int, token: str) -> int:
        """Read asterisks, underscores or a caret."""
        end = start + len(token)
        closing = self.partner(end)
        if token in ("_", "^") and closing is not None and self.out.last.strip():
            if closing - start < MAX_LENGTH:
                return self.formula(self.text[start : closing + 1], start, closing + 1)
        elif token == "**" and (
            initial := _INITIAL.match(self.text, start, self.limit)
        ):
            # The letters of an acronym, as in **D**eep **L**earning.
            self.out.add(initial[1], Style.STRONG)
            return initial.end()
        elif token[0] != "^":
            before, after = self.char(start - 1), self.char(end)
            self._emphasis.add(self.out.place, token, before, after, self._floor)
        return self.show(start, end)

    def _backticks(self, start: int, token: str) -> int:
        end = start + len(token)
        if token == "`":
            code = _CODE.match(self.text, start, self.limit)
            if code:
                self.out.add(code[1], Style.CODE)
                return code.end()
            quoted = _SINGLE_QUOTED.match(self.text, start, self.limit)
            if quoted:
                self.out.add(f"‘{quoted[1]}’")
                return quoted.end()
        elif token == "``" and self.char(end).strip():
            closing = _QUOTE_END.search(
                self.text, end, min(self.limit, end + _MAX_QUOTE)
            )
            if closing and closing[0] != "\n\n":
                self._quote_ends[closing.start()] = closing.end()
                self.out.add("“")
                return end
        return self.show(start, end)

    def _is_tie(self, start: int) -> bool:
        """True where a tilde joins two words of LaTeX; "~10%" and "4~8 s" stay."""
        before, after = self.char(start - 1), self.char(start + 1)
        has_latex = "\\" in self.text or "$" in self.text
        opens = after in _AFTER_TIE
        if _WORD_BEFORE.search(self.text[max(0, start - 12) : start]):
            is_word = _WORD_AFTER.match(self.text, start + 1) is not None
            return opens or after.isdigit() or (is_word and has_latex)
        if before == "." and self.char(start - 2).isalpha():
            return opens or after.isalnum()
        if before.isdigit() or before in _BEFORE_TIE:
            return has_latex and (opens or after.isalpha())
        return False

    def _typeset(self, start: int, token: str) -> str:
        if token == "~":
            return "\N{NO-BREAK SPACE}" if self._is_tie(start) else token
        return self._dash(start, token)

    def _dash(self, start: int, token: str) -> str:
        """The dash that two or three hyphens stand for; themselves as an option's."""
        before, after = self.char(start - 1), self.char(start + len(token))
        if not before or not after or token not in _DASHES:
            return token
        blank_before, blank_after = before in " ~\n", after in " ~\n"
        joins = before.isalnum() or before in ")]}\"'”’.,$%*"
        starts = after.isalnum() or after in "([{\"'“‘$\\*`"
        opens = joins or (blank_before and token == "---")
        is_dash = (blank_before and blank_after) or (opens and starts)
        is_dash = is_dash or (joins and blank_after)
        return _DASHES[token] if is_dash else token

    def _brace(self, start: int) -> int:
        """Read an opening brace: of a styled group, of an accent, or of the text."""
        if self.partner(start) is not None:
            switch = _SWITCH.match(self.text, start)
            if switch and (switch[1] in SWITCHES or switch[1] in INVISIBLE):
                self.open_group(start, STYLED.get(SWITCHES.get(switch[1], "")))
                return switch.end()
            if _ACCENT_GROUP.match(self.text, start) or self._guards(start):
                return self.open_group(start)
        return self.show(start, start + 1)

    def _guards(self, start: int) -> bool:
        """True for braces around one character of a word, as BibTeX needs them."""
        if self.char(start + 2) != "}":
            return False
        inside, after = self.char(start + 1), self.char(start + 3)
        if inside.isalpha() and after.isalpha():
            return True
        return not inside.isascii() or inside == "%"

    def _close_group(self) -> None:
        group = self._groups.pop()
        self._emphasis.forget(group.place)
        if group.style is not None:
            self.out.style(group.place, self.out.place, group.style)
        self.out.add(group.closing)
