"""Terms of a conference that come and go: log-odds between two of its years.

After Monroe, Colaresi and Quinn, "Fightin' Words" (2008), with papers in place of
words: by how many standard deviations the odds rose that a paper has a term, with a
prior of what both years have in common. So neither rare terms nor those of all papers
come out on top.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from math import log, sqrt
from typing import TYPE_CHECKING

from paperstui.index.analysis import fold, indexed, stem
from paperstui.index.engines.base import field_text
from paperstui.index.ranking import FUNCTION_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from paperstui.index.models import Paper

LEAST = 2
"""Papers from which on a term counts: what one paper says is no term of its venue."""
PRIOR = 50.0
"""What the prior weighs, in papers."""
SURE = 1.6
"""Standard deviations up to which a change may be chance: one term in ten comes so
far by it."""
_TOLD = 1.0
"""Standard deviations from which on it is told at all."""
MOST = 60
"""Terms of a kind that are told."""
_FORMS = 4
"""Written forms of a term that are kept."""
_PART = 0.5
"""Share of a word's papers from which on a phrase with it stands for the word."""

_FIELDS = ("title", "abstract", "keywords")
# Words of two clauses make no phrase; addresses and praise are no words of a topic.
_CLAUSE = re.compile(
    r"https?://\S+|state[- ]of[- ]the[- ]arts?"
    r"|[.,;:!?()\[\]{}\"“”—]+(?:\s|$)|\s[(\[{\"“—]|\n",
    re.IGNORECASE,
)
# "LLMs", "LoRA", "GPT": all words with a capital that is not the first letter.
_CAPITALS = re.compile(r"\b[A-Za-z]+[A-Z][A-Za-z]*\b")
_BOILERPLATE = """
approach approximately article based com compared demonstrate eg experiment
experimental extensive furthermore github ie introduce method moreover novel org paper
present problem propose result show shown significantly study use via work
"""
_SAYING_NOTHING = frozenset(map(stem, _BOILERPLATE.split()))


@dataclass(frozen=True, slots=True)
class Counted:
    """How many papers of some have each term."""

    papers: int
    terms: Mapping[str, int]
    """Papers by term: a stem, or two with a space between."""
    forms: Mapping[str, tuple[str, ...]]
    """How each term is written, the most frequent form first."""


@dataclass(frozen=True, slots=True)
class Change:
    """A term of which another share of the papers speaks now."""

    forms: tuple[str, ...]
    """How it is written, the most frequent form first."""
    before: int
    """Papers that had it."""
    after: int
    """Papers that have it."""
    score: float
    """By how many standard deviations its log-odds rose; negative where they fell."""

    @property
    def query(self) -> str:
        """What finds its papers, as a person would type it."""
        if " " not in self.forms[0]:
            return self.forms[0]  # found by its stem
        phrases = " OR ".join(f'"{form}"' for form in self.forms)
        return f"({phrases})" if len(self.forms) > 1 else phrases


@dataclass(frozen=True, slots=True)
class Changes:
    """What two years of a conference differ in, the surest changes first."""

    new: tuple[Change, ...]
    """Terms that the year before did not have."""
    growing: tuple[Change, ...]
    fading: tuple[Change, ...]


def count(papers: Iterable[Paper]) -> Counted:
    """Count the papers that have each term in title, abstract or keywords."""
    number = 0
    terms: Counter[str] = Counter()
    written: Counter[tuple[str, str]] = Counter()
    capitals: Counter[str] = Counter()
    for paper in papers:
        number += 1
        mine: set[tuple[str, str]] = set()
        names: set[str] = set()
        for field in _FIELDS:
            text = field_text(paper, field)
            names.update(_CAPITALS.findall(text))
            for clause in _CLAUSE.split(text):
                mine.update(_terms(indexed(clause).words))
        terms.update({term for term, _ in mine})
        written.update(mine)
        capitals.update(names)
    kept = {term: found for term, found in terms.items() if found >= LEAST}
    return Counted(number, kept, _written(kept, written, capitals))


def compare(before: Counted, after: Counted) -> Changes:
    """What changed from the papers of one year to those of another."""
    scored = [
        (score, term)
        for term in {**before.terms, **after.terms}
        if abs(score := _score(term, before, after)) >= _TOLD
    ]
    scored.sort(key=lambda each: (-abs(each[0]), each[1]))
    rising = _whole([each for each in scored if each[0] > 0], after.terms)
    falling = _whole([each for each in scored if each[0] < 0], before.terms)

    def told(some: Iterable[tuple[float, str]]) -> tuple[Change, ...]:
        changes = (_change(score, term, before, after) for score, term in some)
        return tuple(changes)[:MOST]

    return Changes(
        told(each for each in rising if each[1] not in before.terms),
        told(each for each in rising if each[1] in before.terms),
        told(falling),
    )


def log_odds(
    before: int, papers_before: int, after: int, papers_after: int
) -> tuple[float, float]:
    """By how much the log-odds of a term rose between two years, and the deviation.

    The prior adds `PRIOR` papers to each year, as many of them with the term as both
    years have together. The term must be in one paper at least.
    """
    prior = PRIOR * (before + after) / (papers_before + papers_after)

    def odds(found: int, papers: int) -> tuple[float, float]:
        # Half a paper without it, for a term that all papers have.
        there, elsewhere = found + prior, max(0.5, papers + PRIOR - found - prior)
        return log(there / elsewhere), 1 / there + 1 / elsewhere

    first, doubt = odds(before, papers_before)
    last, more = odds(after, papers_after)
    return last - first, sqrt(doubt + more)


def _score(term: str, before: Counted, after: Counted) -> float:
    found = (before.terms.get(term, 0), after.terms.get(term, 0))
    rise, doubt = log_odds(found[0], before.papers, found[1], after.papers)
    return rise / doubt


def _change(score: float, term: str, before: Counted, after: Counted) -> Change:
    sides = (after, before) if score > 0 else (before, after)
    forms = dict.fromkeys(form for side in sides for form in side.forms.get(term, ()))
    found = (before.terms.get(term, 0), after.terms.get(term, 0))
    return Change(tuple(forms)[:_FORMS], *found, score)


def _whole(
    scored: Sequence[tuple[float, str]], papers: Mapping[str, int]
) -> list[tuple[float, str]]:
    """Without words that are mostly part of a phrase which changed as well."""
    phrases: dict[str, int] = {}
    for _, term in scored:
        first, space, second = term.partition(" ")
        if space:
            for word in (first, second):
                phrases[word] = max(phrases.get(word, 0), papers.get(term, 0))
    return [
        (score, term)
        for score, term in scored
        if phrases.get(term, 0) <= _PART * papers.get(term, 0)
    ]


def _terms(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The terms of a clause: single words and pairs that say something, as written."""
    before: tuple[str, str] | None = None
    for word in words:
        number = word.isdigit()
        if word in FUNCTION_WORDS or (len(word) < 2 and not number):
            before = None
            continue
        stemmed = stem(word)
        if stemmed in _SAYING_NOTHING:
            before = None
            continue
        if before is not None:
            yield f"{before[0]} {stemmed}", f"{before[1]} {word}"
        # A number says something behind a word only: "COVID-19".
        before = None if number else (stemmed, word)
        if not number:
            yield stemmed, word


def _written(
    kept: Mapping[str, int],
    written: Counter[tuple[str, str]],
    capitals: Counter[str],
) -> dict[str, tuple[str, ...]]:
    """The forms of terms, with capitals where most papers write them so."""
    spelled: dict[str, str] = {}
    papers = {form: found for (_, form), found in written.items() if " " not in form}
    for name, found in capitals.most_common():
        word = fold(name)
        if word not in spelled and 2 * found > papers.get(word, 0):
            spelled[word] = name
    forms: dict[str, list[tuple[int, str]]] = {}
    for (term, form), found in written.items():
        if term in kept:
            forms.setdefault(term, []).append((-found, form))
    # Each by itself: all in one go would hold up the other threads.
    return {
        term: tuple(
            " ".join(spelled.get(word, word) for word in form.split())
            for _, form in sorted(mine)[:_FORMS]
        )
        for term, mine in forms.items()
    }
