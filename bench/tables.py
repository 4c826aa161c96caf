"""Tables in plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def table(
    head: Sequence[str], rows: Sequence[Sequence[str | float]], left: int = 1
) -> str:
    """Rows under their heads, the first columns to the left and the others right.

    Numbers have three digits behind the point.
    """
    shown = [list(head), *([_cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in shown
    )


def _cell(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.3f}"
