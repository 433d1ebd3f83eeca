"""What `grade` costs besides the programs that it runs.

    python benchmarks/overhead.py [--runs N] [--rounds N]

Prints the processor time of a run of `true` in the sandbox, beyond that of `true` itself, and of
a whole grade of a trivial program on 100 tests, beside their aims.  Processor time includes that
of all processes that take part.  Each figure is the least of several rounds, because a busy
machine makes processor time longer, too; the wall-clock time is that of the same round.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from time import monotonic
from typing import NamedTuple

from tables import table

from ineqsudoku.judge.grade.languages import languages
from ineqsudoku.judge.sandbox.choice import sandbox_for
from ineqsudoku.judge.sandbox.execution import run
from ineqsudoku.judge.sandbox.isolation import Bubblewrap
from ineqsudoku.judge.sandbox.program import Limits, Program
from ineqsudoku.judge.sandbox.scratch import scratch

EXAMPLES = Path(__file__).parents[1] / "examples"
RUN_AIM, TESTS_AIM = 0.015, 2.0
TESTS = 100


class Cost(NamedTuple):
    """Seconds of processor time and of wall clock."""

    cpu: float
    wall: float


def processor_time() -> float:
    """Seconds that this process has used, and all its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def least(work: Callable[[], object], runs: int, rounds: int) -> Cost:
    """The cost of one call of `work`, in the best of several rounds."""
    work()
    costs = []
    for _ in range(rounds):
        cpu, wall = processor_time(), monotonic()
        for _ in range(runs):
            work()
        costs.append(Cost((processor_time() - cpu) / runs, (monotonic() - wall) / runs))
    return min(costs)


def sandboxes() -> Iterator[tuple[str, Bubblewrap]]:
    """The best sandbox of this machine first, then those of lesser machines."""
    best = sandbox_for(True)
    if not isinstance(best, Bubblewrap):
        sys.exit("no sandbox here")
    yield "as on this machine", best
    if best.groups:
        yield "without cgroups", replace(best, groups=())


def runs(number: int, rounds: int) -> Iterator[list[str]]:
    alone = least(lambda: subprocess.run(["/usr/bin/true"], check=True), number, rounds)
    sees = languages()["c"].sees
    with scratch() as folder:
        folder.chmod(0o755)
        shutil.copy("/usr/bin/true", folder / "true")
        program = Program(("/build/true",), Limits(), build=folder, sees=sees)
        for name, sandbox in sandboxes():

            def work(sandbox: Bubblewrap = sandbox) -> None:
                assert run(sandbox, program, Event()).code == 0

            cost = least(work, number, rounds)
            extra = cost.cpu - alone.cpu
            aim = f"{1000 * RUN_AIM:.0f} ms" if name == "as on this machine" else ""
            yield [f"a run, {name}", f"{1000 * extra:.1f} ms", aim, f"{1000 * cost.wall:.0f} ms"]


def tests(rounds: int) -> list[str]:
    """A grade of a program that prints the answer, with compiling and the start of Python."""
    answer = (EXAMPLES / "cqoi2013.out").read_text(encoding="ascii").replace("\n", "\\n")
    with tempfile.TemporaryDirectory() as top:
        (Path(top) / "tests").mkdir()
        for number in range(TESTS):
            shutil.copy(EXAMPLES / "cqoi2013.in", Path(top, "tests", f"{number}.in"))
        source = Path(top, "trivial.c")
        source.write_text(f'#include <stdio.h>\nint main(void) {{ printf("{answer}"); }}\n')
        command = [sys.executable, "-m", "ineqsudoku", "grade", str(source)]
        command += ["--tests", f"{top}/tests", "--jobs", "1", "--store", f"{top}/store.sqlite"]

        def work() -> None:
            subprocess.run(command, check=True, capture_output=True)

        cost = least(work, 1, rounds)
    return [f"{TESTS} tests", f"{cost.cpu:.2f} s", f"{TESTS_AIM:.0f} s", f"{cost.wall:.2f} s"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10, help="in each round")
    parser.add_argument("--rounds", type=int, default=8)
    options = parser.parse_args()
    rows = [*runs(options.runs, options.rounds), tests(max(1, options.rounds // 2))]
    print(table(["what", "processor time", "aim, at most", "wall clock"], rows))
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
