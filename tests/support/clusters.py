"""A Dask cluster of processes of this machine, and runs of `solve` with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from commands import PROGRAM

import ineqsudoku as iq

SETTINGS = {
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "20s",
    "DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH": "0",
}
"""A silent worker is soon lost, and nobody keeps messages."""

OPTIONS = {
    "scheduler": ("--port", "0"),
    "worker": ("--nthreads", "1", "--memory-limit", "0", "--no-nanny"),
}
"""The options of `dask scheduler` and `dask worker`."""

NODE = """\
import os, sys, threading
{preparation}
from distributed.cli.dask_{role} import main
threading.Thread(target=lambda: os._exit(len(sys.stdin.read())), daemon=True).start()
main()
"""
"""The program of a node, which ends with the tests even if these are killed."""


@dataclass
class Nodes:
    """The processes of a scheduler and its workers, whose files are in a folder."""

    folder: Path
    variables: dict[str, str]
    stack: ExitStack
    address: str = ""
    scheduler: subprocess.Popen[bytes] = field(init=False)
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scheduler = self._start("scheduler", "")

    def add_worker(self, preparation: str = "") -> None:
        """Start a worker; `preparation` is a line of Python that its process runs first."""
        self.workers.append(self._start("worker", preparation))

    def _start(self, role: str, preparation: str) -> subprocess.Popen[bytes]:
        program = NODE.format(role=role, preparation=preparation)
        usual = ("--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(self.file))
        node = subprocess.Popen(
            [sys.executable, "-c", program, *usual, *OPTIONS[role]],
            cwd=self.folder,
            env={**os.environ, **SETTINGS, **self.variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.stack.enter_context(node)
        self.stack.callback(node.kill)
        return node

    @property
    def file(self) -> Path:
        """The scheduler file."""
        return self.folder / "scheduler.json"

    @property
    def are_alive(self) -> bool:
        return all(node.poll() is None for node in (self.scheduler, *self.workers))


@contextmanager
def nodes(workers: int, **variables: str) -> Iterator[Nodes]:
    """A scheduler and workers, which are ready and are killed at the end; `variables`: of all."""
    with TemporaryDirectory(prefix="ineqsudoku-") as folder, ExitStack() as stack:
        variables["DASK_TEMPORARY_DIRECTORY"] = folder
        started = Nodes(Path(folder), variables, stack)
        for _ in range(workers):
            started.add_worker()
        while not (started.file.exists() and started.file.read_text().endswith("}")):
            assert started.are_alive
            time.sleep(0.01)
        started.address = json.loads(started.file.read_text())["address"]
        if workers:
            _await_workers(started)
        yield started


def _await_workers(started: Nodes) -> None:
    from distributed import Client

    options = {"set_as_default": False, "timeout": 60, "direct_to_workers": False}
    with Client(started.address, **options) as client:
        client.wait_for_workers(len(started.workers), timeout=60)


# --- runs ---------------------------------------------------------------------------------

PUZZLES = [generated.puzzle for generated in iq.generate(150, seed=5)]

SLOW = ("--engine", "rowmajor", "--node-limit", "1000")
"""About a fiftieth of a second for each puzzle."""


class Run(NamedTuple):
    """What a run of `solve --output-dir` said and wrote."""

    code: int
    err: str
    files: dict[str, bytes]


def files(folder: Path) -> dict[str, bytes]:
    """The files in a folder, by their names."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def command(out: Path, *options: str, patience: float | None = None) -> list[str]:
    """A run in the folder of `inputs`; `patience`: that of the cluster, unless it is the usual."""
    program = PROGRAM
    if patience is not None:
        lines = [
            "from ineqsudoku.apps.batch import cluster",
            f"cluster.PATIENCE = {patience}",
            "from ineqsudoku.__main__ import main",
            "main()",
        ]
        program = [sys.executable, "-c", "\n".join(lines)]
    return [*program, "solve", "--output-dir", str(out), *options, "."]


def solve(inputs: Path, out: Path, *options: str) -> Run:
    """Run to the end."""
    ran = subprocess.run(
        command(out, *SLOW, *options), cwd=inputs, capture_output=True, text=True, timeout=600
    )
    assert ran.stdout == ""
    return Run(ran.returncode, ran.stderr, files(out))


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten files of puzzles, one of them with faults, and one that is no puzzle."""
    folder = tmp_path_factory.mktemp("cluster")
    texts = [iq.write(puzzle, "contest") for puzzle in PUZZLES]
    for place in range(10):
        of_file = texts[15 * place : 15 * place + 15]
        if place == 4:
            of_file.insert(9, "?\n")
        (folder / f"{place}.in").write_text("\n".join(of_file))
    (folder / "none.txt").write_text("no puzzle\n" * 100)
    return folder


@pytest.fixture(scope="module")
def expected(inputs: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The messages and files of one undisturbed process."""
    return solve(inputs, tmp_path_factory.mktemp("expected"), "--jobs", "1")


@contextmanager
def started(
    inputs: Path, out: Path, *options: str, patience: float | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A run in the background that has written a file, in a session of its own."""
    with subprocess.Popen(
        command(out, *SLOW, *options, patience=patience),
        cwd=inputs,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        try:
            while not [*out.glob("*.out")] and program.poll() is None:
                time.sleep(0.01)
            yield program
        finally:
            program.kill()


def ended(program: subprocess.Popen[str], out: Path) -> Run:
    """Wait for a run."""
    _, err = program.communicate(timeout=600)
    return Run(program.returncode, err, files(out))
