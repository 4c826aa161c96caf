"""Adding papers to a file that has some already: what is in it, and both as one.

Everything here is text to text; `old` is the whole of a file, `new` what the same form
has written. Each `joined` raises PaperstuiError where the old text is no such file, so
that nothing in it is lost; what it says goes on behind the name of the file.
"""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from paperstui.index.errors import PaperstuiError
from paperstui.index.models import Paper, Problem, Venue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.citations.cited import Cited
    from paperstui.index.citations.forms import Form
    from paperstui.index.readers.base import Reader

_READERS = {
    "bibtex": "bibtex",
    "biblatex": "bibtex",
    "ris": "ris",
    "csl-json": "csl_json",
    "csv": "miniconf",
    "jsonl": "jsonl",
    "html": "share_page",
}
"""The reader of each form by its id."""
_MARK = "\ufeff"
_DATA = re.compile(r"\s*(?:[@{\[<]|\w\w  - |\"?key\b\"?,)", re.ASCII)
"""What a file of another format begins with, and no notes do."""
_LIST_LINE = re.compile(r"\s*[-*+] |\s+\S")


def check_format(form: Form, old: str) -> None:
    """Raise PaperstuiError where a text is in another format than the form writes."""
    from paperstui.index.readers import registry

    own = "bibtex" if form.id == "biblatex" else form.id
    found = registry.format_of(old)
    if own == "markdown" and (found == "abstracts" or not _DATA.match(old)):
        # Among notes anything may stand.
        return
    if found not in ("", own):
        raise PaperstuiError(
            f"it holds {found}, to which no {form.id} can be added; choose another "
            "file or format"
        )


def joined(form: Form, old: str, new: str) -> str:
    """The text of a file with what a form has written added to it.

    Raises PaperstuiError where the form cannot be added to, or to this text.
    """
    if form.append is None:
        raise PaperstuiError(f"{form.label} cannot be added to a file; write a new one")
    if not old.strip(f"{_MARK} \t\r\n"):
        return new
    return form.append(old, new) if new else old


def papers_in(form: Form, content: str) -> list[Paper]:
    """What can be told of the papers in the text of a file, their keys native ones."""
    if form.id == "markdown":
        from paperstui.index.citations import reading_list

        return [
            Paper("", title, Venue(""), native_key=key)
            for key, title in reading_list.keys_in(content).items()
        ]
    if form.id not in _READERS:
        return []
    papers, _ = _read(_READERS[form.id], content)
    if form.id not in ("jsonl", "html"):
        return papers
    # These have the key that a paper came with beside the one that it goes by.
    keys = {each.paper.id: each.key for each in _shared(content)}
    return [
        replace(each, native_key=keys.get(each.id, each.native_key)) for each in papers
    ]


def blocks(old: str, new: str) -> str:
    """Both with an empty line between them: BibTeX and RIS."""
    return old.rstrip("\r\n") + _like(old, f"\n\n{new}")


def lines(old: str, new: str) -> str:
    """Both, one behind the other: JSON Lines."""
    return _ended(old) + _like(old, new)


def lists(old: str, new: str) -> str:
    """A Markdown list goes on; behind anything else an empty line begins a new one."""
    last = old.rstrip().rsplit("\n", 1)[-1]
    gap = "\n" if _LIST_LINE.match(last) else "\n\n"
    return old.rstrip() + _like(old, f"{gap}{new}")


def tables(old: str, new: str) -> str:
    """The rows of both under one header, which has to be the same."""
    theirs, header = _header(old.removeprefix(_MARK)), _header(new)
    if theirs != header:
        odd = sorted(set(theirs) ^ set(header)) or theirs
        raise PaperstuiError(
            "its columns are others than those written here "
            f"({', '.join(odd[:5])}); write a new file"
        )
    if (line := _unclosed(old)) is not None:
        raise PaperstuiError(
            f"the quote in line {line} is never closed, so nothing is added; mend it"
        )
    # No name of a column holds a line end.
    return _ended(old) + _like(old, new.partition("\n")[2])


def items(old: str, new: str) -> str:
    """The items of both in the shape of the old ones: an array, or an object with one.

    An item whose id is there already is left out.
    """
    try:
        content = json.loads(old.removeprefix(_MARK))
    except (ValueError, RecursionError) as error:
        raise PaperstuiError(
            f"it is no JSON, so nothing is added: {error}; mend it"
        ) from None
    kept = content
    if isinstance(content, dict):
        kept = content.get("items", content.get("references"))
    if not isinstance(kept, list):
        raise PaperstuiError("it holds no list of CSL-JSON items to add to")
    known = {
        str(item["id"]) for item in kept if isinstance(item, dict) and "id" in item
    }
    kept += [item for item in json.loads(new) if item["id"] not in known]
    return _dumped(content)


def pages(old: str, new: str) -> str:
    """A share page of the papers of both; those whose key is there are left out."""
    from paperstui.index.citations import share_page
    from paperstui.index.citations.cited import DEFAULTS

    lost = [problem for problem in _read("share_page", old)[1] if problem.lost]
    if lost:
        raise PaperstuiError(f"nothing is added: {lost[0].reason}")
    papers: dict[str, Cited] = {}
    for page in (old, new):
        for each in _shared(page):
            papers.setdefault(each.key or each.paper.id, each)
    return "".join(share_page.write(list(papers.values()), DEFAULTS))


def _read(reader: str, content: str) -> tuple[list[Paper], list[Problem]]:
    """What a reader finds in a text."""
    # Not at the top: only appending needs readers.
    from importlib import import_module
    from typing import cast

    from paperstui.index.readers.base import Origin

    module = cast("Reader", import_module(f"paperstui.index.readers.{reader}"))
    data = io.BytesIO(content.encode("utf-8", "replace"))
    found = list(module.read(data, Origin("the file")))
    return (
        [item for item in found if isinstance(item, Paper)],
        [item for item in found if isinstance(item, Problem)],
    )


def _unclosed(table: str) -> int | None:
    """The line of a row whose quote would take in what follows the table."""
    rows = csv.reader(io.StringIO(f"{_ended(table)}end\n", newline=""))
    start, read, is_end = 1, 0, False
    try:
        for row in rows:
            start, read, is_end = read + 1, rows.line_num, row == ["end"]
    except csv.Error:  # the cell grows over all limits
        return read + 1
    return None if is_end else start


def _shared(content: str) -> Iterator[Cited]:
    """The papers of JSON Lines or a share page with their keys, tags and notes."""
    from paperstui.index.readers.shared import shared

    return shared(io.BytesIO(content.encode("utf-8", "replace")))


def _header(content: str) -> list[str]:
    return next(csv.reader(io.StringIO(content, newline="")), [])


def _ended(old: str) -> str:
    """The old text with a line end behind its last line."""
    return old if old.endswith(("\n", "\r")) else old + _like(old, "\n")


def _like(old: str, new: str) -> str:
    """The new text with the line ends that the old one has."""
    return new.replace("\n", "\r\n") if "\r\n" in old else new


def _dumped(content: Any) -> str:
    from paperstui.index.citations.json_lines import dumped

    return f"{dumped(content, indent=2)}\n"
