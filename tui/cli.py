"""The `paperstui` command: opens the reader, or runs one of the commands.

The reader opens without loading the commands, and the commands run without loading the
reader: each would make the other noticeably slower to start.
"""

from __future__ import annotations

import gc
import io
import os
import sys

from paperstui.index.locations import Locations
from paperstui.tui import native

BAD_USE = 2


def main() -> None:
    """Run what the command line asks for."""
    for stream in (sys.stdout, sys.stderr):
        _never_fail(stream)
    if len(sys.argv) > 1:
        from paperstui.tui.commands import main as run_command

        run_command(prog_name="paperstui")
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _open()
    else:
        print(
            "paperstui: the reader needs a terminal; `paperstui --help` lists the "
            "commands that print",
            file=sys.stderr,
        )
        sys.exit(BAD_USE)


def _open() -> None:
    """Open the reader."""
    # A tenth of the time to the first screen would go into looking for garbage; the
    # main screen switches the collector on again.
    gc.disable()
    # The screen waits so long for a thread that computes, each time it wakes up.
    sys.setswitchinterval(0.001)
    # Textual lets so much time pass between two paints: a letter is painted, and its
    # answer, which comes right after it, would wait for the next sixtieth of a second.
    os.environ.setdefault("TEXTUAL_FPS", "240")
    from paperstui.tui.app import PaperstuiApp
    from paperstui.tui.services import open_services
    from paperstui.tui.settings import load

    locations = Locations.discover()
    settings, complaints = load(locations.config_file)
    services = open_services(locations, complaints, settings)
    try:
        with native.hidden():
            PaperstuiApp(services, settings).run(mouse=settings.mouse)
    finally:
        services.close()


def _never_fail(stream: object) -> None:
    """Write UTF-8 into files and pipes; replace what a terminal cannot show."""
    if isinstance(stream, io.TextIOWrapper):
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8")
