"""How good the lists are, against other search libraries, in one run.

Run it from a checkout: `pip install -e ".[bench]"`, then
`python -m bench.relevance [--data FOLDER] [--half tuning|test|all] [--only NAME]`.

Every system answers every judged question of three collections, pasted as a person
would, and looks for known papers by a few words of the title, by a typed prefix and by
the whole title. The peers are told to take any word of a question, every word of a
title and a prefix for one, if they can; paperstui reads all texts by itself.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from bench import corpora, known_item, libraries, peers
from bench.systems import ENGINES, Ask, Paperstui, chosen, ready
from bench.tables import table

try:
    import ir_measures
except ModuleNotFoundError as missing:
    raise SystemExit(
        f"{missing.name} is not installed: pip install -e '.[bench]'"
    ) from missing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.corpora import Judged
    from bench.known_item import Sought
    from bench.systems import System
    from paperstui.index.library import Library

MEASURES = {
    "nDCG@10": ir_measures.nDCG @ 10,
    "MAP": ir_measures.AP,
    "recall@100": ir_measures.R @ 100,
}
_DEEP_ENOUGH = 10
"""How many of a list are looked at for a known item."""

Scores = dict[str, dict[str, dict[str, float]]]
"""By system, collection and measure."""


def relevance(
    systems: Sequence[System], judged: Judged, library: Library, folder: Path
) -> Scores:
    """The measures of each system on one collection."""
    scores: Scores = {}
    for system in systems:
        ready(system, library, folder)
        run = {
            query: {
                # Places instead of scores: ties are broken as the system lists them.
                library.paper(row).id: -float(place)
                for place, row in enumerate(
                    system.search(Ask(text, limit=len(judged.papers))).rows
                )
            }
            for query, text in judged.queries.items()
        }
        system.close()
        found = ir_measures.calc_aggregate(
            list(MEASURES.values()), judged.judgements, run
        )
        measured = {name: float(found[m]) for name, m in MEASURES.items()}
        scores[system.name] = {judged.name: measured}
    return scores


def known_items(
    systems: Sequence[System],
    wanted: Sequence[Sought],
    library: Library,
    folder: Path,
) -> dict[str, dict[str, float]]:
    """The mean reciprocal rank of each system by kind of query."""
    scores: dict[str, dict[str, float]] = {}
    for system in systems:
        ready(system, library, folder)
        ranks: dict[str, list[float]] = {kind: [] for kind in known_item.KINDS}
        for sought in wanted:
            unfinished = sought.kind == known_item.PREFIX
            ask = Ask(sought.text, True, unfinished, _DEEP_ENOUGH)
            listed = [library.paper(row).id for row in system.search(ask).rows]
            ranks[sought.kind].append(known_item.reciprocal_rank(listed, sought.paper))
        system.close()
        scores[system.name] = {k: statistics.fmean(found) for k, found in ranks.items()}
    return scores


def main() -> None:
    """Print two tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    corpora.add_options(parser)
    parser.add_argument(
        "--papers",
        type=int,
        default=20_000,
        metavar="N",
        help="size of the sample of corpus.jsonl.gz (20000)",
    )
    parser.add_argument(
        "--half",
        choices=corpora.HALVES,
        default="all",
        help="which judged questions: tune by one half and report the other",
    )
    parser.add_argument(
        "--known",
        type=int,
        default=500,
        metavar="N",
        help="papers to look for; 0 to leave that out (default: 500)",
    )
    arguments = parser.parse_args()
    corpora.require(parser, arguments.data, corpora.COLLECTIONS)
    others, missing = peers.libraries()
    print(*missing, sep="\n", end="")
    systems = chosen([*map(Paperstui, ENGINES), *others], arguments.only)
    scores: Scores = {system.name: {} for system in systems}
    questions = []
    known: dict[str, dict[str, float]] = {}
    with ExitStack() as held:
        folder = arguments.keep or Path(
            held.enter_context(tempfile.TemporaryDirectory())
        )
        for name in corpora.COLLECTIONS:
            judged = corpora.judged(arguments.data, name, arguments.half)
            questions.append(f"{name} {len(judged.queries)}")
            place = folder / name
            with closing(libraries.filled(place, judged.papers)) as collection:
                found = relevance(systems, judged, collection.library, place)
            for system, measured in found.items():
                scores[system] |= measured
        print(f"judged questions ({arguments.half}): {', '.join(questions)}")
        print(_judged_tables(scores))
        if arguments.known:
            size, seed = arguments.papers, arguments.seed
            papers = corpora.sample(arguments.data, size, seed)
            wanted = known_item.drawn(papers, arguments.known, seed)
            place = folder / f"sample-{size}-{seed}"
            with closing(libraries.filled(place, papers)) as collection:
                known = known_items(systems, wanted, collection.library, place)
            sought = len(wanted) // len(known_item.KINDS)
            print(f"\n{sought} known items among {len(papers)} papers, seed {seed}")
            print(_known_table(known))
    if arguments.json:
        results = {"half": arguments.half, "relevance": scores, "known_item": known}
        arguments.json.write_text(json.dumps(results, indent=1), encoding="utf-8")


def _judged_tables(scores: Scores) -> str:
    """A table for each measure: a line for each system, its values and their mean."""
    tables = []
    for measure in MEASURES:
        rows: list[list[str | float]] = []
        for system, by_collection in scores.items():
            values = [found[measure] for found in by_collection.values()]
            rows.append([system, *values, statistics.fmean(values)])
        tables.append(table([measure, *corpora.COLLECTIONS, "mean"], rows))
    return "\n\n".join(tables)


def _known_table(known: dict[str, dict[str, float]]) -> str:
    rows: list[list[str | float]] = []
    rows += ([name, *found.values()] for name, found in known.items())
    return table(["MRR@10", *known_item.KINDS], rows)


if __name__ == "__main__":
    main()
