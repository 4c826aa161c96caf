"""A small data folder."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def record(number: int, **facts: object) -> dict[str, object]:
    """A line of the corpus."""
    return {
        "id": f"icml2024/{number}",
        "venue": "ICML",
        "year": 2024,
        "title": f"Diffusion  models, part {number}",
        "authors": ["Jerry Hu"],
        "abstract": "On noise.",
        **facts,
    }


def write(path: Path, records: Sequence[dict[str, object]]) -> None:
    """Pack records as they are in the data."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a corpus of 30 papers, one refused and one there twice."""
    lines = [record(number) for number in range(30)]
    lines += [record(30, status="Reject"), record(3)]
    write(tmp_path / "corpus.jsonl.gz", lines)
    place = tmp_path / "ir" / "cacm"
    documents: list[dict[str, object]] = [
        {"id": str(n), "title": "", "authors": [], "abstract": "x"} for n in (1, 2)
    ]
    write(place / "docs.jsonl.gz", documents)
    queries = [{"id": str(n), "text": f"What is\n query {n}?"} for n in range(1, 13)]
    lines_of_queries = (json.dumps(query) + "\n" for query in queries)
    (place / "queries.jsonl").write_text("".join(lines_of_queries), encoding="utf-8")
    judged = "".join(f"{query} 0 1 1\n{query} 0 2 0\n" for query in (10, 2, 9, 11, 1))
    (place / "qrels.txt").write_text(judged, encoding="utf-8")
    return tmp_path
