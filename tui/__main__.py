"""Runs the command as `python -m paperstui.tui`."""

from paperstui.tui.cli import main

main()
