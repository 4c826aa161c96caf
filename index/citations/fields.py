"""Fields of a paper as more than one citation form shows them."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import quote

from paperstui.index import text

if TYPE_CHECKING:
    from paperstui.index.models import Paper

# 17, S12, e123, 4:17, xiv.
_NUMBER = r"(?:[A-Za-z]{0,2}\d+(?:[.:]\d+)*|[ivxlc]+)"
_RANGE = re.compile(rf"\b({_NUMBER})\s*[-‐‑‒–—―−]+\s*(?={_NUMBER}\b)")
# All that may stand in an address but for braces, backslash and their like, which end
# the argument of \url or of a Markdown link early.
_ADDRESS = "%:/?#[]@!$&'()*+,;="
_DATES = re.compile(r"(\d\d)(?:-(\d\d))?(?:/(\d\d)(?:-(\d\d))?)?")
_DOI_RESOLVER = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)


def author_names(paper: Paper) -> list[str]:
    """The names of the authors, in plain text; "et al." where there are others."""
    found = [text.plain(author.name) for author in paper.authors]
    return [*found, "et al."] if found and paper.et_al else found


def page_range(pages: str, dash: str) -> str:
    """The pages with every dash between two numbers, of whatever form, as `dash`.

    Empty where there is no page in them: some programs write a dash alone.
    """
    if not any(map(str.isalnum, pages)):
        return ""
    return _RANGE.sub(rf"\1{dash}", pages.strip())


def address(url: str) -> str:
    """A web address with only the characters of RFC 3986, the others %-encoded."""
    return quote(url.strip(), safe=_ADDRESS, errors="replace")


def is_web(url: str) -> bool:
    """Whether an address may become a link: those of scripts and files may not."""
    return url.lower().startswith(("http://", "https://"))


def dates(paper: Paper) -> list[tuple[int, int]]:
    """Month and day, 0 for none, of when it appeared or of both ends of the span.

    Empty without a year, and where a day is none of that year; a span into the next
    year is its first month.
    """
    found = _DATES.fullmatch(paper.month)
    if found is None or paper.year is None:
        return []
    ends = (found.group(1, 2), found.group(3, 4))
    known = [(int(month), int(day or 0)) for month, day in ends if month]
    try:
        days = [date(paper.year, month, day or 1) for month, day in known]
    except ValueError:
        return []
    return known if days == sorted(days) else [(known[0][0], 0)]


def doi(paper: Paper) -> str:
    """The DOI without the address of a resolver, encoded as `address` does."""
    bare = _DOI_RESOLVER.sub("", paper.doi.strip(), count=1)
    return quote(bare, safe=_ADDRESS + "<>", errors="replace")


def link(paper: Paper) -> str:
    """Where to find the paper: its page, else its DOI, else its PDF; may be empty."""
    if paper.url or not paper.doi:
        return address(paper.url or paper.pdf)
    return address(f"https://doi.org/{doi(paper)}")


def is_in_proceedings(paper: Paper) -> bool:
    """True where the proceedings are known; a made-up title stands in none."""
    return bool(paper.booktitle.strip()) and not paper.title_derived
