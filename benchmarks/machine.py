"""What was measured on, without names or places."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from peers import PEERS


def facts() -> str:
    """Processor, cores, Python, versions of the peers."""
    there = dict.fromkeys(peer.version for peer in PEERS if peer.version)
    return (
        f"{_processor()}, {cores()} cores; {platform.system()},"
        f" {platform.python_implementation()} {platform.python_version()}; "
        + (", ".join(there) or "no peers")
    )


def missing() -> list[str]:
    """The peers that are not installed."""
    return [peer.name for peer in PEERS if peer.version is None]


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
