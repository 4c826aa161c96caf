"""Whether what is exported compiles: every list at hand through BibTeX, Biber, LaTeX.

Run as `python -m bench.compile`; TeX, Biber and the data must be there.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from bench import compiling, corpora
from bench.tables import table
from paperstui.index.citations import biblatex, bibtex
from paperstui.index.citations.cited import FIELDS, FULL, SHORT, CitationOptions, Cited
from paperstui.index.citations.key_pattern import DEFAULT, KeyPattern
from paperstui.index.citations.keys import candidates
from paperstui.index.locations import SEEDS
from paperstui.index.models import Paper
from paperstui.index.readers import registry
from paperstui.index.readers.base import Origin

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bench.compiling import Outcome

NASTIEST = 500
"""How many entries are typeset."""
EVERYTHING = CitationOptions(SHORT, frozenset(FIELDS), unicode=True)
USUAL = CitationOptions(FULL)

_AT_ONCE = 8000
"""Entries that BibTeX takes in one file."""
_FEATURE = re.compile(
    r"\\[A-Za-z]+|\\[^A-Za-z]|[^\x00-\x7f]|[&%#_^~<>|$]|, Jr|\b[a-z]+ [A-Z]\w+,"
)
_PROGRAMS = ("bibtex", "biber", "pdflatex", "lualatex", "kpsewhich")


def main() -> None:
    """Print what each program says of each list, and its complaints by kind."""
    arguments = _parser().parse_args()
    if missing := compiling.missing_programs(_PROGRAMS):
        sys.exit(f"{', '.join(missing)} must be installed; see .ci/run")
    chosen = random.Random(arguments.seed)
    outcomes: list[tuple[str, Outcome]] = []
    everything: list[Cited] = []
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept)
        for path in _files(arguments.data):
            if arguments.only and not any(n in path.name for n in arguments.only):
                continue
            papers = cited(path)
            if arguments.sample and len(papers) > arguments.sample:
                papers = chosen.sample(papers, arguments.sample)
            everything += papers
            for start in range(0, len(papers), _AT_ONCE):
                some = papers[start : start + _AT_ONCE]
                for outcome in checked(some, folder, arguments.biber):
                    outcomes.append((path.name, outcome))
                    _say(path.name, outcome)
        for outcome in _typeset(everything, folder):
            outcomes.append(("nastiest", outcome))
            _say("nastiest", outcome)
    print(_table(outcomes), _kinds(outcomes), sep="\n\n")
    if arguments.json:
        results = [_to_json(name, outcome) for name, outcome in outcomes]
        arguments.json.write_text(json.dumps(results, indent=1), encoding="utf-8")
    sys.exit(1 if any(o.errors or o.warnings for _, o in outcomes) else 0)


def cited(path: Path) -> list[Cited]:
    """The papers of a list with keys of their own."""
    found = registry.read(path, Origin(path.name, path))
    return keyed(item for item in found if isinstance(item, Paper))


def keyed(papers: Iterable[Paper]) -> list[Cited]:
    """Papers with keys of their own."""
    pattern = KeyPattern(DEFAULT)
    taken: set[str] = set()
    found: list[Cited] = []
    for paper in papers:
        key = next(k for k in candidates(pattern.key(paper)) if k not in taken)
        taken.add(key)
        found.append(Cited(paper, key))
    return found


def checked(papers: Sequence[Cited], folder: Path, most: int) -> Iterator[Outcome]:
    """What BibTeX in each style and Biber say of papers; of no more than `most` Biber.

    These are the nastiest: Biber takes its time.
    """
    text = "".join(bibtex.write(papers, USUAL))
    for style in compiling.STYLES:
        yield compiling.bibtex(text, style, folder)
    whole = "".join(bibtex.write(papers, EVERYTHING))
    yield compiling.bibtex(whole, "abbrv", folder).called("bibtex abbrv, all in UTF-8")
    if most:
        some = nastiest(papers, most, USUAL)
        yield compiling.biber("".join(biblatex.write(some, USUAL)), folder)


def nastiest(
    papers: Sequence[Cited], count: int, options: CitationOptions
) -> list[Cited]:
    """The papers whose entries hold the rarest of what LaTeX may trip on."""
    features = [
        frozenset(_FEATURE.findall(bibtex.entry(each, options))) for each in papers
    ]
    often = Counter(feature for each in features for feature in each)
    weights = [sum(1 / often[feature] for feature in each) for each in features]
    ordered = sorted(range(len(papers)), key=lambda number: -weights[number])
    return [papers[number] for number in ordered[:count]]


def _typeset(papers: Sequence[Cited], folder: Path) -> Iterator[Outcome]:
    """What Biber and LaTeX say of the nastiest entries of all lists.

    Those with letters that pdflatex does not know are typeset by lualatex alone.
    """
    distinct = list({each.key: each for each in papers}.values())
    chosen = nastiest(distinct, NASTIEST, EVERYTHING)
    text = "".join(bibtex.write(chosen, USUAL))
    yield compiling.biber(text, folder).called("biber, of BibTeX")
    text = "".join(biblatex.write(chosen, EVERYTHING))
    yield compiling.biber(text, folder).called("biber, all in UTF-8")
    latin = [each for each in distinct if bibtex.entry(each, USUAL).isascii()]
    for program, those in (("pdflatex", latin), ("lualatex", distinct)):
        chosen = nastiest(those, NASTIEST, USUAL)
        for style in ("plain", "IEEEtran", "biblatex"):
            form = biblatex if style == "biblatex" else bibtex
            text = "".join(form.write(chosen, USUAL))
            yield compiling.typeset(program, text, style, folder)


def _files(data: Path) -> list[Path]:
    lists = sorted((data / "paperlists").glob("*.json.gz"))
    formats = sorted(
        path
        for path in (data / "formats").rglob("*")
        if path.is_file() and path.name != "INDEX.md"
    )
    return [*lists, *formats, *sorted(SEEDS.glob("*.txt"))]


def _say(name: str, outcome: Outcome) -> None:
    errors, warnings = outcome.errors.total(), outcome.warnings.total()
    told = f"{outcome.entries} entries, {errors} errors, {warnings} warnings"
    print(f"{name}, {outcome.tool}: {told}, {outcome.seconds:.1f} s", file=sys.stderr)


def _table(outcomes: Sequence[tuple[str, Outcome]]) -> str:
    rows = [
        [
            name,
            outcome.tool,
            str(outcome.entries),
            str(outcome.errors.total()),
            str(outcome.warnings.total()),
            f"{outcome.seconds:.1f}",
        ]
        for name, outcome in outcomes
    ]
    return table(["list", "tool", "entries", "errors", "warnings", "s"], rows, left=2)


def _kinds(outcomes: Sequence[tuple[str, Outcome]]) -> str:
    """How often each complaint came, the most frequent first, with an example."""
    counts: Counter[tuple[str, str, str]] = Counter()
    examples: dict[tuple[str, str, str], str] = {}
    for name, outcome in outcomes:
        for level, kinds in (("error", outcome.errors), ("warning", outcome.warnings)):
            for kind, count in kinds.items():
                place = (level, outcome.tool, kind)
                counts[place] += count
                examples.setdefault(place, f"{name}: {outcome.examples[kind]}")
    if not counts:
        return "No complaints."
    return "\n".join(
        f"{count:6d} {level} {tool}: {kind}\n       {examples[level, tool, kind]}"
        for (level, tool, kind), count in counts.most_common()
    )


def _to_json(name: str, outcome: Outcome) -> dict[str, object]:
    return {
        "list": name,
        "tool": outcome.tool,
        "entries": outcome.entries,
        "errors": outcome.errors,
        "warnings": outcome.warnings,
        "seconds": outcome.seconds,
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench.compile", description=__doc__
    )
    add = parser.add_argument
    corpora.add_options(parser)
    add(
        "--biber",
        type=int,
        default=_AT_ONCE,
        metavar="N",
        help="only so many papers of each list, the nastiest, for Biber (all)",
    )
    add(
        "--sample", type=int, default=0, metavar="N", help="so many papers of each list"
    )
    return parser


if __name__ == "__main__":
    main()
