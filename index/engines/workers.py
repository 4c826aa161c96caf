"""A function over many items by several processes, its results in order.

The processes are plain Python at the other ends of two pipes, not those of
`multiprocessing`: these run the script of the parent once more, which may have no guard
against it, and need semaphores, which some systems do not have.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from itertools import islice
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

Item = TypeVar("Item")
Result = TypeVar("Result")

_SERVE = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from paperstui.index.engines.serving import serve; serve()"
)
_FAILED = object()
"""In place of the result of an item that is to be done here."""


def cores() -> int:
    """How many processes can run at once."""
    count = getattr(os, "process_cpu_count", os.cpu_count)  # of Python 3.13
    return count() or 1


def mapped(
    work: Callable[[Item], Result], items: Iterable[Item], processes: int
) -> Generator[Result]:
    """What a function makes of each item, by up to so many other processes.

    Function, items and results must be picklable. A few items are in flight at a time.
    Where processes cannot be started, die, or fail at an item, it is done in this one.
    Processes end with the iterator, which is to be closed, and with this process.
    """
    with ExitStack() as held:
        # A thread for each process waits for results, and for pipes that are full.
        pool = held.enter_context(ThreadPoolExecutor(max(1, processes)))
        free: SimpleQueue[_Worker] = SimpleQueue()
        started = 0
        with suppress(OSError):
            while started < processes:
                free.put(held.enter_context(_Worker(work)))
                started += 1
        if not started:
            yield from map(work, items)
            return
        # First of all at the end, so that no thread waits for a process any more.
        held.callback(pool.shutdown, wait=False, cancel_futures=True)

        def exchange(item: Item) -> Any:
            worker = free.get()
            try:
                return worker.result(item)
            finally:
                free.put(worker)

        begun = ((item, pool.submit(exchange, item)) for item in items)
        waiting = deque(islice(begun, 2 * started))
        while waiting:
            item, future = waiting.popleft()
            result = future.result()
            waiting.extend(islice(begun, 1))
            yield work(item) if result is _FAILED else result


class _Worker:
    """One process; used by one thread at a time."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        """Start it; raises OSError where that cannot be done."""
        if not sys.executable or getattr(sys, "frozen", False):
            raise OSError("there is no Python to be started")
        first = pickle.dumps(sys.path) + pickle.dumps(work)
        # Without the folder that it is started in, whatever files lie there.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _SERVE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert self._process.stdin
        assert self._process.stdout
        self._items, self._results = self._process.stdin, self._process.stdout
        with suppress(OSError):  # if it has died, the first item tells
            self._items.write(first)

    def __enter__(self) -> _Worker:
        return self

    def __exit__(self, *raised: object) -> None:
        """End it, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        with suppress(OSError):  # what it has not read
            self._items.close()
        self._results.close()

    def result(self, item: Any) -> Any:
        """The result of an item, `_FAILED` where there is none."""
        try:
            pickle.dump(item, self._items, pickle.HIGHEST_PROTOCOL)
            self._items.flush()
            good, result = pickle.load(self._results)
        except (OSError, EOFError, ValueError, pickle.PickleError):
            return _FAILED
        return result if good else _FAILED
