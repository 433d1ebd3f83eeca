"""The verdict on an execution, by an exceeded limit, a crash, or the checker."""

from __future__ import annotations

import re
import signal
from dataclasses import replace

from ineqsudoku.apps.names import EXIT_CODE
from ineqsudoku.apps.sandbox.compilation import record
from ineqsudoku.apps.sandbox.files import excerpt
from ineqsudoku.apps.sandbox.isolation import Bubblewrap
from ineqsudoku.apps.sandbox.outcome import Run
from ineqsudoku.apps.sandbox.program import Execution, Limits
from ineqsudoku.checker import Expectation, Verdict
from ineqsudoku.messages import Message, Text, conjunction

NEAR = 0.9
"""A program that crashes above this part of the memory limit gets MLE."""

_COMPLAINTS = (
    b"std::bad_alloc",
    b"OutOfMemoryError",
    b"MemoryError",
    b"heap out of memory",
    b"memory allocation of",
    b"out of memory",
)
"""Messages of run-time systems that run out of memory."""

_TELLING = (
    r"\s*what\(\)",
    r"terminate called",
    r"Exception in thread|Caused by",
    r"thread '|panic:|fatal error:",
    r"\w{0,60}(?:Error|Exception)\b",
    r".*Assertion",
)
"""The beginnings of lines of standard error that name the reason of a crash, the best first."""

_LONGEST = 100
"""The most characters of that line in a message."""

_KEPT = 8192
"""Bytes of wrong output that are kept for reports."""


IDLE = Message("run.idle", "idle for more than {limit} s ({cpu} s of CPU time)")
"""The message on a program that was ended because it slept or waited."""


def verdict(execution: Execution, limits: Limits, expected: Expectation) -> Run:
    """Return the verdict on an execution under `limits`."""
    outcome, words = _verdict(execution, limits, expected)
    run = record(execution, outcome, words)
    if outcome in (Verdict.WA, Verdict.PE):
        return replace(run, output=excerpt(execution.stdout[:_KEPT], _KEPT))
    return run


def _verdict(execution: Execution, limits: Limits, expected: Expectation) -> tuple[Verdict, Text]:
    reason = execution.reason
    if execution.unstarted:
        return Verdict.RE, execution.failure
    if execution.failure:
        return Verdict.JE, execution.failure
    if reason == "output":
        return Verdict.OLE, Message(
            "run.output", "output limit of {limit} bytes exceeded", limit=limits.output
        )
    if reason == "cpu" or execution.cpu > limits.cpu:
        return Verdict.TLE, Message(
            "run.cpu", "CPU time limit of {limit} s exceeded", limit=limits.cpu
        )
    if reason == "idle":
        return Verdict.TLE, IDLE.fill(limit=limits.idle, cpu=f"{execution.cpu:.2f}")
    if reason == "wall":
        return Verdict.TLE, Message(
            "run.wall",
            "wall-clock limit of {limit} s exceeded ({cpu} s of CPU time)",
            limit=limits.wall,
            cpu=f"{execution.cpu:.2f}",
        )
    if reason == "memory" or execution.peak > limits.memory:
        return Verdict.MLE, _too_much(execution.peak, limits.memory)
    if reason == "files":
        return Verdict.RE, Message(
            "run.files", "too many files in {folders}", folders=conjunction(Bubblewrap.scratch)
        )
    if reason != "exited":
        return Verdict.JE, Message(
            "run.unknown", "ended for an unknown reason: {reason}", reason=reason
        )
    if execution.signal is not None or execution.code != 0:
        return _crash(execution, limits)
    judged = expected.judge(execution.stdout)
    return judged.verdict, "" if judged.verdict is Verdict.AC else judged.message


def _too_much(peak: float, limit: int) -> Message:
    if not peak:
        return Message("run.memory", "memory limit of {limit} MiB exceeded", limit=limit)
    return Message(
        "run.peak",
        "memory limit of {limit} MiB exceeded ({peak} MiB)",
        limit=limit,
        peak=f"{peak:.0f}",
    )


def _crash(execution: Execution, limits: Limits) -> tuple[Verdict, Text]:
    """Return MLE or RE for a crashed program: whether memory ran out can only be guessed."""
    how = _end(execution)
    complaint = next((words for words in _COMPLAINTS if words in execution.stderr), None)
    if complaint:
        return Verdict.MLE, Message(
            "run.complaint",
            "probably out of memory: {end}, with '{words}' on standard error",
            end=how,
            words=complaint.decode("ascii"),
        )
    if execution.peak >= NEAR * limits.memory:
        return Verdict.MLE, Message(
            "run.near",
            "probably out of memory: {end} at {peak} of {limit} MiB",
            end=how,
            peak=f"{execution.peak:.0f}",
            limit=limits.memory,
        )
    if reason := _reason(execution.stderr):
        how = Message("run.crashed", "{end}: {reason}", end=how, reason=reason)
    return Verdict.RE, how


def _reason(stderr: bytes) -> str:
    """Return the last line of standard error that names a reason; without one, the last line."""
    lines = [line for line in excerpt(stderr, len(stderr)).split("\n") if line.strip()]
    telling = lines[-1:]
    if any(line.startswith("Traceback") for line in lines):
        telling = [line for line in lines if not line.startswith(" ")]
    else:
        found = ([line for line in lines if re.match(start, line)] for start in _TELLING)
        telling = next(filter(None, found), telling)
    reason = telling[-1].strip() if telling else ""
    return reason[:_LONGEST] + "…" * (len(reason) > _LONGEST)


def _end(execution: Execution) -> Message:
    """Return how a crashed program ended."""
    if execution.signal is None:
        return EXIT_CODE.fill(code=str(execution.code))
    try:
        name = signal.Signals(execution.signal).name
    except ValueError:
        return Message("run.signal", "killed by signal {number}", number=execution.signal)
    return Message("run.killed", "killed by {signal}", signal=name)
