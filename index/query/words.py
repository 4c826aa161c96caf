"""One piece of a query without quotes: a word, or one with an operator at it."""

from __future__ import annotations

import re

from paperstui.index.tree import Exact, Fuzzy, Phrase, Text, Wildcard, Word

_LETTER = "[^\\W_]"
_MARK = "\u0300-\u036f"
_IN_WORD = f"{_LETTER}|[{_MARK}]"
_JOINER = "[-\u2010\u2011_'\u2019]"
_AFTER = "[.,;:!?]*"
# A star stands alone: two of them are emphasis, as in **this**.
_STAR = r"(?<!\*)\*(?!\*)"
# Dots belong to numbers, as in v1.*
_PATTERN = re.compile(rf"((?:{_IN_WORD}|{_STAR}|(?<=\d)\.(?=[\d*]))+){_AFTER}")
_BEGINNING = re.compile(rf"((?:{_IN_WORD}|{_JOINER})+){_STAR}{_AFTER}")
_STARRED = re.compile(rf"(?:{_IN_WORD}|{_JOINER}|{_STAR})+{_AFTER}")
_NEARLY = re.compile(rf"((?:{_IN_WORD}|{_JOINER})+)~{_AFTER}")
_ONE_WORD = re.compile(f"(?:{_IN_WORD})+")
# Runs of these are indexed in pairs of characters, not as words.
_CJK = re.compile("[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]")

# As commands name a venue of a year, and as far as that is typed: icml2024, 3dv2025.
_EDITION = re.compile(r"(.*[^\W\d_])((?:19|20)[0-9]{2})")
_EDITION_BEGUN = re.compile(r"(.*[^\W\d_])([12][0-9]{,3})")

_CLOSING = ".,;?!"
_LEAST_OF_PATTERN = 2
_LEAST_OF_FUZZY = 3


def read_word(
    chunk: str, start: int, field: str | None, *, unfinished: bool
) -> tuple[Text | None, str]:
    """What a chunk asks for, and why an operator in it is taken as text, else "".

    None where it holds nothing that can be searched for. `unfinished` says that the
    chunk may be the beginning of a word.
    """
    if not has_letters(chunk):
        return None, ""
    end = start + len(chunk)
    if chunk[0] == "=" and chunk[1].isalnum():
        return Exact(chunk[1:], start + 1, end, field), ""
    found, problem = None, ""
    if "*" in chunk:
        found, problem = _with_star(chunk, start, field)
    elif "~" in chunk:
        found, problem = _with_tilde(chunk, start, field)
    if found is not None:
        return found, ""
    if problem:
        return Word(chunk, start, end, field), f"{chunk} - {problem}"
    # A sentence that was pasted ends with a whole word.
    unfinished = unfinished and chunk[-1] not in _CLOSING
    edition = _EDITION_BEGUN if unfinished else _EDITION
    if field == "venue" and (named := edition.fullmatch(chunk.rstrip(_CLOSING))):
        name = f"{named[1]} {named[2]}"
        return Phrase(name, start, end, field, prefix=unfinished), ""
    return Word(chunk, start, end, field, prefix=unfinished), ""


def has_letters(text: str) -> bool:
    """Whether there is a letter or a digit in a text."""
    return any(letter.isalnum() for letter in text)


def _with_star(chunk: str, start: int, field: str | None) -> tuple[Text | None, str]:
    if not _STARRED.fullmatch(chunk) and not _PATTERN.fullmatch(chunk):
        return None, ""  # a formula, emphasis
    if _count(chunk) < _LEAST_OF_PATTERN:
        return None, "* needs two letters beside it"
    pattern = _PATTERN.fullmatch(chunk)
    if pattern and not _CJK.search(chunk):
        return Wildcard(pattern[1], start, start + pattern.end(1), field), ""
    beginning = _BEGINNING.fullmatch(chunk)
    if beginning:
        end = start + beginning.end(1)
        return Word(beginning[1], start, end, field, prefix=True), ""
    return None, "* works within one word, or at the end"


def _with_tilde(chunk: str, start: int, field: str | None) -> tuple[Text | None, str]:
    nearly = _NEARLY.fullmatch(chunk)
    if not nearly:
        return None, ""  # a formula, an address
    if _count(chunk) < _LEAST_OF_FUZZY:
        return None, "~ needs three letters before it"
    if not _ONE_WORD.fullmatch(nearly[1]) or _CJK.search(chunk):
        return None, "~ works on one word"
    return Fuzzy(nearly[1], start, start + nearly.end(1), field), ""


def _count(chunk: str) -> int:
    return sum(letter.isalnum() for letter in chunk)
