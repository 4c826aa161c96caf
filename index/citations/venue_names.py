"""Names of proceedings and journals, in full and short."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paperstui.index.models import Paper


def full_name(paper: Paper) -> str:
    """The name of the proceedings or journal; empty where it appeared in none."""
    return paper.booktitle.strip() or paper.venue.name.strip()


def short_name(paper: Paper) -> str:
    """The name as researchers write it, such as "ICML"; empty where there is none."""
    return paper.venue.name.strip()
