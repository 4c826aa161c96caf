"""The stable identifier of a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paperstui.index.models import Venue


def paper_id(
    *,
    title: str,
    venue: Venue,
    first_author: str = "",
    openreview: str = "",
    pmlr: str = "",
    volume: str = "",
    doi: str = "",
    arxiv: str = "",
) -> str:
    """The native identifier with its scheme, else a hash of what names the paper.

    The hash is of the folded title, first author and venue label, so that
    punctuation, case and accents do not change it.
    """
    if openreview:
        return f"openreview:{openreview}"
    if pmlr and volume:
        return f"pmlr:v{volume}/{pmlr}"
    if doi:
        return f"doi:{doi.lower()}"
    if arxiv:
        return f"arxiv:{arxiv}"
    # Both are slow to import, and most papers have a native identifier.
    import hashlib

    from paperstui.index.analysis import fold

    named = "\n".join(fold(part) for part in (title, first_author, venue.label))
    return f"hash:{hashlib.sha256(named.encode()).hexdigest()[:16]}"
