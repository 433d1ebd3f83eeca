"""A Dask cluster of processes of this machine: the same bytes as from one process, whoever dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from clusters import (
    PUZZLES,
    SLOW,
    Run,
    assert_alike,
    children,
    files,
    is_alive,
    nodes,
    resumed,
    solve,
    started,
)
from clusters import expected as expected
from clusters import inputs as inputs
from commands import PROGRAM, Command
from interruptions import Interruption, needs_proc

import ineqsudoku as iq

pytest.importorskip("distributed", reason="needs the extra [cluster]")

from ineqsudoku.apps.batch import cluster, local_cluster
from ineqsudoku.apps.batch.cluster import Cluster
from ineqsudoku.apps.batch.ordered_map import JOBS_PER_CORE, cores

pytestmark = [pytest.mark.cluster, needs_proc]


def test_a_cluster_says_and_writes_what_one_process_does(
    inputs: Path, tmp_path: Path, expected: Run
) -> None:
    options = (*SLOW, "--cluster")
    assert solve(inputs, *options, "local:2", out=str(tmp_path / "local")) == expected
    with nodes(2) as (address, _):
        assert solve(inputs, *options, address, out=str(tmp_path / "remote")) == expected


def test_generate_makes_the_same_puzzles(ineqsudoku: Command) -> None:
    arguments = ("generate", 40, "--seed", 3, "--kind", "partial")
    assert ineqsudoku(*arguments, "--cluster", "local:2") == ineqsudoku(*arguments)


@pytest.mark.parametrize("command", ["validate", "explain"])
def test_validate_and_explain_find_the_same(
    ineqsudoku: Command, inputs: Path, command: str
) -> None:
    arguments = (command, "--json", inputs / "b.in")
    assert ineqsudoku(*arguments, "--cluster", "local:2") == ineqsudoku(*arguments)


def test_nothing_is_left_in_the_folder_for_temporary_files(inputs: Path, tmp_path: Path) -> None:
    command = [*PROGRAM, "solve", "--cluster", "local:2", "a.in"]
    variables = {**os.environ, "TMPDIR": str(tmp_path)}
    subprocess.run(command, cwd=inputs, env=variables, check=True, stdout=subprocess.DEVNULL)
    assert list(tmp_path.iterdir()) == []


def test_nobody_keeps_what_was_sent() -> None:
    with Cluster("local:1") as workers:
        assert list(workers.map(len, [b"x" * 1000] * 50)) == [1000] * 50
        assert not workers.client.scheduler_comm.recent_message_log
        assert workers.client.run_on_scheduler(_messages_kept) == 0


def _messages_kept(dask_scheduler: Any) -> int:
    """How many of the messages to its workers a scheduler keeps."""
    return sum(len(comm.recent_message_log) for comm in dask_scheduler.stream_comms.values())


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


def test_a_value_that_arrives_slowly_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fetching it takes many times as long as the interval between two checks of the cluster."""
    monkeypatch.setattr(cluster, "LOOK", 0.001)
    with Cluster("local:2") as workers:
        for _ in range(10):
            assert [len(value) for value in workers.map(bytes, [10**7] * 3)] == [10**7] * 3


def _inverse(number: int) -> float:
    return 1 / number


# --- faults -------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_is_lost_changes_nothing(
    inputs: Path, tmp_path: Path, expected: Run, number: signal.Signals
) -> None:
    """Killed, or alive but silent."""
    out = str(tmp_path / "out")
    with nodes(2) as (address, local):
        with started(inputs, *SLOW, "--cluster", address, out=out) as program:
            local._nodes[1].process.send_signal(number)
            _, err = program.communicate(timeout=600)
        assert Run(program.returncode, err, files(Path(out))) == expected


@pytest.mark.parametrize("whom", ["workers", "scheduler"])
def test_a_run_that_loses_its_cluster_is_resumed(
    inputs: Path, tmp_path: Path, expected: Run, whom: str
) -> None:
    out = str(tmp_path / "out")
    with nodes(2) as (address, local):
        with started(inputs, *SLOW, "--cluster", address, out=out) as program:
            for node in local._nodes[1:] if whom == "workers" else local._nodes[:1]:
                node.process.kill()
            _, err = program.communicate(timeout=600)
        assert program.returncode == 2
        *_, loss = err.splitlines()
        is_lost = "all workers of {} are lost" if whom == "workers" else "the scheduler {} is lost"
        assert loss == is_lost.format(address)
        assert "continue with --resume" in err
        assert "Traceback" not in err
    assert_alike(resumed(inputs, out, "--cluster", "local:2"), expected)


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


def test_a_killed_client_leaves_no_process_and_can_be_resumed(
    inputs: Path, tmp_path: Path, expected: Run
) -> None:
    out = str(tmp_path / "out")
    with started(inputs, *SLOW, "--cluster", "local:2", out=out) as program:
        nodes = children(program.pid)
        assert len(nodes) == 3
        program.kill()
        program.wait()
    deadline = time.monotonic() + 60
    while any(map(is_alive, nodes)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_alive, nodes))
    assert_alike(resumed(inputs, out, "--cluster", "local:2"), expected)


def test_a_worker_that_joins_late_takes_part(inputs: Path, expected: Run) -> None:
    with nodes(1) as (address, local):
        with started(inputs, *SLOW, "--cluster", address, out="late") as program:
            late = local_cluster._Node("worker")
            local._nodes.append(late)
            late.connection.send_bytes(address.encode())
            _, err = program.communicate(timeout=600)
        assert Run(program.returncode, err, files(inputs / "late")) == expected


# --- clusters that do not fit -----------------------------------------------------------


def odd_worker(address: str, preparation: str) -> subprocess.Popen[bytes]:
    """A worker whose process differs from the others in one detail."""
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


def test_without_a_cluster_dask_is_not_loaded(inputs: Path) -> None:
    program = (
        "import sys, ineqsudoku as iq\n"
        "from ineqsudoku.apps.cli.main import cli\n"
        f"cli.main(['solve', {str(inputs / 'a.in')!r}], standalone_mode=False)\n"
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
    assert ended.seconds - ended.waited < 1, ended
    while_python_loads = (-signal.SIGINT, -signal.SIGTERM, -signal.SIGHUP)
    assert ended.code in (2, 130, 143, 129, *while_python_loads), ended
    assert "Traceback" not in ended.err
    ran = subprocess.run([*command, "--resume"], capture_output=True, text=True, timeout=600)
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

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_the_script_uses_a_cluster(inputs: Path) -> None:
    script = [sys.executable, str(EXAMPLES / "cluster.py")]
    with nodes(2) as (address, _):
        ran = subprocess.run(
            [*script, address, "b.in", "answers.txt"],
            cwd=inputs,
            capture_output=True,
            text=True,
            timeout=600,
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


def test_no_number_starts_more_processes_than_jobs() -> None:
    assert cluster._number(f"local:{10**30}") == JOBS_PER_CORE * cores()
