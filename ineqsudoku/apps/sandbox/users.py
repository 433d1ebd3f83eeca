"""Root runs every program as a user of its own, with an unused number.

So the limit on processes counts only those of one run, and runs cannot reach one another.
"""

from __future__ import annotations

import os
import pwd
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import choice

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message

_FIRST, _NUMBER = 0x70000000, 0x0F000000
"""A range without users, services and other containers, too large to be occupied on purpose."""

_TRIES = 10_000


@contextmanager
def own_user() -> Iterator[int | None]:
    """Return a context with a fresh, unnamed user number: no process and no other run has it.

    `None` if this process is not root, and so runs programs as itself.  Raises `IneqSudokuError` if
    no user is free.
    """
    if os.geteuid() != 0:
        yield None
        return
    candidates = _candidates()
    for _ in range(_TRIES):
        user = choice(candidates)
        if not has_processes(user) and not _has_name(user):
            # The lock is an abstract address, which vanishes with this process.
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as lock:
                try:
                    lock.bind(f"\0ineqsudoku-user-{user}")
                except OSError:
                    continue
                yield user
                return
    raise IneqSudokuError(Message("sandbox.no-user", "no free user ID to run a program as"))


def _candidates() -> range:
    """Return the user numbers to choose from; a container may have few of them."""
    with open("/proc/self/uid_map", encoding="ascii") as file:
        ranges = [(int(first), int(size)) for first, _, size in map(str.split, file)]
    for first, size in ranges:
        if first <= _FIRST and first + size >= _FIRST + _NUMBER:
            return range(_FIRST, _FIRST + _NUMBER)
    first, size = max(ranges)
    end = min(first + size, 65534)  # 65534 is `nobody`, which others may use.
    return range(max(first + size // 2, first + 1), end)


def _has_name(user: int) -> bool:
    try:
        pwd.getpwuid(user)
    except KeyError:
        return False
    return True


def has_processes(user: int) -> bool:
    """Whether a user has any process; unlike reading /proc, this takes a single system call."""
    try:
        os.getpriority(os.PRIO_USER, user)
    except ProcessLookupError:
        return False
    return True


def processes_of(user: int) -> list[int]:
    """Return the processes of a user, from /proc."""
    return [pid for pid, status in _statuses() if str(user) in status["Uid"].split()]


def children_of(parent: int) -> list[int]:
    """Return the children of a process, from /proc."""
    return [pid for pid, status in _statuses() if int(status["PPid"]) == parent]


def _statuses() -> Iterator[tuple[int, dict[str, str]]]:
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/status", encoding="utf-8", errors="replace") as file:
                fields = dict(line.split(":", 1) for line in file if ":" in line)
        except OSError:  # It has ended meanwhile.
            continue
        if "Uid" in fields and "PPid" in fields:
            yield int(name), fields
