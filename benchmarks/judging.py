"""What `check` and the checkers of packages cost for large outputs, and what `grade` costs.

    python benchmarks/judging.py [--size MiB] [--rounds N] [--package MAIN [--testlib FOLDER]]
    python benchmarks/judging.py --grade [--rounds N]

Prints, for each kind of output, the processor time of `check` beyond that
for a small right output, the least of several rounds, and the peak memory of the process.  With
`--package plain`, the same of the C++ checker without testlib.h, and with `--package testlib`
of the one with testlib.h, which is in the FOLDER; their aim is 0.2 s for 16 MiB of anything.

With `--grade`, prints the processor time of a run of `true` in the sandbox, beyond that of `true`
itself, and of a whole grade of a trivial program on 100 tests, beside their aims.  Processor time
includes that of all processes that take part.  Each figure is the least of several rounds, because
a busy machine makes processor time longer, too; the wall-clock time is that of the same round.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path
from subprocess import DEVNULL
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from figures import table

if TYPE_CHECKING:
    from ineqsudoku.apps.sandbox.isolation import Bubblewrap

EXAMPLES = Path(__file__).parents[1] / "examples"
INPUT = EXAMPLES / "cqoi2013.in"
ANSWER = EXAMPLES / "cqoi2013.out"

RUN_AIM, TESTS_AIM = 0.015, 2.0
RUNS, TESTS = 10, 100


def outputs(size: int) -> dict[str, Iterable[bytes]]:
    """Outputs of about `size` bytes each, in pieces: a process starts with the peak memory of
    the one that starts it, and this one is to stay small."""
    right = ANSWER.read_bytes()
    gap = b" " * (size // 81)

    def many(piece: bytes) -> Iterable[bytes]:
        piece *= max(1, 65536 // len(piece))
        return repeat(piece, size // len(piece))

    return {
        "blank lines": many(b"\n"),
        "a grid, then blank lines": chain([right], many(b"\n")),
        "blank lines, then a grid": chain(many(b"\r\n"), [right]),
        "digits far from each other": (word + gap for word in right.split()),
        "tabs and blanks": many(b" \t"),
        "one digit on each line": many(b"1\n"),
        "right grids": many(right),
        "one long word": many(b"1"),
        "NULs": many(b"\0"),
        "wide blanks": many("\u3000".encode()),
    }


def compiled(main: str, include: str, folder: Path) -> list[str]:
    """The command of a checker of packages."""
    from ineqsudoku.apps.package.files import assemble

    source, program = folder / "checker.cpp", folder / "checker"
    source.write_text(assemble(f"checkers/{main}"), encoding="ascii")
    flags = ["-std=c++14", "-O2", "-I", include]
    subprocess.run(["g++", *flags, "-o", program, source], check=True)
    return [str(program)]


def cost(command: list[str], output: Path) -> tuple[float, int]:
    """Seconds of processor time and bytes of memory of one call."""
    called = [*command, *map(str, (INPUT, output, ANSWER))]
    with subprocess.Popen(called, stdout=DEVNULL, stderr=DEVNULL) as process:
        usage = os.wait4(process.pid, 0)[2]
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


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
    from ineqsudoku.apps.sandbox.isolation import Bubblewrap
    from ineqsudoku.apps.sandbox.machine import sandbox_for

    best = sandbox_for()
    if not isinstance(best, Bubblewrap):
        sys.exit("no sandbox here")
    yield "as on this machine", best
    if best.groups:
        yield "without cgroups", replace(best, groups=())


def runs(number: int, rounds: int) -> Iterator[list[str]]:
    from ineqsudoku.apps.sandbox.execution import run
    from ineqsudoku.apps.sandbox.languages import languages
    from ineqsudoku.apps.sandbox.machine import scratch
    from ineqsudoku.apps.sandbox.program import Limits, Program

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
    answer = ANSWER.read_text(encoding="ascii").replace("\n", "\\n")
    with tempfile.TemporaryDirectory() as top:
        (Path(top) / "tests").mkdir()
        for number in range(TESTS):
            shutil.copy(INPUT, Path(top, "tests", f"{number}.in"))
        source = Path(top, "trivial.c")
        source.write_text(f'#include <stdio.h>\nint main(void) {{ printf("{answer}"); }}\n')
        command = [sys.executable, "-m", "ineqsudoku", "grade", str(source)]
        command += ["--tests", f"{top}/tests", "--jobs", "1", "--store", f"{top}/store.sqlite"]

        def work() -> None:
            subprocess.run(command, check=True, capture_output=True)

        cost = least(work, 1, rounds)
    return [f"{TESTS} tests", f"{cost.cpu:.2f} s", f"{TESTS_AIM:.0f} s", f"{cost.wall:.2f} s"]


def print_grading(rounds: int) -> None:
    rows = [*runs(RUNS, rounds), tests(max(1, rounds // 2))]
    print(table(["what", "processor time", "aim, at most", "wall clock"], rows))
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=16, help="MiB of each output")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--package", choices=["plain", "testlib"], help="a checker of packages")
    parser.add_argument("--testlib", default=".", help="the folder of testlib.h")
    parser.add_argument("--grade", action="store_true", help="measure `grade` instead")
    options = parser.parse_args()
    if options.grade:
        print_grading(options.rounds)
        return
    rows = []
    command = [sys.executable, "-m", "ineqsudoku", "check"]

    def least(output: Path) -> tuple[float, int]:
        costs = [cost(command, output) for _ in range(options.rounds)]
        return min(seconds for seconds, _ in costs), max(peak for _, peak in costs)

    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "output")
        if options.package:
            command = compiled(options.package, options.testlib, Path(folder))
        start, peak = least(ANSWER)
        rows.append(["a small right output", f"{1000 * start:.0f} ms in all", f"{peak >> 20} MiB"])
        for kind, pieces in outputs(options.size << 20).items():
            with output.open("wb") as opened:
                opened.writelines(pieces)
            seconds, peak = least(output)
            rows.append([kind, f"{1000 * (seconds - start):.0f} ms", f"{peak >> 20} MiB"])
    print(table([f"output of {options.size} MiB", "processor time", "peak memory"], rows))


if __name__ == "__main__":
    main()
