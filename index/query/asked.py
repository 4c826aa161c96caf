"""The query of a request: what was typed, and what it has to match within."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from paperstui.index import tree
from paperstui.index.query.parser import parse

if TYPE_CHECKING:
    from paperstui.index.requests import Query


def asked(text: str, within: str) -> Query:
    """The query as typed, whose tree and order are also those it is asked within."""
    typed, around = parse(text), parse(within)
    return replace(
        typed, root=tree.both(around.root, typed.root), sort=typed.sort or around.sort
    )
