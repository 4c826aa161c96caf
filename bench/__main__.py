"""All benchmarks of speed, at some numbers of papers, against the peers.

Run it from a checkout: `pip install -e ".[bench]"`, then `python -m bench`.
"""

from __future__ import annotations

import argparse
import json
import shlex
import tempfile
import time
import traceback
from contextlib import ExitStack
from datetime import date
from importlib import import_module
from pathlib import Path

from bench import corpora, report
from bench.machine import machine
from bench.report import Report
from bench.setting import Setting

PROGRAMS = {
    "startup": ("bench.startup", "measure"),
    "typing": ("bench.typing", "measure"),
    "painted": ("bench.screens", "painted"),
    "build": ("bench.build", "measure"),
    "scroll": ("bench.screens", "scroll"),
    "memory": ("bench.screens", "memory"),
}
"""Modules and their functions, in the order in which they run."""


def main() -> None:
    """Run the programs, print their tables and write what is asked for."""
    parser = _parser()
    arguments = parser.parse_args()
    now = Report(date.today().isoformat(), machine(), _command(arguments))
    _check(parser, arguments, now)
    with ExitStack() as held:
        kept = arguments.keep or Path(held.enter_context(tempfile.TemporaryDirectory()))
        setting = Setting(
            arguments.data,
            kept.resolve(),
            arguments.seed,
            arguments.runs,
            arguments.texts,
            arguments.budget,
            tuple(arguments.only) if arguments.only else None,
        )
        for name in dict.fromkeys(arguments.names or PROGRAMS):
            for size in sorted(set(arguments.sizes)):
                now = _measured(now, setting, name, size)
                # At once: a run that is broken off has not been for nothing.
                _write(now, arguments)
            if name in now.measured:
                print(f"{now.measured[name].text()}\n", flush=True)
    for failure in now.failures:
        print(failure)


def _command(arguments: argparse.Namespace) -> str:
    """What was run, without the places of files, which others have elsewhere."""
    words = ["python", "-m", "bench", *arguments.names]
    words += ["--sizes", *map(str, sorted(set(arguments.sizes)))]
    for name in ("runs", "texts", "budget", "seed"):
        words += [f"--{name}", f"{getattr(arguments, name):g}"]
    for name in arguments.only or ():
        words += ["--only", name]
    return shlex.join(words)


def _check(
    parser: argparse.ArgumentParser, arguments: argparse.Namespace, now: Report
) -> None:
    """End with a message where something is wrong that would show hours later."""
    if unknown := [name for name in arguments.names if name not in PROGRAMS]:
        parser.error(f"no {', '.join(unknown)}; there are {', '.join(PROGRAMS)}")
    smallest = min(corpora.SIZES)
    if min(arguments.sizes) < smallest:
        parser.error(f"no size below {smallest}: so many papers come with the program")
    if max(arguments.sizes) > smallest:
        corpora.require(parser, arguments.data)
    try:
        if arguments.plot:
            import_module("bench.plots")
        if arguments.earlier:
            report.merged(report.read(arguments.earlier), now)
        if arguments.write:
            report.put_between(arguments.write.read_text(encoding="utf-8"), "")
    except (ImportError, OSError, ValueError) as error:
        parser.error(str(error))


def _measured(now: Report, setting: Setting, name: str, size: int) -> Report:
    """The report with what one program measures at one size, or why it does not."""
    began = time.perf_counter()
    try:
        module, function = PROGRAMS[name]
        results = getattr(import_module(module), function)(setting, size)
    except (Exception, SystemExit) as error:
        # What others measure is worth having all the same.
        traceback.print_exc()
        reason = str(error).partition("\n")[0] or repr(error)
        return now.failed(f"{name} could not be measured at {size:,} papers: {reason}")
    setting.say(f"{name}, {size:,} papers: {time.perf_counter() - began:.0f} s in all")
    return now.having(results)


def _write(now: Report, arguments: argparse.Namespace) -> None:
    """Write the files that are asked for, with what was measured earlier."""
    whole = now
    if arguments.earlier:
        whole = report.merged(report.read(arguments.earlier), now)
    picture = ""
    if arguments.plot:
        from bench.plots import draw

        draw(list(whole.measured.values()), arguments.plot)
        picture = arguments.plot.name
    if arguments.write:
        before = arguments.write.read_text(encoding="utf-8")
        after = report.put_between(before, whole.text(picture))
        arguments.write.write_text(after, encoding="utf-8")
    if arguments.json:
        kept = json.dumps(whole.to_json(), indent=1, ensure_ascii=False)
        arguments.json.write_text(f"{kept}\n", encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    add = parser.add_argument
    programs = ", ".join(PROGRAMS)
    add("names", nargs="*", metavar="NAME", help=f"what to run of {programs} (all)")
    add(
        "--sizes",
        type=int,
        nargs="+",
        default=corpora.SIZES,
        metavar="N",
        help=f"numbers of papers ({' '.join(map(str, corpora.SIZES))})",
    )
    corpora.add_options(parser)
    add("--runs", type=int, default=5, metavar="N", help="starts and builds (5)")
    add("--texts", type=int, default=20, metavar="N", help="titles to type (20)")
    add(
        "--budget",
        type=float,
        default=120.0,
        metavar="SECONDS",
        help="after this time one system at one size begins nothing new (120)",
    )
    add("--plot", type=Path, metavar="FILE", help="draw cost against size (.svg, .png)")
    add(
        "--write",
        type=Path,
        metavar="FILE",
        help=f"put the tables between {report.BEGIN} and {report.END} there",
    )
    add(
        "--from",
        dest="earlier",
        type=Path,
        metavar="FILE",
        help="add to what an earlier run wrote by --json, on the same machine",
    )
    return parser


if __name__ == "__main__":
    main()
