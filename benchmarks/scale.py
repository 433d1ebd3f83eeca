"""What a cluster adds: throughput of workers, memory of the client, and tasks of the scheduler.

    python benchmarks/scale.py [--layouts 1000000] [--largest 10000000] [--rounds 3]

Needs `ineqsudoku[cluster]`.  Prints lines for docs/scale.md.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from functools import partial
from itertools import repeat
from pathlib import Path
from statistics import median
from time import perf_counter

from layouts import random_layouts
from memory import measured

from ineqsudoku.apps.batch.cluster import Cluster
from ineqsudoku.apps.batch.ordered_map import Executor, LocalProcesses
from ineqsudoku.apps.cli.sources import Source
from ineqsudoku.apps.solve.pipeline import Task, items, solve_item

PROGRAM = str(Path(sys.executable).with_name("ineqsudoku"))
WORKERS = 2
DIFFERENT = 2000
"""Layouts that are repeated, so that to make a file takes no hour."""

MIB = 1024**2


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--layouts", type=int, default=1_000_000)
    options.add_argument("--largest", type=int, default=10_000_000)
    options.add_argument("--rounds", type=int, default=3)
    wanted = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lines = [f"{layout.signs}\n" for layout in random_layouts(DIFFERENT)]
        path = file_of(lines, Path(folder), wanted.layouts)
        throughput(path, wanted.layouts, wanted.rounds)
        scheduler()
        memory(lines, Path(folder), wanted.largest)


def file_of(lines: list[str], folder: Path, layouts: int) -> Path:
    path = folder / f"{layouts}.txt"
    with path.open("w") as file:
        for _ in range(layouts // DIFFERENT):
            file.writelines(lines)
    return path


def throughput(path: Path, layouts: int, rounds: int) -> None:
    """Both executors by turns, without the start of the cluster."""
    processes: list[float] = []
    sent: list[float] = []
    with Cluster(f"local:{WORKERS}") as cluster:
        solved(path, layouts, cluster)  # Now the workers have imported all.
        for _ in range(rounds):
            processes.append(solved(path, layouts, LocalProcesses(WORKERS)))
            sent.append(solved(path, layouts, cluster))
    base = median(processes)
    print(f"{WORKERS} processes (--jobs): {base:,.0f} layouts/s")
    ratios = sorted(rate / of for rate, of in zip(sent, processes, strict=True))
    print(
        f"{WORKERS} workers (--cluster): {median(sent):,.0f} layouts/s, "
        f"{median(ratios):.0%} ({ratios[0]:.0%} – {ratios[-1]:.0%})"
    )


def solved(path: Path, layouts: int, executor: Executor) -> float:
    """Layouts a second."""
    todo = items([Source(str(path))], "auto", {}, set())
    begun = perf_counter()
    solved = sum(each.puzzles for each in executor.map(partial(solve_item, task=Task()), todo))
    assert solved == layouts, solved
    return layouts / (perf_counter() - begun)


def memory(lines: list[str], folder: Path, largest: int) -> None:
    """Of the client with its local cluster, and of a run of one process."""
    layouts = 100_000
    while layouts <= largest:
        path = file_of(lines, folder, layouts)
        for options in (["--jobs", "1"], ["--cluster", f"local:{WORKERS}"]):
            cost = measured([PROGRAM, "solve", *options, str(path)])
            print(
                f"{layouts:,} layouts, {' '.join(options)}: {cost.seconds:.1f} s, "
                f"{cost.peak / MIB:.0f} MiB in all processes"
            )
        path.unlink()
        layouts *= 10


def scheduler(tasks: int = 20_000) -> None:
    """A scheduler fed with tasks that do nothing."""
    with Cluster(f"local:{WORKERS}") as cluster:
        client = cluster.client
        for _ in range(2):
            begun = perf_counter()
            futures = [client.submit(_nothing, b"", pure=False) for _ in repeat(None, tasks)]
            for future in futures:
                future.result()
            seconds = perf_counter() - begun
        print(f"{tasks:,} empty tasks: {seconds / tasks * 1000:.2f} ms each")


def _nothing(data: bytes) -> bytes:
    return data


if __name__ == "__main__":
    main()
