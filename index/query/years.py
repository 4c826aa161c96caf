"""The years of a query."""

from __future__ import annotations

import re

_YEAR = r"\d{4}"
_RANGE = re.compile(rf"({_YEAR})?(?:\.\.|[-\u2013])({_YEAR})?")
_COMPARISON = re.compile(rf"(<=|>=|<|>|=)?({_YEAR})")
_BEGUN = re.compile(r"[<>=]*\d{0,3}")
_BEGUN_RANGE = re.compile(rf"({_YEAR})(?:\.|(?:\.\.|[-\u2013])\d{{1,3}})")
_BEGUN_BRACKETED = re.compile(r"\s*[\d*]{0,4}\s*(?:T|TO\s*[\d*]{0,4})?\s*")

Years = tuple[int | None, int | None]
"""First and last year; None leaves an end open."""


def read_years(value: str) -> Years | None:
    """Both ends of `2024`, `>=2023`, `2022..2024` or `2022-2024`, else None."""
    if match := _COMPARISON.fullmatch(value):
        year = int(match[2])
        low, high = {
            ">": (year + 1, None),
            ">=": (year, None),
            "<": (None, year - 1),
            "<=": (None, year),
        }.get(match[1], (year, year))
        # Before the year 0 and after 9999 there is nothing to find.
        return None if low == 10_000 or high == -1 else (low, high)
    match = _RANGE.fullmatch(value)
    if not match or not (match[1] or match[2]):
        return None
    low = int(match[1]) if match[1] else None
    high = int(match[2]) if match[2] else None
    if low is not None and high is not None and low > high:
        low, high = high, low
    return low, high


def read_bracketed(value: str) -> Years | None:
    """Both ends of `2022 TO 2024`, either of which may be a star, else None."""
    ends = re.split(r"\s+TO\s+", value.strip())
    return read_years("..".join("" if end == "*" else end for end in ends))


def begun(value: str) -> bool:
    """Whether a value can become a year by more typing."""
    return _BEGUN.fullmatch(value) is not None


def begun_bracketed(value: str) -> bool:
    """Whether a value can become `2022 TO 2024` by more typing."""
    return _BEGUN_BRACKETED.fullmatch(value) is not None


def read_unfinished(value: str) -> Years | None:
    """What holds of `2022.` or `2022..20` while it is typed, else None."""
    match = _BEGUN_RANGE.fullmatch(value)
    if not match:
        return None
    low = int(match[1])
    return (low, low) if value.endswith(".") else (low, None)


def write_years(low: int | None, high: int | None) -> str:
    """The years as they are typed: `2024`, `2022..2024`, `2022..`."""
    first = "" if low is None else f"{low:04}"
    last = "" if high is None else f"{high:04}"
    return first if first == last else f"{first}..{last}"
