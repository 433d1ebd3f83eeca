"""A Dask cluster of processes of this machine: the same bytes as from one process, whoever dies."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from commands import INTERRUPTED, Command
from interruptions import PATIENCE, Interruption, needs_proc

import ineqsudoku as iq

pytest.importorskip("distributed")

from ineqsudoku.batch import cluster, local_cluster
from ineqsudoku.batch.cluster import Cluster
from ineqsudoku.batch.local_cluster import LocalCluster

pytestmark = [pytest.mark.cluster, needs_proc]

PROGRAM = [sys.executable, "-m", "ineqsudoku"]
SLOW = ["--engine", "rowmajor", "--node-limit", "15000"]
"""Some hundredths of a second for each puzzle."""

PUZZLES = [each.puzzle for each in iq.generate(60, seed=5)]


class Run(NamedTuple):
    code: int
    err: str
    files: dict[str, bytes]


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


def solve(inputs: Path, *options: str, out: str = "out") -> Run:
    """Run to the end."""
    command = [*PROGRAM, "solve", "--output-dir", out, *options, "a.in", "b.in", "c.txt"]
    ran = subprocess.run(command, cwd=inputs, capture_output=True, text=True, timeout=6000)
    assert ran.stdout == ""
    return Run(ran.returncode, ran.stderr, files(inputs / out))


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two files of puzzles, one with a fault, and one that is no puzzle."""
    folder = tmp_path_factory.mktemp("cluster")
    texts = [iq.write(puzzle, "contest") for puzzle in PUZZLES]
    (folder / "a.in").write_text("\n".join(texts))
    (folder / "b.in").write_text("\n".join([*texts[:9], "x\n", *texts[9:20]]))
    (folder / "c.txt").write_text("no puzzle\n" * 100)
    return folder


@pytest.fixture(scope="module")
def expected(inputs: Path) -> Run:
    """What one process says and writes, undisturbed."""
    return solve(inputs, *SLOW, "--jobs", "1", out="expected")


@contextmanager
def nodes(workers: int) -> Iterator[tuple[str, LocalCluster]]:
    """The address of a cluster that does not belong to the program."""
    with LocalCluster(workers) as local:
        yield local.address(cluster.PATIENCE), local


@contextmanager
def started(inputs: Path, *options: str, out: str) -> Iterator[subprocess.Popen[str]]:
    """A run in the background that has written some results."""
    command = [*PROGRAM, "solve", "--output-dir", out, *options, "a.in", "b.in", "c.txt"]
    program = subprocess.Popen(
        command, cwd=inputs, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        part = inputs / out / ".ineqsudoku.0.part"
        while not (part.exists() and part.stat().st_size) and program.poll() is None:
            time.sleep(0.01)
        yield program
    finally:
        program.kill()
        program.communicate()


def resumed(inputs: Path, out: str, *options: str) -> Run:
    return solve(inputs, *SLOW, "--resume", *options, out=out)


def assert_alike(found: Run, expected: Run) -> None:
    assert found.files == expected.files
    assert found.code == expected.code


def test_a_cluster_says_and_writes_what_one_process_does(inputs: Path, expected: Run) -> None:
    assert solve(inputs, *SLOW, "--cluster", "local:2") == expected
    with nodes(2) as (address, _):
        assert solve(inputs, *SLOW, "--cluster", address, out="remote") == expected


def test_generate_makes_the_same_puzzles(ineqsudoku: Command) -> None:
    arguments = ("generate", 40, "--seed", 3, "--kind", "partial")
    assert ineqsudoku(*arguments, "--cluster", "local:2") == ineqsudoku(*arguments)


def test_python_uses_the_workers() -> None:
    expected = [*iq.solve_many(PUZZLES)]
    with Cluster("local:2") as workers:
        assert [*iq.solve_many(PUZZLES, executor=workers)] == expected
        pids = {*workers.map(_pid, range(200))}
        assert os.getpid() not in pids
        with pytest.raises(ZeroDivisionError):
            [*workers.map(_inverse, [1, 2, 0, 3])]
        assert [*workers.map(_inverse, [1, 2])] == [1, 0.5]


def _pid(_: int) -> int:
    return os.getpid()


def _inverse(number: int) -> float:
    return 1 / number


# --- faults -------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_is_lost_changes_nothing(
    inputs: Path, expected: Run, number: signal.Signals
) -> None:
    """Killed, or alive but silent."""
    out = f"one-{number.name}"
    with nodes(2) as (address, local):
        with started(inputs, *SLOW, "--cluster", address, out=out) as program:
            local._nodes[1].process.send_signal(number)
            _, err = program.communicate(timeout=6000)
        assert Run(program.returncode, err, files(inputs / out)) == expected


@pytest.mark.parametrize("whom", ["workers", "scheduler"])
def test_a_run_that_loses_its_cluster_is_resumed(inputs: Path, expected: Run, whom: str) -> None:
    with nodes(2) as (address, local):
        with started(inputs, *SLOW, "--cluster", address, out=whom) as program:
            for node in local._nodes[1:] if whom == "workers" else local._nodes[:1]:
                node.process.kill()
            _, err = program.communicate(timeout=600)
        assert program.returncode == 2
        *_, loss = err.splitlines()
        is_lost = "all workers of {} are lost" if whom == "workers" else "the scheduler {} is lost"
        assert loss == is_lost.format(address)
        assert "continue with --resume" in err
        assert "Traceback" not in err
    assert_alike(resumed(inputs, whom, "--cluster", "local:2"), expected)


def test_workers_of_a_local_cluster_that_are_lost_are_missed_at_once(
    inputs: Path, expected: Run
) -> None:
    with started(inputs, *SLOW, "--cluster", "local:2", out="own") as program:
        for pid in children(program.pid):
            os.kill(pid, signal.SIGKILL)
        _, err = program.communicate(timeout=600)
    assert program.returncode == 2
    assert err.splitlines()[-1].endswith("local:2 is lost")
    assert_alike(resumed(inputs, "own"), expected)


def test_a_closed_connection_is_a_lost_scheduler() -> None:
    """The process of a scheduler that is killed may still be there when its connections are not."""
    from distributed.comm import CommClosedError

    with (
        Cluster("local:1") as workers,
        pytest.raises(iq.IneqSudokuError, match=r"^the scheduler local:1 is lost$"),
    ):
        workers._raise_loss(CommClosedError("closed"))


def children(parent: int) -> list[int]:
    text = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    return [int(pid) for pid in text.split()]


def test_a_killed_client_leaves_no_process_and_can_be_resumed(inputs: Path, expected: Run) -> None:
    with started(inputs, *SLOW, "--cluster", "local:2", out="client") as program:
        nodes = children(program.pid)
        assert len(nodes) == 3
        program.kill()
        program.wait()
    deadline = time.monotonic() + 60
    while any(map(is_alive, nodes)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_alive, nodes))
    assert_alike(resumed(inputs, "client", "--cluster", "local:2"), expected)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_a_worker_that_joins_late_takes_part(inputs: Path, expected: Run) -> None:
    with nodes(1) as (address, local):
        with started(inputs, *SLOW, "--cluster", address, out="late") as program:
            late = local_cluster._Node("worker")
            local._nodes.append(late)
            late.connection.send_bytes(address.encode())
            _, err = program.communicate(timeout=6000)
        assert Run(program.returncode, err, files(inputs / "late")) == expected


def test_a_full_disk_of_the_client_ends_the_run(inputs: Path, expected: Run) -> None:
    """A limit on the size of files stands for it."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    command = [*PROGRAM, "solve", "--output-dir", "full", *SLOW, "--cluster", "local:2"]
    ran = subprocess.run(
        [*command, "a.in", "b.in", "c.txt"],
        cwd=inputs,
        capture_output=True,
        text=True,
        preexec_fn=limit,
        timeout=600,
    )
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1].endswith("File too large")
    assert_alike(resumed(inputs, "full", "--cluster", "local:2"), expected)


# --- clusters that do not fit -----------------------------------------------------------


def odd_worker(address: str, preparation: str) -> subprocess.Popen[bytes]:
    """A worker in whose process something is different."""
    program = (
        f"{preparation}\n"
        "import asyncio\n"
        "from distributed import Worker\n"
        "async def work():\n"
        f"    async with Worker({address!r}, nthreads=1, dashboard=False) as worker:\n"
        "        await worker.finished()\n"
        "asyncio.run(work())\n"
    )
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([sys.executable, "-c", program], **quiet)  # type: ignore[call-overload,no-any-return]  # `quiet`


@pytest.mark.parametrize(
    ("preparation", "message"),
    [
        (
            "import ineqsudoku; ineqsudoku.__version__ = '0.0.1'",
            f"has ineqsudoku 0.0.1; install ineqsudoku {iq.__version__} on all workers\n",
        ),
        ("import sys; sys.modules['ineqsudoku'] = None", "lacks a package"),
    ],
)
def test_a_worker_without_this_version_ends_the_run(
    ineqsudoku: Command, inputs: Path, preparation: str, message: str
) -> None:
    with nodes(0) as (address, _):
        worker = odd_worker(address, preparation)
        try:
            ran = ineqsudoku("solve", "--cluster", address, inputs / "a.in")
        finally:
            worker.kill()
            worker.wait()
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert message in ran.err


def test_a_scheduler_that_cannot_be_reached_ends_the_run(
    ineqsudoku: Command, inputs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "REACH", 1.0)
    ran = ineqsudoku("solve", "--cluster", "tcp://127.0.0.1:9", inputs / "a.in")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("the scheduler tcp://127.0.0.1:9 cannot be reached: ")
    assert len(ran.err.splitlines()) == 1
    with nodes(0) as (address, _):
        monkeypatch.setattr(cluster, "PATIENCE", 1.0)
        ran = ineqsudoku("solve", "--cluster", address, inputs / "a.in")
    assert ran == (2, "", f"the scheduler {address} has no workers\n")


@pytest.mark.parametrize("where", ["local:0", "local:x", "nonsense", ""])
def test_other_names_are_refused(ineqsudoku: Command, inputs: Path, where: str) -> None:
    ran = ineqsudoku("solve", "--cluster", where, inputs / "a.in")
    assert (ran.code, ran.out) == (2, "")
    assert "expected an address such as tcp://HOST:8786" in ran.err
    ran = ineqsudoku("solve", "--cluster", "local:2", "--jobs", 2, inputs / "a.in")
    assert (ran.code, ran.err) == (2, "Error: --cluster and --jobs exclude each other\n")


def test_without_a_cluster_dask_is_not_loaded(inputs: Path) -> None:
    program = (
        "import sys, ineqsudoku as iq\n"
        "from ineqsudoku.cli.solve.run import Wanted, solve\n"
        f"solve(Wanted([{str(inputs / 'a.in')!r}]))\n"
        "assert not {'dask', 'distributed'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)


# --- Ctrl-C -------------------------------------------------------------------------------


def interrupted(inputs: Path, seed: int, longest: float) -> None:
    out = inputs / f"interrupted-{seed}"
    command = [*PROGRAM, "solve", "--output-dir", str(out), *SLOW]
    command += [str(inputs / name) for name in ("a.in", "b.in", "c.txt")]
    interruption = Interruption.random(Random(seed), longest)
    ended = interruption.of([*command, "--cluster", "local:2"], ready=True)
    assert ended.seconds < PATIENCE, ended
    assert ended.code in (2, *INTERRUPTED, -signal.SIGTERM, -signal.SIGHUP), ended
    assert "Traceback" not in ended.err
    ran = subprocess.run([*command, "--resume"], capture_output=True, text=True, timeout=6000)
    assert ran.returncode == 2, ran.stderr


@pytest.mark.parametrize("seed", range(20))
def test_an_interrupt_ends_client_and_cluster(inputs: Path, expected: Run, seed: int) -> None:
    interrupted(inputs, seed, 4)
    assert files(inputs / f"interrupted-{seed}") == expected.files


@pytest.mark.attack
@pytest.mark.parametrize("seed", range(20, 220))
def test_many_interrupts_end_client_and_cluster(inputs: Path, expected: Run, seed: int) -> None:
    interrupted(inputs, seed, 5)
    assert files(inputs / f"interrupted-{seed}") == expected.files


# --- examples -----------------------------------------------------------------------------

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_script_uses_a_cluster(inputs: Path) -> None:
    script = [sys.executable, str(EXAMPLES / "cluster.py")]
    with nodes(2) as (address, _):
        ran = subprocess.run(
            [*script, address, "b.in", "answers.txt"],
            cwd=inputs,
            capture_output=True,
            text=True,
            timeout=6000,
        )
    assert (ran.returncode, ran.stdout) == (0, "unique: 20\n")
    assert ran.stderr.startswith("b.in:145:1: ")
    solved = [iq.solve(puzzle).solutions[0].line for puzzle in PUZZLES[:20]]
    assert (inputs / "answers.txt").read_text().splitlines() == solved


@pytest.mark.filterwarnings("default")  # Jupyter's own modules warn of each other.
def test_the_notebook_uses_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat = pytest.importorskip("nbformat", reason="needs the extra [docs]")
    nbclient = pytest.importorskip("nbclient", reason="needs the extra [docs]")
    monkeypatch.setenv("LAYOUTS", "20000")
    notebook = nbformat.read(EXAMPLES / "million.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=1200).execute()
    texts = [
        output["data"]["text/plain"]
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if "data" in output
    ]
    assert texts[1:3] == ["{'unique': 20000}"] * 2
