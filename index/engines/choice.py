"""Which engine searches: the one that is asked for, or the fastest that is here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.engines.base import SearchEngine

AUTO = "auto"
WHOOSH = "whoosh"
TANTIVY = "tantivy"
NAMES = (AUTO, WHOOSH, TANTIVY)
"""What can be asked for."""
FAST = "pip install 'paperstui[fast]'"
"""What installs the fast engine."""

_LEAST_VERSION = (0, 27)
"""Of Tantivy; earlier ones cannot do all that is needed."""


class Chosen(NamedTuple):
    """An engine, with what a person should know who asked for another one."""

    engine: SearchEngine
    notices: Sequence[str] = ()


def is_fast_engine_here() -> bool:
    """Whether Tantivy is installed in a version that will do."""
    # Not at the top: the start knows the names only.
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = re.match(r"(\d+)\.(\d+)", version(TANTIVY))
    except PackageNotFoundError:
        return False
    return found is not None and tuple(map(int, found.groups())) >= _LEAST_VERSION


def choose(wanted: str = AUTO) -> Chosen:
    """The engine with one of the `NAMES`; Whoosh where Tantivy cannot be had."""
    if wanted == WHOOSH:
        return Chosen(_whoosh())
    if not is_fast_engine_here():
        told = f"The engine tantivy is missing or too old ({FAST}); whoosh is used."
        return Chosen(_whoosh(), (told,) if wanted == TANTIVY else ())
    try:
        from paperstui.index.engines.tantivy import TantivyEngine
    except ImportError as error:  # made for another system
        told = f"The engine tantivy cannot be loaded ({error}); whoosh is used."
        return Chosen(_whoosh(), (told,))
    return Chosen(TantivyEngine())


def _whoosh() -> SearchEngine:
    from paperstui.index.engines.whoosh import WhooshEngine

    return WhooshEngine()
