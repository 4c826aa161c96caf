"""The one analyzer: text to terms, used to index, to query and to highlight.

A text has two streams of terms. Its *words* stand in order, folded but unstemmed:
phrases and exact forms match there. Its *variants* are other spellings by which a
word is also found: its stem, the joined form of a hyphenated word, the form with its
accents, the German spelling of an umlaut, the single characters of a CJK run.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from paperstui.index.text import plain

VERSION = 1
"""Raised whenever the same text would give other terms: indexes are then rebuilt."""

_CJK = (
    "\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_MARK = "\u0300-\u036f"
_WORD = f"(?:[^\\W_{_CJK}][{_MARK}]*)+"
_APOSTROPHE = "'\u2019\u02bc"
# Joined words: state-of-the-art, O'Neil, snake_case; v1.5, 10,000; U.S.; then C++, C#.
_JOINER = (
    f"(?:[-\u2010\u2011_{_APOSTROPHE}](?=[^\\W_])"
    r"|(?<=\d)\.(?=\w)|\.(?=\d)|(?<=\d),(?=\d{3}(?!\d))"
    r"|(?<=\b[A-Za-z])\.(?=[A-Za-z]\b))"
)
_TOKEN = re.compile(f"[{_CJK}]+|{_WORD}(?:{_JOINER}{_WORD})*(?:\\+\\+|\\#)?")
_PART = re.compile(f"[^-\u2010\u2011_{_APOSTROPHE}]+")
_POSSESSIVE = re.compile(f"[{_APOSTROPHE}][sS]$")
_CJK_RUN = re.compile(f"[{_CJK}]")

# Letters that NFKD does not take apart.
_LETTERS = str.maketrans(
    {
        "æ": "ae",
        "ð": "d",
        "đ": "d",
        "ħ": "h",
        "\u0131": "i",  # without its dot
        "ł": "l",
        "ø": "o",
        "œ": "oe",
        "þ": "th",
        "ŧ": "t",
    }
)
# How umlauts and their Nordic kin are written without them.
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


@dataclass(frozen=True, slots=True)
class Term:
    """One term and the piece of text that it stands for."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Terms:
    """The two streams of terms of one text."""

    words: tuple[Term, ...]
    """Folded words in the order of the text."""
    variants: tuple[Term, ...]
    """Other spellings by which the words are also found, in no useful order."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a word or phrase of a query looks for."""

    words: tuple[str, ...]
    """Its words in order; several for `self-attention`, a phrase or a CJK run."""
    joined: str
    """All of them written as one."""
    spellings: frozenset[str]
    """Every spelling that stands for the whole, among the variants of a text."""


def wanted(text: str) -> Wanted:
    """The terms of a piece of a query, read like the text of a paper."""
    found = terms(plain(text))
    words = tuple(term.text for term in found.words)
    joined = "".join(words)
    spellings = {joined, stem(joined)} if joined else set()
    if len(words) == 1:
        whole = (found.words[0].start, found.words[0].end)
        spellings |= {t.text for t in found.variants if (t.start, t.end) == whole}
    return Wanted(words, joined, frozenset(spellings))


def fold_pattern(pattern: str) -> str:
    """A pattern with `*` in it, folded like the words it is to match."""
    return "*".join(fold(piece) if piece else "" for piece in pattern.split("*"))


def terms(text: str) -> Terms:
    """The terms of a text, with offsets into it."""
    words: list[Term] = []
    variants: list[Term] = []
    for match in _TOKEN.finditer(text):
        if _CJK_RUN.match(match[0]):
            _split_cjk(match[0], match.start(), words, variants)
        else:
            _split_word(match[0], match.start(), words, variants)
    return Terms(tuple(words), tuple(variants))


@lru_cache(maxsize=50_000)
def fold(word: str) -> str:
    """A word without case, accents, ligatures and compatibility forms."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    # Marks of other scripts, such as the voicing of kana, make another letter.
    letters = "".join(c for c in decomposed if not "\u0300" <= c <= "\u036f")
    folded = unicodedata.normalize("NFKC", letters.casefold()).translate(_LETTERS)
    if len(folded) == 1 and "\u0370" <= folded <= "\u03ff":
        return _greek_name(folded)
    return folded


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The English stem of a folded word; itself where it is no English word."""
    if len(word) < 3 or not (word.isascii() and word.isalpha()):
        return word
    return str(_stemmers().english.stemWord(word))


class _Stemmers(threading.local):
    """One stemmer a thread: it keeps the word it is working on in itself."""

    def __init__(self) -> None:
        # Costs 20 ms and is not needed before the first search.
        import snowballstemmer

        self.english = snowballstemmer.stemmer("english")


@lru_cache(maxsize=1)
def _stemmers() -> _Stemmers:
    return _Stemmers()


def _greek_name(letter: str) -> str:
    """The letter's name, so that "ε-greedy" and "epsilon-greedy" meet."""
    name = unicodedata.name(letter, "").split()
    if "LETTER" not in name:
        return letter
    after = name[name.index("LETTER") + 1 :]
    return (after[1] if after[:1] == ["FINAL"] else after[0]).lower()


def _split_cjk(run: str, at: int, words: list[Term], variants: list[Term]) -> None:
    """Overlapping pairs as words, single characters as variants."""
    if len(run) == 1:
        words.append(Term(fold(run), at, at + 1))
        return
    for i in range(len(run)):
        variants.append(Term(fold(run[i]), at + i, at + i + 1))
        if i:
            words.append(Term(fold(run[i - 1 : i + 1]), at + i - 1, at + i + 1))


def _split_word(token: str, at: int, words: list[Term], variants: list[Term]) -> None:
    possessive = _POSSESSIVE.search(token)
    end = at + len(token)
    if possessive:
        token = token[: possessive.start()]
    suffix = token[len(token.rstrip("+#")) :]
    parts = list(_PART.finditer(token))
    for part in parts:
        raw = part[0]
        # What belongs to the word is marked with it: "Tramèr's", "C++".
        stop = end if part is parts[-1] else at + part.end()
        word = Term(_word(raw), at + part.start(), stop)
        words.append(word)
        for other in _other_spellings(raw, word.text):
            variants.append(Term(other, word.start, word.end))
    if len(parts) > 1:
        joined = "".join(_word(part[0]) for part in parts)
        variants.append(Term(joined, at, end))
        if not suffix and stem(joined) != joined:
            variants.append(Term(stem(joined), at, end))


def _word(raw: str) -> str:
    """The folded form; dots and thousands commas inside numbers are settled here."""
    folded = fold(raw).replace(",", "")
    # U.S.A and USA are one word, v1.5 keeps its dot.
    if "." in folded and not any(c.isdigit() for c in folded):
        return folded.replace(".", "")
    return folded


def _other_spellings(raw: str, word: str) -> list[str]:
    others = [stem(word)]
    if not raw.isascii():
        accented = unicodedata.normalize("NFC", raw.casefold())
        spelled = fold(accented.translate(_SPELLED_OUT))
        others += [other for other in (accented, spelled) if other != word]
    return others
