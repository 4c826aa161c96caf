"""What `paperstui doctor` tells: whether everything is in its place."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from paperstui.index.engines.choice import FAST, is_fast_engine_here

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.tui.services import Services


def report(services: Services) -> Iterator[str]:
    """The lines of the report."""
    places = services.locations
    yield f"paperstui {version('paperstui')}"
    yield f"  Python {platform.python_version()} on {platform.platform()}"
    for package in ("textual", "whoosh", "pyperclip"):
        yield f"  {package} {version(package)}"
    yield f"  tantivy {_fast_engine()}"
    yield "Files"
    yield f"  settings   {_state(places.config_file)}"
    yield f"  bookmarks  {_state(places.bookmarks)}"
    yield f"  read marks {_state(places.reading)}"
    yield f"  session    {_state(places.session)}"
    yield f"  library    {_state(places.library)}"
    yield f"  index      {_state(places.index)}"
    yield "Library"
    yield f"  {len(services.library)} papers, {len(services.bookmarks)} bookmarks"
    for source in services.library.sources():
        yield f"  source {source.place}"
    store = services.open_store()
    yield f"  engine {store.engine.name} (wanted: {services.choices.engine})"
    for notice in store.notices:
        yield f"    {notice}"
    yield f"  index {store.health()}"
    yield "Clipboard, in the order of trying"
    for method in services.clipboard.methods():
        yield f"  {'yes' if method.works else 'no ':3} {method.rung}: {method.why}"
    yield "Terminal"
    for name in ("TERM", "COLORTERM", "TERM_PROGRAM", "LANG", "LC_ALL", "TMUX"):
        yield f"  {name} {os.environ.get(name, 'not set')}"
    yield f"  output encoding {sys.stdout.encoding}"


def _fast_engine() -> str:
    try:
        found = version("tantivy")
    except PackageNotFoundError:
        return f"not installed ({FAST})"
    return found if is_fast_engine_here() else f"{found}, too old ({FAST})"


def _state(path: os.PathLike[str]) -> str:
    return f"{path}{'' if os.path.exists(path) else ' (not there yet)'}"
