"""What the processes of a program use, read from /proc.

The supervisor of supervisor.py consists of this file and its own: it runs in a sandbox that does
not have this package, so neither may import anything else of it.
"""

from __future__ import annotations

import os
import resource
import time

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


class Usage:
    """The resources that all processes of the program have used, as far as /proc shows.

    `memory` is the limit in KiB, `scratch` are folders in memory, `begin` is the time of the start.
    """

    def __init__(self, memory: int, scratch: list[str], begin: float) -> None:
        self.memory = memory
        self.scratch = scratch
        self.peak = 0  # KiB
        self.cpu = 0.0
        self.sampled = 0.0
        self.times: dict[tuple[int, bytes], tuple[float, float]] = {}
        self.shared: dict[bytes, int] = {}
        self.before = begin

    def look_at_time(self, pids: list[int]) -> None:
        """Update `cpu`.

        The kernel adds the time of a process to that of the parent that waits for it.  If none
        does, as under a parent that ignores SIGCHLD, the time is lost.  So two other figures count
        as well: the sum of the times of all processes that were ever seen, and an estimate from
        samples at random moments, which is charged if it is far higher.
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
        """Update `peak` and return the KiB in use now."""
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
        # Shared memory without a file stays as long as any part of it is mapped: all of it counts.
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


def share(before: tuple[float, float] | None, ran: float, queued: float) -> float:
    """The part of a core that a running process has had since the last look."""
    if before is not None:
        ran, queued = ran - before[0], queued - before[1]
    return ran / (ran + queued) if ran > 0 else 0.5


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
    """The KiB that the kernel may keep in each pipe and socket of a process."""
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
