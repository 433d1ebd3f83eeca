"""Processors for runs that must not disturb one another."""

from __future__ import annotations

import os
from pathlib import Path


def one_of_each_core() -> list[int]:
    """Return one processor per core that this process may use: two threads of a core share its
    units, so the times of two runs on them would depend on one another."""
    processors: list[int] = []
    taken: set[int] = set()
    for processor in sorted(os.sched_getaffinity(0)):
        if processor not in taken:
            processors.append(processor)
            taken |= _siblings(processor)
    return processors


def _siblings(processor: int) -> set[int]:
    """Return the processors of the same core."""
    folder = Path(f"/sys/devices/system/cpu/cpu{processor}/topology")
    try:
        ranges = (folder / "thread_siblings_list").read_text(encoding="ascii").strip().split(",")
        bounds = [[int(bound) for bound in part.split("-")] for part in ranges]
    except (OSError, ValueError):
        return {processor}
    return {n for ends in bounds for n in range(ends[0], ends[-1] + 1)}
