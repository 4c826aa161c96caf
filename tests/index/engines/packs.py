"""What the tests let other processes do; they import this module and little else."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paperstui.index.engines.base import Document


def rows_and_words(documents: list[Document]) -> list[tuple[int, list[str]]]:
    """The row and the words of the title of each."""
    return [(each.row, list(each.terms["title"].words)) for each in documents]


def process_and_square(number: int) -> tuple[int, int]:
    """The id of the process, and a square; says so, too."""
    sys.stdout.write(f"squared {number}\n")
    return os.getpid(), number * number


def dies_elsewhere(item: tuple[int, int]) -> int:
    """A number doubled, by the process of an id only: others end."""
    parent, number = item
    if os.getpid() != parent:
        os._exit(1)
    return 2 * number


def reciprocal(number: int) -> float:
    """What 0 has not."""
    return 1 / number
