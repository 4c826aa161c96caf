"""The terminal itself, for a program whose output goes elsewhere."""

from __future__ import annotations

import base64
import os
import sys
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from paperstui.index.errors import PaperstuiError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def taken() -> Iterator[None]:
    """Read keys from the terminal and draw on it, wherever the streams lead.

    The interface draws on stderr, but asks stdout how large the screen is. They lead
    where they led before when it is over. Raises PaperstuiError where there is no
    terminal.
    """
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError as error:
        raise PaperstuiError(
            "there is no terminal to choose on (/dev/tty cannot be opened)"
        ) from error
    with ExitStack() as stack:
        stack.callback(os.close, terminal)
        streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
        for number, stream in enumerate(streams):
            if stream is None or stream.fileno() != number:
                raise PaperstuiError("stdin, stdout and stderr must be open")
            stream.flush()
            kept = os.dup(number)
            stack.callback(os.close, kept)
            stack.callback(os.dup2, kept, number)
            os.dup2(terminal, number)
        yield


def copy(text: str) -> None:
    """Ask the terminal to put a text into its clipboard (OSC 52); it does not tell."""
    code = base64.b64encode(text.encode("utf-8", "replace"))
    with open("/dev/tty", "wb") as terminal:
        terminal.write(b"\x1b]52;c;%s\a" % code)
