"""Figures and their text: times, aims, tables in Markdown, and what was measured on.

Of many puzzles some run into the limit.  Percentiles are order statistics, so they are right with
some times cut off, as long as they stay below the cut; a mean is then only known not to be less.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from peers import PEERS

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


class Time(NamedTuple):
    """Seconds; `cut` when it was not done by then, so that times order as they should."""

    seconds: float
    cut: bool = False


def percentile(times: Sequence[Time], percent: float) -> Time:
    """The least time within which so many of a hundred were done (the nearest rank)."""
    rank = ceil(len(times) * percent / 100)
    return sorted(times)[max(rank, 1) - 1]


def mean(times: Sequence[Time]) -> Time:
    """The mean, a lower bound of it when a time was cut."""
    return Time(fmean(time.seconds for time in times), any(time.cut for time in times))


def in_words(seconds: float) -> str:
    """Two digits that count, with a unit."""
    size, unit = unit_for(seconds)
    return f"{two_digits(seconds / size)} {unit}"


def unit_for(seconds: float) -> tuple[float, str]:
    """The largest unit of which there is one at least, and what it is called."""
    return next((entry for entry in UNITS if seconds >= 0.9995 * entry[0]), UNITS[-1])


def two_digits(value: float) -> str:
    """Two digits that count, no exponent: 0.42, 5.1, 17, 1,200."""
    if value >= 9.95:
        digits = max(len(f"{value:.0f}") - 2, 0)
        return f"{round(value, -digits):,.0f}"
    return f"{value:.1f}" if value >= 0.995 else f"{value:.2f}"


class Figure(NamedTuple):
    """What was measured, and its aim: the most it may be, or the least."""

    what: str
    value: float
    aim: float
    unit: str
    at_least: bool = False

    @property
    def is_met(self) -> bool:
        return self.value >= self.aim if self.at_least else self.value <= self.aim

    def __str__(self) -> str:
        aim = f"{'≥' if self.at_least else '≤'} {self.aim:g}"
        verdict = "met" if self.is_met else "missed"
        return f"{self.what:52} {self.value:9.2f} {aim:>8} {self.unit:4} {verdict}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The first column to the left, the others to the right."""
    lines = [heads, ["---", *["--:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def between_markers(text: str, part: str, name: str = "benchmark") -> str:
    """`text` with `part` between the lines `<!-- NAME: begin -->` and `<!-- NAME: end -->`,
    instead of what was there.

    Raises `ValueError` when these lines are not there once each, in order.
    """
    begin, end = (f"<!-- {name}: {place} -->" for place in ("begin", "end"))
    pattern = re.compile(f"^{begin}\n(?:.*\n)??{end}$", re.MULTILINE | re.DOTALL)
    if len(pattern.findall(text)) != 1 or text.count(begin) != 1 or text.count(end) != 1:
        raise ValueError(f"not one pair of lines {begin} and {end}")
    return pattern.sub(lambda _: f"{begin}\n{part.strip()}\n{end}", text)


def rewrite(file: Path, part: str, name: str) -> None:
    """Put `part` between the markers of a file.  Raises `ValueError`."""
    text = between_markers(file.read_text(encoding="utf-8"), part, name)
    file.write_text(text, encoding="utf-8")


def facts() -> str:
    """Processor, cores, Python, versions of the peers, and which peers were not found."""
    there = dict.fromkeys(peer.version for peer in PEERS if peer.version)
    missing = [peer.name for peer in PEERS if peer.version is None]
    return (
        f"{_processor()}, {cores()} cores; {platform.system()},"
        f" {platform.python_implementation()} {platform.python_version()}; "
        + (", ".join(there) or "no peers")
        + (f"; not found: {', '.join(missing)}" if missing else "")
    )


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
