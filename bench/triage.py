"""How soon a reader of a whole list has seen the papers that matter, by several orders.

Run it from a checkout: `pip install -e ".[bench]"`, then
`python -m bench.triage [--data FOLDER] [--half test|tuning|all] [--runs 20]
[--plot docs/triage.svg] [--write docs/triage.md]`.

A topic is a term that some papers have among their keywords. It is taken out of all
texts; a list of papers is drawn and shuffled; a simulated reader goes through it, keeps
what is of the topic and skips all else. Counted is which share of the papers of the
topic has been seen when some of the list has been read.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench import corpora, libraries
from bench.machine import machine, one_line
from bench.reader import Times, ideal, learned, shares, timed
from bench.report import put_between
from bench.systems import ENGINES, Ask, Paperstui, ready
from bench.tables import table
from bench.topics import Topic, halved
from paperstui.index.likely import Likely

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.models import Paper

LIST = "list order"
SEARCH = "search, term taken out"
FULL = "search, full text"
LEARNED = "learned"
BEGUN = "learned, 3 kept before"
IDEAL = "ideal"
ORDERS = (LIST, SEARCH, LEARNED, BEGUN, FULL, IDEAL)

_READ = (0.1, 0.2)
"""Parts of the list after which the shares are told."""
_DEPTH = 0.3
"""The part of the list that is read."""
_BEFORE = 3
"""Papers of the topic, not in the list, that a reader kept before."""
_TIMED = (2_600, 10_000)

Curves = dict[str, list[float]]
"""By order: the mean share that is seen after each paper."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One list, as its reader sees it."""

    papers: list[Paper]
    """Without the term of the topic."""
    relevant: frozenset[int]
    """Places of the papers of the topic."""
    before: list[Paper]
    """Papers of the topic that are not in the list, without its term."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of one topic."""

    topic: str
    relevant: float
    """Papers of the topic in a list, in the mean."""
    curves: Curves


def drawn(
    pool: Sequence[Paper], relevant: frozenset[str], size: int, chosen: random.Random
) -> Drawn:
    """A list drawn evenly, so that a topic has the share in it that it has in the pool.

    `relevant` are ids.
    """
    papers = chosen.sample(pool, size)
    listed = {paper.id for paper in papers}
    others = [p for p in pool if p.id in relevant and p.id not in listed]
    places = frozenset(at for at, paper in enumerate(papers) if paper.id in relevant)
    return Drawn(papers, places, chosen.sample(others, min(_BEFORE, len(others))))


def searched(papers: Sequence[Paper], text: str, folder: Path) -> list[str]:
    """Ids of what the product finds for a text in a library of these papers."""
    system = Paperstui(ENGINES[0])
    with closing(libraries.filled(folder, papers)) as collection:
        ready(system, collection.library, folder)
        rows = system.search(Ask(text, limit=len(papers))).rows
        found = [collection.library.paper(row).id for row in rows]
        system.close()
    return found


def ranked(papers: Sequence[Paper], found: Sequence[str]) -> list[int]:
    """The rows of a list by a ranking of ids; what was not found last, as listed."""
    places = {paper: place for place, paper in enumerate(found)}
    return sorted(
        range(len(papers)), key=lambda row: places.get(papers[row].id, len(found))
    )


def measured(
    pool: Sequence[Paper], topic: Topic, options: argparse.Namespace, folder: Path
) -> Measured:
    """The mean curves of one topic over all runs."""
    relevant = frozenset(paper.id for paper in pool if topic.is_of(paper))
    without = [topic.without(paper) for paper in pool]
    place = topic.name.replace(" ", "-")
    by_search = searched(without, topic.name, folder / place)
    by_full_text = searched(pool, topic.name, folder / "full")
    depth = round(_DEPTH * options.papers)
    curves: dict[str, list[list[float]]] = {name: [] for name in ORDERS}
    counts = []
    for run in range(options.runs):
        chosen = random.Random(f"{options.seed} {topic.name} {run}")
        each = drawn(without, relevant, options.papers, chosen)
        if not each.relevant:
            continue
        papers, wanted = each.papers, each.relevant
        rows = range(len(papers))
        likely = Likely(list(enumerate(papers)))
        orders = {
            LIST: rows,
            SEARCH: ranked(papers, by_search),
            LEARNED: learned(likely, rows, wanted, depth),
            BEGUN: learned(likely, rows, wanted, depth, each.before),
            FULL: ranked(papers, by_full_text),
            IDEAL: ideal(len(papers), wanted),
        }
        for name, order in orders.items():
            curves[name].append(shares(order, wanted, depth))
        counts.append(len(wanted))
    if not counts:
        raise SystemExit(f"no list holds a paper on {topic.name}")
    return Measured(
        topic.name,
        statistics.fmean(counts),
        {name: _mean(each) for name, each in curves.items()},
    )


def _mean(curves: Sequence[Sequence[float]]) -> list[float]:
    return [statistics.fmean(column) for column in zip(*curves, strict=True)]


def in_all(found: Sequence[Measured]) -> Measured:
    """The mean of all topics, each as much as another."""
    curves = {name: _mean([each.curves[name] for each in found]) for name in ORDERS}
    return Measured("all", statistics.fmean(each.relevant for each in found), curves)


def report(found: Sequence[Measured], times: Sequence[Times], size: int) -> str:
    """The tables, and what they come to."""
    whole = in_all(found)
    parts = []
    for part in _READ:
        last = max(0, round(part * size) - 1)
        rows: list[list[str | float]] = [
            [
                each.topic,
                f"{each.relevant:.0f}",
                *(f"{100 * each.curves[name][last]:.0f} %" for name in ORDERS),
            ]
            for each in [*found, whole]
        ]
        shown = table([f"after {part:.0%}", "papers", *ORDERS], rows)
        ratio = whole.curves[LEARNED][last] / whole.curves[LIST][last]
        parts.append(
            f"```text\n{shown}\n```\n\nAfter {part:.0%} the learned order has shown "
            f"{ratio:.1f} times as many of them as the list."
        )
    parts += [
        f"{each.papers:,} papers: read in {each.build:.1f} s; from a decision to "
        f"the next paper {each.median:.1f} ms (median), {each.p95:.1f} ms (95th "
        "percentile)."
        for each in times
    ]
    return "\n\n".join(parts)


def main() -> None:
    """Measure, print the tables, and draw and write them where told."""
    parser = argparse.ArgumentParser(prog="python -m bench.triage", description=__doc__)
    parser.add_argument("--data", type=Path, default=corpora.DATA, metavar="FOLDER")
    parser.add_argument("--half", choices=corpora.HALVES, default="test")
    parser.add_argument("--runs", type=int, default=20, help="lists for a topic (20)")
    parser.add_argument("--papers", type=int, default=2_600, help="in a list (2600)")
    parser.add_argument("--seed", type=int, default=2026, help="of all random choices")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep indexes here")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the shares")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put tables there")
    options = parser.parse_args()
    corpora.require(parser, options.data)
    pool = corpora.with_keywords(options.data)
    if options.papers > len(pool):
        parser.error(f"only {len(pool)} papers have keywords")
    found = []
    with ExitStack() as held:
        folder = options.keep or Path(held.enter_context(tempfile.TemporaryDirectory()))
        for topic in halved(options.half):
            print(topic.name, file=sys.stderr, flush=True)
            found.append(measured(pool, topic, options, folder))
    times = [timed(options.data, size, options.seed) for size in _TIMED]
    text = report(found, times, options.papers)
    print(text)
    if options.plot:
        from bench.plots import draw_shares

        draw_shares(in_all(found).curves, options.papers, options.plot)
    if options.write:
        command = f"--half {options.half} --runs {options.runs} --seed {options.seed}"
        told = (
            f"Measured by `python -m bench.triage {command}`, lists of "
            f"{options.papers:,} of {len(pool):,} papers. Times are of: "
            f"{one_line(machine())}."
        )
        document = options.write.read_text(encoding="utf-8")
        picture = f"\n\n![Share seen]({options.plot.name})" if options.plot else ""
        whole = f"{told}\n\n{text}{picture}"
        options.write.write_text(put_between(document, whole), encoding="utf-8")


if __name__ == "__main__":
    main()
