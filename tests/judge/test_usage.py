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


def sight(own: float, children: float = 0.0, share: float = 0.0) -> usage.Sight:
    return usage.Sight(own, own, children, share)


def test_the_time_of_processes_that_are_waited_for_counts_once() -> None:
    times = usage.Times()
    times.look({"parent": sight(1.0), "child": sight(2.0)}, 0.0, 0.02)
    assert times.total == 3.0
    times.look({"parent": sight(1.5, children=2.5)}, 0.0, 0.02)
    assert times.total == 4.0
    times.look({}, 4.25, 0.02)
    assert times.total == 4.25
    assert times.lost == 0


def test_lost_time_is_added_to_the_time_of_others() -> None:
    times = usage.Times()
    living: dict[object, usage.Sight] = {
        "parent": sight(0.5),
        "lost": sight(2.0),
        "waited for": sight(3.0),
    }
    times.look(living, 0.0, 0.02)
    times.look({"parent": sight(0.5, children=3.25)}, 0.0, 0.02)
    assert times.total == 0.5 + 3.25 + 1.75  # What cannot be told apart counts for the program.
    times.look({}, 3.75, 0.02)
    assert times.total == 3.75 + 1.75


def test_a_process_that_ends_during_a_look_is_not_lost() -> None:
    times = usage.Times()
    times.look({"parent": sight(0.5), "child": sight(2.0)}, 0.0, 0.02)
    times.look({"parent": sight(0.5)}, 0.0, 0.02, complete=False)
    times.look({"parent": sight(0.5, children=2.0)}, 0.0, 0.02)
    assert times.lost == 0
    assert times.total == 2.5


def test_a_process_that_was_overlooked_counts_once() -> None:
    times = usage.Times()
    for overlooked in (False, True, False):
        other: dict[object, usage.Sight] = {} if overlooked else {"x": sight(2.0)}
        times.look({"parent": sight(0.5), **other}, 0.0, 0.02, complete=not overlooked)
    assert times.total == 2.5


def test_living_processes_are_charged_what_they_used_however_late_the_look() -> None:
    times = usage.Times()
    for number in range(20):
        times.look({n: sight(0.001 * number, share=1.0) for n in range(16)}, 0.0, 0.5)
    assert times.total == pytest.approx(16 * 0.019)


def test_short_lived_processes_stand_for_those_that_are_not_seen() -> None:
    times = usage.Times()
    for number in range(100):
        times.look({number: sight(0.001, share=1.0)}, 0.0, 0.02)
    assert times.total == pytest.approx(0.7 * 100 * 0.02 - 0.1, abs=0.03)
    times = usage.Times()
    for number in range(100):  # They wait most of their time.
        times.look({number: sight(0.001, share=0.1)}, 0.0, 0.02)
    assert times.total == pytest.approx(0.1, abs=0.03)


@pytest.mark.parametrize(
    ("schedstat", "age", "share"),
    [
        ("4000000 0 3", 0.01, 1.0),
        ("4000000 12000000 3", 0.01, 0.25),
        ("4000000 0 3", 0.05, 0.1),  # It has waited since its last turn.
        ("0 0 0", 0.01, 0.0),
        ("", 0.01, 0.5),
    ],
)
def test_the_share_of_a_core(
    monkeypatch: pytest.MonkeyPatch, schedstat: str, age: float, share: float
) -> None:
    monkeypatch.setattr(usage, "read", lambda *_: schedstat.encode())
    assert usage.share_of(1, 0.004, age) == pytest.approx(share)


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
            seen.look_at_time(lambda: [process.pid])
        os.kill(process.pid, signal.SIGKILL)
    assert seen.look_at_memory([process.pid]) == 0
