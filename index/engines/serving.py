"""What a process does that `workers` starts; imports little, to start soon."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from contextlib import suppress


def serve() -> None:
    """Read a function, then item after item; write what it makes of each.

    Until there are no more, or nobody reads any more.
    """
    # The parent hears of Ctrl+C and ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, target = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that is printed gets between the results
    # What is made here goes by itself; to look for what does not costs a tenth.
    gc.set_threshold(100_000)
    work = pickle.load(source)
    with suppress(EOFError, OSError):
        while True:
            item = pickle.load(source)
            try:
                answer = pickle.dumps((True, work(item)), pickle.HIGHEST_PROTOCOL)
            except Exception:  # the parent meets it, too
                answer = pickle.dumps((False, None))
            target.write(answer)
            target.flush()
