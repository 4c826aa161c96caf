"""What is cited, and how: a paper with its key, and the choices of the person."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from paperstui.index.errors import PaperstuiError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paperstui.index.models import Paper

FULL, SHORT = "full", "short"
"""Names of venues: as the proceedings have it, or as researchers write it."""

FIELDS = (
    "volume",
    "number",
    "series",
    "pages",
    "publisher",
    "editor",
    "address",
    "month",
    "doi",
    "eprint",
    "url",
    "pdf",
    "abstract",
    "keywords",
    "note",
)
"""The fields of an entry that can be left out or asked for."""

DEFAULT_FIELDS = frozenset(FIELDS[: FIELDS.index("pdf")])


@dataclass(frozen=True, slots=True)
class Cited:
    """A paper to cite or to hand on."""

    paper: Paper
    key: str
    """Its citation key."""
    tags: tuple[str, ...] = ()
    """Those of the person, on its bookmark."""
    note: str = ""
    """The remark of the person on it."""


@dataclass(frozen=True, slots=True)
class CitationOptions:
    """How papers are cited: the choices of the table `[citations]` in the config."""

    venues: str = FULL
    """Names of venues, `FULL` or `SHORT`."""
    fields: frozenset[str] = field(default=DEFAULT_FIELDS)
    """Which of `FIELDS` are written to BibTeX."""
    unicode: bool = False
    """Letters as UTF-8 rather than as LaTeX, in BibTeX."""
    style: str = "apa"
    """Style of references: a name, or the path of a CSL file."""


@dataclass(frozen=True, slots=True)
class KeyScheme:
    """How citation keys are made."""

    pattern: str = "{auth}{year}{title1}"
    """See `key_pattern`, which is not needed to start."""
    native: bool = False
    """Whether keys that lists give their papers are kept."""


DEFAULTS = CitationOptions()
"""How papers are cited where a person chose nothing."""


def chosen_fields(words: Iterable[str]) -> frozenset[str]:
    """The fields that words such as "doi", "+abstract" or "-url" ask for.

    Signs change the default; words without one replace it. Raises PaperstuiError,
    naming the word, where it is no field.
    """
    plain: set[str] = set()
    more: set[str] = set()
    fewer: set[str] = set()
    for word in words:
        name = word.strip()
        chosen = {"+": more, "-": fewer}.get(name[:1], plain)
        name = name.lstrip("+-").strip()
        if name not in FIELDS:
            known = ", ".join(FIELDS)
            raise PaperstuiError(f"{word} is no field; there are: {known}")
        chosen.add(name)
    return frozenset((plain or DEFAULT_FIELDS) - fewer | more)
