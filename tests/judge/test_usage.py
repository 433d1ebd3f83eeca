"""What the supervisor in Python reads from /proc."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from ineqsudoku.judge.sandbox import usage

MAPS = b"""\
7f00-7f00 rw-s 00000000 00:01 5 /dev/zero (deleted)
10000000-10400000 rw-s 00000000 00:01 77 /dev/zero (deleted)
20000000-20100000 rw-s 00400000 00:01 77 /dev/zero (deleted)
30000000-30200000 r--p 00000000 08:01 99 /usr/lib/libc.so.6
"""


def test_shared_memory_counts_once_for_all_processes() -> None:
    found = {b"77": 6000, b"88": 10}
    usage.shared_objects(MAPS, found)
    assert found == {b"5": 0, b"77": 6000, b"88": 10}
    found = {b"77": 100}
    usage.shared_objects(MAPS, found)
    assert found[b"77"] == 4096 + 1024


def test_numbers_of_a_status() -> None:
    status = b"Name:\tRssAnon: 5\nRssAnon:\t     120 kB\nThreads:\t3\n"
    assert usage.number(status, b"RssAnon:") == 120
    assert usage.number(status, b"Threads:") == 3
    assert usage.number(status, b"VmSwap:") == 0


@pytest.mark.parametrize(
    ("before", "ran", "queued", "share"),
    [(None, 9.0, 9.0, 0.5), ((1.0, 1.0), 2.0, 4.0, 0.25), ((1.0, 1.0), 1.0, 2.0, 0.5)],
)
def test_the_share_of_a_core(
    before: tuple[float, float] | None, ran: float, queued: float, share: float
) -> None:
    assert usage.share(before, ran, queued) == share


def test_memory_and_time_of_a_process_are_seen() -> None:
    text = "a = bytearray(40 << 20)\nprint(flush=True)\nwhile True: pass"
    with subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        assert process.pid in usage.descendants(contained=False)
        seen = usage.Usage(memory=1 << 20, scratch=[], begin=0.0)
        assert seen.look_at_memory([process.pid]) > 40 * 1024
        assert seen.peak > 40 * 1024
        while seen.cpu == 0:
            seen.look_at_time([process.pid])
        os.kill(process.pid, signal.SIGKILL)
    assert seen.look_at_memory([process.pid]) == 0
