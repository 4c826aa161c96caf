"""The programs that a bibliography has to pass, and what they complain about."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

STYLES = ("plain", "abbrv", "IEEEtran", "acm")
"""Styles of BibTeX that every bibliography has to pass."""

_LIMIT = 900
"""Seconds after which a program is stopped."""
_ENTRY = re.compile(r"^@\w+\{", re.MULTILINE)
_PLACE = re.compile(r"---?line \d+ of file .*")
_KEY_AT_END = re.compile(r"(?: (?:in|for)(?: field of)?)? \S+$")
_BIBER = re.compile(r"(WARN|ERROR) - (.*)")
_BIBER_NAMES = re.compile(r"'[^']*'|\"[^\"]*\"|\d+|/\S+")

# Telling names apart and sorting take a third of the time, and read no entry.
_BIBLATEX = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[uniquename=false,uniquelist=false,sorting=none]{biblatex}
\addbibresource{refs.bib}
\begin{document}\nocite{*}\printbibliography\end{document}
"""
_PACKAGES = r"""\usepackage{amsmath,amssymb,bm,url}
"""
_FONTS = {
    "pdflatex": r"\usepackage[T1]{fontenc}\usepackage{textcomp}",
    # WenQuanYi has what Latin Modern lacks.
    "lualatex": r"""\usepackage{fontspec}
\directlua{luaotfload.add_fallback("others",
  {"WenQuanYiMicroHei:mode=node;"})}
\setmainfont{Latin Modern Roman}[RawFeature={fallback=others}]""",
}


@dataclass(slots=True)
class Outcome:
    """What one program said of one bibliography."""

    tool: str
    entries: int
    errors: Counter[str] = field(default_factory=Counter)
    """How often each kind of error came."""
    warnings: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    """The first message of each kind."""
    seconds: float = 0.0

    def called(self, tool: str) -> Outcome:
        """The same under the name of a tool that says more."""
        return replace(self, tool=tool)

    def add(self, kinds: Counter[str], kind: str, message: str) -> None:
        """Count a message."""
        kinds[kind] += 1
        self.examples.setdefault(kind, message.strip())


def missing_programs(names: Iterable[str]) -> list[str]:
    """Those of these programs that are not installed."""
    return [name for name in names if shutil.which(name) is None]


def missing_files(names: Iterable[str]) -> list[str]:
    """Those styles and fonts of TeX that are not installed."""
    return [name for name in names if not _run(["kpsewhich", name], Path())[1].strip()]


def entries_in(bibliography: str) -> int:
    """How many entries a bibliography has."""
    return len(_ENTRY.findall(bibliography))


def bibtex(bibliography: str, style: str, folder: Path) -> Outcome:
    """What BibTeX says of every entry in one of its styles."""
    count = entries_in(bibliography)
    outcome = Outcome(f"bibtex {style}", count)
    (folder / "refs.bib").write_text(bibliography, encoding="utf-8")
    aux = f"\\relax\n\\citation{{*}}\n\\bibdata{{refs}}\n\\bibstyle{{{style}}}\n"
    (folder / "refs.aux").write_text(aux, encoding="utf-8")
    outcome.seconds, _ = _run(["bibtex", "refs"], folder)
    read_log(outcome, (folder / "refs.blg").read_text("utf-8", "replace"))
    made = (folder / "refs.bbl").read_bytes()
    try:
        made.decode()
    except UnicodeDecodeError as error:
        near = made[max(0, error.start - 60) : error.end + 20].decode(
            "utf-8", "replace"
        )
        outcome.add(outcome.errors, "a letter is cut in two", near)
    _count(outcome, len(re.findall(rb"^\\bibitem", made, re.MULTILINE)))
    return outcome


def read_log(outcome: Outcome, log: str) -> None:
    """Count what a log of BibTeX (.blg) complains about."""
    for line in log.splitlines():
        if line.startswith("Warning--"):
            kind = _KEY_AT_END.sub("", line.removeprefix("Warning--"))
            outcome.add(outcome.warnings, kind, line)
        elif _PLACE.search(line) or line.startswith(("Sorry---", "I couldn't")):
            outcome.add(outcome.errors, _PLACE.sub("", line), line)


def biber(bibliography: str, folder: Path) -> Outcome:
    """What Biber says of every entry."""
    outcome = Outcome("biber", entries_in(bibliography))
    if not (folder / "biber.bcf").exists():
        (folder / "refs.bib").write_text("", encoding="utf-8")
        (folder / "biber.tex").write_text(_BIBLATEX, encoding="utf-8")
        _run(["pdflatex", "-interaction=batchmode", "biber"], folder)
    (folder / "refs.bib").write_text(bibliography, encoding="utf-8")
    outcome.seconds, said = _run(["biber", "biber"], folder)
    for level, message in _BIBER.findall(said):
        kinds = outcome.errors if level == "ERROR" else outcome.warnings
        kind = _BIBER_NAMES.sub("…", message)
        if kind.startswith("Found biblatex control file version"):
            continue
        outcome.add(kinds, kind, message)
    made = folder / "biber.bbl"
    written = made.read_text(encoding="utf-8") if made.exists() else ""
    made.unlink(missing_ok=True)
    _count(outcome, len(re.findall(r"^ *\\entry\{", written, re.MULTILINE)))
    return outcome


def _count(outcome: Outcome, written: int) -> None:
    """Whether every entry came through."""
    if written != outcome.entries:
        lost = f"{written} of {outcome.entries}"
        outcome.add(outcome.errors, "entries are lost", lost)


def typeset(program: str, bibliography: str, style: str, folder: Path) -> Outcome:
    """What a LaTeX says that typesets every entry; `style` may be "biblatex"."""
    outcome = Outcome(f"{program} {style}", entries_in(bibliography))
    (folder / "refs.bib").write_text(bibliography, encoding="utf-8")
    is_biblatex = style == "biblatex"
    lines = [r"\documentclass{article}", _FONTS[program], _PACKAGES]
    if is_biblatex:
        lines += [r"\usepackage{biblatex}", r"\addbibresource{refs.bib}"]
    lines += [r"\begin{document}", r"\nocite{*}"]
    lines.append(
        r"\printbibliography"
        if is_biblatex
        else f"\\bibliographystyle{{{style}}}\\bibliography{{refs}}"
    )
    lines.append(r"\end{document}")
    (folder / "paper.tex").write_text("\n".join(lines), encoding="utf-8")
    for old in ("paper.aux", "paper.bbl", "paper.bcf", "paper.log"):
        (folder / old).unlink(missing_ok=True)
    began = time.perf_counter()
    latex = [program, "-interaction=nonstopmode", "paper"]
    between = ["biber" if is_biblatex else "bibtex", "paper"]
    if is_biblatex and program == "pdflatex":
        # Biber turns LaTeX into Unicode, of which pdfLaTeX has little.
        between.insert(1, "--output-safechars")
    for command in (latex, between, latex):
        _run(command, folder)
    outcome.seconds = time.perf_counter() - began
    log = (folder / "paper.log").read_text("utf-8", "replace").replace("\r", "")
    lines = log.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("!"):
            where = next((x for x in lines[number:] if x.startswith("l.")), "")
            outcome.add(outcome.errors, line[:60], f"{line} {where}")
        elif line.startswith("Missing character"):
            outcome.add(outcome.warnings, line[:38], line)
    if "Output written on" not in log:
        outcome.add(outcome.errors, "nothing was typeset", log[-300:])
    return outcome


def _run(command: Sequence[str], folder: Path) -> tuple[float, str]:
    """Seconds, and what a program said until it ended, or was stopped."""
    began = time.perf_counter()
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            timeout=_LIMIT,
            check=False,
        )
        said = done.stdout
    except subprocess.TimeoutExpired as stopped:
        said = stopped.stdout or b""
    return time.perf_counter() - began, said.decode("utf-8", "replace")
