"""The fields of a BibTeX entry: taken apart, joined, and mended where damaged."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.readers.bibtex_blocks import Block

# Also what BibTeX forbids in a key: white space, and letters such as t{\"o}n.
_KEY = re.compile(r"\s*((?:[^,{}=\"\\]|\\.|\{[^{}]*\})*)(,|=|$)", re.DOTALL)
_LINE_WITH_ENTRY = re.compile(r"\s*\n\s*@")
_LINE_BREAK_BEFORE_BRACE = re.compile(r"(?<!\\)((?:\\\\)+)(?=[{}\"])")
_DELIMITER = re.compile(r"\\.|[{}\"]", re.DOTALL)
_WORD = re.compile(r"[^\s#,{}\"=]+")
_GAP = re.compile(r"\s*(#?)\s*")
_NEXT_FIELD = re.compile(r"([A-Za-z][\w:.+-]*)\s*=")
_FIELD_LINE = re.compile(
    r"(?:^[ \t]*,?[ \t]*|(?<=[}\"\d]),[ \t]*)([A-Za-z][\w:.+-]*)\s*=\s*(?=[{\"\w])",
    re.MULTILINE,
)
_STRING = re.compile(r"\s*([^\s=,{}\"]+)\s*=\s*")


@dataclass(slots=True)
class Strings:
    """The `@string` names of a file, and those that BibTeX styles define."""

    values: dict[str, str] = field(
        default_factory=lambda: {
            calendar.month_abbr[n].lower(): calendar.month_name[n] for n in range(1, 13)
        }
    )
    """By name in small letters."""
    unknown: dict[str, str] = field(default_factory=dict)
    """Names that were used without being defined, as they were written."""

    def define(self, body: str) -> bool:
        """Take in the body of an `@string`; False where it is none."""
        match = _STRING.match(body)
        if match is None:
            return False
        value, _, _ = _evaluated(body[match.end() :], self)
        self.values[match[1].lower()] = value
        return True

    def resolve(self, word: str) -> str:
        """What a word outside braces and quotes stands for; a number for itself."""
        if word[0].isdigit():
            return word
        found = self.values.get(word.lower())
        if found is None:
            self.unknown.setdefault(word.lower(), word)
            return word
        return found


@dataclass(slots=True)
class Entry:
    """One entry with its values as they stand there, strings and joins resolved."""

    type: str
    key: str
    """As it is written; empty where there is none."""
    line: int
    fields: dict[str, str] = field(default_factory=dict)
    """By name in small letters."""
    mended: list[str] = field(default_factory=list)
    """What was wrong and put right."""


def entry(block: Block, strings: Strings) -> Entry:
    """The entry in a block; what is damaged is mended or left out, never raised."""
    key, body, is_separate = _key(block.body)
    found = Entry(block.type, key, block.line)
    if not is_separate:
        found.mended.append("has no comma behind its key")
    pairs = None if block.damage else _parsed(body)
    if pairs is None:
        reason = block.damage or "is damaged"
        found.mended.append(f"{reason}; its fields were read line by line")
        pairs = list(_by_line(body))
    for name, raw in pairs:
        _take(found, name, raw, strings)
    return found


def _key(body: str) -> tuple[str, str, bool]:
    """Key, fields, and whether a comma stands between them."""
    match = _KEY.match(body)
    if match is None:
        return "", body, True
    words = match[1].split()
    if match[2] != "=":
        return " ".join(words), body[match.end() :], True
    # No comma before the first "=": the last word names the field before it.
    name = words.pop() if words else ""
    return " ".join(words), f"{name} ={body[match.end() :]}", not words


def _parsed(body: str) -> list[tuple[str, str]] | None:
    """Names and raw values as the parser reads them; None where it gives up."""
    # Not at the top, to start sooner.
    import logging

    from bibtexparser.entrypoint import parse_string
    from bibtexparser.model import DuplicateFieldKeyBlock
    from bibtexparser.model import Entry as ParsedEntry

    logger = logging.getLogger("bibtexparser")
    if not logger.handlers:
        # Without a handler its complaints would be printed over the screen.
        logger.addHandler(logging.NullHandler())
    # The parser stops at every line that begins with an entry, in a field or not.
    body = _LINE_WITH_ENTRY.sub(" @", body)
    # And it takes the brace behind two backslashes for an escaped one.
    body = _LINE_BREAK_BEFORE_BRACE.sub(r"\1 ", body)
    try:
        library = parse_string(f"@entry{{key,{body}\n}}", parse_stack=[])
    except Exception:
        # Whatever goes wrong in there, the entry can still be read line by line.
        return None
    block = library.blocks[0] if len(library.blocks) == 1 else None
    if isinstance(block, DuplicateFieldKeyBlock):
        block = block.ignore_error_block
    if not isinstance(block, ParsedEntry):
        return None
    return [(item.key, item.value) for item in block.fields]


def _by_line(body: str) -> Iterator[tuple[str, str]]:
    """Names and raw values by the lines that begin a field, braces balanced or not."""
    starts = list(_FIELD_LINE.finditer(body))
    for number, match in enumerate(starts):
        is_last = number + 1 == len(starts)
        end = len(body) if is_last else starts[number + 1].start()
        raw = body[match.end() : end].strip().rstrip(",").strip()
        opening, closing = raw[:1], {"{": "}", '"': '"'}.get(raw[:1], "")
        if closing:
            if is_last:
                raw = raw.rstrip("}) \n\t") + closing
            inner = raw[1:].rstrip("}" if opening == "{" else '"} \n\t')
            yield match[1], f"{{{_balanced(inner)}}}"
        else:
            word = _WORD.match(raw)
            yield match[1], word[0] if word else ""


def _balanced(text: str) -> str:
    return text if text.count("{") == text.count("}") else re.sub(r"[{}]", "", text)


def _take(found: Entry, name: str, raw: str, strings: Strings) -> None:
    """Put a field into an entry, and those that follow it without a comma."""
    while name:
        name = name.strip().lower()
        value, rest, is_sound = _evaluated(raw, strings)
        if not is_sound:
            found.mended.append(f"has a {name} that is neither in braces nor in quotes")
        known = found.fields.get(name)
        if not known:
            found.fields[name] = value
        elif value.strip() and value != known:
            found.mended.append(f"has two fields {name}; the first counts")
        following = _NEXT_FIELD.match(rest)
        if following:
            found.mended.append(f"has no comma behind its {name}")
        name = following[1] if following else ""
        raw = rest[following.end() :] if following else ""


def _evaluated(raw: str, strings: Strings) -> tuple[str, str, bool]:
    """A value, the fields that follow it without a comma, and whether it is sound."""
    parts: list[tuple[str, bool]] = []
    rest = ""
    position = _skipped(raw, 0)
    while position < len(raw):
        end = _closing(raw, position) if raw[position] in '{"' else None
        word = _WORD.match(raw, position)
        if end is not None:
            parts.append((raw[position + 1 : end], False))
            position = end + 1
        elif word is not None:
            parts.append((word[0], True))
            position = word.end()
        else:
            return raw, "", False
        gap = _GAP.match(raw, position)
        position = gap.end() if gap else position
        if position < len(raw) and not (gap and gap[1]):
            if not _NEXT_FIELD.match(raw, position):
                return raw, "", False
            rest = raw[position:]
            break
    words = (strings.resolve(part) if bare else part for part, bare in parts)
    return "".join(words), rest, True


def _skipped(raw: str, position: int) -> int:
    gap = _GAP.match(raw, position)
    return gap.end() if gap else position


def _closing(raw: str, start: int) -> int | None:
    """Offset of the brace or quote that closes the one at `start`, or None."""
    wanted = "}" if raw[start] == "{" else '"'
    depth = 0
    for token in _DELIMITER.finditer(raw, start + 1):
        if token[0] == wanted and depth == 0:
            return token.start()
        depth += (token[0] == "{") - (token[0] == "}")
    return None
