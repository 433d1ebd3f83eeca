"""Figures as text: times, tables in Markdown, and what was measured on."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path

PEERS = ("ortools", "python-sat")

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


def in_words(seconds: float) -> str:
    """Two digits that count, with a unit."""
    # 0.9995 ms is rounded to 1.0 ms.
    units = (entry for entry in UNITS if seconds >= 0.9995 * entry[0])
    size, unit = next(units, UNITS[-1])
    return f"{two_digits(seconds / size)} {unit}"


def two_digits(value: float) -> str:
    """Two digits that count, no exponent: 0.42, 5.1, 17, 1,200."""
    if value >= 9.95:
        digits = max(len(f"{value:.0f}") - 2, 0)
        return f"{round(value, -digits):,.0f}"
    return f"{value:.1f}" if value >= 0.995 else f"{value:.2f}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The first column is aligned to the left, the others to the right."""
    lines = [heads, ["---", *["--:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def origin() -> str:
    """The date, the processor, its cores, and the versions of Python and of peers."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    where = f"{_processor()}, {cores()} cores; {platform.system()}, {python}"
    peers = [f"{each.name} {each.version}" for each in distributions() if each.name in PEERS]
    return f"{datetime.now(UTC):%Y-%m-%d}; {'; '.join([where, *peers])}"


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
