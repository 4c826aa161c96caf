"""The recipes of docs/editors.md, run in the editors themselves."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from paperstui.tui.commands import main
from tests.terminals import COMMAND, NEEDED, PATIENCE

if TYPE_CHECKING:
    from tests.terminals import Terminal

pytestmark = NEEDED
DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "editors.md"
KEY = "hu2024computational"
"""The one paper of the seeds on Hopfield models."""
TWO = ("phillips2024particle", "yim2023se")
"""The first two of the four on diffusion."""
TITLE = "enter takes"
"""What the reader shows when it opens to choose."""


def recipe(heading: str, number: int = 0) -> str:
    """A block of code below a heading, by its place there."""
    document = DOCUMENT.read_text(encoding="utf-8")
    _, section = document.split(f"\n## {heading}\n", 1)
    section = section.split("\n## ", 1)[0]
    blocks = re.findall(r"^```\w+\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    return str(blocks[number])


def _choose(terminal: Terminal, *, two: bool = False) -> None:
    """Search in the reader for the paper, and take it; or mark two others."""
    terminal.wait(TITLE)
    terminal.press(*("diffusion" if two else "hopfield"))
    terminal.wait(f"{4 if two else 1} of 38")
    if two:
        terminal.press("Down", "Space", "Space")
        terminal.wait("2 marked")
    terminal.press("Enter")


@dataclass(frozen=True)
class Editor:
    """An editor, by its heading in the document, and the keys it is used with."""

    heading: str
    command: str
    """How it is started with nobody's settings but those of the recipe."""
    settings: str
    """Name of the file with the recipe."""
    insert: tuple[str, ...]
    """The keys after which letters are inserted at the end of the line."""
    cite: tuple[str, ...]
    leave: tuple[str, ...]
    """The keys that leave the reader."""
    save: tuple[str, ...]
    dismiss: tuple[str, ...]
    """The keys that take a message away."""
    inserting: str
    """What it shows where letters are inserted."""
    notes: tuple[str, str]
    """Name of a file that is no LaTeX, and what two citations look like there."""


VIM_KEYS = (
    ("A",),
    ("C-g", "c"),
    ("Escape",),
    ("Escape", ":w", "Enter"),
    ("Enter",),
    "-- INSERT --",
)
EDITORS = (
    Editor("Vim", "vim -Nu {} -n", "vimrc", *VIM_KEYS, ("notes.md", "[@{}; @{}]")),
    Editor(
        "Neovim", "nvim -u {} -n", "init.lua", *VIM_KEYS, ("notes.md", "[@{}; @{}]")
    ),
    Editor(
        "Emacs",
        "emacs -nw -Q -l {}",
        "init.el",
        ("C-e",),
        ("C-c", "p"),
        ("Escape", "Escape"),
        ("C-x", "C-s"),
        (),
        "(LaTeX)",
        ("notes.org", "[cite:@{};@{}]"),
    ),
)


class Desk:
    """An editor in a terminal, with the recipe in its settings."""

    def __init__(self, editor: Editor, terminal: Terminal, folder: Path) -> None:
        """Have what the document says; skips where the editor is not installed."""
        program = editor.command.split()[0]
        if not shutil.which(program):
            pytest.skip(f"needs {program}")
        self.editor = editor
        self.terminal = terminal
        self._folder = folder
        (folder / editor.settings).write_text(recipe(editor.heading), encoding="utf-8")
        terminal.run(f'cd {folder}; PATH="{COMMAND.parent}:$PATH"')

    def edit(self, name: str, text: str) -> Path:
        """Open a file that holds a line, to write at the end of it."""
        path = self._folder / name
        path.write_text(f"{text}\n", encoding="utf-8")
        command = self.editor.command.format(self.editor.settings)
        self.terminal.run(f"clear; {command} {name}")
        self.terminal.until(
            lambda: (
                self.terminal.modes.endswith("1")
                and text.strip() in self.terminal.screen
            ),
            self.editor.heading,
        )
        self.terminal.press(*self.editor.insert)
        return path

    def cite(self, citation: str, *, two: bool = False) -> None:
        """Search in the reader for the paper, and take it; or mark two others."""
        self.terminal.press(*self.editor.cite)
        _choose(self.terminal, two=two)
        self.terminal.wait(citation)

    def cite_nothing(self) -> None:
        """Leave the reader."""
        self.terminal.press(*self.editor.cite)
        self.terminal.wait(TITLE)
        self.terminal.press(*self.editor.leave)
        self.terminal.until(
            lambda: (
                TITLE not in self.terminal.screen
                and self.editor.inserting in self.terminal.screen
            ),
            self.editor.inserting,
        )

    def save(self, path: Path, text: str) -> None:
        """Save, and wait for a text in the file."""
        self.terminal.press(*self.editor.save)
        self.terminal.until(
            lambda: path.read_text(encoding="utf-8") == text, f"{text!r} in {path}"
        )


@pytest.fixture(params=EDITORS, ids=lambda editor: editor.heading)
def desk(request: pytest.FixtureRequest, ready: Terminal, tmp_path: Path) -> Desk:
    """Each of the editors."""
    return Desk(request.param, ready, tmp_path)


def test_latex(desk: Desk) -> None:
    path = desk.edit("paper.tex", "As in ")
    desk.cite_nothing()
    desk.terminal.press("~")
    desk.cite(f"As in ~\\cite{{{KEY}}}")
    desk.terminal.press(".")
    desk.terminal.wait("}.")
    desk.save(path, f"As in ~\\cite{{{KEY}}}.\n")


def test_notes(desk: Desk) -> None:
    name, citation = desk.editor.notes
    path = desk.edit(name, "See ")
    cited = f"See {citation.format(*TWO)}"
    desk.cite(cited, two=True)
    desk.save(path, f"{cited}\n")


def test_bibtex(desk: Desk) -> None:
    path = desk.edit("refs.bib", "")
    desk.cite("pages = {19327--19343}")
    entry = CliRunner().invoke(main, ["cite", KEY]).stdout
    assert entry.startswith(f"@inproceedings{{{KEY},\n")
    desk.save(path, entry)


def test_what_goes_wrong_is_told(desk: Desk, tmp_path: Path) -> None:
    program = tmp_path / "bin" / "paperstui"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho Error: no library >&2\nexit 2\n")
    program.chmod(0o700)
    desk.terminal.run(f'PATH="{program.parent}:$PATH"')
    path = desk.edit("paper.tex", "As in ")
    desk.terminal.press("~", *desk.editor.cite)
    desk.terminal.wait("Error: no library")
    desk.terminal.press(*desk.editor.dismiss)
    desk.save(path, "As in ~\n")


def test_neovim_returns_to_normal_mode(ready: Terminal, tmp_path: Path) -> None:
    desk = Desk(EDITORS[1], ready, tmp_path)
    path = desk.edit("paper.tex", "αβ γδ")
    desk.terminal.press("Escape", "0", "\\", "c")
    _choose(desk.terminal)
    desk.terminal.wait(f"α\\cite{{{KEY}}}β γδ")
    desk.terminal.press("x")
    desk.save(path, f"α\\cite{{{KEY}β γδ\n")


def test_emacs_draws_letters_that_come_in_parts(tmp_path: Path) -> None:
    if not shutil.which("emacs"):
        pytest.skip("needs emacs")
    (tmp_path / "init.el").write_text(recipe("Emacs"), encoding="utf-8")
    drawn = """
      (dolist (part '("a" "\\342" "\\224" "\\202" "\\360\\237" "\\230\\200b"))
        (paperstui--draw process part))
    """
    program = f"""
      (let* ((locale-coding-system 'utf-8)
             (process (get-buffer-process (make-term "drawn" "cat"))))
        (set-process-query-on-exit-flag process nil)
        {drawn}
        (with-current-buffer "*drawn*"
          (write-region (string-trim (buffer-string)) nil "drawn")))
    """
    subprocess.run(
        ["emacs", "-Q", "--batch", "-l", "init.el", "--eval", program],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    )
    assert (tmp_path / "drawn").read_text(encoding="utf-8") == "a│😀b"


@pytest.mark.parametrize("number", [0, 1], ids=["popup", "split"])
def test_tmux(ready: Terminal, tmp_path: Path, number: int) -> None:
    (tmp_path / "tmux.conf").write_text(recipe("tmux", number), encoding="utf-8")
    inner = ("tmux", "-S", str(tmp_path / "inner"))
    ready.run(f'PATH="{COMMAND.parent}:$PATH"')
    ready.run(f"TMUX= {shlex.join(inner)} -f {tmp_path / 'tmux.conf'} new")
    out = tmp_path / "out"
    try:
        # What is typed before the shell asks for it, it shows twice.
        ready.wait("[0]")
        prompts = ("$", "#")
        ready.until(lambda: ready.screen.split("\n")[0].strip() in prompts, "prompt")
        ready.press(*"printf", "Space", *"%s", "Space", "'")
        ready.wait("printf %s '")
        ready.press("C-b", "C")
        _choose(ready)
        ready.wait(f"printf %s '\\cite{{{KEY}}}")
        ready.press(*f"' > {out}", "Enter")
        # A shell makes the file before it writes to it.
        ready.until(lambda: out.exists() and out.read_text(encoding="utf-8"), "file")
    finally:
        # Not in the pane: of what ends there at once, tmux does not always tell.
        subprocess.run([*inner, "kill-server"], check=True, timeout=PATIENCE)
    assert out.read_text(encoding="utf-8") == f"\\cite{{{KEY}}}"


@pytest.mark.parametrize(
    ("shell", "number"),
    [("bash --norc -i", 0), ("zsh -f -i", 1), ("fish --no-config", 2)],
    ids=["bash", "zsh", "fish"],
)
def test_shells(ready: Terminal, tmp_path: Path, shell: str, number: int) -> None:
    if not shutil.which(shell.split()[0]):
        pytest.skip(f"needs {shell.split()[0]}")
    (tmp_path / "rc").write_text(recipe("Shells", number), encoding="utf-8")
    ready.run(f'PATH="{COMMAND.parent}:$PATH"')
    ready.run(shell)
    ready.run(f". {tmp_path / 'rc'}; clear; echo begun")
    ready.until(lambda: "; echo begun" not in ready.screen, "shell")
    ready.press(*"echo", "Space")
    ready.wait("echo")
    ready.press("C-x", "c")
    _choose(ready)
    ready.wait(f"echo {KEY}")
    ready.press(".", "Enter")
    ready.wait(f"\n{KEY}.")


def test_vs_code_runs_a_command_that_copies(ready: Terminal) -> None:
    (task,) = json.loads(recipe("VS Code", 0))["tasks"]
    (binding,) = json.loads(recipe("VS Code", 1))
    assert binding["args"] == task["label"]
    ready.run(f'PATH="{COMMAND.parent}:$PATH"')
    ready.run(shlex.join([task["command"], *task["args"]]))
    _choose(ready)
    ready.wait("paperstui: Copied the citation")
    assert ready.tmux("show-buffer") == f"\\cite{{{KEY}}}"
