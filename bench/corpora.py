"""The data that is searched: judged collections, and real papers in some sizes."""

from __future__ import annotations

import argparse
import gzip
import json
import random
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.recombined import recombined
from paperstui.index.models import Paper, Venue, is_refused
from paperstui.index.readers import names
from paperstui.index.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

COLLECTIONS = ("cacm", "cisi", "npl")
HALVES = ("tuning", "test", "all")
SIZES = (38, 2_600, 20_000, 95_652, 1_000_000)
"""Numbers of papers that speed is measured at, those of the program among them."""
NEARLY_ALL = 90_000
"""From so many papers on, the corpus is taken as it is."""

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


@dataclass(frozen=True, slots=True)
class Judged:
    """A collection with questions and the papers that answer them."""

    name: str
    papers: list[Paper]
    queries: dict[str, str]
    """By id, each on one line; only those with judgements."""
    judgements: dict[str, dict[str, int]]
    """For each query the grade of each judged paper, by paper id."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options that every benchmark on this data has."""
    parser.add_argument(
        "--data",
        type=Path,
        default=DATA,
        metavar="FOLDER",
        help="where ir/ and corpus.jsonl.gz lie (../shared/data)",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FOLDER",
        help="keep libraries and indexes here and use them again (a temporary folder)",
    )
    parser.add_argument(
        "--only",
        action="append",
        metavar="NAME",
        help="only systems with this in their names; can be repeated",
    )
    parser.add_argument("--seed", type=int, default=2026, help="of all random choices")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write results here")


def require(
    parser: argparse.ArgumentParser, folder: Path, collections: Sequence[str] = ()
) -> None:
    """End with a message where the corpus or a collection is not in this folder."""
    wanted = ("corpus.jsonl.gz", *(f"ir/{name}" for name in collections))
    missing = [name for name in wanted if not (folder / name).exists()]
    if missing:
        parser.error(f"{folder} has no {', '.join(missing)}; see --data")


def judged(folder: Path, name: str, half: str = "all") -> Judged:
    """One of the `COLLECTIONS` in a data folder, with one half of its queries."""
    place = folder / "ir" / name
    judgements = _judgements((place / "qrels.txt").read_text(encoding="utf-8"))
    wanted = halved(judgements, half)
    venue = Venue(name.upper())
    with (place / "queries.jsonl").open(encoding="utf-8") as lines:
        texts = {query["id"]: query["text"] for query in map(json.loads, lines)}
    return Judged(
        name,
        [_paper(record, venue) for record in _records(place / "docs.jsonl.gz")],
        {query: one_line(texts[query]) for query in wanted},
        {query: judgements[query] for query in wanted},
    )


def halved(queries: Mapping[str, object], half: str) -> list[str]:
    """Query ids in numeric order: those in even places to tune by, the others to test.

    All for the half "all".
    """
    ordered = sorted(queries, key=lambda query: (len(query), query))
    return {"tuning": ordered[::2], "test": ordered[1::2], "all": ordered}[half]


def one_line(text: str) -> str:
    """A text as it arrives in a search box into which it is pasted."""
    return " ".join(text.split())


def sample(folder: Path, size: int, seed: int) -> list[Paper]:
    """Papers drawn evenly from the corpus, in its order; refused ones are left out."""
    chosen = random.Random(seed)
    kept: list[tuple[int, dict[str, Any]]] = []
    seen: set[str] = set()
    for record in _records(folder / "corpus.jsonl.gz"):
        if record["id"] in seen or _is_refused(record):
            continue
        # Reservoir sampling: the whole corpus is too much to hold for a small sample.
        number = len(seen)
        seen.add(record["id"])
        if number < size:
            kept.append((number, record))
        elif (place := chosen.randint(0, number)) < size:
            kept[place] = (number, record)
    kept.sort(key=lambda item: item[0])
    return [_real(record) for _, record in kept]


def with_keywords(folder: Path) -> list[Paper]:
    """The different papers of the corpus that have keywords, without refused ones."""
    papers: dict[str, Paper] = {}
    for record in _records(folder / "corpus.jsonl.gz"):
        if record.get("keywords") and not _is_refused(record):
            papers.setdefault(record["id"], _real(record))
    return list(papers.values())


def whole(folder: Path, most: int | None = None) -> list[Paper]:
    """Every record of the corpus as a paper, refused ones as well.

    Records that come again stand in the middle, under ids of their own: at an end of a
    list one could not see the cursor move. They go first where there are more than
    `most` papers.
    """
    papers: dict[str, Paper] = {}
    again: list[Paper] = []
    for record in _records(folder / "corpus.jsonl.gz"):
        paper = _real(record)
        if paper.id in papers:
            again.append(replace(paper, id=f"{paper.id}-{len(again)}"))
        else:
            papers[paper.id] = paper
    different = list(papers.values())
    if most is not None:
        again = again[: max(0, most - len(different))]
    middle = len(different) // 2
    return [*different[:middle], *again, *different[middle:]][:most]


def of_size(folder: Path, size: int, seed: int) -> Iterable[Paper]:
    """So many papers: a sample, the corpus, or that and papers made of pieces of it.

    From `NEARLY_ALL` papers on, refused ones are among them, and what comes again in
    the corpus. They can be gone through once.
    """
    if size < NEARLY_ALL:
        return sample(folder, size, seed)
    papers = whole(folder, size)
    return chain(papers, recombined(papers, size - len(papers), seed))


def _is_refused(record: dict[str, Any]) -> bool:
    return is_refused(Paper("", "", Venue(""), status=record.get("status", "")))


def _records(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _judgements(lines: str) -> dict[str, dict[str, int]]:
    """TREC form: query, nothing, paper, grade."""
    found: dict[str, dict[str, int]] = {}
    for line in lines.splitlines():
        query, _, paper, grade = line.split()
        found.setdefault(query, {})[paper] = int(grade)
    return found


def _real(record: dict[str, Any]) -> Paper:
    """A record of the corpus, which names its venue."""
    return _paper(record, Venue(record["venue"], record["year"]))


def _paper(record: dict[str, Any], venue: Venue) -> Paper:
    """The record as the product keeps it."""
    return Paper(
        id=record["id"],
        title=one_line(clean(record["title"])),
        venue=venue,
        abstract=clean(record["abstract"]),
        authors=tuple(map(names.author, record["authors"])),
        keywords=tuple(map(clean, record.get("keywords", ()))),
        status=record.get("status", ""),
        url=record.get("url", ""),
        pdf=record.get("pdf", ""),
    )
