"""The errors of paperstui; every message is fit to show a person."""

from __future__ import annotations


class PaperstuiError(Exception):
    """Base of all errors that paperstui raises on purpose."""


class EngineError(PaperstuiError):
    """A search index cannot be built, opened or asked."""


class StateError(PaperstuiError):
    """A file of the user (bookmarks, reading state) cannot be saved."""
