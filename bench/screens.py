"""What a person waits for on the screen of the real program, at one size."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bench import bare
from bench import memory as resident
from bench import painted as keys_painted
from bench import scroll as moves
from bench.painted import Times
from bench.results import Line, Results, compared

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bench.setting import Setting

_COST = "p95 ms"
_TEXTS = 5
"""Titles that are typed at most: a person's pace takes time."""


def painted(setting: Setting, size: int) -> Results:
    """From a key in the search box to the painted answer."""
    home = setting.indexed_home(size)
    setting.say(f"painted, {size:,} papers: typing")
    texts = keys_painted.texts(home, min(setting.texts, _TEXTS), setting.seed)
    keys = keys_painted.measure(home, texts)
    lines = [
        _line(size, bare.NAME, bare.typed(texts, home)),
        _line(size, "paperstui, letter in the box", (key.box for key in keys)),
        _line(size, "paperstui, list", (key.list for key in keys)),
        _line(size, "paperstui, list and reader", (key.whole for key in keys)),
    ]
    about = (
        "The real program in a pseudo-terminal, typed into as fast as a good typist "
        "types; from a key to the screen that shows what belongs to the text. Beside "
        "it an app with a box and nothing else."
    )
    return Results(
        "painted", about, _COST, bare.NAME, compared(lines, _COST, bare.NAME)
    )


def scroll(setting: Setting, size: int) -> Results:
    """From a key that moves the cursor to the painted row."""
    home = setting.indexed_home(size)
    setting.say(f"scroll, {size:,} papers: paperstui")
    alone, found = moves.measure(home), moves.measure(home, moves.SEARCH)
    everything = "paperstui, all papers"
    lines = [
        _line(size, everything, (move.list for move in alone)),
        _line(size, "paperstui, and reader", (move.whole for move in alone)),
        _line(size, f"paperstui, “{moves.SEARCH}”", (move.list for move in found)),
    ]
    titles = moves.titles(home)
    names, notes = setting.fitting(size, list(moves.PEERS))
    for name in names:
        setting.say(f"scroll, {size:,} papers: {name}")
        peer = moves.peer(name, titles)
        line = _line(size, name, (move.list for move in peer.moves))
        lines.append(
            replace(
                line, values={**line.values, "start s": peer.start, "MB": peer.memory}
            )
        )
    about = (
        "The cursor moves through the list by j, k, ctrl+d, ctrl+u, G and g; from a "
        "key to the painted cursor. Beside it Textual's own lists with the same titles "
        "and nothing else, what they take to start, and their memory then."
    )
    return Results(
        "scroll", about, _COST, everything, compared(lines, _COST, everything), notes
    )


def memory(setting: Setting, size: int) -> Results:
    """What the program holds while it is used, beside a bare Textual app."""
    home = setting.indexed_home(size)
    setting.say(f"memory, {size:,} papers")
    cost = "most MB"
    held = resident.measure(home)
    values = {
        "opened MB": held.ready,
        "typed MB": held.typed,
        "moved MB": held.moved,
        cost: held.peak,
    }
    lines = [
        Line(size, bare.NAME, {cost: resident.bare()}),
        Line(size, "paperstui", values),
    ]
    about = (
        "Resident memory of the process, as Linux counts it: when the index is open, "
        "after typing, after the cursor went to the last paper, and the most of all."
    )
    return Results("memory", about, cost, bare.NAME, compared(lines, cost, bare.NAME))


def _line(size: int, name: str, taken: Iterable[float | None]) -> Line:
    times = Times.of(taken)
    values = {
        "keys": times.keys,
        "p50 ms": times.p50,
        _COST: times.p95,
        "max ms": times.longest,
    }
    return Line(size, name, values)
