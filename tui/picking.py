"""What is to be chosen in the reader, for another program."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picking:
    """The reader is opened to choose papers."""

    query: str
    """What to search for at first."""
    multi: bool
    """Whether several can be chosen."""
