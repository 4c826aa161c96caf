"""Numbers, ranges of pages, and initials as CSL wants them.

Rules: https://docs.citationstyles.org/en/stable/specification.html#appendix-v-page-range-formats
"""

from __future__ import annotations

import re

_NUMERIC = re.compile(r"[^\W\d_]*\d+[^\W\d_]*(?:\s*[-–—,&]\s*[^\W\d_]*\d+[^\W\d_]*)*")
_PAGES = re.compile(r"([^\s,;&–—-]+)\s*[-–—]+\s*([^\s,;&–—-]+)")
_PAGE = re.compile(r"([^\W\d_]*)(\d+)")
_SEVERAL = re.compile(
    r"(?:\d\S*|\b[ivxlc]+)\s*[-–—,&]\s*(?:\S*\d|[ivxlc]+\b)", re.IGNORECASE
)
_WORD = re.compile(r"[-‐]|[^\s.‐-]+\.?")


def is_numeric(value: object) -> bool:
    """Whether a variable is a number or several: "2", "D2", "2, 3", "2-4"."""
    return _NUMERIC.fullmatch(str(value).strip()) is not None


def is_plural(variable: str, value: object) -> bool:
    """Whether the label of a number is plural: "1-3", "iv-ix", or a count above 1."""
    text = str(value)
    if variable.startswith("number-of-"):
        return text.isdecimal() and int(text) > 1
    return _SEVERAL.search(text) is not None


def page_ranges(pages: str, form: str | None, dash: str) -> str:
    """Pages with each range in a `page-range-format` of CSL."""

    def shortened(match: re.Match[str]) -> str:
        return f"{match[1]}{dash}{_last_page(match[1], match[2], form)}"

    return _PAGES.sub(shortened, pages)


def first_page(pages: str) -> str:
    """The first of the pages."""
    return re.split(r"\s*[-–—,;&]", pages, maxsplit=1)[0]


def _last_page(first: str, last: str, form: str | None) -> str:
    begin, end = _PAGE.fullmatch(first), _PAGE.fullmatch(last)
    if form is None or not begin or not end or end[1] not in ("", begin[1]):
        return last
    low, high = begin[2], end[2]
    if len(high) < len(low):
        high = low[: len(low) - len(high)] + high
    full = begin[1] + high if end[1] else high
    if form == "expanded" or len(high) != len(low) or int(high) < int(low):
        return full
    if form.startswith("chicago"):
        form = _chicago(low, high, form)
    least = {"minimal": 1, "minimal-two": 2}.get(form)
    return full if least is None else high[_common(low, high, least) :]


def _chicago(low: str, high: str, form: str) -> str:
    number = int(low)
    if number < 100 or number % 100 == 0:
        return "expanded"
    if form != "chicago-16" and len(low) == 4 and _common(low, high, 1) < 2:
        return "expanded"
    return "minimal" if number % 100 < 10 else "minimal-two"


def _common(low: str, high: str, least: int) -> int:
    """How many leading digits two numbers share, `least` digits at the end aside."""
    count = 0
    while count < len(low) - least and low[count] == high[count]:
        count += 1
    return count


def initials(given: str, ending: str, *, keeps_names: bool, keeps_hyphens: bool) -> str:
    """Given names as initials with `ending`; `keeps_names` only ends what are ones.

    Lowercase words and words of scripts without capitals stay, but those behind a
    hyphen go: "Min-seo" is "M.".
    """
    out = ""
    is_joined = False
    for word in _WORD.findall(given):
        bare = word.removesuffix(".")
        was_joined, is_joined = is_joined, word in "-‐"
        if is_joined:
            out += "-" if keeps_hyphens or keeps_names else ""
        elif was_joined and bare.islower() and not keeps_names:
            out = out.removesuffix("-")
        elif bare.islower() or (bare == word and not bare[0].isupper()):
            out += f" {word} "
        elif (bare != word and (keeps_names or len(bare) < 3)) or len(bare) == 1:
            out += bare + ending
        elif keeps_names:
            out += f"{word} "
        else:
            out += bare[:1] + ending
    return re.sub(r"\s*-\s*", "-", " ".join(out.split())).strip("-")
