"""How far a triage is: a bar, and below it counts, pace, and the time left."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from paperstui.index.models import Verdict
from paperstui.index.triage import Progress
from paperstui.tui.formatting import DECIDED, VERDICTS

_HOUR, _MINUTE = 3600, 60


class TriageBar(Widget):
    """Two lines, drawn as one widget."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"bar--full", "bar--empty", "bar--told"}

    progress: reactive[Progress] = reactive(Progress(0))

    def render(self) -> Content:
        """What fits: the pace goes first, then the words for the counts."""
        width = self.content_size.width
        progress = self.progress
        full = round(width * progress.decided / max(1, progress.papers))
        counts = [
            (
                f"{VERDICTS[verdict]} {progress.verdicts.get(verdict, 0):,}",
                DECIDED[verdict],
            )
            for verdict in Verdict
        ]
        place = f"{progress.decided:,} of {progress.papers:,}"
        long = "   ".join(
            [f"{place} decided", *(f"{n} {word.lower()}" for n, word in counts)]
        )
        short = "  ".join([place, *(n for n, _ in counts)])
        pace = told_pace(progress)
        left, right = short, ""
        for left, right in ((long, pace), (short, pace), (short, ""), (place, "")):
            if cell_len(left) + (3 if right else 0) + cell_len(right) <= width:
                break
        gap = " " * max(0, width - cell_len(left) - cell_len(right))
        return Content.assemble(
            ("━" * full, self.get_visual_style("bar--full", partial=True)),
            ("╌" * (width - full), self.get_visual_style("bar--empty", partial=True)),
            "\n",
            left,
            gap,
            (right, self.get_visual_style("bar--told", partial=True)),
        )


def told_pace(progress: Progress) -> str:
    """The pace and the time left: "8 s a paper · 5 h 43 min left"; empty if unknown."""
    if not progress.pace or progress.decided == progress.papers:
        return ""
    seconds = progress.seconds_left
    if seconds >= _HOUR:
        hours, rest = divmod(round(seconds / _MINUTE), 60)
        left = f"{hours} h {rest} min" if rest else f"{hours} h"
    else:
        left = f"{max(1, round(seconds / _MINUTE))} min"
    pace = f"{progress.pace:.0f}" if progress.pace >= 1 else f"{progress.pace:.1f}"
    return f"{pace} s a paper · {left} left"
