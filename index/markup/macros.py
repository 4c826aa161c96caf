"""LaTeX macros in running text: what stands behind a backslash outside formulas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index.latex.characters import accented
from paperstui.index.latex.formula import MAX_LENGTH, arity, knows
from paperstui.index.latex.symbols import (
    FUNCTIONS,
    INVISIBLE,
    LETTERS,
    SPACES,
    SWITCHES,
    names,
    unbraced,
)
from paperstui.index.markup.formulas import formula_at
from paperstui.index.markup.styled import Style

if TYPE_CHECKING:
    from paperstui.index.markup.reader import MarkupReader

STYLED = {
    "emph": Style.EMPHASIS,
    "textit": Style.EMPHASIS,
    "textsl": Style.EMPHASIS,
    "textbf": Style.STRONG,
    "texttt": Style.CODE,
}
"""Macros of one argument that set it apart."""

_PLAIN = names(
    "hbox keywords makebox mbox text textmd textnormal textrm textsc textsf textup "
    "title uline underline"
)
_AROUND = {"enquote": ("“", "”"), "footnote": (" (", ")"), "thanks": (" (", ")")}
_SECOND = frozenset(("textcolor", "texorpdfstring"))
_DROPPED = frozenset(("color", "label", "vspace", "hspace"))
_STRUCTURE = frozenset(("begin", "end", "item"))
_PROSE = names("copyright dots eg etc ie LaTeX ldots TeX S P")

_NAME = re.compile(r"[A-Za-z]+")
_CITATION = re.compile(r"[A-Za-z]?cite[a-z]*")
_UNBRACED_CITATION = re.compile(r"\\cite[pt]?([A-Z][\w:,-]*)")
_OPTIONS = re.compile(r"\*?(?:[ \n]?\[[^\[\]\n]{0,100}\]){0,2}[ \n]?")
_ACCENT = re.compile(
    r"\\([\"'`^~=.])\"?(?:(\{)\\?([A-Za-z])[ ]?\}|\\([ij])(?![A-Za-z]) ?|([A-Za-z]))"
)
_LETTER_ACCENT = re.compile(r"\\([Hbcdkruv])(?:\{\\?([A-Za-z])\}| ([A-Za-z]))")
_APOSTROPHE = re.compile(r"(?:s|t|d|m|ll|re|ve)(?![A-Za-z])")
_BRACKETED_TOKEN = re.compile(r"\\([(\[])([A-Za-z][A-Za-z -]*)\\([)\]])")
_SCRIPT = re.compile(r"[_^](?:(?=\{)|\\[A-Za-z]+|[^\W\d_](?![^\W\d_])|\d+|\*)")
_TOKEN = re.compile(r" ?(?:\\[A-Za-z]+|[^\W_])")
_ROOT_INDEX = re.compile(r"\[[^\[\]]{1,20}\]")
_ESCAPED = re.compile(r"\\([%&_#~])(?:\{\})?")
_SCHEME = re.compile(r"^https?://")
_LITERAL = frozenset("%&_#${}*<>+")


def backslash(reader: MarkupReader, start: int) -> int:
    """Read what the backslash at `start` begins; the offset behind it."""
    char = reader.char(start + 1)
    if char.isascii() and char.isalpha():
        name = _NAME.match(reader.text, start + 1)
        assert name is not None
        return _macro(reader, name[0], start, name.end())
    if char in ("(", "["):
        return _bracket(reader, start)
    if char and char in "\"'`^~=.":
        return _accent(reader, start)
    if char in _LITERAL:
        reader.out.add(char)
    elif char == "|":
        reader.out.add("‖", Style.MATH)
    elif char in SPACES:
        _space(reader, char, start + 2)
    elif char == "\\":
        return _line_end(reader, start)
    else:
        return reader.show(start, start + 1)
    return start + 2


def _line_end(reader: MarkupReader, start: int) -> int:
    if not reader.char(start + 2).isspace():
        return reader.show(start, start + 2)
    if not reader.out.last.isspace():
        reader.out.add(" ")
    return start + 3


def _bracket(reader: MarkupReader, start: int) -> int:
    formula = formula_at(reader.text, start)
    if formula is not None and formula.end <= reader.limit:
        return reader.formula(formula.source, start, formula.end)
    token = _BRACKETED_TOKEN.match(reader.text, start, reader.limit)
    if token:
        reader.out.add(token[1] + token[2] + token[3])
        return token.end()
    return reader.show(start, start + 2)


def _space(reader: MarkupReader, char: str, end: int) -> None:
    after = reader.char(end)
    if char == "/" and after and not after.isspace() and after != "}":
        reader.out.add("/")  # An escaped slash of JSON, not an italic correction.
    elif char == " " or (SPACES[char] and reader.out.last.strip() and after.strip()):
        reader.out.add(" ")


def _accent(reader: MarkupReader, start: int) -> int:
    """Read an accent such as `\\"o`, or an escaped quotation mark."""
    mark = reader.char(start + 1)
    match = _ACCENT.match(reader.text, start, reader.limit)
    letter = match and (match[3] or match[4] or match[5])
    if match and letter:
        shown = accented(letter, mark)
        before = reader.char(start - 1)
        in_word = before.isalnum() or before in ("{", "-", "}") or bool(match[2])
        quoted = mark == '"' and not in_word and letter.islower()
        short = mark == "'" and before.isalnum() and not match[2]
        if short and _APOSTROPHE.match(reader.text, start + 2):
            quoted = True
        if len(shown) == 1 and not quoted:
            reader.out.add(shown)
            return match.end()
    if mark in "=.":
        return reader.show(start, start + 2)
    reader.out.add(mark)
    empty = reader.text.startswith("{}", start + 2)
    return start + 4 if empty else start + 2


def _macro(reader: MarkupReader, name: str, start: int, end: int) -> int:
    """Read the macro `name`, which stands from `start` to `end`."""
    if name in _STRUCTURE:
        formula = formula_at(reader.text, start)
        if formula is not None and formula.end <= reader.limit:
            return reader.formula(formula.source, start, formula.end)
        return reader.show(start, end)
    letter = _LETTER_ACCENT.match(reader.text, start, reader.limit)
    if letter and letter[1] == name:
        shown = accented(letter[2] or letter[3], name)
        if len(shown) == 1:
            reader.out.add(shown)
            return letter.end()
    if name in LETTERS:
        return _letter(reader, name, end)
    if citation := _UNBRACED_CITATION.match(reader.text, start, reader.limit):
        reader.out.add(f"[{citation[1]}]")
        return citation.end()
    argument = _argument(reader, end)
    if argument is not None and (taken := _with_argument(reader, name, argument)):
        return taken
    shapes = name in STYLED or name in _PLAIN or name in INVISIBLE
    if shapes and reader.char(end) != "{":
        # A switch without a group, or a macro whose braces got lost.
        return end + 1 if reader.char(end) == " " else end
    if argument is None and reader.char(end) == "{" and (shapes or arity(name)):
        return reader.show(start, end)  # The brace is never closed.
    return _mathematics(reader, name, start, end, argument)


def _letter(reader: MarkupReader, name: str, end: int) -> int:
    after = reader.char(end)
    if after in ("(", "_", "^"):
        reader.out.add(name)  # An author's own macro, such as \O(n).
        return end
    in_word = reader.out.last.isalpha()
    reader.out.add(LETTERS[name])
    if reader.text.startswith("{}", end):
        return end + 2
    # As in TeX, the white space that ends the name is not shown.
    return (
        end + 1 if after == " " and in_word and reader.char(end + 1).isalpha() else end
    )


def _argument(reader: MarkupReader, end: int) -> int | None:
    """Offset of the brace that opens the argument behind `end`, options passed over."""
    options = _OPTIONS.match(reader.text, end, reader.limit)
    start = options.end() if options else end
    return start if reader.partner(start) is not None else None


def _with_argument(reader: MarkupReader, name: str, start: int) -> int:
    """Read a macro of text whose argument opens at `start`; 0 where it is none."""
    closing = reader.partner(start)
    assert closing is not None
    if name in STYLED or name in _PLAIN or name in SWITCHES:
        return reader.open_group(start, STYLED.get(SWITCHES.get(name, name)))
    if name in _AROUND:
        before, after = _AROUND[name]
        reader.out.add(before.lstrip() if reader.out.last.isspace() else before)
        return reader.open_group(start, closing=after)
    content = reader.text[start + 1 : closing] if closing - start < MAX_LENGTH else ""
    if _CITATION.fullmatch(name):
        reader.out.add(f"[{content.strip()}]")
        return closing + 1
    if name == "url":
        reader.out.add(_ESCAPED.sub(r"\1", content.strip()))
        return closing + 1
    if name == "href":
        return _link(reader, _ESCAPED.sub(r"\1", content.strip()), closing + 1)
    if name in _DROPPED:
        return closing + 1
    second = _argument(reader, closing + 1)
    if name in _SECOND and second is not None:
        return reader.open_group(second)
    return 0


def _link(reader: MarkupReader, address: str, end: int) -> int:
    start = _argument(reader, end)
    closing = None if start is None else reader.partner(start)
    if start is None or closing is None or closing == start + 1:
        reader.out.add(address)
        return end if closing is None else closing + 1
    content = _ESCAPED.sub(r"\1", reader.text[start:closing])
    is_shown = _SCHEME.sub("", address).rstrip("/") in content
    return reader.open_group(start, closing="" if is_shown else f" ({address})")


def _mathematics(
    reader: MarkupReader, name: str, start: int, end: int, argument: int | None
) -> int:
    """Read a macro of mathematics outside dollars, or one that nobody knows."""
    is_letter = len(name) == 1 and reader.char(end) in ("^", "_")
    known = is_letter or knows(name)
    parts = None if known else unbraced(name)
    if not known and not parts:
        return _unknown(reader, start, end, argument)
    if parts and (parts[0] in STYLED.keys() | _PLAIN or parts[0] == "url"):
        return end - len(parts[1])
    if name in SPACES:
        reader.out.add(" ")
        return end
    stop = _formula_end(reader, name, end)
    if stop - start > MAX_LENGTH:
        return reader.show(start, end)
    is_function = name in FUNCTIONS or bool(parts and parts[0] in FUNCTIONS)
    last = reader.out.last
    if is_function and (last.isalnum() or last in (")", "]", "}")):
        reader.out.add(" ")
    is_prose = name in _PROSE or name.startswith("text")
    style = None if is_prose else Style.MATH
    stop = reader.formula(reader.text[start:stop], start, stop, style)
    after = reader.char(stop)
    if is_function and after.isalnum():
        reader.out.add(" ")
    if after == " " and last.isdigit() and reader.char(stop + 1).isdigit():
        stop += 1  # As in TeX, this space only ends the name: 2\times 2.
    return stop


def _unknown(reader: MarkupReader, start: int, end: int, argument: int | None) -> int:
    """Show the argument of a macro that nobody knows; without one, its name."""
    if argument is None:
        return reader.show(start, end)
    if reader.partner(argument) == argument + 1:
        reader.show(start, end)
        return argument + 2
    return reader.open_group(argument)


def _formula_end(reader: MarkupReader, name: str, end: int) -> int:
    """Offset behind the arguments and scripts of a macro that ends at `end`."""
    if name == "sqrt" and (index := _ROOT_INDEX.match(reader.text, end, reader.limit)):
        end = index.end()
    arguments = arity(name)
    for _ in range(arguments):
        token = _TOKEN.match(reader.text, end, reader.limit)
        end = _behind_group(reader, token.end() if token else end)
    if arguments == 0 and reader.text.startswith("{}", end):
        end += 2
    while script := _SCRIPT.match(reader.text, end, reader.limit):
        end = _behind_group(reader, script.end())
        if end == script.start() + 1:
            return script.start()
    return end


def _behind_group(reader: MarkupReader, position: int) -> int:
    closing = reader.partner(position)
    return position if closing is None else closing + 1
