"""A text in the editor of the person: `$VISUAL`, else `$EDITOR`."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from paperstui.index.errors import PaperstuiError
from paperstui.index.files import reason

if TYPE_CHECKING:
    from collections.abc import Mapping


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
