"""References for people: one line of text, and a Markdown link."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index import text
from paperstui.index.citations import fields

if TYPE_CHECKING:
    from paperstui.index.models import Paper

# Whatever is markup in CommonMark or one of its common extensions.
_MARKDOWN = re.compile(r"[\\`*_\[\]<>~^$|]|&(?=#?\w+;)")
_LINK_ENDS = str.maketrans({"(": "%28", ")": "%29"})
_SENTENCE_END = (".", "?", "!", "…", "。", "？", "！")


def reference(paper: Paper) -> str:
    """The reference as one line: authors, title, where it appeared, link."""
    sentences = [
        _series([text.plain(author.name) for author in paper.authors]),
        text.plain(paper.title),
        *(_proceedings(paper) if fields.is_in_proceedings(paper) else _venue(paper)),
    ]
    parts = [*map(_sentence, filter(None, sentences)), fields.link(paper)]
    return " ".join(" ".join(parts).split())


def markdown_link(paper: Paper) -> str:
    """The title as a Markdown link that shows it literally; as text without a link."""
    shown = literal(text.plain(paper.title))
    target = markdown_target(fields.link(paper))
    return f"[{shown}]({target})" if target else shown


def literal(shown: str) -> str:
    """A readable text as Markdown that shows it literally, on one line."""
    return _MARKDOWN.sub(r"\\\g<0>", " ".join(shown.split()))


def markdown_target(url: str) -> str:
    """An address as the target of a Markdown link."""
    return fields.address(url).translate(_LINK_ENDS)


def _proceedings(paper: Paper) -> list[str]:
    """Two sentences on a paper in proceedings: where in them, and who made them."""
    volume = f"volume {text.plain(paper.volume)}" if paper.volume else ""
    series = text.plain(paper.series)
    pages = fields.page_range(text.plain(paper.pages), "–")
    several = "s" if re.search(r"[–,]", pages) else ""
    place = [
        f"In {text.plain(paper.booktitle)}",
        f"{volume} of {series}" if volume and series else volume or series,
        f"page{several} {pages}" if pages else "",
    ]
    publisher, year = text.plain(paper.publisher), str(paper.year or "")
    if not publisher:
        return [", ".join(filter(None, [*place, year]))]
    return [", ".join(filter(None, place)), ", ".join(filter(None, [publisher, year]))]


def _venue(paper: Paper) -> list[str]:
    """What is known of where a paper appeared."""
    label = text.plain(paper.venue.label)
    if not paper.arxiv:
        return [label]
    preprint = f"arXiv:{paper.arxiv}"
    if paper.venue.name.casefold() != "arxiv":
        return [label, preprint]
    return [", ".join(filter(None, [preprint, str(paper.year or "")]))]


def _series(names: list[str]) -> str:
    """Names in a row with a serial comma: "A", "A and B", "A, B, and C"."""
    if len(names) < 3:
        return " and ".join(names)
    return ", ".join(names[:-1]) + f", and {names[-1]}"


def _sentence(words: str) -> str:
    words = words.strip()
    return words if words.endswith(_SENTENCE_END) else f"{words}."
