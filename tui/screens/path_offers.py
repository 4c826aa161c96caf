"""What a path that is being typed may become."""

from __future__ import annotations

import os
from itertools import islice

from paperstui.index import files
from paperstui.index.citations.forms import FORMS

ENDINGS = {form.ending for form in FORMS if form.ending}
"""Those of the files that are written."""
_MOST = 50


def offered(typed: str) -> list[str]:
    """The first files and folders that begin like what is typed, folders with a slash.

    They begin as it was typed: with a tilde, or relative to the working folder. Hidden
    ones only where a dot is typed; names that no terminal can show never.
    """
    if typed == "~":
        return ["~/"]
    folder, slash, start = typed.rpartition("/")
    before = folder + slash
    try:
        names = os.listdir(files.expanded(before or "."))
    except (OSError, ValueError):  # not every text can be a path
        return []
    found = sorted(
        f"{before}{name}"
        for name in names
        if name.startswith(start)
        and (start or not name.startswith("."))
        and name.isprintable()
    )
    return [
        f"{path}/" if os.path.isdir(files.expanded(path)) else path
        for path in islice(found, _MOST)
    ]


def with_ending(typed: str, ending: str) -> str:
    """A path for a file of another form; an ending that is of no form stays."""
    name = typed.rpartition("/")[2]
    stem, dot, last = name.rpartition(".")
    if stem and f"{dot}{last}".lower() in ENDINGS:
        return typed.removesuffix(f"{dot}{last}") + ending
    is_whole = dot or not name or name.startswith("~")
    return typed if is_whole else f"{typed}{ending}"
