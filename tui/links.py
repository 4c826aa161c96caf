"""The links of a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paperstui.index.models import Paper

LINKS = {
    "url": "page",
    "pdf": "PDF",
    "openreview": "OpenReview",
    "arxiv": "arXiv",
    "doi": "DOI",
    "code": "code",
    "project": "project",
}
"""By field of a paper, how each link is called."""

_RESOLVERS = {
    "openreview": "https://openreview.net/forum?id=",
    "arxiv": "https://arxiv.org/abs/",
    "doi": "https://doi.org/",
}


def page(paper: Paper) -> str:
    """The best page there is for a paper, empty where it has none."""
    found = (address(paper, link) for link in ("url", "doi", "openreview", "arxiv"))
    return next(filter(None, found), "")


def address(paper: Paper, link: str) -> str:
    """The web address of one of `LINKS`, empty where the paper has none."""
    value: str = getattr(paper, link)
    return _RESOLVERS.get(link, "") + value if value else ""
