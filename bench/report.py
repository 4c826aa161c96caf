"""One run of the benchmarks as files: JSON, and a part of a document."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from bench.machine import one_line
from bench.results import Results, joined

if TYPE_CHECKING:
    from pathlib import Path

BEGIN, END = "<!-- measured -->", "<!-- end -->"
"""Between these lines of a document stand the numbers."""


@dataclass(frozen=True, slots=True)
class Report:
    """What some programs measured on one machine."""

    date: str
    machine: dict[str, str]
    command: str
    """What was run."""
    measured: dict[str, Results] = field(default_factory=dict)
    """By program."""
    failures: tuple[str, ...] = ()
    """What could not be measured, a sentence for each."""

    def having(self, results: Results) -> Report:
        """This with more results; what was measured again replaces what was."""
        known = self.measured.get(results.program)
        whole = joined(known, results) if known else results
        return replace(self, measured={**self.measured, results.program: whole})

    def failed(self, reason: str) -> Report:
        """This with one more failure."""
        return replace(self, failures=(*self.failures, reason))

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    def text(self, picture: str = "") -> str:
        """The tables, in Markdown, and a picture beside the document."""
        parts = [
            f"Measured on {self.date} by `{self.command}`.",
            f"Machine: {one_line(self.machine)}.",
            *(results.markdown() for results in self.measured.values()),
            *self.failures,
        ]
        if picture:
            parts.append(f"![Cost against size]({picture})")
        return "\n\n".join(parts)


def read(path: Path) -> Report:
    """What `to_json` gave, from a file; raises ValueError where it is none of ours."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        measured = {
            name: Results.from_json(each) for name, each in kept["measured"].items()
        }
        return Report(
            kept["date"],
            kept["machine"],
            kept["command"],
            measured,
            tuple(kept["failures"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} holds no results of bench") from error


def merged(earlier: Report, now: Report) -> Report:
    """Two runs on one machine as one; raises ValueError where they are of two.

    Other versions of Python or a library make another machine of it.
    """
    if earlier.machine != now.machine:
        raise ValueError("the earlier results are of another machine or other versions")
    whole = replace(now, measured=earlier.measured)
    for results in now.measured.values():
        whole = whole.having(results)
    commands = dict.fromkeys([*earlier.command.split("`, `"), now.command])
    return replace(whole, command="`, `".join(commands))


def put_between(document: str, text: str) -> str:
    """A document with a text between its marks; raises ValueError where it has none."""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"no lines {BEGIN} and {END} to write between")
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{after}"
