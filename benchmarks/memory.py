"""Time and peak memory of a command, its child processes included.

    python benchmarks/memory.py COMMAND...

Prints seconds of wall-clock time, seconds of CPU time, and bytes.  What the command prints is
thrown away.

The peak is the greater of two: what the kernel says of the command's own process when it has
ended, and the greatest sum seen of all its processes' shares (proportional set size, so that
what they have in common counts once), looked at every 20 ms where there is `/proc`.

To be run in a process of its own, as `measured` does: a process inherits the peak of the one
that started it, and this one is small.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from time import perf_counter, sleep
from typing import NamedTuple

PAUSE = 0.02


class Cost(NamedTuple):
    """What a command took: wall-clock and CPU time in seconds, and bytes at most."""

    seconds: float
    cpu_seconds: float
    peak: int


def measured(command: list[str], code: int = 0) -> Cost:
    """Run a command from a small process.  Raises `CalledProcessError` for another exit code."""
    ran = subprocess.run(
        [sys.executable, "-S", __file__, *command], capture_output=True, text=True, check=False
    )
    if ran.returncode != code:
        raise subprocess.CalledProcessError(ran.returncode, command, stderr=ran.stderr)
    seconds, cpu_seconds, peak = ran.stdout.split()
    return Cost(float(seconds), float(cpu_seconds), int(peak))


def main() -> int:
    start = perf_counter()
    process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
    seen = 0
    while True:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        seen = max(seen, sum(map(_share, _family(process.pid))))
        sleep(PAUSE)
    seconds = perf_counter() - start
    unit = 1 if sys.platform == "darwin" else 1024
    # The usage of a process includes that of the children for which it waited.
    print(seconds, usage.ru_utime + usage.ru_stime, max(seen, usage.ru_maxrss * unit))
    return os.waitstatus_to_exitcode(status)


def _family(process: int) -> Iterator[int]:
    """A process and all that descend from it."""
    yield process
    with suppress(OSError), open(f"/proc/{process}/task/{process}/children") as children:
        for child in children.read().split():
            yield from _family(int(child))


def _share(process: int) -> int:
    """Its proportional set size in bytes, 0 when it has ended meanwhile."""
    with suppress(OSError), open(f"/proc/{process}/smaps_rollup") as summary:
        for line in summary:
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
