"""The forms in which a paper can be copied: one table for menu and command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperstui.index import text
from paperstui.index.citations import bibtex, plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from paperstui.index.models import Paper


@dataclass(frozen=True, slots=True)
class CopyForm:
    """One form in which a paper can be copied."""

    id: str
    """Its name on the command line."""
    label: str
    """What a person reads in the menu."""
    make: Callable[[Paper, str], str]
    """The text to copy, from the paper and its citation key; empty if unknown."""


FORMS = (
    CopyForm("bibtex", "BibTeX", bibtex.entry),
    CopyForm("key", "Citation key", lambda _, key: key),
    CopyForm("cite", r"\cite{key}", lambda _, key: rf"\cite{{{key}}}"),
    CopyForm("plain", "Plain reference", lambda paper, _: plain.reference(paper)),
    CopyForm("markdown", "Markdown link", lambda paper, _: plain.markdown_link(paper)),
    CopyForm("title", "Title", lambda paper, _: text.plain(paper.title)),
    CopyForm("abstract", "Abstract", lambda paper, _: text.plain(paper.abstract)),
)
"""In the order of the menu."""
