"""Markdown emphasis: which asterisks and underscores belong together."""

from __future__ import annotations

from paperstui.index.markup.styled import Style

_STYLES = {
    1: (Style.EMPHASIS,),
    2: (Style.STRONG,),
    3: (Style.STRONG, Style.EMPHASIS),
}
_NOT_AFTER_OPENING = frozenset(".,;:!?)]}>’”%*_/|+=-–—")
_BEFORE_OPENING = frozenset("([{\"'“‘«/–—-:;,>|=&")
_OPERATORS = frozenset("|>=&,;")
_NOT_BEFORE_CLOSING = frozenset("([{“‘«<|=+")


class Emphasis:
    """Pairs the runs of `*` and `_` of one text, read from left to right."""

    def __init__(self) -> None:
        self.pairs: list[tuple[int, int, tuple[Style, ...]]] = []
        """Place of the opening run, place of the closing run, styles between them."""
        self._openings: dict[str, list[int]] = {}

    def add(self, place: int, run: str, before: str, after: str, floor: int) -> None:
        """Take in a run at `place` between two characters; "" is the end of the text.

        An opening before `floor` stands outside the group that the run stands in.
        """
        styles = _STYLES.get(len(run))
        # Two underscores are part of a name such as __init__ more often than not.
        if styles is None or run == "__":
            return
        if _closes(before, after):
            places = self._openings.get(run)
            if places and places[-1] >= floor:
                opening = places[-1]
                self.forget(opening)
                self.pairs.append((opening, place, styles))
                return
        if _opens(before, after) and (run != "_" or _opens_underscore(before, after)):
            self._openings.setdefault(run, []).append(place)

    def forget(self, place: int) -> None:
        """Leave the openings from `place` on unpaired: a group or paragraph ends."""
        for places in self._openings.values():
            while places and places[-1] >= place:
                places.pop()


def _opens(before: str, after: str) -> bool:
    if not after or after.isspace() or after in _NOT_AFTER_OPENING:
        return False
    return not before or before.isspace() or before in _BEFORE_OPENING


def _opens_underscore(before: str, after: str) -> bool:
    """True where an underscore is no subscript of a formula without dollars."""
    return before not in _OPERATORS and (after.isalnum() or after in "\"'“‘([*`\\$")


def _closes(before: str, after: str) -> bool:
    if not before or before.isspace() or before in _NOT_BEFORE_CLOSING:
        return False
    return not after.isalnum() and after != "_"
