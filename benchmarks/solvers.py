"""The solvers that `compare.py` measures: the engines here in all forms, and the peers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import NamedTuple, cast

from peers import Measure, in_cpu_time
from peers.programs import compiled, interactive_sudoku_solver
from puzzlesets import Kind

from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.enumeration import Engine, Enumeration, Searcher
from ineqsudoku.search.kernel import kernels

ALL: tuple[Kind, ...] = ("full", "published", "plain", "extended")


class Solver(NamedTuple):
    """`prepare` returns what solves a puzzle up to the second solution; it is called in another
    process and fails if a peer is not installed.

    `kinds`: the sets that the solver is measured on.  `most`: the puzzles of a set that are
    enough.  `is_quick`: a solver of microseconds, whose turns repeat the puzzles.
    """

    name: str
    prepare: Callable[[], Measure]
    kinds: tuple[Kind, ...] = ("full",)
    most: int = 1000
    is_quick: bool = False


def solvers() -> list[Solver]:
    """Return all solvers.  The others are compared with the first one."""
    forms = [
        Solver(
            f"`{engine}` compiled, {kernel.name}",
            partial(_form, engine, form),
            ALL if engine == "cells" and form == len(kernels(engine)) - 1 else ("full",),
            is_quick=True,
        )
        for engine in ("boxes", "cells")
        for form, kernel in reversed([*enumerate(kernels(engine))])
    ]
    return [
        *forms,
        Solver("`boxes` in Python", partial(_in_python, "boxes"), is_quick=True),
        Solver("`cells` in Python", partial(_in_python, "cells"), ALL, is_quick=True),
        Solver("`rowmajor`", partial(_in_python, "rowmajor"), most=200),
        Solver("`dlx`", partial(_in_python, "dlx"), ("plain",)),
        Solver("OR-tools CP-SAT", partial(_peer, "cpsat"), ALL),
        Solver("PySAT, CaDiCaL", partial(_peer, "cadical"), ALL),
        Solver("Gecode, C++", partial(compiled, "gecode", *GECODE)),
        Solver("Interactive Sudoku Solver", interactive_sudoku_solver),
        Solver("dancing links, C++", partial(compiled, "dlx"), ("plain",)),
        Solver("row-major DFS, C++", partial(compiled, "dfs"), most=30),
    ]


GECODE = ("-lgecodesearch", "-lgecodeint", "-lgecodekernel", "-lgecodesupport")


def _form(engine: str, form: int) -> Measure:
    return _up_to_two(kernels(engine)[form])


def _in_python(name: str) -> Measure:
    engine = cast(Engine, import_module(f"ineqsudoku.search.{name}"))
    return _up_to_two(Enumeration(engine.solutions))


def _up_to_two(searcher: Searcher) -> Measure:
    def solve(puzzle: Puzzle) -> list[str]:
        return [grid.line for grid in searcher.search(puzzle, 2, None).solutions]

    return in_cpu_time(solve)


def _peer(module: str) -> Measure:
    return cast(Measure, import_module(f"peers.{module}").measure)
