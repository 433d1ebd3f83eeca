"""Runs one program in a sandbox and reports its output and its cost.

This side starts the supervisor in the sandbox, puts the program into its cgroups, reads its output
in bounded memory, and waits until the sandbox is empty.  Only the supervisor's result counts as
the outcome.
"""

from __future__ import annotations

import fcntl
import os
import re
import selectors
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Self, cast

from ineqsudoku.apps.names import AT_FILE, message_of, reason_of
from ineqsudoku.apps.sandbox import seccomp
from ineqsudoku.apps.sandbox.cgroups import Cgroup, group
from ineqsudoku.apps.sandbox.isolation import INTERVAL, Bubblewrap, SupervisorFiles, search_path
from ineqsudoku.apps.sandbox.program import STDERR, Execution, Program, Reason
from ineqsudoku.apps.sandbox.supervisor import supervisor
from ineqsudoku.apps.sandbox.users import children_of, own_user, processes_of
from ineqsudoku.errors import INTERRUPTION
from ineqsudoku.messages import Message, Text

PATIENCE = 10.0
"""Seconds beyond the longest possible run after which the supervisor counts as lost."""

_RESULT, _CHUNK = 4096, 64 * 1024
_READY = b"ready\n"
_DONE = re.compile(
    rb"done (exited|stopped|cpu|idle|wall|memory|files) (-|[0-9]{1,9}) ([0-9]{1,9}\.[0-9]{1,9}) "
    rb"([0-9]{1,9}\.[0-9]{1,9}) ([0-9]{1,12})\n"
)


@dataclass(slots=True)
class _Stream:
    """Keeps the first `kept` bytes and counts all."""

    kept: int
    data: bytearray = field(default_factory=bytearray)
    size: int = 0

    def take(self, data: bytes) -> None:
        self.size += len(data)
        self.data += data[: max(0, self.kept - len(self.data))]


def run(sandbox: Bubblewrap, program: Program, stop: Event) -> Execution:
    """Run a program in a sandbox to its end or to a limit, or until `stop` is set."""
    limits = program.limits
    with (
        own_user() as user,
        group(sandbox.groups, limits.memory, limits.processes) as groups,
        _Descriptors() as descriptors,
    ):
        result, result_end = descriptors.pipe()
        control_end, control = descriptors.pipe()
        out, out_end = descriptors.pipe(user)
        err, err_end = descriptors.pipe(user)
        order = descriptors.memory(_order(sandbox, program, user, groups, result_end, control_end))
        filter = descriptors.memory(seccomp.program(limits.locks))
        binary = descriptors.memory(supervisor())
        passed = SupervisorFiles(filter, order, binary)
        process = subprocess.Popen(
            sandbox.arguments(program, user, passed),
            stdin=descriptors.memory(program.input),
            stdout=out_end,
            stderr=err_end,
            pass_fds=(result_end, control_end, *passed),
            env={"PATH": search_path(), "LANG": "C.UTF-8", "HOME": "/"},
            cwd="/",
            start_new_session=True,
        )
        descriptors.close(result_end, control_end, *passed, out_end, err_end)
        watch = _Watch(process.pid, program, groups, control)
        streams = {out: watch.out, err: watch.err, result: watch.result}
        try:
            execution = watch.until_the_end(streams, stop)
        finally:
            descriptors.close(control)  # An interrupted wait may have left the supervisor waiting.
            _end(process)
        return execution if stop.is_set() else _measure(execution, groups, watch.memory)


class _Watch:
    """Reads all output of a sandbox until no process is left that could write.

    `control` is this side's end of the pipe that starts and stops the supervisor.
    """

    def __init__(self, pid: int, program: Program, groups: Cgroup, control: int) -> None:
        self.pid = pid
        self.limits = limits = program.limits
        self.groups = groups
        self.control = control
        self.out, self.err = _Stream(limits.output), _Stream(STDERR)
        self.result = _Stream(_RESULT)
        self.failure: Text = ""
        self.reason: Reason | None = None
        """The reason if this side stopped the program."""
        self.running = False
        self.memory = 0.0
        """The most memory that the cgroups have shown, in MiB."""
        self.next_look = 0.0
        """The time to read the cgroups again."""

    def until_the_end(self, streams: Mapping[int, _Stream], stop: Event) -> Execution:
        """Read the streams by their descriptors."""
        begin = monotonic()
        self.next_look = begin + INTERVAL
        deadline = begin + self.limits.wall + PATIENCE
        with selectors.DefaultSelector() as selector:
            for descriptor in streams:
                selector.register(descriptor, selectors.EVENT_READ)
            while selector.get_map() and monotonic() < deadline:
                for key, _ in selector.select(INTERVAL if self.groups.folders else 0.1):
                    if data := os.read(key.fd, _CHUNK):
                        streams[key.fd].take(data)
                    else:
                        selector.unregister(key.fd)
                self._start()
                self._stop_at_a_limit(stop)
            late = bool(selector.get_map())
        if stop.is_set():
            return Execution("stopped", failure=INTERRUPTION)
        if self.failure:
            return Execution(failure=self.failure)
        words = bytes(self.err.data)
        execution = _execution(bytes(self.result.data), bytes(self.out.data), words)
        if self.reason:
            return replace(execution, reason=self.reason, failure="", lost=False, stdout=b"")
        if execution.lost and late and self.running:
            return Execution("wall", wall=monotonic() - begin, stderr=words)
        return execution

    def _start(self) -> None:
        """Start the program as soon as its process exists and is in its cgroups."""
        if self.running or not self.result.data.startswith(_READY):
            return
        self.running = True
        word = b"g"
        try:
            program = _last_descendant(self.pid)
            _prefer_to_kill(program)
            self.groups.enter(program)
        except (OSError, ValueError) as error:
            self.failure = Message(
                "sandbox.not-placed",
                "the process could not be limited: {reason}",
                reason=message_of(error),
            )
            word = b"!"
        self._tell(word)

    def _stop_at_a_limit(self, stop: Event) -> None:
        if self.reason or self.failure:
            return
        if stop.is_set():
            self.reason = "stopped"
        elif max(self.out.size, self.err.size) > self.limits.output:
            self.reason = "output"
        elif monotonic() >= self.next_look:
            self.next_look = monotonic() + INTERVAL
            self.reason = self._exceeded_limit()
        if self.reason:
            self._tell(b"!")

    def _exceeded_limit(self) -> Reason | None:
        """Return the limit that the cgroups say is exceeded."""
        self.memory = max(self.memory, self.groups.memory())
        if (self.groups.cpu() or 0.0) > self.limits.cpu:
            return "cpu"
        return "memory" if self.groups.was_killed() else None

    def _tell(self, word: bytes) -> None:
        with suppress(BrokenPipeError):  # The supervisor has ended.
            os.write(self.control, word)


def _last_descendant(pid: int) -> int:
    """Return the last process in the chain of only children of a process."""
    while True:
        try:
            text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
            children = [int(child) for child in text.split()]
        except FileNotFoundError:  # Some kernels are built without this file.
            children = children_of(pid)
        if not children:
            return pid
        (pid,) = children


def _prefer_to_kill(pid: int) -> None:
    """If memory runs out, let the kernel kill a process and its children before the supervisor."""
    with suppress(OSError), open(f"/proc/{pid}/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")


def _measure(execution: Execution, groups: Cgroup, memory: float) -> Execution:
    """Return the execution with the exact figures of the cgroups.  `memory` was in use at some
    moment."""
    if (cpu := groups.cpu()) is not None:
        execution = replace(execution, cpu=cpu)
    if (peak := groups.peak()) is not None:
        execution = replace(execution, peak=max(peak, memory))
    if groups.was_killed():
        return replace(execution, reason="memory", failure="", lost=False)
    return execution


_SILENT = Message("sandbox.silent", "the sandbox gave no result")
_LOST = Message("sandbox.lost", "the sandbox gave no result: {words}")


def _execution(result: bytes, stdout: bytes, stderr: bytes) -> Execution:
    """Parse the supervisor's result; an incomplete one counts as lost."""
    began = result.startswith(_READY)
    result = result.removeprefix(_READY)
    if result.startswith(b"failed "):
        place, colon, error = result[7:].decode(errors="replace").strip().rpartition(": ")
        reason = reason_of(error)
        if colon:
            reason = AT_FILE.fill(file=place, reason=reason)
        failure = Message(
            "sandbox.unstarted", "the program could not be started: {reason}", reason=reason
        )
        return Execution(failure=failure, unstarted=True)
    if not (match := _DONE.fullmatch(result)):
        words = stderr.decode(errors="replace").strip()[:500]
        return Execution(failure=_LOST.fill(words=words) if words else _SILENT, lost=began)
    reason = match[1].decode("ascii")
    ended = match[2] != b"-"
    status = int(match[2]) if ended else 0
    return Execution(
        reason=cast(Reason, reason),
        code=os.WEXITSTATUS(status) if ended and os.WIFEXITED(status) else None,
        signal=os.WTERMSIG(status) if ended and os.WIFSIGNALED(status) else None,
        cpu=float(match[3]),
        wall=float(match[4]),
        peak=int(match[5]) / 1024,
        stdout=stdout,
        stderr=stderr,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Return when no process of the sandbox is left.

    Bubblewrap ends after the first process in the sandbox, which ends after all others.  If they do
    not end by themselves, the first process is killed rather than bubblewrap.
    """
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        _kill(process)
        process.wait()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the children first: bubblewrap has not reaped them, so their numbers are not reused.

    The option `--info-fd` would report the first process, but without a reader, bubblewrap ends at
    once and leaves that process behind, which then waits forever.
    """
    for child in children_of(process.pid):
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
    process.kill()


def _order(
    sandbox: Bubblewrap,
    program: Program,
    user: int | None,
    groups: Cgroup,
    result: int,
    control: int,
) -> bytes:
    """Return the `ORDER` for the supervisor; _supervisor.c explains the numbers."""
    limits = program.limits
    processes = limits.processes + 1  # The supervisor is one.
    if user is None and not _counts_in_namespaces():
        processes += len(processes_of(os.getuid()))
    numbers = (
        result,
        control,
        int(groups.has("time")),
        int(groups.has("memory")),
        int(limits.address_space and not groups.has("memory")),
        limits.cpu,
        limits.idle,
        limits.wall,
        INTERVAL,
        limits.memory * 1024,
        limits.files,
        processes,
    )
    words = (" ".join(map(str, numbers)), ":".join(sandbox.scratch), *program.command)
    return b"\0".join(map(os.fsencode, words))


def _counts_in_namespaces() -> bool:
    """Whether the limit on processes counts only those of the sandbox, as from Linux 5.14 on.

    Before, it counts all processes of the user.
    """
    return tuple(int(part) for part in os.uname().release.split(".")[:2]) >= (5, 14)


class _Descriptors:
    """The open descriptors of a run; leaving the context closes them."""

    def __init__(self) -> None:
        self._open: set[int] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close(*self._open)

    def pipe(self, user: int | None = None) -> tuple[int, int]:
        """Return a pipe; `user` can open it again as /dev/stdout."""
        ends = os.pipe()
        self._open |= {*ends}
        if user is not None:
            os.fchown(ends[0], user, user)
        return ends

    def memory(self, data: bytes) -> int:
        """Return a sealed file in memory: a program of our own user could open any other one for
        writing, through /proc/self/fd/0."""
        descriptor = os.memfd_create("input", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        self._open.add(descriptor)
        with open(descriptor, "wb", closefd=False) as file:
            file.write(data)
        os.lseek(descriptor, 0, os.SEEK_SET)
        seals = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
        return descriptor

    def close(self, *descriptors: int) -> None:
        for descriptor in descriptors:
            self._open.discard(descriptor)
            os.close(descriptor)
