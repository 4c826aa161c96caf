"""Are citation keys unique, plain and stable? `python -m bench.keys` on the corpus.

Once all of it is one list, so that each record is a paper; then every list is a source
of its own, as with `paperstui add`. Two such libraries are made in the same way; in the
first, some venues are removed and added again.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from bench import corpora
from bench.tables import table
from paperstui.index import library_file
from paperstui.index.adding import change
from paperstui.index.collection import Collection
from paperstui.index.models import Venue

if TYPE_CHECKING:
    from paperstui.index.models import Paper

    Lists = dict[Venue, list[Paper]]

_PLAIN = re.compile(r"[A-Za-z0-9:_-]+")
_SOME = 20
"""Venues that are removed and added again."""


def main() -> None:
    """Make the libraries, compare their keys, print what was found."""
    parser = argparse.ArgumentParser(prog="python -m bench.keys", description=__doc__)
    corpora.add_options(parser)
    options = parser.parse_args()
    corpora.require(parser, options.data)
    lists: Lists = {}
    for paper in corpora.whole(options.data):
        lists.setdefault(paper.venue, []).append(paper)
    with tempfile.TemporaryDirectory() as folder:
        rows = _rows(Path(folder), lists, options.seed)
    print(table(("", "papers", "seconds"), rows))
    if any(row[0].startswith("!") for row in rows):
        sys.exit("keys are not what they should be: see the lines with !")


def _rows(folder: Path, lists: Lists, seed: int) -> list[tuple[str, str, str]]:
    """What was found: a line with ! is a fault."""
    began = time.perf_counter()
    rows: list[tuple[str, str, str]] = []

    def say(what: str, count: int, *, fault: bool = False) -> None:
        nonlocal began
        sign = "!" if fault and count else " "
        taken = time.perf_counter() - began
        rows.append((f"{sign} {what}", f"{count:,}", f"{taken:.1f}"))
        began = time.perf_counter()

    everything = [paper for papers in lists.values() for paper in papers]
    say("records", len(everything))

    def look_at(made: Collection) -> None:
        given = [str(key) for _, key in made.library.each("key")]
        say("papers", len(given))
        doubled = len(given) - len({key.lower() for key in given})
        say("papers with the key of another", doubled, fault=True)
        odd = sum(_PLAIN.fullmatch(key) is None for key in given)
        say(f"keys other than {_PLAIN.pattern}", odd, fault=True)
        say("characters of the longest key", max(map(len, given)))

    # Papers of one list are never joined by their titles.
    with closing(_made(folder / "whole.db", {Venue("all"): everything})) as whole:
        look_at(whole)
    with closing(_made(folder / "one.db", lists)) as one:
        look_at(one)
        keys = _keys(one, lists)
        with closing(_made(folder / "two.db", lists)) as two:
            differing = _differing(keys, _keys(two, lists))
        say("records with another key in a second run", differing, fault=True)
        some = random.Random(seed).sample(sorted(lists), _SOME)
        removed = sum(map(one.remove, some))
        say(f"papers removed with {_SOME} venues", removed)
        _put(folder / "one.db", {venue: lists[venue] for venue in reversed(some)})
        one.library.reload()
        say("records added again", sum(len(lists[venue]) for venue in some))
        again = _keys(one, lists)
        # What a venue of the twenty listed as well went with it: a paper is one.
        say("records of other venues that went along", len(keys.keys() - again.keys()))
        say("records with another key then", _differing(keys, again), fault=True)
    return rows


def _made(path: Path, lists: Lists) -> Collection:
    _put(path, lists)
    return Collection(path)


def _put(path: Path, lists: Lists) -> None:
    with (
        closing(library_file.connect(path).connection) as connection,
        change(connection) as begun,
    ):
        for venue, papers in lists.items():
            begun.put_source(f"bench:{venue.label}", venue.label, "", {}, papers)


def _keys(collection: Collection, lists: Lists) -> dict[str, str]:
    """The key of the paper that each record is, by the id of the record."""
    by_row = dict(collection.library.each("key"))
    ids = [paper.id for papers in lists.values() for paper in papers]
    found = collection.library.rows(ids)
    return {name: by_row[row] for name, row in found.items()}


def _differing(before: dict[str, str], after: dict[str, str]) -> int:
    return sum(before[name] != after[name] for name in before.keys() & after.keys())


if __name__ == "__main__":
    main()
