r"""Templates such as "\cite{{{key}}}", filled in for papers that were chosen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index.citations import fields
from paperstui.index.errors import PaperstuiError
from paperstui.index.text import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.citations.cited import Cited

_KEYS = "keys"
NAMES = (
    "key",
    _KEYS,
    "id",
    "title",
    "author",
    "authors",
    "venue",
    "year",
    "url",
    "pdf",
    "doi",
    "arxiv",
)
"""What can stand in braces."""


_MARKUP = re.compile(
    r"""(?P<meant> \{\{ | \}\} )
      | \{ (?P<name> [^{}:]* ) (?: : (?P<joiner> [^{}]* ) )? \}
      | [{}]
    """,
    re.VERBOSE,
)


class Template:
    """Text with names in braces; braces themselves are doubled.

    What follows {keys and a colon stands between the keys: {keys:; @}.
    """

    def __init__(self, template: str) -> None:
        """Raises PaperstuiError, telling the position, where a template is none."""
        self._parts: list[tuple[str, str, str]] = []
        """A text, the name after it, and what stands between keys."""
        text, end = "", 0
        for found in _MARKUP.finditer(template):
            text += template[end : found.start()]
            end = found.end()
            if found["meant"]:
                text += found["meant"][0]
            else:
                _check(found)
                self._parts.append((text, found["name"], found["joiner"] or ","))
                text = ""
        if not self._parts:
            raise PaperstuiError(
                f"“{template}” is no format, and holds no name in braces such as "
                "{key}"
            )
        self._end = text + template[end:]
        self._is_for_all = any(name == _KEYS for _, name, _ in self._parts)

    def filled(self, papers: Sequence[Cited]) -> Iterator[str]:
        """A line for each paper, or one for all where the template holds {keys}.

        In that line the other names are of the first paper.
        """
        keys = [each.key for each in papers]
        for each in papers[:1] if self._is_for_all else papers:
            values = _values(each)
            for text, name, joiner in self._parts:
                yield text
                yield joiner.join(keys) if name == _KEYS else values[name]
            yield f"{self._end}\n"


def _check(found: re.Match[str]) -> None:
    """Raises PaperstuiError where there is a lone brace, or a name that is none."""
    name, joiner = found["name"], found["joiner"]
    if name is None:
        fault = f"{found[0]} stands alone"
    elif name not in NAMES:
        fault = f"{found[0]} is none of {', '.join(NAMES)}"
    elif joiner is not None and name != _KEYS:
        fault = "only {keys:...} can tell what stands between"
    else:
        return
    raise PaperstuiError(
        f"position {found.start() + 1} of {found.string}: {fault}; "
        "braces that are meant are doubled: {{ and }}"
    )


def _values(cited: Cited) -> dict[str, str]:
    paper = cited.paper
    names = fields.author_names(paper)
    return {
        "key": cited.key,
        "id": paper.id,
        "title": plain(paper.title),
        "author": names[0] if names else "",
        "authors": ", ".join(names),
        "venue": paper.venue.name,
        "year": "" if paper.year is None else str(paper.year),
        "url": fields.link(paper),
        "pdf": fields.address(paper.pdf),
        "doi": fields.doi(paper),
        "arxiv": paper.arxiv,
    }
