"""The records of a JSON array one by one, so that a damaged one costs no other."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPACE = re.compile(r"[\s\ufeff]*+")
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*+)"|[{}\[\]]', re.DOTALL)
_COLON = re.compile(r"\s*+:")
_MOST_DAMAGED = 1_000
"""Damaged elements after which an array is given up: naming each place takes time."""
_FIRST_KEY = re.compile(r'\{\s*"(?:[^"\\]|\\.)*+"')


@dataclass(frozen=True, slots=True)
class Entry:
    """One element of an array."""

    number: int
    """1-based place in the array."""
    line: int
    """1-based line where it begins, or where it is damaged."""
    value: Any = None
    """None where it is damaged, too."""
    damage: str = ""
    """Why it cannot be read; empty where it can."""


def why(error: ValueError | RecursionError) -> str:
    """What a JSON parser complains about, in a few words."""
    if isinstance(error, json.JSONDecodeError):
        return error.msg[:1].lower() + error.msg[1:].removesuffix(" starting at")
    return "too deeply nested" if isinstance(error, RecursionError) else str(error)


def entries(content: str, start: int = 0, *, is_inner: bool = False) -> Iterator[Entry]:
    """The elements of the array that begins at `start`; never raises.

    Behind a damaged element it goes on with the next one that begins like the first.
    An array that ends too early, or none at all, gives a damaged element. Other arrays
    may follow, unless the array `is_inner`: part of an object.
    """
    # Texts with raw line ends and tabs are read as they are meant.
    decoder = json.JSONDecoder(strict=False)
    position = counted = _skipped(content, start)
    line = content.count("\n", 0, position) + 1
    if not content.startswith("[", position):
        yield Entry(1, line, damage="there is no JSON array")
        return
    number, damaged, head = 0, 0, ""
    position += 1
    while (position := _skipped(content, position)) < len(content):
        if content.startswith("]", position):
            position = _skipped(content, position + 1)
            if is_inner or position == len(content):
                return
            if content.startswith("[", position):
                position += 1
                continue
        number += 1
        line += content.count("\n", counted, position)
        counted = position
        head = head or _head(content, position)
        try:
            value, end = decoder.raw_decode(content, position)
        except (ValueError, RecursionError) as error:
            place = getattr(error, "pos", position)
            yield Entry(number, _line(content, line, position, place), None, why(error))
            position = content.find(head, max(position + 1, place)) if head else -1
            damaged += 1
            if position < 0 or isinstance(error, RecursionError):
                return
            if damaged == _MOST_DAMAGED:
                yield Entry(
                    number + 1, line, damage="the rest of the file was not read"
                )
                return
            continue
        yield Entry(number, line, value)
        position = _skipped(content, end)
        if content.startswith(",", position):
            position += 1
    line += content.count("\n", counted, position)
    yield Entry(number + 1, line, damage="the file ends before the array does")


def opening(head: str) -> tuple[str, frozenset[str]]:
    """How JSON text begins ("[", "{" or neither) and the keys of its first object.

    Nothing but the start of the text is needed, cut wherever it may be.
    """
    position = _skipped(head, 0)
    first = head[position : position + 1]
    if first not in ("[", "{"):
        return "", frozenset()
    keys: set[str] = set()
    wanted = "{" if first == "{" else "[{"
    path = ""
    for token in _TOKEN.finditer(head, position):
        if token[0] in ("{", "["):
            path += token[0]
        elif token[0] in ("}", "]"):
            path = path[:-1]
            if keys and len(path) < len(wanted):
                break
        elif path == wanted and _COLON.match(head, token.end()):
            keys.add(token[1])
    return first, frozenset(keys)


def _line(content: str, line: int, position: int, place: int) -> int:
    """The line of a place behind a position whose line is known."""
    return line + content.count("\n", position, place)


def _skipped(content: str, position: int) -> int:
    match = _SPACE.match(content, position)
    return match.end() if match else position


def _head(content: str, position: int) -> str:
    """How an object begins: up to its first key."""
    match = _FIRST_KEY.match(content, position)
    return match[0] if match else ""
