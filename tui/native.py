"""What compiled libraries print: they know nothing of the screen."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_STDERR = 2


@contextmanager
def hidden() -> Iterator[None]:
    """Hide what compiled libraries print on errors; Python still writes as before.

    A damaged index makes Tantivy print pages of Rust before it raises what we mend.
    """
    stream = sys.__stderr__
    try:
        if stream is None or stream.fileno() != _STDERR:
            raise OSError
        kept = os.dup(_STDERR)
        nowhere = os.open(os.devnull, os.O_WRONLY)
    except OSError:  # there is nothing that it could be printed on
        yield
        return
    stream.flush()
    replaced = sys.stderr is stream
    encoding, errors = stream.encoding, stream.errors
    terminal = open(kept, "w", 1, encoding, errors)  # noqa: SIM115  (may fail to close)
    os.dup2(nowhere, _STDERR)
    os.close(nowhere)
    sys.__stderr__ = terminal  # type: ignore[misc]
    if replaced:
        sys.stderr = terminal
    try:
        yield
    finally:
        os.dup2(kept, _STDERR)
        sys.__stderr__ = stream  # type: ignore[misc]
        if replaced:
            sys.stderr = stream
        with suppress(OSError):  # the window may be closed by now
            terminal.close()
