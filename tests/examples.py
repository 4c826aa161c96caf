"""How many examples tests of properties take that want fewer or more than usual."""

from hypothesis import settings

_USUAL = 100
"""Where neither a test nor a profile says how many."""


def examples(number: int) -> int:
    """That many; of a profile that wants more than usual, as many times more.

    What a test says itself counts for more than its profile, which could not look for
    others then.
    """
    return number * settings().max_examples // _USUAL
