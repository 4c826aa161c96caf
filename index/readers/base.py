"""What every reader offers, and what it is told about a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date
    from pathlib import Path

    from paperstui.index.models import Paper, Problem, Venue


@dataclass(frozen=True, slots=True)
class Origin:
    """What is known of a file besides its content."""

    source: str
    """What papers and problems call it."""
    path: Path | None = None
    """Where it lies, for what may lie beside it."""
    venue: Venue | None = None
    """Venue of records that name none: as the person says, or as the file is called."""
    categories: frozenset[str] = field(default_factory=frozenset)
    """Only records of these arXiv categories; empty for all."""
    since: date | None = None
    """Only records first published on this day or later; None for all."""


class Reader(Protocol):
    """A module that reads one format."""

    FORMAT: str
    """Name of the format on the command line, such as "bibtex"."""

    def sniff(self, head: str) -> bool:
        """Whether a file that begins with `head` (up to 64 KiB) is of this format."""

    def read(self, file: BinaryIO, origin: Origin) -> Iterator[Paper | Problem]:
        """The papers of a file as it is read, and what is wrong with it; never raises.

        Each record gives one paper or one problem with `lost` set; what was wrong but
        mended gives a problem beside the paper.
        """
