"""Names of proceedings and journals, in full and short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.index.citations.proceedings import proceedings
from paperstui.index.readers import containers

if TYPE_CHECKING:
    from paperstui.index.models import Paper

_PLACEHOLDERS = frozenset(("", "papers"))
"""What readers call a list that names no venue, in small letters."""


def is_venue(name: str) -> bool:
    """Whether a name is one of a venue, not what stands in for it."""
    return name.strip().casefold() not in _PLACEHOLDERS


def full_name(paper: Paper) -> str:
    """The name of the proceedings or journal; empty where it appeared in none.

    As its list gives it, which is how the site of the venue does, else as the site
    would, else the name of the venue.
    """
    if given := paper.booktitle.strip():
        return given
    if not is_venue(paper.venue.name):
        return ""
    name = proceedings(paper.venue) or paper.venue.name.strip()
    is_workshop = "workshop" in paper.status.lower()
    return f"{name}, Workshop Track" if is_workshop else name


def short_name(paper: Paper) -> str:
    """The name as researchers write it, such as "ICML"; empty where there is none."""
    if paper.kind == "article-journal" and paper.booktitle.strip():
        # The venue may be that of the whole list.
        return containers.short_name(paper.booktitle) or paper.booktitle.strip()
    name = paper.venue.name.strip()
    if not is_venue(name):
        return paper.booktitle.strip()
    is_workshop = not paper.booktitle.strip() and "workshop" in paper.status.lower()
    if is_workshop:
        return f"{name} Workshop"
    is_findings = paper.track == "Findings" and not name.startswith("Findings")
    return f"Findings of {name}" if is_findings else name
