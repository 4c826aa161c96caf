"""What Tantivy raises, and what that means."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from paperstui.index.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def damage() -> Iterator[None]:
    """Raise EngineError for what goes wrong when an index is read."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise EngineError(f"it was damaged ({type(error).__name__})") from error
    except BaseException as error:
        if not _is_panic(error):
            raise
        raise EngineError("it was damaged") from error


@contextmanager
def failing_disk() -> Iterator[None]:
    """Raise OSError for what goes wrong when an index is written."""
    try:
        yield
    except ValueError as error:  # Tantivy raises it for whatever the disk does
        # The system's own words stand deep in Rust's.
        reason = re.search(r'message: "([^"]+)"', str(error))
        told = reason[1] if reason else str(error).partition(":")[0]
        raise OSError(told) from error
    except BaseException as error:
        if not _is_panic(error):
            raise
        raise OSError("Tantivy failed") from error


def _is_panic(error: BaseException) -> bool:
    """Whether Tantivy's own code failed: that error is no Exception."""
    return type(error).__name__ == "PanicException"
