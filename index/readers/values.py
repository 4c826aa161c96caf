"""Values of JSON and CSV files as the fields of a paper, whatever type they come in."""

from __future__ import annotations

import math
import re
from typing import Any

from paperstui.index import text
from paperstui.index.models import Author
from paperstui.index.readers import names

_SCORE = re.compile(r"\s*(-?\d+(?:\.\d+)?)(?:\s*[:/(].*|\s*)", re.DOTALL)
_SCORES = re.compile(r"[\d.,;|\s-]+")
_BLANK = frozenset(("", "-", "n/a", "nan", "none", "null"))
_ANONYMOUS = frozenset(("anonymous", "anonymous author", "anonymous authors"))
_COUNTS = range(100_000_000)
_YEARS = range(1000, 3000)


def line(value: object) -> str:
    """A text or number as clean text on one line; empty for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    if isinstance(value, float) and not math.isfinite(value):
        return ""
    return text.clean(str(value))


def block(value: object) -> str:
    """A text of paragraphs, which may come as a list of them."""
    if isinstance(value, list):
        value = "\n\n".join(part for part in value if isinstance(part, str))
    return text.clean_block(value) if isinstance(value, str) else ""


def title(value: object) -> str:
    """A title on one line, where LaTeX stays in formulas only."""
    found = line(value)
    if "\\" not in found:
        return found
    # Not at the top, to start sooner: few titles hold LaTeX.
    from paperstui.index.readers.tex import to_text

    return text.clean(to_text(found))


def words(value: object) -> tuple[str, ...]:
    """Keywords, once each: a list, or a text with `;` or `|` or commas between them.

    Commas separate nothing in a list of several, in parentheses, and where a colon
    tells of a taxonomy: "Data Mining: Graphs, Semi Structured Data".
    """
    items = [line(item) for item in (value if isinstance(value, list) else [value])]
    if len(items) == 1 and not re.search(r"[;|:]", items[0]):
        items = re.split(r",(?![^()]*\))", items[0])
    found = [word.strip(" ,") for item in items for word in re.split(r"[;|]", item)]
    return tuple(dict.fromkeys(word for word in found if word.lower() not in _BLANK))


def authors(value: object) -> tuple[Author, ...]:
    """Authors of a text, or of a list of names; objects hold them in "name" parts."""
    items = value if isinstance(value, list) else [value]
    found = [person for item in items for person in _authors(item)]
    if len(found) == 1 and found[0].name.lower() in _ANONYMOUS:
        return ()
    return tuple(found)


def are_cut(value: object) -> bool:
    """Whether such a text or list of authors says that it does not name all."""
    if isinstance(value, list):
        value = "; ".join(item for item in value if isinstance(item, str))
    return isinstance(value, str) and names.are_cut(value)


def affiliations(value: object, people: int) -> tuple[str, ...]:
    """Affiliations, one for each of so many people where the value gives as many.

    A text separates them by `;` or `|`. Where there are more or fewer of them than
    people, those that are empty are left out.
    """
    if isinstance(value, str):
        value = re.split(r"[;|]", value)
    if not isinstance(value, list):
        return ()
    found = [line(part) for part in value]
    if not any(found):
        return ()
    if len(found) != people:
        found = [name for name in found if name]
    return tuple(found)


def mean_score(scores: object, mean: object = None) -> float | None:
    """The mean of review scores such as "6;8;5", [6, 8] or ["8: accept"].

    Without any score it is `mean`, a number or a list that begins with it, unless
    that is 0, which stands for no reviews at all.
    """
    if isinstance(scores, str):
        scores = re.split(r"[;,|]" if _SCORES.fullmatch(scores) else ";", scores)
    items = scores if isinstance(scores, list) else [scores]
    found = [score for score in map(_number, items) if score is not None]
    if found:
        return math.fsum(found) / len(found)
    return _number(mean[0] if isinstance(mean, list) and mean else mean) or None


def count(value: object) -> int | None:
    """How many; None for a negative number, which stands for unknown, and for none."""
    number = _number(value)
    if number is None or int(number) not in _COUNTS or number < 0:
        return None
    return int(number)


def year(value: object) -> int | None:
    """A year given as a number or text; None for anything else."""
    number = _number(value)
    return int(number) if number is not None and int(number) in _YEARS else None


def is_true(value: object) -> bool:
    """Whether a flag is set: True, or a text other than "false", "no" and the like."""
    if isinstance(value, str):
        return value.strip().lower() not in _BLANK | {"false", "no", "0"}
    return value is True


def _number(value: object) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        found = _SCORE.fullmatch(value)
        value = float(found[1]) if found else None
    if isinstance(value, int) and abs(value) > 10**15:
        return None
    if isinstance(value, int | float) and math.isfinite(value):
        return float(value)
    return None


def _authors(item: Any) -> tuple[Author, ...]:
    if isinstance(item, dict):
        if family := line(item.get("family")):
            return (Author(family, line(item.get("given"))),)
        item = item.get("name") or item.get("fullname")
    if not isinstance(item, str) or item.strip().lower() in _BLANK:
        return ()
    return names.authors(item)
