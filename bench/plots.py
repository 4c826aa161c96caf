"""Cost against size, drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import LogFormatter, StrMethodFormatter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from bench.results import Results

_WIDE, _HIGH = 5.2, 3.6
"""Inches of one panel."""
_COLUMNS = 2
_MARKERS = "os^vDPX*<>"


def draw(measured: Sequence[Results], path: Path) -> None:
    """Write a picture with a panel for each program, both axes logarithmic."""
    rows = -(-len(measured) // _COLUMNS)
    columns = min(_COLUMNS, len(measured))
    figure = Figure((_WIDE * columns, _HIGH * rows), layout="constrained")
    for number, results in enumerate(measured, 1):
        panel = figure.add_subplot(rows, columns, number)
        systems = dict.fromkeys(line.system for line in results.lines)
        for place, system in enumerate(systems):
            points = [
                (line.papers, line.values[results.cost])
                for line in results.lines
                if line.system == system and results.cost in line.values
            ]
            marker = _MARKERS[place % len(_MARKERS)]
            panel.plot(*zip(*points, strict=True), marker=marker, ms=4, label=system)
        panel.set(xscale="log", yscale="log", title=results.program)
        panel.set(xlabel="papers", ylabel=results.cost)
        panel.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        panel.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        panel.yaxis.set_minor_formatter(LogFormatter(labelOnlyBase=False))
        panel.grid(alpha=0.3)
        panel.legend(fontsize="x-small")
    _save(figure, path)


def draw_shares(curves: Mapping[str, Sequence[float]], size: int, path: Path) -> None:
    """Write a picture of the share that is seen against the share of a list read.

    The curves are by the names of orders; a point of each for each paper of the list.
    """
    figure = Figure((_WIDE * 1.4, _HIGH * 1.2), layout="constrained")
    panel = figure.add_subplot()
    for place, (name, curve) in enumerate(curves.items()):
        read = [0.0, *(100 * number / size for number in range(1, len(curve) + 1))]
        seen = [0.0, *(100 * share for share in curve)]
        marker = _MARKERS[place % len(_MARKERS)]
        often = max(1, len(curve) // 12)
        panel.plot(read, seen, marker=marker, markevery=often, ms=4, label=name)
    panel.set(xlabel="% of the list read", ylabel="% of the topic's papers seen")
    panel.grid(alpha=0.3)
    panel.legend(fontsize="x-small", loc="center right")
    _save(figure, path)


def _save(figure: Figure, path: Path) -> None:
    # Text as text, and the same file for the same numbers.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "bench"}):
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
