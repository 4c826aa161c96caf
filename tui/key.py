"""What a row of the key table says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Context(StrEnum):
    """Where a key works; the value heads its section in the help."""

    ANYWHERE = "Anywhere but the search box"
    SEARCH = "Search box"
    COMPLETIONS = "Completions in the search box"
    SIDEBAR = "Venues"
    RESULTS = "Papers"
    READER = "Abstract"
    PICKING = "Choosing papers by `paperstui pick`"
    TRIAGE = "Triage"
    TRENDS = "Trends"
    COVERAGE = "Coverage"
    AUTHOR = "Author"
    TABLE = "Lists of trends and authors"


@dataclass(frozen=True, slots=True)
class Key:
    """One row of the table."""

    id: str
    """Name by which the config file can give it other keys."""
    keys: str
    """Textual key names, separated by commas."""
    action: str
    help: str
    """What it does, for the help screen, the palette and the README."""
    context: Context = Context.ANYWHERE
    label: str = ""
    """One or two words for the footer; empty keeps it out of there."""
    shown: str = ""
    """The keys as a person reads them, where Textual's names do not do."""
    palette: bool = False
    """Whether the command palette offers it."""
    at_once: bool = False
    """Whether it works before keys that were typed ahead, since it moves the focus."""

    @property
    def display(self) -> str:
        """The keys as a person reads them: "j ↓"."""
        return self.shown or self.keys.replace(",", " ")
