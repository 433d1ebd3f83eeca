"""Memory limits by cgroup v2, where this process may make groups that have them.

Nothing is changed but groups of our own: no controller is switched on and no process but those of
runs is moved.  So it works for root on a machine of systemd, where groups at the top have a
memory limit anyway, and wherever somebody has prepared that; elsewhere there are other limits.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from time import monotonic, sleep

_NUMBERS = count()
_OWN = 32
"""MiB for bubblewrap and the supervisor, which are in the group too."""

_PATIENCE = 5.0
"""Seconds for the last process of a group to be gone from it."""


def parent() -> Path | None:
    """Where groups can be made that have a memory limit."""
    for candidate in _candidates():
        probe = candidate / f"ineqsudoku-{os.getpid()}-probe"
        try:
            probe.mkdir()
            works = os.access(probe / "memory.max", os.W_OK)
            probe.rmdir()
        except OSError:
            continue
        if works:
            return candidate
    return None


def _candidates() -> Iterator[Path]:
    """The group of this process, then the top of all."""
    try:
        mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
        groups = Path("/proc/self/cgroup").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for line in mounts.splitlines():
        place, _, kind = line.partition(" - ")
        if kind.startswith("cgroup2 "):
            top = Path(place.split()[4])
            for group in groups.splitlines():
                if group.startswith("0::"):
                    yield top / group.removeprefix("0::").lstrip("/")
            yield top


@contextmanager
def group(parent: str, memory: int) -> Iterator[Path | None]:
    """A group for one run, which may use `memory` MiB; `None` without a parent.

    Raises `OSError` when there can be none.
    """
    if not parent:
        yield None
        return
    path = Path(parent) / f"ineqsudoku-{os.getpid()}-{next(_NUMBERS)}"
    path.mkdir()
    try:
        (path / "memory.max").write_text(str((memory + _OWN) * 1024 * 1024))
        with suppress(OSError):  # Not every machine has swap.
            (path / "memory.swap.max").write_text("0")
        yield path
    finally:
        _remove(path)


def _remove(path: Path) -> None:
    deadline = monotonic() + _PATIENCE
    while True:
        try:
            path.rmdir()
        except OSError:
            if monotonic() > deadline:
                return
            sleep(0.01)
        else:
            return


def entering(group: Path | None) -> list[str]:
    """What to put before a command that shall be in a group, with all that comes of it."""
    if group is None:
        return []
    script = 'echo $$ > "$1" && shift && exec "$@"'
    return ["/bin/sh", "-c", script, "sh", str(group / "cgroup.procs")]


def was_killed(group: Path | None) -> bool:
    """Whether somebody in the group was killed because it was over its limit."""
    if group is None:
        return False
    try:
        events = (group / "memory.events").read_text(encoding="ascii")
    except OSError:
        return False
    found = dict(line.split() for line in events.splitlines())
    return int(found.get("oom_kill", "0")) > 0
