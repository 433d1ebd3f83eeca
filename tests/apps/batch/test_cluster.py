"""A Dask cluster: the same bytes as from one process, whoever dies."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from operator import truediv
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest
from clusters import (
    PUZZLES,
    SLOW,
    Nodes,
    Run,
    command,
    ended,
    expected as expected,
    files,
    inputs as inputs,
    nodes,
    solve,
    started,
)
from commands import INTERRUPTED, PROGRAM, Command
from interruptions import Interruption, members, needs_proc

import ineqsudoku as iq

pytest.importorskip("distributed", reason="needs the extra [cluster]")

from ineqsudoku.apps.batch import cluster, ordered_map
from ineqsudoku.apps.batch.cluster import Cluster
from ineqsudoku.apps.batch.ordered_map import map_ordered

pytestmark = [pytest.mark.cluster, needs_proc]


@pytest.fixture(scope="module")
def two() -> Iterator[Nodes]:
    """A cluster with two workers, which no test harms."""
    with nodes(2) as started:
        yield started
        assert started.are_alive


@pytest.mark.parametrize("where", ["address", "file"])
def test_a_cluster_says_and_writes_what_one_process_does(
    inputs: Path, tmp_path: Path, expected: Run, two: Nodes, where: str
) -> None:
    assert solve(inputs, tmp_path, "--cluster", str(getattr(two, where))) == expected


def test_the_lines_of_a_file_are_shared(ineqsudoku: Command, tmp_path: Path, two: Nodes) -> None:
    """Their answers, messages and numbers of messages are those of one process."""
    lines = [f"{puzzle.signs}\n" for puzzle in PUZZLES] * 40
    lines[17::1000] = ["?\n"] * len(lines[17::1000])
    lines[200::100] = [f"{'.' * 108}\n"] * len(lines[200::100])
    file = tmp_path / "lines.txt"
    file.write_text("".join(lines))
    alone = ineqsudoku("solve", "--jobs", 1, file)
    assert alone.code == 2
    assert ineqsudoku("solve", "--cluster", two.address, file) == alone


def test_generate_makes_the_same_puzzles(ineqsudoku: Command, two: Nodes) -> None:
    arguments = ("generate", 40, "--seed", 3, "--kind", "partial")
    assert ineqsudoku(*arguments, "--cluster", two.address) == ineqsudoku(*arguments)


@pytest.mark.parametrize("name", ["validate", "explain"])
def test_validate_and_explain_find_the_same(
    ineqsudoku: Command, inputs: Path, two: Nodes, name: str
) -> None:
    arguments = (name, "--json", inputs / "4.in")
    assert ineqsudoku(*arguments, "--cluster", two.address) == ineqsudoku(*arguments)


def test_nobody_keeps_what_was_sent(two: Nodes) -> None:
    with Cluster(two.address) as workers:
        assert [*map_ordered(len, [b"x" * 1000] * 50, workers)] == [1000] * 50
        assert not workers.client.scheduler_comm.recent_message_log
        # A `lambda` is sent as code: the scheduler could not import this module.
        kept = workers.client.run_on_scheduler(
            lambda dask_scheduler: sum(
                len(comm.recent_message_log)
                for comms in (dask_scheduler.stream_comms, dask_scheduler.client_comms)
                for comm in comms.values()
            )
        )
        assert kept == 0
        assert workers.client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)) < 9


def test_python_uses_the_workers(two: Nodes) -> None:
    expected = [*iq.solve_many(PUZZLES)]
    with Cluster(two.address) as workers:
        assert workers.workers == 2
        assert [*iq.solve_many(PUZZLES, executor=workers)] == expected
        processes = {*map_ordered(os.getpgid, [0] * 300, workers)}
        assert processes <= {worker.pid for worker in two.workers}


def test_an_error_comes_in_its_place(two: Nodes) -> None:
    inverse = partial(truediv, 1)
    with Cluster(two.address) as workers:
        values = map_ordered(inverse, [*range(1, 60), 0, *range(1, 60)], workers)
        assert [next(values) for _ in range(59)] == [*map(inverse, range(1, 60))]
        with pytest.raises(ZeroDivisionError):
            next(values)
        assert [*map_ordered(inverse, [1, 2], workers)] == [1, 0.5]
        with pytest.raises(iq.IneqSudokuError, match=r"^a task .* ZeroDivisionError"):
            workers.submit(truediv, 1, 0).result()


def test_an_executor_says_how_long_its_tasks_should_take() -> None:
    """A task of a cluster costs more than one of a process."""

    class Here:
        """Computes at once."""

        chunk = 1e9
        tasks = 0

        def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
            self.tasks += 1
            future: Future[Any] = Future()
            future.set_result(function(*arguments))
            return future

    here = Here()
    assert [*map_ordered(sleep, [0.005] * 63, here)] == [None] * 63
    assert here.tasks == 6  # Of 1, 2, 4 … arguments.
    assert Cluster.chunk > ordered_map.CHUNK


def test_a_value_that_arrives_slowly_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, two: Nodes
) -> None:
    """Fetching it takes many times as long as the interval between two checks of the cluster."""
    monkeypatch.setattr(cluster, "LOOK", 0.001)
    with Cluster(two.address) as workers:
        for _ in range(10):
            values = map_ordered(bytes, [10**7] * 3, workers)
            assert [len(value) for value in values] == [10**7] * 3


# --- faults -------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_is_lost_changes_nothing(
    inputs: Path, tmp_path: Path, expected: Run, number: signal.Signals
) -> None:
    """Killed, or alive but silent."""
    with (
        nodes(2, DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL="5s") as two,
        started(inputs, tmp_path, "--cluster", two.address) as program,
    ):
        two.workers[0].send_signal(number)
        assert ended(program, tmp_path) == expected


def test_validate_survives_the_loss_of_a_worker(inputs: Path) -> None:
    validate = [*PROGRAM, "validate", "--json", *[f"{place}.in" for place in range(10)] * 4]
    alone = subprocess.run(validate, cwd=inputs, capture_output=True, text=True, check=False)
    # Workers without kernels are slow.
    with (
        nodes(2, INEQSUDOKU_KERNEL="python") as two,
        subprocess.Popen(
            [*validate, "--cluster", two.address],
            cwd=inputs,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as program,
    ):
        assert program.stdout
        first = program.stdout.readline()
        two.workers[0].kill()
        out, err = program.communicate(timeout=600)
    assert (program.returncode, first + out, err) == (alone.returncode, alone.stdout, alone.stderr)


@pytest.mark.parametrize("whom", ["workers", "scheduler"])
def test_a_run_that_loses_its_cluster_can_go_on(
    inputs: Path, tmp_path: Path, expected: Run, two: Nodes, whom: str
) -> None:
    """With another cluster or without any."""
    with (
        nodes(2) as lost,
        started(inputs, tmp_path, "--cluster", lost.address, patience=2) as program,
    ):
        for node in lost.workers if whom == "workers" else [lost.scheduler]:
            node.kill()
        run = ended(program, tmp_path)
        messages = {
            "workers": f"all workers of {lost.address} are lost",
            "scheduler": f"the scheduler {lost.address} is lost",
        }
    assert run.code == 2
    assert run.err.splitlines()[-1] == messages[whom]
    assert "Traceback" not in run.err
    assert run.files.items() < expected.files.items()
    options = ("--cluster", two.address) if whom == "workers" else ()
    assert_goes_on(inputs, tmp_path, expected, *options)


def assert_goes_on(inputs: Path, out: Path, expected: Run, *options: str) -> None:
    """`--skip-existing` makes the files that are missing, and no others."""
    before = files(out)
    run = solve(inputs, out, "--skip-existing", *options)
    assert {name: run.files[name] for name in run.files if name.endswith(".out")} == expected.files
    assert run.code == expected.code
    done = len([name for name in before if name.endswith(".out")])
    assert run.err.startswith(f"{done} file") == (done > 0)


def test_a_closed_connection_is_a_lost_scheduler(two: Nodes) -> None:
    """The process of a scheduler that is killed may still be there when its connections are not."""
    from distributed.comm import CommClosedError

    with (
        Cluster(two.address) as workers,
        pytest.raises(iq.IneqSudokuError, match=r"^the scheduler tcp:.* is lost$"),
    ):
        workers._raise_loss(CommClosedError("closed"))


def test_a_killed_client_leaves_no_process(
    inputs: Path, tmp_path: Path, expected: Run, two: Nodes
) -> None:
    with started(inputs, tmp_path, "--cluster", two.address) as program:
        assert members(program.pid) == [program.pid]
        program.kill()
        run = ended(program, tmp_path)
    assert run.code == -signal.SIGKILL
    assert_goes_on(inputs, tmp_path, expected, "--cluster", two.address)


def test_a_worker_that_joins_late_takes_part(inputs: Path, tmp_path: Path, expected: Run) -> None:
    """The only one is lost then."""
    with nodes(1) as some, started(inputs, tmp_path, "--cluster", some.address) as program:
        some.add_worker()
        some.workers[0].kill()
        assert ended(program, tmp_path) == expected


# --- clusters that do not fit -----------------------------------------------------------


@pytest.mark.parametrize(
    ("preparation", "message"),
    [
        (
            "import ineqsudoku; ineqsudoku.__version__ = '0.0.1'",
            f"has ineqsudoku 0.0.1; install ineqsudoku {iq.__version__} on all workers\n",
        ),
        ("sys.modules['ineqsudoku'] = None", "lacks a package"),
    ],
)
def test_a_worker_without_this_version_ends_the_run(
    ineqsudoku: Command, inputs: Path, preparation: str, message: str
) -> None:
    with nodes(0) as some:
        some.add_worker(preparation)
        ran = ineqsudoku("solve", "--cluster", some.address, inputs / "0.in")
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert message in ran.err


def test_a_worker_that_joins_late_needs_this_version(
    monkeypatch: pytest.MonkeyPatch, two: Nodes
) -> None:
    with Cluster(two.address) as workers:
        monkeypatch.setattr(iq, "__version__", "0.0.1")
        with pytest.raises(iq.IneqSudokuError, match=r"^a worker has .*; install ineqsudoku 0.0.1"):
            workers.submit(len, []).result()


def test_a_scheduler_that_cannot_be_reached_ends_the_run(
    ineqsudoku: Command, inputs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "REACH", 1.0)
    ran = ineqsudoku("solve", "--cluster", "tcp://127.0.0.1:9", inputs / "0.in")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("the scheduler tcp://127.0.0.1:9 cannot be reached: ")
    assert len(ran.err.splitlines()) == 1


def test_a_scheduler_without_workers_ends_the_run(
    ineqsudoku: Command, inputs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with nodes(0) as some:
        ran = ineqsudoku("solve", "--cluster", some.address, inputs / "0.in")
    assert ran == (2, "", f"the scheduler {some.address} has no workers\n")


@pytest.mark.parametrize("where", ["local:2", "nonsense", ".", ""])
def test_other_names_are_refused(ineqsudoku: Command, inputs: Path, where: str) -> None:
    ran = ineqsudoku("solve", "--cluster", where, inputs / "0.in")
    assert (ran.code, ran.out) == (2, "")
    assert "expected an address such as tcp://HOST:8786" in ran.err


@pytest.mark.parametrize("content", ["", "{}", "no JSON", "[]", '{"address": 1}'])
def test_other_files_are_refused(
    ineqsudoku: Command, inputs: Path, tmp_path: Path, content: str
) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text(content)
    ran = ineqsudoku("solve", "--cluster", file, inputs / "0.in")
    assert (ran.code, ran.out) == (2, "")
    has_address = content in ("[]", '{"address": 1}')  # Dask says what is wrong with it.
    assert f"the scheduler {file} cannot be reached: " if has_address else "expected" in ran.err
    assert str(file) in ran.err
    assert "Traceback" not in ran.err


def test_without_a_cluster_dask_is_not_loaded(inputs: Path) -> None:
    program = (
        "import sys, ineqsudoku as iq\n"
        "from ineqsudoku.apps.cli.main import cli\n"
        f"cli.main(['solve', {str(inputs / '0.in')!r}], standalone_mode=False)\n"
        "assert not {'dask', 'distributed'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)


# --- Ctrl-C -------------------------------------------------------------------------------


def test_an_interrupt_ends_the_client(inputs: Path, tmp_path: Path, two: Nodes) -> None:
    with started(inputs, tmp_path, "--cluster", two.address) as program:
        program.send_signal(signal.SIGINT)
        run = ended(program, tmp_path)
    assert run.code == INTERRUPTED
    assert run.err.splitlines()[-1] == "interrupted"
    assert all(name.endswith(".out") for name in run.files)


def interrupted(inputs: Path, out: Path, expected: Run, address: str, seed: int) -> None:
    """A random interrupt; then the cluster still serves another client."""
    todo = [str(path) for path in sorted(inputs.iterdir())]
    of_cluster = [*command(out, *SLOW, "--cluster", address)[:-1], *todo]
    interruption = Interruption.random(Random(seed), 4)
    end = interruption.of(of_cluster, ready=True)
    assert end.seconds - end.waited < 1, end
    while_python_loads = (-signal.SIGINT, -signal.SIGTERM, -signal.SIGHUP)
    assert end.code in (2, 130, 143, 129, *while_python_loads), end
    assert "Traceback" not in end.err
    assert_goes_on(inputs, out, expected, "--cluster", address)


@pytest.mark.parametrize("seed", range(8))
def test_any_interrupt_ends_the_client_within_a_second(
    inputs: Path, tmp_path: Path, expected: Run, two: Nodes, seed: int
) -> None:
    interrupted(inputs, tmp_path, expected, two.address, seed)


@pytest.mark.attack
@pytest.mark.parametrize("seed", range(8, 108))
def test_many_interrupts_end_the_client_within_a_second(
    inputs: Path, tmp_path: Path, expected: Run, two: Nodes, seed: int
) -> None:
    interrupted(inputs, tmp_path, expected, two.address, seed)


# --- examples -----------------------------------------------------------------------------

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_the_script_uses_a_cluster(inputs: Path, tmp_path: Path, two: Nodes) -> None:
    script = [sys.executable, str(EXAMPLES / "cluster.py"), str(two.file)]
    answers = tmp_path / "answers.txt"
    ran = subprocess.run(
        [*script, "4.in", str(answers)],
        cwd=inputs,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert (ran.returncode, ran.stdout) == (0, "unique: 15\n")
    assert re.match(r"4\.in:\d+:1: ", ran.stderr)
    solved = [iq.solve(puzzle).solutions[0].line for puzzle in PUZZLES[60:75]]
    assert answers.read_text().splitlines() == solved


@pytest.mark.filterwarnings("default")  # Jupyter's own modules warn of each other.
@pytest.mark.parametrize("where", ["processes", "cluster"])
def test_the_notebook_uses_processes_or_a_cluster(
    monkeypatch: pytest.MonkeyPatch, two: Nodes, where: str
) -> None:
    nbformat = pytest.importorskip("nbformat", reason="needs the extra [docs]")
    nbclient = pytest.importorskip("nbclient", reason="needs the extra [docs]")
    monkeypatch.setenv("LAYOUTS", "20000")
    monkeypatch.setenv("WHERE", two.address if where == "cluster" else "")
    notebook = nbformat.read(EXAMPLES / "million.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=1200).execute()
    texts = [
        output["data"]["text/plain"]
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if "data" in output
    ]
    assert texts[1:3] == ["{'unique': 20000}"] * 2
