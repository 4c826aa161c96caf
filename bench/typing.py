"""How long each search takes while a text is typed, against other search libraries.

Run it from a checkout: `pip install -e ".[bench]"`, then
`python -m bench.typing [--data FOLDER] [--papers N] [--only NAME]`.

Every letter is one search for all papers with all the words, the last of which may be
unfinished: their numbers in order, and how many there are of each venue. The clock runs
from the text to that answer. Systems take turns text by text; nothing is warmed up.
bm25s knows no prefixes and searches for whole words. Whoosh takes seconds for a single
letter, and types fewer texts.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from bench import corpora
from bench.keystrokes import keystrokes, summary, timed, typed
from bench.systems import ENGINES, Paperstui, chosen, ready
from bench.tables import table

try:
    from bench.peers import StockWhoosh, peers
except ModuleNotFoundError as missing:
    raise SystemExit(
        f"{missing.name} is not installed: pip install -e '.[bench]'"
    ) from missing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bench.keystrokes import Summary, Timed
    from bench.systems import Built, System


def main() -> None:
    """Print a table of times and one of builds."""
    parser = argparse.ArgumentParser(description=__doc__)
    corpora.add_options(parser)
    parser.add_argument(
        "--texts",
        type=int,
        default=20,
        metavar="N",
        help="titles to type, besides three texts made by hand (default: 20)",
    )
    parser.add_argument(
        "--slow",
        type=int,
        default=3,
        metavar="N",
        help="texts that stock Whoosh types (default: 3, those made by hand)",
    )
    parser.add_argument(
        "--allowed",
        type=float,
        default=60.0,
        metavar="SECONDS",
        help="break a search off after this time (default: 60)",
    )
    parser.add_argument(
        "--facets", action="store_true", help="let paperstui count facets, too"
    )
    arguments = parser.parse_args()
    corpora.require(parser, arguments.data)
    ours = [Paperstui(engine, facets=arguments.facets) for engine in ENGINES]
    systems = chosen([*ours, *peers()], arguments.only)
    papers = corpora.sample(arguments.data, arguments.papers, arguments.seed)
    texts = typed(papers, arguments.texts, arguments.seed)
    with ExitStack() as held:
        folder = arguments.keep or Path(
            held.enter_context(tempfile.TemporaryDirectory())
        )
        folder /= f"corpus-{arguments.papers}-{arguments.seed}"
        built = {system.name: ready(system, papers, folder) for system in systems}
        searches: dict[str, list[Timed]] = {system.name: [] for system in systems}
        for number, text in enumerate(texts):
            for system in systems:
                if number < arguments.slow or not isinstance(system, StockWhoosh):
                    searches[system.name] += [
                        timed(system, letters, arguments.allowed)
                        for letters in keystrokes(text)
                    ]
        for system in systems:
            system.close()
    print(f"{len(texts)} texts typed over {len(papers)} papers; times in ms")
    print(_times(systems, searches))
    print(f"\n{_builds(built, len(papers))}")
    if arguments.json:
        results = {
            name: {
                "built": asdict(took) if (took := built[name]) else None,
                "summary": asdict(summary(found)),
                "searches": [asdict(each) for each in found],
            }
            for name, found in searches.items()
        }
        arguments.json.write_text(json.dumps(results, indent=1), encoding="utf-8")


def _times(systems: Sequence[System], searches: Mapping[str, list[Timed]]) -> str:
    """A line for each system; ratios to the first over the texts that both typed."""
    first = searches[systems[0].name]
    head = ["", "searches", "p50", "p95", "max", "mean", "p95 ratio", "mean ratio"]
    rows: list[list[str | float]] = []
    worst = []
    for system in systems:
        mine = searches[system.name]
        own, reference = summary(mine), summary(first[: len(mine)])
        rows.append([system.name, *_cells(own), own.p95 / reference.p95])
        rows[-1].append(own.mean / reference.mean)
        worst.append(f"{system.name}: longest at {own.worst!r}")
        if own.broken_off:
            worst[-1] += f"; {own.broken_off} broken off"
    return "\n".join([table(head, rows), *worst])


def _cells(own: Summary) -> list[str]:
    times = (own.p50, own.p95, own.longest, own.mean)
    return [str(own.searches), *(f"{time:.1f}" for time in times)]


def _builds(built: Mapping[str, Built | None], papers: int) -> str:
    """A line for each system: how fast it took the papers."""
    rows: list[list[str]] = []
    for name, took in built.items():
        if took is None:
            rows.append([name, "kept", "", ""])
            continue
        filled = f"{took.filling:.1f}" if took.filling else ""
        speed = f"{papers / took.indexing:.0f}"
        rows.append([name, filled, f"{took.indexing:.1f}", speed])
    return table(["", "library s", "index s", "papers/s"], rows)


if __name__ == "__main__":
    main()
