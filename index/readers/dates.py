"""The months and days that records give beside a year, in the many ways they do."""

from __future__ import annotations

import calendar
import re
from itertools import zip_longest

_NAMES = {name[:3].lower(): n for n, name in enumerate(calendar.month_name) if name}
_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in calendar.month_name[1:])
_WORD = re.compile(
    rf"\b(?:(?P<month>{_MONTH})t?|(?P<day>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?)\b",
    re.IGNORECASE,
)
_ISO = re.compile(r"\b[12]\d{3}[-/](\d\d?)(?:[-/](\d\d?))?(?!\d)")
_NUMBER = re.compile(r"0?[1-9]|1[0-2]")
_YEAR = re.compile(r"\b[12]\d{3}\b")


def month(words: str) -> str:
    """The month, with the day or a span where they are given; empty for none.

    "Jul", "7" and "2024-07" are "07", "July 3" is "07-03", "21--27 Jul" is
    "07-21/07-27", and "June/July" is "06/07".
    """
    if _NUMBER.fullmatch(words):
        return span([[int(words)]])
    if found := _ISO.findall(words):
        return span([[int(part) for part in parts if part] for parts in found])
    words = _YEAR.sub(" ", words)
    found = [(word["month"], word["day"]) for word in _WORD.finditer(words)]
    months = [_NAMES[name[:3].lower()] for name, _ in found if name]
    days = [int(day) for _, day in found if day]
    if days and len(months) == 1:
        months *= len(days)
    if not months:
        return ""
    parts = zip_longest(months, days)
    return span([[part for part in pair if part is not None] for pair in parts])


def csl_month(issued: object) -> str:
    """The same of a date of CSL-JSON."""
    parts = issued.get("date-parts") if isinstance(issued, dict) else None
    try:
        return span([[int(part) for part in date[1:]] for date in parts or ()])
    except (TypeError, ValueError):
        return ""


def span(dates: list[list[int]]) -> str:
    """One or two of month and day as `month` gives them; empty for no such dates."""
    if not 1 <= len(dates) <= 2 or not all(map(_is_date, dates)):
        return ""
    if len(dates[0]) != len(dates[-1]):
        return ""
    texts = ("-".join(f"{part:02}" for part in date) for date in dates)
    return "/".join(dict.fromkeys(texts))


def _is_date(parts: list[int]) -> bool:
    """Whether it is a month, or a day that its month has in some year."""
    if not 1 <= len(parts) <= 2 or not 1 <= parts[0] <= 12:
        return False
    return len(parts) == 1 or 1 <= parts[1] <= calendar.monthrange(2000, parts[0])[1]
