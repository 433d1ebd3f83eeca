"""One program run in a cage: what it printed and what it cost.

This side starts the supervisor of supervisor.py in the cage, reads what the program prints
in bounded memory, and takes the supervisor's word only.  It waits until the cage is empty.
"""

from __future__ import annotations

import fcntl
import json
import os
import selectors
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any, NamedTuple, Self, get_args

from ineqsudoku.judge.cage import seccomp
from ineqsudoku.judge.cage.cgroups import group, was_killed
from ineqsudoku.judge.cage.program import Execution, Limits, Program, Reason
from ineqsudoku.judge.cage.sandbox import PATH, Cage, Place
from ineqsudoku.judge.cage.users import children_of, own_user, processes_of

HEADROOM = 32
"""MiB of address space beyond the memory limit, so that a program that hits the limit has used
that much; libraries take some."""

PATIENCE = 10.0
"""Seconds beyond the limit of wall clock after which the supervisor is taken for lost."""

STDERR = 64 * 1024
"""Bytes of standard error that are kept; all count towards the limit of output."""

_RESULT, _CHUNK = 4096, 64 * 1024


@dataclass(slots=True)
class _Stream:
    """Keeps the first `kept` bytes, counts all."""

    kept: int
    data: bytearray = field(default_factory=bytearray)
    size: int = 0

    def take(self, data: bytes) -> None:
        self.size += len(data)
        self.data += data[: max(0, self.kept - len(self.data))]


def run(cage: Cage, program: Program, stop: Event) -> Execution:
    """Run a program to its end or to a limit, or until `stop` is set."""
    with (
        own_user() as user,
        cage.working_folder(program.build, user) as folder,
        group(cage.groups, program.limits.memory) as cgroup,
        _Descriptors() as opened,
    ):
        result, result_end = opened.pipe()
        control_end, control = opened.pipe()
        filter = opened.memory(
            seccomp.program(program.limits.socket_pairs) if cage.contained else b""
        )
        place = Place(program.build, program.limits.files, user, filter, cgroup)
        passed = (result_end, control_end, filter)
        process = subprocess.Popen(
            [
                *cage.arguments(place),
                *(cage.python(), "-I", "-S", "-B", "-c", _supervisor()),
                json.dumps(_order(cage, program, user, result_end, control_end)),
            ],
            stdin=opened.memory(program.input),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=passed,
            env={"PATH": PATH, "LANG": "C.UTF-8", "HOME": folder},
            cwd=folder,
            start_new_session=True,
        )
        opened.close(*passed)
        try:
            found = _watched(process, program.limits, _Pipes(result, control), stop)
        finally:
            _end(process, None if cage.contained else user)
        if was_killed(cgroup) and not stop.is_set():
            # Maybe the supervisor was, among many that are smaller; then nothing else is known.
            return replace(found, reason="memory", failure="")
        return found


class _Pipes(NamedTuple):
    """This side's ends: the supervisor's result, and what tells it to stop."""

    result: int
    control: int


def _watched(
    process: subprocess.Popen[bytes], limits: Limits, pipes: _Pipes, stop: Event
) -> Execution:
    """Reads until nobody is left who could write."""
    assert process.stdout
    assert process.stderr
    streams = {
        process.stdout.fileno(): (stdout := _Stream(limits.output)),
        process.stderr.fileno(): (stderr := _Stream(STDERR)),
        pipes.result: (result := _Stream(_RESULT)),
    }
    deadline = monotonic() + limits.wall + PATIENCE
    stopped = False
    with selectors.DefaultSelector() as selector:
        for descriptor in streams:
            selector.register(descriptor, selectors.EVENT_READ)
        while selector.get_map() and monotonic() < deadline:
            for key, _ in selector.select(0.1):
                if data := os.read(key.fd, _CHUNK):
                    streams[key.fd].take(data)
                else:
                    selector.unregister(key.fd)
            too_much = max(stdout.size, stderr.size) > limits.output
            if not stopped and (too_much or stop.is_set()):
                stopped = True
                with suppress(BrokenPipeError):  # It has come to its end.
                    os.write(pipes.control, b"!")
    words = bytes(stderr.data)
    if stop.is_set():
        return Execution("stopped", failure="interrupted")
    if max(stdout.size, stderr.size) > limits.output:
        return replace(_execution(bytes(result.data), b"", words), reason="output")
    return _execution(bytes(result.data), bytes(stdout.data), words)


def _execution(result: bytes, stdout: bytes, stderr: bytes) -> Execution:
    """Only a result that is whole is believed."""
    try:
        found: dict[str, Any] = json.loads(result)
    except ValueError:
        told = stderr.decode(errors="replace").strip()
        return Execution(failure=f"the sandbox gave no result{told and ': '}{told[:500]}")
    if "failure" in found:
        return Execution(failure=f"the program could not be started: {found['failure']}")
    status = found["status"]
    ended = status is not None
    return Execution(
        reason=found["reason"] if found["reason"] in get_args(Reason) else "stopped",
        code=os.WEXITSTATUS(status) if ended and os.WIFEXITED(status) else None,
        signal=os.WTERMSIG(status) if ended and os.WIFSIGNALED(status) else None,
        cpu=found["cpu"],
        wall=found["wall"],
        peak=found["peak"] / 1024,
        left=found["left"],
        stdout=stdout,
        stderr=stderr,
    )


def _end(process: subprocess.Popen[bytes], user: int | None) -> None:
    """Returns when nothing of the cage is left.

    Bubblewrap ends after the first process in the sandbox, which ends after all others.  If
    it does not come to that by itself, the first process is killed, not bubblewrap.
    """
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        _kill(process)
        process.wait()
    finally:
        for stream in (process.stdout, process.stderr):
            if stream:
                stream.close()
    while user is not None and (left := processes_of(user)):
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        sleep(0.001)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """The children first: bubblewrap still waits for them, so their numbers are nobody else's.

    It could tell the number of its first process (`--info-fd`), but when nobody is there to read
    it any more, it ends at once and leaves that process behind, which waits for ever.
    """
    for child in children_of(process.pid):
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
    process.kill()


def _order(
    cage: Cage, program: Program, user: int | None, result: int, control: int
) -> dict[str, object]:
    """What the supervisor has to know, in the terms of supervisor.py."""
    limits = program.limits
    processes = limits.processes + 1  # The supervisor is one.
    if user is None and not (cage.contained and _counts_in_namespaces()):
        processes += len(processes_of(os.getuid()))
    return {
        "command": program.command,
        "contained": cage.contained,
        "own_user": user is not None,
        "scratch": cage.scratch,
        "result": result,
        "control": control,
        "cpu": limits.cpu,
        "wall": limits.wall,
        "memory": limits.memory,
        "address_space": limits.memory + HEADROOM if limits.address_space else 0,
        "files": limits.files,
        "processes": processes,
    }


def _counts_in_namespaces() -> bool:
    """Whether the limit on processes counts those in the sandbox: from Linux 5.14 on.  Before,
    it counts all of the user's."""
    return tuple(int(part) for part in os.uname().release.split(".")[:2]) >= (5, 14)


@cache
def _supervisor() -> str:
    return Path(__file__).with_name("supervisor.py").read_text(encoding="utf-8")


class _Descriptors:
    """Those that are open for a run; leaving closes them."""

    def __init__(self) -> None:
        self._open: set[int] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close(*self._open)

    def pipe(self) -> tuple[int, int]:
        ends = os.pipe()
        self._open |= {*ends}
        return ends

    def memory(self, data: bytes) -> int:
        """A file that nobody can change: a program of our own user could open the one it was
        made from for writing, through /proc/self/fd/0."""
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
