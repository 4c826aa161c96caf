"""The `paperstui` command: opens the reader, or runs one of the commands.

The reader opens without loading the commands, and the commands run without loading the
reader: each would make the other noticeably slower to start.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from typing import TYPE_CHECKING

from paperstui.index.errors import PaperstuiError
from paperstui.index.locations import Locations
from paperstui.tui import native

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from paperstui.index.models import Paper
    from paperstui.tui.picking import Picking

FAILED = 2
INTERRUPTED = 130
_STDOUT = 1
_TOO_PLAIN = ("dumb", "unknown")
"""Terminals without a cursor that can be moved."""
FRESH = "--fresh"
"""Opens the reader as at its first start; see also `commands`."""


def main() -> None:
    """Run what the command line asks for."""
    try:
        _run(sys.argv[1:])
    except KeyboardInterrupt:  # while modules load; click and Textual do it later
        sys.exit(INTERRUPTED)
    except OSError as error:
        # Above all of a disk that is full behind what is printed.
        from paperstui.index.files import reason

        where = error.filename or "the output"
        _say(f"{where} cannot be used: {reason(error)}")
        # Python would try once more to write what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), _STDOUT)
        sys.exit(FAILED)


def _run(arguments: list[str]) -> None:
    for stream in (sys.stdout, sys.stderr):
        _never_fail(stream)
    if arguments and arguments != [FRESH]:
        from paperstui.tui.commands import main as run_command

        run_command(prog_name="paperstui", obj=_choose)
    elif _is_terminal(sys.stdin) and _is_terminal(sys.stdout):
        try:
            _open(fresh=bool(arguments))
        except PaperstuiError as error:
            _say(str(error))
            sys.exit(FAILED)
    else:
        _say(
            "the reader needs a terminal; `paperstui --help` lists the commands that "
            "print"
        )
        sys.exit(FAILED)


def _say(text: str) -> None:
    print(f"paperstui: {text}", file=sys.stderr)


def _choose(picking: Picking) -> Sequence[Paper]:
    """Let a person choose papers in the reader; none where it is left.

    Raises PaperstuiError where there is no terminal, or none that can show it.
    """
    from paperstui.tui import controlling_terminal

    with controlling_terminal.taken():
        return _open(picking)


def _open(picking: Picking | None = None, *, fresh: bool = False) -> Sequence[Paper]:
    """Open the reader, or a chooser; gives the papers that were chosen.

    `fresh` leaves out what the reader was left at. Raises PaperstuiError where the
    terminal cannot show it.
    """
    kind = os.environ.get("TERM", "")
    if kind.lower() in _TOO_PLAIN:
        # Textual would lay out for 80 columns and for those there are, over and over.
        raise PaperstuiError(
            f"TERM={kind} is a terminal that cannot show the reader; most others are "
            "TERM=xterm-256color"
        )
    # A tenth of the time to the first screen would go into looking for garbage; the
    # main screen switches the collector on again.
    gc.disable()
    # The screen waits so long for a thread that computes, each time it wakes up.
    sys.setswitchinterval(0.001)
    # Textual lets so much time pass between two paints: a letter is painted, and its
    # answer, which comes right after it, would wait for the next sixtieth of a second.
    os.environ.setdefault("TEXTUAL_FPS", "240")
    from paperstui.index.session import SessionFile
    from paperstui.tui.app import PaperstuiApp
    from paperstui.tui.services import open_services
    from paperstui.tui.settings import load

    locations = Locations.discover()
    settings, complaints = load(locations.config_file)
    services = open_services(locations, complaints, settings)
    try:
        session = None
        if picking is None:
            library = services.library.fingerprint()
            session = SessionFile(locations.session, library, fresh=fresh)
        with native.hidden():
            app = PaperstuiApp(services, settings, picking, session)
            return app.run(mouse=settings.mouse) or ()
    finally:
        services.close()


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether it is one; where a shell closed the stream, there is None."""
    return stream is not None and stream.isatty()


def _never_fail(stream: object) -> None:
    """Write UTF-8 into files and pipes; replace what a terminal cannot show."""
    if isinstance(stream, io.TextIOWrapper):
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
