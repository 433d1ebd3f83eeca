"""The resources that the processes of a program use, read from /proc.

The supervisor consists of this file and supervisor.py.  It runs in a sandbox that does not have
this package, so neither may import anything else of it.
"""

from __future__ import annotations

import os
import resource
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Processes = Callable[[], list[int]]
    Sights = dict[object, "Sight"]

MAX_OPEN = 64
"""Descriptors that a process may have."""

MAX_MAPS = 512 * 1024
"""Bytes of a process's list of mappings, some 5000 lines, that are read."""

# The memory that the kernel keeps for each object of a program, in KiB.
OF_THREAD, OF_FILE, OF_PIPE, OF_SOCKET = 24, 2, 64, 208
MAPPINGS_IN_KIB = 4

ESTIMATED, SPARED = 0.7, 0.1
"""The part of an estimated processor time that is charged, and the seconds of it that are not,
because an estimate may be too high."""

ATTEMPTS = 3
"""Attempts to read the times of all processes before one of them ends."""

PROCESS_TIME = 2
"""The low bits in the number of a clock that measures all threads of a process."""

TICKS = os.sysconf("SC_CLK_TCK")
CORES = os.cpu_count() or 1


class Sight:
    """The processor time of a process in one sample, in seconds.

    `own` has the precision of the kernel, `whole` is the same in whole ticks.  `children` is the
    time of children that the process has waited for.  `share` is an estimate of the part of a core
    that the process has at this moment.
    """

    __slots__ = ("children", "own", "share", "whole")

    def __init__(self, own: float, whole: float, children: float, share: float) -> None:
        self.own = own
        self.whole = whole
        self.children = children
        self.share = share


class Times:
    """The processor time of all processes of the program.

    `total` is the time of the living processes and the largest of three figures for the others:

    - the time that the kernel added to the processes that waited for them, plus the last sampled
      time of each process that nobody waited for, for instance because the parent ignores SIGCHLD;
    - the last sampled times of all of them;
    - a part of an estimate, which includes their time before the first sample and after the last.

    The first two are never too high.  The estimate matters for programs that lose much time in
    short-lived processes; for a long-lived process, it hardly exceeds the second figure.
    """

    def __init__(self) -> None:
        self.total = 0.0
        self.lost = 0.0
        self.sights: Sights = {}
        self.before_sight: dict[object, float] = {}
        self.base: Sights = {}
        self.base_waited = 0.0

    def look(self, seen: Sights, waited: float, passed: float, complete: bool = True) -> None:
        """Update `total` with the sights of all living processes.

        `waited` is the time of processes that the supervisor has waited for, `passed` the time
        since the last sample.  A sample is not `complete` if a process ended during it.
        """
        credited = waited + sum(sight.children for sight in seen.values())
        if complete:
            gone = [sight for key, sight in self.base.items() if key not in seen]
            left = [sight.children for key, sight in self.base.items() if key in seen]
            due = sum(sight.whole + sight.children for sight in gone)
            self.lost += max(0.0, due - (credited - self.base_waited - sum(left)))
            self.base, self.base_waited = seen, waited
        new = {key: sight for key, sight in seen.items() if key not in self.sights}
        shares = max(CORES, sum(sight.share for sight in new.values()))
        for key, sight in new.items():
            # A sampled short-lived process stands for all that ran since the last sample.
            self.before_sight[key] = sight.share * CORES / shares * passed - sight.own
        self.sights.update(seen)
        ended = sampled = 0.0
        for key, sight in self.sights.items():
            if key not in seen:
                ended += sight.own
                sampled += sight.own + self.before_sight[key]
        living = sum(sight.own for sight in seen.values())
        others = max(credited + self.lost, ended, ESTIMATED * sampled - SPARED)
        self.total = max(self.total, living + others)


class Usage:
    """The resources that all processes of the program have used, according to /proc.

    `memory` is the limit in KiB, `scratch` are folders in memory, `begin` is the time of the start.
    """

    def __init__(self, memory: int, scratch: list[str], begin: float) -> None:
        self.memory = memory
        self.scratch = scratch
        self.peak = 0  # KiB
        self.times = Times()
        self.shared: dict[bytes, int] = {}
        self.before = begin

    @property
    def cpu(self) -> float:
        return self.times.total

    def look_at_time(self, processes: Processes) -> None:
        """Update `cpu`.  `processes` lists the processes of the program."""
        for _ in range(ATTEMPTS):
            counted = waited()
            seen, complete = sights(processes())
            if complete:
                break
        now = time.monotonic()
        self.times.look(seen, counted, now - self.before, complete)
        self.before = now

    def look_at_memory(self, pids: list[int]) -> int:
        """Update `peak` and return the KiB in use now."""
        private = other = 0
        alive: dict[bytes, int] = {}
        kernel: dict[bytes, int] = {}
        for pid in pids:
            try:
                status = status_of(pid)
                if b"\nRssAnon:" not in status:  # It has ended, but nobody has waited for it.
                    continue
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
        # Shared memory without a file exists as long as any part of it is mapped, so all counts.
        self.shared = {key: max(size, self.shared.get(key, 0)) for key, size in alive.items()}
        other += sum(self.shared.values()) + sum(kernel.values())
        for folder in self.scratch:
            found = os.statvfs(folder)
            other += (found.f_blocks - found.f_bfree) * found.f_frsize // 1024
            other += (found.f_files - found.f_ffree) * OF_FILE
        if private + other > min(self.peak, self.memory) and len(pids) > 1:
            private = proportional(pids)
        self.peak = max(self.peak, private + other)
        return private + other

    def files(self) -> int:
        found = [os.statvfs(folder) for folder in self.scratch]
        return sum(each.f_files - each.f_ffree for each in found)


def sights(pids: list[int]) -> tuple[Sights, bool]:
    """The sights of processes, and whether none of them ended meanwhile.

    Parents come before their children, so a child that ends meanwhile does not count twice.
    """
    found: Sights = {}
    complete = True
    now = time.clock_gettime(time.CLOCK_BOOTTIME)
    for pid in pids:
        try:
            fields = read(pid, "stat").rpartition(b")")[2].split()
        except OSError:
            complete = False
            continue
        whole = ticks(fields[11:13])
        own = max(precise(pid), whole)
        age = now - int(fields[19]) / TICKS
        share = share_of(pid, own, age) if fields[0] == b"R" else 0.0
        found[pid, fields[19]] = Sight(own, whole, ticks(fields[13:15]), share)
    return found, complete


def precise(pid: int) -> float:
    """The processor time of a process; 0 if it has ended."""
    try:
        return time.clock_gettime(~pid << 3 | PROCESS_TIME)
    except OSError:
        return 0.0


def share_of(pid: int, own: float, age: float) -> float:
    """The part of a core that a process has had while it could run.

    Its age, which is known up to a tick, includes the present wait; the figures of the scheduler
    do not.
    """
    try:
        ran, queued = map(int, read(pid, "schedstat").split()[:2])
    except (OSError, ValueError):  # A kernel without this file.
        ran, queued = 1, 1
    return min(ran / (ran + queued) if ran else 0.0, own / max(own, age - 1 / TICKS, 1e-6))


def read(pid: int | str, name: str, size: int = -1) -> bytes:
    with open(f"/proc/{pid}/{name}", "rb") as file:
        return file.read(size)


def status_of(pid: int) -> bytes:
    """The status of a process, or of another thread if the first one has ended."""
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
    """The mappings of a process; `None` if they are hidden or too many."""
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
    """Add the mapped size in KiB of each object of shared memory without a file."""
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
    """The KiB that the kernel may keep for each pipe and socket of a process."""
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
    """All other processes of the sandbox; outside a sandbox, the descendants of this process."""
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
