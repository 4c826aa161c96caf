"""Where the entries of a BibTeX file begin and end, whatever is wrong in between."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Parentheses are common in prose, so that only a key makes them an entry.
_START = re.compile(
    r"(?<![\w\\.])@[ \t]*([A-Za-z][\w.+-]*)\s*"
    r"(?:(\{)|(\()(?=\s*[^\s(),{}=\"]*\s*[,=]|\s*[\"{]))"
)
_NEXT = r"\n[ \t]*(?=@[ \t]*[A-Za-z][\w.+-]*\s*[{(]\s*[^\s(),{}=\"]*\s*[,=])"
_BRACES = re.compile(rf"\\[^\n]|[{{}}]|{_NEXT}")
_PARENTHESES = re.compile(rf"\\[^\n]|[{{}})\"]|{_NEXT}")
_MORE_FIELDS = re.compile(r"\s*\}?\s*,?\s*[A-Za-z][\w:.+-]*\s*=\s*[{\"\d]")
_SPACE = re.compile(r"\s*")
_MOST_NESTED = 20
"""Entries in the fields of one other, beyond which that one is not closed."""


@dataclass(frozen=True, slots=True)
class Block:
    """One `@type{...}` of a file."""

    type: str
    """In small letters."""
    body: str
    """What stands between the delimiters."""
    line: int
    """1-based line of the `@`."""
    damage: str = ""
    """What is wrong with its delimiters; empty where they match."""


def blocks(content: str) -> Iterator[Block]:
    r"""Every block of a text whose lines end in `\n`; linear in its length.

    A block that is not closed ends before the next line that begins one. Blocks
    behind a `%` on their line are commented out.
    """
    position, line, counted = 0, 1, 0
    start = _START.search(content)
    while start is not None:
        if _is_commented(content, start.start(), position):
            start = _START.search(content, start.end())
            continue
        line += content.count("\n", counted, start.start())
        counted = start.start()
        end, closed = _end(content, start.end(), is_braced=start[2] is not None)
        following = _START.search(content, end)
        body, damage = content[start.end() : end - closed], ""
        rest = content[end : following.start() if following else len(content)]
        if not closed:
            damage = "is not closed"
        elif _MORE_FIELDS.match(rest):
            body, damage = f"{content[start.end() : end]}{rest}", "is closed too early"
        yield Block(start[1].lower(), body, line, damage)
        position, start = end, following


def _is_commented(content: str, start: int, floor: int) -> bool:
    line_start = content.rfind("\n", floor, start) + 1
    return "%" in content[max(line_start, floor) : start]


def _end(content: str, start: int, *, is_braced: bool) -> tuple[int, bool]:
    """Offset behind a block whose content begins at `start`; whether it is closed."""
    depth, quoted = 0, False
    inside: list[int] = []
    pattern, closing = (_BRACES, "}") if is_braced else (_PARENTHESES, ")")
    for token in pattern.finditer(content, start):
        mark = token[0]
        if mark == closing and depth == 0 and not quoted:
            return token.end(), True
        if mark in ("{", "}"):
            depth = max(0, depth + (1 if mark == "{" else -1))
        elif mark == '"' and depth == 0:
            quoted = not quoted
        elif mark[0] == "\n":
            if not _is_nested(content, token.end()):
                return token.end(), False
            inside.append(token.end())
            if len(inside) > _MOST_NESTED:
                break
    return (inside[0] if inside else len(content)), False


def _is_nested(content: str, start: int) -> bool:
    """Whether the entry at `start` stands in a field: more of a field is behind it."""
    header = _START.match(content, start)
    if header is None or header[2] is None:
        return False
    depth = 1
    for token in _BRACES.finditer(content, header.end()):
        if token[0] == "{":
            depth += 1
        elif token[0] == "}":
            depth -= 1
        elif token[0][0] == "\n":
            return False
        if depth == 0:
            space = _SPACE.match(content, token.end())
            behind = space.end() if space else token.end()
            return content[behind : behind + 1] in ("}", ",", '"')
    return False
