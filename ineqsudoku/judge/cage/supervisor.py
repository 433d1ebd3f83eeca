"""The first process of a sandbox: runs one program, watches it, stops it, reports the result.

This file imports nothing of the package and almost nothing else: its text is given to whichever
`python3` the sandbox has, as `python3 -I -S -c TEXT ORDER`, and its start is most of what a run
costs besides the program.

Nobody in the sandbox can reach the supervisor.  It is process 1 of its own process namespace, so
signals from there have no effect; it is not dumpable, so its memory and its descriptors are
closed to programs of the same user; it is in a session of its own; and the descriptor for the
result is closed in the program.  Its end is the end of every process in the sandbox.

`ORDER` is the number of a descriptor with `NAME=VALUE` fields, an empty field and the words of
the command, all separated by NUL; `execution._order` writes it.  The supervisor writes lines to
the descriptor `result`:

- `ready`: the program's process exists, has its limits, and waits for a byte on `control`;
- `done REASON STATUS CPU WALL PEAK LEFT`: the reason is `exited`, `told` by whoever holds the
  other end of `control`, or the limit that was met (`cpu`, `wall`, `memory`, `files`).  The
  status is that of waitpid(2) or `-`, times are seconds, the peak is KiB, and LEFT counts
  processes that the program left behind;
- `failed TEXT`: the program could not be started.
"""

from __future__ import annotations

import _ctypes
import _signal  # type: ignore[import-not-found]  # `signal` takes milliseconds to import
import os
import resource
import sys
import time

PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38

INTERVAL = 0.02
"""Seconds between two looks at what is running; shorter at first and near the memory limit."""

FASTEST = 10 * 1024 * 1024
"""KiB per second that one core can fill with huge pages; decides when to look again."""

LONGEST = 4
"""Times the wall-clock limit that a program may take on a busy machine."""

MAX_FILES = 20_000
"""Files in the sandbox: an empty one costs a KiB of the machine that no size limit sees."""

MAX_ENDS = 1000
"""Orphans that are waited for between two looks: a program may make them without end."""

MAX_WAKES = 20
"""Signals that may wake the supervisor between two looks: a program may send them without end."""

HEADROOM = 32 * 1024 * 1024
"""Bytes of address space beyond the memory limit, for libraries."""

MAX_OPEN = 64
"""Descriptors that a process may have."""

MAX_MAPS = 512 * 1024
"""Bytes of a process's list of mappings, some 5000 lines, that are read."""

# What the kernel keeps for a program, in KiB.
OF_THREAD, OF_FILE, OF_PIPE, OF_SOCKET = 24, 2, 64, 208
MAPPINGS_IN_KIB = 4

UNACCOUNTED = 0.7
"""Part of the sampled processor time that is charged where it cannot be accounted for."""

TICKS = os.sysconf("SC_CLK_TCK")
CORES = os.cpu_count() or 1
UNLIMITED = resource.RLIM_INFINITY


class Order:
    """What `ORDER` says."""

    def __init__(self, text: bytes) -> None:
        head, _, command = text.partition(b"\0\0")
        found = dict(field.split(b"=", 1) for field in head.split(b"\0"))
        self.command = command.split(b"\0")
        self.result = int(found[b"result"])
        self.control = int(found[b"control"])
        # Whether the supervisor is process 1 of a namespace; whether nobody else is this user.
        self.contained = found[b"contained"] == b"1"
        self.own_user = found[b"own_user"] == b"1"
        # Whether cgroups measure and limit them, so that looking is not necessary.
        self.grouped_cpu = found[b"grouped_cpu"] == b"1"
        self.grouped_memory = found[b"grouped_memory"] == b"1"
        self.cpu = float(found[b"cpu"])
        self.wall = float(found[b"wall"])
        self.memory = int(found[b"memory"]) * 1024  # KiB
        self.address_space = found[b"address_space"] == b"1"
        self.files = int(found[b"files"])
        self.processes = int(found[b"processes"])
        self.scratch = [os.fsdecode(path) for path in found[b"scratch"].split(b":") if path]


class Usage:
    """What all processes of the program have used, as far as looks at /proc can tell."""

    def __init__(self, order: Order, begin: float) -> None:
        self.order = order
        self.peak = 0  # KiB
        self.cpu = 0.0
        self.sampled = 0.0
        self.times: dict[tuple[int, bytes], tuple[float, float]] = {}
        self.shared: dict[bytes, int] = {}
        self.before = begin

    def look_at_time(self, pids: list[int]) -> None:
        """Update `cpu`.

        The time of a process is added to that of whoever waits for it; when nobody does, as
        under a parent that ignores SIGCHLD, it is lost.  So the time of each process that was
        seen is summed up besides, and the number of processes that are running at the looks,
        which come at random, is an estimate of all: it is charged where it is far higher.
        """
        now = time.monotonic()
        passed, self.before = now - self.before, now
        counted = waited()
        shares = 0.0
        for pid in pids:
            try:
                fields = read(pid, "stat").rpartition(b")")[2].split()
                ran, queued = map(int, read(pid, "schedstat").split()[:2])
            except (OSError, ValueError):  # It has ended meanwhile.
                continue
            own = max(ticks(fields[11:13]), ran / 1e9)
            counted += max(own, ticks(fields[11:13])) + ticks(fields[13:15])
            if fields[0] == b"R":
                shares += share(self.times.get((pid, fields[19])), own, queued / 1e9)
            self.times[pid, fields[19]] = own, queued / 1e9
        self.sampled += min(shares, CORES) * passed
        seen = sum(own for own, _ in self.times.values())
        self.cpu = max(self.cpu, counted, seen, UNACCOUNTED * self.sampled - 0.1)

    def look_at_memory(self, pids: list[int]) -> int:
        """The KiB in use now."""
        private = other = 0
        alive: dict[bytes, int] = {}
        kernel: dict[bytes, int] = {}
        for pid in pids:
            try:
                status = status_of(pid)
                private += number(status, b"RssAnon:") + number(status, b"VmSwap:")
                other += number(status, b"VmPTE:") + OF_THREAD * number(status, b"Threads:")
                self.peak = max(self.peak, number(status, b"VmHWM:"))
                maps = maps_of(pid)
                if maps is None:
                    other += number(status, b"VmSize:")
                else:
                    other += maps.count(b"\n") // MAPPINGS_IN_KIB
                    shared_objects(maps, alive)
                kernel.update(held(pid))
            except OSError:  # It has ended meanwhile.
                continue
        # Shared memory without a file lives while any of it is mapped, so its size counts.
        self.shared = {key: max(size, self.shared.get(key, 0)) for key, size in alive.items()}
        other += sum(self.shared.values()) + sum(kernel.values())
        for folder in self.order.scratch:
            found = os.statvfs(folder)
            other += (found.f_blocks - found.f_bfree) * found.f_frsize // 1024
            other += (found.f_files - found.f_ffree) * OF_FILE
        if private + other > min(self.peak, self.order.memory) and len(pids) > 1:
            private = proportional(pids)
        self.peak = max(self.peak, private + other)
        return private + other

    def files(self) -> int:
        found = [os.statvfs(folder) for folder in self.order.scratch]
        return sum(each.f_files - each.f_ffree for each in found)


def share(before: tuple[float, float] | None, ran: float, queued: float) -> float:
    """The part of a core that a running process has had since the last look."""
    if before is not None:
        ran, queued = ran - before[0], queued - before[1]
    return ran / (ran + queued) if ran > 0 else 0.5


def read(pid: int | str, name: str, size: int = -1) -> bytes:
    with open(f"/proc/{pid}/{name}", "rb") as file:
        return file.read(size)


def status_of(pid: int) -> bytes:
    """Of a process whose first thread has ended, another thread knows the memory."""
    status = read(pid, "status")
    if b"\nRssAnon:" not in status:
        for thread in os.listdir(f"/proc/{pid}/task"):
            try:
                found = read(pid, f"task/{thread}/status")
            except OSError:
                continue
            if b"\nRssAnon:" in found:
                return found
    return status


def maps_of(pid: int) -> bytes | None:
    """The mappings of a process; `None` when it hides them or has more than anybody needs."""
    for thread in [str(pid), *os.listdir(f"/proc/{pid}/task")]:
        try:
            maps = read(pid, f"task/{thread}/maps", MAX_MAPS)
        except PermissionError:
            return None
        except OSError:
            continue
        if maps:
            return maps if len(maps) < MAX_MAPS else None
    return b""


def shared_objects(maps: bytes, found: dict[bytes, int]) -> None:
    """Add the KiB that are mapped of each object of shared memory without a file."""
    mine: dict[bytes, int] = {}
    if b"/dev/zero (deleted)" in maps:
        for line in maps.split(b"\n"):
            if line.endswith(b"/dev/zero (deleted)"):
                place, _, _, _, inode = line.split(None, 5)[:5]
                start, end = place.split(b"-")
                mine[inode] = mine.get(inode, 0) + (int(end, 16) - int(start, 16)) // 1024
    for inode, size in mine.items():
        found[inode] = max(size, found.get(inode, 0))


def held(pid: int) -> dict[bytes, int]:
    """The KiB that the kernel may keep in the pipes and sockets of a process."""
    folder = f"/proc/{pid}/fd/"
    found: dict[bytes, int] = {}
    try:
        names = os.listdir(folder)
    except PermissionError:
        return {folder.encode(): MAX_OPEN * OF_SOCKET}
    for name in names:
        try:
            target = os.fsencode(os.readlink(folder + name))
        except OSError:
            continue
        if target.startswith(b"pipe:"):
            found[target] = OF_PIPE
        elif target.startswith(b"socket:"):
            found[target] = OF_SOCKET
    return found


def proportional(pids: list[int]) -> int:
    """The private memory of processes in KiB, where pages that several share count once."""
    total = 0
    for pid in pids:
        try:
            found = read(pid, "smaps_rollup")
            total += number(found, b"Pss_Anon:") + number(found, b"SwapPss:")
        except OSError:
            try:
                status = status_of(pid)
            except OSError:
                continue
            total += number(status, b"RssAnon:") + number(status, b"VmSwap:")
    return total


def ticks(fields: list[bytes]) -> float:
    """Seconds of processor time."""
    return sum(map(int, fields)) / TICKS


def number(status: bytes, name: bytes) -> int:
    """The number in a line of /proc/PID/status."""
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
            parent = int(read(pid, "stat").rpartition(b")")[2].split()[1])
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
        alone = order.contained or order.own_user
        for pid in [-1] if alone else descendants(False):
            try:  # noqa: SIM105 - without another import
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
    """As far as the limit that this process itself was given allows."""
    highest = resource.getrlimit(name)[1]
    wanted = [soft, soft if hard is None else hard]
    if highest != UNLIMITED:
        wanted = [highest if value == UNLIMITED else min(value, highest) for value in wanted]
    resource.setrlimit(name, (wanted[0], wanted[1]))


def prctl(option: int, value: int) -> None:
    """By way of `_ctypes`: `ctypes` itself takes milliseconds to import."""
    libc = _ctypes.dlopen(None, 0)  # type: ignore[arg-type]
    call = _ctypes.dlsym(libc, "prctl")
    if _ctypes.call_function(call, (option, value, 0, 0, 0)):
        raise OSError(f"prctl({option}) failed")


def become(order: Order, go: int, failed: int) -> None:
    """Turn the child into the program, when `go` says so; `failed` gets the reason if not."""
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
    except BaseException as error:
        os.write(failed, repr(error).encode())
    os._exit(127)


def supervised(order: Order) -> str:
    """Run the program; return the line with the result."""
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
    # The program's own pipes and input are no business of this process any more.
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.set_blocking(order.control, False)
    begin = time.monotonic()
    usage = Usage(order, begin)
    status, reason = watched(order, program, begin, usage)
    wall = time.monotonic() - begin
    left = [pid for pid in descendants(order.contained) if pid != program]
    kill_all(order)
    cpu = max(usage.cpu, waited())
    measured = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    # Near the floor, the measured peak is that of the fork before it became the program.
    floor = max(floor, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) + 2048
    peak = max(measured if measured > floor else 0, usage.peak) or measured
    ended = "-" if status is None else status
    return f"done {reason} {ended} {cpu:.6f} {wall:.6f} {peak} {len(left)}"


def watched(order: Order, program: int, begin: float, usage: Usage) -> tuple[int | None, str]:
    interval = 0.001
    while True:
        status = ended(program)
        if status is not None:
            return status, "exited"
        room = order.memory
        if not (order.grouped_cpu and order.grouped_memory):
            pids = descendants(order.contained)
            if not order.grouped_cpu:
                usage.look_at_time(pids)
            if not order.grouped_memory:
                room -= usage.look_at_memory(pids)
        if told(order):
            return None, "told"
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
        # At random moments, so that no program can sleep whenever somebody looks.
        wait(min(soon, interval * (0.5 + os.urandom(1)[0] / 255)))


def is_late(program: int, wall: float, limit: float) -> bool:
    """Whether the program is over its wall-clock limit.  Time in which it waited for a processor,
    as it does on a busy machine, does not count, up to three times the limit."""
    if wall <= limit:
        return False
    try:
        queued = int(read(program, "schedstat").split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        queued = 0.0
    return wall - min(queued, (LONGEST - 1) * limit) > limit


def ended(program: int) -> int | None:
    """The status of the program, if it has ended.  Orphans that have ended are removed."""
    for _ in range(MAX_ENDS):
        pid, how = os.waitpid(-1, os.WNOHANG)
        if pid == program:
            return how
        if pid == 0:
            break
    return None


def wait(seconds: float) -> None:
    """Until a child has ended, but not longer than `seconds`."""
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


def told(order: Order) -> bool:
    """Whether the one who reads the output wants an end, or is not there any more."""
    try:
        os.read(order.control, 1)
    except BlockingIOError:
        return False
    return True


def main() -> None:
    source = int(sys.argv[1])
    with open(source, "rb", closefd=False) as file:
        order = Order(file.read())
    # Process 1 is safe from all signals that it has no handler for; Python has one for Ctrl-C.
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    _signal.pthread_sigmask(_signal.SIG_BLOCK, [_signal.SIGCHLD])
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    os.write(order.result, f"{supervised(order)}\n".encode())


main()
