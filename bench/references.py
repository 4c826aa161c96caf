"""Time to a styled reference, beside pandoc's citeproc for the same CSL file.

Run it from a checkout, with pandoc installed: `python -m bench.references [--times 5]`.

Each first copy is one in a fresh process that has imported what the reader has, from
the wish to the text; a second one follows it. Pandoc is started for each list, as it
has no other way. Medians of interleaved runs, by the clock and, since other programs
may run, by the time the processor worked.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from bench.machine import machine, one_line
from bench.styles import COMPARED, style_file
from bench.tables import table
from paperstui.index.citations import csl
from paperstui.index.citations.cited import Cited
from paperstui.index.citations.display import displayed
from paperstui.index.locations import SEEDS
from paperstui.index.models import Paper
from paperstui.index.readers import registry
from paperstui.index.readers.base import Origin

MANY = 500
_COPY = """
import sys, time
import paperstui.tui.app, paperstui.tui.services, paperstui.index.citations.forms
from bench import references
papers = references.cited({many})
def timed(count):
    clock, work = time.perf_counter(), time.process_time()
    from paperstui.index.citations.styles import references as made
    lines = list(made(papers[:count], "{style}", "text"))
    assert len(lines) == count
    print(1000 * (time.perf_counter() - clock), 1000 * (time.process_time() - work))
timed(1)
timed(1)
timed({many})
"""
_STEPS = ("first copy", "second copy", f"{MANY} references")


def cited(count: int) -> list[Cited]:
    """Papers of the seeds, again and again, each with a key of its own."""
    papers = [
        found
        for path in sorted(SEEDS.glob("*.txt"))
        for found in registry.read(path, Origin(path.name, path))
        if isinstance(found, Paper)
    ]
    return [Cited(papers[n % len(papers)], f"key{n}") for n in range(count)]


def own(style: str) -> list[tuple[float, float]]:
    """Milliseconds by the clock and of work for each step, in a fresh process."""
    ran = subprocess.run(
        [sys.executable, "-c", _COPY.format(style=style, many=MANY)],
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        (float(clock), float(work))
        for clock, work in (line.split() for line in ran.stdout.splitlines())
    ]


def of_pandoc(style: str, items: Path) -> tuple[float, float]:
    """Milliseconds by the clock and of work for the references of a file of items."""
    command = ["pandoc", "--citeproc", "--bibliography", str(items)]
    command += ["--csl", str(style_file(style)), "--to", "plain", "--wrap", "none"]
    clock, work = time.perf_counter(), _children()
    subprocess.run(
        command,
        input='---\nnocite: "@*"\n---\n',
        text=True,
        capture_output=True,
        check=True,
    )
    return 1000 * (time.perf_counter() - clock), 1000 * (_children() - work)


def _children() -> float:
    """Seconds that child processes have worked."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.references", description=__doc__
    )
    parser.add_argument("--times", type=int, default=5, help="runs of each (5)")
    options = parser.parse_args()
    has_pandoc = shutil.which("pandoc") is not None
    measured: dict[tuple[str, str, str], list[tuple[float, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        lists = {"first copy": 1, f"{MANY} references": MANY}
        for count in lists.values():
            items = [displayed(csl.item(each)) for each in cited(count)]
            Path(folder, f"{count}.json").write_text(
                json.dumps(items), encoding="utf-8"
            )
        for _ in range(options.times):
            for style in COMPARED:
                for step, cost in zip(_STEPS, own(style), strict=True):
                    measured[style, step, "paperstui"].append(cost)
                if has_pandoc:
                    for step, count in lists.items():
                        cost = of_pandoc(style, Path(folder, f"{count}.json"))
                        measured[style, step, "pandoc"].append(cost)
    rows: list[list[str | float]] = []
    for (style, step, program), costs in measured.items():
        clock, work = (statistics.median(each) for each in zip(*costs, strict=True))
        peers = measured.get((style, step, "pandoc"))
        ratio: str | float = "-"
        if peers and program == "paperstui":
            ratio = work / statistics.median(cost[1] for cost in peers)
        rows.append([style, step, program, clock, work, ratio])
    print(one_line(machine()))
    head = ("style", "step", "program", "ms", "ms of work", "work to pandoc's")
    print(table(head, rows, left=3))


if __name__ == "__main__":
    main()
