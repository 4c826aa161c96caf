"""A paper as a Markdown link."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index import text
from paperstui.index.citations import fields

if TYPE_CHECKING:
    from paperstui.index.models import Paper

# Whatever is markup in CommonMark or one of its common extensions. Addresses are links
# in GitHub's, which shows the backslashes in them.
_MARKDOWN = re.compile(r"[\\`*_\[\]<>~^$|]|&(?=#?\w+;)|:(?=//)|(?i:(?<=\bwww))\.")
_LINK_ENDS = str.maketrans({"(": "%28", ")": "%29"})


def link(paper: Paper) -> str:
    """The title as a Markdown link that shows it literally; as text without a link."""
    shown = literal(text.plain(paper.title))
    address = target(fields.link(paper))
    return f"[{shown}]({address})" if address else shown


def target(url: str) -> str:
    """An address of the web as the target of a link; empty for any other one."""
    found = fields.address(url).translate(_LINK_ENDS)
    return found if fields.is_web(found) else ""


def literal(shown: str) -> str:
    """A readable text as Markdown that shows it literally, on one line."""
    return escaped(" ".join(shown.split()))


def escaped(words: str) -> str:
    """A text that Markdown shows literally within a line."""
    return _MARKDOWN.sub(r"\\\g<0>", words)
