"""The first process of a sandbox: runs one program, enforces its limits, reports the result.

The text of this file and of usage.py is run by the `python3` of the sandbox as `python3 -I -S -c
TEXT ORDER`.  Both import hardly anything, because the start of this process is most of the
overhead of a run.

No program in the sandbox can reach the supervisor.  It is process 1 of its process namespace, so
signals from there have no effect.  It is not dumpable, so its memory and descriptors are closed to
programs of the same user.  It is in a session of its own, and the program does not inherit the
descriptor for the result.  When it ends, the kernel ends all processes of the sandbox.

`ORDER` is the number of a descriptor with `NAME=VALUE` fields, an empty field and the words of
the command, all separated by NUL; `execution._order` writes it.  The supervisor writes lines to
the descriptor `result`:

- `ready`: the program's process exists, has its limits, and waits for a byte on `control`;
- `done REASON STATUS CPU WALL PEAK LEFT`: the reason is `exited`, `stopped` if the other end of
  `control` asked for it, or the exceeded limit (`cpu`, `wall`, `memory`, `files`).  The status is
  that of waitpid(2) or `-`, times are in seconds, the peak is in KiB, and LEFT is the number of
  processes that the program left behind;
- `failed TEXT`: the program could not be started.
"""

from __future__ import annotations

import _ctypes
import _signal  # type: ignore[import-not-found]  # typeshed lacks it; `signal` imports slowly
import os
import resource
import sys
import time

from ineqsudoku.judge.sandbox.usage import (
    CORES,
    MAX_OPEN,
    Usage,
    descendants,
    number,
    read,
)

PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38

INTERVAL = 0.02
"""Seconds between two samples of the processes; less at first and near the memory limit."""

FASTEST = 10 * 1024 * 1024
"""KiB per second that one core can fill with huge pages: bounds the time to the next sample."""

LONGEST = 4
"""A program on a busy machine may take this many times its wall-clock limit."""

MAX_FILES = 20_000
"""Limit on files in the sandbox: an empty one takes a KiB that no size limit counts."""

MAX_ENDS = 1000
"""Limit on orphans to reap between two samples, because a program may create them endlessly."""

MAX_WAKES = 20
"""Limit on signals that wake the supervisor between two samples, for the same reason."""

HEADROOM = 32 * 1024 * 1024
"""Bytes of address space for libraries beyond the memory limit."""

UNLIMITED = resource.RLIM_INFINITY


class Order:
    """The fields of `ORDER`."""

    def __init__(self, text: bytes) -> None:
        head, _, command = text.partition(b"\0\0")
        found = dict(field.split(b"=", 1) for field in head.split(b"\0"))
        self.command = command.split(b"\0")
        self.result = int(found[b"result"])
        self.control = int(found[b"control"])
        # Whether this is process 1 of a namespace; whether no other process has this user.
        self.contained = found[b"contained"] == b"1"
        self.own_user = found[b"own_user"] == b"1"
        # Whether cgroups measure and limit these, so that /proc need not be read.
        self.grouped_cpu = found[b"grouped_cpu"] == b"1"
        self.grouped_memory = found[b"grouped_memory"] == b"1"
        self.cpu = float(found[b"cpu"])
        self.wall = float(found[b"wall"])
        self.memory = int(found[b"memory"]) * 1024  # KiB
        self.address_space = found[b"address_space"] == b"1"
        self.files = int(found[b"files"])
        self.processes = int(found[b"processes"])
        self.scratch = [os.fsdecode(path) for path in found[b"scratch"].split(b":") if path]


def kill_all(order: Order) -> None:
    """Kill and reap all processes; orphans become children of this process."""
    while True:
        alone = order.contained or order.own_user
        for pid in [-1] if alone else descendants(False):
            try:  # noqa: SIM105 - avoids the import of contextlib
                os.kill(pid, _signal.SIGKILL)
            except OSError:
                pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)


def limit(name: int, soft: int, hard: int | None = None) -> None:
    """Set a resource limit, at most to the hard limit of this process."""
    highest = resource.getrlimit(name)[1]
    limits = [soft, soft if hard is None else hard]
    if highest != UNLIMITED:
        limits = [highest if value == UNLIMITED else min(value, highest) for value in limits]
    resource.setrlimit(name, (limits[0], limits[1]))


def prctl(option: int, value: int) -> None:
    """Call prctl(2) by `_ctypes`, because `ctypes` takes milliseconds to import."""
    libc = _ctypes.dlopen(None, 0)  # type: ignore[arg-type]  # None is the process itself
    call = _ctypes.dlsym(libc, "prctl")
    if _ctypes.call_function(call, (option, value, 0, 0, 0)):
        raise OSError(f"prctl({option}) failed")


def become(order: Order, go: int, failed: int) -> None:
    """Turn the child into the program after a byte on `go`; write a failure to `failed`."""
    try:
        os.setsid()  # The scheduler shares processors between sessions.
        first = 3
        for kept in (*sorted((go, failed)), os.sysconf("SC_OPEN_MAX")):
            os.closerange(first, kept)
            first = kept + 1
        mebi = 1024 * 1024
        seconds = int(order.cpu) + 2
        limit(resource.RLIMIT_CPU, seconds, seconds + 1)
        limit(resource.RLIMIT_CORE, 1)  # Even 0 lets a machine's core handler be called.
        limit(resource.RLIMIT_NOFILE, MAX_OPEN)
        limit(resource.RLIMIT_FSIZE, order.files * mebi)
        limit(resource.RLIMIT_MEMLOCK, 64 * 1024)
        limit(resource.RLIMIT_NPROC, order.processes)
        limit(resource.RLIMIT_STACK, order.memory * 1024)
        if order.address_space:
            limit(resource.RLIMIT_AS, order.memory * 1024 + HEADROOM)
        for name, value in (("MSGQUEUE", 0), ("SIGPENDING", 256), ("NICE", 0), ("RTPRIO", 0)):
            if hasattr(resource, "RLIMIT_" + name):
                limit(getattr(resource, "RLIMIT_" + name), value)
        for ignored in (_signal.SIGPIPE, _signal.SIGXFSZ, _signal.SIGINT):
            _signal.signal(ignored, _signal.SIG_DFL)
        _signal.pthread_sigmask(_signal.SIG_SETMASK, [])
        os.umask(0o022)
        if os.read(go, 1):
            os.close(go)
            os.execvp(order.command[0], order.command)
    except OSError as error:
        os.write(failed, str(error.strerror or error).encode())
    except BaseException as error:  # The child must not continue as a second supervisor.
        os.write(failed, repr(error).encode())
    os._exit(127)


def supervised(order: Order) -> str:
    """Run the program and return the line with the result."""
    started, failed = os.pipe()  # All close on exec.
    waiting, go = os.pipe()
    floor = number(read("self", "status"), b"VmRSS:")
    program = os.fork()
    if program == 0:
        os.close(go)
        become(order, waiting, failed)
    prctl(PR_SET_DUMPABLE, 0)  # Not the child, whose files in /proc would be root's.
    os.close(failed)
    os.close(waiting)
    os.write(order.result, b"ready\n")
    if os.read(order.control, 1) == b"g":
        os.write(go, b"g")
    os.close(go)
    failure = os.read(started, 1000)
    os.close(started)
    if failure:
        kill_all(order)
        return "failed " + failure.decode(errors="replace").replace("\n", " ")
    # This process must not keep the program's input and pipes open.
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.set_blocking(order.control, False)
    begin = time.monotonic()
    usage = Usage(order.memory, order.scratch, begin)
    status, reason = watched(order, program, begin, usage)
    wall = time.monotonic() - begin
    left = [pid for pid in descendants(order.contained) if pid != program]
    kill_all(order)
    usage.look_at_time(list)  # An empty list: no process is left.
    measured = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    # Near the floor, the measured peak is that of the fork before it became the program.
    floor = max(floor, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) + 2048
    peak = max(measured if measured > floor else 0, usage.peak) or measured
    ended = "-" if status is None else status
    return f"done {reason} {ended} {usage.cpu:.6f} {wall:.6f} {peak} {len(left)}"


def watched(order: Order, program: int, begin: float, usage: Usage) -> tuple[int | None, str]:
    interval = 0.001

    def processes() -> list[int]:
        return descendants(order.contained)

    while True:
        status = ended(program)
        if status is not None:
            return status, "exited"
        room = order.memory
        if not order.grouped_cpu:
            usage.look_at_time(processes)
        if not order.grouped_memory:
            room -= usage.look_at_memory(processes())
        if is_asked_to_end(order):
            return None, "stopped"
        if usage.cpu > order.cpu:
            return None, "cpu"
        if is_late(program, time.monotonic() - begin, order.wall):
            return None, "wall"
        if room < 0:
            return None, "memory"
        if order.scratch and usage.files() > MAX_FILES:
            return None, "files"
        interval = min(2 * interval, INTERVAL)
        soon = 0.002 + room / (FASTEST * CORES)
        # Samples are taken at random moments, so a program cannot sleep through all of them.
        wait(min(soon, interval * (0.5 + os.urandom(1)[0] / 255)))


def is_late(program: int, wall: float, limit: float) -> bool:
    """Whether the program exceeds its wall-clock limit.

    Time in which it waited for a processor of a busy machine does not count, up to three times the
    limit.
    """
    if wall <= limit:
        return False
    try:
        queued = int(read(program, "schedstat").split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        queued = 0.0
    return wall - min(queued, (LONGEST - 1) * limit) > limit


def ended(program: int) -> int | None:
    """The wait status of the program if it has ended.  Reaps orphans."""
    for _ in range(MAX_ENDS):
        pid, how = os.waitpid(-1, os.WNOHANG)
        if pid == program:
            return how
        if pid == 0:
            break
    return None


def wait(seconds: float) -> None:
    """Wait until a child ends, at most for some seconds."""
    end = time.monotonic() + seconds
    for _ in range(MAX_WAKES):
        if not _signal.sigtimedwait([_signal.SIGCHLD], max(0.0, end - time.monotonic())):
            return
        try:
            if os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                return
        except ChildProcessError:
            return
    time.sleep(max(0.0, end - time.monotonic()))


def is_asked_to_end(order: Order) -> bool:
    """Whether the reader of the output asks for an end or is gone."""
    try:
        os.read(order.control, 1)
    except BlockingIOError:
        return False
    return True


def main() -> None:
    source = int(sys.argv[1])
    with open(source, "rb", closefd=False) as file:
        order = Order(file.read())
    # Process 1 is immune to signals without a handler, but Python installs one for SIGINT.
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    _signal.pthread_sigmask(_signal.SIG_BLOCK, [_signal.SIGCHLD])
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    os.write(order.result, f"{supervised(order)}\n".encode())
