"""Answers that are kept for a while."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Answer = TypeVar("Answer")


class Recent(Generic[Answer]):
    """The answers that were wanted last, up to a number of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Answer] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Answer]) -> Answer:
        """The answer for a key, made where it is not kept."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        answer = self._kept[key] = make()
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return answer
