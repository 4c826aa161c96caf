"""Other spellings by which a word is found too, read from how it is written."""

from __future__ import annotations

import re

from paperstui.index.folding import fold, shown
from paperstui.index.stemming import stem

Piece = tuple[str, int, int]
"""A term with the start and end of what it stands for."""

# How umlauts and their Nordic kin are written without them.
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
# "GANs", "NeRFs", "GPs".
_ACRONYMS = re.compile(r"[A-Za-z0-9]*[A-Z]{2}s|[A-Za-z0-9]*[a-z][A-Z]s")
# "ResNet50", "YOLOv8", "Llama3.1", "GPT4o", "COVID19".
_NUMBERED = re.compile(r"([A-Za-z]{3,}?)(?:(?<!con)v)?\d[\d.]*[a-z]{0,2}", re.I)
# "FlashAttention", "StyleGAN", "RoBERTa", "AutoML", but neither "ImageNet" by "net" nor
# "ReLU" by "LU".
_HUMPS = re.compile(
    r"[A-Z][a-z]{3,}|[A-Z]{3,}(?![a-z]{2})|(?<=[a-z]{2})[A-Z]{2}(?![a-z])"
)


def others(raw: str, word: str) -> list[Piece]:
    """The other spellings of a word as it is written and folded, with their places.

    Those that stand for a part of it, such as "attention" in "FlashAttention", find the
    word but are not found by it.
    """
    whole = [stem(word)]
    pieces: list[Piece] = []
    if raw.isascii():
        if _ACRONYMS.fullmatch(raw):
            whole.append(word[:-1])
        elif raw.isalnum() and not raw.islower():
            pieces = _humps(raw)
        if numbered := _NUMBERED.fullmatch(raw):
            pieces += _stemmed(fold(numbered[1]), 0, numbered.end(1))
    else:
        accented = shown(shown(raw).casefold())
        spelled = fold(accented.translate(_SPELLED_OUT))
        whole += [other for other in (accented, spelled) if other != word]
    found = dict.fromkeys((other, 0, len(raw)) for other in whole)
    return [*found, *dict.fromkeys(pieces)]


def _humps(raw: str) -> list[Piece]:
    """The longer parts of a word in camel case."""
    pieces = []
    for hump in _HUMPS.finditer(raw):
        if hump.end() - hump.start() < len(raw):
            pieces += _stemmed(hump[0].lower(), *hump.span())
    return pieces


def _stemmed(part: str, start: int, end: int) -> list[Piece]:
    """A part of a word and its stem."""
    return [(other, start, end) for other in (part, stem(part))]
