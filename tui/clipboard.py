"""Copying text: the system's clipboard, tmux, the terminal or, last, a file.

Run as a program it is the child that `Clipboard` starts: it copies its input with the
pyperclip mechanism that its argument names.
"""

from __future__ import annotations

import base64
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paperstui.index import files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

OSC52_BYTES = 74_994
"""Most text sent by OSC 52: with more, the sequence grows over 100,000 bytes, which is
where terminals begin to drop it without a word."""

# PowerShell reads its input in the code page of the system: hence base64.
_POWERSHELL = (
    "$ErrorActionPreference = 'Stop'; Set-Clipboard -Value "
    "([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String("
    "[Console]::In.ReadToEnd())))"
)
_WINDOWS_FOLDERS = (
    "/mnt/c/Windows/System32/WindowsPowerShell/v1.0",
    "/mnt/c/Windows/System32",
)
"""Where WSL finds the programs of Windows when its PATH was left out."""
_NEEDED = {
    "wl-clipboard": ("wl-copy",),
    "xclip": ("xclip",),
    "xsel": ("xsel",),
    "klipper": ("klipper", "qdbus"),
}
"""The programs that pyperclip's mechanisms run."""
_MUTE_TERMINALS = ("", "dumb", "unknown", "linux")
"""Values of TERM, unset included, that no terminal with a clipboard has."""


@dataclass(frozen=True, slots=True)
class Copied:
    """Where a text went."""

    rung: str
    """`clipboard`, `tmux`, `osc52`, `file` or `none`."""
    message: str
    """What to tell the person."""
    osc52: bool = False
    """True where the caller must now send the text to the terminal by OSC 52."""


@dataclass(frozen=True, slots=True)
class Method:
    """One rung of the ladder, and whether it bears here."""

    rung: str
    """As in `Copied`."""
    works: bool
    """False where `copy` passes it over."""
    why: str
    """What it uses, or what is missing."""


@dataclass(frozen=True, slots=True)
class _Program:
    """A program that takes the text as its input."""

    name: str
    command: tuple[str, ...]
    encoding: str = "utf-8"
    """How it wants the text: a codec, or "base64" for base64 of UTF-8."""

    def input(self, text: str) -> bytes:
        """The text as the program reads it."""
        if self.encoding == "base64":
            return base64.b64encode(text.encode("utf-8", "replace"))
        return text.encode(self.encoding, "replace")


class Clipboard:
    """The ladder of ways to copy; a rung that fails or hangs gives way to the next.

    1. `clipboard`: the system's own, through pyperclip (in WSL first PowerShell), each
       in a process and session of its own. Not over SSH, where it is a far machine's.
    2. `tmux`: its paste buffer, offered to the terminal as well where tmux can.
    3. `osc52`: a request to the terminal, which nothing can confirm.
    4. `file`: the fallback file.
    """

    def __init__(
        self,
        fallback: Path,
        environ: Mapping[str, str] = os.environ,
        limit: float = 2.0,
        platform: str = sys.platform,
    ) -> None:
        """The ways to copy in this environment; a program may take `limit` seconds."""
        self._fallback = fallback
        self._environ = environ
        self._limit = limit
        self._platform = platform

    def copy(self, text: str, what: str) -> Copied:
        """Copy a text, which the message calls `what`. Blocks; never raises."""
        for program in self._programs():
            if self._run(program, text) == 0:
                return Copied("clipboard", f"Copied {what} to the clipboard")
        return (
            self._copy_to_tmux(text, what)
            or self._copy_to_terminal(text, what)
            or self._copy_to_file(text, what)
        )

    def methods(self) -> tuple[Method, ...]:
        """Each rung as it is here, in the order of trying."""
        programs = self._programs()
        names = ", then ".join(program.name for program in programs)
        tmux, terminal = self._tmux_obstacle(), self._osc52_obstacle()
        folders = self._fallback.absolute().parents
        folder = next(filter(os.path.exists, folders), folders[-1])
        writable = os.access(folder, os.W_OK)
        return (
            Method("clipboard", bool(programs), names or self._clipboard_obstacle()),
            Method("tmux", not tmux, tmux or "the paste buffer, with prefix ]"),
            Method(
                "osc52",
                not terminal,
                terminal or "up to 74 KB, if the terminal takes it: it does not tell",
            ),
            Method(
                "file",
                writable,
                str(self._fallback) if writable else f"{folder} cannot be written",
            ),
        )

    def _copy_to_tmux(self, text: str, what: str) -> Copied | None:
        if self._tmux_obstacle():
            return None
        offered = _Program("tmux", ("tmux", "load-buffer", "-w", "-"))
        only = _Program("tmux", ("tmux", "load-buffer", "-"))
        to = f"Copied {what} to the tmux buffer"
        if not _too_long(text):
            status = self._run(offered, text)
            if status == 0:
                end = "(paste with prefix ]) and offered it to the terminal"
                return Copied("tmux", f"{to} {end}")
            if status is None:
                return None
        # Before tmux 3.2 there is no -w.
        if self._run(only, text) == 0:
            return Copied("tmux", f"{to} only (paste with prefix ])")
        return None

    def _copy_to_terminal(self, text: str, what: str) -> Copied | None:
        if self._osc52_obstacle() or _too_long(text):
            return None
        message = f"Sent {what} to the terminal's clipboard (cannot be confirmed)"
        return Copied("osc52", message, osc52=True)

    def _copy_to_file(self, text: str, what: str) -> Copied:
        path = self._fallback
        nowhere = "No clipboard here"
        if not self._osc52_obstacle():
            nowhere = "Too long for the terminal's clipboard"
        try:
            files.write_atomically(path, text.encode("utf-8", "replace"))
        except OSError as error:
            reason = files.reason(error)
            message = f"{what} was not copied: {path} cannot be written ({reason})"
            return Copied("none", f"{nowhere}, and {message}")
        return Copied("file", f"{nowhere}: {what} is in {path}")

    def _programs(self) -> list[_Program]:
        """What may reach the clipboard of this person's screen, best first."""
        if self._platform == "darwin":
            return [] if self._is_remote() else [_pyperclip("pbcopy")]
        if self._platform == "win32":
            return [] if self._is_remote() else [_pyperclip("windows")]
        programs = [] if self._is_remote() else self._windows_programs()
        mechanisms = []
        if self._environ.get("WAYLAND_DISPLAY") and not self._is_remote():
            mechanisms.append("wl-clipboard")
        if self._environ.get("DISPLAY"):
            # Without Qt, which pyperclip knows: what it copies dies with its process.
            mechanisms += ["xclip", "xsel", "klipper"]
        for mechanism in mechanisms:
            if all(self._which(name) for name in _NEEDED[mechanism]):
                programs.append(_pyperclip(mechanism))
        return programs

    def _windows_programs(self) -> list[_Program]:
        if not {"WSL_DISTRO_NAME", "WSL_INTEROP"} & self._environ.keys():
            return []
        programs = []
        if path := self._which("powershell.exe", _WINDOWS_FOLDERS):
            command = (path, "-NoProfile", "-NonInteractive", "-Command", _POWERSHELL)
            programs.append(_Program("PowerShell", command, "base64"))
        if path := self._which("clip.exe", _WINDOWS_FOLDERS):
            # Without a byte order mark: it would be pasted along.
            programs.append(_Program("clip.exe", (path,), "utf-16-le"))
        return programs

    def _is_remote(self) -> bool:
        return bool(self._environ.get("SSH_CONNECTION") or self._environ.get("SSH_TTY"))

    def _clipboard_obstacle(self) -> str:
        """Why no program was found."""
        display = self._environ.get("DISPLAY")
        if self._is_remote() and not display:
            return "over SSH it would be the clipboard of the far machine"
        if self._environ.get("WAYLAND_DISPLAY"):
            return "wl-clipboard is not installed"
        if display:
            return "neither xclip nor xsel is installed"
        return "there is no display (DISPLAY and WAYLAND_DISPLAY are not set)"

    def _tmux_obstacle(self) -> str:
        if not self._environ.get("TMUX"):
            return "not inside tmux"
        return "" if self._which("tmux") else "tmux is not in PATH"

    def _osc52_obstacle(self) -> str:
        """Why the terminal cannot take it; empty where it may."""
        if self._environ.get("STY"):
            return "GNU screen does not pass it on"
        if self._platform == "win32":
            known = self._environ.get("WT_SESSION")
            return "" if known else "only Windows Terminal takes it on Windows"
        term = self._environ.get("TERM", "")
        return f"TERM is {term or 'not set'}" if term in _MUTE_TERMINALS else ""

    def _which(self, name: str, more: tuple[str, ...] = ()) -> str | None:
        folders = [self._environ.get("PATH", os.defpath), *more]
        return shutil.which(name, path=os.pathsep.join(folders))

    def _run(self, program: _Program, text: str) -> int | None:
        """Its exit status; None where it took too long and was killed."""
        environ = dict(self._environ)
        if self._platform == "darwin":
            # pbcopy takes its input for the locale's encoding, else for Mac Roman.
            environ["LC_ALL"] = "en_US.UTF-8"
        try:
            process = subprocess.Popen(
                program.command,
                stdin=subprocess.PIPE,
                # What stays behind to serve the clipboard must not hold a pipe to us.
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environ,
                # Ctrl+C and closing the terminal must not end what serves it, either.
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError:
            return 127
        try:
            process.communicate(program.input(text), timeout=self._limit)
        except subprocess.TimeoutExpired:
            _kill(process)
            return None
        return process.returncode


def _kill(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.communicate(timeout=1)


def _pyperclip(mechanism: str) -> _Program:
    # -P: not what lies in the working folder, whatever its name.
    command = (sys.executable, "-P", "-m", "paperstui.tui.clipboard", mechanism)
    return _Program(mechanism, command)


def _too_long(text: str) -> bool:
    return len(text.encode("utf-8", "replace")) > OSC52_BYTES


def _copy_with_pyperclip(mechanism: str, text: str) -> None:
    """Copy by one of pyperclip's mechanisms; raises what it or its program raises."""
    import pyperclip

    class CheckedPopen(subprocess.Popen[bytes]):
        """pyperclip does not look at exit statuses: raises where one is not 0."""

        def communicate(self, *args: Any, **kwargs: Any) -> tuple[bytes, bytes]:
            output = super().communicate(*args, **kwargs)
            if self.returncode != 0:
                raise subprocess.CalledProcessError(self.returncode, self.args)
            return output

    pyperclip.subprocess.Popen = CheckedPopen
    pyperclip.set_clipboard(mechanism)
    pyperclip.copy(text)


if __name__ == "__main__":
    _copy_with_pyperclip(sys.argv[1], sys.stdin.buffer.read().decode())
