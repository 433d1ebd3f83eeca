"""Control groups, version 1 and 2, which limit and measure runs exactly.

Groups are made only below the groups of this process.  Their abilities depend on the machine.  Root
can make groups of version 1 in every hierarchy, with a memory limit.  In version 2, a group below
one with processes of its own can only count processor time.  But if this process is alone in its
group, as under `systemd-run --scope -p Delegate=yes`, it moves to a group below and enables the
controllers.

The name of a group contains the mark of the process that made it, so groups of dead processes can
be removed.  Programs can read the name in /proc/self/cgroup, so it does not tell them which process
that is, and how many runs there were before.
"""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from secrets import token_hex
from time import monotonic, sleep
from typing import Literal

Resource = Literal["memory", "time", "tasks"]
"""A resource that a group limits or measures: memory, processor time, or the number of processes
and threads."""

_FILES: dict[int, dict[Resource, str]] = {
    1: {"memory": "memory.limit_in_bytes", "time": "cpuacct.usage", "tasks": "pids.max"},
    2: {"memory": "memory.max", "time": "cpu.stat", "tasks": "pids.max"},
}
"""The file, by version, whose presence shows that a group can limit or measure a resource."""

_CONTROLLERS = ("memory", "pids", "cpu")
_PREFIX = "ineqsudoku"
_PATIENCE = 5.0
"""Seconds to wait until the last process has left a group."""


@dataclass(frozen=True, slots=True)
class Parent:
    """A group below which the groups of runs are made, and the resources they are used for."""

    path: str
    version: int
    resources: frozenset[Resource]


Parents = tuple[Parent, ...]


def parents() -> Parents:
    """Return the parents for groups of runs; a resource has at most one.

    Only memory and time are worth a hierarchy of their own, because putting a process into a group
    takes milliseconds on a busy machine, and processes can be counted without groups.  Also removes
    the groups of dead processes.
    """
    usable_parents: list[Parent] = []
    missing: set[Resource] = set(_FILES[1])
    for path, version in _own_groups():
        _tidy(path)
        if version == 2:
            _delegate(path)
        usable = missing & _probe(path, version)
        if usable & {"memory", "time"}:
            missing -= usable
            usable_parents.append(Parent(str(path), version, frozenset(usable)))
    return tuple(usable_parents)


def describe_group(parents: Parents, resource: Resource) -> str:
    """Return a description of the group that limits a resource; empty if there is none."""
    return next((f"cgroup v{p.version}" for p in parents if resource in p.resources), "")


def _own_groups() -> Iterator[tuple[Path, int]]:
    """Yield the folders and versions of the groups that this process is in."""
    try:
        mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
        groups = Path("/proc/self/cgroup").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    own: dict[str, str] = {}
    for line in groups.splitlines():
        _, controllers, path = line.split(":", 2)
        own.update(dict.fromkeys(controllers.split(","), path))
    for line in mounts.splitlines():
        place, _, kind = line.partition(" - ")
        _, _, _, root, top, *_ = place.split()
        words = kind.split()
        if words[0] not in ("cgroup", "cgroup2"):
            continue
        version = 2 if words[0] == "cgroup2" else 1
        names = {""} if version == 2 else set(words[-1].split(",")) & own.keys()
        for name in sorted(names)[:1]:
            path = os.path.normpath(own.get(name, "/"))
            if path == root or path.startswith(root.rstrip("/") + "/"):
                yield Path(top, os.path.relpath(path, root)), version


def _name(what: str) -> str:
    """Return a name for a new group, which identifies the process that made it."""
    return f"{_PREFIX}-{_namespace()}-{_mark()}-{what}"


def _namespace() -> str:
    """Return the network namespace, in which marks are valid."""
    with suppress(OSError):
        return str(os.stat("/proc/self/ns/net").st_ino)
    return "0"


@cache
def _mark() -> str:
    """Return a random mark for this process, which has its lock from now on."""
    mark = token_hex(8)
    if not (lock := _lock(mark)):
        raise OSError(f"{mark} is taken")
    lock.detach()
    return mark


def _lock(mark: str) -> socket.socket | None:
    """Return the lock of a mark, an abstract address, which vanishes with its process; `None` if
    that process still has it."""
    lock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        lock.bind(f"\0{_PREFIX}-group-{mark}")
    except OSError:
        lock.close()
        return None
    return lock


def is_in_use(group: Path) -> bool:
    """Whether the process that made a group lives, or may live in another namespace."""
    _, namespace, mark, *_ = *group.name.split("-"), "", ""
    if namespace != _namespace():
        return True
    if lock := _lock(mark):
        lock.close()
    return lock is None


def _tidy(parent: Path) -> None:
    """Remove the groups of dead processes, and kill the processes in them."""
    with suppress(OSError):
        for path in list(parent.glob(f"{_PREFIX}-*")):
            if not is_in_use(path):
                _kill(path)
                _remove(path)


def _kill(group: Path) -> None:
    with suppress(OSError):
        for pid in map(int, (group / "cgroup.procs").read_text().split()):
            if pid > 0:
                os.kill(pid, signal.SIGKILL)


def _probe(parent: Path, version: int) -> set[Resource]:
    """Return the resources that a new group below `parent` can limit or measure."""
    probe = parent / _name("probe")
    try:
        probe.mkdir()
    except OSError:
        return set()
    try:
        if not all(os.access(group / "cgroup.procs", os.W_OK) for group in (parent, probe)):
            return set()
        if version == 2 and (probe / "cgroup.type").read_text().strip() != "domain":
            return set()
        return {resource for resource, file in _FILES[version].items() if (probe / file).exists()}
    except OSError:
        return set()
    finally:
        _remove(probe)


def _delegate(parent: Path) -> None:
    """Enable controllers below a group of version 2 that holds this process only."""
    try:
        there = (parent / "cgroup.controllers").read_text().split()
        enabled = (parent / "cgroup.subtree_control").read_text().split()
        missing = [
            controller
            for controller in _CONTROLLERS
            if controller in there and controller not in enabled
        ]
        alone = (parent / "cgroup.procs").read_text().split() == [str(os.getpid())]
        if not missing or not alone or not (parent / "cgroup.type").exists():
            return
        own = parent / _name("self")
        own.mkdir()
        (own / "cgroup.procs").write_text(str(os.getpid()))
        for controller in missing:
            with suppress(OSError):
                (parent / "cgroup.subtree_control").write_text(f"+{controller}")
    except OSError:
        return


@dataclass(frozen=True, slots=True)
class Cgroup:
    """The groups of one run, one below every parent.  Only the program is in them, so they count
    nothing else."""

    folders: tuple[tuple[Path, Parent], ...]

    def _folder(self, resource: Resource) -> tuple[Path, int] | None:
        for folder, parent in self.folders:
            if resource in parent.resources:
                return folder, parent.version
        return None

    def has(self, resource: Resource) -> bool:
        return self._folder(resource) is not None

    def enter(self, pid: int) -> None:
        """Move a process into the groups, before it becomes the program.  Raises `OSError`."""
        for folder, _ in self.folders:
            (folder / "cgroup.procs").write_text(str(pid))

    def cpu(self) -> float | None:
        """Return the processor time of all processes of the program in seconds, if known."""
        if not (place := self._folder("time")):
            return None
        folder, version = place
        text = (folder / _FILES[version]["time"]).read_text()
        return int(text) / 1e9 if version == 1 else _fields(text)["usage_usec"] / 1e6

    def memory(self) -> float:
        """Return the memory in use in MiB, without cached files; 0 if unknown."""
        return self._without_files("usage_in_bytes", "current") or 0.0

    def peak(self) -> float | None:
        """Return the peak memory of the program in MiB; `None` if unknown.

        Valid when all its processes have ended.  Files that were cached at the end do not count.
        Kernel memory that is not yet freed counts, because it was memory of the program.  The
        figure is too low if files were cached after the program had freed memory.
        """
        return self._without_files("max_usage_in_bytes", "peak")

    def _without_files(self, *names: str) -> float | None:
        """Return the figure of a file (its names in version 1 and 2) in MiB, less cached files."""
        if not (place := self._folder("memory")):
            return None
        folder, version = place
        try:
            size = int((folder / f"memory.{names[version - 1]}").read_text())
        except FileNotFoundError:  # memory.peak came with Linux 5.19.
            return None
        state = _fields((folder / "memory.stat").read_text())
        cached = state["cache" if version == 1 else "file"] - state.get("shmem", 0)
        return max(0, size - cached) / 1024**2

    def was_killed(self) -> bool:
        """Whether the kernel killed a process because of the memory limit of the group."""
        if not (place := self._folder("memory")):
            return False
        folder, version = place
        name = "memory.oom_control" if version == 1 else "memory.events"
        return _fields((folder / name).read_text()).get("oom_kill", 0) > 0


def _fields(text: str) -> dict[str, int]:
    """Parse lines `NAME NUMBER`."""
    lines = (line.partition(" ") for line in text.splitlines())
    return {name: int(value) for name, _, value in lines}


@contextmanager
def group(parents: Parents, memory: int, tasks: int) -> Iterator[Cgroup]:
    """Make the groups for one run, with limits on memory in MiB and on processes and threads.

    Raises `OSError` if they cannot be made.
    """
    name = _name(token_hex(8))
    made: list[tuple[Path, Parent]] = []
    try:
        for parent in parents:
            folder = Path(parent.path, name)
            folder.mkdir()
            made.append((folder, parent))
            _limit(folder, parent, memory * 1024 * 1024, tasks)
        yield Cgroup(tuple(made))
    finally:
        for folder, _ in made:
            _remove(folder)


def _limit(folder: Path, parent: Parent, memory: int, tasks: int) -> None:
    """Write the limits of a new group: bytes of memory, processes and threads."""
    needed: dict[str, int] = {}
    optional: dict[str, int] = {}  # Not every machine has swap.
    if "memory" in parent.resources and parent.version == 1:
        needed["memory.limit_in_bytes"] = memory
        optional["memory.memsw.limit_in_bytes"] = memory
    elif "memory" in parent.resources:
        needed["memory.max"] = memory
        optional |= {"memory.swap.max": 0, "memory.oom.group": 1}
    if "tasks" in parent.resources:
        needed["pids.max"] = tasks
    for file, value in needed.items():
        (folder / file).write_text(str(value))
    for file, value in optional.items():
        with suppress(OSError):
            (folder / file).write_text(str(value))


def _remove(path: Path) -> None:
    deadline = monotonic() + _PATIENCE
    while True:
        try:
            path.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            if monotonic() > deadline:
                return
            sleep(0.01)
        else:
            return
