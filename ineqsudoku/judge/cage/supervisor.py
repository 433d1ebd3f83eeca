"""The first process of a sandbox: runs one program, measures it, stops it, tells what came.

This file imports nothing of the package: its text is given to whichever `python3` the sandbox
has, as `python3 -I -S -c TEXT ORDER`.  It stays small, because a program's peak memory starts
with that of the process that forked it.

Nobody in the sandbox can reach it.  It is process 1 of its own process namespace, so no signal
from there does anything to it; it is not dumpable, so its memory and its descriptors are closed
to programs of the same user; and the descriptor for the result is closed in the program.
Its end is the end of every process in the sandbox.

`ORDER` is JSON, see `Order` in execution.py, and so is the result: `reason` - `exited`, or the
limit that was met: `cpu`, `wall`, `memory`, `files`, or `told` by whoever reads the output -,
`status` as waitpid(2) gives it, `cpu` and `wall` in seconds, `peak` in KiB, `left`: processes
that the program left behind.  `failure` stands alone and says why nothing could be run.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys
import time
from contextlib import suppress
from typing import Any, Dict  # noqa: UP035 - Python 3.8 can read this file too

PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
INTERVAL = 0.02
"""Seconds between two looks at what is running; shorter ones at first."""

MAX_FILES = 20_000
"""Files in the sandbox: an empty one costs a KiB of the machine that no size limit sees."""

MAX_ENDS = 1000
"""Orphans that are seen off between two looks: a program may make them without end."""

TICKS = os.sysconf("SC_CLK_TCK")
UNLIMITED = resource.RLIM_INFINITY
Order = Dict[str, Any]  # noqa: UP006 - with names as in the dataclass of execution.py


class Usage:
    """What all processes of the program have used, as far as looks at /proc can tell."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.cpu = 0.0
        self.peak = 0  # KiB
        self.times: dict[tuple[int, bytes], float] = {}

    def look(self) -> int:
        """The KiB in use now.

        The time of a process is added to that of whoever waits for it, but when nobody does,
        it is lost; so what was seen of each is summed up besides.  Neither is ever too much.
        """
        used = 0
        counted = waited()
        for pid in descendants(self.order["contained"]):
            try:
                with open(f"/proc/{pid}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
                with open(f"/proc/{pid}/status", "rb") as file:
                    status = file.read()
                self.times[pid, fields[19]] = ticks(fields[11:13])
                counted += ticks(fields[11:15])
                used += number(status, b"RssAnon:") + number(status, b"RssShmem:")
                self.peak = max(self.peak, number(status, b"VmHWM:"))
            except (OSError, IndexError, ValueError):  # It has ended meanwhile.
                continue
        for folder in self.order["scratch"]:
            found = os.statvfs(folder)
            used += (found.f_blocks - found.f_bfree) * found.f_frsize // 1024
        self.peak = max(self.peak, used)
        self.cpu = max(self.cpu, counted, sum(self.times.values()))
        return used

    def files(self) -> int:
        found = [os.statvfs(folder) for folder in self.order["scratch"]]
        return sum(each.f_files - each.f_ffree for each in found)


def ticks(fields: list[bytes]) -> float:
    """Seconds of processor."""
    return sum(map(int, fields)) / TICKS


def number(status: bytes, name: bytes) -> int:
    """KiB in a line of /proc/PID/status."""
    start = status.find(b"\n" + name)
    return int(status[start + 1 + len(name) :].split(None, 1)[0]) if start >= 0 else 0


def waited() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def descendants(contained: bool) -> list[int]:
    """All processes but this one; outside a sandbox, all that descend from this one."""
    me = os.getpid()
    pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    if contained:
        return [pid for pid in pids if pid != me]
    children: dict[int, list[int]] = {}
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                parent = int(file.read().rpartition(b")")[2].split()[1])
        except (OSError, IndexError, ValueError):
            continue
        children.setdefault(parent, []).append(pid)
    found: list[int] = []
    to_see = [me]
    while to_see:
        below = children.get(to_see.pop(), [])
        found += below
        to_see += below
    return found


def kill_all(order: Order) -> None:
    """Kill until nothing is left, and wait for each; orphans come to this process."""
    while True:
        alone = order["contained"] or order["own_user"]
        for pid in [-1] if alone else descendants(False):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)


def limit(name: int, soft: int, hard: int | None = None) -> None:
    """As far as the limit that this process itself was given allows."""
    highest = resource.getrlimit(name)[1]
    wanted = [soft, soft if hard is None else hard]
    if highest != UNLIMITED:
        wanted = [highest if value == UNLIMITED else min(value, highest) for value in wanted]
    resource.setrlimit(name, (wanted[0], wanted[1]))


def prctl(option: int, value: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


def die_first() -> None:
    """When the machine runs out of memory, the program shall end and not its supervisor."""
    prctl(PR_SET_DUMPABLE, 1)  # Else this file belongs to root.
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")


def become(order: Order, failed: int) -> None:
    """The program, in the child: limits first; `failed` tells if it cannot be started."""
    try:
        os.closerange(3, failed)
        os.closerange(failed + 1, os.sysconf("SC_OPEN_MAX"))
        die_first()
        mebi = 1024 * 1024
        seconds = int(order["cpu"]) + 2
        limit(resource.RLIMIT_CPU, seconds, seconds + 1)
        limit(resource.RLIMIT_CORE, 1)  # Even 0 lets a machine's core handler be called.
        limit(resource.RLIMIT_NOFILE, 64)
        limit(resource.RLIMIT_FSIZE, order["files"] * mebi)
        limit(resource.RLIMIT_MEMLOCK, 64 * 1024)
        limit(resource.RLIMIT_NPROC, order["processes"])
        if order["address_space"]:
            limit(resource.RLIMIT_AS, order["address_space"] * mebi)
            limit(resource.RLIMIT_STACK, UNLIMITED)
        else:
            limit(resource.RLIMIT_STACK, 64 * mebi)
        for name, value in (("MSGQUEUE", 0), ("SIGPENDING", 256), ("NICE", 0), ("RTPRIO", 0)):
            if hasattr(resource, "RLIMIT_" + name):
                limit(getattr(resource, "RLIMIT_" + name), value)
        for ignored in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
            signal.signal(ignored, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        os.umask(0o022)
        os.execvp(order["command"][0], order["command"])
    except OSError as error:
        os.write(failed, str(error.strerror).encode())
    except BaseException as error:
        os.write(failed, repr(error).encode())
    os._exit(127)


def supervised(order: Order) -> dict[str, Any]:
    """The result of running the program."""
    started, failed = os.pipe()  # Both close on exec.
    with open("/proc/self/status", "rb") as file:
        floor = number(file.read(), b"VmRSS:")
    program = os.fork()
    if program == 0:
        become(order, failed)
    os.close(failed)
    failure = os.read(started, 1000)
    os.close(started)
    if failure:
        return {"failure": failure.decode(errors="replace")}
    # The program's own pipes and input are no business of this process any more.
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    begin = time.monotonic()
    status, reason, wall, usage = watched(order, program, begin)
    left = [pid for pid in descendants(order["contained"]) if pid != program]
    kill_all(order)
    cpu = max(usage.cpu, waited())
    measured = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    # Below the floor, the measured peak is that of the fork before it became the program.
    peak = max(measured if measured > floor + 512 else 0, usage.peak) or measured
    return {
        "reason": reason,
        "status": status,
        "cpu": cpu,
        "wall": wall,
        "peak": peak,
        "left": len(left),
    }


def watched(order: Order, program: int, begin: float) -> tuple[int | None, str, float, Usage]:
    usage = Usage(order)
    status = None
    interval = 0.001
    while True:
        for _ in range(MAX_ENDS):
            pid, how = os.waitpid(-1, os.WNOHANG)
            if pid == program:
                status = how
            if pid in (0, program):
                break
        wall = time.monotonic() - begin
        if status is not None:
            return status, "exited", wall, usage
        used = usage.look()
        if told(order):
            return None, "told", wall, usage
        if usage.cpu > order["cpu"]:
            return None, "cpu", wall, usage
        if wall > order["wall"]:
            return None, "wall", wall, usage
        if used > order["memory"] * 1024:
            return None, "memory", wall, usage
        if order["scratch"] and usage.files() > MAX_FILES:
            return None, "files", wall, usage
        # A program may send this signal all the time; then this loop runs as fast as it can.
        signal.sigtimedwait([signal.SIGCHLD], interval)
        interval = min(2 * interval, INTERVAL)


def told(order: Order) -> bool:
    """Whether the one who reads the output wants an end, or is not there any more."""
    try:
        os.read(order["control"], 1)
    except BlockingIOError:
        return False
    return True


def main() -> None:
    order = json.loads(sys.argv[1])
    # Process 1 is safe from all signals that it has no handler for; Python has one for Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    prctl(PR_SET_DUMPABLE, 0)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    os.set_blocking(order["control"], False)
    result = supervised(order)
    os.write(order["result"], json.dumps(result).encode())


main()
