r"""Templates such as "\cite{{{key}}}", filled in for papers that were chosen."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING

from paperstui.index.citations import fields
from paperstui.index.errors import PaperstuiError
from paperstui.index.text import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.citations.cited import Cited

NAMES = (
    "key",
    "keys",
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


class Template:
    """Text with names in braces; braces themselves are doubled."""

    def __init__(self, template: str) -> None:
        """Raises PaperstuiError where a template is none."""
        try:
            parts = list(Formatter().parse(template))
        except ValueError as error:
            raise PaperstuiError(
                f"{template}: {error}; braces that are meant are doubled: {{{{ and }}}}"
            ) from None
        for _, name, form, conversion in parts:
            if name is None:
                continue
            if name not in NAMES or form or conversion:
                known = ", ".join(NAMES)
                raise PaperstuiError(
                    f"{template}: {{{name}}} is none of {known}; braces that are meant "
                    "are doubled: {{ and }}"
                )
        self._template = template
        self._is_for_all = any(name == "keys" for _, name, _, _ in parts)

    def filled(self, papers: Sequence[Cited]) -> Iterator[str]:
        """A line for each paper, or one for all where the template holds {keys}.

        In that line the other names are of the first paper.
        """
        keys = ",".join(each.key for each in papers)
        for each in papers[:1] if self._is_for_all else papers:
            yield f"{self._template.format_map(_values(each, keys))}\n"


def _values(cited: Cited, keys: str) -> dict[str, str]:
    paper = cited.paper
    names = [plain(author.name) for author in paper.authors]
    found = (
        cited.key,
        keys,
        paper.id,
        plain(paper.title),
        names[0] if names else "",
        ", ".join(names),
        paper.venue.name,
        "" if paper.year is None else str(paper.year),
        fields.link(paper),
        fields.address(paper.pdf),
        fields.doi(paper),
        paper.arxiv,
    )
    return dict(zip(NAMES, found, strict=True))
