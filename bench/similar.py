"""How good lists of similar papers are, and how fast, beside what Whoosh offers.

Run it from a checkout: `pip install -e ".[bench]"`, then
`python -m bench.similar [--data FOLDER] [--keep FOLDER] [--write docs/similar.md]`.

No system sees keywords: they are the truth by which lists are judged. The papers that
have some are searched apart, since the others cannot be judged; the clock runs over the
whole corpus.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import statistics
import tempfile
import time
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bench import corpora, libraries, report
from bench.machine import machine
from bench.peers.more_like import MoreLike
from bench.results import Line, Results, compared
from bench.systems import ENGINES, Paperstui, is_named, ready
from paperstui.index import analysis
from paperstui.index.models import Paper
from paperstui.index.requests import SearchRequest
from paperstui.index.similar import like_paper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from paperstui.index.library import Library

    Find = Callable[[int, Paper, int], Sequence[int]]
    """Rows of papers like that of a row, up to a number of them."""

LISTED = 10
"""Papers of a list that are judged."""
_DEEP = 100
"""Papers of whose lists by both engines it is told how many are the same."""
_MORE_TERMS = 20
"""As many as paperstui chooses by."""
_SIZE = 95_652
_REFERENCE = "more_like"
_RANDOM = "random papers"
_ABOUT_QUALITY = (
    "Lists of {count} papers, drawn from the {size:,} with keywords: the share of the "
    f"first {LISTED} that have a keyword in common with the paper, folded as in "
    "queries. Titles and abstracts are compared; no system sees keywords."
)
_ABOUT_SPEED = (
    "From a paper to the rows of up to 100 like it, each paper once and the systems in "
    "turns; with paperstui that includes counts by venue. CPU ms are what it would "
    "take on a machine with nothing else to do."
)
_SETUP = (
    "more_like is that of stock Whoosh with its own stemming analyzer, over one field "
    "with title and abstract; by itself it takes 5 terms."
)
_SHARE = f"% of {LISTED}"
_COST = "median ms"


class Ours(Paperstui):
    """The product's own way from a paper to the page of those like it."""

    def like(self, row: int, paper: Paper, limit: int) -> Sequence[int]:
        """The rows of papers like one, the best first, without itself."""
        # Peers know nothing of refused papers.
        page = self._search.find(SearchRequest(like=like_paper(paper), refused=True))
        return page.rows[:limit]


def quality(
    finds: Mapping[str, Find],
    library: Library,
    keywords: Mapping[int, frozenset[str]],
    drawn: Sequence[int],
    seed: int,
) -> Results:
    """The share of the first papers that have a keyword of the paper itself."""
    chance = random.Random(seed)
    rows = sorted(keywords)

    def at_random(row: int, paper: Paper, limit: int) -> Sequence[int]:
        return [other for other in chance.sample(rows, limit + 1) if other != row]

    lines = []
    for name, find in {_RANDOM: at_random, **finds}.items():
        shares = [
            _share(keywords, row, find(row, library.paper(row), LISTED))
            for row in drawn
        ]
        error = statistics.stdev(shares) / len(shares) ** 0.5
        values = {_SHARE: 100 * statistics.fmean(shares), "± %": 100 * error}
        lines.append(Line(len(rows), name, values))
    about = _ABOUT_QUALITY.format(count=len(drawn), size=len(rows))
    lines = compared(lines, _SHARE, _REFERENCE)
    return Results("alike", about, _SHARE, _REFERENCE, lines, [_SETUP])


def _share(
    keywords: Mapping[int, frozenset[str]], row: int, found: Sequence[int]
) -> float:
    return sum(bool(keywords[other] & keywords[row]) for other in found[:LISTED]) / (
        LISTED
    )


def speed(
    finds: Mapping[str, Find], library: Library, drawn: Sequence[int], size: int
) -> Results:
    """How long each system takes, and how alike the lists of both engines are."""
    took: dict[str, list[float]] = {name: [] for name in finds}
    computed: dict[str, list[float]] = {name: [] for name in finds}
    lists: dict[str, list[list[int]]] = {name: [] for name in finds}
    for row in drawn:
        paper = library.paper(row)
        for name, find in finds.items():
            began, before = time.perf_counter(), time.process_time()
            found = find(row, paper, _DEEP)
            took[name].append((time.perf_counter() - began) * 1_000)
            computed[name].append((time.process_time() - before) * 1_000)
            lists[name].append(list(found))
    lines = [
        Line(
            size,
            name,
            {
                "papers asked": len(times),
                _COST: statistics.median(times),
                "p95 ms": statistics.quantiles(times, n=20)[-1],
                "max ms": max(times),
                "median CPU ms": statistics.median(computed[name]),
                "p95 CPU ms": statistics.quantiles(computed[name], n=20)[-1],
            },
        )
        for name, times in took.items()
    ]
    own = [found for name, found in lists.items() if name in _ours()]
    notes = [_agreement(*own)] if len(own) > 1 else []
    lines = compared(lines, _COST, _REFERENCE)
    return Results("speed", _ABOUT_SPEED, _COST, _REFERENCE, lines, notes)


def _agreement(one: Sequence[list[int]], other: Sequence[list[int]]) -> str:
    """How much of the lists the two engines have in common."""
    parts = []
    for first in (LISTED, _DEEP):
        shared = [
            len(set(a[:first]) & set(b[:first])) / max(1, len(a[:first]))
            for a, b in zip(one, other, strict=True)
        ]
        parts.append(f"{statistics.fmean(shared):.1%} of the first {first}")
    return f"Both engines of paperstui list the same papers: {' and '.join(parts)}."


def _ours() -> list[str]:
    return [Paperstui(engine).name for engine in ENGINES]


def _opened(
    held: ExitStack, library: Library, folder: Path, only: Sequence[str] | None
) -> list[Ours | MoreLike]:
    """What finds similar papers in a library, with its index built."""
    systems: list[Ours | MoreLike] = [MoreLike(), *map(Ours, ENGINES)]
    chosen = [each for each in systems if only is None or is_named(each.name, only)]
    for system in chosen:
        took = ready(system, library, folder)
        if took is not None:
            print(f"{system.name}: index built in {took:.0f} s", flush=True)
        held.callback(system.close)
    return chosen


def _blind(papers: Iterable[Paper]) -> list[Paper]:
    return [replace(paper, keywords=()) for paper in papers]


def main() -> None:
    """Measure, print the tables, and write them where told."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.similar", description=__doc__
    )
    corpora.add_options(parser)
    add = parser.add_argument
    add("--papers", type=int, default=300, metavar="N", help="how many lists (300)")
    add(
        "--sizes",
        type=int,
        nargs="+",
        default=[_SIZE],
        metavar="N",
        help=f"numbers of papers that speed is measured at ({_SIZE}); 0 for none",
    )
    add("--write", type=Path, metavar="FILE", help="put the tables there")
    options = parser.parse_args()
    corpora.require(parser, options.data)
    command = ["python", "-m", "bench.similar", "--papers", str(options.papers)]
    command += ["--sizes", *map(str, options.sizes), "--seed", str(options.seed)]
    now = report.Report(
        datetime.now(UTC).date().isoformat(), machine(), shlex.join(command)
    )
    with ExitStack() as held:
        kept = options.keep or Path(held.enter_context(tempfile.TemporaryDirectory()))
        now = now.having(_quality(kept, options))
        for size in filter(None, options.sizes):
            now = now.having(_speed(kept, options, size))
    text = now.text()
    print(text)
    if options.write:
        document = options.write.read_text(encoding="utf-8")
        after = report.put_between(document, text)
        options.write.write_text(after, encoding="utf-8")
    if options.json:
        options.json.write_text(json.dumps(now.to_json(), indent=1), encoding="utf-8")


def _quality(kept: Path, options: argparse.Namespace) -> Results:
    judged = [paper for paper in corpora.whole(options.data) if paper.keywords]
    folder = kept / "similar-keywords"
    with (
        closing(libraries.filled(folder, _blind(judged))) as collection,
        ExitStack() as held,
    ):
        library = collection.library
        keywords = {
            row: frozenset(map(analysis.fold, paper.keywords))
            for paper in judged
            if (row := library.row(paper.id)) is not None
        }
        drawn = random.Random(options.seed).sample(
            sorted(keywords), min(options.papers, len(keywords))
        )
        finds: dict[str, Find] = {}
        for system in _opened(held, library, folder, options.only):
            finds[system.name] = system.like
            if isinstance(system, MoreLike):
                name = f"{system.name}, {_MORE_TERMS} terms"
                finds[name] = partial(system.like, terms=_MORE_TERMS)
        return quality(finds, library, keywords, drawn, options.seed)


def _speed(kept: Path, options: argparse.Namespace, size: int) -> Results:
    folder = kept / f"similar-{size}-{options.seed}"
    papers = _blind(corpora.of_size(options.data, size, options.seed))
    with (
        closing(libraries.filled(folder, papers)) as collection,
        ExitStack() as held,
    ):
        library = collection.library
        del papers  # a tenth of a gigabyte, and nothing that the program would hold
        every = sorted(library.listed(refused=True))
        drawn = random.Random(options.seed).sample(
            every, min(options.papers, len(every))
        )
        systems = _opened(held, library, folder, options.only)
        finds = {system.name: system.like for system in systems}
        return speed(finds, library, drawn, size)


if __name__ == "__main__":
    main()
