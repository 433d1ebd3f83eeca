"""Runs of `solve` with a Dask cluster of processes of this machine."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from commands import PROGRAM

import ineqsudoku as iq
from ineqsudoku.apps.batch.local_cluster import LocalCluster

SLOW = ["--engine", "rowmajor", "--node-limit", "15000"]
"""About a hundredth of a second for each puzzle."""

PUZZLES = [generated.puzzle for generated in iq.generate(150, seed=5)]


class Run(NamedTuple):
    code: int
    err: str
    files: dict[str, bytes]


def files(folder: Path) -> dict[str, bytes]:
    """The files in a folder, by their names."""
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


def solve(inputs: Path, *options: str, out: str = "out") -> Run:
    """Run to the end."""
    command = [*PROGRAM, "solve", "--output-dir", out, *options, "a.in", "b.in", "c.txt"]
    ran = subprocess.run(command, cwd=inputs, capture_output=True, text=True, timeout=600)
    assert ran.stdout == ""
    return Run(ran.returncode, ran.stderr, files(inputs / out))


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two files of puzzles, one with a fault, and one that is no puzzle."""
    folder = tmp_path_factory.mktemp("cluster")
    texts = [iq.write(puzzle, "contest") for puzzle in PUZZLES]
    (folder / "a.in").write_text("\n".join(texts))
    (folder / "b.in").write_text("\n".join([*texts[:9], "?\n", *texts[9:20]]))
    (folder / "c.txt").write_text("no puzzle\n" * 100)
    return folder


@pytest.fixture(scope="module")
def expected(inputs: Path) -> Run:
    """The messages and files of one undisturbed process."""
    return solve(inputs, *SLOW, "--jobs", "1", out="expected")


@contextmanager
def nodes(workers: int) -> Iterator[tuple[str, LocalCluster]]:
    """The address of a cluster that does not belong to the program."""
    with LocalCluster(workers) as local:
        yield local.address(), local


@contextmanager
def started(inputs: Path, *options: str, out: str) -> Iterator[subprocess.Popen[str]]:
    """A run in the background that has written some results."""
    command = [*PROGRAM, "solve", "--output-dir", out, *options, "a.in", "b.in", "c.txt"]
    program = subprocess.Popen(
        command, cwd=inputs, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        while not _is_begun(inputs / out) and program.poll() is None:
            time.sleep(0.01)
        yield program
    finally:
        program.kill()
        program.communicate()


def _is_begun(folder: Path) -> bool:
    part = folder / ".ineqsudoku.0.part"
    return part.exists() and part.stat().st_size > 0


def resumed(inputs: Path, out: str, *options: str) -> Run:
    return solve(inputs, *SLOW, "--resume", *options, out=out)


def assert_alike(run: Run, expected: Run) -> None:
    assert run.files == expected.files
    assert run.code == expected.code


def children(parent: int) -> list[int]:
    text = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    return [int(pid) for pid in text.split()]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
