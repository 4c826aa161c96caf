"""References in the styles of journals and handbooks, by CSL."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from paperstui.index import text
from paperstui.index.citations import csl
from paperstui.index.citations.display import displayed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.citations.cited import Cited
    from paperstui.index.citations.csl import Item
    from paperstui.index.citations.stylesheet import Stylesheet

NAMED = {
    "apa": "apa",
    "ieee": "ieee",
    "acm": "association-for-computing-machinery",
    "chicago": "chicago-author-date",
    "harvard": "harvard-cite-them-right",
    "mla": "modern-language-association",
    "nature": "nature",
    "vancouver": "nlm-citation-sequence",
}
"""Names that people use for styles, and the files of the CSL collection for each.

Where a style has variants these are the current ones: APA 7th edition, Chicago 18th
edition (author-date), Cite Them Right 12th edition, MLA 9th edition, NLM's Citing
Medicine 2nd edition (in the order of citation).
"""

# People change styles rarely, and hardly use more than two at a time.
_KEPT = 4


def references(papers: Sequence[Cited], style: str, markup: str) -> Iterator[str]:
    """The references of papers in their order, each on one line.

    `style` is one of `NAMED`, another name of the CSL collection or the path of a CSL
    file; `markup` one of `markups.MARKUPS`. Styles with numbers count from 1, but one
    paper alone gets none. Raises PaperstuiError where the style cannot be used.
    """
    sheet = _sheet(style)
    is_list = len(papers) > 1
    for number, cited in enumerate(papers, start=1):
        item = displayed(csl.item(cited))
        shown = sheet.reference(item, number if is_list else None, markup)
        # A style may show nothing of a paper of which hardly anything is known.
        yield shown or text.plain(cited.paper.title)


def rendered(items: Sequence[Item], style: str, markup: str) -> Iterator[str]:
    """The references of `displayed` items in their order, with numbers."""
    sheet = _sheet(style)
    for number, item in enumerate(items, start=1):
        yield sheet.reference(item, number, markup)


def check(style: str) -> None:
    """Raise PaperstuiError, telling what is wrong, where a style cannot be used."""
    _sheet(style)


def label(style: str) -> str:
    """A style as people know it: "APA", "Nature", or the name of the file."""
    name = style.strip().lower()
    if name in NAMED:
        return name.upper() if len(name) < 5 else name.capitalize()
    return style.replace("\\", "/").rpartition("/")[2]


@functools.lru_cache(_KEPT)
def _sheet(style: str) -> Stylesheet:
    # Not at the top: lxml and citeproc-py take 100 ms to load.
    from paperstui.index.citations.stylesheet import load

    return load(style, NAMED)
