"""`y` in the app, on every rung of the clipboard ladder."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from paperstui.tui.clipboard import Clipboard
from tests.tui.conftest import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from paperstui.index.locations import Locations
    from paperstui.index.models import Paper
    from paperstui.tui.services import Services
    from tests.tui.conftest import Run

    MakeServices = Callable[..., Services]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs shell scripts")
WHAT = "BibTeX of hu2024computational"
ENTRY = "@inproceedings{hu2024computational,"
X11 = {"DISPLAY": ":0", "TERM": "xterm-256color"}
RUNGS = [
    ("xclip", 'cat > "$0.in"', X11, f"Copied {WHAT} to the clipboard"),
    (
        "tmux",
        'cat > "$0.in"',
        {"TMUX": "/tmp/x,1,0", "TERM": "tmux-256color"},
        f"Copied {WHAT} to the tmux buffer (paste with prefix ]) and offered it to the "
        "terminal",
    ),
    (
        "xclip",
        "exit 1",
        X11,
        f"Sent {WHAT} to the terminal's clipboard (cannot be confirmed)",
    ),
    (
        "xclip",
        "sleep 60",
        X11,
        f"Sent {WHAT} to the terminal's clipboard (cannot be confirmed)",
    ),
]


@pytest.mark.parametrize(
    ("program", "script", "environ", "message"),
    RUNGS,
    ids=["clipboard", "tmux", "terminal", "terminal after a hang"],
)
async def test_the_status_line_says_which_rung_it_was(
    run: Run,
    make_services: MakeServices,
    papers: Sequence[Paper],
    places: Locations,
    tmp_path: Path,
    program: str,
    script: str,
    environ: dict[str, str],
    message: str,
) -> None:
    fake = tmp_path / program
    fake.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")
    fake.chmod(0o755)
    # A busy machine may take its time with a program that does not hang.
    limit = 0.5 if script.startswith("sleep") else PATIENCE
    environ = {**environ, "PATH": str(tmp_path)}
    clipboard = Clipboard(places.copies, environ, limit=limit)
    services = make_services(papers, places, clipboard=clipboard)
    async with run(with_services=services) as desk:
        await desk.press("y")
        assert desk.status == message
        if message.startswith("Sent"):
            assert desk.app.clipboard.startswith(ENTRY)
        else:
            assert (tmp_path / f"{program}.in").read_text().startswith(ENTRY)


async def test_without_any_rung_a_file_has_it(run: Run) -> None:
    async with run() as desk:
        await desk.press("y")
        copies = desk.main.services.locations.copies
        assert copies.read_text().startswith(ENTRY)
        assert desk.status.endswith(f"is in {copies}")


async def test_the_app_goes_on_while_a_program_hangs(
    run: Run,
    make_services: MakeServices,
    papers: Sequence[Paper],
    places: Locations,
    tmp_path: Path,
) -> None:
    fake = tmp_path / "xclip"
    fake.write_text("#!/bin/sh\nexec /bin/sleep 60\n")
    fake.chmod(0o755)
    clipboard = Clipboard(places.copies, {**X11, "PATH": str(tmp_path)}, limit=3.0)
    services = make_services(papers, places, clipboard=clipboard)
    async with run(with_services=services) as desk:
        await desk.pilot.press("y", "j", "j")
        await desk.pilot.pause()
        assert desk.selected == "test:2"
        assert desk.status == ""
        await desk.settle()
        assert desk.status.startswith("Sent")


async def test_the_message_tells_the_style_of_a_reference(run: Run) -> None:
    async with run() as desk:
        await desk.press("Y", "5")
        copied = desk.main.services.locations.copies
        assert "Reference (APA) of hu2024computational" in desk.status
        assert copied.read_text().startswith("Hu, J. Y.-C.")
