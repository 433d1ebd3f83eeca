"""What several workers gain and cost: time of `--jobs`, rates and CPU time of a cluster, memory.

    python benchmarks/scale.py [--rounds 7] [--layouts 1000000] [--largest 10000000]

Needs `ineqsudoku[cluster]` and an idle machine.  Prints the figures of docs/solve.md.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import psutil
from figures import table
from puzzlesets import corpus

from ineqsudoku.apps.batch.cluster import Cluster
from ineqsudoku.apps.batch.ordered_map import Workers, map_ordered
from ineqsudoku.apps.cli.sources import Source
from ineqsudoku.apps.solve.answers import Task, answer, pieces

PROGRAM = str(Path(sys.executable).with_name("ineqsudoku"))

WORKERS = 2

SIZES = (50, 10, 3, 1)
"""The files for whole runs with `--jobs` have such a part of the layouts."""

MB = 1e6


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--layouts", type=int, default=1_000_000, help="for rates")
    options.add_argument("--largest", type=int, default=10_000_000, help="for memory")
    wanted = options.parse_args()
    with TemporaryDirectory() as folder:
        jobs(Path(folder), wanted.layouts, wanted.rounds)
        rates(Path(folder), wanted.layouts, wanted.rounds)
        memory(Path(folder), wanted.largest)


def file_of(folder: Path, layouts: int) -> Path:
    """A file of so many lines, which are those of the corpus again and again."""
    path = folder / f"{layouts}.txt"
    with path.open("w", encoding="ascii") as file:
        lines = [f"{puzzle.signs}\n" for puzzle in corpus().puzzles]
        file.writelines(islice(cycle(lines), layouts))
    return path


def jobs(folder: Path, layouts: int, rounds: int) -> None:
    """Whole runs of `solve` with one job and with several, by turns."""
    rows = []
    for part in SIZES:
        size = layouts // part
        path = file_of(folder, size)
        taken: dict[int, list[float]] = {1: [], WORKERS: []}
        for _ in range(rounds):
            for number, seconds in taken.items():
                command = [PROGRAM, "solve", "--jobs", str(number), str(path)]
                seconds.append(clock(partial(subprocess.run, command, stdout=subprocess.DEVNULL)))
        one, several = taken.values()
        times = [f"{median(seconds):.2f} s" for seconds in (one, several)]
        rows.append(
            [f"{size:,}", *times, spread([a / b for a, b in zip(one, several, strict=True)])]
        )
    print(table(["layouts", "`--jobs 1`", f"`--jobs {WORKERS}`", "times as fast"], rows))


def clock(function: Callable[[], object]) -> float:
    begun = perf_counter()
    function()
    return perf_counter() - begun


def spread(values: list[float]) -> str:
    """The median and the range."""
    return f"{median(values):.2f} ({min(values):.2f} – {max(values):.2f})"


# --- a cluster ----------------------------------------------------------------------------


class Nodes(NamedTuple):
    """The processes of a cluster."""

    file: Path
    scheduler: psutil.Process
    workers: list[psutil.Process]


@contextmanager
def nodes() -> Iterator[Nodes]:
    """A scheduler and its workers, which end with the context."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        file = Path(folder) / "scheduler.json"
        settings = {
            "DASK_TEMPORARY_DIRECTORY": folder,
            "DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH": "0",
        }
        options = {"scheduler": ["--port", "0"], "worker": ["--nthreads", "1", "--no-nanny"]}

        def start(role: str) -> psutil.Process:
            command = [sys.executable, "-m", f"distributed.cli.dask_{role}", *options[role]]
            usual = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file)]
            node = subprocess.Popen(
                [*command, *usual], env={**os.environ, **settings}, stderr=subprocess.DEVNULL
            )
            stack.enter_context(node)
            stack.callback(node.kill)
            return psutil.Process(node.pid)

        scheduler = start("scheduler")
        workers = [start("worker") for _ in range(WORKERS)]
        while not file.exists():
            time.sleep(0.01)
        with Cluster(str(file)) as cluster:
            cluster.client.wait_for_workers(WORKERS)
        yield Nodes(file, scheduler, workers)


def rates(folder: Path, layouts: int, rounds: int) -> None:
    """Processes and a cluster by turns, the cluster without its start, and the CPU time that each
    part of it takes."""
    path = file_of(folder, layouts)
    alone: list[float] = []
    shared: list[float] = []
    with nodes() as of_cluster, Cluster(str(of_cluster.file)) as cluster:
        parts = [[psutil.Process()], [of_cluster.scheduler], of_cluster.workers]
        solve(path, layouts, cluster)  # Now the workers have imported all.
        used = [0.0] * len(parts)
        for _ in range(rounds):
            alone.append(clock(partial(solve, path, layouts, WORKERS)))
            before = [*map(cpu_seconds, parts)]
            shared.append(clock(partial(solve, path, layouts, cluster)))
            used = [
                total + after - earlier
                for total, after, earlier in zip(used, map(cpu_seconds, parts), before, strict=True)
            ]
    faster = spread([a / b for a, b in zip(alone, shared, strict=True)])
    rows = [
        [f"`--jobs {WORKERS}`", f"{layouts / median(alone):,.0f}", ""],
        [f"`--cluster`, {WORKERS} workers", f"{layouts / median(shared):,.0f}", faster],
    ]
    print("\n" + table(["", "layouts per second", f"times as fast as `--jobs {WORKERS}`"], rows))
    names = ["client", "scheduler", f"{WORKERS} workers"]
    a_million = [f"{seconds / rounds / layouts * 1e6:.2f} s" for seconds in used]
    print("\n" + table(["CPU time of a million layouts", *names], [["", *a_million]]))


def solve(path: Path, layouts: int, workers: Workers) -> None:
    todo = pieces([Source(str(path))], "auto", set())
    values = map_ordered(partial(answer, task=Task()), todo, workers)
    solved = sum(each.puzzles for each in values)
    assert solved == layouts, solved


def cpu_seconds(processes: list[psutil.Process]) -> float:
    return sum(sum(process.cpu_times()[:2]) for process in processes)


def memory(folder: Path, largest: int) -> None:
    """The peaks of the processes, for files of several sizes."""
    rows = []
    layouts = 100_000
    while layouts <= largest:
        path = file_of(folder, layouts)
        alone = peak_of_run("--jobs", "1", str(path))
        with nodes() as of_cluster:
            client = peak_of_run("--cluster", str(of_cluster.file), str(path))
            peaks = [alone, client, peak(of_cluster.scheduler), peak(of_cluster.workers[0])]
        rows.append([f"{layouts:,}", *(f"{size / MB:.0f} MB" for size in peaks)])
        path.unlink()
        layouts *= 10
    print("\n" + table(["layouts", "`--jobs 1`", "client", "scheduler", "a worker"], rows))


def peak_of_run(*arguments: str) -> int:
    """The last peak seen while `solve` runs."""
    last = 0
    with psutil.Popen([PROGRAM, "solve", *arguments], stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            with suppress(OSError, ValueError):  # It has ended meanwhile.
                last = peak(process)
            time.sleep(0.02)
    return last


def peak(process: psutil.Process) -> int:
    """The greatest resident memory of a process so far, in bytes."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return 1024 * int(line.split()[1])


if __name__ == "__main__":
    main()
