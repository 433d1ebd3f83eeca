"""Plain sudoku: `cells` beside other solvers, on sets of puzzles.

    python benchmarks/plain.py [--peers FOLDER] [--repeat 11] [FILE ...]

A file has a puzzle at the start of each line; without any, those of `puzzles/` are taken.
`peers/README.md` says how other solvers are built; those that are not there are left out.  Each
solver gets a whole set in one call and looks for up to two solutions.  The solvers run in turn.
Printed are the median of the CPU time in microseconds a puzzle, the median over the rounds of the
speed relative to the first peer, and the guesses, or nodes, a puzzle.
"""

from __future__ import annotations

import argparse
import ctypes
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from struct import Struct
from time import thread_time
from typing import NamedTuple

from ineqsudoku.puzzle import NO_BORDER_SIGNS, NO_SIGNS
from ineqsudoku.search.kernel import Kernel, kernels

PUZZLES = sorted((Path(__file__).parent / "puzzles").glob("*.txt"))
EXPECTED = ("tdoku", "fsss2", "jczsolve")
LIMIT = 2
CELLS = 81
_ANSWER = Struct("<B?Q162x")


class Counts(NamedTuple):
    solutions: int
    steps: int
    """Guesses or nodes."""


class Solver(NamedTuple):
    """`run` solves all puzzles; `counted` returns the counts of that run."""

    run: Callable[[], object]
    counted: Callable[[], Counts]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("files", nargs="*", type=Path)
    arguments.add_argument("--peers", type=Path, default=os.environ.get("INEQSUDOKU_PEERS"))
    arguments.add_argument("--repeat", type=int, default=11)
    options = arguments.parse_args()
    libraries = built(options.peers)
    for file in options.files or PUZZLES:
        show(file, measured(file, libraries, options.repeat))


def built(folder: Path | None) -> list[Path]:
    """The other solvers; those that nobody has built are named."""
    libraries = sorted(Path(folder).glob("*.so")) if folder else []
    for name in EXPECTED:
        if name not in {library.stem for library in libraries}:
            print(f"{name}: not built, left out")
    return libraries


class Measured(NamedTuple):
    """Of each solver the CPU seconds of each round and what it counted."""

    puzzles: int
    seconds: dict[str, list[float]]
    counts: dict[str, Counts]


def measured(file: Path, libraries: list[Path], rounds: int) -> Measured:
    """Raises `SystemExit` when the solvers disagree."""
    lines = file.read_text(encoding="ascii").splitlines()
    puzzles = [line[:CELLS].replace("0", ".") for line in lines if len(line) >= CELLS]
    solvers: dict[str, Solver] = {library.stem: peer(library, puzzles) for library in libraries}
    for kernel in kernels("cells"):
        solvers[f"cells, {kernel.name}"] = own(kernel, puzzles)
    counts = {name: solver.counted() for name, solver in solvers.items()}
    seconds: dict[str, list[float]] = {name: [] for name in solvers}
    for _ in range(rounds):
        for name, solver in solvers.items():
            start = thread_time()
            solver.run()
            seconds[name].append(thread_time() - start)
    if len({count.solutions for count in counts.values()}) > 1:
        raise SystemExit(f"{file}: the solvers disagree: {counts}")
    return Measured(len(puzzles), seconds, counts)


def speed(of: list[float], than: list[float]) -> float:
    """How many times as fast one solver is as another one, the median over the rounds."""
    return median(base / one for base, one in zip(than, of, strict=True))


def show(file: Path, measured: Measured) -> None:
    first = next(iter(measured.seconds.values()))
    print(f"{file.stem}, {measured.puzzles} puzzles")
    for name, its in measured.seconds.items():
        each = 1e6 * median(its) / measured.puzzles
        steps = measured.counts[name].steps / measured.puzzles
        print(f"  {name:16} {each:9.2f} {speed(its, first):6.2f} {steps:9.1f}")


def peer(library: Path, puzzles: list[str]) -> Solver:
    solve_all = ctypes.CDLL(str(library.resolve())).solve_all
    text = b"".join(puzzle.encode() + b"\0" for puzzle in puzzles)

    def run() -> Counts:
        solutions, guesses = ctypes.c_uint64(), ctypes.c_uint64()
        solve_all(
            text,
            ctypes.c_size_t(len(puzzles)),
            ctypes.c_size_t(LIMIT),
            ctypes.byref(solutions),
            ctypes.byref(guesses),
        )
        return Counts(solutions.value, guesses.value)

    return Solver(run, run)


def own(kernel: Kernel, puzzles: list[str]) -> Solver:
    text = "".join(NO_SIGNS + puzzle + NO_BORDER_SIGNS for puzzle in puzzles).encode()
    batch = partial(kernel.batch, kernel.path, text, LIMIT, 0)

    def counted() -> Counts:
        answers = list(_ANSWER.iter_unpack(batch()))
        return Counts(sum(found for found, _, _ in answers), sum(nodes for *_, nodes in answers))

    return Solver(batch, counted)


if __name__ == "__main__":
    main()
