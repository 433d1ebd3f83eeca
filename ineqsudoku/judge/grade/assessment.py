"""The verdict on an execution: an exceeded limit, a crash, or the judgement on its output."""

from __future__ import annotations

import signal

from ineqsudoku.judge.checker.judgement import Expectation
from ineqsudoku.judge.files import excerpt
from ineqsudoku.judge.sandbox.program import Execution, Limits
from ineqsudoku.judge.verdicts import Run, Verdict

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

_KEPT = 8192
"""Bytes of wrong output that are kept for reports."""


def verdict(execution: Execution, limits: Limits, expected: Expectation) -> Run:
    """Return the verdict on an execution under `limits`."""
    outcome, words = _verdict(execution, limits, expected)
    keeps = outcome in (Verdict.WA, Verdict.PE)
    return Run(
        outcome,
        words,
        cpu=round(execution.cpu, 4),
        wall=round(execution.wall, 4),
        peak=round(execution.peak, 2),
        code=execution.code,
        signal=execution.signal,
        stderr=excerpt(execution.stderr),
        output=excerpt(execution.stdout[:_KEPT], _KEPT) if keeps else "",
    )


def _verdict(execution: Execution, limits: Limits, expected: Expectation) -> tuple[Verdict, str]:
    reason = execution.reason
    if execution.unstarted:
        return Verdict.RE, execution.failure
    if execution.failure:
        return Verdict.JE, execution.failure
    if reason == "output":
        return Verdict.OLE, f"more than {limits.output} bytes of output"
    if reason == "cpu" or execution.cpu > limits.cpu:
        return Verdict.TLE, f"over {limits.cpu:g} s of processor time"
    if reason == "wall":
        return Verdict.TLE, (
            f"wall-clock limit of {limits.wall:g} s exceeded ({execution.cpu:.2f} s of CPU time)"
        )
    if reason == "memory" or execution.peak > limits.memory:
        seen = f"{execution.peak:.0f} MiB seen, " if execution.peak else ""
        return Verdict.MLE, f"{seen}{limits.memory} are allowed"
    if reason == "files":
        return Verdict.RE, "too many files in /tmp and /dev/shm"
    if reason != "exited":
        return Verdict.JE, f"ended for an unknown reason: {reason}"
    if execution.signal is not None or execution.code != 0:
        return _crash(execution, limits)
    judged = expected.judge(execution.stdout)
    return judged.verdict, "" if judged.verdict is Verdict.AC else judged.message


def _crash(execution: Execution, limits: Limits) -> tuple[Verdict, str]:
    """Return MLE or RE for a crashed program: whether memory ran out can only be guessed."""
    how = (
        f"exit code {execution.code}"
        if execution.signal is None
        else f"killed by {_signal_name(execution.signal)}"
    )
    complaint = next((words for words in _COMPLAINTS if words in execution.stderr), None)
    if complaint:
        said = complaint.decode("ascii")
        return Verdict.MLE, f"a guess: {how} and '{said}' on standard error"
    if execution.peak >= NEAR * limits.memory:
        return Verdict.MLE, f"a guess: {how} at {execution.peak:.0f} of {limits.memory} MiB"
    return Verdict.RE, how


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
