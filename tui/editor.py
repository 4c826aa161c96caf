"""A text in the editor of the person: `$VISUAL`, else `$EDITOR`."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from paperstui.index.errors import PaperstuiError
from paperstui.index.files import reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def command(environ: Mapping[str, str] = os.environ) -> list[str]:
    """The words of the command that opens the editor.

    Raises PaperstuiError where none is set, or where it cannot be read.
    """
    for name in ("VISUAL", "EDITOR"):
        line = environ.get(name, "").strip()
        if not line:
            continue
        try:
            return shlex.split(line, posix=os.name == "posix")
        except ValueError as error:
            raise PaperstuiError(f"${name} cannot be read: {error}") from None
    raise PaperstuiError("No editor is set: put the name of one into $EDITOR")


def edited(text: str, editor: list[str]) -> str:
    """The text as it is when the editor is left; it has the terminal until then.

    The text stands in a file of its own that is removed. Raises PaperstuiError where
    the editor fails; what it left then counts for nothing.
    """
    try:
        descriptor, name = tempfile.mkstemp(prefix="paperstui-note-", suffix=".md")
    except OSError as error:
        raise PaperstuiError(f"No file for the editor: {reason(error)}") from None
    path = Path(name)
    try:
        with open(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.write(f"{text}\n" if text else "")
        with _undisturbed():
            # stderr is hidden while the reader runs, see `native`.
            ran = subprocess.run([*editor, name], stderr=subprocess.STDOUT, check=False)
        if ran.returncode:
            raise PaperstuiError(f"{editor[0]} failed (exit code {ran.returncode})")
        return path.read_text(encoding="utf-8", errors="replace").rstrip()
    except OSError as error:
        raise PaperstuiError(f"{editor[0]}: {reason(error)}") from None
    finally:
        with suppress(OSError):
            path.unlink()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Leave the keys that interrupt to the editor: the terminal sends both of us one.

    They are not ignored but do nothing, as the editor would ignore them, too.
    """
    names = ("SIGINT", "SIGQUIT")
    known = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {each: signal.signal(each, lambda *_: None) for each in known}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
