"""Copying, with programs that work, fail, hang and linger."""

from __future__ import annotations

import base64
import os
import select
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from paperstui.tui.clipboard import OSC52_BYTES, Clipboard, Copied, Method

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = "Müller-Test – ε 学习\n@inproceedings{x,\n}\n"
WHAT = "BibTeX of huang2024diffda"
COPIED = Copied("clipboard", f"Copied {WHAT} to the clipboard")
SENT = Copied(
    "osc52", f"Sent {WHAT} to the terminal's clipboard (cannot be confirmed)", True
)
X11 = {"DISPLAY": ":0"}
WAYLAND = {"WAYLAND_DISPLAY": "wayland-0"}
TMUX = {"TMUX": "/tmp/tmux-0/default,1,0"}
SSH = {"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs shell scripts")


class Machine:
    """A computer with nothing but the programs that a test installs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = folder / "bin"
        self.programs.mkdir()
        self.fallback = folder / "data" / "copied.txt"
        self.path = str(self.programs)

    def install(self, name: str, script: str = 'cat > "$0.in"') -> None:
        """A shell script; `$0.in` is where it leaves its input."""
        program = self.programs / name
        # The programs of the script are not those of the clipboard.
        program.write_text(
            f'#!/bin/sh\nPATH=/usr/bin:/bin\necho "$@" >> "$0.args"\n{script}\n'
        )
        program.chmod(0o755)

    def clipboard(
        self, *environs: dict[str, str], limit: float = 10.0, platform: str = "linux"
    ) -> Clipboard:
        """The ladder where all these variables are set."""
        known = {"PATH": self.path, "TERM": "xterm-256color"}
        for environ in environs:
            known |= environ
        return Clipboard(self.fallback, known, limit, platform)

    def input(self, name: str) -> bytes:
        """What a program was given."""
        return (self.programs / f"{name}.in").read_bytes()

    def arguments(self, name: str) -> list[str]:
        """How a program was called, call by call."""
        place = self.programs / f"{name}.args"
        return place.read_text().splitlines() if place.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A computer without any program."""
    return Machine(tmp_path)


@pytest.mark.parametrize(
    ("program", "environ", "arguments"),
    [
        ("xclip", X11, "-selection c"),
        ("xsel", X11, "-b -i"),
        ("wl-copy", WAYLAND, ""),
    ],
)
def test_the_text_reaches_the_clipboard_as_it_is(
    machine: Machine, program: str, environ: dict[str, str], arguments: str
) -> None:
    machine.install(program)
    assert machine.clipboard(environ).copy(TEXT, WHAT) == COPIED
    assert machine.input(program) == TEXT.encode()
    assert machine.arguments(program) == [arguments]


def test_a_lone_surrogate_does_not_stop_a_copy(machine: Machine) -> None:
    machine.install("xclip")
    assert machine.clipboard(X11).copy("a\udc80b", WHAT) == COPIED
    assert machine.input("xclip") == b"a?b"


def test_macos_is_given_a_locale(machine: Machine) -> None:
    machine.install("pbcopy", 'cat > "$0.in"; echo "$LC_ALL" >> "$0.in"')
    clipboard = machine.clipboard({"LC_ALL": "C"}, platform="darwin")
    assert clipboard.copy(TEXT, WHAT) == COPIED
    assert machine.input("pbcopy") == TEXT.encode() + b"en_US.UTF-8\n"


def test_a_program_that_fails_gives_way_to_the_next(machine: Machine) -> None:
    machine.install("wl-copy", "exit 1")
    machine.install("xclip", "cat > /dev/null; echo no display >&2; exit 1")
    machine.install("xsel")
    assert machine.clipboard(WAYLAND, X11).copy(TEXT, WHAT) == COPIED
    assert machine.input("xsel") == TEXT.encode()
    machine.install("xsel", "exit 3")
    assert machine.clipboard(WAYLAND, X11).copy(TEXT, WHAT) == SENT


def test_a_program_that_hangs_is_ended_with_all_it_started(machine: Machine) -> None:
    # The pipe ends when the last process that holds it does.
    pipe = machine.folder / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    machine.install("xclip", f"exec 9> {pipe}; echo started >&9; sleep 60")
    try:
        assert machine.clipboard(X11, limit=2.0).copy(TEXT, WHAT) == SENT
        assert select.select([reader], [], [], 10)[0]
        assert os.read(reader, 100) == b"started\n"
        assert select.select([reader], [], [], 10)[0]
        assert os.read(reader, 100) == b""
    finally:
        os.close(reader)


@pytest.fixture
def lingering(machine: Machine) -> Iterator[Path]:
    """Where a program leaves the process number of what it left behind."""
    place = machine.folder / "lingering"
    yield place
    with suppress(FileNotFoundError, ProcessLookupError):
        os.kill(int(place.read_text()), signal.SIGKILL)


@pytest.mark.parametrize(
    ("program", "environ"), [("wl-copy", WAYLAND), ("xclip", X11), ("tmux", TMUX)]
)
def test_what_serves_the_clipboard_lives_on_and_holds_nobody_up(
    machine: Machine, lingering: Path, program: str, environ: dict[str, str]
) -> None:
    machine.install(program, f'cat > "$0.in"; sleep 60 & echo $! > {lingering}')
    copied = machine.clipboard(environ).copy(TEXT, WHAT)
    assert copied.rung == ("tmux" if program == "tmux" else "clipboard")
    served_by = int(lingering.read_text())
    os.kill(served_by, 0)
    # Ctrl+C reaches our process group, and closing the terminal our session.
    assert os.getpgid(served_by) != os.getpgrp()
    assert os.getsid(served_by) != os.getsid(0)


def test_nothing_of_the_working_folder_is_run(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.install("xclip")
    (machine.folder / "pyperclip.py").write_text("raise SystemExit(3)\n")
    monkeypatch.chdir(machine.folder)
    assert machine.clipboard(X11).copy(TEXT, WHAT) == COPIED


def test_tmux_takes_it_and_offers_it_to_the_terminal(machine: Machine) -> None:
    machine.install("tmux")
    assert machine.clipboard(TMUX).copy(TEXT, WHAT) == Copied(
        "tmux",
        f"Copied {WHAT} to the tmux buffer (paste with prefix ]) and offered it to the "
        "terminal",
    )
    assert machine.input("tmux") == TEXT.encode()
    assert machine.arguments("tmux") == ["load-buffer -w -"]


TMUX_ONLY = Copied(
    "tmux", f"Copied {WHAT} to the tmux buffer only (paste with prefix ])"
)


def test_an_old_tmux_keeps_it_to_itself(machine: Machine) -> None:
    machine.install("tmux", 'case "$*" in *-w*) exit 1;; esac; cat > "$0.in"')
    assert machine.clipboard(TMUX).copy(TEXT, WHAT) == TMUX_ONLY
    assert machine.input("tmux") == TEXT.encode()
    assert machine.arguments("tmux") == ["load-buffer -w -", "load-buffer -"]


def test_what_no_terminal_takes_is_not_offered_to_it(machine: Machine) -> None:
    machine.install("tmux")
    assert machine.clipboard(TMUX).copy("x" * 80_000, WHAT) == TMUX_ONLY
    assert machine.input("tmux") == b"x" * 80_000
    assert machine.arguments("tmux") == ["load-buffer -"]


def test_a_tmux_that_fails_or_hangs_gives_way_to_the_terminal(machine: Machine) -> None:
    machine.install("tmux", "exit 1")
    assert machine.clipboard(TMUX).copy(TEXT, WHAT) == SENT
    machine.install("tmux", "sleep 60")
    assert machine.clipboard(TMUX, limit=1.0).copy(TEXT, WHAT) == SENT
    assert machine.arguments("tmux")[2:] == ["load-buffer -w -"]


@pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux")
def test_a_real_tmux_has_the_very_text(machine: Machine, tmp_path: Path) -> None:
    socket = tmp_path / "s"
    tmux = [shutil.which("tmux") or "tmux", "-S", str(socket), "-f", os.devnull]
    subprocess.run(
        [*tmux, "new-session", "-d", "sleep 60"],
        check=True,
        env={"PATH": "/usr/bin:/bin"},
    )
    try:
        machine.path = "/usr/bin:/bin"
        copied = machine.clipboard({"TMUX": f"{socket},1,0"}).copy(TEXT, WHAT)
        assert copied.rung == "tmux"
        assert subprocess.check_output([*tmux, "show-buffer"]) == TEXT.encode()
    finally:
        subprocess.run([*tmux, "kill-server"], check=True)


def test_without_anything_the_terminal_is_asked(machine: Machine) -> None:
    assert machine.clipboard().copy(TEXT, WHAT) == SENT
    assert machine.clipboard().copy("x" * OSC52_BYTES, WHAT) == SENT
    sequence = f"\x1b]52;c;{base64.b64encode(b'x' * OSC52_BYTES).decode()}\a"
    assert len(sequence) == 100_000


def test_what_the_terminal_would_cut_off_goes_to_a_file(machine: Machine) -> None:
    # 74,995 bytes in 25,000 characters less.
    text = "学" * 24_998 + "x"
    assert machine.clipboard().copy(text, WHAT) == Copied(
        "file",
        f"Too long for the terminal's clipboard: {WHAT} is in {machine.fallback}",
    )
    assert machine.fallback.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "environ",
    [{"TERM": "dumb"}, {"TERM": "linux"}, {"TERM": ""}, {"STY": "1.pts-0.host"}],
)
def test_where_no_terminal_can_take_it_a_file_does(
    machine: Machine, environ: dict[str, str]
) -> None:
    for text in ("first", TEXT):
        assert machine.clipboard(environ).copy(text, WHAT) == Copied(
            "file", f"No clipboard here: {WHAT} is in {machine.fallback}"
        )
    assert machine.fallback.read_text(encoding="utf-8") == TEXT


def test_when_even_the_file_fails_it_is_said(machine: Machine) -> None:
    machine.fallback.mkdir(parents=True)
    assert machine.clipboard({"TERM": "dumb"}).copy(TEXT, WHAT) == Copied(
        "none",
        f"No clipboard here, and {WHAT} was not copied: {machine.fallback} cannot be "
        "written (Is a directory)",
    )


@pytest.mark.parametrize("remote", [SSH, {"SSH_TTY": "/dev/pts/1"}])
def test_over_ssh_the_far_clipboard_is_left_alone(
    machine: Machine, remote: dict[str, str]
) -> None:
    for program in ("wl-copy", "xclip", "pbcopy", "powershell.exe", "clip.exe"):
        machine.install(program)
    far = {**remote, **WAYLAND, "WSL_DISTRO_NAME": "Ubuntu"}
    for platform in ("linux", "darwin"):
        assert machine.clipboard(far, platform=platform).copy(TEXT, WHAT) == SENT
    assert sorted(path.suffix for path in machine.programs.iterdir()) == [
        "",
        "",
        "",
        ".exe",
        ".exe",
    ]


def test_over_ssh_a_forwarded_display_is_near(machine: Machine) -> None:
    machine.install("wl-copy")
    machine.install("xclip")
    near = machine.clipboard(SSH, WAYLAND, {"DISPLAY": "localhost:10.0"})
    assert near.copy(TEXT, WHAT) == COPIED
    assert machine.input("xclip") == TEXT.encode()
    assert machine.arguments("wl-copy") == []


WSL = {"WSL_DISTRO_NAME": "Ubuntu", "WSL_INTEROP": "/run/WSL/1_interop"}


@pytest.mark.parametrize("text", [TEXT, "0123456789abcdef0123456789abcdef0123"])
def test_in_wsl_powershell_gets_it_in_base64(machine: Machine, text: str) -> None:
    machine.install("powershell.exe")
    machine.install("clip.exe")
    assert machine.clipboard(WSL).copy(text, WHAT) == COPIED
    assert (
        base64.b64decode(machine.input("powershell.exe"), validate=True).decode()
        == text
    )
    assert machine.input("powershell.exe").isascii()
    assert machine.arguments("powershell.exe") == [
        "-NoProfile -NonInteractive -Command $ErrorActionPreference = 'Stop'; "
        "Set-Clipboard -Value ([Text.Encoding]::UTF8.GetString("
        "[Convert]::FromBase64String([Console]::In.ReadToEnd())))"
    ]
    assert machine.arguments("clip.exe") == []


def test_in_wsl_clip_gets_it_in_utf_16(machine: Machine) -> None:
    machine.install("powershell.exe", "exit 1")
    machine.install("clip.exe")
    assert machine.clipboard(WSL).copy(TEXT, WHAT) == COPIED
    assert machine.input("clip.exe") == TEXT.encode("utf-16-le")


def test_in_wsl_the_terminal_is_asked_last(machine: Machine) -> None:
    machine.install("powershell.exe", "sleep 60")
    machine.install("clip.exe", "exit 1")
    clipboard = machine.clipboard(WSL, {"WT_SESSION": "1"}, limit=0.2)
    assert clipboard.copy(TEXT, WHAT) == SENT


def test_the_doctor_sees_each_rung(machine: Machine) -> None:
    machine.install("xclip")
    machine.install("xsel")
    machine.install("tmux")
    assert machine.clipboard(X11, TMUX).methods() == (
        Method("clipboard", True, "xclip, then xsel"),
        Method("tmux", True, "the paste buffer, with prefix ]"),
        Method(
            "osc52", True, "up to 74 KB, if the terminal takes it: it does not tell"
        ),
        Method("file", True, str(machine.fallback)),
    )


@pytest.mark.parametrize(
    ("environ", "platform", "clipboard", "tmux", "terminal"),
    [
        (
            {"TERM": "dumb"},
            "linux",
            "there is no display (DISPLAY and WAYLAND_DISPLAY are not set)",
            "not inside tmux",
            "TERM is dumb",
        ),
        (
            {**X11, **TMUX, "TERM": ""},
            "linux",
            "neither xclip nor xsel is installed",
            "tmux is not in PATH",
            "TERM is not set",
        ),
        (
            {**WAYLAND, "STY": "1"},
            "linux",
            "wl-clipboard is not installed",
            "not inside tmux",
            "GNU screen does not pass it on",
        ),
        (
            {**SSH},
            "win32",
            "over SSH it would be the clipboard of the far machine",
            "not inside tmux",
            "only Windows Terminal takes it on Windows",
        ),
    ],
)
def test_the_doctor_says_what_is_missing(
    machine: Machine,
    environ: dict[str, str],
    platform: str,
    clipboard: str,
    tmux: str,
    terminal: str,
) -> None:
    assert machine.clipboard(environ, platform=platform).methods()[:3] == (
        Method("clipboard", False, clipboard),
        Method("tmux", False, tmux),
        Method("osc52", False, terminal),
    )


def test_the_module_loads_no_interface() -> None:
    code = (
        "import sys, paperstui.tui.clipboard\n"
        "print({'textual', 'rich', 'pyperclip'} & sys.modules.keys())\n"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "set()\n"
