"""Several processes do what one does, and none is left behind."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from contextlib import closing
from threading import active_count
from typing import TYPE_CHECKING, Any

import pytest

from paperstui.index.engines.workers import mapped
from tests.index.engines.packs import dies_elsewhere, process_and_square, reciprocal

if TYPE_CHECKING:
    from pathlib import Path


def test_results_come_in_order_from_other_processes(
    started: list[subprocess.Popen[bytes]], capfd: pytest.CaptureFixture[str]
) -> None:
    found = list(mapped(process_and_square, range(500), 2))
    assert [square for _, square in found] == [n * n for n in range(500)]
    assert {process for process, _ in found} == {each.pid for each in started}
    assert len(started) == 2
    assert all(each.returncode is not None for each in started)
    assert capfd.readouterr() == ("", "")


def test_left_in_the_middle_no_process_and_no_thread_stays(
    started: list[subprocess.Popen[bytes]],
) -> None:
    threads = active_count()
    asked = []

    def items() -> Any:
        for number in range(10_000):
            asked.append(number)
            yield number

    with closing(mapped(process_and_square, items(), 2)) as results:
        assert [next(results)[1] for _ in range(3)] == [0, 1, 4]
        assert [each.poll() for each in started] == [None, None]
    assert all(each.returncode is not None for each in started)
    assert active_count() == threads
    # What is not wanted yet is not asked for either.
    assert len(asked) < 10


def test_what_fails_fails_here() -> None:
    results = mapped(reciprocal, [4, 2, 0, 1], 1)
    assert [next(results), next(results)] == [0.25, 0.5]
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_what_fails_before_it_is_an_item_ends_it(
    started: list[subprocess.Popen[bytes]],
) -> None:
    results = mapped(reciprocal, (1 // number for number in (1, 0)), 1)
    with pytest.raises(ZeroDivisionError):
        list(results)
    assert [each.returncode is not None for each in started] == [True]


def test_processes_that_die_are_done_without() -> None:
    items = [(os.getpid(), number) for number in range(7)]
    assert list(mapped(dies_elsewhere, items, 2)) == list(range(0, 14, 2))


@pytest.mark.parametrize("executable", ["", "/no/python/here"])
def test_where_none_can_be_started_all_is_done_here(
    monkeypatch: pytest.MonkeyPatch, executable: str
) -> None:
    monkeypatch.setattr(sys, "executable", executable)
    found = list(mapped(process_and_square, range(3), 2))
    assert found == [(os.getpid(), 0), (os.getpid(), 1), (os.getpid(), 4)]


def test_a_program_in_one_file_is_not_started_again(
    monkeypatch: pytest.MonkeyPatch, started: list[subprocess.Popen[bytes]]
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert list(mapped(reciprocal, [1, 2], 2)) == [1, 0.5]
    assert started == []


SCRIPT = """
import sys
sys.path[:0] = {path!r}
from paperstui.index.engines.workers import mapped
from tests.index.engines.packs import process_and_square
results = mapped(process_and_square, range(1000), 1)
print(next(results)[0], flush=True)
sys.stdin.read()
print(sum(square for _, square in results))
"""


@pytest.fixture
def script(tmp_path: Path) -> subprocess.Popen[str]:
    """A script without a guard that has begun, and waits for its input to end."""
    file = tmp_path / "script.py"
    file.write_text(SCRIPT.format(path=sys.path))
    return subprocess.Popen(
        [sys.executable, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=tmp_path,
        text=True,
    )


def test_a_script_needs_no_guard(script: subprocess.Popen[str]) -> None:
    told, _ = script.communicate(timeout=60)
    worker, total = told.split()
    assert int(worker) != script.pid
    assert int(total) == sum(number * number for number in range(1, 1000))


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for others' processes")
def test_processes_end_with_a_parent_that_is_killed(
    script: subprocess.Popen[str],
) -> None:
    with script:
        assert script.stdout
        worker = os.pidfd_open(int(script.stdout.readline()))
        try:
            script.kill()
            assert select.select([worker], [], [], 60)[0] == [worker]
        finally:
            os.close(worker)
