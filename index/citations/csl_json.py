"""CSL-JSON, as Zotero, Pandoc and citation processors read it.

Texts are Unicode, titles rich text as citation processors take it. What CSL has no
variable for, and the source of a text that holds LaTeX, stand in `custom` under the
names of `records`, so that nothing is lost on the way back. So does a note that others
would take for another id or DOI. The remark of the person is an `annote`, which no
style prints.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from paperstui.index import text
from paperstui.index.citations import csl, json_lines
from paperstui.index.citations.display import displayed
from paperstui.index.readers.csl_json import VARIABLES
from paperstui.index.records import to_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from paperstui.index.citations.cited import CitationOptions, Cited

_NAMED = re.compile(r"^\s*(?:\{:)?([A-Za-z_-]+):", re.MULTILINE)
"""The variable that a line of a note such as "DOI: 10.1234/x" or "{:id: x}" sets."""
_LEFT_OUT = frozenset(("native_key", "source"))
"""Its key is the id of the item; the list it came from is a file of the person."""


def write(papers: Sequence[Cited], options: CitationOptions) -> Iterator[str]:
    """An array of items, one after the other."""
    yield "["
    for number, each in enumerate(papers):
        lines = json_lines.dumped(item(each), indent=2).replace("\n", "\n  ")
        yield f"{',' if number else ''}\n  {lines}"
    yield "\n]\n" if papers else "]\n"


def item(cited: Cited) -> dict[str, Any]:
    """The item of a paper as other programs read it, and `custom` for our own."""
    source = csl.item(cited)
    made = displayed(source)
    words = (*map(text.plain, cited.paper.keywords), *cited.tags)
    made["keyword"] = ", ".join(dict.fromkeys(words))
    made["annote"] = cited.note
    variables = {name.casefold() for name in made}
    if any(name.casefold() in variables for name in _NAMED.findall(cited.paper.note)):
        del made["note"]
    made["custom"] = _custom(cited, made, source)
    return {name: value for name, value in made.items() if value}


def _custom(
    cited: Cited, made: dict[str, Any], source: dict[str, Any]
) -> dict[str, Any]:
    """Every field of the paper that its item does not have as it is."""
    record = to_record(cited.paper)
    custom = {name: value for name, value in record.items() if name not in _LEFT_OUT}
    for role in ("author", "editor"):
        if role in made and made[role] == source[role]:
            custom.pop(f"{role}s", None)
    for name, variables in VARIABLES.items():
        given = next((made[v] for v in variables if v in made), "")
        if custom.get(name, "") == given:
            custom.pop(name, None)
        else:
            custom.setdefault(name, "")
    if marks := json_lines.bookmark(cited):
        custom["bookmark"] = marks
    return custom
