"""Opens web addresses in the user's browser, where there is one."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

# They would draw over the screen.
_TEXT_BROWSERS = ("www-browser", "lynx", "links", "elinks", "w3m")


def open_address(address: str, environ: Mapping[str, str] = os.environ) -> bool:
    """Open an http(s) address; False where no graphical browser can be started.

    Blocks while the browser starts: for a thread worker.
    """
    if not address.startswith(("https://", "http://")):
        return False
    graphical = (
        sys.platform in ("darwin", "win32")
        or any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
        or "WSL_DISTRO_NAME" in environ
    )
    if not graphical:
        return False
    import webbrowser  # runs helper programs to find browsers when it is first used

    try:
        browser = webbrowser.get()
        name = os.path.basename(getattr(browser, "name", ""))
        return name not in _TEXT_BROWSERS and browser.open(address)
    except (webbrowser.Error, OSError):
        return False
