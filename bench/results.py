"""What programs measured: as a table, as JSON and back."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from bench.tables import table

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Line:
    """What one system took at one size."""

    papers: int
    system: str
    values: dict[str, float]
    """By the heads of columns, which name the unit."""
    ratio: float | None = None
    """How many times as much as the reference of the table took; None for itself."""


@dataclass(frozen=True, slots=True)
class Results:
    """What one program measured."""

    program: str
    about: str
    """What was measured, in a sentence or two."""
    cost: str
    """The column that is compared and drawn."""
    reference: str
    """The system that ratios are to."""
    lines: list[Line]
    notes: list[str] = field(default_factory=list)
    """What a reader must know about single numbers, or what was left out."""

    def table(self) -> str:
        """A line for each system at each size; what was not measured stays empty."""
        fullest = sorted(self.lines, key=lambda line: -len(line.values))
        columns = list(dict.fromkeys(name for line in fullest for name in line.values))
        rows: list[list[str | float]] = [
            [
                f"{line.papers:,}",
                line.system,
                *(shown(line.values.get(name)) for name in columns),
                shown(line.ratio),
            ]
            for line in self.lines
        ]
        return table(["papers", "", *columns, "ratio"], rows, left=2)

    def text(self) -> str:
        """Title, what was measured, table and notes."""
        notes = [f"- {note}" for note in self._notes()]
        return "\n".join([f"{self.program}: {self._told()}", self.table(), *notes])

    def markdown(self) -> str:
        """The same for a document, whose tables are plain text, too."""
        notes = "".join(f"\n- {note}" for note in self._notes())
        parts = [f"### {self.program}", self._told(), f"```text\n{self.table()}\n```"]
        return "\n\n".join([*parts, notes.strip()] if notes else parts)

    def _told(self) -> str:
        return f"{self.about} Ratios are of “{self.cost}”, to {self.reference}."

    def _notes(self) -> list[str]:
        return list(dict.fromkeys(self.notes))

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Results:
        """What `to_json` gave."""
        lines = [Line(**line) for line in kept["lines"]]
        return cls(**{**kept, "lines": lines})


def compared(lines: Iterable[Line], cost: str, reference: str) -> list[Line]:
    """The lines with ratios to one system, where it was measured at that size."""
    known = list(lines)
    costs = {
        line.papers: line.values[cost]
        for line in known
        if line.system == reference and line.values[cost]
    }
    return [
        Line(
            line.papers,
            line.system,
            line.values,
            line.values[cost] / costs[line.papers]
            if line.papers in costs and line.system != reference
            else None,
        )
        for line in known
    ]


def joined(earlier: Results, now: Results) -> Results:
    """Two runs of one program; what was measured again replaces what was."""
    again = {(line.papers, line.system) for line in now.lines}
    lines = [e for e in earlier.lines if (e.papers, e.system) not in again] + now.lines
    lines.sort(key=lambda line: line.papers)
    return Results(
        now.program,
        now.about,
        now.cost,
        now.reference,
        lines,
        [*earlier.notes, *now.notes],
    )


def shown(value: float | None) -> str:
    """A number with three digits that count, nothing for none."""
    if value is None:
        return ""
    if isinstance(value, int):
        return f"{value:,}"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
